"""Perft: how many sequences of actions and chance outcomes lead on from a state, to a given depth. A changed rule changes the number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.apply import apply
from sevenhex.rules.chance import outcomes
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, MAX_SEATS
from sevenhex.rules.jit import rule
from sevenhex.rules.legal import awaited
from sevenhex.rules.options import MAX_ACTIONS, legal_actions
from sevenhex.rules.record import StateRecord
from sevenhex.rules.state import State

DEEPEST = 12
WIDEST = MAX_ACTIONS * MAX_SEATS


@rule
def list_all(state: StateRecord, seats: NDArray[np.int64], actions: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Write everything that may happen next: (seat, action) for all awaited seats, or the outcomes of chance."""
    if state.phase <= LAST_CHANCE_PHASE:
        size = outcomes(state, actions, weights)
        for place in range(size):
            seats[place] = CHANCE
        return size
    size = 0
    waiting = awaited(state)
    for seat in range(state.players):
        if (waiting >> seat) & 1 == 1:
            more = legal_actions(state, seat, False, actions[size:])
            for place in range(size, size + more):
                seats[place] = seat
            size += more
    return size


@rule
def count_sequences(
    states: State,
    depth: int,
    seats: NDArray[np.int64],
    actions: NDArray[np.int64],
    sizes: NDArray[np.int64],
    turn: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> int:
    """Walk the tree with a stack of one state a level; the last level is counted without being played."""
    found = 0
    level = 0
    sizes[0] = list_all(states[0], seats[0], actions[0], weights)
    turn[0] = 0
    if depth == 1:
        return int(sizes[0])
    while level >= 0:
        if turn[level] == sizes[level]:
            level -= 1
            continue
        at = turn[level]
        turn[level] += 1
        states[level + 1] = states[level]
        apply(states[level + 1], seats[level, at], actions[level, at])
        size = list_all(states[level + 1], seats[level + 1], actions[level + 1], weights)
        if level + 2 == depth:
            found += size
        else:
            level += 1
            sizes[level] = size
            turn[level] = 0
    return found


def perft(state: State, depth: int) -> int:
    """The number of sequences of this length. Free-form trade texts are left out; a game that is over goes no further."""
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"The depth is {depth}; expected 0 to {DEEPEST}.")
    if depth == 0:
        return 1
    states = np.concatenate([state] * (depth + 1))
    shape = (depth + 1, WIDEST)
    seats, actions = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    sizes, turn = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    return int(count_sequences(states, depth, seats, actions, sizes, turn, np.zeros(WIDEST, np.int64)))
