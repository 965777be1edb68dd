"""A run learns, is cut, goes on where it was, and leaves a weight file that plays without PyTorch."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from sevenhex.arena.statistics import wilson  # noqa: E402
from sevenhex.errors import OptionError  # noqa: E402
from sevenhex.learn import checkpoint  # noqa: E402
from sevenhex.learn.checkpoint import CheckpointError  # noqa: E402
from sevenhex.learn.config import Config, TableConfig  # noqa: E402
from sevenhex.learn.duel import duel  # noqa: E402
from sevenhex.learn.games import Games, Group  # noqa: E402
from sevenhex.learn.ppo import Compiled, Rollout  # noqa: E402
from sevenhex.learn.trainer import CHECKPOINT, LOG, WEIGHTS, Trainer, found_config, model_of  # noqa: E402
from sevenhex.nets import symmetry  # noqa: E402
from sevenhex.nets.graph import load  # noqa: E402
from sevenhex.nets.model import Model  # noqa: E402
from sevenhex.nets.network import Network, NetworkError  # noqa: E402

TINY = Config(
    width=16, blocks=1, games=24, length=40, epochs=1, batch=64, islands=4, tables=(TableConfig(players=3), TableConfig("zip", 4))
)


def trained(folder, config=TINY, updates=2):
    trainer = Trainer(folder, config, "cpu", planned=60.0)
    trainer.run(600.0, lambda: trainer.progress.updates >= updates)
    return trainer


def test_a_run_goes_on_where_it_was(tmp_path):
    first = trained(tmp_path, updates=2)
    assert first.progress.updates == 2
    again = Trainer(tmp_path, found_config(tmp_path, None), "cpu", planned=60.0)
    assert again.progress == first.progress
    assert again.config == TINY
    for (name, before), (_, after) in zip(first.model.named_parameters(), again.model.named_parameters(), strict=True):
        assert torch.equal(before, after), name
    assert len(again.optimizer.state) == len(list(again.model.parameters()))
    again.run(600.0, lambda: again.progress.updates >= 3)
    rows = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    assert [row["updates"] for row in rows] == [1, 2, 3]
    assert rows[-1]["steps"] == 3 * TINY.length * TINY.games
    assert all(0 < row["choices"] <= row["steps"] for row in rows)


GRAPH = replace(
    TINY, network="graph", sizes=(8, 8, 16, 1), average=0.9, rotated=False, tables=(TableConfig(players=3), TableConfig(players=5))
)


def test_a_graph_network_learns_on_both_islands_at_once_and_goes_on(tmp_path):
    first = trained(tmp_path, GRAPH, updates=2)
    again = Trainer(tmp_path, found_config(tmp_path, None), "cpu", planned=60.0)
    for before, after in ((first.model, again.model), (first.mean, again.mean)):
        for (name, one), (_, other) in zip(before.named_parameters(), after.named_parameters(), strict=True):
            assert torch.equal(one, other), name
    assert any(not torch.equal(one, other) for one, other in zip(first.model.parameters(), first.mean.parameters(), strict=True))
    network = load(tmp_path / WEIGHTS)
    for island, players, place in ((0, 3, 0), (1, 5, 0)):
        games = first.games(island)
        seen = games.groups[place].seen()
        with torch.no_grad():
            model = model_of(network, island)
            expected = model(seen, games.absent[: len(seen)])[1].exp().numpy()[:, :players]
        rows = games.groups[place].env.reset().observation
        assert np.abs(network.evaluate(rows, players)[0] - expected).max() < 0.02


def test_a_teacher_is_imitated_less_and_less(tmp_path):
    known = Model(0, 16, 1)
    with torch.no_grad():
        known.value.bias[0] = 2.0  # it believes in the seat that looks
    known.weights({}).save(tmp_path / "teacher.npz")
    config = replace(GRAPH, tables=(TableConfig(players=3),), teacher=str(tmp_path / "teacher.npz"), taught=3000.0, rate=(1e-2, 1e-2))
    pupil = Trainer(tmp_path / "pupil", config, "cpu", planned=60.0)
    games = pupil.games(0)

    def apart():
        with torch.no_grad():
            chances = (each(games.seen(), games.absent)[1].exp() for each in (known, pupil.model))
            return float((next(chances) - next(chances)).abs().mean())

    before = apart()
    assert pupil.teacher_share() == 1.0
    pupil.run(600.0, lambda: pupil.progress.updates >= 5)
    assert apart() < before / 2
    pupil.progress.seconds = 1500.0
    assert pupil.teacher_share() == 0.5
    pupil.progress.seconds = 3001.0
    assert pupil.teacher_share() == 0.0
    assert pupil.teacher(0) is None


def test_a_duel_of_equals_is_even(tmp_path):
    model = model_of(trained(tmp_path, updates=1).model.weights({}), 0)
    table = TableConfig(players=3, options={"victory_points": 3})
    found = duel(model, model, table, games=48, steps=300, how=Compiled(), device="cpu")
    low, high = wilson(found.wins, found.games)
    assert found.games > 100
    assert low < 1 / 3 < high


def test_the_weight_file_plays_without_pytorch(tmp_path):
    trainer = trained(tmp_path, updates=1)
    network = Network.load(tmp_path / WEIGHTS)
    assert network.header.made["updates"] == 1
    games = trainer.games(0)
    seen = games.groups[1].seen()
    with torch.no_grad():
        expected = trainer.model(seen, games.absent[-len(seen) :])[1].exp().numpy()
    assert np.abs(network.evaluate(seen.numpy(), 4)[0] - expected).max() < 0.02


def test_learning_lowers_the_surprise(tmp_path):
    """On the same few games over and over the chances come nearer to what happened: the gradients point the right way."""
    config = replace(
        TINY, epochs=4, rate=(3e-3, 3e-3), tables=(TableConfig(players=2, options={"victory_points": 3}),), games=64, length=200
    )
    trainer = trained(tmp_path, config, updates=6)
    rows = [json.loads(line) for line in (trainer.folder / LOG).read_text().splitlines()]
    assert rows[-1]["surprise"] < rows[0]["surprise"]


def test_targets_follow_who_won():
    """The last own position of the winner is worth all, of the others nothing; seats count from the acting one."""
    setting = TableConfig(players=3, options={"victory_points": 3}).setting(1, 9000, 4)
    games = Games([Group(16, setting, "cpu", 1)])
    torch.manual_seed(1)
    model = Model(setting.island, 8, 1)
    rollout = Rollout(games, 400, model.choices)
    rollout.collect(model, Compiled(), 0)
    rollout.judge(trace=1.0)
    ends = rollout.done.nonzero()
    assert len(ends)
    for step, game in ends.tolist():
        actor, winner = int(rollout.seat[step, game]), int(rollout.won[step, game].argmax())
        target = rollout.target[step, game]
        assert int(target.argmax()) == (winner - actor) % 3
        assert float(target.max()) > 0.99
        assert target[3:].sum() == 0
    sure = rollout.judged
    assert torch.allclose(rollout.target[sure].sum(dim=1), torch.ones(int(sure.sum())), atol=1e-5)


def test_another_network_or_no_checkpoint_is_reported(tmp_path):
    trained(tmp_path, updates=1)
    with pytest.raises(OptionError, match="width 16"):
        found_config(tmp_path, replace(TINY, width=32))
    with pytest.raises(CheckpointError, match=r"needs shape \(32"):
        Trainer(tmp_path, replace(TINY, width=32), "cpu", planned=1.0)
    damaged = next((tmp_path / CHECKPOINT).glob("tensors-*.npz"))
    damaged.write_bytes(damaged.read_bytes()[:-100])
    with pytest.raises(CheckpointError, match=r"cannot be read.*--start"):
        Trainer(tmp_path, TINY, "cpu", planned=1.0)
    (tmp_path / CHECKPOINT / "progress.json").write_text("{")
    with pytest.raises(CheckpointError, match="holds no checkpoint"):
        checkpoint.about(tmp_path / CHECKPOINT)


def test_a_run_keeps_its_features(tmp_path):
    """A run with features is not continued without them; one of an older version, which names none, goes on without."""
    trained(tmp_path / "new", updates=1)
    with pytest.raises(OptionError, match=r"features of version 1.*no features"):
        found_config(tmp_path / "new", replace(TINY, features=0))
    old = trained(tmp_path / "old", replace(TINY, features=0), updates=1)
    about = tmp_path / "old" / CHECKPOINT / "progress.json"
    for path in (about, tmp_path / "old" / "config.toml"):
        path.write_text(path.read_text().replace("features = 0\\n", "").replace("features = 0\n", ""))
    assert "features" not in about.read_text()
    config = found_config(tmp_path / "old", None)
    assert config.features == 0
    assert Trainer(tmp_path / "old", config, "cpu", planned=1.0).progress == old.progress


def test_without_a_gpu_cuda_is_refused(tmp_path):
    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(OptionError, match="--device cpu"):
        Trainer(tmp_path, TINY, "cuda", planned=1.0)


def test_a_run_may_begin_from_a_weight_file(tmp_path):
    first = trained(tmp_path / "first", updates=1)
    second = Trainer(tmp_path / "second", TINY, "cpu", planned=1.0)
    second.begin_from(tmp_path / "first" / WEIGHTS)
    for name, part in first.model.parts().items():
        assert torch.allclose(part, second.model.parts()[name], atol=0.02), name
    with pytest.raises(NetworkError, match="width 16"):
        Trainer(tmp_path / "third", replace(TINY, width=24), "cpu", planned=1.0).begin_from(tmp_path / "first" / WEIGHTS)
    with pytest.raises(OptionError, match="has begun"):
        first.begin_from(tmp_path / "first" / WEIGHTS)


def test_a_run_with_features_may_begin_from_weights_without(tmp_path):
    """The chances are the same at first, whatever the features were before; then it learns what they are worth."""
    trained(tmp_path / "plain", replace(TINY, features=0), updates=1)
    plain = Network.load(tmp_path / "plain" / WEIGHTS)
    assert plain.header.features == 0
    trainer = Trainer(tmp_path / "more", TINY, "cpu", planned=60.0)
    torch.nn.init.normal_(trainer.model.features.weight)
    trainer.begin_from(tmp_path / "plain" / WEIGHTS)
    games = trainer.games(0)
    seen = games.groups[1].seen()
    with torch.no_grad():
        from_torch = trainer.model(seen, games.absent[-len(seen) :])[1].exp().numpy()
    assert np.allclose(from_torch, plain.evaluate(seen.numpy(), 4)[0], atol=1e-4)
    trainer.run(600.0, lambda: trainer.progress.updates >= 1)
    assert trainer.model.features.weight.abs().max() > 0
    assert Network.load(tmp_path / "more" / WEIGHTS).header.features == 1


def test_a_run_without_features_refuses_weights_with_them(tmp_path):
    trained(tmp_path / "first", updates=1)
    plain = Trainer(tmp_path / "plain", replace(TINY, features=0), "cpu", planned=60.0)
    with pytest.raises(NetworkError, match="a network with features; this run learns one without"):
        plain.begin_from(tmp_path / "first" / WEIGHTS)


def test_a_seat_that_waits_learns_the_same_chances_from_its_own_place():
    """Tables of several sizes side by side: what a watching seat is taught is what the acting seat is taught, counted from itself."""
    groups = [
        Group(12, TableConfig(players=players, options={"victory_points": 3}).setting(1, 9000, 4), "cpu", players) for players in (2, 4)
    ]
    games = Games(groups)
    torch.manual_seed(1)
    model = Model(0, 8, 1)
    rollout = Rollout(games, 300, model.choices, every=7)
    rollout.collect(model, Compiled(), 0)
    rollout.judge(trace=0.9)
    seats = torch.arange(games.seats)
    compared = 0
    for look in range(rollout.looks):
        step, row = look * 7, rollout.length + look
        for game in range(games.games):
            players = int(games.players[game])
            here, there = int(rollout.seat[step, game]), int(rollout.seat[row, game])
            taught, expected = rollout.target[row, game], rollout.target[step, game]
            assert torch.allclose(taught[(seats[:players] - there) % players], expected[(seats[:players] - here) % players])
            assert (taught[players:] == 0).all()
            assert bool(rollout.judged[row, game]) == bool(rollout.judged[step, game])
            if here == there:
                assert torch.equal(rollout.seen[row, game], rollout.seen[step, game])
            compared += here != there
    assert compared > 100
    index, flat = rollout.samples(forced=0.0)
    watched = index[index >= rollout.length * games.games]
    assert len(watched) == int(rollout.judged[rollout.length :].sum()) > 0
    assert not flat["had_choice"][watched].any()


def test_rotated_games_are_the_same_games():
    """What a network sees and may choose is rotated with the island; what it chooses is rotated back."""
    setting = TableConfig(players=4).setting(1, 9000, 4)
    plain, rotated = (Games([Group(12, setting, "cpu", 5)], way) for way in (False, True))
    ways = symmetry.rotations(setting.island)
    torch.manual_seed(2)
    for _ in range(120):
        seen, allowed = plain.seen().clone(), plain.allowed().clone()
        assert torch.equal(plain.seat, rotated.seat)
        for row in range(plain.games):
            way = ways[row % len(ways)]
            assert torch.equal(rotated.seen()[row], seen[row, torch.from_numpy(way.bytes)])
            assert torch.equal(rotated.allowed()[row, torch.from_numpy(way.choices)], allowed[row])
        choices = torch.multinomial(allowed.float(), 1)[:, 0]
        there = torch.tensor([int(ways[row % len(ways)].choices[choice]) for row, choice in enumerate(choices.tolist())])
        plain.step(choices)
        rotated.step(there)
