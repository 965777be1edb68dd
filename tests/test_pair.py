"""Five and six players: paired turns, and the legacy special building phase (PAIR-1 to PAIR-5)."""

from __future__ import annotations

import pytest

from clauses import clause
from positions import Table
from sevenhex.rules.ids import Kind, Pairing, Part, Phase

RICH = {"brick": 5, "lumber": 5, "wool": 5, "grain": 5, "ore": 5}


def paired(players=5, **options):
    return Table(players, large=True, pairing=Pairing.PAIRED, **options)


@clause("PAIR-1", "PAIR-4")
@pytest.mark.parametrize("players", [5, 6])
def test_player_two_is_the_third_to_the_left_and_both_move_on(players):
    table = paired(players).turn("red", rolled=False)
    colours = table.naming.colours
    for turn in range(2 * players):
        one, two = colours[turn % players], colours[(turn + 3) % players]
        assert (table.phase, table.actor, table.part) == (Phase.ROLL, one, Part.FIRST)
        table.roll(one, 1, 1).play(one, "end")
        assert (table.phase, table.actor, table.part) == (Phase.MAIN, two, Part.PAIRED)
        table.play(two, "end")


@clause("PAIR-2")
def test_player_two_trades_with_the_supply_only():
    table = paired().hand("red", wool=1).hand("white", **RICH).play("red", "end")
    assert table.actor == "white"
    assert not table.may("white", "offer 1 ore for 1 wool")
    assert not table.may("red", "propose 1 wool for 1 ore")
    assert not table.may("red", "offer 1 wool for 1 ore")
    table.play("white", "bank 4 ore for 1 brick")


@clause("PAIR-2")
def test_player_two_builds_buys_and_plays_one_card():
    table = paired().settlement("white", "C3.SE", "D4.NW").hand("white", **RICH).cards("white", year_of_plenty=1, knight=1)
    assert not table.may("white", "knight")  # not in player 1's part, and so never before the roll
    table.play("red", "end")
    kinds = table.kinds("white")
    assert {Kind.ROAD, Kind.CITY, Kind.BUY, Kind.BANK, Kind.PLENTY, Kind.KNIGHT, Kind.END} <= kinds
    assert Kind.ROLL not in kinds
    table.play("white", "plenty ore ore")
    assert not table.may("white", "knight")
    table.play("white", "buy").play("chance", "draw monopoly")
    assert not table.may("white", "monopoly ore")


@clause("PAIR-2")
def test_player_twos_knight_after_the_roll_returns_to_the_part():
    table = paired().cards("white", knight=1).play("red", "end").play("white", "knight", "robber B2")
    assert (table.phase, table.actor, table.part) == (Phase.MAIN, "white", Part.PAIRED)


@clause("PAIR-2")
def test_both_play_a_card_in_one_turn():
    table = paired().cards("red", monopoly=1).cards("white", monopoly=1).play("red", "monopoly ore", "end").play("white", "monopoly wool")
    assert table.number("card_played") == 1


@clause("PAIR-2")
def test_a_card_bought_as_player_two_is_played_as_player_one():
    table = paired().hand("white", wool=1, grain=1, ore=1).play("red", "end").play("white", "buy").play("chance", "draw knight")
    table.play("white", "end").turn("white", rolled=False)
    assert table.may("white", "knight")


@clause("PAIR-2")
def test_a_seven_is_player_ones_alone():
    table = paired().hand("white", ore=9).turn("red", rolled=False).roll("red", 3, 4)
    table.play("white", *["discard ore"] * 4)
    assert table.awaited() == {"red"}
    table.play("red", "robber B2", "end")
    assert (table.actor, table.phase) == ("white", Phase.MAIN)


@clause("PAIR-2", "TURN-4")
def test_player_two_trades_and_builds_in_any_order_where_player_one_has_separate_phases():
    table = paired(separate_phases=1).settlement("red", "B1.N", "B1.NW").hand("red", ore=5, wool=1, grain=1)
    assert table.may("red", "bank 4 ore for 1 brick")
    table.play("red", "buy").play("chance", "draw knight")
    assert not table.may("red", "bank 4 ore for 1 brick")  # player 1 has built
    table.settlement("white", "C3.SE", "D4.NW").hand("white", **RICH).play("red", "end")
    table = paired(separate_phases=1).settlement("white", "C3.SE", "D4.NW").hand("white", **RICH).play("red", "end")
    assert table.may("white", "bank 4 ore for 1 brick")
    table.play("white", "buy").play("chance", "draw knight")
    table.play("white", "bank 4 ore for 1 brick")
    assert not table.may("red", "propose 1 wool for 1 ore")  # but still with the supply alone


SPOTS = [("B2.N", "B2.NW"), ("B3.N", "B3.NW"), ("B4.N", "B4.NE"), ("G1.S", "G1.SW"), ("G2.S", "G2.SW"), ("G3.S", "G3.SW")]
MORE = [("D1.NW", "D1.W"), ("C1.NW", "C1.NW"), ("C5.NE", "C5.NE"), ("D6.NE", "D6.E"), ("D3.N", "D3.NE")]


def points(table, colour, cities, settlements, spots):
    for place, spot in enumerate(spots[: cities + settlements]):
        (table.city if place < cities else table.settlement)(colour, *spot)
    return table


@clause("PAIR-3")
def test_player_two_wins_in_the_own_part():
    table = points(paired(), "white", 4, 1, SPOTS).hand("white", wool=1, grain=1, ore=1)
    table.play("red", "end").play("white", "buy").play("chance", "draw victory-point")
    assert (table.phase, table.winner) == (Phase.OVER, "white")


@clause("PAIR-3")
def test_player_two_who_came_to_ten_before_wins_when_the_part_begins():
    """White gets the tenth point in red's part, and wins only when red is done."""
    table = points(paired(), "white", 4, 0, SPOTS)
    table.settlement("blue", "E1.NW").way("blue", "E1.NW", "E1.N", "E1.NE", "E2.N", "E2.NE", "E3.N", "E3.NE")
    table.way("white", "B2.NW", "B1.N", "B1.NW", "B1.SW", "B1.S", "B1.SE")
    assert (table.route("blue"), table.route("white"), table.holder("route"), table.points("white")) == (6, 6, "blue", 8)
    table.settlement("red", "F1.NE").way("red", "F1.NE", "E2.SE", "E2.NE")
    table.hand("red", brick=1, lumber=1, wool=1, grain=1).play("red", "settle E2.NE")
    assert (table.holder("route"), table.total("white"), table.winner) == ("white", 10, None)
    table.play("red", "end")
    assert (table.winner, table.part) == ("white", Part.PAIRED)


@clause("PAIR-3")
def test_when_both_could_player_one_has_won_first():
    table = points(paired(), "white", 4, 1, SPOTS)
    points(table, "red", 4, 1, MORE).hand("red", wool=1, grain=1, ore=1).hand("white", wool=1, grain=1, ore=1)
    table.play("red", "buy").play("chance", "draw victory-point")
    assert table.winner == "red"
    assert not table.may("white", "buy")


@clause("PAIR-5")
@pytest.mark.parametrize("players", [5, 6])
def test_special_building_everybody_else_in_order(players):
    table = Table(players, large=True, pairing=Pairing.SPECIAL_BUILDING).turn("blue")
    colours = [*table.naming.colours[2:], "red"]
    table.play("blue", "end")
    for colour in colours:
        assert (table.actor, table.part, table.phase) == (colour, Part.SPECIAL, Phase.MAIN)
        table.play(colour, "end")
    assert (table.actor, table.part, table.phase) == ("orange", Part.FIRST, Phase.ROLL)


@clause("PAIR-5")
def test_special_building_means_no_trade_and_no_card():
    table = Table(5, large=True, pairing=Pairing.SPECIAL_BUILDING).settlement("blue", "C3.SE", "D4.NW").cards("blue", knight=1, monopoly=1)
    table.hand("blue", **RICH).hand("red", wool=1).play("red", "end")
    assert table.kinds("blue") == {Kind.ROAD, Kind.CITY, Kind.BUY, Kind.END}
    assert not table.may("blue", "bank 4 ore for 1 wool")
    assert not table.may("blue", "offer 1 ore for 1 wool")
    assert not table.may("red", "propose 1 wool for 1 ore")
    table.play("blue", "city C3.SE", "buy").play("chance", "draw knight").play("blue", "end")
    assert table.actor == "orange"


@clause("PAIR-5", "WIN-3")
def test_nobody_wins_in_the_special_building_phase():
    table = points(Table(5, large=True, pairing=Pairing.SPECIAL_BUILDING), "blue", 3, 2, SPOTS).cards("blue", victory_point=1)
    table.hand("blue", grain=2, ore=3).play("red", "end").play("blue", "city G1.S")
    assert (table.total("blue"), table.winner) == (10, None)
    table.play("blue", "end").play("orange", "end").play("white", "end").play("green", "end")
    assert table.winner == "blue"  # the own turn begins
