"""Let bots play each other many times: win rates with intervals, ratings, time per decision."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table


def command(
    bots: Annotated[str, typer.Option(help="Names, with commas between: steady,planner or scholar:quick,planner,planner,planner.")],
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    edition: Annotated[str, typer.Option(help="Whose rules.")] = "sixth",
    seed: Annotated[int, typer.Option(help="The same seed brings the same games.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes; 0 for one a processor.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Keep the games in this file; run again with it to go on after an interruption.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a report with charts to this file.")] = None,
    cluster: Annotated[bool, typer.Option("--cluster", help="Play on Ray (needs sevenhex[cluster]).")] = False,
    address: Annotated[str | None, typer.Option(help="An existing Ray cluster; without it a local one is started.")] = None,
    seconds: Annotated[float, typer.Option(help="Limit of one decision, for programs of your own.")] = 30.0,
) -> None:
    """Let bots play each other. Seats rotate, and games in groups as large as the table share island and dice."""
    from sevenhex.arena import Plan, Tournament, table
    from sevenhex.arena.match import Result
    from sevenhex.arena.report import page

    entrants = tuple(name.strip() for name in bots.split(",") if name.strip())
    plan = Plan(entrants, games, players, edition, seed, seconds)
    tournament = Tournament(plan, out)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(" - ".join(dict.fromkeys(entrants)), total=games, completed=len(tournament.finished))

        def report(result: Result) -> None:
            progress.advance(task)

        if cluster:
            from sevenhex.arena.cluster import run_on_ray

            results = run_on_ray(tournament, address, report)
        else:
            results = tournament.run(workers or os.cpu_count() or 1, report)
    rows = table(plan, results)
    if html is not None:
        html.write_text(page(plan, rows, results), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps({"bots": [row.to_json() for row in rows]}, indent=1))
        return
    shown = Table("Bot", "Games", "Wins", "Win rate", "95% interval", "Rating", "Points", "ms/decision", "Faults")
    for row in rows:
        shown.add_row(
            row.name,
            str(row.games),
            str(row.wins),
            f"{row.win_rate:.1%}",
            f"{row.low:.1%} - {row.high:.1%}",
            f"{row.rating:.1f}",
            f"{row.points:.1f}",
            f"{row.ms_per_decision:.2f}",
            str(row.faults),
        )
    Console().print(shown)
