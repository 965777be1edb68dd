"""Games on Ray. The scheduling is tested with a stand-in that loses workers; the real thing, with a killed worker, is nightly."""

from __future__ import annotations

import builtins
import os
from types import SimpleNamespace

import pytest

from sevenhex.arena import Plan, Tournament
from sevenhex.arena.cluster import played, run_on_ray
from sevenhex.arena.match import ArenaError

PLAN = Plan(("greedy", "random"), 6, 2, seed=5)


class Task:
    """What `remote` returns: something to ask for the result."""

    def __init__(self, number, do):
        self.number, self.do = number, do


class StandIn:
    """As much of Ray as the arena uses; every third task dies with its worker."""

    def __init__(self, lose_every):
        names = ("WorkerCrashedError", "NodeDiedError", "ObjectLostError", "OutOfMemoryError")
        self.exceptions = SimpleNamespace(**{name: type(name, (Exception,), {}) for name in names})
        self.lose_every = lose_every
        self.given = []

    def remote(self, **settings):
        assert settings == {"max_retries": 0}  # Ray itself must not play a game again
        return lambda function: SimpleNamespace(remote=lambda plan, game: self.start(function, plan, game))

    def start(self, function, plan, game):
        self.given.append(game)
        return Task(len(self.given), lambda: function(plan, game))

    def put(self, thing):
        return thing

    def cluster_resources(self):
        return {"CPU": 2.0}

    def wait(self, references, num_returns):
        last = max(references, key=lambda reference: reference.number)  # the latest first: order must not matter
        return [last], [each for each in references if each is not last]

    def get(self, reference):
        if reference.number % self.lose_every == 0:
            raise self.exceptions.WorkerCrashedError
        return reference.do()


def test_lost_workers_lose_no_game():
    ray = StandIn(3)
    tournament = Tournament(PLAN)
    results = tournament.collect(played(ray, tournament))
    assert [result.course() for result in results] == [result.course() for result in Tournament(PLAN).run(1)]
    assert len(ray.given) > 6


def test_a_cluster_that_loses_everything_is_given_up():
    tournament = Tournament(PLAN)
    with pytest.raises(ArenaError, match="WorkerCrashedError"):
        tournament.collect(played(StandIn(1), tournament))


def test_without_ray_the_extra_is_named(monkeypatch):
    real = builtins.__import__

    def no_ray(name, *rest, **more):
        if name == "ray":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", no_ray)
    with pytest.raises(ArenaError, match=r"sevenhex\[cluster\]"):
        run_on_ray(Tournament(PLAN))


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore")
def test_a_killed_ray_worker_loses_no_game():
    psutil = pytest.importorskip("psutil")
    pytest.importorskip("ray")
    killed = []

    def kill_one(result):
        if killed:
            return
        for process in psutil.Process(os.getpid()).children(recursive=True):
            if "ray::play" in " ".join(process.cmdline()):
                process.kill()
                killed.append(process.pid)
                return

    plan = Plan(("greedy", "random"), 12, 2, seed=5)
    tournament = Tournament(plan)
    results = run_on_ray(tournament, report=kill_one)
    assert killed, "no worker was found to kill"
    assert [result.course() for result in results] == [result.course() for result in Tournament(plan).run(1)]
