"""Every bot plays whole games of every edition, at every size of table, without a fault."""

from __future__ import annotations

from random import Random

import pytest

from sevenhex import bots
from sevenhex.game import Game

TABLES = [("sixth", 2), ("fourth", 3), ("summary", 4), ("zip", 3), ("extension", 5), ("sixth", 6)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_bots_play_every_edition(edition, players):
    game = Game.new(edition, players, seed=7)
    names = (["planner", "steady", "greedy"] * 2)[:players]
    guards = [bots.Guard(bots.make(name, level="normal", seed=seat), patient=True) for seat, name in enumerate(names)]
    bots.play(game, guards, Random(7), most=6000)
    assert [guard.faults for guard in guards] == [[]] * players
    assert game.is_over


def test_the_scholar_plays_and_trades():
    game = Game.new("sixth", 4, seed=11)
    guards = [bots.Guard(bots.make("scholar", level="quick", seed=seat), patient=True) for seat in range(4)]
    bots.play(game, guards, Random(11), most=6000)
    assert [guard.faults for guard in guards] == [[]] * 4
    assert game.is_over
    assert "traded" in {event.kind for event in game.events}


def test_a_hint_is_an_action_and_a_reason():
    game = Game.new("sixth", 4, seed=1, starter=0)
    said = bots.hint(game.view(0), game.legal(0))
    assert game.is_legal(said["action"], 0)
    assert said["sentence"].endswith(".")
