"""Thousands of games at once: the rules' games, whatever the number of threads, and polite about bad input."""

from __future__ import annotations

import numpy as np
import pytest

from sevenhex.env import Batch, VectorEnv
from sevenhex.env.vector import rows_of
from sevenhex.errors import ActionError, EditionError, OptionError, SevenhexError, StateError
from sevenhex.observation import observation


def run(env, steps=150):
    """Random play; everything that was seen, as bytes."""
    batch = env.reset()
    counters, seen = np.arange(env.games, dtype=np.uint64), []
    for _ in range(steps):
        seen.append([part.tobytes() for part in rows_of(batch)])
        batch = env.step(env.sample(batch, counters))
    return seen


@pytest.mark.parametrize(
    "settings", [{}, {"trade": True}, {"players": 6}, {"skip_forced": False}, {"random_seats": (1, 3)}, {"opponents": "steady"}]
)
def test_threads_change_nothing(settings):
    with VectorEnv(37, seed=4, threads=1, limit=300, **settings) as one, VectorEnv(37, seed=4, threads=3, limit=300, **settings) as three:
        assert run(one) == run(three)


def test_seeds_make_the_games():
    with VectorEnv(8, seed=1) as env:
        first = run(env, 40)
        again = env.reset(seed=1)
        assert [part.tobytes() for part in rows_of(again)] == first[0]
        seeds = np.arange(8, dtype=np.uint64)
        env.reset(seeds=seeds)
        rows = env.reset(seeds=seeds).observation.copy()
        env.reset(seeds=seeds[::-1].copy())
        assert (env.reset(seeds=seeds[::-1].copy()).observation == rows[::-1]).all()
        assert (env.reset(seed=2).observation != rows).any()


def test_a_place_plays_the_same_in_any_batch():
    seeds = np.array([5, 6, 7], np.uint64)
    with VectorEnv(3) as three, VectorEnv(1) as one:
        three.reset(seeds=seeds)
        one.reset(seeds=seeds[2:])
        for _ in range(60):
            wanted = np.array([int(np.flatnonzero(row)[-1]) for row in three._own.mask])
            three.step(wanted)
            one.step(wanted[2:].copy())
            assert (three._own.observation[2] == one._own.observation[0]).all()


def test_games_end_and_begin_again():
    with VectorEnv(64, seed=3, players=3) as env:
        batch = env.reset()
        counters, ends, rewards = np.arange(64, dtype=np.uint64), 0, np.zeros(3)
        for _ in range(1200):
            batch = env.step(env.sample(batch, counters))
            over = batch.done == 1
            ends += over.sum()
            rewards += batch.reward[over].sum(axis=0)
            assert (batch.reward[batch.done == 0] == 0).all()
            assert np.allclose(batch.reward[over].sum(axis=1), 0)
            assert (batch.reward[over].max(axis=1) == 1).all() if over.any() else True
            assert batch.mask.any(axis=1).all()
        assert ends > 64
        assert (env.notes()["game"] > 1).any()


def test_a_long_game_is_cut_without_reward():
    with VectorEnv(16, limit=30) as env:
        batch = env.reset()
        counters, cut = np.arange(16, dtype=np.uint64), 0
        for _ in range(60):
            batch = env.step(env.sample(batch, counters))
            cut += (batch.done == 2).sum()
            assert (batch.reward == 0).all()
        assert cut > 0


def test_offers_in_a_turn_are_limited():
    from sevenhex.observation import menu

    with VectorEnv(32, trade=True, skip_forced=False, limit=600) as env:
        batch = env.reset()
        start = next(block for block in menu.blocks(0, 4, True) if block.name == "offer").start
        rng = np.random.default_rng(1)
        offered = 0
        for _ in range(400):
            chosen = np.array(
                [int(rng.choice(found[found >= start] if (found >= start).any() else found)) for found in map(np.flatnonzero, batch.mask)]
            )
            offered += (chosen >= start).sum()
            batch = env.step(chosen)
            assert (env.notes()["offers"] <= 3).all()
        assert offered > 100
        assert (batch.done == 0).any()


def test_an_illegal_index_is_refused_and_changes_nothing():
    with VectorEnv(4, seed=1) as env:
        batch = env.reset()
        before, wrong = env.save(), np.array([np.flatnonzero(row)[0] for row in batch.mask])
        for bad in (-1, env.setting.menu_size, int(np.flatnonzero(~batch.mask[2])[0])):
            chosen = wrong.copy()
            chosen[2] = bad
            with pytest.raises(ActionError, match=rf"Index {bad} is not allowed in game 2 \(seat"):
                env.step(chosen)
            assert env.save() == before
    with VectorEnv(4, seed=1, illegal="replace") as env:
        env.reset()
        env.step(np.full(4, -1))
        assert env.replaced() == 4


def test_buffers_are_the_callers():
    with VectorEnv(5) as env:
        mine = env.batch()
        found = env.reset(into=mine)
        assert found is mine
        other = env.batch()
        counters = np.arange(5, dtype=np.uint64)
        env.step(env.sample(mine, counters), into=other)
        assert (mine.observation != other.observation).any()
        with VectorEnv(5, batch=mine) as same:
            assert same.reset() is mine


@pytest.mark.parametrize(
    ("name", "array", "said"),
    [
        ("observation", np.zeros((5, 3), np.uint8), r"shape \(5, 3\); expected a C-contiguous uint8 array of shape \(5, 466\)"),
        ("mask", np.zeros((5, 376), np.uint8), "mask is a uint8 array"),
        ("reward", np.zeros((4, 5), np.float32).T, "reward is not contiguous"),
        ("done", [0] * 5, "done is a list"),
    ],
)
def test_wrong_buffers_are_refused(name, array, said):
    with VectorEnv(5) as env:
        batch = env.batch()
        setattr(batch, name, array)
        with pytest.raises(OptionError, match=said):
            env.reset(into=batch)


def test_read_only_buffers_and_wrong_actions_are_refused():
    with VectorEnv(5) as env:
        batch = env.batch()
        batch.done.flags.writeable = False
        with pytest.raises(OptionError, match="done is read-only"):
            env.reset(into=batch)
        with pytest.raises(SevenhexError, match=r"call reset\(\) first"):
            env.step(np.zeros(5, np.int64))
        env.reset()
        for actions in (np.zeros(4, np.int64), np.zeros(5, np.int32), [0] * 5):
            with pytest.raises(OptionError, match="actions is"):
                env.step(actions)
        with pytest.raises(OptionError, match="seeds is"):
            env.reset(seeds=np.zeros(5, np.int64))


def test_wrong_settings_are_refused():
    with pytest.raises(OptionError, match="games is 0"):
        VectorEnv(0)
    with pytest.raises(EditionError, match="fifth"):
        VectorEnv(1, edition="fifth")
    with pytest.raises(OptionError):
        VectorEnv(1, players=9)
    with pytest.raises(OptionError, match="random_seats names"):
        VectorEnv(1, random_seats=(4,))
    with pytest.raises(OptionError, match="every seat"):
        VectorEnv(1, players=3, random_seats=(0, 1, 2))
    with pytest.raises(OptionError, match="illegal is"):
        VectorEnv(1, illegal="ignore")
    with pytest.raises(SevenhexError):
        VectorEnv(1, victory_pionts=12)


def test_snapshots_go_back():
    with VectorEnv(9, seed=2, trade=True) as env, VectorEnv(9, seed=77, trade=True) as other:
        batch, counters = env.reset(), np.arange(9, dtype=np.uint64)
        for _ in range(30):
            batch = env.step(env.sample(batch, counters))
        saved = env.save()
        seen = [part.copy() for part in (batch.observation, batch.mask, batch.seat)]
        back = other.load(saved)
        assert all((was == now).all() for was, now in zip(seen, (back.observation, back.mask, back.seat), strict=True))
        for _ in range(30):
            chosen = env.sample(batch, counters)
            batch, back = env.step(chosen), other.step(chosen)
            assert (batch.observation == back.observation).all()
        with pytest.raises(StateError, match="no snapshot"):
            env.load(b"nonsense")
        with pytest.raises(StateError, match="bytes of games"):
            env.load(saved[:-1])
        with VectorEnv(9) as plain, pytest.raises(StateError, match=r"other settings \(trade\)"):
            plain.load(saved)
        with VectorEnv(8, trade=True) as fewer, pytest.raises(StateError, match="has 9 games, this environment 8"):
            fewer.load(saved)
        with pytest.raises(StateError, match="another version"):
            env.load(saved.replace(b'"version": 2', b'"version": 1'))
        with pytest.raises(StateError, match="header"):
            env.load(b"sevenhex games\nnonsense\n")


def test_damaged_snapshots_are_refused_before_they_are_believed():
    with VectorEnv(3, seed=2) as env:
        env.reset()
        before, good = env.save(), env.snapshot()
        for part, name, value, said in (
            ("states", "robber", 99, "not sound"),
            ("states", "players", 3, "has players 3"),
            ("states", "target", 12, "has target 12"),
            ("states", "phase", 11, "State 1"),
            ("notes", "seat_shift", 7, "damaged"),
            ("notes", "below", -1, "damaged"),
        ):
            broken = env.snapshot()
            getattr(broken, part)[name][1] = value
            with pytest.raises(StateError, match=said):
                env.load(broken)
        with pytest.raises(StateError, match="does not wait for seat 3"):
            env.load(good._replace(seats=np.full(3, 3, np.int8)))
        assert env.save() == before
        with pytest.raises(StateError, match="an array of 3 states"):
            env.load(np.zeros(3))


def test_games_go_on_from_states_whose_past_nobody_saw():
    with VectorEnv(6, seed=2) as env, VectorEnv(6, seed=5) as other:
        batch, counters = env.reset(), np.arange(6, dtype=np.uint64)
        for _ in range(120):
            batch = env.step(env.sample(batch, counters))
        seen, seats = batch.observation.copy(), batch.seat.copy()
        back = other.load(env.states())
        assert (back.seat == seats).all()
        where = observation.places(0, 4)
        for name in ("hex.robber", "edge.road", "seats.hand", "own.cards", "supply"):
            assert (back.observation[:, where[name]] == seen[:, where[name]]).all(), name
        sizes = back.observation[:, where["seats.hand"]]
        low, high = (back.observation[:, where[f"seats.{name}"]].reshape(6, 4, 5) for name in ("low", "high"))
        assert (low[:, 0] == high[:, 0]).all()
        assert (high[:, 1:] > low[:, 1:]).any()
        assert (high <= sizes[:, :, None]).all()
        for _ in range(200):
            back = other.step(other.sample(back, counters))
            assert back.mask.any(axis=1).all()


def test_every_seat_observes_and_hears_of_its_own_end():
    with VectorEnv(16, seed=3, players=3, victory_points=3) as env:
        batch, counters = env.reset(), np.arange(16, dtype=np.uint64)
        waiting = [[(0.0, 0)] * 3 for _ in range(16)]
        events = 0
        for _ in range(400):
            batch = env.step(env.sample(batch, counters))
            for game in range(16):
                if batch.done[game]:
                    waiting[game] = [(float(batch.reward[game, seat]), int(batch.done[game])) for seat in range(3)]
                seat = int(batch.seat[game])
                assert (float(batch.own_reward[game]), int(batch.own_done[game])) == waiting[game][seat]
                events += waiting[game][seat][1] > 0
                waiting[game][seat] = (0.0, 0)
        assert events > 60
        everybody = env.observe()
        assert everybody.shape == (16, 3, env.setting.observation_size)
        assert (everybody[np.arange(16), batch.seat] == batch.observation).all()
        assert (env.observe(1) == everybody[:, 1]).all()
        assert (env.observe(batch.seat) == batch.observation).all()
        with pytest.raises(OptionError, match="seat is 3; expected 0 to 2"):
            env.observe(3)


def test_every_state_of_the_environment_is_sound():
    from sevenhex.rules.check import check

    with VectorEnv(6, seed=8, trade=True) as env:
        batch, counters = env.reset(), np.arange(6, dtype=np.uint64)
        for _ in range(200):
            batch = env.step(env.sample(batch, counters))
            for place in range(6):
                assert check(env.states()[place : place + 1]) == []


def test_a_batch_is_made_of_arrays():
    with VectorEnv(2) as env:
        assert isinstance(env.reset(), Batch)


def test_too_many_games_are_reported_how_many_fit(monkeypatch):
    from sevenhex.env import vector

    each = vector.memory_of(VectorEnv(1).setting)
    monkeypatch.setattr(vector, "room", lambda: 10 * each + 5)
    assert VectorEnv(10).games == 10
    with pytest.raises(OptionError, match=f"11 games do not fit in memory at {each} bytes each; at most 10 do"):
        VectorEnv(11)
