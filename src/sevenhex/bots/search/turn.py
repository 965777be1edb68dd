"""Search over the own turn: sequences of actions until the turn could end, the best few kept at each step, chance weighed exactly."""

from __future__ import annotations

import numpy as np

from sevenhex.rules.actions import kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.options import legal_actions
from sevenhex.rules.state import RECORD

from .evaluation import corner_worths, value
from .policy import BASE, MAIN, SPARE, STANDINGS, TERMS, WORTHS, expectation, note_base, room

SAME = 1e-12  # two orders of the same actions lead to the same value
GIVEN_UP = 1e-6  # a free road that changes nothing is still better than none
WIDEST = 48
PLANS = 2 * WIDEST  # where the plans begin, after the two beams
MOST_PLANS = 16
LONGEST = 12  # actions in a plan
ROLL, END = int(Kind.ROLL), int(Kind.END)


def desk():
    """Memory for one search: the common room; two beams and the plans found, each with its state, its actions and its value."""
    size = PLANS + MOST_PLANS
    return (
        room(6),
        np.zeros(size, RECORD),
        np.zeros((size, LONGEST + 1), np.int64),  # how many actions, and which
        np.zeros(size, np.float64),
    )


@rule
def waits_in_turn(state):
    """Phases in which the turn cannot stop: a robber to move, roads still to place."""
    return state.phase == Phase.ROBBER or state.phase == Phase.FREE_ROADS


@rule
def keep(beam, paths, values, start, size, width, state, node, action, worth):
    """Put a state into a beam if it is among the best, with the path to it (a node's and one action more); returns the new size."""
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
    length = paths[node, 0]
    for step in range(1, length + 1):
        paths[place, step] = paths[node, step]
    if action != 0:
        length += 1
        paths[place, length] = action
    paths[place, 0] = length
    values[place] = worth
    return size


@rule
def search_turn(states, seat, mind, memory, beam, paths, values, width, depth, plans):
    """Look for the best plans of this turn from `states[0]`; stopping at once is one of them. Returns how many were found.

    They lie from PLANS on, in no order; a plan without actions means to end the turn, or to roll.
    """
    weights = mind[MAIN]
    worths = memory[3][WORTHS]
    corner_worths(states[0], weights, worths)
    found = 0
    beam[0] = states[0]
    paths[0, 0] = 0
    values[0] = 0.0
    size = 1
    here = 0
    if not waits_in_turn(states[0]):
        values[0] = value(states[0], seat, weights, worths, memory[3][SPARE], memory[3][STANDINGS])
        found = keep(beam, paths, values, PLANS, found, plans, states[0], 0, 0, values[0])
    for _ in range(min(depth, LONGEST)):
        there = WIDEST - here
        following = 0
        for node in range(here, here + size):
            states[1] = beam[node]
            actions = memory[1][1]
            listed = legal_actions(states[1], seat, False, actions)
            note_base(states[1], weights, memory, BASE, TERMS)
            for index in range(listed):
                action = actions[index]
                kind = kind_of(action)
                if kind == Kind.END or kind == Kind.ROLL or kind == Kind.DECLINE or kind == Kind.WITHDRAW:
                    continue
                states[2] = states[1]
                apply(states[2], seat, action)
                if waits_in_turn(states[2]):
                    following = keep(beam, paths, values, there, following, width, states[2], node, action, values[node] + 1e-8 * kind)
                    continue
                worth = expectation(states, 2, seat, kind, weights, memory) - (GIVEN_UP if kind == Kind.STOP else 0.0)
                found = keep(beam, paths, values, PLANS, found, plans, states[2], node, action, worth)
                if states[2].phase == Phase.OVER:
                    return found
                if states[2].phase == Phase.MAIN or states[2].phase == Phase.ROLL:
                    following = keep(beam, paths, values, there, following, width, states[2], node, action, worth)
        if following == 0:
            break
        here = there
        size = following
    return found


@rule
def best_plan(values, found):
    """Where the best of the plans lies."""
    best = PLANS
    for index in range(PLANS + 1, PLANS + found):
        if values[index] > values[best]:
            best = index
    return best


@rule
def first_action(state, paths, plan):
    """What a plan does now."""
    if paths[plan, 0] > 0:
        return paths[plan, 1]
    return ROLL if state.phase == Phase.ROLL else END
