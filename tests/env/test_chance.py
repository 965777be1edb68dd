"""Chance as the caller's choice: given dice are rolled, and what may come is listed with what it is worth."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from sevenhex.env.play import ASKS_CHANCE
from sevenhex.env.vector import VectorEnv
from sevenhex.errors import ActionError, OptionError
from sevenhex.rules import engine
from sevenhex.rules.actions import kind_of
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import CARDS, LAST_CHANCE_PHASE, Kind, Phase


def expected_chances(state):
    """The same by the rules' own list."""
    actions, weights = np.zeros(ROLLS, np.int64), np.zeros(ROLLS, np.int64)
    size = engine.outcomes(state, actions, weights)
    found = np.zeros(ROLLS)
    for action, weight in zip(actions[:size].tolist(), weights[:size].tolist(), strict=True):
        one, two = action >> 6 & 255, action >> 14 & 255
        found[6 * (one - 1) + two - 1 if kind_of(action) == Kind.DICE else one] = weight
    return found / max(found.sum(), 1)


@pytest.mark.parametrize(
    "settings", [{}, {"opponents": "greedy", "seat": None}, {"players": 3, "edition": "zip"}, {"trade": True, "dice": "deck"}], ids=str
)
def test_games_stop_for_chance(settings):
    """The caller hears of every roll, draw and theft; the numbers of the mask are those that have a chance."""
    games, kinds = 12, set()
    with VectorEnv(games, seed=1, chance="shown", illegal="error", islands=4, limit=600, threads=1, **settings) as env:
        batch, counters = env.reset(), np.arange(games, dtype=np.uint64)
        for step in range(500):
            states, chances = env.states(), env.chances()
            for place in np.flatnonzero(batch.seat == ASKS_CHANCE).tolist():
                state = states[place : place + 1]
                kinds.add(int(state["phase"][0]))
                assert chances[place] == pytest.approx(expected_chances(state))
                assert (np.flatnonzero(batch.mask[place]) == np.flatnonzero(chances[place])).all()
                assert batch.own_done[place] == 0
            waits = states["phase"] <= LAST_CHANCE_PHASE
            assert (waits == (batch.seat == ASKS_CHANCE)).all()
            assert (chances[~waits] == 0).all()
            chosen = env.sample(batch, counters)
            if step % 50 == 0:
                saved = env.save()
                following = env.step(chosen).observation.copy()
                env.load(saved)
                assert (env.step(chosen).observation == following).all()
            else:
                env.step(chosen)
    assert {int(Phase.DICE), int(Phase.STEAL), int(Phase.DRAW)} <= kinds


def test_given_dice_are_rolled():
    with VectorEnv(8, seed=3, chance="shown", skip_forced=False, threads=1) as env:
        batch, counters, given = env.reset(), np.arange(8, dtype=np.uint64), 0
        for step in range(120):
            dice = (env.states()["phase"] == Phase.DICE) & (batch.seat == ASKS_CHANCE)
            chosen = env.sample(batch, counters)
            one, two = 1 + step % 6, 1 + step // 6 % 6
            chosen[dice] = 6 * (one - 1) + two - 1
            batch = env.step(chosen)
            states = env.states()[dice & (batch.done == 0)]
            assert (states["die_one"] == one).all()
            assert (states["die_two"] == two).all()
            given += int(dice.sum())
        assert given > 50


def test_what_cannot_come_is_refused():
    with VectorEnv(2, seed=1, chance="shown", threads=1) as env:
        batch, counters = env.reset(), np.arange(2, dtype=np.uint64)
        while not (batch.seat == ASKS_CHANCE).any():
            batch = env.step(env.sample(batch, counters))
        before = env.states()
        for wrong in (-1, ROLLS, 5000, CARDS if env.states()["phase"][0] not in (Phase.DICE, Phase.ORDER_DICE) else ROLLS):
            chosen = env.sample(batch, counters)
            chosen[batch.seat == ASKS_CHANCE] = wrong
            with pytest.raises(ActionError, match="not allowed"):
                env.step(chosen)
        assert (env.states() == before).all()
    with pytest.raises(OptionError, match="chance is 'fair'"):
        VectorEnv(1, chance="fair")


def test_one_table_in_gymnasium():
    """A learner enumerates what a choice may bring, with deep copies."""
    pytest.importorskip("gymnasium")
    from sevenhex.env.single import TableEnv

    env = TableEnv(players=3, chance="shown")
    _, info = env.reset(seed=3)
    rng, rolls, seen = np.random.default_rng(1), 0, set()
    for _ in range(300):
        if len(info["chances"]):
            assert (np.flatnonzero(info["chances"]) == np.flatnonzero(info["action_mask"])).all()
            if env.table.state["phase"][0] == Phase.DICE and rolls < 3:
                rolls += 1
                turns = set()
                for number in np.flatnonzero(info["chances"]):
                    twin = copy.deepcopy(env)
                    twin.step(int(number))
                    turns.add(twin.table.game.log[len(env.table.game.log)][1])
                assert len(turns) == ROLLS
                assert len(env.table.game.log) < len(twin.table.game.log)
        seen.add(int(len(info["chances"]) > 0))
        _, _, over, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if over or cut:
            break
    assert seen == {0, 1}
    assert rolls == 3


def test_every_seat_in_pettingzoo():
    pytest.importorskip("pettingzoo")
    from sevenhex.env import pettingzoo

    env = pettingzoo.raw_env(players=3, chance="shown", victory_points=4)
    env.reset(seed=3)
    rng, asked = np.random.default_rng(3), 0
    for _ in env.agent_iter(20_000):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        assert (info["action_mask"] == observation["action_mask"]).all()
        asked += len(info["chances"]) > 0
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert asked > 10
