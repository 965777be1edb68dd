"""The check of states: it finds what is wrong, says it, and is quiet about sound states."""

from __future__ import annotations

import re

import numpy as np
import pytest

from clauses import clause
from positions import Table
from sevenhex.editions import load
from sevenhex.editions.start import new_state
from sevenhex.errors import NotationError, StateError
from sevenhex.game.game import Game
from sevenhex.playout import batch
from sevenhex.rules.actions import trade
from sevenhex.rules.apply import place_first_settlement, start
from sevenhex.rules.bytes import state_from_bytes, state_to_bytes
from sevenhex.rules.check import _defects, check
from sevenhex.rules.defect import SENTENCES, Defect
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.totals import TOTALS, totals_of


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
    "ROTATION": {"turn": 10},
    "DISCARD": {"discard_left": (0, 2)},
    "ROBBERY": {"victim": 1},
    "ROBBER": {"phase": Phase.ROBBER},
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


# --- complete: what could not be played on is refused


def beginning(players=4, edition="sixth", **options):
    """The first state of a game, rolling for the start."""
    return new_state(load(edition).configure(players, **options), 1)[0]


def named(state):
    totals = np.zeros(5, np.int64)
    totals_of(beginning(int(state["players"][0]))[0], totals)
    mask = int(_defects(state, totals))
    return {defect.name for defect in Defect if mask >> defect & 1}


ORDERS = {
    "all have rolled": {"order_roll": [5, 6, 7, 8, 0, 0]},
    "the only two left have rolled": {"contenders": 0b0101, "order_roll": [5, 0, 5, 0, 0, 0]},
    "one alone": {"contenders": 0b0100},
    "not in the order of seats": {"order_roll": [5, 0, 4, 0, 0, 0]},
    "one who is out has rolled": {"contenders": 0b0110, "order_roll": [5, 0, 0, 0, 0, 0]},
    "in the middle of the set-up": {"setup_step": 3},
    "after the set-up": {"setup_step": 8},
    "a picture's set-up that is not finished": {"placed_start": 1},
}


@clause("SETUP-9")
@pytest.mark.parametrize("name", ORDERS)
def test_a_roll_for_the_start_that_cannot_go_on_is_refused(name):
    state = beginning()
    assert named(state) == set()
    for field, value in ORDERS[name].items():
        state[field] = value
    assert named(state) == {"SETUP"}
    with pytest.raises(StateError, match="set-up"):
        state_from_bytes(state_to_bytes(state))


@clause("SETUP-9")
def test_a_record_whose_roll_for_the_start_is_finished_is_refused():
    """Such a record once made compiled rules write outside the state."""
    game = Game.new("sixth", 4, seed=1)
    position = game.position()
    assert "order=" in position
    finished = re.sub(r"order=\S+", "order=red:5,blue:6,orange:7,white:8", position)
    for text in (finished, game.record().replace(position, finished)):
        with pytest.raises(NotationError, match="SETUP-9"):
            Game.at(text) if text is finished else Game.load(text)


@clause("SETUP-10", "SETUP-11")
def test_a_set_up_that_does_not_fit_the_board_is_refused():
    state = beginning()
    start(state[0], 0)
    assert named(state) == set()
    state["setup_step"] = 2
    state["actor"] = 2
    assert named(state) == {"SETUP"}  # the pieces of two players are missing
    state = beginning()
    start(state[0], 0)
    state["hand"][0, 1] = 1 << 8
    state["supply"] -= 1 << 8
    assert named(state) == {"SETUP"}  # nothing has been paid yet


@clause("DEV-4")
def test_free_roads_without_a_place_are_refused():
    table = position()
    table.state["phase"], table.state["free_roads"], table.state["card_played"] = Phase.FREE_ROADS, 2, 1
    assert found(table) == set()
    table.state["roads_left"][0, 0] = 0
    assert "FREE_ROADS" in found(table)


@clause("PAIR-1")
def test_a_part_before_the_roll_is_refused():
    table = Table.new(6, large=True)
    table.state["part"] = 1
    assert "COURSE" in found(table)


@clause("TRADE-6")
def test_two_harbors_at_a_corner_are_refused():
    table = position()
    edges = table.geometry.coast[:2]
    table.state["harbor_edge"][0, :2] = edges
    assert found(table) == {"ISLAND"}


@clause("TRADE-2")
def test_words_of_a_trade_with_bits_that_mean_nothing_are_refused():
    table = position()
    table.state["proposal"][0, 1] = int(trade(int(Kind.PROPOSE), 1, 1 << 8)) | 1 << 62
    assert found(table) == {"TRADE"}


@pytest.mark.parametrize("word", [0, 1])
def test_derived_sets_are_not_believed(word):
    """Corners that do not exist, in the set that the search for routes walks over."""
    table = position()
    table.state["near_corners"][0, :, word] = (1 << 63) - 1
    assert "NEAR_CORNERS" in found(table)


@clause("SETUP-12")
def test_an_empty_supply_pays_nothing_in_the_set_up():
    state = beginning()
    start(state[0], 0)
    state["supply"] = 0
    state["setup_step"] = 7
    place_first_settlement(state[0], 0, int(state["open_corners"][0, 0]).bit_length() - 1)
    assert state["supply"][0] == 0
    assert state["hand"][0, 0] == 0
