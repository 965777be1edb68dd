"""Positions played on by one step of thought, and actions ranked at first sight."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited
from sevenhex.rules.record import StateRecord

from .memory import Memory
from .policy import decide, refresh_island, row_of, value

MOST_STEPS = 4000


@rule
def pass_chance(state: StateRecord, seed: int, turn: int, counter: int) -> tuple[bool, int]:
    """Let chance come if it is awaited. The dice of a turn depend on seed and turn alone. Returns whether it came, and the counter."""
    if state.turn != turn:
        counter = stream(seed, 1 + int(state.turn))
    if state.phase > LAST_CHANCE_PHASE:
        return False, counter
    counter = advance(counter)
    apply(state, CHANCE, pick(state, number(counter)))
    return True, counter


@rule
def play_out(mind: NDArray[np.float64], memory: Memory, seed: int, turns: int) -> None:
    """Play the position on for so many turns by one step of thought."""
    state = memory.states[0]
    last = int(state.turn) + turns
    turn = -1
    counter = stream(seed, 0)
    steps = 0
    while state.phase != Phase.OVER and state.turn < last and steps < MOST_STEPS:
        steps += 1
        now = int(state.turn)
        by_chance, counter = pass_chance(state, seed, turn, counter)
        turn = now
        if not by_chance:
            seat = lowest_bit(awaited(state))
            apply(state, seat, decide(seat, mind, memory))


@rule
def rank(seat: int, mind: NDArray[np.float64], memory: Memory, actions: NDArray[np.int64], worths: NDArray[np.float64]) -> None:
    """What each action is worth at first sight."""
    states = memory.states
    refresh_island(states[0], mind[row_of(states[0])], memory)
    for index in range(actions.shape[0]):
        states[1] = states[0]
        apply(states[1], seat, actions[index])
        worths[index] = value(states[1], seat, memory)
