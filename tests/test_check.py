"""The check of states: it finds what is wrong, says it, and is quiet about sound states."""

from __future__ import annotations

import numpy as np
import pytest

from positions import Table
from sevenhex.playout import batch
from sevenhex.rules.check import SENTENCES, TOTALS, Defect, _defects, check
from sevenhex.rules.ids import Phase


def position():
    """A table in the middle of a game with something of everything."""
    table = Table().settlement("red", "C1.NW").way("red", "C1.NW", "C1.N", "C1.NE", "C2.N", "C2.NE", "C3.N")
    table.city("blue", "E1.S", "E1.SW").settlement("orange", "A3.NE", "A3.E").settlement("white", "B1.NW", "B1.NW")
    table.hand("red", ore=3, wool=1).hand("blue", grain=2).cards("red", knight=1, monopoly=1).knights("blue", 3)
    return table.sound()


def found(table):
    mask = int(_defects(table.state, TOTALS[0]))
    return {defect.name for defect in Defect if mask >> defect & 1}


CASES = {
    "PLAYERS": {"players": 7},
    "PHASE": {"phase": 12},
    "SEATS": {"actor": 4},
    "ISLAND": {"robber": 19},
    "PIECES": {"building": (53, 6)},
    "COUNTS": {"hand": (0, -1)},
    "OPTIONS": {"target": 0},
    "RESOURCES": {"supply": 0},
    "CARDS": {"deck": 0},
    "FRESH": {"fresh": 1 << 24},
    "ROADS": {"roads_left": (0, 9)},
    "SETTLEMENTS": {"settlements_left": (1, 4)},
    "CITIES": {"cities_left": (1, 4)},
    "EMPTY_SEATS": {"knights": (5, 1)},
    "ROUTE_HOLDER": {"route_holder": 1},
    "ARMY_HOLDER": {"army_holder": -1},
    "VICTORY": {"winner": 2},
    "COURSE": {"actor": 1},
    "DISCARD": {"discard_left": (0, 2)},
    "ROBBERY": {"victim": 1},
    "FREE_ROADS": {"free_roads": 1},
    "SETUP": {"setup_corner": 3},
    "DICE": {"die_one": 0},
    "TRADE": {"answer": (1, 1)},
    "OPEN_CORNERS": {"open_corners": (0, 0)},
    "EMPTY_EDGES": {"empty_edges": (1, 0)},
    "NEAR_CORNERS": {"near_corners": ((0, 0), 0)},
    "NEAR_EDGES": {"near_edges": ((0, 0), 0)},
    "SETTLED": {"settled": ((0, 0), 0)},
    "INCOME": {"income": ((0, 0), 1)},
    "RATES": {"rates": (3, 0)},
    "CORNER_HARBOR": {"corner_harbor": (0, 2)},
    "ROUTE": {"route": (0, 6)},
    "POINTS": {"points": (0, 4)},
    "HEXES": {"hexes": (0, 0)},
}


@pytest.mark.parametrize("name", CASES)
def test_every_kind_of_defect_is_found_and_said(name):
    table = position()
    for field, value in CASES[name].items():
        if isinstance(value, tuple):
            table.state[field][(0, *value[0]) if isinstance(value[0], tuple) else (0, value[0])] = value[1]
        else:
            table.state[field] = value
    assert name in found(table)
    assert SENTENCES[Defect[name]] in check(table.state)


def test_crowded_and_lonely_pieces():
    table = position()
    table.settlement("blue", "E1.SE", "E1.SE")
    assert found(table) == {"DISTANCE"}
    assert "CONNECTION" in found(position().settlement("blue", "C5.NE"))
    assert "CONNECTION" in found(position().roads("blue", "C5.E"))


def test_every_defect_has_a_case_and_a_sentence():
    assert {*CASES, "DISTANCE", "CONNECTION"} == {defect.name for defect in Defect}
    assert set(SENTENCES) == set(Defect)


def test_other_boxes():
    table = position()
    totals = TOTALS[0].copy()
    totals[3] = 6
    assert check(table.state, totals) == [SENTENCES[Defect.SETTLEMENTS]]


def test_almost_any_flipped_bit_is_noticed():
    """Bits flipped at random after a random game: nearly all make the state unsound, none makes the check fall over."""
    _, _, _, state = batch.check_games(Table.new(4).state, 4, 1)
    table = Table.new(4)
    rng = np.random.default_rng(3)
    noticed = 0
    for _ in range(300):
        data = bytearray(state.tobytes())
        data[rng.integers(len(data))] ^= 1 << int(rng.integers(8))
        table.state = np.frombuffer(bytes(data), state.dtype).copy()
        noticed += bool(check(table.state))
    assert noticed > 240
    assert state["phase"][0] == Phase.OVER
