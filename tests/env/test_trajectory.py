"""What each seat's choices led to: against the plain definition, for NumPy and PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from sevenhex.env import VectorEnv
from sevenhex.env.league import League
from sevenhex.env.trajectory import ENDED, OPEN, SelfPlay, advantages


def policy(observation, mask):
    """The first legal index; the value is a number that the bytes decide."""
    return mask.argmax(axis=1), np.zeros(len(mask), np.float32), (observation.sum(axis=1) % 97 / 97).astype(np.float32)


@pytest.fixture(scope="module")
def rollout():
    with VectorEnv(12, seed=4, players=3, victory_points=3, limit=90) as env:
        play = SelfPlay(env, policy, steps=40)
        play.collect()
        return play.collect()


def test_the_next_choice_is_the_same_seats(rollout):
    found = rollout.following()
    seen = {OPEN: 0, ENDED: 0}
    for game in range(12):
        for step in range(40):
            seat, next_ = rollout.seat[step, game], int(found[step, game])
            later = [at for at in range(step + 1, 40) if rollout.seat[at, game] == seat]
            ends = [at for at in range(step, 40) if rollout.done[at, game]]
            if ends and (not later or ends[0] < later[0]):
                assert next_ == ENDED
            elif later:
                assert next_ == later[0]
            else:
                assert next_ == OPEN
            if next_ < 0:
                seen[next_] += 1
    assert min(seen.values()) > 5


def test_advantages_follow_their_definition(rollout):
    discount, trace = 0.9, 0.8
    gain, target = rollout.advantages(discount, trace)
    following = rollout.following()
    for game in range(12):
        for step in reversed(range(40)):
            next_, seat, value = int(following[step, game]), rollout.seat[step, game], rollout.value[step, game]
            stop = next_ if next_ >= 0 else next((at + 1 for at in range(step, 40) if rollout.done[at, game]), 40)
            reward = sum(float(rollout.reward[at, game, seat]) for at in range(step, stop))
            if next_ == ENDED:
                wanted = reward - value
            elif next_ == OPEN:
                wanted = reward + discount * rollout.last_value[game, seat] - value
            else:
                wanted = reward + discount * rollout.value[next_, game] - value + discount * trace * gain[next_, game]
            assert gain[step, game] == pytest.approx(wanted, abs=1e-5)
    assert np.allclose(target, gain + rollout.value)


def test_trajectories_are_a_seats_own_steps(rollout):
    for seat in range(3):
        steps = rollout.trajectory(0, seat)
        assert all(rollout.seat[step, 0] == seat for game in steps for step in game)
    assert sum(len(game) for seat in range(3) for game in rollout.trajectory(0, seat)) == 40


def test_tensors_get_the_same(rollout):
    torch = pytest.importorskip("torch")
    parts = [torch.from_numpy(np.ascontiguousarray(part)) for part in (rollout.seat, rollout.value, rollout.reward, rollout.done)]
    gain, _ = advantages(*parts, torch.from_numpy(rollout.last_value), 0.9, 0.8)
    assert np.allclose(gain.numpy(), rollout.advantages(0.9, 0.8)[0], atol=1e-5)


def test_a_league_draws_who_plays():
    with VectorEnv(40, seed=4, players=3, victory_points=3, limit=60) as env:
        league, asked = League(40, 3, share=0.0, most=2, seed=1), {"learner": 0, "one": 0, "two": 0}

        def member(name):
            def choose(observation, mask):
                asked[name] += len(mask)
                return mask.argmax(axis=1)

            return choose

        batch = env.reset()
        for step in range(200):
            if step in (0, 50, 51):
                league.join(member("one" if step == 0 else "two"))
            actions, own = league.choose(member("learner"), batch)
            assert own.dtype == bool
            batch = env.step(actions)
            league.note(batch)
        assert all(number > 100 for number in asked.values())
        assert ((league.who == 0).sum(axis=1) >= 1).all()
