"""Networks inside `step`: they choose as `net:FILE` does at a table, and the caller sees what it would by asking them itself."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from sevenhex import bots
from sevenhex.env import VectorEnv
from sevenhex.env.networks import Networks, numpy_player, torch_player
from sevenhex.env.opponents import MOST_NETWORKS, NETWORK, seats_of, word_of
from sevenhex.env.setting import Setting
from sevenhex.env.table import ObservedGame
from sevenhex.errors import OptionError
from sevenhex.nets.network import NetworkError
from sevenhex.nets.shipped import network_of
from sevenhex.observation import menu
from sevenhex.rules.ids import Island

sys.path.insert(0, str(Path(__file__).parent.parent / "nets"))
from test_graph import random_network as random_graph
from test_network import random_network

TINY = f"net:{Path(__file__).parents[2] / 'training' / 'tiny.npz'}"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Weight files of both kinds, with drawn weights."""
    folder = tmp_path_factory.mktemp("weights")
    for island in Island:
        random_network(island).save(folder / f"{island.name.lower()}.npz")
    random_graph().save(folder / "graph.npz")
    return folder


def chooser(name, setting, make=numpy_player):
    return make(network_of(Path(name.removeprefix("net:"))), setting)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("graph.npz", {"players": 3}),
        ("graph.npz", {"players": 4, "trade": True}),
        ("small.npz", {"players": 2, "edition": "fourth"}),
        ("large.npz", {"players": 5, "trade": True}),
    ],
)
def test_it_chooses_as_at_a_table(files, name, settings):
    """Every decision of a game, its own and those of others, answered by both."""
    setting = Setting(**settings, options={"victory_points": 5})
    own = f"net:{files / name}"
    choose, bot = chooser(own, setting), bots.make(own)
    table, rng, compared = ObservedGame(setting, seed=3), np.random.default_rng(4), 0
    while not table.is_over and compared < 250:
        seat = table.seat
        seen, mask = table.see(seat)
        index = int(choose(seen[None], mask[None])[0])
        assert mask[index]
        answered = int(mask[menu.START[setting.island, setting.players, menu.ANSWER_BLOCK] :].any()) if setting.trade else 0
        chosen = bot.choose(table.game.view(seat), table.game.legal(seat), bots.Limit())
        if mask[: menu.size(setting.island, setting.players, False)].any() or answered:
            assert table.action_of(index) == chosen, (table.game.position(), index)
            compared += 1
        # now and then something else happens, offers of others among it
        table.choose(index if rng.random() < 0.5 else int(rng.choice(np.flatnonzero(mask))))
    assert compared > 60


def asked_oneself(env, choose, batch, own):
    """One game without opponents: networks are asked from outside until the learner's seat must choose again."""
    done, reward = 0, np.zeros(env.setting.players, np.float32)
    while True:
        if int(batch.done[0]):
            done, reward = int(batch.done[0]), batch.reward[0].copy()
        if int(batch.seat[0]) == own:
            return batch, done, reward
        batch = env.step(np.asarray(choose(batch.observation, batch.mask), np.int64))


@pytest.mark.parametrize("settings", [{"players": 4}, {"players": 3, "trade": True}, {"players": 5, "skip_forced": False}])
def test_the_caller_sees_what_it_would_by_asking_the_network_itself(files, settings):
    """Observations, masks, rewards and ends, over the ends of games."""
    name = f"net:{files / 'graph.npz'}"
    settings |= {"limit": 90, "victory_points": 4, "seed": 5}
    games, own, choose = 5, 1, chooser(name, Setting(players=settings["players"], trade=settings.get("trade", False)))
    with VectorEnv(games, threads=2, opponents=name, seat=own, **settings) as env:
        batch, seeds, counters = env.reset(), env.notes()["seed"], np.arange(games, dtype=np.uint64)
        singles = [VectorEnv(1, threads=1, **settings) for _ in range(games)]
        theirs = [asked_oneself(one, choose, one.reset(seeds=seeds[place : place + 1].copy()), own)[0] for place, one in enumerate(singles)]
        ended = 0
        for step in range(60):
            for place, other in enumerate(theirs):
                for name_ in ("observation", "mask", "seat", "own_reward", "own_done"):
                    assert (getattr(batch, name_)[place] == getattr(other, name_)[0]).all(), (step, place, name_)
            chosen = env.sample(batch, counters)
            batch = env.step(chosen)
            for place, one in enumerate(singles):
                theirs[place], done, reward = asked_oneself(one, choose, one.step(chosen[place : place + 1]), own)
                assert (int(batch.done[place]), batch.reward[place].tolist()) == (done, reward.tolist())
            ended += int((batch.done > 0).sum())
        assert ended > 4
        assert env.replaced() == 0
        assert (env.states()["turn"] == np.concatenate([one.states() for one in singles])["turn"]).all()
        saved, before = env.save(), batch.observation.copy()
        env.step(env.sample(batch, counters))
        assert (env.load(saved).observation == before).all()


def test_a_league_sits_down_with_a_drawn_seat(files):
    """Each file at its own place around the learner, whose seat is drawn; other bots beside them; with trade and without."""
    names = [f"net:{files / 'graph.npz'}", "steady", f"net:{files / 'small.npz'}"]
    for trade in (False, True, "opponents"):
        with VectorEnv(16, seed=5, opponents=names, seat=None, trade=trade, limit=80) as env:
            batch, counters = env.reset(), np.arange(16, dtype=np.uint64)
            seats = set()
            for _ in range(60):
                batch = env.step(env.sample(batch, counters))
                assert (batch.seat == env.notes()["seat_shift"]).all()
                seats |= set(batch.seat.tolist())
            assert seats == {0, 1, 2, 3}
    playing = Networks(Setting(opponents=names, seat=None), numpy_player)
    assert playing.at.tolist() == [-1, 0, -1, 1]
    assert playing.awaited(np.array([0, 1, 2, 3, -2], np.int8), np.array([0, 0, 1, 0, 0])).tolist() == [-1, 0, 0, 1, -1]


def test_chance_may_be_the_callers_too(files):
    with VectorEnv(4, seed=5, opponents=f"net:{files / 'graph.npz'}", chance="shown", limit=80) as env:
        batch, counters = env.reset(), np.arange(4, dtype=np.uint64)
        for _ in range(80):
            assert set(batch.seat.tolist()) <= {0, -2}
            batch = env.step(env.sample(batch, counters))


def test_it_does_not_trade_for_more_than_its_harbors_ask(files):
    setting = Setting()
    choose, width = chooser(f"net:{files / 'graph.npz'}", setting), setting.menu_size
    seen = np.random.default_rng(1).integers(0, 2, (1, setting.observation_size)).astype(np.uint8)
    mask = np.zeros((1, width), np.bool_)
    mask[0, [menu.BANK + 7, menu.BANK + menu.PAIRS + 7, menu.BANK + 2 * menu.PAIRS + 7]] = True
    assert choose(seen, mask).tolist() == [menu.BANK + 7]


def test_what_cannot_play_is_refused_in_a_sentence(files, tmp_path):
    large = f"net:{files / 'large.npz'}"
    assert word_of(seats_of([large, TINY], 3, 0)) == (NETWORK << 4) + ((NETWORK + 1) << 8)
    with pytest.raises(NetworkError, match="There is no weight file"):
        VectorEnv(1, opponents="net:nothing.npz")
    with pytest.raises(OptionError, match="knows the large island; these games are on the small one"):
        VectorEnv(1, opponents=large)
    (tmp_path / "damaged.npz").write_bytes(b"PK no weights")
    with pytest.raises(NetworkError, match="cannot be read"):
        VectorEnv(1, opponents=f"net:{tmp_path / 'damaged.npz'}")
    with pytest.raises(OptionError, match="or net:FILE"):
        VectorEnv(1, opponents="scholar")
    assert MOST_NETWORKS >= 6  # one for every seat


@pytest.mark.parametrize(("name", "players"), [("graph.npz", 4), ("graph.npz", 5), ("small.npz", 3)])
def test_pytorch_chooses_as_numpy_does(files, name, players):
    """What plays on a GPU, on the CPU: the same choice but where two are liked the same to the last digits."""
    torch = pytest.importorskip("torch")
    own = f"net:{files / name}"
    setting = Setting(players=players, trade=True)
    here = chooser(own, setting)
    there = torch_player(network_of(files / name), setting, "cpu")
    with VectorEnv(64, seed=5, setting=setting) as env:
        batch, counters, same, all_ = env.reset(), np.arange(64, dtype=np.uint64), 0, 0
        for _ in range(60):
            chosen = here(batch.observation, batch.mask)
            found = there(torch.from_numpy(batch.observation), torch.from_numpy(batch.mask)).numpy()
            assert batch.mask[np.arange(64), found].all()
            same, all_ = same + int((chosen == found).sum()), all_ + 64
            batch = env.step(env.sample(batch, counters))
    assert same > 0.99 * all_
