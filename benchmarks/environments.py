"""How fast the environments are: steps with observation and mask, through Python. `sevenhex bench --env` prints this."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sevenhex.env.vector import VectorEnv, memory_of, room
from sevenhex.observation.team import processors
from sevenhex.tools import chart

GAMES = 4096
AGAINST = 1024  # games, where every step waits for bots that think
SECONDS = 2.0
ROW = ("games", "players", "threads", "steps_per_second", "median_steps_per_second", "steps_per_processor_second")
TARGET = 1_000_000
CATANATRON = 7_000  # steps/s of its Gymnasium environment on a machine with two cores
RIPE_GAMES, RIPE_STEPS = 512, 600  # games that are measured stand at every point of a game, as they do after a while
SIZES = tuple(4**power for power in range(11))  # 1 to 1,048,576 games
PLAYERS = (2, 3, 4, 5, 6)
FEWEST_STEPS = 3
NETWORK = Path(__file__).parents[1] / "training" / "tiny.npz"  # the smallest file that plays well
OPPONENTS = ("random", "greedy", "sparring", "steady", "planner", f"net:{NETWORK}")
ROUNDS = 8


class Timing:
    """An environment in random play; the drawing of the choices is not counted."""

    def __init__(self, games: int, players: int = 4, threads: int | None = None, **settings: Any) -> None:
        self.env = VectorEnv(games, players=players, threads=threads, seed=1, illegal="error", **settings)
        self.counters, self.chosen = np.arange(games, dtype=np.uint64), np.zeros(games, np.int64)
        self.calls: list[float] = []
        self.working = 0.0
        self._ripen()

    def _ripen(self) -> None:
        """Copies of a few games that have been played for a while; different choices part them."""
        games, slow = self.env.games, bool(self.env.setting.networks)
        with VectorEnv(min(games, RIPE_GAMES // 16 if slow else RIPE_GAMES), setting=self.env.setting, seed=1, threads=1) as few:
            batch, counters = few.reset(), np.arange(few.games, dtype=np.uint64)
            for _ in range(RIPE_STEPS // 6 if slow or self.env.setting.has_thinkers else RIPE_STEPS):
                few.step(few.sample(batch, counters))
            self.env.take_over(few)
        self.batch = self.env.show()

    def run(self, seconds: float) -> None:
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds or len(self.calls) < FEWEST_STEPS:
            self.env.sample(self.batch, self.counters, self.chosen)
            before, used = time.perf_counter(), time.process_time()
            self.env.step(self.chosen)
            self.calls.append(time.perf_counter() - before)
            self.working += time.process_time() - used

    def report(self) -> dict[str, Any]:
        games, calls = self.env.games, len(self.calls)
        return {
            "games": games,
            "players": self.env.setting.players,
            "threads": self.env.threads,
            "steps_per_second": round(games * calls / sum(self.calls)),
            # what other programs on a busy machine change less
            "median_steps_per_second": round(games / float(np.median(self.calls))),
            "steps_per_processor_second": round(games * calls / self.working),
            "observation_bytes": self.env.setting.observation_size,
            "menu": self.env.setting.menu_size,
        }


def measure(games: int, players: int = 4, threads: int | None = None, seconds: float = SECONDS, **settings: Any) -> dict[str, Any]:
    """Steps a second of random play."""
    timing = Timing(games, players, threads, **settings)
    with timing.env:
        timing.run(seconds)
        return timing.report()


def scaling(seconds: float = SECONDS) -> dict[str, Any]:
    """One thread and all of them by turns, so that other programs disturb both alike."""
    one, all_ = Timing(GAMES, threads=1), Timing(GAMES, threads=processors())
    with one.env, all_.env:
        for _ in range(ROUNDS):
            one.run(seconds / ROUNDS)
            all_.run(seconds / ROUNDS)
        found = {"one_thread": one.report(), "all_threads": all_.report()}
    found["ratio"] = round(found["all_threads"]["median_steps_per_second"] / found["one_thread"]["median_steps_per_second"], 2)
    return found


def growth(
    seconds: float = 0.4,
    sizes: tuple[int, ...] = SIZES,
    players: tuple[int, ...] = PLAYERS,
    progress: Callable[[int], None] = lambda _: None,
) -> list[dict[str, Any]]:
    """Steps a second against the number of games, for each number of players; stops where memory ends."""
    rows = []
    for count in players:
        fit = room() // memory_of(VectorEnv(1, players=count, threads=1).setting)
        for games in sizes:
            if games <= fit:
                rows.append(measure(games, count, seconds=seconds) | {"fit_in_memory": fit})
            progress(1)
    return rows


def run(as_json: bool = False, seconds: float = SECONDS, opponents: Sequence[str] = OPPONENTS) -> dict[str, Any]:
    """Measure and print, with a row for each bot that can play inside `step`."""
    measure(64, seconds=0.1)  # compiles
    report: dict[str, Any] = {
        "processors": processors(),
        "vector": measure(GAMES, seconds=seconds),
        "vector_all_moves": measure(GAMES, seconds=seconds, skip_forced=False),
        "vector_trade": measure(GAMES, seconds=seconds, trade=True),
    }
    found = scaling(seconds)
    report |= {"one_thread": found["one_thread"], "all_threads_to_one": found["ratio"], "target": TARGET}
    report["times_catanatron"] = round(report["vector"]["steps_per_second"] / CATANATRON)
    report["against"] = against(opponents, seconds)
    if as_json:
        print(json.dumps(report))
    else:
        from rich.console import Console
        from rich.table import Table

        heads = ("environment", "games", "players", "threads", "steps/s", "by the median call", "a processor second")
        table = Table(*heads, title="Steps with observation and mask, through Python")
        for name, row in report.items():
            if isinstance(row, dict) and name != "against":
                table.add_row(name.replace("_", " "), *(f"{row[key]:,}" for key in ROW))
        Console().print(table)
        print(f"All threads make {found['ratio']} times as many steps as one (measured by turns).")
        print_against(report["against"])
    return report


def against(names: Sequence[str], seconds: float) -> dict[str, dict[str, Any]]:
    """The learner's decisions a second where bots play all other seats inside `step`."""
    found = {}
    for name in names:
        measure(64, seconds=0.1, opponents=name)  # compiles
        found[short(name)] = measure(AGAINST, seconds=seconds, opponents=name)
    return found


def short(name: str) -> str:
    """A weight file by its own name."""
    kind, colon, path = name.partition(":")
    return f"{kind}:{Path(path).name}" if colon and path.endswith(".npz") else name


def print_against(rows: dict[str, dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    heads = ("three opponents", "games", "players", "threads", "decisions/s", "by the median call", "a processor second")
    table = Table(*heads, title="Decisions of a random learner with observation and mask, opponents inside step")
    for name, row in rows.items():
        table.add_row(name, *(f"{row[key]:,}" for key in ROW))
    Console().print(table)


def run_against(names: list[str], as_json: bool = False, seconds: float = SECONDS) -> dict[str, Any]:
    """Bots that are asked for: measure and print."""
    found = against(names, seconds)
    report = {"processors": processors(), **found}
    if as_json:
        print(json.dumps(report))
    else:
        print_against(found)
    return report


def picture(rows: list[dict[str, Any]], where: str) -> str:
    """Growth as an SVG."""
    lines = {
        f"{players} players": [(row["games"], row["steps_per_second"]) for row in rows if row["players"] == players]
        for players in dict.fromkeys(row["players"] for row in rows)
    }
    title = f"Steps with observation and mask, {where}"
    return chart.draw(lines, title, "games at once", "steps a second", log_x=True, log_y=True)


def print_growth(rows: list[dict[str, Any]]) -> None:
    """The same as a table in Markdown, as it stands in docs/environment.md."""
    players = list(dict.fromkeys(row["players"] for row in rows))
    found = {(row["games"], row["players"]): row["steps_per_second"] for row in rows}
    print("| games | " + " | ".join(f"{each} players" for each in players) + " |")
    print("|---" * (1 + len(players)) + "|")
    for games in dict.fromkeys(row["games"] for row in rows):
        cells = (f"{found[games, each] / 1e6:.3g}" if (games, each) in found else "no room" for each in players)
        print(f"| {games:,} | " + " | ".join(cells) + " |")
    fits = ", ".join(f"{players}: {row['fit_in_memory']:,}" for players, row in {row["players"]: row for row in rows}.items())
    print(f"\nMillions of steps/s. Games that fit in the free memory, by players: {fits}.")
