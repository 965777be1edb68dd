"""One compiled call judges a position as `flow` does, to rounding."""

from __future__ import annotations

import numpy as np
import pytest
from test_flow import wild_network
from test_graph import TABLES
from test_network import observations

from sevenhex.nets import graph
from sevenhex.nets.layout import MOST_PLAYERS
from sevenhex.nets.swift import judge, weights_of


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_one_call_judges_alike(edition, players):
    network = wild_network()
    own, seen = network.seen(observations(edition, players)[1], players)
    scores, worth = network.flow.judge(seen, players, own.island)
    found, again = np.zeros_like(scores), np.zeros_like(worth)
    judge(seen, players, own.island, weights_of(network.flow), again, found)
    assert np.allclose(found, scores, atol=1e-4)
    assert np.allclose(again, worth, atol=1e-4)
    alone = np.zeros_like(worth)
    judge(seen, players, own.island, weights_of(network.flow), alone, np.zeros((len(seen), 0), np.float32))
    assert (alone == again).all()


@pytest.mark.parametrize(("edition", "players"), [("sixth", 3), ("sixth", MOST_PLAYERS[1])])
def test_few_positions_are_judged_as_many(edition, players, monkeypatch):
    monkeypatch.setattr(graph, "SMALL", 0)
    wild = wild_network()
    network = graph.GraphNetwork(wild.header, wild.arrays)
    _, seen = observations(edition, players)
    assert len(seen) > graph.FEW
    chances, scores = network.evaluate(seen, players)
    for row in range(graph.FEW):
        one, other = network.evaluate(seen[row : row + 1], players)
        assert np.allclose(one, chances[row], atol=1e-5)
        assert np.allclose(other, scores[row], atol=1e-4)
