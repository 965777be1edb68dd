"""The graph network in the place of the shipped ones: `master`, hints, the judge and the openings by it, on both islands."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from test_fairness import positions, swapped

from sevenhex import bots
from sevenhex.bots.master import EFFORTS, MasterEffort
from sevenhex.game.game import Game
from sevenhex.nets import shipped as module
from sevenhex.nets.graph import GraphNetwork
from sevenhex.study import openings
from sevenhex.study.judge import judge

sys.path.insert(0, str(Path(__file__).parent.parent / "nets"))
from test_graph import random_network

FAR = MasterEffort(tries=3, samples=2, worlds=3, offer_worlds=2, kept=2, branches=2, depth=1, rolls=1, offers=2, wary=1)


@pytest.fixture
def graph(tmp_path, monkeypatch) -> Path:
    """A small file that serves both islands."""
    path = tmp_path / "both.npz"
    random_network().save(path)
    monkeypatch.setattr(module, "path_of", lambda island, alone: path)
    module.shipped.cache_clear()
    monkeypatch.setitem(EFFORTS, "normal", FAR)
    yield path
    module.shipped.cache_clear()


@pytest.mark.parametrize(("edition", "players"), [("sixth", 2), ("zip", 4), ("sixth", 5), ("extension", 6)])
def test_it_plays_advises_and_judges_at_every_table(graph, edition, players):
    game = Game.new(edition, players, seed=5, starter=0)
    assert isinstance(module.shipped(int(game.state["island"][0])), GraphNetwork)
    if players == 2:
        assert len(openings.corners(game)) > 10
    rng = Random(5)
    guards = [
        bots.Guard(bots.make(name, seed=seat), same_thread=True) for seat, name in enumerate(["master", "master:quick", *["steady"] * 4])
    ]
    bots.play(game, guards, rng, most=4 * players + 16)
    assert [guard.faults for guard in guards] == [[]] * len(guards)
    while game.awaits_chance:
        game.resolve(rng)
    seat = game.to_act[0]
    assert bots.hint(game.view(seat), game.legal(seat))["sentence"]
    found = judge(game, viewer=seat, level="quick")
    assert found.judge == "network"
    assert sum(found.chances) == pytest.approx(100, abs=0.1)


def test_hidden_cards_change_nothing_however_far_it_looks(graph):
    for number, game in enumerate(positions(2)):
        seat = game.to_act[0]
        shown = Game(game.configuration, game.state)  # without its course, which an exchange of cards would contradict
        chosen = bots.make(f"search:{graph}", seed=3).choose(shown.view(seat), shown.legal(seat), bots.Limit())
        assert chosen == bots.make("master", seed=3).choose(shown.view(seat), shown.legal(seat), bots.Limit())
        other = swapped(game, seat, Random(number))
        assert bots.make(f"search:{graph}", seed=3).choose(other.view(seat), other.legal(seat), bots.Limit()) == chosen
