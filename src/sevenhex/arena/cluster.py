"""The same games on a Ray cluster. Lost workers are tolerated: their games are given out again, and none is counted twice."""

from __future__ import annotations

from typing import Any

from .match import ArenaError, Plan, Result, play_match
from .tournament import Report, Tournament

AT_ONCE = 4  # games under way for each processor
TRIES = 20  # of one game, before the cluster is given up


def run_on_ray(tournament: Tournament, address: str | None = None, report: Report | None = None) -> list[Result]:
    """Play what is missing on Ray: a local cluster, or the one at `address`."""
    try:
        import ray
    except ImportError:
        raise ArenaError("--cluster needs Ray: install the extra with `pip install sevenhex[cluster]`.") from None
    started = not ray.is_initialized()
    if started:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    try:
        return drive(ray, tournament, report)
    finally:
        if started:
            ray.shutdown()


def drive(ray: Any, tournament: Tournament, report: Report | None) -> list[Result]:
    """Keep every processor busy; a game whose worker died goes back into the queue."""
    remote = ray.remote(max_retries=0)(play)
    gone = ray.exceptions
    lost = (gone.WorkerCrashedError, gone.NodeDiedError, gone.ObjectLostError, gone.OutOfMemoryError)
    plan = ray.put(tournament.plan)
    waiting = list(reversed(tournament.missing))
    tries: dict[int, int] = {}
    running: dict[Any, int] = {}
    room = max(1, int(ray.cluster_resources().get("CPU", 1))) * AT_ONCE
    while waiting or running:
        while waiting and len(running) < room:
            game = waiting.pop()
            tries[game] = tries.get(game, 0) + 1
            if tries[game] > TRIES:
                raise ArenaError(f"Game {game} was lost {TRIES} times; the cluster does not keep its workers alive.")
            running[remote.remote(plan, game)] = game
        done, _ = ray.wait(list(running), num_returns=1)
        for reference in done:
            game = running.pop(reference)
            try:
                result: Result = ray.get(reference)
            except lost:
                waiting.append(game)
                continue
            if tournament.note(result) and report is not None:
                report(result)
    return tournament.finished


def play(plan: Plan, game: int) -> Result:
    return play_match(plan, game)
