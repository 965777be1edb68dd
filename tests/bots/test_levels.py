"""The levels that people choose have the character that the lobby says, over many games; the gentle one is gentle."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benchmarks.bargains import LEVELS, played
from sevenhex import bots
from sevenhex.bots.gentle import SEES, narrowed, neighbors, rob
from sevenhex.bots.minds import mind
from sevenhex.game.game import Game
from sevenhex.rules.actions import kind_of, second
from sevenhex.rules.ids import DESERT, Kind
from sevenhex.search.evaluation import PLACE

GAMES = 12


@pytest.fixture(scope="module")
def habits() -> dict[str, Counter[str]]:
    """Games of four of a level as they sit with people."""
    found = {}
    for level in ("Easy", "Medium", "Hard"):
        found[level] = sum((played(LEVELS[level], number, seed=3)[1] for number in range(GAMES)), Counter[str]())
    return found


def test_easy_trades_generously(habits):
    taken = {level: each["fair_taken"] / each["fair"] for level, each in habits.items() if each["fair"] > 100}
    assert taken["Easy"] > 1.5 * taken["Medium"]
    assert habits["Easy"]["offers"] / habits["Easy"]["turns"] > 0.2


def test_easy_never_robs_somebody_troubled_already(habits):
    assert habits["Easy"]["robberies"] > 5 * GAMES
    assert habits["Easy"]["troubled_robbed"] == 0
    assert habits["Medium"]["troubled_robbed"] > 0  # others do


def test_medium_offers_and_counters(habits):
    each = habits["Medium"]
    assert min(each["offers"], each["countered"], each["closed"]) > GAMES


def test_hard_counts_cards(habits):
    """What it asks for is mostly there to be given."""
    hard, medium = habits["Hard"], habits["Medium"]
    assert hard["closed"] / hard["offers"] > 2 * medium["closed"] / medium["offers"]


def test_nobody_faults(habits):
    assert sum(each["faults"] for each in habits.values()) == 0


def test_it_sees_less_and_nothing_wrong():
    narrow, whole = narrowed(4), mind("steady", 4)
    for name, place in PLACE.items():
        term = name.partition("_")[2]
        seen = term in SEES or not name.startswith(("early_", "late_"))
        assert (narrow[:, place] == (whole[:, place] if seen else 0)).all(), name


def test_the_robber_goes_elsewhere_even_where_the_troubled_lead():
    """Red leads and sits at the robber's hex: another seat is robbed, or nobody."""
    checked = 0
    for seed in range(3):
        game = bots.play(Game.new("sixth", 4, seed=seed, starter=0), [bots.make("steady", seed=seat) for seat in range(4)], Random(seed))
        for n, (seat, action) in enumerate(game.log):
            state = game.states[n][0]
            tile = int(state["robber"])
            if kind_of(action) != Kind.ROBBER or state["terrain"][tile] == DESERT:
                continue
            before = game.until(n)
            chosen = rob(before.view(seat), before.legal(seat))
            assert int(second(chosen)) not in neighbors(state, tile)
            checked += bool(neighbors(state, tile) - {seat})
    assert checked > 10
