"""Fourteen mistakes of other programs, each with a test that would catch it here."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from clauses import clause
from positions import Table
from sevenhex.editions import load
from sevenhex.editions.start import new_state
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.playout import batch
from sevenhex.rules import engine
from sevenhex.rules.ids import Card, Kind, Phase, Shortage, TieAfterBreak
from sevenhex.rules.state import copy

WAY = ["C1.NW", "C1.N", "C1.NE", "C2.N", "C2.NE", "C3.N", "C3.NE", "C4.N", "C4.NE"]
SETTLE = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


@clause("ROUTE-1")
def test_mistake_1_a_road_up_to_an_enemy_building_counts():
    """Built towards blue's settlement, and blue's settlement built at the end of the road: five both times."""
    table = Table().settlement("blue", WAY[5], "C3.NE").settlement("red", WAY[0]).way("red", *WAY[:5]).hand("red", brick=1, lumber=1)
    table.play("red", "road B2.SE")
    assert (table.route("red"), table.holder("route")) == (5, "red")
    table = Table().settlement("red", WAY[0]).way("red", *WAY[:6]).settlement("blue", "C4.N").way("blue", "C4.N", "C3.NE", "C3.N")
    table.hand("blue", **SETTLE).turn("blue").play("blue", "settle C3.N")
    assert (table.route("red"), table.holder("route")) == (5, "red")


def cut(red_roads, split, tie=TieAfterBreak.HOLDER_KEEPS, others=()):
    """Red holds the award; white cuts it after `split` roads. Others have routes of the lengths given, at the coasts."""
    table = Table(tie_after_break=tie).settlement("red", WAY[0]).way("red", *WAY[: red_roads + 1])
    coasts = {
        "blue": ["E1.SW", "E1.S", "E1.SE", "E2.S", "E2.SE", "E3.S", "E3.SE", "E3.NE"],
        "orange": ["A3.NE", "A3.N", "A2.NE", "A2.N", "A1.NE", "A1.N", "A1.NW", "A1.SW"],
    }
    for colour, length in others:
        table.settlement(colour, coasts[colour][0]).way(colour, *coasts[colour][: length + 1])
    spur = {4: ["C2.S", "C2.SE", "C2.NE"], 5: ["B3.N", "B3.NW", "C3.N"]}[split]
    table.settlement("white", spur[0]).way("white", *spur).hand("white", **SETTLE).turn("white")
    assert table.holder("route") == "red"
    return table.play("white", f"settle {WAY[split]}")


@clause("ROUTE-6")
@pytest.mark.parametrize("tie", list(TieAfterBreak))
def test_mistake_2_fewer_than_five_neither_keep_nor_win_the_award(tie):
    table = cut(8, 4, tie, [("blue", 4)])
    assert (table.route("red"), table.route("blue"), table.holder("route")) == (4, 4, None)
    assert table.points("red") == 1


@clause("ROUTE-4", "ROUTE-5", "ROUTE-6")
@pytest.mark.parametrize(
    ("tie", "others", "holder"),
    [
        (TieAfterBreak.HOLDER_KEEPS, [("blue", 5)], "red"),
        (TieAfterBreak.SET_ASIDE, [("blue", 5)], None),
        (TieAfterBreak.HOLDER_KEEPS, [("blue", 6), ("orange", 6)], None),
        (TieAfterBreak.SET_ASIDE, [("orange", 6), ("blue", 6)], None),
        (TieAfterBreak.HOLDER_KEEPS, [("orange", 6), ("blue", 5)], "orange"),
        (TieAfterBreak.SET_ASIDE, [("blue", 6), ("orange", 5)], "blue"),
    ],
)
def test_mistake_3_ties_after_a_cut_go_by_the_rule_and_not_by_any_order(tie, others, holder):
    table = cut(7, 5, tie, others)
    assert (table.route("red"), table.holder("route")) == (5, holder)


@clause("BUILD-1")
def test_mistake_4_no_road_through_an_enemy_building():
    table = Table().settlement("red", WAY[0]).way("red", *WAY[:4]).settlement("blue", WAY[3], "C2.NE").hand("red", brick=2, lumber=2)
    beyond = [edge for edge in ("C2.NE", "B2.W") if table.may("red", f"road {edge}")]
    assert beyond == []
    table.cards("red", road_building=1).play("red", "road-building")
    assert not table.may("red", "road B2.W")


@clause("PROD-4", "PROD-5")
@pytest.mark.parametrize(
    ("shortage", "two", "gets"), [(Shortage.SOLE_CLAIMANT, False, 1), (Shortage.SOLE_CLAIMANT, True, 0), (Shortage.NOBODY, False, 0)]
)
def test_mistake_5_a_sole_claimant_takes_the_rest_otherwise_nobody(shortage, two, gets):
    table = Table(shortage=shortage).city("red", "D3.S", "D3.SW").leave("ore", 1, "white")  # 4: mountains D3
    if two:
        table.settlement("blue", "D3.N", "D3.NE")
    table.turn("red", rolled=False).roll("red", 1, 3)
    assert (table.held("red"), table.held("blue")) == (gets, 0)


@clause("TRADE-5")
def test_mistake_6_nobody_trades_with_cards_they_do_not_hold():
    table = Table().hand("red", wool=1).hand("blue", ore=1).hand("white", ore=1)
    assert not table.may("red", "offer 2 wool for 1 ore")
    table.play("red", "offer 1 wool for 1 ore").play("blue", "accept").play("white", "accept").play("red", "confirm white")
    table.hand("red", ore=1)
    for text in ("confirm blue", "offer 1 wool for 1 grain", "take blue"):
        assert not table.may("red", text)
    assert min(table.held(colour) for colour in table.naming.colours) >= 0


@clause("TRADE-2")
def test_mistake_7_the_proposer_is_not_asked_about_the_own_offer():
    table = Table().hand("red", wool=1, ore=1).play("red", "offer 1 wool for 1 brick")
    assert "red" not in table.awaited()
    for text in ("accept", "refuse", "counter 1 ore for 1 wool", "confirm red", "take red"):
        assert not table.may("red", text)
    assert not table.may("red", "offer 1 wool for 1 brick to red blue")


@clause("WIN-3")
def test_mistake_8_nobody_wins_in_anothers_turn():
    """White's cut gives orange the award and ten points; the game goes on to orange's turn."""
    table = Table().settlement("red", WAY[0]).way("red", *WAY[:8])
    for spot in [("E1.S", "E1.SW"), ("E2.S", "E2.SW"), ("E3.S", "E3.SW"), ("D4.SE", "D4.E")]:
        table.city("orange", *spot)
    table.settlement("orange", "A3.NE").way("orange", "A3.NE", "A3.N", "A2.NE", "A2.N", "A1.NE", "A1.N")
    table.settlement("white", "C2.S").way("white", "C2.S", "C2.SE", "C2.NE").hand("white", **SETTLE).turn("white").play(
        "white", "settle C2.NE"
    )
    assert (table.total("orange"), table.phase) == (11, Phase.MAIN)
    table.play("white", "end").roll("red", 1, 1).play("red", "end").roll("blue", 1, 1).play("blue", "end")
    assert table.winner == "orange"


FIRST_STATES = """
import hashlib
from sevenhex.editions import load
from sevenhex.editions.start import new_state
from sevenhex.playout.batch import play_chunk
digest = hashlib.sha256()
for edition, players in (("fourth", 4), ("summary", 6), ("extension", 5), ("sixth", 3), ("zip", 4)):
    state = new_state(load(edition).configure(players), 77)[0]
    digest.update(state.tobytes() + play_chunk(state, 77, 0, 5).tobytes())
print(digest.hexdigest())
"""


def test_mistake_9_a_seed_is_the_same_game_in_every_process_and_with_any_workers():
    said = [
        subprocess.run(
            [sys.executable, "-c", FIRST_STATES], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("0", "31")
    ]
    assert said[0] == said[1]
    here = hashlib.sha256()
    for edition, players in (("fourth", 4), ("summary", 6), ("extension", 5), ("sixth", 3), ("zip", 4)):
        state = new_state(load(edition).configure(players), 77)[0]
        here.update(state.tobytes() + batch.play_chunk(state, 77, 0, 5).tobytes())
    assert said[0].strip() == here.hexdigest()
    state = new_state(load("sixth").configure(4), 1)[0]
    assert batch.simulate(state, 2, 1030, 1) == batch.simulate(state, 2, 1030, 3)


@clause("PROD-1")
def test_mistake_10_a_branch_labelled_with_a_roll_rolls_it():
    start = Table().settlement("red", "D1.SE", "D1.SE").turn("red", rolled=False).play("red", "roll")
    assert len(start.chances()) == 36
    for action in start.chances():
        one, two = action >> 6 & 255, action >> 14 & 255
        branch = copy(start.state)
        engine.apply(branch, -1, action)
        assert (int(branch["die_one"][0]), int(branch["die_two"][0])) == (one, two)
        expected = {2: "grain", 9: "brick", 6: "ore"}.get(one + two)
        start_held, start.state = start.state, branch
        assert start.holds("red") == ({expected: 1} if expected else {})
        start.state = start_held


@clause("BUILD-4")
def test_mistake_10_no_branch_knows_the_top_card():
    """The state holds how many cards of each kind are left and no order of them; a branch labelled with a card brings that card."""
    table = Table().hand("red", wool=1, grain=1, ore=1).play("red", "buy")
    weights = {Card(action >> 6 & 255): weight for action, weight in table.chances().items()}
    assert weights == {Card.KNIGHT: 14, Card.VICTORY_POINT: 5, Card.ROAD_BUILDING: 2, Card.YEAR_OF_PLENTY: 2, Card.MONOPOLY: 2}
    for action in table.chances():
        branch = copy(table.state)
        engine.apply(branch, -1, action)
        assert int(branch["cards"][0, 0]) == 1 << 8 * (action >> 6 & 255)
    picked = np.bincount([engine.pick(table.state, (place * (1 << 32) + (1 << 31)) // 25) >> 6 for place in range(25)])
    assert picked.tolist() == [14, 5, 2, 2, 2]


def test_mistake_11_the_same_message_twice_does_nothing_twice():
    game = Game.new("sixth", 3, seed=4, starter=0)
    game.play("settle C3.N", 0)
    before = game.state.tobytes()
    with pytest.raises(SevenhexError):
        game.play("settle C3.N", 0)
    assert (game.state.tobytes(), game.version) == (before, 1)
    table = Table().play("red", "end")
    assert not table.may("red", "end")
    table.roll("blue", 1, 1)
    assert not table.may("blue", "roll")


def test_mistake_12_a_copy_is_equal_hashes_alike_and_is_independent():
    game = Game.new("sixth", 3, seed=4, starter=0)
    twin = game.copy()
    assert twin == game
    assert hash(twin) == hash(game)
    assert len({twin, game}) == 1
    before = game.state.tobytes()
    twin.play("settle C3.N")
    assert twin != game
    assert game.state.tobytes() == before
    one = copy(game.state)
    assert one.tobytes() == before
    engine.apply(one, 0, twin.log[0][1])
    assert game.state.tobytes() == before != one.tobytes()


@pytest.mark.parametrize(
    ("call", "known"),
    [
        (lambda: Game.new("sixt"), "sixth"),
        (lambda: Game.new("sixth", 4, victory_point=12), "victory_points"),
        (lambda: Game.new("sixth", 4, seed=1, starter="purple"), "orange"),
        (lambda: Game.new("sixth", 4, seed=1, starter=0).play("settel A1.N"), "settle"),
        (lambda: Game.new("sixth", 4, seed=1, starter=0).play("settle K1.N"), "named like B2.SE"),
        (lambda: Game.new("sixth", 4, seed=1, starter=0).play("monopoly gold"), "ore"),
    ],
)
def test_mistake_13_an_unknown_name_is_an_error_that_lists_the_known_ones(call, known):
    with pytest.raises(SevenhexError, match=known):
        call()


@clause("TRADE-6")
def test_mistake_14_all_harbor_rates_are_legal_not_only_the_best():
    table = Table().settlement("red", "B1.NW", "B1.NW").settlement("red", "A1.N", "A1.NE").hand("red", ore=4)
    for rate in (2, 3, 4):
        assert table.may("red", f"bank {rate} ore for 1 wool")
    assert len([action for action in table.actions("red") if action & 63 == Kind.BANK]) == 3 * 4
