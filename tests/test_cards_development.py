"""Development cards (DEV-1 to DEV-8)."""

from __future__ import annotations

import pytest

from clauses import clause
from positions import FOURTEEN_ROADS, Table
from sevenhex.editions import load, names
from sevenhex.rules.actions import NONE, act
from sevenhex.rules.ids import Kind, Phase, Resource

CARD = {"wool": 1, "grain": 1, "ore": 1}


@clause("DEV-1")
@pytest.mark.parametrize(("card", "text"), [("knight", "knight"), ("monopoly", "monopoly ore"), ("year-of-plenty", "plenty ore ore")])
def test_a_card_bought_this_turn_waits_for_the_next(card, text):
    table = Table(2).hand("red", **CARD).play("red", "buy").play("chance", f"draw {card}")
    assert not table.may("red", text)
    table.play("red", "end").roll("blue", 1, 1).play("blue", "end")
    table.play("red", text)


@clause("DEV-1")
def test_an_older_card_of_the_same_kind_may_be_played():
    table = Table().hand("red", **CARD).cards("red", knight=1).play("red", "buy").play("chance", "draw knight").play("red", "knight")
    assert table.card_count("red", "knight") == 1


@clause("DEV-1")
def test_one_card_a_turn():
    table = Table(2).cards("red", monopoly=2, year_of_plenty=1).play("red", "monopoly ore")
    assert not table.may("red", "monopoly wool")
    assert not table.may("red", "plenty ore ore")
    table.play("red", "end").roll("blue", 1, 1).play("blue", "end").play("red", "monopoly wool")


@clause("DEV-1")
def test_a_victory_point_is_never_played():
    table = Table().cards("red", victory_point=2)
    assert table.kinds("red") == {Kind.END}


@clause("DEV-2")
def test_development_cards_are_not_traded_given_or_stolen():
    """No action names a development card of another's, and a thief finds resource cards only."""
    table = Table().settlement("blue", "C3.SE", "C3.E").cards("blue", knight=2, monopoly=1).cards("red", knight=1, monopoly=0)
    table.play("red", "knight", "robber C3 rob blue")
    assert table.phase == Phase.MAIN  # nothing to steal
    assert (table.card_count("blue", "knight"), table.card_count("blue", "monopoly")) == (2, 1)
    table.cards("red", monopoly=1).turn("red").play("red", "monopoly ore")
    assert table.card_count("blue", "knight") == 2


@clause("DEV-3")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_knight_moves_the_robber_and_stays_face_up(rolled):
    table = Table().settlement("blue", "C3.SE", "C3.E").hand("blue", ore=1).cards("red", knight=1).turn("red", rolled)
    table.play("red", "knight")
    assert (table.phase, int(table.state["knights"][0, 0]), table.card_count("red", "knight")) == (Phase.ROBBER, 1, 0)
    assert not table.may("red", "robber A1")  # he stands there
    table.play("red", "robber C3 rob blue").play("chance", "steal ore")
    assert table.holds("red") == {"ore": 1}
    assert table.phase == (Phase.MAIN if rolled else Phase.ROLL)


@clause("DEV-4")
def test_two_free_roads_the_second_may_continue_the_first():
    table = Table().settlement("red", "C3.SE", "D3.NE").cards("red", road_building=1)
    table.play("red", "road-building")
    assert table.kinds("red") == {Kind.ROAD}  # nothing else until both stand
    table.play("red", "road D3.E", "road D3.SE")
    assert (table.phase, table.held("red"), int(table.state["roads_left"][0, 0])) == (Phase.MAIN, 0, 12)


@clause("DEV-4")
def test_free_roads_before_the_roll_lead_back_to_the_roll():
    table = Table().settlement("red", "C3.SE", "D3.NE").cards("red", road_building=1).turn("red", rolled=False)
    table.play("red", "road-building", "road D3.E", "road D3.SE")
    assert table.phase == Phase.ROLL


@clause("DEV-4")
def test_the_last_piece_is_one_free_road_only():
    table = Table().settlement("red", "C3.SE")
    table.way("red", *FOURTEEN_ROADS)
    table.cards("red", road_building=1).play("red", "road-building", "road C3.E")
    assert (table.phase, table.number("free_roads"), int(table.state["roads_left"][0, 0])) == (Phase.MAIN, 0, 0)


@clause("DEV-4")
def test_without_a_place_for_the_second_road_one_is_enough():
    """Red is shut in: one edge is left, and behind it stands blue."""
    table = (
        Table()
        .settlement("red", "A1.N", "A1.NE")
        .settlement("blue", "A1.SW", "A1.W")
        .settlement("blue", "A2.N", "A2.NW")
        .settlement("blue", "A1.SE", "A1.E")
    )
    table.cards("red", road_building=1)
    assert len(table.play("red", "road-building").actions("red")) == 1
    table.play("red", "road A1.NW")
    assert (table.phase, table.number("free_roads")) == (Phase.MAIN, 0)


@clause("DEV-4")
def test_free_roads_follow_the_building_rules():
    table = (
        Table().settlement("red", "C3.SE", "D3.NE").settlement("blue", "D3.SE", "D3.SE").roads("red", "D3.E").cards("red", road_building=1)
    )
    table.play("red", "road-building")
    assert not table.may("red", "road E3.NE")  # through blue's settlement
    assert not table.may("red", "road A1.NW")  # nowhere near


def road_building(optional):
    table = Table(optional_roads=optional).settlement("red", "C3.SE", "D3.NE").cards("red", road_building=1)
    return table.play("red", "road-building")


@clause("DEV-4")
@pytest.mark.parametrize("built", [[], ["road D3.E"]])
def test_where_the_book_says_may_one_stops_after_one_road_or_none(built):
    table = road_building(1).play("red", *built)
    assert Kind.STOP in table.kinds("red")
    table.play("red", "stop")
    assert (table.phase, table.number("free_roads"), int(table.state["roads_left"][0, 0])) == (Phase.MAIN, 0, 14 - len(built))
    assert not table.may("red", "stop")


@clause("DEV-4")
def test_elsewhere_both_roads_are_built_where_possible():
    table = road_building(0)
    assert Kind.STOP not in table.kinds("red")
    assert not table.may("red", "stop")
    assert not table.play("red", "road D3.E").may("red", "stop")


@clause("DEV-4", "TURN-2")
def test_stopping_before_the_roll_leads_back_to_the_roll():
    table = Table(optional_roads=1).settlement("red", "C3.SE", "D3.NE").cards("red", road_building=1).turn("red", rolled=False)
    assert table.play("red", "road-building", "stop").phase == Phase.ROLL


@clause("DEV-4")
def test_which_editions_say_may():
    may = {name for name in names() if load(name).standard(load(name).players[0]).free_roads == "may stop"}
    assert may == {"fourth", "summary", "extension"}


@clause("DEV-5")
@pytest.mark.parametrize(("text", "gained"), [("plenty ore ore", {"ore": 2}), ("plenty brick ore", {"brick": 1, "ore": 1})])
def test_any_two_cards_usable_at_once(text, gained):
    table = Table().cards("red", year_of_plenty=1).play("red", text)
    assert table.holds("red") == gained
    assert table.supply("ore") == 19 - gained["ore"]


@clause("DEV-5")
def test_plenty_pays_for_a_road_in_the_same_turn():
    table = Table().settlement("red", "C3.SE", "D3.NE").cards("red", year_of_plenty=1)
    table.play("red", "plenty brick lumber", "road D3.E")


@clause("DEV-5")
def test_only_what_the_supply_holds():
    table = Table().cards("red", year_of_plenty=1).leave("ore", 1, "blue").leave("wool", 0, "blue")
    assert not table.may("red", "plenty ore ore")
    assert not table.may("red", "plenty wool ore")
    assert not table.may("red", "plenty ore")  # two are to be had, so two are taken
    assert table.may("red", "plenty brick ore")
    assert len(table.actions("red")) == 1 + 3 + 6  # end; ore with brick, lumber, grain; six pairs of these three


@clause("DEV-5")
def test_a_single_card_when_the_supply_has_no_more():
    table = Table().cards("red", year_of_plenty=1)
    for resource in ("brick", "lumber", "wool", "grain"):
        table.leave(resource, 0, "blue")
    table.leave("ore", 1, "white")
    plenty = [action for action in table.actions("red") if action & 63 == Kind.PLENTY]
    assert plenty == [int(act(Kind.PLENTY, Resource.ORE, NONE))]
    table.play("red", "plenty ore")
    assert table.holds("red") == {"ore": 1}


@clause("DEV-6")
def test_monopoly_takes_all_of_one_kind_from_everybody():
    table = Table().cards("red", monopoly=1).hand("red", ore=1).hand("blue", ore=3, wool=2).hand("white", ore=2).hand("orange", wool=1)
    table.play("red", "monopoly ore")
    assert table.holds("red") == {"ore": 6}
    assert (table.holds("blue"), table.holds("orange"), table.holds("white")) == ({"wool": 2}, {"wool": 1}, {})
    assert table.supply("ore") == 13


@clause("DEV-7")
def test_progress_cards_leave_the_game_and_knights_do_not():
    table = Table().settlement("red", "C3.SE", "D3.NE").cards("red", monopoly=1, year_of_plenty=1, road_building=1, knight=1)
    table.play("red", "monopoly ore").turn("red").play("red", "plenty ore ore").turn("red")
    table.play("red", "road-building", "road D3.E", "road D3.SE").turn("red").play("red", "knight", "robber E3")
    assert table.number("removed") == int(sum(1 << 8 * kind for kind in (2, 3, 4)))
    assert int(table.state["knights"][0, 0]) == 1
    assert int(table.state["cards"][0, 0]) == 0


@clause("DEV-8")
def test_the_first_with_three_knights_then_strictly_more():
    table = Table().cards("red", knight=1).knights("red", 2)
    assert table.holder("army") is None
    table.play("red", "knight", "robber E3")
    assert (table.holder("army"), table.points("red")) == ("red", 2)
    table.knights("blue", 2).cards("blue", knight=2).turn("blue").play("blue", "knight", "robber C3")
    assert table.holder("army") == "red"  # three against three
    table.turn("blue").play("blue", "knight", "robber E3")
    assert (table.holder("army"), table.points("red"), table.points("blue")) == ("blue", 0, 2)
