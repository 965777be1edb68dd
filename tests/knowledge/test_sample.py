"""Full states that agree with a view, dealt with the right weights."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from clauses import clause
from positions import Table
from sevenhex.knowledge.counter import counts
from sevenhex.knowledge.sample import sample
from sevenhex.knowledge.views import masked, open_view, size_of
from sevenhex.rules.check import check
from sevenhex.rules.ids import CHANCE, Card, Phase
from walks import KINDS, begin, game_at, known_to_all, walk

RED, BLUE, ORANGE, WHITE = range(4)


@pytest.mark.parametrize("seed", range(len(KINDS)))
@clause("ROB-5", "DEV-2", "SEVEN-1", "HOUSE-5")
def test_a_sample_is_sound_and_looks_the_same(seed):
    rng = random.Random(seed)
    game = begin(seed)
    differs = 0
    while not game.is_over and game.version < 900:
        walk(game, rng, 20)
        for viewer in (None, *range(game.players)):
            view = game.view(viewer)
            drawn = sample(view, rng)
            assert check(drawn) == []
            assert masked(drawn, viewer).tobytes() == view.state.tobytes()
            assert tuple(size_of(hand) for hand in drawn["hand"][0, : game.players].tolist()) == view.hand_sizes
            assert tuple(size_of(cards) for cards in drawn["cards"][0, : game.players].tolist()) == view.card_counts
            assert size_of(int(drawn["deck"][0])) == view.deck_size
            assert size_of(int(drawn["fresh"][0])) == view.fresh_count
            for seat in range(game.players):
                held = counts(int(drawn["hand"][0, seat]))
                assert all(low <= own <= high for low, own, high in zip(counts(view.low[seat]), held, counts(view.high[seat]), strict=True))
            differs += drawn.tobytes() != game.state.tobytes()
    assert differs


def robbed():
    """Red took an ore from blue, who held a brick and three ore; white did not see which."""
    table = Table().settlement("red", "C3.N", "C3.NE").settlement("blue", "D4.N", "D4.NE").turn("red", rolled=False)
    game = game_at(known_to_all(table.hand("blue", brick=1, ore=3)))
    for text, seat in (("roll", RED), ("dice 3 4", CHANCE), ("robber D4 rob blue", RED), ("steal ore", CHANCE)):
        game.play(text, seat)
    return game


@pytest.mark.parametrize("rng", [random.Random(1), np.random.default_rng(1)], ids=["random", "numpy"])
@clause("ROB-5")
def test_hands_come_by_their_weights(rng):
    view = robbed().view(WHITE)
    drawn = Counter(counts(int(sample(view, rng)["hand"][0, RED]))[4] for _ in range(2000))
    assert drawn[1] / 2000 == pytest.approx(0.75, abs=0.04)
    known = robbed().view(BLUE)
    assert {counts(int(sample(known, rng)["hand"][0, RED]))[4] for _ in range(50)} == {1}


@clause("DEV-2")
def test_hidden_cards_are_dealt_as_a_shuffled_deck_deals_them():
    view = game_at(Table().cards("blue", knight=1, monopoly=1)).view(RED)
    rng = random.Random(2)
    knights = [counts(int(sample(view, rng)["cards"][0, BLUE]))[Card.KNIGHT] for _ in range(3000)]
    assert sum(knights) / 3000 == pytest.approx(2 * 14 / 25, abs=0.05)


@clause("WIN-2", "DEV-2")
def test_nobody_is_dealt_a_victory_that_would_have_been_taken():
    table = Table(target=4).turn("blue").settlement("blue", "D4.N", "D4.NE").settlement("blue", "B2.N", "B2.NE")
    view = game_at(table.cards("blue", victory_point=1, knight=1), victory_points=4).view(RED)
    rng = random.Random(3)
    points = Counter(counts(int(sample(view, rng)["cards"][0, BLUE]))[Card.VICTORY_POINT] for _ in range(1000))
    assert set(points) == {0, 1}  # two points on the board, four win


@clause("WIN-2", "DEV-2")
def test_a_deal_that_almost_always_wins_is_put_right():
    table = Table(target=3).turn("blue").settlement("blue", "D4.N", "D4.NE").settlement("blue", "B2.N", "B2.NE")
    table.cards("blue", knight=1).cards("red", knight=13, road_building=2, year_of_plenty=2, monopoly=1)
    view = game_at(table, victory_points=3).view(RED)  # unseen: a knight... and five victory points, a monopoly
    for seed in range(200):
        drawn = sample(view, random.Random(seed))
        assert counts(int(drawn["cards"][0, BLUE]))[Card.VICTORY_POINT] == 0
        assert check(drawn) == []


@clause("WIN-4")
def test_revealed_victory_points_stay_where_they_are():
    table = Table(target=3).hand("red", grain=2, ore=3).settlement("red", "C3.N", "C3.NE").cards("red", victory_point=1)
    game = game_at(table.cards("blue", victory_point=1, knight=2), victory_points=3)
    game.play("city C3.N", RED)
    assert game.phase == Phase.OVER
    for seed in range(50):
        drawn = sample(game.view(WHITE), random.Random(seed))
        assert counts(int(drawn["cards"][0, BLUE]))[Card.VICTORY_POINT] == 1
        assert check(drawn) == []


def test_the_same_numbers_give_the_same_state():
    view = robbed().view(WHITE)
    assert sample(view, random.Random(9)).tobytes() == sample(view, random.Random(9)).tobytes()


def test_an_open_view_has_nothing_to_guess():
    game = walk(begin(0), random.Random(1), 300)
    assert sample(open_view(game), random.Random(1)).tobytes() == game.state.tobytes()


@pytest.mark.parametrize("viewer", [RED, WHITE])
@clause("WIN-2")
def test_a_player_who_has_just_reached_the_target_may_hold_any_cards(viewer):
    """At other tables a seat is asked in such a position: the cards are dealt all the same, no matter who looks."""
    table = Table().settlement("red", "C3.N", "C3.NE").settlement("blue", "D4.N", "D4.NE").turn("red").cards("red", knight=1)
    view = game_at(known_to_all(table.cards("blue", victory_point=1))).view(viewer)
    view.state["points"][0, RED] = view.state["target"][0]
    for seed in range(20):
        drawn = sample(view, random.Random(seed))
        assert tuple(size_of(cards) for cards in drawn["cards"][0, : view.players].tolist()) == view.card_counts
