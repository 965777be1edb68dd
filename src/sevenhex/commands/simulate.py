"""Play games between random players at full speed and report how fast and how they went."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from sevenhex.errors import SevenhexError

from ._given import options, telling
from ._interrupt import interruptible

STARTS = 256  # islands dealt by the seed; games take them in turn


def command(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    edition: Annotated[str, typer.Option(help="Edition: fourth, summary, extension, sixth, zip, or a TOML file.")] = "sixth",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games, whatever the number of workers.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Threads; 0 for one a processor.")] = 0,
    option: Annotated[list[str] | None, typer.Option("--option", help="A rule option, as name=value; may be repeated.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write one row for each action: to this Parquet file (games.parquet), or in shards to this folder."),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(help="Who plays the games of a folder: random, greedy, steady, planner (:quick); one, or one a seat with commas."),
    ] = "random",
    trade: Annotated[bool, typer.Option("--trade", help="With --bots: domestic trade is allowed.")] = False,
    shard: Annotated[int, typer.Option(min=1, help="Games in each shard of a folder.")] = 500,
    every: Annotated[int, typer.Option(min=1, help="Keep one position in so many, drawn by chance.")] = 1,
    records: Annotated[Path | None, typer.Option(help="Also write a record of each game into this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Random players: uniform over the legal actions, domestic offers left out. With --out FOLDER also bots, as data for learning."""
    import numpy as np
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sevenhex.editions import load
    from sevenhex.editions.start import new_state
    from sevenhex.playout.batch import play_chunk, simulate

    configuration = load(edition).configure(players, **options(option))
    starts = np.concatenate([new_state(configuration, f"{seed}/{island}")[0] for island in range(min(games, STARTS))])
    errors = Console(stderr=True)
    shards = out is not None and out.suffix != ".parquet"
    if not shards and (bots != "random" or trade or every != 1):
        raise SevenhexError("--bots, --trade and --every are about shards: add --out FOLDER (a name that does not end in .parquet).")
    with errors.status("Compiling the rules (once, about a minute)..."):
        interruptible(play_chunk, starts, seed, 0, 1)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=errors, transient=True)
    with bar:
        task = bar.add_task("games", total=games)
        begun = time.perf_counter()
        if out is not None and shards:
            from sevenhex.env.dataset import Source

            names = tuple(name.strip() for name in bots.split(","))
            with telling(errors):
                source = Source(configuration, starts, seed, games, names, trade, every)
            report = interruptible(collect, out, source, shard, workers, bar, task)
            report |= {"seconds": round(time.perf_counter() - begun, 2)}
            say(report, f"{report['games']:,} games of {','.join(source.bots)}, {configuration.edition.name}", as_json)
            return
        tally = interruptible(simulate, starts, seed, games, workers or None, lambda finished: bar.advance(task, finished))
        seconds = time.perf_counter() - begun
        written = interruptible(write, out, records, configuration, starts, seed, games, bar) if out or records else {}
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
    say(report, f"{tally.games} games of {players} random players, {configuration.edition.name}", as_json)
    if tally.unfinished:
        errors.print(f"{tally.unfinished} games did not end; please report the seed.", style="red")
        sys.exit(1)


def say(report: dict[str, Any], title: str, as_json: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    if as_json:
        print(json.dumps(report))
        return
    table = Table(title=title, show_header=False)
    for name, value in report.items():
        table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int | float) else str(value))
    Console().print(table)


def collect(out: Path, source: Any, shard: int, workers: int, bar: Any, task: Any) -> dict[str, Any]:
    """Games of compiled bots as shards of Parquet, and how they went."""
    import numpy as np

    from sevenhex.env import dataset

    counted = dataset.write(out, source, shard, workers or None, lambda finished: bar.advance(task, finished))
    won = np.concatenate([batch["winner"] for batch in dataset.Dataset(out).batches(columns=("winner",), kind="games")])
    wins = [int((won == seat).sum()) for seat in range(source.players)]
    return {"folder": str(out), **counted, "wins_by_seat": wins, "unfinished": int((won < 0).sum())}


def write(out: Path | None, records: Path | None, configuration: Any, starts: Any, seed: int, games: int, bar: Any) -> dict[str, int]:
    """The same games again, as data."""
    from sevenhex.env import dataset

    written = {}
    if out is not None:
        task = bar.add_task(out.name, total=games)
        written["rows"] = dataset.write_parquet(out, starts, seed, games, lambda finished: bar.advance(task, finished))
    if records is not None:
        task = bar.add_task(records.name, total=games)
        written["records"] = dataset.write_records(
            records, configuration, starts, seed, games, lambda finished: bar.advance(task, finished)
        )
    return written
