"""The two islands' geometry against what the pictures show."""

from __future__ import annotations

import numpy as np
import pytest

from clauses import clause
from sevenhex.rules.ids import Island
from sevenhex.rules.topology import ALL_CORNERS, ALL_EDGES, CORNER_EDGES, CORNER_HEXES, CORNER_NEIGHBORS, EDGE_CORNERS, GEOMETRY

SMALL, LARGE = GEOMETRY[Island.SMALL], GEOMETRY[Island.LARGE]

COAST = {
    Island.SMALL: "A1.NW A1.NE A2.NW A2.NE A3.NW A3.NE A3.E B4.NE B4.E C5.NE C5.E C5.SE D4.E D4.SE E3.E "
    "E3.SE E3.SW E2.SE E2.SW E1.SE E1.SW E1.W D1.SW D1.W C1.SW C1.W C1.NW B1.W B1.NW A1.W",
    Island.LARGE: "A1.NW A1.NE A2.NW A2.NE A3.NW A3.NE A3.E B4.NE B4.E C5.NE C5.E D6.NE D6.E D6.SE E5.E E5.SE F4.E F4.SE G3.E "
    "G3.SE G3.SW G2.SE G2.SW G1.SE G1.SW G1.W F1.SW F1.W E1.SW E1.W D1.SW D1.W D1.NW C1.W C1.NW B1.W B1.NW A1.W",
}
SPIRALS = {
    (Island.SMALL, "A1"): "A1 B1 C1 D1 E1 E2 E3 D4 C5 B4 A3 A2 B2 C2 D2 D3 C4 B3 C3",
    (Island.SMALL, "A3"): "A3 A2 A1 B1 C1 D1 E1 E2 E3 D4 C5 B4 B3 B2 C2 D2 D3 C4 C3",
    (Island.SMALL, "C5"): "C5 B4 A3 A2 A1 B1 C1 D1 E1 E2 E3 D4 C4 B3 B2 C2 D2 D3 C3",
    (Island.SMALL, "E3"): "E3 D4 C5 B4 A3 A2 A1 B1 C1 D1 E1 E2 D3 C4 B3 B2 C2 D2 C3",
    (Island.SMALL, "E1"): "E1 E2 E3 D4 C5 B4 A3 A2 A1 B1 C1 D1 D2 D3 C4 B3 B2 C2 C3",
    (Island.SMALL, "C1"): "C1 D1 E1 E2 E3 D4 C5 B4 A3 A2 A1 B1 C2 D2 D3 C4 B3 B2 C3",
    (Island.LARGE, "A3"): "A3 A2 A1 B1 C1 D1 E1 F1 G1 G2 G3 F4 E5 D6 C5 B4 B3 B2 C2 D2 E2 F2 F3 E4 D5 C4 C3 D3 E3 D4",
    (Island.LARGE, "D6"): "D6 C5 B4 A3 A2 A1 B1 C1 D1 E1 F1 G1 G2 G3 F4 E5 D5 C4 B3 B2 C2 D2 E2 F2 F3 E4 D4 C3 D3 E3",
    (Island.LARGE, "G1"): "G1 G2 G3 F4 E5 D6 C5 B4 A3 A2 A1 B1 C1 D1 E1 F1 F2 F3 E4 D5 C4 B3 B2 C2 D2 E2 E3 D4 C3 D3",
    (Island.LARGE, "D1"): "D1 E1 F1 G1 G2 G3 F4 E5 D6 C5 B4 A3 A2 A1 B1 C1 D2 E2 F2 F3 E4 D5 C4 B3 B2 C2 D3 E3 D4 C3",
}


@clause("COMP-1", "SETUP-13")
def test_sizes() -> None:
    counts = {island: (len(g.hex_names), len(g.corner_points), len(g.edge_corners)) for island, g in GEOMETRY.items()}
    assert counts == {Island.SMALL: (19, 54, 72), Island.LARGE: (30, 80, 109)}
    assert LARGE.rows == (3, 4, 5, 6, 5, 4, 3)


@pytest.mark.parametrize("island", list(Island))
def test_the_coast_clockwise(island: Island) -> None:
    assert [GEOMETRY[island].edge_names[edge] for edge in GEOMETRY[island].coast] == COAST[island].split()


@clause("SETUP-4", "SETUP-13")
@pytest.mark.parametrize(("island", "corner"), list(SPIRALS))
def test_spirals(island: Island, corner: str) -> None:
    geometry = GEOMETRY[island]
    assert [geometry.hex_names[place] for place in geometry.spiral(geometry.hex_ids[corner])] == SPIRALS[island, corner].split()


def test_spirals_begin_on_six_corner_hexes() -> None:
    assert [SMALL.hex_names[place] for place in SMALL.spiral_corners] == ["A1", "A3", "C5", "E3", "E1", "C1"]
    assert [LARGE.hex_names[place] for place in LARGE.spiral_corners] == ["A1", "A3", "D6", "G3", "G1", "D1"]


def test_shared_places_have_all_their_names() -> None:
    assert SMALL.corner_aliases[SMALL.corner_ids["D2.N"]] == ["C2.SE", "C3.SW", "D2.N"]
    assert SMALL.edge_ids["B2.W"] == SMALL.edge_ids["B1.E"]
    assert SMALL.corner_ids["A1.N"] == 0
    assert SMALL.corner_names[53] == "E3.S"


@pytest.mark.parametrize("island", list(Island))
def test_tables_agree_with_each_other(island: Island) -> None:
    geometry = GEOMETRY[island]
    for corner in range(len(geometry.corner_points)):
        for edge, other in zip(CORNER_EDGES[island, corner], CORNER_NEIGHBORS[island, corner], strict=True):
            assert (edge < 0) == (other < 0)
            if edge >= 0:
                assert set(EDGE_CORNERS[island, edge].tolist()) == {corner, int(other)}
        for tile in CORNER_HEXES[island, corner]:
            assert tile < 0 or corner in geometry.hex_corners[tile]
    for tile, around in enumerate(geometry.hex_neighbors):
        for side, other in enumerate(around):
            assert other < 0 or geometry.hex_neighbors[other][(side + 3) % 6] == tile
    bits = [sum(int(word).bit_count() for word in table[island]) for table in (ALL_CORNERS, ALL_EDGES)]
    assert bits == [len(geometry.corner_points), len(geometry.edge_corners)]
    assert np.unique([len(set(corners)) for corners in geometry.hex_corners]).tolist() == [6]
