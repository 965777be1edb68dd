"""A counter that becomes random numbers (SplitMix64): the same on every machine, in every process, on the GPU and in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from sevenhex.rules.jit import COMPILED, rule

# Plain Python needs its own integers: NumPy's would warn at every wrap-around.
word: Callable[[int], int] = cast(Any, np.uint64) if COMPILED else int

MASK = word(0xFFFFFFFFFFFFFFFF)
GOLDEN = word(0x9E3779B97F4A7C15)
FIRST_FACTOR, SECOND_FACTOR = word(0xBF58476D1CE4E5B9), word(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_32 = word(30), word(27), word(31), word(32)


@rule
def scramble(value: int) -> int:
    """SplitMix64's finisher."""
    value = ((value ^ (value >> SHIFT_30)) * FIRST_FACTOR) & MASK
    value = ((value ^ (value >> SHIFT_27)) * SECOND_FACTOR) & MASK
    return value ^ (value >> SHIFT_31)


@rule
def advance(counter: int) -> int:
    """The next counter; `number` turns a counter into a random number."""
    return (counter + GOLDEN) & MASK


@rule
def number(counter: int) -> int:
    """A uniform number in 0 .. 2**32 - 1."""
    return int(np.int64(scramble(counter) >> SHIFT_32))


@rule
def stream(seed: int, game: int) -> int:
    """The first counter of a game's own stream: nearby seeds and games share nothing."""
    return scramble((word(seed) + scramble((word(game) + GOLDEN) & MASK)) & MASK)
