"""Who starts, and the two rounds of placing (SETUP-9 to SETUP-12)."""

from __future__ import annotations

import pytest

from clauses import clause
from positions import Table
from sevenhex.rules.ids import Phase

PLACES = [  # corner and road of each step; the island is large enough that nobody is in the way
    ("A2.S", "B2.NE"),
    ("D1.SE", "E1.NW"),
    ("C3.SE", "D3.NW"),
    ("A3.NE", "A3.E"),
    ("C5.S", "C5.SE"),
    ("E3.N", "E3.NW"),
    ("C1.N", "C1.NW"),
    ("A1.NW", "A1.W"),
]


@clause("SETUP-9")
def test_the_highest_roll_starts():
    table = Table.new(3)
    assert table.phase == Phase.ORDER_DICE
    table.play("chance", "dice 2 3", "dice 6 4", "dice 5 4")
    assert (table.phase, table.actor, table.number("starter")) == (Phase.SETUP_SETTLEMENT, "blue", 1)


@clause("SETUP-9")
def test_those_who_tie_roll_again_and_only_they():
    table = Table.new(4).play("chance", "dice 6 5", "dice 2 1", "dice 5 6", "dice 6 4")
    assert table.phase == Phase.ORDER_DICE
    table.play("chance", "dice 3 3", "dice 4 2")  # red and orange tie once more
    table.play("chance", "dice 1 1", "dice 1 2")
    assert table.actor == "orange"


@clause("SETUP-9")
def test_no_roll_where_the_starting_player_is_named():
    table = Table.new(4, starter="white")
    assert (table.phase, table.actor) == (Phase.SETUP_SETTLEMENT, "white")


@clause("SETUP-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_once_round_and_back_then_the_starting_player_begins(players):
    table = Table.new(players, starter="blue")
    colours = list(table.naming.colours)
    clockwise = colours[1:] + colours[:1]
    for colour, (corner, edge) in zip(clockwise + clockwise[::-1], PLACES, strict=False):
        assert table.awaited() == {colour}
        table.play(colour, f"settle {corner}", f"road {edge}")
    assert (table.phase, table.actor, table.number("turn")) == (Phase.ROLL, "blue", 1)
    assert {table.points(colour) for colour in colours} == {2}


@clause("SETUP-10")
def test_the_road_touches_the_settlement_just_placed():
    table = Table.new(2, starter="red")
    table.play("red", "settle A2.S", "road B2.NE").play("blue", "settle D1.SE", "road E1.NW")
    table.play("blue", "settle C3.SE")
    assert not table.may("blue", "road D1.SE")  # beside the first settlement
    assert len(table.actions("blue")) == 3
    table.play("blue", "road D3.NE")


@clause("SETUP-11")
def test_distance_holds_in_the_set_up_and_no_road_is_needed():
    table = Table.new(2, starter="red").play("red", "settle A2.S", "road B2.NE")
    for neighbour in ("A2.S", "A2.SW", "A2.SE", "B2.SE"):
        assert not table.may("blue", f"settle {neighbour}")
    assert table.may("blue", "settle A1.S")  # two edges away
    assert len(table.actions("blue")) == 54 - 4


@clause("SETUP-12")
def test_only_the_second_settlement_pays_one_card_a_hex():
    table = Table.new(2, starter="red")
    table.play("red", "settle A2.S", "road B2.NE")
    assert table.holds("red") == {}
    table.play("blue", "settle D1.SE", "road E1.NW", "settle C3.SE")
    assert table.holds("blue") == {"brick": 1, "lumber": 1, "ore": 1}
    table.play("blue", "road D3.NE").play("red", "settle A1.S")  # beside the desert
    assert table.holds("red") == {"brick": 1, "wool": 1}
    assert (table.supply("brick"), table.supply("grain")) == (17, 19)


@clause("SETUP-12")
def test_a_settlement_at_the_coast_gets_fewer_cards():
    table = Table.new(2, starter="red").play("red", "settle A2.S", "road B2.NE")
    table.play("blue", "settle D1.SE", "road E1.NW", "settle C5.NE")
    assert table.holds("blue") == {"wool": 1}
