"""The luck report, checked against counting by hand."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from sevenhex.game import luck
from sevenhex.game.game import Game


@pytest.fixture(scope="module")
def game():
    chance = random.Random(11)
    played = Game.new("sixth", 3, seed=4)
    while not played.is_over and len(played.log) < 500:
        if played.awaits_chance:
            played.push(played.pick(chance.getrandbits(32)), -1)
        else:
            seat = played.to_act[0]
            played.push(chance.choice(played.legal(seat)), seat)
    return played


def test_two_dice_have_their_chances(game):
    state, _ = luck.rolls_of(game)[0]
    assert np.allclose(luck.chances(state) * 36, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])


def test_convolution_is_counting_all_cases():
    chance = np.array([0.25, 0.75])
    incomes = [np.array([0, 2]), np.array([1, 3]), np.array([0, 1])]
    total = np.ones(1)
    for cards in incomes:
        total = luck.add_up(total, chance, cards)
    by_hand = {}
    for case in itertools.product((0, 1), repeat=3):
        weight = np.prod([chance[c] for c in case])
        cards = sum(int(income[c]) for income, c in zip(incomes, case, strict=True))
        by_hand[cards] = by_hand.get(cards, 0) + weight
    assert {n: pytest.approx(p) for n, p in by_hand.items()} == {n: p for n, p in enumerate(total) if p}


def test_a_percentile_counts_half_of_the_equal():
    even = np.array([0.25, 0.5, 0.25])
    assert luck.percentile(even, 0) == 12.5
    assert luck.percentile(even, 1) == 50.0
    assert luck.percentile(even, 2) == 87.5
    assert luck.percentile(even, 9) == 100.0


def test_the_report_agrees_with_the_events(game):
    rows = luck.report(game)
    produced = [0, 0, 0]
    for event in game.events:
        if event.kind == "produced" and game.states[event.n][0].turn > 0:
            produced[event.seat] += sum(card["count"] for card in event.data["cards"])
    shorted = sum(event.kind == "short" for event in game.events)
    for row, got in zip(rows, produced, strict=True):
        assert row["actual"] == got or shorted
        assert 0 <= row["percentile"] <= 100
    assert sum(row["rolls"] for row in rows) == len(luck.rolls_of(game))
    counted = luck.histogram(game)
    assert sum(row["count"] for row in counted) == len(luck.rolls_of(game))
    assert sum(row["expected"] for row in counted) == pytest.approx(len(luck.rolls_of(game)), abs=0.1)
    assert sum(row["sevens"] for row in rows) == counted[5]["count"]
