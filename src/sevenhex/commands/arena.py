"""Let bots play each other many times: win rates with intervals, ratings, time per decision."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenhex.errors import SevenhexError

from ._given import options, telling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from sevenhex.arena import Plan, Result, Tournament

QUOTED = 5  # faults listed below the table
INTERRUPTED = 130
WIDTH = 120  # of the table, where no terminal says how wide it is


def command(
    bots: Annotated[
        list[str],
        typer.Option(
            help="Names, with commas between: steady,planner or scholar:quick,planner,planner,planner. "
            "Your own: 'exec:python mybot.py' (in double quotes within the list if it holds commas), mypkg.mybot:Mine, mybot.py:Mine, "
            "onnx:FILE, net:FILE, ws://HOST:PORT; language models: 'mcp:COMMAND'."
        ),
    ],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    edition: Annotated[str, typer.Option(help="Edition: fourth, summary, extension, sixth, zip, or a TOML file.")] = "sixth",
    seed: Annotated[int, typer.Option(min=0, help="The same seed brings the same games, whatever the number of workers.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one a processor.")] = 0,
    level: Annotated[str, typer.Option(help="How long bots think: quick or normal, for those that have it.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="A rule option, as name=value; may be repeated.")] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the games in this file; run again with it to go on after an interruption.")] = None,
    positions: Annotated[Path | None, typer.Option(help="Also write all positions with their outcomes as Parquet to this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a report with charts to this file.")] = None,
    cluster: Annotated[bool, typer.Option("--cluster", help="Play on Ray (needs the extra `cluster` of the package).")] = False,
    address: Annotated[str | None, typer.Option(help="An existing Ray cluster; without it a local one is started.")] = None,
    seconds: Annotated[float, typer.Option(min=0.001, help="Limit of one decision, for programs of your own.")] = 30.0,
    trade: Annotated[bool, typer.Option("--trade/--no-trade", help="Whether bots offer each other trades.")] = True,
) -> None:
    """Seats rotate, and games in groups as large as the table share island and dice."""
    from rich.console import Console

    from sevenhex.arena import Plan, Tournament
    from sevenhex.arena.statistics import summary
    from sevenhex.arena.tournament import quiet

    if address and not cluster:
        raise SevenhexError("--address names a Ray cluster; add --cluster to play there.")
    errors = Console(stderr=True)
    with telling(errors):
        plan = Plan(entrants(bots), games, players, edition, seed, seconds, level, options(option), trade, logs=positions is not None)
    tournament = Tournament(plan, out)
    quiet()
    interrupted = not play(tournament, workers, errors, cluster, address, positions)
    results = tournament.finished
    if html is not None:
        write_page(html, plan, results)
    if as_json:
        typer.echo(json.dumps(summary(plan, results)))
    else:
        show(plan, results)
    tell_faults(results, errors)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def entrants(given: list[str]) -> tuple[str, ...]:
    """The names of all lists, one after another; a name with commas stands in double quotes."""
    return tuple(name.strip() for row in csv.reader(given, skipinitialspace=True) for name in row if name.strip())


def play(tournament: Tournament, workers: int, console: Console, cluster: bool, address: str | None, positions: Path | None = None) -> bool:
    """Play what is missing, with a progress bar. False when interrupted; what was played is kept then."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    plan = tournament.plan
    kept_positions = None
    if positions is not None:
        from sevenhex.arena.positions import Positions

        kept_positions = Positions(positions, plan)
        if tournament.finished:
            console.print(f"{len(tournament.finished)} games were played before; their positions are not written.", style="yellow")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task(" - ".join(plan.names), total=plan.games, completed=len(tournament.finished))

            def report(result: Result) -> None:
                progress.advance(task)
                if kept_positions is not None:
                    kept_positions.add(result)

            if cluster:
                from sevenhex.arena.cluster import run_on_ray

                run_on_ray(tournament, address, report)
            else:
                tournament.run(workers, report)
    except KeyboardInterrupt:
        kept = tournament.out or Path(f"arena-{plan.fingerprint()}.jsonl")
        if tournament.out is None and tournament.results:
            tournament.save(kept)
            tournament.close()
        done = f"{len(tournament.finished)} of {plan.games} games"
        console.print(f"Interrupted after {done}; the same command with --out {kept} goes on from there.", style="yellow", soft_wrap=True)
        return False
    finally:
        if kept_positions is not None:
            kept_positions.close()
    return True


def write_page(file: Path, plan: Plan, results: Sequence[Result]) -> None:
    from sevenhex.arena.report import page
    from sevenhex.arena.statistics import table

    try:
        file.write_text(page(plan, table(plan, results), results), encoding="utf-8")
    except OSError as error:
        raise SevenhexError(f"Cannot write {file}: {error.strerror}.") from None


def show(plan: Plan, results: Sequence[Result]) -> None:
    from rich.console import Console
    from rich.table import Table

    from sevenhex.arena.statistics import table

    quiet_table = "" if plan.trade else ", nobody trades"
    title = (
        f"{len(results)} games of {plan.players}, {plan.edition}, seed {plan.seed}{quiet_table}; chance would win {1 / plan.players:.1%}"
    )
    shown = Table("Bot", "Games", "Wins", "Win rate", "95% interval", "Rating", "Points", "ms mean", "median", "Faults", title=title)
    for row in table(plan, results):
        shown.add_row(
            row.name,
            str(row.games),
            str(row.wins),
            f"{row.win_rate:.1%}",
            f"{row.low:.1%} - {row.high:.1%}",
            f"{row.rating:.0f} ({row.rating_low:.0f} - {row.rating_high:.0f})",
            f"{row.points:.1f}",
            f"{row.ms_per_decision:.2f}",
            f"{row.ms_median:.2f}",
            str(row.faults),
        )
    console = Console()
    Console(width=None if console.is_terminal else WIDTH).print(shown)


def tell_faults(results: Sequence[Result], console: Console) -> None:
    """A word on what bots did wrong, and on games that had to be stopped."""
    faults = Counter(text for result in results for text in result.said)
    for text, count in faults.most_common(QUOTED):
        console.print(f"{text}; a fallback action was played ({count} times)", style="yellow", markup=False, highlight=False)
    unfinished = sum(result.winner is None for result in results)
    if unfinished:
        console.print(f"{unfinished} games did not end and count as lost by all.", style="yellow")
