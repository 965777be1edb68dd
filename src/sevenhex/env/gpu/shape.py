"""The record that kernels work on: as small as its game, with everything that is known of it beforehand compiled in.

A game of four on the small island needs no room for six on the large one (`compact`), and what never changes in a game (players, island,
options) is a constant to the compiler (`facts`, `compiler.Known`). The rules themselves are the CPU's functions, untouched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, from_dtype
from numpy.typing import NDArray

from sevenhex.observation.notes import NOTES
from sevenhex.rules.ids import MAX_CORNERS, MAX_EDGES, MAX_HEXES, MAX_SEATS, Pairing
from sevenhex.rules.state import RECORD, State
from sevenhex.rules.topology import CORNERS, EDGES, HEXES

from ..setting import FIXED
from .compiler import SIMULATED, WORD, Known

TALK = ("offer", "proposal", "answer")  # the open words of a trade


# --- the record


def compact(island: int, players: int, notes: bool = True) -> np.dtype[Any]:
    """State (and notes) of one game in one record, with room for exactly this island and these players."""
    room = {MAX_SEATS: players, MAX_HEXES: int(HEXES[island]), MAX_CORNERS: int(CORNERS[island]), MAX_EDGES: int(EDGES[island])}
    fields: list[Any] = []
    for source in (RECORD, NOTES) if notes else (RECORD,):
        for name in source.names or ():
            kind = source[name]
            fields.append((name, kind.base, tuple(room.get(length, length) for length in kind.shape)))
    if np.dtype(fields, align=True).itemsize // WORD % 2 == 0:
        fields.append(("spare", np.int64))  # an odd number of words, or the records of a warp lie in the same few banks of memory
    return np.dtype((np.record, np.dtype(fields, align=True)))


def state_words(island: int, players: int) -> int:
    """How many words of a compact record belong to the state; the notes follow."""
    return compact(island, players, notes=False).itemsize // WORD


def pack(states: State, island: int, players: int, notes: bool = True) -> NDArray[np.int64]:
    """States as rows of words of compact records, with empty notes if any."""
    small = np.zeros(len(states), compact(island, players, notes))
    for name in RECORD.names or ():
        part = small[name]
        part[...] = states[name][tuple(slice(0, length) for length in part.shape)]
    return small.view(np.int64).reshape(len(states), -1)


def unpack(words: NDArray[np.int64], island: int, players: int, dtype: np.dtype[Any] = RECORD) -> State:
    """The inverse of `pack`: full records (of states, or with `NOTES` of notes)."""
    small = np.ascontiguousarray(words).view(compact(island, players)).reshape(-1)
    full = np.zeros(len(small), dtype)
    for name in ("starter", "setup_corner", "corner_harbor", "harbor_edge") if dtype is RECORD else ():
        full[name] = -1
    for name in dtype.names or ():
        part = small[name]
        full[name][tuple(slice(0, length) for length in part.shape)] = part
    return full


def device_function(function: Any) -> Any:
    """A function that kernels call."""
    return function if SIMULATED else cuda.jit(device=True)(function)


def kernel(function: Callable[..., None]) -> Any:
    """A function that is started on a grid of threads, `function[blocks, threads](...)`, and compiled at its first start."""
    return cuda.jit(function)


if SIMULATED:

    def unwrapped(array: Any) -> Any:
        """The array that the simulator wraps; compiled rules take no wrappers."""
        return getattr(array, "_ary", array)

else:

    @device_function
    def unwrapped(array: Any) -> Any:
        """On a real device: the array itself."""
        return array


def record_type(island: int, players: int, constants: dict[str, int], notes: bool = True) -> Any:
    """What kernels call the compact record."""
    dtype = compact(island, players, notes)
    return dtype if SIMULATED else Known(from_dtype(dtype), constants)


def facts(starts: State, talk: bool) -> dict[str, int]:
    """What never changes in games that begin so; without `talk` nobody makes an offer later either."""
    found = {name: int(starts[name][0]) for name in FIXED}
    if not talk and not any(starts[name].any() for name in TALK):
        found |= dict.fromkeys(TALK, 0)
    if found["pairing"] == Pairing.NONE and not starts["part"].any():
        found["part"] = 0
    return found
