"""Lessons for a network from the search of `master`: make them, learn from them."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sevenhex.errors import SevenhexError
from sevenhex.processes import one_thread

if TYPE_CHECKING:
    from rich.console import Console

    from sevenhex.learn.pupil import Course, Epoch

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)
INTERRUPTED = 130
WIDTH = 100  # of the table, where no terminal says how wide it is


@app.command("make")
def make_them(
    out: Annotated[Path, typer.Option(help="Folder of the lessons; the same command again goes on with it.")],
    games: Annotated[int, typer.Option(min=1, help="How many games in all.")] = 100,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Decides islands, dice and bots.")] = 1,
    weights: Annotated[Path | None, typer.Option(help="The network that plays; without it the one that comes with the package.")] = None,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    edition: Annotated[str, typer.Option(help="Edition: fourth, summary, extension, sixth, zip, or a TOML file.")] = "sixth",
    level: Annotated[str, typer.Option(help="How much is searched: normal (quick compares nothing).")] = "normal",
    seconds: Annotated[float | None, typer.Option(min=1, help="Begin no further game after so many seconds.")] = None,
) -> None:
    """Let `master` play itself, nobody trading, and keep what its search finds. Ctrl+C ends after the games that are being played."""
    one_thread()  # before NumPy: a game is one process's work
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from sevenhex.learn.lessons import shipped_weights
    from sevenhex.learn.teacher import Made, Maker, island_of, source_of

    chosen = weights or shipped_weights(island_of(edition, players))
    maker = Maker(out, source_of(chosen, edition, players, seed, level), chosen, games)
    console = Console(stderr=True)
    before, began = maker.made, time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with stopping() as stopped, Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=games, completed=games - len(maker.missing))

        def report(made: Made) -> None:
            progress.update(task, advance=1, description=f"{made.lessons:,} lessons in {made.games} games")

        made = maker.run(workers, lambda: bool(stopped) or (seconds is not None and time.monotonic() - began > seconds), report)
    played, gone = made.games - before.games, time.monotonic() - began
    console.print(f"{out}: {made.lessons:,} lessons of {made.games} games; {played} games now in {gone:.0f} s.", soft_wrap=True)
    if stopped:
        console.print("Interrupted; the same command goes on from here.", style="yellow")
        raise typer.Exit(INTERRUPTED)


@app.command("learn")
def learn_them(
    folders: Annotated[list[Path], typer.Argument(help="Folders of lessons.")],
    out: Annotated[Path, typer.Option(help="Write the weights to this file.")],
    start: Annotated[Path | None, typer.Option(help="Begin from this weight file; without it from the one of the package.")] = None,
    epochs: Annotated[int, typer.Option(help="Passes over the lessons, at most.")] = 4,
    rate: Annotated[float, typer.Option(help="Learning rate.")] = 3e-5,
    temperature: Annotated[float, typer.Option(help="By how much better a choice must be found to become e times likelier.")] = 0.01,
    batch: Annotated[int, typer.Option(help="Lessons of one gradient step.")] = 1024,
    value_weight: Annotated[float, typer.Option(help="How much chances to win count beside the policy; 0: they stay.")] = 0.0,
    searched: Annotated[float, typer.Option(help="Part of the chances that is learnt from the search instead of from who won.")] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="Decides order and rotations.")] = 0,
    device: Annotated[str, typer.Option(help="cuda, cpu, or auto.")] = "auto",
) -> None:
    """Bring the policy nearer to what the search found; a tenth of the games is held out to judge it."""
    try:
        import torch
    except ImportError:
        raise SevenhexError("Learning needs PyTorch: pip install 'sevenhex[train]'. Making lessons does not.") from None
    from rich.console import Console

    from sevenhex.learn import lessons
    from sevenhex.learn.pupil import Course, Pupil
    from sevenhex.nets.network import Network

    chosen = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
    if chosen not in ("cuda", "cpu"):
        raise SevenhexError(f"There is no device {device!r}; expected cuda, cpu or auto.")
    course = Course(epochs, rate, temperature, batch, value_weight, searched, seed=seed)
    given = [lessons.read(folder) for folder in folders]
    if len({source.place for source, _ in given}) > 1:
        raise SevenhexError("These lessons are of two islands; a network learns one.")
    network = Network.load(start or lessons.shipped_weights(given[0][0].place))
    if network.island != given[0][0].place:
        raise SevenhexError(f"The network is for the {network.header.island} island, the lessons are of the {given[0][0].island} one.")
    console = Console(stderr=True)
    pupil = Pupil(network, course, chosen)
    epochs_done = learn(pupil, lessons.joined([each for _, each in given]), course, console)
    best = min(epochs_done, key=lambda each: each.held_out.loss)
    if best.number == 0:
        console.print("Nothing was learnt that holds in the games held out; no file was written.", style="yellow")
        raise typer.Exit(1)
    made = {
        "command": " ".join(["sevenhex", *sys.argv[1:]]),
        "course": vars(course),
        "sources": [source.__dict__ for source, _ in given],
        "held out": {"before": epochs_done[0].held_out._asdict(), "after": best.held_out._asdict(), "epoch": best.number},
    }
    try:
        pupil.weights(made).save(out)
    except OSError as error:
        raise SevenhexError(f"Cannot write {out}: {error.strerror}.") from None
    console.print(f"{out}: {out.stat().st_size / 1e6:.1f} MB, after {best.number} passes.", soft_wrap=True)


def learn(pupil: Any, given: Any, course: Course, console: Console) -> list[Epoch]:
    """Show progress while the pupil learns; an interruption keeps the best pass so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.table import Table

    table = Table("Passes", "s", "Learnt: gap", "surprise", "agreement", "Held out: gap", "surprise", "agreement")
    began = time.monotonic()
    columns = (TextColumn("[bold]learning"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with stopping() as stopped, Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task("", total=None)

        def report(epoch: Epoch) -> None:
            cells = [[f"{each.gap:.4f}", f"{each.surprise:.4f}", f"{each.agreement:.1%}"] if each else [""] * 3 for each in epoch[1:]]
            table.add_row(str(epoch.number), f"{time.monotonic() - began:.0f}", *cells[0], *cells[1])
            shown.update(task, description=f"held out: agreement {epoch.held_out.agreement:.1%}, surprise {epoch.held_out.surprise:.3f}")

        found: list[Epoch] = pupil.learn(
            given, report, lambda done, whole: shown.update(task, completed=done, total=whole), lambda: bool(stopped)
        )
    Console(width=None if console.is_terminal else WIDTH).print(table)
    if stopped:
        console.print("Interrupted; the best pass so far counts.", style="yellow")
    return found


@contextmanager
def stopping() -> Iterator[list[int]]:
    """Signals that ask for an end are noted instead of obeyed at once."""
    stopped: list[int] = []
    before = {each: signal.signal(each, lambda number, _: stopped.append(number)) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
