"""`sevenhex load`: what it takes, and its tables and plots."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks.hostile import ATTACKS
from sevenhex.errors import SevenhexError

if TYPE_CHECKING:
    from benchmarks.load import Attacked, Result


def plot(results: list[Result], pace: float, file: Path) -> None:
    """Latency against the number of tables."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise SevenhexError("The plot needs matplotlib: pip install matplotlib, or leave --plot away.") from None
    from benchmarks.load import LIMIT_MS

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "sevenhex"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    tables = [result.tables for result in results]
    axes.plot(tables, [result.median_ms for result in results], marker="o", label="median")
    axes.plot(tables, [result.p99_ms for result in results], marker="o", label="99 of 100 answers within")
    axes.axhline(LIMIT_MS, linestyle="--", color="grey", label=f"{LIMIT_MS:.0f} ms")
    axes.set(
        xlabel="live tables", ylabel="ms from an action to its answer", yscale="log", title=f"each seat acts every {pace:g} s on average"
    )
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(file)
    pyplot.close(figure)


def show(results: list[Result]) -> None:
    from rich.console import Console
    from rich.table import Table

    from benchmarks.load import LIMIT_MS

    table = Table()
    headings = (
        "tables",
        "seats",
        "asked/s",
        "actions/s",
        "median ms",
        "p99 ms",
        "news p99",
        "worst",
        "KiB/table",
        "server cores",
        "refused",
        "broken",
        "MB/s",
        "bytes/update",
    )
    for heading in headings:
        table.add_column(heading, justify="right")
    for result in results:
        table.add_row(*[f"{value:g}" for value in asdict(result).values()])
    Console(width=165).print(table)
    good = [result for result in results if result.holds]
    behind = [result for result in results if not result.holds]
    knee = f"{good[-1].tables} tables hold" if good else "none hold"
    more = f", {behind[0].tables} do not" if behind else ", the largest number tried"
    typer.echo(f"Knee (p99 within {LIMIT_MS:.0f} ms, rate within 5%, no lost connection): {knee}{more}.")


def show_attacked(found: list[Attacked]) -> None:
    from rich.console import Console
    from rich.table import Table

    from benchmarks.load import LIMIT_MS

    table = Table()
    for heading in ("hostile client", "tables", "actions/s", "median ms", "p99 ms", "worst", "server cores", "blocks", "broken"):
        table.add_column(heading, justify="left" if heading == "hostile client" else "right")
    table.add_column("what it got")
    for each in found:
        row = each.result
        numbers = (row.tables, row.actions, row.median_ms, row.p99_ms, row.worst_ms, row.cpu, each.blocks, row.broken)
        table.add_row(each.attack, *[f"{value:g}" for value in numbers], ", ".join(f"{what} {count}" for what, count in each.got.items()))
    Console(width=170).print(table)
    worst = max(found, key=lambda each: each.result.p99_ms)
    typer.echo(f"Worst p99: {worst.result.p99_ms:g} ms beside {worst.attack} (people begin to notice at {LIMIT_MS:.0f} ms).")


def command(
    tables: Annotated[str, typer.Option(help="Numbers of tables, one after the other, such as 50,100,200.")] = "25,50,100,200",
    seats: Annotated[int, typer.Option(min=2, max=6, help="Clients at each table.")] = 4,
    pace: Annotated[float, typer.Option(min=0, help="Each seat acts every so many seconds on average; 0: bots that act at once.")] = 2.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long each number of tables is measured.")] = 15.0,
    edition: Annotated[str, typer.Option(help="The edition that is played.")] = "sixth",
    store: Annotated[str | None, typer.Option(help="postgresql://... instead of SQLite in a temporary folder.")] = None,
    bots: Annotated[int, typer.Option(min=0, max=5, help="Of the seats so many are played by bots of the server.")] = 0,
    bot: Annotated[str, typer.Option(help="Which bot that is.")] = "planner",
    hostile: Annotated[
        str | None, typer.Option(help=f"Beside one hostile client, one attack after the other: all, or some of {', '.join(ATTACKS)}.")
    ] = None,
    whole: Annotated[bool, typer.Option(help="Clients ask for whole views instead of what changed.")] = False,
    soaking: Annotated[
        float | None, typer.Option("--soak", help="Only the last number of tables, for so many seconds: does memory grow?")
    ] = None,
    picture: Annotated[Path | None, typer.Option("--plot", help="Write latency against tables (.svg or .png).")] = None,
    as_json: Annotated[Path | None, typer.Option("--json", help="Write the numbers to a file.")] = None,
) -> None:
    """Start a server and many clients on this machine; print actions a second, waiting times, memory per table and the knee."""
    from benchmarks.load import LIMIT_MS, Seating, Subject, attacked, in_loop, run, soak

    try:
        steps = sorted({int(step) for step in tables.split(",")})
    except ValueError:
        raise SevenhexError(f"Expected numbers of tables such as 50,100, got {tables!r}.") from None
    if bots >= seats:
        raise SevenhexError(f"Expected --bots below the {seats} seats: the people at the table are what is measured.")
    attacks = [] if hostile is None else list(ATTACKS) if hostile == "all" else hostile.split(",")
    if unknown := [attack for attack in attacks if attack not in ATTACKS]:
        raise SevenhexError(f"Expected --hostile with all, or some of {', '.join(ATTACKS)}; got {unknown[0]!r}.")
    seating = Seating(seats, edition, bots, bot, whole, addresses=bool(attacks))
    with tempfile.TemporaryDirectory(prefix="sevenhex-load-") as folder:
        subject = Subject(store, Path(folder), limits=bool(attacks), bot_pause=pace / seats if bots else None)
        try:
            subject.wait()
            if attacks:
                found = in_loop(attacked(subject, steps[-1], seating, pace, seconds, attacks, typer.echo))
                show_attacked(found)
                if as_json is not None:
                    as_json.write_text(json.dumps([asdict(each) for each in found], indent=1) + "\n")
                if faults := subject.faults():
                    typer.secho(f"The server's log tells of {faults} faults.", fg="red")
                if faults or any(each.result.p99_ms > LIMIT_MS for each in found):
                    raise typer.Exit(1)
                return
            if soaking is not None:
                soaked = in_loop(soak(subject, steps[-1], seating, pace, soaking))
                typer.echo(soaked.tell())
                if as_json is not None:
                    as_json.write_text(json.dumps(asdict(soaked) | {"growth": soaked.growth}, indent=1) + "\n")
                if not soaked.holds:
                    raise typer.Exit(1)
                return
            results = in_loop(run(subject, steps, seating, pace, seconds))
            faults = subject.faults()
        finally:
            subject.close()
    show(results)
    if faults:
        typer.secho(f"The server's log tells of {faults} faults.", fg="red")
    if as_json is not None:
        as_json.write_text(json.dumps([asdict(result) for result in results], indent=1) + "\n")
    if picture is not None:
        plot(results, pace, picture)
        typer.echo(f"Plot: {picture}")
    if faults or not results:
        raise typer.Exit(1)
