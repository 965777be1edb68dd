"""Several learners in one run: they go on from the mean of their weights, and who is lost is left out. The real Ray, with two learners on
this machine, is nightly (`pytest -m nightly tests/learn/test_learners.py`, with the extras train and cluster)."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import test_trainer  # noqa: E402

from sevenhex.errors import SevenhexError  # noqa: E402
from sevenhex.learn.learners import APART, TogetherTrainer, middle, together, weights_of  # noqa: E402
from sevenhex.learn.trainer import LOG, WEIGHTS, Round, Trainer, found_config  # noqa: E402
from sevenhex.nets.graph import load  # noqa: E402

TINY, GRAPH = (replace(each, games=8, length=24) for each in (test_trainer.TINY, test_trainer.GRAPH))


class StandIn:
    """As much of Ray as learners use, in this process; learners of these ranks die at their second update."""

    def __init__(self, dying=()):
        self.exceptions = SimpleNamespace(**{name: type(name, (Exception,), {}) for name in ("RayActorError", "ObjectLostError")})
        self.dying, self.made, self.found = dying, [], []

    def cluster_resources(self):
        return {"CPU": 2.0}

    def remote(self, **given):
        assert given == {"num_cpus": 1, "max_restarts": 0}
        return lambda cls: SimpleNamespace(remote=lambda *arguments: self.make(cls, *arguments))

    def make(self, cls, *arguments):
        actor, calls, rank = cls(*arguments), [], len(self.made)
        self.made.append(actor)

        def update(task):
            calls.append(task)

            def get():
                if rank in self.dying and len(calls) > 1:
                    raise self.exceptions.RayActorError
                self.found.append(actor.update(task))
                return self.found[-1]

            return get

        return SimpleNamespace(update=SimpleNamespace(remote=update))

    def put(self, thing):
        return thing

    def get(self, reference):
        return reference()


def crew(folder, ray, config=TINY, updates=2, **given):
    @contextmanager
    def connect(address):
        yield ray

    said = []
    trainer = TogetherTrainer(folder, config, "cpu", 60.0, learners=2, connect=connect, tell=said.append, **given)
    trainer.run(600.0, lambda: trainer.progress.updates >= updates)
    return trainer, said


@pytest.mark.parametrize("config", [TINY, GRAPH], ids=["wide", "graph"])
def test_two_learners_go_on_from_the_mean_of_their_weights(tmp_path, config):
    ray = StandIn()
    trainer, said = crew(tmp_path, ray, config)
    assert said == ["2 learners on processors of this machine."]
    first, second = ray.found[-2:]
    now = weights_of(trainer.model)
    for name, part in now.items():
        assert np.allclose(part, (first.weights[name] + second.weights[name]) / 2, atol=1e-6), name
    assert any((first.weights[name] != second.weights[name]).any() for name in now)  # they played other games
    assert [actor.trainer.config.seed for actor in ray.made] == [config.seed, config.seed + APART]
    if config.average:
        for name, part in weights_of(trainer.mean).items():
            assert np.allclose(part, (first.mean[name] + second.mean[name]) / 2, atol=1e-6), name
    rows = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    assert [row["updates"] for row in rows] == [1, 2]
    assert rows[-1]["steps"] == 2 * sum(each.round.steps for each in ray.found[:2])
    assert load(tmp_path / WEIGHTS).header.made["updates"] == 2


def test_who_is_lost_is_left_out_and_the_run_goes_on_alone(tmp_path):
    trainer, said = crew(tmp_path, StandIn(dying=(1,)), updates=3)
    assert said[1:] == ["A learner was lost (RayActorError); 1 go on."]
    assert trainer.progress.updates == 3
    alone = Trainer(tmp_path, found_config(tmp_path, None), "cpu", planned=60.0)  # the folder is as of any run
    assert len(alone.optimizer.state) == len(list(alone.model.parameters()))
    alone.run(600.0, lambda: alone.progress.updates >= 4)
    assert alone.progress.updates == 4


def test_a_crew_that_is_lost_or_too_large_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(SevenhexError, match="All learners of the cluster were lost; the same command goes on"):
        crew(tmp_path / "lost", StandIn(dying=(0, 1)))
    small = StandIn()
    small.cluster_resources = lambda: {"CPU": 1.0}
    with pytest.raises(SevenhexError, match="2 learners were asked for; this cluster has 1 processors"):
        crew(tmp_path / "small", small)


def test_means_and_sums():
    assert middle([{"a": np.array([1.0, 2.0])}, {"a": np.array([3.0, 6.0])}])["a"].tolist() == [2.0, 4.0]
    rounds = [Round([1.0], [2.0, 0.0], [10.0, 0.0], 5, 3, {"gap": 1.0}), Round([3.0], [1.0, 1.0], [20.0, 9.0], 7, 4, {"gap": 2.0})]
    assert together(rounds) == Round([2.0], [3.0, 1.0], [30.0, 9.0], 12, 7, {"gap": 1.5})


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.filterwarnings("ignore")
def test_two_learners_on_a_real_cluster(tmp_path):
    """One of them is killed on the way."""
    pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")
    said, killed = [], []
    trainer = TogetherTrainer(tmp_path, TINY, "cpu", 60.0, learners=2, tell=said.append)

    def stop():
        if trainer.progress.updates == 3 and not killed:
            for process in psutil.Process().children(recursive=True):
                if "ray::Learner" in " ".join(process.cmdline()):
                    process.kill()
                    killed.append(process.pid)
                    break
        return trainer.progress.updates >= 5

    trainer.run(600.0, stop)
    rows = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    steps = np.diff([0, *(row["steps"] for row in rows)])
    assert killed
    assert said[-1].endswith("1 go on.")
    assert steps.tolist()[:3] == [2 * steps[-1]] * 3
    assert load(tmp_path / WEIGHTS).header.made["updates"] == 5
