"""Looking back on a position with all cards known: how it goes on from here, and what each action was worth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.jit import rule
from sevenhex.rules.state import State

from .memory import Memory
from .policy import MAIN, row_of, shares, weigh
from .rollouts import play_out


@rule
def play_ahead(
    world: State,
    mind: NDArray[np.float64],
    memory: Memory,
    seed: int,
    tests: int,
    turns: int,
    sums: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Add to `sums` every seat's chance to win after so many turns more, played on by one step of thought, `tests` times."""
    for test in range(tests):
        memory.states[0] = world[0]
        play_out(mind, memory, seed + test, turns)
        shares(mind[MAIN], memory, out)
        for each in range(world[0].players):
            sums[each] += out[each]


@rule
def weigh_these(seat: int, mind: NDArray[np.float64], memory: Memory, actions: NDArray[np.int64], values: NDArray[np.float64]) -> None:
    """What each of these actions is worth to the seat by one step of thought; `memory.states[0]` is the position."""
    for index in range(actions.shape[0]):
        memory.actions[0, index] = actions[index]
    weigh(seat, mind[row_of(memory.states[0])], memory, actions.shape[0], False)
    for index in range(actions.shape[0]):
        values[index] = memory.values[0, index]
