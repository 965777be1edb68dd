"""The search in batches: it weighs choices in worlds that the seat could not tell apart, with the same dice for each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from sevenhex.env.setting import Setting  # noqa: E402
from sevenhex.env.vector import VectorEnv  # noqa: E402
from sevenhex.errors import OptionError  # noqa: E402
from sevenhex.learn import config as configuration  # noqa: E402
from sevenhex.learn.games import Games, Group  # noqa: E402
from sevenhex.learn.outlook import Lookout, Outlook, imagined, loss_of, trusted  # noqa: E402
from sevenhex.learn.ppo import Compiled  # noqa: E402
from sevenhex.learn.trainer import Trainer  # noqa: E402
from sevenhex.nets.graph_model import GraphModel  # noqa: E402
from sevenhex.nets.messages import Sizes  # noqa: E402
from sevenhex.rules.cards import total  # noqa: E402

SMALL = Setting(players=3, skip_forced=False, islands=4, limit=4000)
LOOKOUT = Lookout(tries=3, copies=2, steps=10)


def games(number: int, setting: Setting = SMALL, seed: int = 3) -> Games:
    return Games([Group(number, setting, "cpu", seed)])


def moved_on(number: int, steps: int = 120) -> Games:
    """Games in their middle."""
    found = games(number)
    counters = np.arange(number, dtype=np.uint64)
    env = found.groups[0].env
    for _ in range(steps):
        env.step(env.sample(env._own, counters))
    return found


def test_some_games_of_an_environment_go_on_in_another():
    one, other = moved_on(6).groups[0].env, VectorEnv(4, setting=SMALL, illegal="replace")
    other.reset()
    rows = np.array([5, 0, 5, 2])
    batch = other.put(one.some(rows))
    assert (batch.observation == one.show().observation[rows]).all()
    assert (batch.seat == one.show().seat[rows]).all()
    with pytest.raises(OptionError, match="0 to 5"):
        one.some(np.array([6]))
    with pytest.raises(OptionError, match="as many"):
        other.put(one.some(np.array([0])))


def test_imagined_worlds_look_alike_to_the_seat_and_hide_other_cards():
    env = moved_on(16, 320).groups[0].env
    given = env.some(np.arange(16))
    found = imagined(given, np.arange(64), 4, np.random.default_rng(1))
    twin = VectorEnv(64, setting=SMALL, illegal="replace")
    twin.reset()
    seen, truth = twin.put(found).observation, env.show().observation
    assert (seen == truth.repeat(4, axis=0)).all()
    players = np.arange(3)
    sizes = [[total(int(hand)) for hand in state["hand"][players]] for state in found.states]
    assert sizes == [[total(int(hand)) for hand in state["hand"][players]] for state in given.states.repeat(4)]
    own = found.seats.astype(int)
    assert all(
        state["hand"][seat] == before["hand"][seat] for state, before, seat in zip(found.states, given.states.repeat(4), own, strict=True)
    )
    differ = sum((state["hand"] != before["hand"]).any() for state, before in zip(found.states, given.states.repeat(4), strict=True))
    assert differ > 5
    assert len(set(found.notes["counter"].tolist())) == 64  # dice of their own


def outlook(seed: int = 5, number: int = 36) -> tuple[Outlook, GraphModel]:
    torch.manual_seed(seed)
    model = GraphModel(0, Sizes(8, 8, 8, 1))
    return Outlook(moved_on(number), games(number, seed=9), LOOKOUT, seed), model


def test_targets_are_chances_among_what_is_allowed():
    search, model = outlook()
    found = search.look(model, Compiled())
    assert found is not None
    assert len(found.seen) == 36 // 6
    assert torch.allclose(found.policy.sum(dim=1), torch.ones(len(found.seen)), atol=1e-4)
    assert found.policy.masked_fill(found.allowed, 0.0).abs().max() < 1e-6
    assert ((found.worth > 0) & (found.worth < 1)).all()
    assert (found.allowed.sum(dim=1) > 1).all()


def test_hidden_cards_change_nothing():
    """Two sources that differ only in what their acting seats cannot know lead to the same lessons."""
    search, model = outlook()
    source = search.source.groups[0].env
    before = source.some(np.arange(36))
    other = imagined(before, np.arange(36), 1, np.random.default_rng(8))
    other.notes["counter"] = before.notes["counter"]
    torch.manual_seed(1)
    first = search.look(model, Compiled())
    again, _ = outlook()
    again.source.groups[0].env.put(other)
    torch.manual_seed(1)
    second = again.look(model, Compiled())
    assert first is not None
    assert second is not None
    assert (other.states["hand"] != before.states["hand"]).any()
    assert torch.equal(first.seen, second.seen)


def test_what_the_search_finds_can_be_learnt():
    search, model = outlook()
    found = search.look(model, Compiled())
    assert found is not None
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    gaps = []
    for _ in range(20):
        gap, surprise = loss_of(model, found)
        optimizer.zero_grad()
        (gap + surprise).backward()
        optimizer.step()
        gaps.append(float(gap.detach()))
    assert gaps[-1] < 0.7 * gaps[0]


def test_a_run_searches_and_goes_on(tmp_path):
    config = replace(
        configuration.read('network = "graph"\nsizes = [8, 8, 8, 1]\nrotated = false'),
        games=48,
        length=8,
        batch=128,
        islands=4,
        searched=0.5,
        tries=3,
        copies=2,
        ahead=6,
        average=0.9,
    )
    rows = []
    trainer = Trainer(tmp_path, config, "cpu", 100.0, notify=rows.append)
    trainer.run(0.5)
    assert rows
    assert rows[-1]["searched"] > 0
    assert rows[-1]["gap"] >= 0
    with pytest.raises(OptionError, match="rotated"):
        configuration.read("searched = 0.5")


def test_differences_count_as_far_as_they_are_more_than_chance():
    torch.manual_seed(3)
    real = torch.ones(400, 5, dtype=torch.bool)
    noise = 0.5 + 0.05 * torch.randn(400, 5, 8)
    worths, trust = trusted(noise, real)
    assert trust < 0.2
    assert (worths - 0.5).abs().max() < 0.05
    better = torch.zeros(400, 5, 8)
    better[:, 2] = 0.2
    worths, trust = trusted(noise + better, real)
    assert trust > 0.9
    assert (worths.argmax(dim=1) == 2).float().mean() > 0.95
    dice = torch.randn(400, 1, 8)  # what all choices meet alike is no noise
    assert abs(trusted(noise + better + dice, real)[1] - trust) < 1e-3
    real[:, 3:] = False  # what was not tried counts nothing
    wild = noise + better
    wild[:, 3:] = 9.0
    assert trusted(wild, real)[0][:, :3].max() < 1
