"""The robber (ROB-1 to ROB-5)."""

from __future__ import annotations

from clauses import clause
from positions import Table
from sevenhex.rules.actions import act
from sevenhex.rules.ids import Kind, Phase, Resource


def robbery(**options):
    """Red has rolled a seven; the robber is in the desert A1. Around C3: red, blue and orange."""
    table = Table(**options).settlement("red", "C3.N", "C3.NE").settlement("blue", "C3.SE", "C3.E").city("orange", "C3.SW", "C3.W")
    return table.turn("red", rolled=False).roll("red", 3, 4)


@clause("ROB-1")
def test_the_robber_must_move_and_may_go_anywhere_else():
    table = robbery()
    tiles = {action >> 6 & 255 for action in table.actions("red")}
    assert tiles == set(range(19)) - {0}
    assert not table.may("red", "robber A1")
    assert not table.may("red", "end")


@clause("ROB-1")
def test_the_desert_is_a_hex_like_others():
    table = robbery().robber("E3")
    assert table.may("red", "robber A1")
    assert not table.may("red", "robber E3")


@clause("ROB-2")
def test_the_mover_chooses_among_opponents_on_the_hex():
    table = robbery().hand("blue", ore=1).hand("orange", wool=2).hand("white", ore=2)
    assert table.may("red", "robber C3 rob blue")
    assert table.may("red", "robber C3 rob orange")
    assert not table.may("red", "robber C3 rob white")  # not there
    assert not table.may("red", "robber C3 rob red")  # never oneself
    assert not table.may("red", "robber C3")  # somebody must be chosen
    table.play("red", "robber C3 rob orange").play("chance", "steal wool")
    assert (table.holds("red"), table.holds("orange")) == ({"wool": 1}, {"wool": 1})
    assert table.phase == Phase.MAIN


@clause("ROB-2")
def test_a_victim_without_cards_gives_nothing():
    table = robbery().play("red", "robber C3 rob blue")
    assert (table.phase, table.held("red")) == (Phase.MAIN, 0)


@clause("ROB-2")
def test_where_only_own_buildings_stand_nobody_is_robbed():
    table = robbery()
    assert table.may("red", "robber B2") is True  # B2 touches red alone
    assert not table.may("red", "robber B2 rob blue")


@clause("ROB-2", "ROB-5")
def test_every_card_of_the_victim_is_equally_likely():
    table = robbery().hand("blue", ore=3, wool=1).play("red", "robber C3 rob blue")
    assert table.chances() == {act(Kind.STEAL, Resource.WOOL): 1, act(Kind.STEAL, Resource.ORE): 3}
    assert not table.may("chance", "steal brick")


@clause("ROB-5")
def test_the_robbers_move_does_not_name_the_card():
    """Whatever the victim holds, the thief's choices are the same: only the hand's size can be seen."""
    one, two = robbery().hand("blue", ore=3), robbery().hand("blue", wool=3)
    assert one.actions("red") == two.actions("red")
    assert one.play("red", "robber C3 rob blue").phase == two.play("red", "robber C3 rob blue").phase == Phase.STEAL


@clause("ROB-3")
def test_a_hex_under_the_robber_does_not_produce_until_he_leaves():
    table = robbery().play("red", "robber C3 rob blue", "end").roll("blue", 6, 6)  # 12 is C3
    assert (table.held("red"), table.held("blue"), table.held("orange")) == (0, 0, 0)
    table.cards("blue", knight=1).play("blue", "knight", "robber E3", "end").roll("orange", 6, 6)
    assert (table.holds("red"), table.holds("blue"), table.holds("orange")) == ({"brick": 1}, {"brick": 1}, {"brick": 2})


@clause("ROB-3")
def test_a_building_on_the_robbed_hex_still_gets_its_other_hexes():
    table = robbery().play("red", "robber C3 rob blue", "end").roll("blue", 1, 3)  # 4: B3 and D3
    assert table.holds("blue") == {"ore": 1}


@clause("ROB-3")
def test_a_settlement_built_on_a_robbed_hex_waits_too():
    table = (
        Table(2)
        .robber("D3")
        .settlement("red", "C4.SE")
        .way("red", "C4.SE", "C4.S", "D3.SE")
        .hand("red", brick=1, lumber=1, wool=1, grain=1)
    )
    table.play("red", "settle D3.SE", "end").roll("blue", 1, 3)
    assert table.held("red") == 0
    table.play("blue", "end").cards("red", knight=1).play("red", "knight", "robber E3").roll("red", 1, 3)
    assert table.holds("red") == {"ore": 1}


@clause("ROB-4")
def test_only_a_seven_or_a_knight_moves_the_robber():
    table = Table().settlement("blue", "C3.SE", "C3.E")
    assert not table.may("red", "robber C3 rob blue")
    table.turn("red", rolled=False)
    assert not table.may("red", "robber C3 rob blue")
    table.roll("red", 2, 6)
    assert not table.may("red", "robber C3 rob blue")
    table.cards("red", knight=1).play("red", "knight", "robber C3 rob blue")
    assert table.phase == Phase.MAIN
