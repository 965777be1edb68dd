"""Measure the rules on this machine: an action, a copy, a start, a compilation; and beside catanatron where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from sevenhex.errors import SevenhexError

ROUNDS = 5  # each measure is the best of so many, as other programs only ever make it slower
LONG_GAME = {"victory_points": 20}  # the house option that makes most roads
AGAINST = ("sixth", 4)
FIRST_STEP = (
    "import time; begun = time.perf_counter()\n"
    "from sevenhex.editions import load; from sevenhex.editions.start import new_state; from sevenhex.playout.batch import play_chunk\n"
    "play_chunk(new_state(load('sixth').configure(4), 1)[0], 1, 0, 1); print(time.perf_counter() - begun)"
)


def command(
    games: Annotated[int, typer.Option(min=10, help="Games a round.")] = 2000,
    oracle: Annotated[bool, typer.Option(help="Compare with catanatron, where it is installed.")] = True,
    compile_too: Annotated[bool, typer.Option("--compile/--no-compile", help="Measure compiling from nothing (about a minute).")] = True,
    editions: Annotated[bool, typer.Option(help="Every edition and number of players.")] = True,
    env: Annotated[bool, typer.Option("--env", help="The learning environments instead (needs a checkout).")] = False,
    opponents: Annotated[
        str, typer.Option(help="With --env or --gpu: only a learner against three of each of these (sparring,net:FILE,...).")
    ] = "",
    gpu: Annotated[bool, typer.Option("--gpu", help="This machine's GPU instead (needs a checkout).")] = False,
    growth: Annotated[
        Path | None, typer.Option(help="With --env or --gpu: steps/s against games (1 to a million) and players, drawn to this SVG.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """One thread throughout, in its own processor time, so that a busy machine does not count; starting and compiling by the clock."""
    from rich.console import Console
    from rich.table import Table

    if env or gpu:
        from ._benchmarks import benchmark

        bench = benchmark("gpu" if gpu else "environments")
        if opponents:
            bench.run_against(opponents.split(","), as_json)
        elif growth is None:
            bench.run(as_json)
        else:
            grow(bench, growth, "one GPU" if gpu else "CPU", as_json)
        return
    if opponents:
        raise SevenhexError("--opponents measures the environments: add --env (CPU) or --gpu.")
    if growth is not None:
        raise SevenhexError("--growth measures the environments: add --env (CPU) or --gpu.")
    console = Console(stderr=True)
    report: dict[str, Any] = {}
    with console.status("Compiling the rules...") as status:
        steps: list[tuple[str, Callable[[], dict[str, Any]]]] = [
            ("4 players on the small island", lambda: actions(4, games, "four_players")),
            ("6 players on the large island", lambda: actions(6, games, "six_players")),
            ("copying a state", copying),
            ("starting from the cache", lambda: {"start_seconds": first_step(None)}),
        ]
        if oracle:
            steps.append(("catanatron", catanatron))
        if compile_too:
            steps.append(("compiling from nothing", compiling))
        for what, step in steps:
            status.update(f"Measuring: {what}...")
            report |= step()
    report["six_to_four"] = round(report["six_players_ns_per_action"] / report["four_players_ns_per_action"], 3)
    if "catanatron_actions_per_second" in report:
        report["times_catanatron"] = round(report["four_players_actions_per_second"] / report["catanatron_actions_per_second"], 1)
    rows: list[dict[str, Any]] = []
    if editions:
        with console.status("Measuring: every edition...") as status:
            rows = every_edition(max(10, games // 4), lambda what: status.update(f"Measuring: {what}..."))
        slowest = max(rows, key=lambda row: row["times"])
        report["slowest"] = f"{slowest['game']}: {slowest['times']} times {AGAINST[0]} {AGAINST[1]}"
    if as_json:
        print(json.dumps(report | ({"editions": rows} if rows else {})))
        return
    if rows:
        every = Table(title="Every edition, one thread")
        for head in ("players", "ns an action", "million actions/s", f"times {AGAINST[0]} {AGAINST[1]}"):
            every.add_column(head, justify="left" if head == "players" else "right")
        for row in rows:
            every.add_row(row["game"], f"{row['ns']:.1f}", f"{1000 / row['ns']:.1f}", f"{row['times']:.2f}")
        Console().print(every)
    table = Table(title="One thread", show_header=False)
    for name, value in report.items():
        table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int | float) else str(value))
    Console().print(table)


def grow(bench: Any, path: Path, where: str, as_json: bool) -> None:
    """Measure the growth with a bar, draw it, and print the numbers."""
    from rich.progress import Progress

    from sevenhex.tools import chart

    from ._benchmarks import benchmark

    cpu = benchmark("environments")
    chart.save(path, "")  # a wrong path is known before the minutes have passed
    with Progress(transient=True) as bar:
        task = bar.add_task("growth", total=len(cpu.SIZES) * len(cpu.PLAYERS))
        rows = bench.growth(progress=lambda finished: bar.advance(task, finished))
    chart.save(path, cpu.picture(rows, where))
    if as_json:
        print(json.dumps(rows))
    else:
        cpu.print_growth(rows)


def best(measure: Callable[[], float]) -> float:
    """The quickest of a few rounds, in seconds."""
    return min(measure() for _ in range(ROUNDS))


def play(configuration: Any, games: int) -> tuple[Any, Callable[[], float]]:
    """Random games as `simulate` plays them (legal actions, a uniform choice, apply): the tally, and a measure of their seconds."""
    import numpy as np

    from sevenhex.editions.start import new_state
    from sevenhex.playout.batch import play_chunk

    starts = np.concatenate([new_state(configuration, island)[0] for island in range(64)])

    def measure() -> float:
        begun = time.thread_time()
        play_chunk(starts, 1, 0, games)
        return time.thread_time() - begun

    return play_chunk(starts, 1, 0, games), measure


def every_edition(games: int, tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """An action in every edition and number of players, and in games to twenty points; by turns, so that nobody has the quiet hour."""
    from sevenhex.editions import load
    from sevenhex.editions.loader import NAMES
    from sevenhex.playout.batch import ACTIONS

    played: dict[str, tuple[Any, Callable[[], float]]] = {}
    for name in NAMES:
        edition = load(name)
        for players in edition.all_players:
            played[f"{name} {players}"] = play(edition.configure(players), games)
        # few reach twenty points: these games end at the limit of steps
        most = max(edition.all_players)
        played[f"{name} {most}, 20 points"] = play(edition.configure(most, **LONG_GAME), max(2, games // 100))
    reference = " ".join(map(str, AGAINST))
    seconds = dict.fromkeys(played, float("inf"))
    for turn in range(ROUNDS):
        for name, (_, measure) in played.items():
            tell(f"{name}, round {turn + 1} of {ROUNDS}")
            seconds[name] = min(seconds[name], measure())
    each = {name: seconds[name] * 1e9 / int(tally[ACTIONS]) for name, (tally, _) in played.items()}
    return [{"game": name, "ns": round(ns, 1), "times": round(ns / each[reference], 2)} for name, ns in each.items()]


def actions(players: int, games: int, name: str) -> dict[str, Any]:
    """An action, a step and a game of the sixth edition."""
    from sevenhex.editions import load
    from sevenhex.playout.batch import ACTIONS, CHANCES

    tally, measure = play(load("sixth").configure(players), games)
    seconds = best(measure)
    return {
        f"{name}_ns_per_action": round(seconds * 1e9 / int(tally[ACTIONS]), 1),
        f"{name}_ns_per_step": round(seconds * 1e9 / int(tally[ACTIONS] + tally[CHANCES]), 1),
        f"{name}_actions_per_second": round(int(tally[ACTIONS]) / seconds),
        f"{name}_games_per_second": round(games / seconds, 1),
    }


def copying() -> dict[str, Any]:
    """A copy in compiled code and one made from Python."""
    from sevenhex.editions import load
    from sevenhex.editions.start import new_state
    from sevenhex.playout.batch import copy_many
    from sevenhex.rules.state import copy

    state = new_state(load("sixth").configure(4), 1)[0]
    copy_many(state, 10)
    count = 200_000

    def compiled() -> float:
        begun = time.thread_time()
        copy_many(state, count)
        return time.thread_time() - begun

    def copy_each() -> float:
        begun = time.thread_time()
        for _ in range(count // 10):
            copy(state)
        return time.thread_time() - begun

    return {
        "copy_ns": round(best(compiled) / count * 1e9, 1),
        "copy_from_python_ns": round(best(copy_each) / (count // 10) * 1e9, 1),
        "state_bytes": state.nbytes,
    }


def first_step(cache: str | None) -> float:
    """Seconds from an empty interpreter to the end of the first game, in a process of its own."""
    environment = os.environ | ({"SEVENHEX_CACHE": cache} if cache else {})

    def measure() -> float:
        printed = subprocess.run([sys.executable, "-c", FIRST_STEP], env=environment, capture_output=True, text=True, check=True).stdout
        return float(printed)

    return round(measure() if cache else min(measure(), measure()), 3)


def compiling() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as empty:
        return {"compile_seconds": first_step(empty)}


def catanatron() -> dict[str, Any]:
    """Random games of catanatron (PyPI, extra `oracle`), counted by its own log of actions."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return {"catanatron": "not installed (pip install sevenhex[oracle])"}
    import random

    random.seed(1)

    def measure() -> float:
        """Seconds an action, over a second of games."""
        count, seconds = 0, 0.0
        while seconds < 1.0:
            game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])
            begun = time.thread_time()
            game.play()
            seconds += time.thread_time() - begun
            count += len(game.state.actions)
        return seconds / count

    return {"catanatron_actions_per_second": round(1 / best(measure))}
