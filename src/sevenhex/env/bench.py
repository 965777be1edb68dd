"""How fast the environments are: steps with observation and mask, through Python. `sevenhex bench --env` prints this."""

from __future__ import annotations

import json
import os
import time
from typing import Any

import numpy as np

from .vector import VectorEnv

GAMES = 4096
SECONDS = 2.0
ROW = ("games", "players", "threads", "steps_per_second", "steps_per_processor_second")
TARGET = 1_000_000
CATANATRON = 7_000  # steps/s of its Gymnasium environment on a machine with two cores


def measure(games: int, players: int = 4, threads: int | None = None, seconds: float = SECONDS, **settings: Any) -> dict[str, Any]:
    """Steps a second of random play, the drawing of the choices apart."""
    with VectorEnv(games, players=players, threads=threads, seed=1, illegal="error", **settings) as env:
        batch = env.reset()
        counters, chosen = np.arange(games, dtype=np.uint64), np.zeros(games, np.int64)
        stepping, working, count, begun = 0.0, 0.0, 0, time.perf_counter()
        while time.perf_counter() - begun < seconds:
            env.sample(batch, counters, chosen)
            before, used = time.perf_counter(), time.process_time()
            env.step(chosen)
            stepping += time.perf_counter() - before
            working += time.process_time() - used
            count += games
        return {
            "games": games,
            "players": players,
            "threads": env.threads,
            "steps_per_second": round(count / stepping),
            # what other programs on a busy machine do not change
            "steps_per_processor_second": round(count / working),
            "observation_bytes": env.setting.observation_size,
            "menu": env.setting.menu_size,
        }


def growth(seconds: float = 1.0) -> list[dict[str, Any]]:
    """Steps a second against the number of games (4 players) and of players (4096 games)."""
    by_games = [measure(games, seconds=seconds) for games in (1, 16, 256, 4096, 65_536)]
    return by_games + [measure(GAMES, players, seconds=seconds) for players in (2, 3, 5, 6)]


def run(as_json: bool = False, seconds: float = SECONDS) -> dict[str, Any]:
    """Measure and print."""
    measure(64, seconds=0.1)  # compiles
    report: dict[str, Any] = {
        "cores": os.cpu_count(),
        "vector": measure(GAMES, seconds=seconds),
        "vector_all_moves": measure(GAMES, seconds=seconds, skip_forced=False),
        "vector_trade": measure(GAMES, seconds=seconds, trade=True),
        "one_thread": measure(GAMES, threads=1, seconds=seconds),
        "target": TARGET,
    }
    report["times_catanatron"] = round(report["vector"]["steps_per_second"] / CATANATRON)
    if as_json:
        print(json.dumps(report))
    else:
        from rich.console import Console
        from rich.table import Table

        table = Table(
            "environment",
            "games",
            "players",
            "threads",
            "steps/s",
            "steps/s of a processor",
            title="Steps with observation and mask, through Python",
        )
        for name, row in report.items():
            if isinstance(row, dict):
                table.add_row(name.replace("_", " "), *(f"{row[key]:,}" for key in ROW))
        Console().print(table)
    return report


def plot(path: str, rows: list[dict[str, Any]]) -> None:
    """Growth as a picture (needs matplotlib)."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4))
    left, right = figure.subplots(1, 2)
    for axes, key, wanted in ((left, "games", lambda row: row["players"] == 4), (right, "players", lambda row: row["games"] == GAMES)):
        chosen = sorted((row for row in rows if wanted(row)), key=lambda row: row[key])
        axes.plot([row[key] for row in chosen], [row["steps_per_second"] for row in chosen], marker="o")
        axes.set(xlabel=key, ylabel="steps/s")
    left.set(xscale="log", yscale="log")
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    import sys

    if "--plot" in sys.argv:
        found = growth()
        plot(sys.argv[sys.argv.index("--plot") + 1], found)
        print(json.dumps(found))
    else:
        run(as_json="--json" in sys.argv)
