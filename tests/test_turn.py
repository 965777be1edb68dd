"""The course of a turn (TURN-1 to TURN-5)."""

from __future__ import annotations

import pytest

from clauses import clause
from positions import Table
from sevenhex.rules.ids import Kind, Phase


@clause("TURN-1")
def test_turns_go_clockwise_and_the_roll_cannot_be_left_out():
    table = Table().turn("red", rolled=False)
    for colour, following in (("red", "blue"), ("blue", "orange"), ("orange", "white"), ("white", "red")):
        assert table.awaited() == {colour}
        assert not table.may(colour, "end")
        assert not table.may(following, "roll")
        table.roll(colour, 1, 1).play(colour, "end")
        assert (table.phase, table.actor) == (Phase.ROLL, following)


@clause("TURN-1")
def test_one_roll_a_turn():
    assert not Table().may("red", "roll")


@clause("TURN-2")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_card_before_or_after_the_roll_but_only_one(rolled):
    table = Table().turn("red", rolled).cards("red", monopoly=1, knight=1)
    table.play("red", "monopoly ore")
    assert table.phase == (Phase.MAIN if rolled else Phase.ROLL)
    assert Kind.KNIGHT not in table.kinds("red")
    if not rolled:
        table.roll("red", 1, 1)
        assert not table.may("red", "knight")


@clause("TURN-2")
def test_every_card_may_come_before_the_roll():
    table = Table().settlement("red", "C3.SE", "D3.NE").turn("red", rolled=False)
    table.cards("red", knight=1, road_building=1, year_of_plenty=1, monopoly=1, victory_point=1)
    assert table.kinds("red") == {Kind.ROLL, Kind.KNIGHT, Kind.ROAD_BUILDING, Kind.PLENTY, Kind.MONOPOLY}


@clause("TURN-2")
def test_nobody_plays_a_card_in_anothers_turn():
    table = Table().cards("blue", knight=1, monopoly=1)
    assert not table.may("blue", "knight")
    assert not table.may("blue", "monopoly ore")


@clause("TURN-3")
def test_trade_and_build_in_any_order():
    table = Table().settlement("red", "C3.SE", "D3.NE").hand("red", brick=1, lumber=10, wool=1)
    table.play("red", "road D3.E", "bank 4 lumber for 1 brick", "road D3.SE", "bank 4 lumber for 1 ore").hand("blue", brick=1)
    table.play("red", "offer 1 ore for 1 brick").play("blue", "accept").play("red", "confirm blue")
    assert table.holds("red") == {"brick": 1, "wool": 1}


@clause("TURN-4")
@pytest.mark.parametrize("build", ["road D3.SE", "settle D3.SE", "city C3.SE", "buy"])
def test_with_separate_phases_the_first_build_ends_trade(build):
    table = Table(separate_phases=1).settlement("red", "C3.SE").way("red", "C3.SE", "D3.NE", "D3.SE")
    table.hand("red", brick=6, lumber=2, wool=2, grain=4, ore=5).hand("blue", wool=1)
    assert table.may("red", "bank 4 brick for 1 ore")
    assert table.may("red", "offer 1 ore for 1 wool")
    assert table.may("blue", "propose 1 wool for 1 ore")
    table.play("red", build)
    if build == "buy":
        table.play("chance", "draw knight")
    assert not table.may("red", "bank 4 brick for 1 ore")
    assert not table.may("red", "offer 1 ore for 1 wool")
    assert not table.may("blue", "propose 1 wool for 1 ore")
    assert Kind.BANK not in table.kinds("red")
    table.play("red", "end")
    table.roll("blue", 1, 1)
    assert table.may("blue", "offer 1 wool for 1 ore")


@clause("TURN-4")
def test_with_separate_phases_cards_are_still_played_after_building():
    table = Table(separate_phases=1).settlement("red", "C3.SE", "D3.NE").hand("red", brick=1, lumber=1).cards("red", year_of_plenty=1)
    table.play("red", "road D3.E", "plenty brick lumber", "road D3.SE")
    assert table.held("red") == 0


@clause("TURN-4")
def test_with_separate_phases_a_new_harbor_serves_from_the_next_turn():
    table = Table(2, separate_phases=1).settlement("red", "E3.S").way("red", "E3.S", "E3.SW", "E2.S")
    table.hand("red", brick=1, lumber=4, wool=1, grain=1).play("red", "settle E2.S")
    assert not table.may("red", "bank 2 lumber for 1 ore")
    table.play("red", "end").roll("blue", 1, 1).play("blue", "end").roll("red", 1, 1)
    table.play("red", "bank 2 lumber for 1 ore")


@clause("TURN-4", "TRADE-2")
def test_an_offer_still_open_when_building_begins_is_over():
    table = Table(separate_phases=1).settlement("red", "C3.SE", "D3.NE").hand("red", brick=1, lumber=1, ore=1).hand("blue", wool=1)
    table.play("red", "offer 1 ore for 1 wool")
    assert table.awaited() == {"blue", "orange", "white"}
    table.play("blue", "counter 1 wool for 1 lumber").play("red", "road D3.E")
    assert table.awaited() == {"red"}
    assert (table.number("offer"), table.state["proposal"].any(), table.state["answer"].any()) == (0, False, False)
    assert not table.may("blue", "accept")
    assert table.kinds("red") == {Kind.END}


@clause("TURN-5")
@pytest.mark.parametrize("rolled", [False, True])
def test_no_trade_and_no_build_before_the_roll(rolled):
    table = Table().settlement("red", "C3.SE").way("red", "C3.SE", "D3.NE", "D3.SE").turn("red", rolled)
    table.hand("red", brick=5, lumber=5, wool=5, grain=5, ore=5).hand("blue", ore=1)
    for text in ("road D3.SE", "settle D3.SE", "city C3.SE", "buy", "bank 4 ore for 1 wool", "offer 1 wool for 1 ore", "end"):
        assert table.may("red", text) == rolled
    assert table.may("blue", "propose 1 ore for 1 wool") == rolled
