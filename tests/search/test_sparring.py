"""`sparring`: the same choice in an environment, at the table and from what the seat may know; stronger than `greedy`; small."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sevenhex import bots
from sevenhex.editions import load, names
from sevenhex.env import VectorEnv
from sevenhex.game.game import Game
from sevenhex.knowledge.sample import sample
from sevenhex.observation import menu
from sevenhex.search import sparring
from sevenhex.search.sparring_weights import WEIGHTS

TABLES = [(key, players) for key in names() for players in load(key).all_players]


def chosen(state, seat, legal):
    listed = np.array(legal, np.int64)
    return sparring.choose_one(state, seat, listed, len(listed))


@pytest.mark.parametrize(("edition", "players"), TABLES, ids=str)
def test_it_chooses_by_what_its_seat_may_know(edition, players):
    """From the true state, from the masked one and from any world that agrees with the view, the choice is the same; games end."""
    game, rng = Game.new(edition, players, seed=players, victory_points=6), random.Random(players)
    bot, asked = bots.make("sparring"), 0
    for _ in range(3000):
        if game.is_over:
            break
        if game.awaits_chance:
            game.resolve(rng)
            continue
        seat = game.to_act[0]
        legal = game.legal(seat)
        action = chosen(game.state, seat, legal)
        assert action in legal
        if len(legal) > 1 and asked < 120:
            asked += 1
            view = game.view(seat)
            assert bot.choose(view, legal, bots.Limit()) == action
            for _ in range(2):
                assert chosen(sample(view, rng), seat, legal) == action
        game.push(int(action), seat)
    assert game.is_over
    assert asked > 50


def test_it_beats_greedy_inside_step():
    """The learner plays `sparring` itself, against three `greedy`: far more than its quarter."""
    with VectorEnv(64, seed=5, opponents="greedy", victory_points=7, threads=1) as env:
        batch = env.reset()
        ends = wins = 0
        listed = np.zeros(400, np.int64)
        while ends < 64:
            states = env.states()
            actions = np.zeros(64, np.int64)
            for place in range(64):
                state, seat = states[place : place + 1], int(batch.seat[place])
                legal = [int(menu.action_of(state, seat, int(index))) for index in np.flatnonzero(batch.mask[place])]
                listed[: len(legal)] = legal
                best = sparring.choose_one(state, seat, listed, len(legal))
                actions[place] = menu.index_in(state, seat, best)
            batch = env.step(actions)
            ends += int((batch.own_done == 1).sum())
            wins += int((batch.own_reward == 1).sum())
    assert wins / ends > 0.6


def test_partners_inside_step_are_the_same():
    """What `step` does for a seat of `sparring` is what its function chooses: a game of four of them goes alike."""
    same = {"seed": 8, "islands": 4, "threads": 1, "skip_forced": False, "limit": 400, "chance": "shown"}
    turns = 0
    with VectorEnv(1, **same, opponents=[None, "sparring", "sparring", "sparring"]) as env, VectorEnv(1, **same) as twin:

        def catch_up(batch):
            """The twin's other seats do what the function says."""
            while batch.seat[0] > 0 and batch.done[0] == 0:
                state, seat = twin.states(), int(batch.seat[0])
                legal = [int(menu.action_of(state, seat, int(place))) for place in np.flatnonzero(batch.mask[0])]
                batch = twin.step(np.array([menu.index_in(state, seat, chosen(state, seat, legal))], np.int64))
            return batch

        batch, other, counters = env.reset(), catch_up(twin.reset()), np.arange(1, dtype=np.uint64)
        while not batch.done[0]:
            assert env.states().tobytes() == twin.states().tobytes()
            turns = int(env.states()["turn"][0])
            index = env.sample(batch, counters)
            batch, other = env.step(index), catch_up(twin.step(index))
        assert other.done[0]
    assert turns > 8


def test_it_is_small():
    assert len(WEIGHTS) == sparring.BLOCKS * sparring.TRAITS
    assert len(WEIGHTS) * 8 < 100_000
    assert any(WEIGHTS)


def test_the_lobby_does_not_offer_it():
    assert "sparring" not in bots.names()
    with pytest.raises(bots.BotError, match="There is no bot 'sparring'"):
        bots.make_own("sparring")
