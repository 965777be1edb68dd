"""Roads, settlements, cities, cards (BUILD-1 to BUILD-5)."""

from __future__ import annotations

import pytest

from clauses import clause
from positions import FOURTEEN_ROADS, Table
from sevenhex.rules.ids import Kind, Phase


def rich(table, colour="red"):
    return table.hand(colour, brick=5, lumber=5, wool=5, grain=5, ore=5)


@clause("BUILD-1")
def test_a_road_costs_brick_and_lumber_and_touches_the_own_network():
    table = Table().settlement("red", "C3.SE", "D3.NE").hand("red", brick=1, lumber=1)
    places = {table.geometry.edge_names[a >> 6] for a in table.actions("red") if a & 63 == Kind.ROAD}
    # beside the settlement (two), and on from the road's far end (two)
    assert places == {table.geometry.edge_names[table.geometry.edge_ids[name]] for name in ("C3.E", "D3.NW", "D3.E", "C4.SE")}
    table.play("red", "road D3.E")
    assert table.held("red") == 0
    assert (table.supply("brick"), table.supply("lumber")) == (19, 19)
    assert not table.may("red", "road D3.SE")  # nothing left to pay with


@clause("BUILD-1")
@pytest.mark.parametrize("hand", [{"brick": 3}, {"lumber": 3}, {"wool": 3, "grain": 3, "ore": 3}])
def test_a_road_must_be_paid(hand):
    assert not Table().settlement("red", "C3.SE", "D3.NE").hand("red", **hand).may("red", "road D3.E")


@clause("BUILD-1")
def test_one_road_an_edge_and_the_coast_is_fine():
    table = rich(Table().settlement("red", "A1.N", "A1.NW").settlement("blue", "A1.S", "A1.SW").roads("blue", "A1.W"))
    assert not table.may("red", "road A1.NW")
    assert not table.may("red", "road A1.W")
    assert table.may("red", "road A1.NE")


@clause("BUILD-1")
def test_not_through_an_opponents_building():
    """Blue's settlement stands at the end of red's road."""
    table = rich(Table().settlement("red", "C3.SE", "D3.NE").settlement("blue", "D3.SE", "D3.SE").roads("red", "D3.E"))
    assert not table.may("red", "road D4.SW")
    assert table.may("red", "road C4.SE")
    table.settlement("red", "D4.S").way("red", "D4.S", "D4.SW")  # red comes from the other side too
    assert table.may("red", "road D4.E") is False
    assert not table.may("red", "road D3.SE")


@clause("BUILD-1")
def test_an_opponents_settlement_closes_the_way_afterwards():
    table = Table().settlement("red", "C3.SE").way("red", "C3.SE", "D3.NE", "D3.SE")
    table.settlement("blue", "E3.SE").way("blue", "E3.SE", "E3.NE", "E3.N")  # E3.N is D3.SE
    rich(rich(table), "blue")
    before = table.may("red", "road D3.SE")
    table.turn("blue").play("blue", "settle D3.SE").turn("red")
    assert (before, table.may("red", "road D3.SE")) == (True, False)


@clause("BUILD-2")
def test_a_settlement_costs_four_cards_and_needs_an_own_road():
    table = Table().settlement("red", "C3.SE").way("red", "C3.SE", "D3.NE", "D3.SE").hand("red", brick=1, lumber=1, wool=1, grain=1)
    places = {table.geometry.corner_names[a >> 6] for a in table.actions("red") if a & 63 == Kind.SETTLE}
    assert places == {table.geometry.corner_names[table.geometry.corner_ids["D3.SE"]]}
    table.play("red", "settle D3.SE")
    assert (table.held("red"), table.points("red")) == (0, 2)


@clause("BUILD-2")
@pytest.mark.parametrize("missing", ["brick", "lumber", "wool", "grain"])
def test_each_of_the_four_is_needed(missing):
    hand = {"brick": 2, "lumber": 2, "wool": 2, "grain": 2, "ore": 5} | {missing: 0}
    table = Table().settlement("red", "C3.SE").way("red", "C3.SE", "D3.NE", "D3.SE").hand("red", **hand)
    assert not table.may("red", "settle D3.SE")


@clause("BUILD-2")
def test_all_three_neighbouring_corners_must_be_empty():
    table = rich(Table().settlement("red", "C3.SE").way("red", "C3.SE", "D3.NE", "D3.SE", "D3.S"))
    assert not table.may("red", "settle D3.NE")  # beside the own settlement
    assert table.may("red", "settle D3.SE")
    table.settlement("blue", "D4.S", "D4.SE")
    assert not table.may("red", "settle D3.SE")
    assert table.may("red", "settle D3.S")


@clause("BUILD-2")
def test_an_opponents_road_does_not_help():
    table = rich(Table().settlement("red", "C3.SE", "D3.NE").settlement("blue", "A2.S").way("blue", "A2.S", "B2.N", "B2.NW"))
    assert not table.may("red", "settle B2.NW")


@clause("BUILD-3")
def test_a_city_replaces_an_own_settlement_whose_piece_comes_back():
    table = Table().settlement("red", "C3.SE", "D3.NE").settlement("blue", "A2.S", "A2.SW").hand("red", grain=2, ore=3)
    assert not table.may("red", "city A2.S")  # blue's
    assert not table.may("red", "city D3.S")  # empty
    assert int(table.state["settlements_left"][0, 0]) == 4
    table.play("red", "city C3.SE")
    assert (table.points("red"), table.held("red")) == (2, 0)
    assert (int(table.state["settlements_left"][0, 0]), int(table.state["cities_left"][0, 0])) == (5, 3)
    assert not rich(table).may("red", "city C3.SE")  # already one


@clause("BUILD-3")
@pytest.mark.parametrize("hand", [{"grain": 1, "ore": 5}, {"grain": 5, "ore": 2}])
def test_a_city_must_be_paid(hand):
    assert not Table().settlement("red", "C3.SE", "D3.NE").hand("red", **hand).may("red", "city C3.SE")


@clause("BUILD-4")
def test_a_card_costs_three_and_comes_from_the_deck_by_chance():
    table = Table().hand("red", wool=1, grain=1, ore=1).play("red", "buy")
    assert (table.phase, table.held("red")) == (Phase.DRAW, 0)
    assert sorted(table.chances().values()) == [2, 2, 2, 5, 14]
    table.play("chance", "draw monopoly")
    assert table.card_count("red", "monopoly") == 1
    assert table.phase == Phase.MAIN
    rich(table).play("red", "buy")
    assert sorted(table.chances().values()) == [1, 2, 2, 5, 14]


@clause("BUILD-4")
@pytest.mark.parametrize("hand", [{"wool": 1, "grain": 1}, {"wool": 1, "ore": 1}, {"grain": 1, "ore": 1}])
def test_a_card_must_be_paid(hand):
    assert not Table().hand("red", **hand).may("red", "buy")


@clause("BUILD-4")
def test_an_empty_deck_sells_nothing():
    table = rich(Table().knights("blue", 14).cards("white", victory_point=5, road_building=2, year_of_plenty=2, monopoly=1))
    table.play("red", "buy")
    assert len(table.chances()) == 1
    table.play("chance", "draw monopoly")
    assert table.held("red") == 22
    assert not table.may("red", "buy")
    table.turn("red").play("red", "monopoly ore")  # what was played does not come back either
    assert not table.may("red", "buy")


@clause("BUILD-5")
def test_fifteen_roads_and_no_more():
    table = rich(Table().settlement("red", "C3.SE"))
    table.way("red", *FOURTEEN_ROADS)
    assert int(table.state["roads_left"][0, 0]) == 1
    table.play("red", "road C3.E")
    assert Kind.ROAD not in table.kinds("red")
    table.cards("red", road_building=1)
    assert not table.may("red", "road-building")


@clause("BUILD-5")
def test_five_settlements_stand_at_once_until_one_becomes_a_city():
    table = rich(Table())
    corners = ["B2.N", "B3.N", "B4.N", "C2.N", "C3.N"]
    for corner, edge in zip(corners, ["B2.NE", "B3.NE", "B4.NE", "C2.NE", "C3.NE"], strict=True):
        table.settlement("red", corner, edge)
    table.way("red", "C3.N", "C3.NW", "C3.SW")
    assert not table.may("red", "settle C3.SW")
    table.play("red", "city B2.N", "settle C3.SW")


@clause("BUILD-5")
def test_four_cities_and_no_more():
    table = rich(Table())
    for corner, edge in zip(["B2.N", "B3.N", "B4.N", "C2.N"], ["B2.NE", "B3.NE", "B4.NE", "C2.NE"], strict=True):
        table.city("red", corner, edge)
    table.settlement("red", "C3.N", "C3.NE")
    assert not table.may("red", "city C3.N")


@clause("BUILD-5")
def test_the_supply_is_paid():
    table = Table().settlement("red", "C3.SE").way("red", "C3.SE", "D3.NE", "D3.SE").hand("red", brick=2, lumber=2, wool=2, grain=4, ore=4)
    table.play("red", "road D3.SE", "settle D3.SE", "city C3.SE", "buy")
    assert table.held("red") == 0
    assert {table.supply(kind) for kind in ("brick", "lumber", "wool", "grain", "ore")} == {19}
