"""A seven: discards (SEVEN-1, SEVEN-2)."""

from __future__ import annotations

import pytest

from clauses import clause
from positions import Table
from sevenhex.rules.ids import Kind, Phase


def seven(**hands):
    table = Table().turn("red", rolled=False)
    for colour, count in hands.items():
        table.hand(colour, ore=count // 2, wool=count - count // 2)
    return table.roll("red", 3, 4)


def due(table):
    return {colour: int(table.state["discard_left"][0, table.seat(colour)]) for colour in table.naming.colours}


@clause("SEVEN-1")
def test_the_books_examples_of_how_many_cards_go():
    table = seven(red=6, blue=8, orange=11, white=9)
    assert due(table) == {"red": 0, "blue": 4, "orange": 5, "white": 4}
    assert table.awaited() == {"blue", "orange", "white"}


@clause("SEVEN-1")
def test_seven_cards_are_not_too_many():
    assert due(seven(red=7, blue=8)) == {"red": 0, "blue": 4, "orange": 0, "white": 0}


@clause("SEVEN-1")
def test_a_seven_produces_nothing():
    table = Table().city("blue", "D4.N", "D4.NE").turn("red", rolled=False).roll("red", 1, 6)
    assert table.held("blue") == 0


@clause("SEVEN-1")
def test_development_cards_do_not_count():
    table = Table().turn("red", rolled=False).hand("blue", ore=7).cards("blue", knight=3, victory_point=2).roll("red", 1, 6)
    assert table.phase == Phase.ROBBER


@clause("SEVEN-1")
def test_each_chooses_freely_in_any_order_and_the_cards_stay_unseen():
    table = seven(blue=8, white=9)
    table.play("white", "discard ore", "discard ore")
    table.play("blue", "discard wool", "discard ore")
    assert (table.supply("ore"), table.supply("wool")) == (19 - 4 - 4, 19 - 4 - 5)  # nothing has come back yet
    table.play("blue", "discard wool", "discard wool").play("white", "discard wool")
    assert not table.may("blue", "discard ore")  # done
    table.play("white", "discard wool")
    assert table.holds("blue") == {"ore": 3, "wool": 1}
    assert table.holds("white") == {"ore": 2, "wool": 3}
    assert (table.supply("ore"), table.supply("wool")) == (19 - 5, 19 - 4)


@clause("SEVEN-1")
def test_one_cannot_discard_what_one_does_not_hold():
    table = seven(blue=8)
    assert not table.may("blue", "discard brick")
    assert not table.may("red", "discard ore")
    assert table.kinds("blue") == {Kind.DISCARD}


@clause("SEVEN-2")
def test_the_robber_waits_for_the_last_discard():
    table = seven(blue=8, white=8)
    table.play("blue", *["discard ore"] * 4)
    assert not table.may("red", "robber C3")
    assert table.actions("red") == []
    table.play("white", *["discard ore"] * 4)
    assert table.awaited() == {"red"}
    table.play("red", "robber C3")


@clause("SEVEN-2")
@pytest.mark.parametrize("text", ["end", "roll", "buy", "bank 4 wool for 1 ore", "offer 1 wool for 1 brick"])
def test_nothing_else_happens_before(text):
    table = seven(red=20)
    assert not table.may("red", text)
