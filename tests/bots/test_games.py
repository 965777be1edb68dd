"""Every bot plays whole games of every edition, at every size of table, without a fault."""

from __future__ import annotations

from random import Random

import pytest

from sevenhex import bots
from sevenhex.bots.hints import SENTENCES, explain, reason
from sevenhex.game.game import Game
from sevenhex.rules.actions import get_of, give_of, recipients_of
from sevenhex.rules.ids import Kind

TABLES = [("sixth", 2), ("fourth", 3), ("summary", 4), ("zip", 3), ("extension", 5), ("sixth", 6)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_bots_play_every_edition(edition, players):
    game = Game.new(edition, players, seed=7)
    names = (["planner", "steady", "greedy"] * 2)[:players]
    guards = [bots.Guard(bots.make(name, level="normal", seed=seat), same_thread=True) for seat, name in enumerate(names)]
    bots.play(game, guards, Random(7), most=6000)
    assert [guard.faults for guard in guards] == [[]] * players
    assert game.is_over


def test_the_scholar_plays_and_trades():
    game = Game.new("sixth", 4, seed=11)
    guards = [bots.Guard(bots.make("scholar", seed=seat), same_thread=True) for seat in range(4)]
    bots.play(game, guards, Random(11), most=6000)
    assert [guard.faults for guard in guards] == [[]] * 4
    assert game.is_over
    assert "traded" in {event.kind for event in game.events}


def test_a_hint_is_an_action_and_a_reason():
    game = Game.new("sixth", 4, seed=1, starter=0)
    said = bots.hint(game.view(0), game.legal(0))
    assert game.is_legal(said["action"], 0)
    assert said["sentence"].endswith(".")
    assert said["code"] == "settle"
    assert said["arguments"]["rolls"] > 5


def test_every_kind_of_action_has_a_code_whose_sentence_fits():
    """Whatever a bot may do in whole games with trades can be explained, and the arguments name what the action says."""
    seen: dict[str, dict] = {}
    for seed in range(2):
        game = Game.new("sixth", 4, seed=seed)
        guards = [bots.Guard(bots.make("scholar", seed=seat), same_thread=True) for seat in range(4)]
        bots.play(game, guards, Random(seed), most=6000)
        for n, (seat, action) in enumerate(game.log):
            if seat >= 0 and n % 3 == 0:
                view = game.until(n).view(seat)
                said = reason(view, action)
                assert said["sentence"] == explain(view, action)
                assert "{" not in said["sentence"]
                assert said["code"] != "best"
                seen[said["code"]] = said["arguments"]
    assert seen.keys() <= SENTENCES.keys()
    assert seen.keys() >= {"roll", "end", "settle", "road", "city", "bank", "robber_hex", "offer", "discard"}
    assert set(seen["bank"]) == {"give", "get"}
    assert set(seen["robber_hex"]) == {"seat", "colour", "resource", "number"}
    assert sum(seen["offer"]["get"].values()) in (1, 2)


@pytest.mark.parametrize("name", ["planner", "scholar"])
def test_bots_that_bargain_offer_nothing_twice_and_leave_out_who_is_about_to_win(name):
    offers = closed = 0
    for seed in range(3):
        game = Game.new("sixth", 4, seed=seed)
        bots.play(game, [bots.Guard(bots.make(name, seed=seat), same_thread=True) for seat in range(4)], Random(seed), most=6000)
        said = set()
        for n, (seat, action) in enumerate(game.log):
            state = game.states[n][0]
            closed += action & 63 == Kind.CONFIRM
            if seat < 0 or action & 63 != Kind.OFFER:
                continue
            offers += 1
            words = (int(state["turn"]), seat, int(give_of(action)), int(get_of(action)))
            assert words not in said
            said.add(words)
            asked = [other for other in range(4) if recipients_of(action) >> other & 1]
            assert asked
            assert all(state["points"][other] < state["target"] - 2 for other in asked)
    assert offers > closed > 0
