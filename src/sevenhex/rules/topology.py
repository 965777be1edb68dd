"""The geometry of both islands, derived from the lengths of their rows: hexes, corners, edges, and how they touch.

Names follow the pictures: a hex is a row letter and a number (`B3`), a corner a hex and a direction (`B3.SE`), an edge a hex and a
side (`B3.E`). A place that several hexes share is called after the first of them in reading order; any of its names is understood.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import cast

import numpy as np

from .ids import MAX_CORNERS, MAX_EDGES, MAX_HEXES, Island
from .record import Ints, IntTable, IntTables
from .state import WORD_BITS, WORDS

ROWS = {Island.SMALL: (3, 4, 5, 4, 3), Island.LARGE: (3, 4, 5, 6, 5, 4, 3)}
CORNER_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
SIDE_NAMES = ("NE", "E", "SE", "SW", "W", "NW")  # side k joins corners k and k + 1

# Twice the horizontal and vertical distance from a hex's centre (units: half a hex width, a quarter of its height).
CORNER_OFFSETS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
NEIGHBOR_OFFSETS = ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3))


class Geometry:
    """One island: names, numbers and neighbours."""

    def __init__(self, island: Island) -> None:
        self.island = island
        self.rows = ROWS[island]
        widest = max(self.rows)
        self.hex_names: list[str] = []
        self.hex_points: list[tuple[int, int]] = []
        for row, length in enumerate(self.rows):
            for place in range(length):
                self.hex_names.append(f"{chr(ord('A') + row)}{place + 1}")
                self.hex_points.append((widest - length + 2 * place, 3 * row))
        named: dict[tuple[int, int], list[str]] = {}
        sides: dict[frozenset[tuple[int, int]], list[str]] = {}
        for name, (x, y) in zip(self.hex_names, self.hex_points, strict=True):
            points = [(x + dx, y + dy) for dx, dy in CORNER_OFFSETS]
            for direction, point in zip(CORNER_NAMES, points, strict=True):
                named.setdefault(point, []).append(f"{name}.{direction}")
            for place, side in enumerate(SIDE_NAMES):
                sides.setdefault(frozenset((points[place], points[(place + 1) % 6])), []).append(f"{name}.{side}")
        self.corner_points = sorted(named, key=lambda point: (point[1], point[0]))
        self.corner_aliases = [named[point] for point in self.corner_points]
        corner_at = {point: corner for corner, point in enumerate(self.corner_points)}
        ends = {edge: tuple(sorted(corner_at[point] for point in edge)) for edge in sides}
        ordered = sorted(sides, key=lambda edge: (sum(y for _, y in edge), sum(x for x, _ in edge)))
        self.edge_corners: list[tuple[int, ...]] = [ends[edge] for edge in ordered]
        self.edge_aliases = [sides[edge] for edge in ordered]
        self.hex_corners = [[corner_at[x + dx, y + dy] for dx, dy in CORNER_OFFSETS] for x, y in self.hex_points]
        edge_at = {pair: edge for edge, pair in enumerate(self.edge_corners)}
        self.hex_edges = [
            [edge_at[min(a, b), max(a, b)] for a, b in zip(around, around[1:] + around[:1], strict=True)] for around in self.hex_corners
        ]
        hex_at = {point: place for place, point in enumerate(self.hex_points)}
        self.hex_neighbors = [[hex_at.get((x + dx, y + dy), -1) for dx, dy in NEIGHBOR_OFFSETS] for x, y in self.hex_points]

    @cached_property
    def corner_names(self) -> list[str]:
        return [aliases[0] for aliases in self.corner_aliases]

    @cached_property
    def edge_names(self) -> list[str]:
        return [aliases[0] for aliases in self.edge_aliases]

    @cached_property
    def hex_ids(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.hex_names)}

    @cached_property
    def corner_ids(self) -> dict[str, int]:
        return {alias: corner for corner, aliases in enumerate(self.corner_aliases) for alias in aliases}

    @cached_property
    def edge_ids(self) -> dict[str, int]:
        return {alias: edge for edge, aliases in enumerate(self.edge_aliases) for alias in aliases}

    @cached_property
    def coast(self) -> list[int]:
        """The coast's edges clockwise, beginning with the north-west side of A1."""
        shore = {edge for edge, aliases in enumerate(self.edge_aliases) if len(aliases) == 1}
        here = self.edge_ids["A1.NW"]
        corner = self.corner_ids["A1.N"]
        walk = [here]
        while len(walk) < len(shore):
            here = next(edge for edge in shore if edge not in walk and corner in self.edge_corners[edge])
            a, b = self.edge_corners[here]
            corner = b if a == corner else a
            walk.append(here)
        return walk

    @cached_property
    def spiral_corners(self) -> list[int]:
        """The hexes a spiral of tokens may begin on (SETUP-4), clockwise from A1."""
        last, middle = len(self.rows) - 1, len(self.rows) // 2
        names = ["A1", f"A{self.rows[0]}", f"{chr(65 + middle)}{self.rows[middle]}", f"{chr(65 + last)}{self.rows[last]}"]
        names += [f"{chr(65 + last)}1", f"{chr(65 + middle)}1"]
        return [self.hex_ids[name] for name in names]

    def spiral(self, start: int) -> list[int]:
        """All hexes from a corner hex counter-clockwise round the coast and inward (SETUP-4)."""
        left = set(range(len(self.hex_names)))
        # From A1 the first leg runs south-west; each corner further clockwise it turns once.
        heading = (self.spiral_corners.index(start) + 3) % 6
        order = [start]
        left.discard(start)
        while left:
            here = self.hex_neighbors[order[-1]]
            # Straight on while there is land to take, else turn left: counter-clockwise headings fall.
            heading = next(turn % 6 for turn in range(heading + 6, heading, -1) if here[turn % 6] in left)
            order.append(here[heading])
            left.discard(here[heading])
        return order


GEOMETRY = {island: Geometry(island) for island in Island}


def _table(size: int, width: int, rows: dict[Island, list[list[int]]]) -> IntTables:
    """Both islands' rows in one array, short rows filled up with -1."""
    table = np.full((len(Island), size, width), -1, np.int8)
    for island, filled in rows.items():
        for place, values in enumerate(filled):
            table[island, place, : len(values)] = values
    return cast(IntTables, table)


def _sets(size: int, members: dict[Island, list[list[int]]]) -> IntTables:
    """Both islands' sets of places as words of bits."""
    table = np.zeros((len(Island), size, WORDS), np.int64)
    for island, rows in members.items():
        for place, values in enumerate(rows):
            for value in values:
                table[island, place, value // WORD_BITS] |= 1 << (value % WORD_BITS)
    return cast(IntTables, table)


def _row(values: Iterable[int]) -> Ints:
    return cast(Ints, np.array(list(values), np.int64))


def _touching(count: int, groups: list[list[int]] | list[tuple[int, ...]]) -> list[list[int]]:
    """For each member, the groups it belongs to."""
    return [[group for group, members in enumerate(groups) if member in members] for member in range(count)]


_corner_edges = {i: _touching(len(g.corner_points), g.edge_corners) for i, g in GEOMETRY.items()}
_neighbors = {
    i: [[next(c for c in GEOMETRY[i].edge_corners[edge] if c != corner) for edge in edges] for corner, edges in enumerate(rows)]
    for i, rows in _corner_edges.items()
}

HEXES = _row(len(GEOMETRY[i].hex_names) for i in Island)
CORNERS = _row(len(GEOMETRY[i].corner_points) for i in Island)
EDGES = _row(len(GEOMETRY[i].edge_corners) for i in Island)
HEX_CORNERS = _table(MAX_HEXES, 6, {i: g.hex_corners for i, g in GEOMETRY.items()})
CORNER_HEXES = _table(MAX_CORNERS, 3, {i: _touching(len(g.corner_points), g.hex_corners) for i, g in GEOMETRY.items()})
CORNER_EDGES = _table(MAX_CORNERS, 3, _corner_edges)
CORNER_NEIGHBORS = _table(MAX_CORNERS, 3, _neighbors)  # in the order of CORNER_EDGES
# The way back: which of the neighbour's three edges leads to this corner.
CORNER_RETURN = _table(
    MAX_CORNERS,
    3,
    {
        i: [[rows[_neighbors[i][c][slot]].index(edge) for slot, edge in enumerate(edges)] for c, edges in enumerate(rows)]
        for i, rows in _corner_edges.items()
    },
)
EDGE_CORNERS = _table(MAX_EDGES, 2, {i: [list(pair) for pair in g.edge_corners] for i, g in GEOMETRY.items()})
EDGE_SUM = cast(IntTable, EDGE_CORNERS.sum(axis=2, dtype=np.int64))  # less one end it is the other
CORNER_BIT = _sets(MAX_CORNERS, {i: [[c] for c in range(CORNERS[i])] for i in Island})
EDGE_BIT = _sets(MAX_EDGES, {i: [[e] for e in range(EDGES[i])] for i in Island})
EDGE_CORNER_SET = _sets(MAX_EDGES, {i: [list(pair) for pair in g.edge_corners] for i, g in GEOMETRY.items()})
CORNER_SURROUNDING = _sets(MAX_CORNERS, {i: [[c, *near] for c, near in enumerate(rows)] for i, rows in _neighbors.items()})
CORNER_EDGE_SET = _sets(MAX_CORNERS, _corner_edges)
CORNER_HEX_SET = cast(
    IntTable, np.array([[sum(1 << int(tile) for tile in row if tile >= 0) for row in CORNER_HEXES[island]] for island in Island], np.int64)
)
ALL_HEXES = _row((1 << int(count)) - 1 for count in HEXES)
ALL_CORNERS = cast(IntTable, CORNER_BIT.sum(axis=1))
ALL_EDGES = cast(IntTable, EDGE_BIT.sum(axis=1))
