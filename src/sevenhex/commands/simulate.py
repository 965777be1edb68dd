"""Play games between random players at full speed and report how fast and how they went."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from sevenhex.errors import SevenhexError

STARTS = 256  # islands dealt by the seed; games take them in turn


def command(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    edition: Annotated[str, typer.Option(help="Edition: fourth, summary, extension, sixth, zip, or a TOML file.")] = "sixth",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games, whatever the number of workers.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Threads; 0 for one a processor.")] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", help="A rule option, as name=value; may be repeated.")] = None,
    out: Annotated[Path | None, typer.Option(help="Also write one row for each action to this Parquet file.")] = None,
    records: Annotated[Path | None, typer.Option(help="Also write a record of each game into this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Random players: uniform over the legal actions, domestic offers left out."""
    import numpy as np
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table

    from sevenhex.editions import load
    from sevenhex.editions.start import new_state
    from sevenhex.playout.batch import play_chunk, simulate

    configuration = load(edition).configure(players, **read_options(option or []))
    starts = np.concatenate([new_state(configuration, f"{seed}/{island}")[0] for island in range(min(games, STARTS))])
    errors = Console(stderr=True)
    with errors.status("Compiling the rules (once, about a minute)..."):
        play_chunk(starts, seed, 0, 1)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=errors, transient=True)
    with bar:
        task = bar.add_task("games", total=games)
        begun = time.perf_counter()
        tally = simulate(starts, seed, games, workers or None, lambda finished: bar.advance(task, finished))
        seconds = time.perf_counter() - begun
        written = write(out, records, configuration, starts, seed, games, bar) if out or records else {}
    report = {
        "edition": configuration.edition.key,
        "players": players,
        "seed": seed,
        "games": tally.games,
        "actions": tally.actions,
        "chance_outcomes": tally.chances,
        "seconds": round(seconds, 4),
        "games_per_second": round(tally.games / seconds, 1),
        "actions_per_second": round(tally.actions / seconds),
        "wins_by_seat": list(tally.wins),
        "mean_turns": round(tally.turns / tally.games, 3),
        "unfinished": tally.unfinished,
        **written,
    }
    if as_json:
        print(json.dumps(report))
    else:
        table = Table(title=f"{tally.games} games of {players} random players, {configuration.edition.name}", show_header=False)
        for name, value in report.items():
            table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int | float) else str(value))
        Console().print(table)
    if tally.unfinished:
        errors.print(f"{tally.unfinished} games did not end; please report the seed.", style="red")
        sys.exit(1)


def write(out: Path | None, records: Path | None, configuration: Any, starts: Any, seed: int, games: int, bar: Any) -> dict[str, int]:
    """The same games again, as data."""
    from sevenhex.env import data

    written = {}
    if out is not None:
        task = bar.add_task(out.name, total=games)
        written["rows"] = data.write_parquet(out, starts, seed, games, lambda finished: bar.advance(task, finished))
    if records is not None:
        task = bar.add_task(records.name, total=games)
        written["records"] = data.write_records(records, configuration, starts, seed, games, lambda finished: bar.advance(task, finished))
    return written


def read_options(given: list[str]) -> dict[str, int | str | bool]:
    """`victory_points=12` as a keyword; numbers and yes/no become what they look like."""
    options: dict[str, int | str | bool] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise SevenhexError(f"--option {text!r} is no option; expected name=value, for instance victory_points=12.")
        words = {"true": True, "yes": True, "false": False, "no": False}
        options[name.strip()] = int(value) if value.strip().lstrip("-").isdigit() else words.get(value.strip().lower(), value.strip())
    return options
