"""One step of thought: try each action, weigh chance exactly, take what stands best afterwards. Whole games at compiled speed."""

from __future__ import annotations

import numpy as np

from sevenhex.rules.actions import kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import outcomes
from sevenhex.rules.ids import CHANCE, MAX_CORNERS, MAX_SEATS, Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.options import MAX_ACTIONS, legal_actions
from sevenhex.rules.state import RECORD

from .evaluation import SCRATCH, corner_worths, share, standing, standing_again, value

MAX_OUTCOMES = 36
MAIN, FIRST, SECOND = 0, 1, 2  # rows of a mind's weights: the game, the first and the second settlement
DEPTH = 4  # states that one thought holds at a time
# Rows of numbers: worths of corners, scratch, two rows of standings, the standings when a steal is weighed, and each seat's terms
# twice, as they are before an action and before a steal.
WORTHS, SPARE, BASE, STANDINGS, STEAL_BASE, TERMS = 0, 1, 2, 3, 4, 5
STEAL_TERMS = TERMS + MAX_SEATS
ROWS = STEAL_TERMS + MAX_SEATS


def room(depth: int = DEPTH, width: int = 1):
    """Memory that the compiled functions work in: states, actions, outcomes, numbers."""
    return (
        np.zeros(depth * width, RECORD),
        np.zeros((depth, MAX_ACTIONS), np.int64),
        np.zeros((2, MAX_OUTCOMES), np.int64),
        np.zeros((ROWS, max(SCRATCH, MAX_CORNERS)), np.float64),
    )


@rule
def row_of(state):
    """Which weights judge now."""
    if state.phase == Phase.SETUP_SETTLEMENT or state.phase == Phase.SETUP_ROAD:
        return FIRST if state.setup_step < state.players else SECOND
    return MAIN


@rule
def note_base(state, weights, memory, base, rows):
    """Write down every seat's standing, and its terms, to compare with what an action makes of them."""
    for each in range(state.players):
        memory[3][base][each] = standing(state, each, weights, memory[3][WORTHS], memory[3][rows + each])


@rule
def value_of(state, seat, kind, weights, memory):
    """The value after an action of this kind; seats that it cannot touch keep the standing they had (`note_base`)."""
    if state.phase == Phase.OVER:
        return 1.0 if state.winner == seat else 0.0
    standings = memory[3][STANDINGS]
    cards_only = kind == Kind.BANK or kind == Kind.DISCARD
    mine_only = cards_only or kind == Kind.CITY or kind == Kind.BUY or kind == Kind.DRAW or kind == Kind.PLENTY
    for each in range(state.players):
        if mine_only and each != seat:
            standings[each] = memory[3][BASE][each]
        elif cards_only:
            standings[each] = standing_again(state, each, weights, memory[3][TERMS + each])
        else:
            standings[each] = standing(state, each, weights, memory[3][WORTHS], memory[3][SPARE])
    return share(standings, int(state.players), seat)


@rule
def expectation(states, at, seat, kind, weights, memory):
    """The value of a state that may wait for a draw or a steal: the mean over what can come."""
    if states[at].phase == Phase.STEAL:
        return value_of_steal(states, at, seat, weights, memory)
    if states[at].phase != Phase.DRAW:
        return value_of(states[at], seat, kind, weights, memory)
    size = outcomes(states[at], memory[2][0], memory[2][1])
    whole = 0
    mean = 0.0
    for index in range(size):
        states[at + 1] = states[at]
        apply(states[at + 1], CHANCE, memory[2][0, index])
        weight = memory[2][1, index]
        whole += weight
        mean += weight * value_of(states[at + 1], seat, Kind.DRAW, weights, memory)
    return mean / whole


@rule
def value_of_steal(states, at, seat, weights, memory):
    """The mean over the cards that may be stolen: only two hands change."""
    note_base(states[at], weights, memory, STEAL_BASE, STEAL_TERMS)
    standings = memory[3][STEAL_BASE]
    other = int(states[at].victim)
    size = outcomes(states[at], memory[2][0], memory[2][1])
    whole = 0
    mean = 0.0
    for index in range(size):
        states[at + 1] = states[at]
        apply(states[at + 1], CHANCE, memory[2][0, index])
        weight = memory[2][1, index]
        whole += weight
        if states[at + 1].phase == Phase.OVER:
            mean += weight * (1.0 if states[at + 1].winner == seat else 0.0)
            continue
        standings[seat] = standing_again(states[at + 1], seat, weights, memory[3][STEAL_TERMS + seat])
        standings[other] = standing_again(states[at + 1], other, weights, memory[3][STEAL_TERMS + other])
        mean += weight * share(standings, int(states[at].players), seat)
    return mean / whole


@rule
def decide(states, seat, mind, memory, level):
    """The action whose state stands best. `states[level]` is the position; the ones after it are scratch."""
    state = states[level]
    actions = memory[1][level]
    size = legal_actions(state, seat, False, actions)
    if size == 1:
        return actions[0]
    weights = mind[row_of(state)]
    corner_worths(state, weights, memory[3][WORTHS])
    note_base(state, weights, memory, BASE, TERMS)
    still = share(memory[3][BASE], int(state.players), seat)
    best = -1.0
    choice = actions[0]
    for index in range(size):
        action = actions[index]
        kind = kind_of(action)
        if kind == Kind.END or kind == Kind.ROLL or kind == Kind.REFUSE:
            worth = still
        elif kind == Kind.DECLINE or kind == Kind.WITHDRAW or kind == Kind.STOP:
            worth = still - 1e-6
        elif kind == Kind.KNIGHT or kind == Kind.ROAD_BUILDING:
            worth = value_of_card(states, level, seat, action, weights, memory)
        else:
            states[level + 1] = states[level]
            apply(states[level + 1], seat, action)
            worth = expectation(states, level + 1, seat, kind, weights, memory)
        if worth > best:
            best = worth
            choice = action
    return choice


@rule
def value_of_card(states, level, seat, action, weights, memory):
    """A knight or Road Building is worth what its best first use is worth."""
    states[level + 1] = states[level]
    apply(states[level + 1], seat, action)
    actions = memory[1][level + 1]
    size = legal_actions(states[level + 1], seat, False, actions)
    best = -1.0
    if states[level + 1].phase == Phase.OVER:
        return value(states[level + 1], seat, weights, memory[3][WORTHS], memory[3][SPARE], memory[3][STANDINGS])
    for index in range(size):
        states[level + 2] = states[level + 1]
        apply(states[level + 2], seat, actions[index])
        best = max(best, expectation(states, level + 2, seat, kind_of(actions[index]), weights, memory))
    return best
