"""Trade with players and with the supply (TRADE-1 to TRADE-8)."""

from __future__ import annotations

import numpy as np
import pytest

from clauses import clause
from positions import Table
from sevenhex.rules import engine
from sevenhex.rules.actions import act
from sevenhex.rules.ids import Kind, Resource


def trading(**hands):
    table = Table()
    for colour, hand in hands.items():
        table.hand(colour, **hand)
    return table


# --- with players


@clause("TRADE-1", "TRADE-5")
def test_the_books_example_white_may_not_trade_with_orange():
    """Blue wants wheat, gets it from orange for wool; white also wants wool, but blue has none left, and it is not orange's turn."""
    table = trading(blue={"wool": 1}, orange={"grain": 2, "wool": 1}, white={"grain": 1}).turn("blue")
    table.play("blue", "offer 1 wool for 1 grain").play("orange", "accept").play("white", "accept").play("blue", "confirm orange")
    assert (table.holds("blue"), table.holds("orange")) == ({"grain": 1}, {"grain": 1, "wool": 2})
    table.play("white", "propose 1 grain for 1 wool")
    assert not table.may("blue", "take white")  # no wool left
    assert not table.may("orange", "take white")
    assert not table.may("orange", "offer 1 wool for 1 grain")
    assert table.actions("orange") == []


@clause("TRADE-1")
def test_nobody_offers_out_of_turn_or_before_the_roll():
    table = trading(red={"ore": 1}, blue={"wool": 1})
    assert not table.may("blue", "offer 1 wool for 1 ore")
    table.turn("red", rolled=False)
    assert not table.may("red", "offer 1 ore for 1 wool")
    assert not table.may("blue", "propose 1 wool for 1 ore")


@clause("TRADE-5", "COMP-3", "COMP-7")
@pytest.mark.parametrize(("players", "each"), [(4, 19), (6, 24)])
def test_nobody_asks_for_more_of_a_kind_than_the_box_holds(players, each):
    table = Table(players, large=players > 4).hand("red", ore=2).hand("blue", wool=2)
    assert table.may("red", f"offer 1 ore for {each} wool")
    assert not table.may("red", f"offer 1 ore for {each + 1} wool")
    assert table.may("blue", f"propose 1 wool for {each} ore {each} brick")
    assert not table.may("blue", f"propose 1 wool for 1 ore {each + 1} brick")
    table.play("red", "offer 1 ore for 1 wool")
    assert table.may("blue", f"counter 1 wool for {each} ore")
    assert not table.may("blue", f"counter 1 wool for {each + 1} ore")


@clause("TRADE-2")
def test_the_books_example_of_counteroffers():
    """Pete wants a brick for an ore; Beth asks three ore; Cooper a lumber and an ore, which Pete takes."""
    table = trading(red={"lumber": 2, "ore": 3}, blue={"brick": 1}, orange={"brick": 1})
    table.play("red", "offer 1 ore for 1 brick").play("blue", "counter 1 brick for 3 ore")
    table.play("orange", "counter 1 brick for 1 lumber 1 ore").play("white", "refuse")
    table.play("red", "take orange")
    assert table.holds("red") == {"brick": 1, "lumber": 1, "ore": 2}
    assert table.holds("orange") == {"lumber": 1, "ore": 1}
    assert not table.may("blue", "take orange")


@clause("TRADE-2")
def test_the_player_in_turn_chooses_among_those_who_accept():
    table = trading(red={"ore": 2}, blue={"wool": 1}, orange={"wool": 1}, white={"wool": 1})
    table.play("red", "offer 1 ore for 1 wool")
    assert table.awaited() == {"blue", "orange", "white"}
    table.play("white", "accept").play("blue", "accept").play("orange", "refuse")
    assert table.awaited() == {"red"}
    assert not table.may("red", "confirm orange")
    table.play("red", "confirm white")
    assert table.holds("white") == {"ore": 1}
    assert not table.may("red", "confirm blue")  # the offer is closed
    table.play("red", "offer 1 ore for 1 wool to blue").play("blue", "accept").play("red", "confirm blue")  # and there may be another
    assert table.holds("red") == {"wool": 2}


@clause("TRADE-2")
def test_an_offer_may_be_for_some_only():
    table = trading(red={"ore": 1}, blue={"wool": 1}, white={"wool": 1})
    table.play("red", "offer 1 ore for 1 wool to blue orange")
    assert table.awaited() == {"blue", "orange"}
    assert not table.may("white", "accept")
    assert not table.may("white", "counter 1 wool for 1 ore")
    assert table.may("white", "propose 1 wool for 1 ore")  # on their own, as ever


@clause("TRADE-2")
def test_others_propose_unasked_and_may_be_declined():
    table = trading(red={"ore": 1}, blue={"wool": 2})
    table.play("blue", "propose 2 wool for 1 ore").play("red", "decline blue")
    assert not table.may("red", "take blue")
    table.play("blue", "propose 1 wool for 1 ore").play("red", "take blue")
    assert (table.holds("red"), table.holds("blue")) == ({"wool": 1}, {"wool": 1, "ore": 1})
    assert not table.may("red", "take blue")  # once


@clause("TRADE-2")
def test_words_can_be_taken_back():
    table = trading(red={"ore": 1}, blue={"wool": 1}, white={"wool": 1})
    table.play("red", "offer 1 ore for 1 wool").play("blue", "accept", "withdraw")
    assert not table.may("red", "confirm blue")
    table.play("white", "counter 1 wool for 1 ore", "withdraw")
    assert not table.may("red", "take white")
    table.play("red", "withdraw")
    assert table.awaited() == {"red"}
    assert not table.may("blue", "accept")


@clause("TRADE-2")
def test_talk_ends_with_the_turn():
    table = trading(red={"ore": 1}, blue={"wool": 1}, white={"wool": 1})
    table.play("red", "offer 1 ore for 1 wool").play("blue", "accept").play("white", "counter 1 wool for 1 ore").play("red", "end")
    table.roll("blue", 1, 1)
    assert not table.may("blue", "take white")
    assert table.awaited() == {"blue"}
    assert (table.number("offer"), int(table.state["proposal"].sum()), int(table.state["answer"].sum())) == (0, 0, 0)


@clause("TRADE-2")
def test_a_new_offer_replaces_the_old_one_and_its_answers():
    table = trading(red={"ore": 1, "brick": 1}, blue={"wool": 1})
    table.play("red", "offer 1 ore for 1 wool").play("blue", "accept").play("red", "offer 1 brick for 1 wool")
    assert not table.may("red", "confirm blue")


@clause("TRADE-3")
@pytest.mark.parametrize("text", ["offer nothing for 1 wool", "offer 1 ore for nothing", "offer nothing for nothing"])
def test_no_gifts(text):
    assert not trading(red={"ore": 3}).may("red", text)


@clause("TRADE-3")
@pytest.mark.parametrize("text", ["propose nothing for 1 ore", "propose 1 wool for nothing"])
def test_no_gifts_from_others(text):
    assert not trading(red={"ore": 3}, blue={"wool": 1}).may("blue", text)


@clause("TRADE-4")
@pytest.mark.parametrize("text", ["offer 3 ore for 1 ore", "offer 1 ore for 1 ore", "offer 1 ore 1 wool for 1 ore 1 brick"])
def test_no_like_for_like(text):
    assert not trading(red={"ore": 3, "wool": 1}).may("red", text)


@clause("TRADE-4")
def test_no_like_for_like_in_a_counteroffer():
    table = trading(red={"ore": 3}, blue={"ore": 2, "wool": 1}).play("red", "offer 1 ore for 1 wool")
    assert not table.may("blue", "counter 1 wool 1 ore for 3 ore")


@clause("TRADE-5")
def test_nobody_offers_accepts_or_proposes_what_they_do_not_hold():
    table = trading(red={"ore": 1}, blue={"wool": 1})
    assert not table.may("red", "offer 2 ore for 1 wool")
    assert not table.may("red", "offer 1 brick for 1 wool")
    assert not table.may("blue", "propose 2 wool for 1 ore")
    table.play("red", "offer 1 ore for 2 wool")
    assert not table.may("blue", "accept")
    assert table.may("blue", "refuse")


@clause("TRADE-5")
def test_both_must_still_hold_their_cards_when_the_trade_is_closed():
    table = trading(red={"ore": 4, "brick": 1}, blue={"wool": 1, "grain": 1}).play("red", "offer 2 ore for 1 wool").play("blue", "accept")
    table.play("blue", "propose 1 wool for 1 brick").play("red", "take blue")  # blue's wool goes another way
    assert not table.may("red", "confirm blue")
    table.play("orange", "refuse").play("white", "refuse").play("red", "offer 3 ore for 1 grain").play("blue", "accept")
    table.play("red", "bank 4 ore for 1 wool")
    assert not table.may("red", "confirm blue")


@clause("TRADE-5")
def test_bundles_of_several_kinds():
    table = trading(red={"ore": 2, "brick": 1}, blue={"wool": 2, "grain": 1})
    table.play("red", "offer 2 ore 1 brick for 2 wool 1 grain").play("blue", "accept").play("red", "confirm blue")
    assert (table.holds("red"), table.holds("blue")) == ({"wool": 2, "grain": 1}, {"ore": 2, "brick": 1})


@clause("TRADE-2")
def test_the_menu_of_small_offers_is_legal_and_complete():
    table = trading(red={"ore": 2, "wool": 1}, blue={"brick": 1})
    plain, menu = table.actions("red"), table.actions("red", menu=True)
    offers = set(menu) - set(plain)
    assert len(offers) == 4 * (2 + 1) + 4 * 2  # of two ore: 1:1, 1:2, 2:1 for each other kind; of one wool: 1:1, 1:2
    assert {action & 63 for action in offers} == {Kind.OFFER}
    assert all(table.may("red", text) for text in ("offer 1 ore for 1 wool", "offer 2 ore for 1 brick", "offer 1 wool for 2 grain"))
    assert len(set(table.actions("blue", menu=True))) == 8


# --- with the supply


def rates(table, colour="red"):
    """Every trade with the supply that is listed: (given kind, rate)."""
    return {(Resource(a >> 6 & 255).name.lower(), a >> 22 & 255) for a in table.actions(colour) if a & 63 == Kind.BANK}


@clause("TRADE-6")
def test_four_to_one_always():
    table = trading(red={"lumber": 4}).play("red", "bank 4 lumber for 1 ore")
    assert table.holds("red") == {"ore": 1}
    assert (table.supply("lumber"), table.supply("ore")) == (19, 18)


@clause("TRADE-6")
def test_three_to_one_at_a_generic_harbor_and_no_special_rate():
    """The book's example: three wood for an ore, but not two wheat, without the wheat port."""
    table = Table().settlement("white", "A1.N", "A1.NE").hand("white", grain=2, lumber=3).turn("white")
    assert not table.may("white", "bank 2 grain for 1 ore")
    table.play("white", "bank 3 lumber for 1 ore")


@clause("TRADE-6")
def test_the_almanacs_four_ore_for_two_at_an_ore_harbor():
    table = Table().settlement("orange", "B1.NW", "B1.NW").hand("orange", ore=4, wool=4).turn("orange")
    table.play("orange", "bank 2 ore for 1 brick", "bank 2 ore for 1 grain")
    assert not table.may("orange", "bank 2 wool for 1 brick")
    assert not table.may("orange", "bank 3 wool for 1 brick")
    table.play("orange", "bank 4 wool for 1 brick")
    assert table.holds("orange") == {"brick": 2, "grain": 1}


@clause("TRADE-6")
def test_a_city_keeps_the_harbor_and_only_the_owner_uses_it():
    table = Table().city("red", "B1.NW", "B1.NW").hand("red", ore=2).hand("blue", ore=2)
    assert table.may("red", "bank 2 ore for 1 brick")
    table.turn("blue")
    assert not table.may("blue", "bank 2 ore for 1 brick")


@clause("TRADE-6")
def test_every_rate_one_is_entitled_to():
    table = Table().settlement("red", "B1.NW", "B1.NW").settlement("red", "A1.N", "A1.NE").hand("red", ore=4, wool=3)
    assert rates(table) == {("ore", 2), ("ore", 3), ("ore", 4), ("wool", 3)}


@clause("TRADE-6")
def test_no_like_for_like_with_the_supply():
    assert not trading(red={"ore": 4}).may("red", "bank 4 ore for 1 ore")


@clause("TRADE-6")
@pytest.mark.parametrize("rate", [0, 1, 2, 3, 5, 8])
def test_no_other_rates(rate):
    table = trading(red={"ore": 9})
    assert not engine.is_legal(table.state, 0, int(act(Kind.BANK, Resource.ORE, Resource.WOOL, rate)))


@clause("TRADE-7")
def test_the_supply_must_hold_the_card():
    table = trading(red={"lumber": 4}).leave("ore", 0, "blue")
    assert not table.may("red", "bank 4 lumber for 1 ore")
    assert table.may("red", "bank 4 lumber for 1 wool")


@clause("TRADE-7")
def test_with_the_supply_only_in_ones_own_turn():
    table = trading(blue={"lumber": 4})
    assert not table.may("blue", "bank 4 lumber for 1 ore")


@clause("TRADE-8")
def test_a_harbor_serves_at_once_when_phases_are_combined():
    table = Table().settlement("red", "E3.S").way("red", "E3.S", "E3.SW", "E2.S").hand("red", brick=1, lumber=3, wool=1, grain=1)
    assert not table.may("red", "bank 2 lumber for 1 ore")
    table.play("red", "settle E2.S", "bank 2 lumber for 1 ore")
    assert table.holds("red") == {"ore": 1}


def test_hands_never_go_negative_whatever_is_said():
    """Every legal closing of a trade leaves all hands sound, over many random talks."""
    rng = np.random.default_rng(5)
    table = trading(red={"ore": 3, "wool": 2}, blue={"brick": 2, "grain": 1}, orange={"wool": 3}, white={"lumber": 2, "ore": 1})
    for _ in range(400):
        colour = rng.choice(sorted(table.awaited()))
        actions = [a for a in table.actions(colour, menu=True) if a & 63 != Kind.END]
        if rng.random() < 0.3:
            colour = rng.choice([other for other in table.naming.colours if other != "red"])
            actions = table.actions(colour, menu=True)
        if actions:
            engine.apply(table.state, table.seat(colour), int(rng.choice(actions)))
            table.sound()
