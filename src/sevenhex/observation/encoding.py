"""Observations as numbers for a network (version 1): categories one-hot, counts divided by their scale, as float32 or bfloat16.

Two orders of the same columns: `flat` follows the sections of the observation; `graph` puts what belongs to a hex, a corner, an edge or a
seat side by side: `nodes` cuts it into tables without a copy, and `relations` says which of them touch. A row depends on the bytes of
an observation alone.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import OptionError, one_of
from sevenhex.rules.ids import Island
from sevenhex.rules.jit import rule
from sevenhex.rules.topology import GEOMETRY

from .observation import Section, sections
from .team import Team

VERSION = 1
ORDERS = ("flat", "graph")
DTYPES = ("float32", "bfloat16")
COUNT = -1  # a column that is no category
BYTES = 256
WORTH_A_TEAM = 64  # rows: with fewer, waking threads takes longer than what they do
TABLES = {"hex": "hex", "corner": "corner", "edge": "edge", "seats": "seat"}  # a section's first name, and what its rows are


class Columns(NamedTuple):
    """How each column of a row comes about."""

    source: NDArray[np.int32]  # which byte
    category: NDArray[np.int32]  # 1 where the byte has this value; COUNT for a count
    scale: NDArray[np.int32]  # which row of the table of scaled counts


class NodeBlock(NamedTuple):
    """Rows of a graph's nodes among the columns: `rows` times `width`, from `start` on."""

    start: int
    rows: int
    width: int


def width_of(section: Section) -> int:
    """Columns for one row of a section."""
    return section.columns * (section.categories or 1)


@cache
def scales(island: int, players: int) -> tuple[int, ...]:
    return tuple(sorted({section.scale for section in sections(island, players)}))


@cache
def tables(island: int, players: int) -> dict[str, NodeBlock]:
    """The tables of the graph order: hex, corner, edge, seat, and `table`, a single row with everything else."""
    found: dict[str, NodeBlock] = {}
    start = 0
    parts = sections(island, players)
    for prefix, name in TABLES.items():
        own = [part for part in parts if part.name.startswith(f"{prefix}.")]
        found[name] = NodeBlock(start, own[0].rows, sum(map(width_of, own)))
        start += found[name].rows * found[name].width
    rest = sum(part.rows * width_of(part) for part in parts if part.name.split(".")[0] not in TABLES)
    return found | {"table": NodeBlock(start, 1, rest)}


def size(island: int, players: int) -> int:
    """How many columns a row has, in either order."""
    return sum(part.rows * width_of(part) for part in sections(island, players))


@cache
def columns(island: int, players: int, order: str = "flat") -> Columns:
    """How each column comes about, in this order."""
    if order not in ORDERS:
        raise OptionError(f"order is {order!r}; {one_of(order, ORDERS)}.", option="order")
    found = Columns(*(np.zeros(size(island, players), np.int32) for _ in range(3)))
    byte, flat = 0, 0
    filled = dict.fromkeys([*TABLES.values(), "table"], 0)  # columns of each table's row so far
    for part in sections(island, players):
        name = TABLES.get(part.name.split(".")[0], "table")
        table = tables(island, players)[name]
        for row in range(part.rows):
            at = flat if order == "flat" else table.start + row % table.rows * table.width + filled[name]
            for column in range(part.columns):
                for category in range(part.categories or 1):
                    found.source[at] = byte
                    found.category[at] = category if part.categories else COUNT
                    found.scale[at] = scales(island, players).index(part.scale)
                    at += 1
                byte += 1
            flat += width_of(part)
            if name == "table":
                filled[name] += width_of(part)
        if name != "table":
            filled[name] += width_of(part)
    return found


@cache
def number_table(island: int, players: int, dtype: str) -> NDArray[Any]:
    """What each byte becomes, by its scale; the last row holds 0 and 1 for categories. bfloat16 as its bits: NumPy has no such type."""
    if dtype not in DTYPES:
        raise OptionError(f"dtype is {dtype!r}; {one_of(dtype, DTYPES)}.", option="dtype")
    rows = [np.arange(BYTES, dtype=np.float32) / np.float32(scale) for scale in (*scales(island, players), 1)]
    numbers = np.stack(rows)
    return numbers if dtype == "float32" else rounded(numbers)


def rounded(numbers: NDArray[np.float32]) -> NDArray[np.uint16]:
    """float32 as the bits of bfloat16, to the nearest, ties to even."""
    bits = numbers.view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> np.uint64(16)) & np.uint64(1))) >> np.uint64(16)).astype(np.uint16)


@rule
def scaled(byte: int, category: int, scale: int, table: NDArray[Any]) -> Any:
    """One number of a row."""
    if category == COUNT:
        return table[scale, byte]
    return table[table.shape[0] - 1, 1 if byte == category else 0]


@rule
def expand_many(
    first: int,
    last: int,
    rows: NDArray[np.uint8],
    source: NDArray[np.int32],
    category: NDArray[np.int32],
    scale: NDArray[np.int32],
    table: NDArray[Any],
    out: NDArray[Any],
) -> None:
    """Fill rows of numbers."""
    for row in range(first, last):
        for column in range(out.shape[1]):
            out[row, column] = scaled(rows[row, source[column]], category[column], scale[column], table)


def relations(island: int) -> dict[str, NDArray[np.int64]]:
    """What touches what, as pairs of places (2, pairs), for graph networks: each pair once, from the first kind to the second."""
    geometry = GEOMETRY[Island(island)]
    hexes = [(tile, corner) for tile, corners in enumerate(geometry.hex_corners) for corner in corners]
    ends = [(edge, corner) for edge, corners in enumerate(geometry.edge_corners) for corner in corners]
    along = [pair for one, two in geometry.edge_corners for pair in ((one, two), (two, one))]
    return {
        "hex_corner": np.array(hexes, np.int64).T.copy(),
        "edge_corner": np.array(ends, np.int64).T.copy(),
        "corner_corner": np.array(along, np.int64).T.copy(),
    }


def nodes(expanded: Any, island: int, players: int) -> dict[str, Any]:
    """Rows of the graph order cut into tables, without a copy: `hex` (games, hexes, features), `corner`, `edge`, `seat`, `table`.

    Takes arrays of NumPy, PyTorch and JAX alike.
    """
    found = {}
    for name, table in tables(island, players).items():
        part = expanded[..., table.start : table.start + table.rows * table.width]
        found[name] = part.reshape(*expanded.shape[:-1], table.rows, table.width)
    return found


def expand(
    observation: NDArray[np.uint8],
    island: int,
    players: int,
    dtype: str = "float32",
    order: str = "flat",
    out: NDArray[Any] | None = None,
    team: Team | None = None,
) -> NDArray[Any]:
    """Rows of bytes as rows of numbers; bfloat16 comes as uint16 (`torch.from_numpy(found).view(torch.bfloat16)`)."""
    table = number_table(island, players, dtype)
    how = columns(island, players, order)
    width = sum(part.size for part in sections(island, players))
    if observation.dtype != np.uint8 or observation.shape[-1:] != (width,):
        said = f"{observation.dtype} of shape {observation.shape}"
        raise OptionError(f"observation is {said}; expected uint8 with {width} bytes a row.", option="observation")
    shape = (*observation.shape[:-1], size(island, players))
    found = np.empty(shape, table.dtype) if out is None else out
    if found.shape != shape or found.dtype != table.dtype or not found.flags.c_contiguous or not found.flags.writeable:
        raise OptionError(f"out is {found.dtype} of shape {found.shape}; expected writable {table.dtype} of shape {shape}.", option="out")
    rows = np.ascontiguousarray(observation).reshape(-1, width)
    work = (rows, *how, table, found.reshape(len(rows), -1))
    if team is None or len(rows) < WORTH_A_TEAM:
        expand_many(0, len(rows), *work)
    else:
        bounds = [len(rows) * part // team.size for part in range(team.size + 1)]
        team.each(expand_many, [(first, last, *work) for first, last in pairwise(bounds)])
    return found
