"""The same games on a Ray cluster. Lost workers are tolerated: their games are given out again, and none is counted twice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sevenhex.processes import Schedule

from .match import ArenaError, Plan, Result, play_match
from .tournament import Report, Tournament

AT_ONCE = 2  # games given out for each processor: one played, one ready


def run_on_ray(tournament: Tournament, address: str | None = None, report: Report | None = None) -> list[Result]:
    """Play what is missing on Ray: a local cluster, or the one at `address` (whose machines need this package, too)."""
    with connected(address) as ray:
        return tournament.collect(played(ray, tournament), report)


@contextmanager
def connected(address: str | None = None) -> Iterator[Any]:
    """Ray itself, connected to a cluster; one that was begun here is ended afterwards."""
    try:
        import ray
    except ImportError:
        raise ArenaError("--cluster needs Ray: install the extra with `pip install sevenhex[cluster]`.") from None
    started = not ray.is_initialized()
    if started:
        # nothing is reported to Ray's makers, and nothing of the working directory travels
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        local = {} if address else {"include_dashboard": False, "num_cpus": os.cpu_count()}
        try:
            ray.init(address=address or "local", log_to_driver=False, configure_logging=False, **local)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            raise ArenaError(f"Cannot reach the Ray cluster {address or 'on this machine'}: {error}") from None
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()


def played(ray: Any, tournament: Tournament) -> Iterator[Result]:
    """Results as they come. Every processor is kept busy; a game whose worker died is given out again."""
    remote = ray.remote(max_retries=0)(play)
    gone = ray.exceptions
    lost = (gone.WorkerCrashedError, gone.NodeDiedError, gone.ObjectLostError, gone.OutOfMemoryError)
    plan = ray.put(tournament.plan)
    schedule = Schedule(tournament.missing, "Game")
    running: dict[Any, int] = {}
    while True:
        room = max(1, int(ray.cluster_resources().get("CPU", 1))) * AT_ONCE  # machines come and go
        while len(running) < room and (game := schedule.take()) is not None:
            running[remote.remote(plan, game)] = game
        if not running:
            return
        done, _ = ray.wait(list(running), num_returns=1)
        for reference in done:
            game = running.pop(reference)
            try:
                result: Result = ray.get(reference)
            except lost as error:
                schedule.lose(game, type(error).__name__)
                continue
            if schedule.bring(game):
                yield result


def play(plan: Plan, game: int) -> Result:
    return play_match(plan, game)
