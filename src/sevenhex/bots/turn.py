"""Search over the own turn: sequences of actions until the turn could end, the best few kept at each step, chance weighed exactly."""

from __future__ import annotations

import numpy as np

from sevenhex.rules.actions import kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.options import legal_actions
from sevenhex.rules.state import RECORD

from .evaluation import WON, corner_worths, standing, value
from .policy import MAIN, expectation, room

SAME = 1e-9  # two orders of the same actions lead to the same value
WIDEST = 48
STAY = Kind.END


def desk():
    """Memory for one search: the common room, two beams of states, and what is known of each."""
    return (
        room(6),
        np.zeros(2 * WIDEST, RECORD),
        np.zeros(2 * WIDEST, np.int64),
        np.zeros(2 * WIDEST, np.float64),
    )


@rule
def waits_in_turn(state):
    """Phases in which the turn cannot stop: a robber to move, roads still to place."""
    return state.phase == Phase.ROBBER or state.phase == Phase.FREE_ROADS


@rule
def keep(beam, firsts, values, start, size, width, state, first, worth):
    """Put a state into the next beam if it is among the best; returns the new size."""
    for index in range(start, start + size):
        if abs(values[index] - worth) < SAME:
            return size
    if size < width:
        place = start + size
        size += 1
    else:
        place = start
        for index in range(start + 1, start + size):
            if values[index] < values[place]:
                place = index
        if values[place] >= worth:
            return size
    beam[place] = state
    firsts[place] = first
    values[place] = worth
    return size


@rule
def search_turn(states, seat, mind, memory, beam, firsts, values, width, depth):
    """The best first action of this turn from `states[0]`, and the value it leads to. Ending (or rolling) now is one of the plans."""
    weights = mind[MAIN]
    worths = memory[3][0]
    base = memory[3][2]
    corner_worths(states[0], weights, worths)
    best = -2.0 * WON
    choice = 0
    beam[0] = states[0]
    firsts[0] = 0
    values[0] = 0.0
    size = 1
    here = 0
    if not waits_in_turn(states[0]):
        best = value(states[0], seat, weights, worths, memory[3][1], memory[3][3])
        choice = Kind.ROLL if states[0].phase == Phase.ROLL else STAY
        values[0] = best
    for _ in range(depth):
        there = WIDEST - here
        following = 0
        for node in range(here, here + size):
            states[1] = beam[node]
            actions = memory[1][1]
            listed = legal_actions(states[1], seat, False, actions)
            for each in range(states[1].players):
                base[each] = standing(states[1], each, weights, worths, memory[3][1])
            for index in range(listed):
                action = actions[index]
                kind = kind_of(action)
                if kind == Kind.END or kind == Kind.ROLL or kind == Kind.DECLINE or kind == Kind.WITHDRAW:
                    continue
                first = firsts[node] if firsts[node] != 0 else action
                states[2] = states[1]
                apply(states[2], seat, action)
                if waits_in_turn(states[2]):
                    following = keep(beam, firsts, values, there, following, width, states[2], first, values[node] + 1e-6 * kind)
                    continue
                if kind == Kind.ROBBER:
                    for each in range(states[2].players):
                        base[each] = standing(states[2], each, weights, worths, memory[3][1])
                worth = expectation(states, 2, seat, kind, weights, memory)
                if worth > best:
                    best = worth
                    choice = first
                if states[2].phase == Phase.OVER:
                    return choice, best
                if states[2].phase == Phase.MAIN or states[2].phase == Phase.ROLL:
                    following = keep(beam, firsts, values, there, following, width, states[2], first, worth)
        if following == 0:
            break
        here = there
        size = following
    return choice, best
