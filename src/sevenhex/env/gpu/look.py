"""Kernels that play nothing: what any seat sees, what may be chosen, random choices, and bytes as numbers for a network."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types
from numpy.typing import NDArray

from sevenhex.observation.encoding import scaled
from sevenhex.observation.menu import mark_mask
from sevenhex.observation.observation import observe
from sevenhex.playout.generator import advance, number
from sevenhex.rules.options import legal_actions

from ..play import ASKS_CHANCE, RUNNING, draw_index, lists_offers, mark_chance
from ..setting import Setting
from . import shape
from .compiler import WORD
from .step import bytes_of, list_room

OBSERVE_SIGNATURE = types.void(
    types.Array(types.int64, 2, "C"),
    types.Array(types.int8, 2, "C"),
    types.Array(types.uint8, 3, "C"),
    types.Array(types.boolean, 2, "C"),
)


def make(setting: Setting, constants: dict[str, int], threads: int, masks: bool) -> tuple[Any, int]:
    """What the seats of each game's row see; with `masks` also what the first of them may choose (masks must have been cleared)."""
    record = shape.record_type(setting.island, setting.players, constants)
    words = bytes_of(setting) // WORD
    course = setting.course
    unwrapped = shape.unwrapped
    room = list_room(setting)

    def kernel(places: NDArray[np.int64], seats: NDArray[np.int8], observation: NDArray[np.uint8], mask: NDArray[np.bool_]) -> None:
        records = cuda.shared.array(0, dtype=record)
        raw = cuda.shared.array(0, dtype=types.int64)
        actions = unwrapped(cuda.local.array(room, dtype=types.int64))
        mine = cuda.threadIdx.x
        first = cuda.blockIdx.x * cuda.blockDim.x
        games = min(cuda.blockDim.x, places.shape[0] - first)
        for word in range(mine, games * words, cuda.blockDim.x):
            raw[word] = places[first + word // words, word % words]
        cuda.syncthreads()
        if mine < games:
            state = records[mine]
            place = first + mine
            for row in range(seats.shape[1]):
                seat = int(seats[place, row])
                if course.shows_chance and seat == ASKS_CHANCE:
                    seat = int(state.actor)
                observe(state, state, seat, unwrapped(observation[place, row]))
            if masks and course.shows_chance and int(seats[place, 0]) == ASKS_CHANCE:
                mark_chance(state, unwrapped(mask[place]))
            elif masks:
                seat = int(seats[place, 0])
                size = legal_actions(state, seat, lists_offers(state, state, course), actions)
                mark_mask(state, seat, actions, size, unwrapped(mask[place]))

    return kernel, threads * words * WORD


@shape.kernel
def draw(mask: NDArray[np.bool_], chosen: NDArray[np.int64], counters: NDArray[np.uint64]) -> None:
    """A uniformly random legal index for each game, from the caller's own counters."""
    place = cuda.grid(1)
    if place < mask.shape[0]:
        counters[place] = advance(counters[place])
        chosen[place] = draw_index(shape.unwrapped(mask[place]), number(counters[place]))


@shape.kernel
def pick(table: NDArray[Any], rows: NDArray[np.int64], out: NDArray[Any]) -> None:
    """Some rows of a table, a block each."""
    row = rows[cuda.blockIdx.x]
    for word in range(cuda.threadIdx.x, table.shape[1], cuda.blockDim.x):
        out[cuda.blockIdx.x, word] = table[row, word]


@shape.kernel
def put_back(some: NDArray[Any], rows: NDArray[np.int64], table: NDArray[Any]) -> None:
    """The inverse: rows go back to where `pick` took them from."""
    row = rows[cuda.blockIdx.x]
    for word in range(cuda.threadIdx.x, table.shape[1], cuda.blockDim.x):
        table[row, word] = some[cuda.blockIdx.x, word]


@shape.kernel
def read_int32(places: NDArray[np.int64], word: int, bits: int, out: NDArray[np.int32]) -> None:
    """A field of each record: which word it is in, and how many bits before it."""
    place = cuda.grid(1)
    if place < places.shape[0]:
        out[place] = (places[place, word] >> bits) & 0x7FFFFFFF


@shape.kernel
def put_ends(
    done: NDArray[np.uint8], reward: NDArray[np.float32], rows: NDArray[np.int64], out: NDArray[np.uint8], paid: NDArray[np.float32]
) -> None:
    """The same for games that have ended; the ends of earlier steps stay for the others."""
    each = cuda.grid(1)
    if each < rows.shape[0] and done[each] != RUNNING:
        out[rows[each]] = done[each]
        for seat in range(reward.shape[1]):
            paid[rows[each], seat] = reward[each, seat]


@shape.kernel
def fill(
    rows: NDArray[np.uint8],
    source: NDArray[np.int32],
    category: NDArray[np.int32],
    scale: NDArray[np.int32],
    table: NDArray[Any],
    out: NDArray[Any],
) -> None:
    """Numbers for a network, one column a thread, so that neighbours write side by side."""
    column = cuda.grid(1)
    if column < out.shape[1]:
        byte, wanted, kind = source[column], category[column], scale[column]
        for row in range(cuda.blockIdx.y, rows.shape[0], cuda.gridDim.y):
            out[row, column] = scaled(rows[row, byte], wanted, kind, table)
