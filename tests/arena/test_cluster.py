"""Games on Ray. The scheduling is tested with a stand-in that loses workers; the real thing, with a killed worker and
with a cluster that runs already, is nightly."""

from __future__ import annotations

import builtins
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from sevenhex.arena import Plan, Tournament
from sevenhex.arena.cluster import played, run_on_ray
from sevenhex.arena.match import ArenaError, Result
from sevenhex.errors import SevenhexError

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
    with pytest.raises(SevenhexError, match="WorkerCrashedError"):
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


@pytest.fixture
def head(tmp_path, monkeypatch):
    """A cluster of its own with one processor, as `ray start --head` makes it; ended with everything that it started."""
    pytest.importorskip("ray")
    program = Path(sys.executable).parent / "ray"
    if not program.exists():
        pytest.skip("the ray program is not installed beside this Python")
    with socket.socket() as spare:
        spare.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{spare.getsockname()[1]}"
    port = address.rpartition(":")[2]
    given = ["--head", "--node-ip-address=127.0.0.1", f"--port={port}", "--num-cpus=1", "--include-dashboard=false", "--block"]
    # sockets need short paths, so the folder is not pytest's
    folder = tempfile.mkdtemp(prefix="ray", dir="/tmp")
    # a token of this test's own, for the cluster and for who joins it
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(16))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    log = (tmp_path / "head.log").open("w")
    process = subprocess.Popen([str(program), "start", *given, f"--temp-dir={folder}"], stdout=log, stderr=log, start_new_session=True)
    try:
        for _ in range(240):
            if "Ray runtime started" in (tmp_path / "head.log").read_text():
                break
            assert process.poll() is None, (tmp_path / "head.log").read_text()
            time.sleep(0.25)
        else:
            pytest.skip("the cluster did not start within a minute")
        yield address
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.nightly
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore")
def test_the_command_plays_on_an_existing_cluster(head, tmp_path):
    kept = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "sevenhex", "arena", "--bots", "greedy,random", "--players", "2", "--games", "6", "--seed", "5"]
    said = subprocess.run(
        [*command, "--cluster", "--address", head, "--out", str(kept), "--json"], check=False, capture_output=True, text=True, timeout=240
    )
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["games"] == 6
    found = sorted((Result.from_json(line) for line in kept.read_text().splitlines() if '"seating"' in line), key=lambda each: each.game)
    assert [result.course() for result in found] == [result.course() for result in Tournament(PLAN).run(1)]
