"""How fast the GPU is: whole random games, and steps with observation and mask. `python -m benchmarks.gpu [--json]`."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numba import cuda

from sevenhex.env.gpu import playout, step
from sevenhex.env.gpu.build import Build
from sevenhex.env.gpu.device import GpuEnv, playouts, processors, require
from sevenhex.env.setting import Setting
from sevenhex.errors import OptionError

from .environments import PLAYERS, RIPE_GAMES, RIPE_STEPS, SIZES

GAMES = 4_000_000
PLACES = 1 << 19
STEPS = 32
GROWTH_STEPS = 12


def timed(work: Any) -> float:
    """Seconds on the device."""
    start, end = cuda.event(), cuda.event()
    start.record()
    work()
    end.record()
    end.synchronize()
    return float(cuda.event_elapsed_time(start, end)) / 1e3


def whole_games(players: int = 4, games: int = GAMES, build: Build = playout.USUAL, **settings: Any) -> dict[str, Any]:
    """Complete random games a second. Players' actions are counted on the CPU over the first games of the same seed."""
    from sevenhex.playout.batch import simulate

    starts = Setting(players=players, **settings).pool()
    begun = time.perf_counter()
    playouts(starts, 1000, seed=7, build=build)
    cuda.synchronize()
    compiling = time.perf_counter() - begun
    found: list[Any] = []
    seconds = timed(lambda: found.append(playouts(starts, games, seed=7, build=build)))
    steps = int(found[0].steps.copy_to_host().astype(np.int64).sum())
    tally = simulate(starts, 7, 2000)
    share = tally.actions / (tally.actions + tally.chances)
    return {
        "players": players,
        "games": games,
        "kernel": "simple" if build.simple else "queues",
        "compile_seconds": round(compiling, 1),
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds),
        "actions_per_second": round(steps * share / seconds),
        "steps_per_second": round(steps / seconds),
    }


def environment(players: int = 4, places: int = PLACES, steps: int = STEPS, build: Build = step.USUAL, **settings: Any) -> dict[str, Any]:
    """Steps a second with observation and mask written, of games at every point; choices are drawn beforehand."""
    begun = time.perf_counter()
    few = GpuEnv(min(places, RIPE_GAMES), players=players, seed=1, build=build, **settings)
    few.reset()
    cuda.synchronize()
    compiling = time.perf_counter() - begun
    play(few, RIPE_STEPS)
    env = GpuEnv(places, players=players, seed=1, build=build, **settings)
    env.take_over(few)
    play(env, steps // 4)
    stepping = play(env, steps)
    return {
        "players": players,
        "games": places,
        "compile_seconds": round(compiling, 1),
        "steps_per_second": round(places * steps / stepping),
        "replaced": env.replaced(),
        "fit_in_memory": env.room(),
    }


def play(env: GpuEnv, steps: int) -> float:
    """Random play; seconds on the device, the drawing of the choices apart."""
    batch, seconds = env.batch_now(), 0.0
    counters, chosen = cuda.to_device(np.arange(env.games, dtype=np.uint64)), cuda.to_device(np.zeros(env.games, np.int64))
    for _ in range(steps):
        env.sample(batch, counters, chosen)
        seconds += timed(lambda: env.step(chosen))
    return seconds


def growth(
    sizes: tuple[int, ...] = SIZES, players: tuple[int, ...] = PLAYERS, progress: Callable[[int], None] = lambda _: None
) -> list[dict[str, Any]]:
    """Steps a second against the number of games, for each number of players; stops where memory ends."""
    require()
    rows = []
    for count in players:
        for games in sizes:
            with contextlib.suppress(OptionError):  # no more fit
                rows.append(environment(count, games, steps=GROWTH_STEPS))
            progress(1)
    return rows


def run_against(names: list[str], as_json: bool = False) -> dict[str, Any]:
    """The learner's decisions a second where bots play all other seats inside `step`."""
    require()
    report = {name: environment(4, PLACES, opponents=name) for name in names}
    print(json.dumps(report) if as_json else json.dumps(report, indent=1))
    return report


def run(as_json: bool = False, players: tuple[int, ...] = (4,)) -> dict[str, Any]:
    """Measure and print."""
    require()
    name = cuda.get_current_device().name
    report: dict[str, Any] = {"gpu": name.decode() if isinstance(name, bytes) else str(name), "processors": processors()}
    report["playouts"] = [whole_games(each) for each in players] + [whole_games(4, GAMES // 4, build=replace(playout.USUAL, simple=True))]
    report["environment"] = [environment(each) for each in players]
    report["threads"] = {"playouts": playout.USUAL.threads, "steps": step.USUAL.threads}
    print(json.dumps(report) if as_json else json.dumps(report, indent=1))
    return report


if __name__ == "__main__":
    run("--json" in sys.argv, (2, 3, 4, 5, 6) if "--players" in sys.argv else (4,))
