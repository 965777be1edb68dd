"""Train a network by self-play; the same command again goes on where it stopped."""

from __future__ import annotations

import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sevenhex.errors import SevenhexError

from ._interrupt import INTERRUPTED, saved_when_stopped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sevenhex.learn.config import Config
    from sevenhex.learn.reports import Report

SMALL_GAMES, SMALL_WIDTH, SMALL_BATCH = 512, 256, 4096  # what two processors can carry


def command(
    minutes: Annotated[float, typer.Option(min=0.01, help="How long to learn now.")] = 10.0,
    out: Annotated[Path, typer.Option(help="Folder of the run: configuration, log, checkpoint, weight file, plot.")] = Path("training"),
    config: Annotated[Path | None, typer.Option(help="A TOML file; without it the run's own, or the usual numbers.")] = None,
    device: Annotated[str, typer.Option(help="cuda, cpu, or auto.")] = "auto",
    planned: Annotated[float, typer.Option(help="Minutes of all sittings together, for the learning rates; 0: until now's end.")] = 0.0,
    start: Annotated[Path | None, typer.Option(help="Begin a new run from this weight file instead of from nothing.")] = None,
    games: Annotated[int, typer.Option(min=0, help="Games of each strength match at the end; 0 for none.")] = 400,
    workers: Annotated[int, typer.Option(min=0, help="Processes for the matches; 0 for one a processor.")] = 0,
    cluster: Annotated[
        bool, typer.Option("--cluster", help="Learn by several processes on Ray, one a GPU (needs the extra `cluster`).")
    ] = False,
    learners: Annotated[int, typer.Option(min=0, help="With --cluster: how many; 0 for one a GPU, or one a processor.")] = 0,
    address: Annotated[str | None, typer.Option(help="An existing Ray cluster; without it one is started on this machine.")] = None,
    report: Annotated[list[str] | None, typer.Option(help="Figures also to tensorboard or wandb; may be repeated.")] = None,
) -> None:
    """Self-play from nothing, or on from the checkpoint in the folder. Ctrl+C and SIGTERM save within seconds and end."""
    try:
        import torch
    except ImportError:
        raise SevenhexError("Training needs PyTorch: pip install 'sevenhex[train]'. Playing with trained weights does not.") from None
    from rich.console import Console

    from sevenhex.learn import config as configuration
    from sevenhex.learn.reports import reports
    from sevenhex.learn.trainer import Trainer, found_config

    if (address or learners) and not cluster:
        raise SevenhexError("--address and --learners are about a Ray cluster; add --cluster to learn there.")

    console = Console(stderr=True)
    chosen = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
    if chosen not in ("cuda", "cpu"):
        raise SevenhexError(f"There is no device {device!r}; expected cuda, cpu or auto.")
    settings = found_config(out, configuration.load(config) if config else None)
    if chosen == "cpu" and config is None and not (out / "config.toml").exists():
        settings = replace(settings, games=SMALL_GAMES, width=SMALL_WIDTH, batch=SMALL_BATCH, length=64, islands=256)
        console.print("On a CPU: a small network and few games at once. A GPU learns some thousand times as much in the same time.")
    if cluster:
        from sevenhex.learn.learners import TogetherTrainer

        # the weights are kept here, on the processor; the learners have the GPUs
        trainer: Trainer = TogetherTrainer(out, settings, "cpu", 0.0, learners=learners, address=address, tell=console.print)
    else:
        trainer = Trainer(out, settings, chosen, 0.0)
    trainer.planned = planned * 60 or trainer.progress.seconds + minutes * 60
    if start is not None:
        trainer.begin_from(start)
    if trainer.progress.updates:
        console.print(f"Going on after {trainer.progress.seconds / 60:.1f} minutes, {trainer.progress.choices:,} choices.")
    figures = reports(report or (), out, asdict(settings))
    if learn(trainer, minutes * 60, console, figures):
        raise typer.Exit(INTERRUPTED)  # who stops it does not wait for matches
    strength = judge(trainer, settings, games, workers, console) if games else []
    path = trainer.export([each.to_json() for each in strength])
    console.print(f"{path}: {path.stat().st_size / 1e6:.1f} MB. The same command goes on from here.")


def learn(trainer: Any, seconds: float, console: Any, reports: Sequence[Report] = ()) -> bool:
    """Show progress while the trainer learns; an interruption ends it in order. Returns whether there was one."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("[bold]learning"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    began, first = time.monotonic(), trainer.progress.choices
    with saved_when_stopped(trainer.save) as stopped, Progress(*columns, console=console) as shown:
        task = shown.add_task("compiling ...", total=seconds)
        last = 0.0

        def notify(row: dict[str, Any]) -> None:
            nonlocal last
            for report in reports:
                report(row)
            gone = time.monotonic() - began
            rate = (row["choices"] - first) / max(1e-9, gone)
            text = f"{row['choices'] / 1e6:,.1f} million choices, {rate / 1e3:,.0f} thousand/s, {row['turns'][0]:.0f} turns a game"
            shown.update(task, completed=min(gone, seconds), description=text)
            if not console.is_terminal and gone - last > 30:  # a log file wants a line now and then
                last = gone
                console.print(f"{gone:6.0f} s  {text}  surprise {row['surprise']:.3f}  entropy {row['entropy']:.3f}")

        trainer.notify = notify
        trainer.run(seconds, stopped.is_set)
    if stopped.is_set():
        console.print("Interrupted: saved; the same command goes on from here.")
    return stopped.is_set()


def judge(trainer: Any, settings: Config, games: int, workers: int, console: Any) -> list[Any]:
    """Play every snapshot that was not measured yet, without search, against the named bots at the first table."""
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from sevenhex.learn import strength

    table = settings.tables[0]
    kept = strength.read(trainer.folder)
    missing = strength.unmeasured(trainer.folder, kept)
    rivals = ", ".join(settings.opponents)
    console.print(f"Measuring: one network without search against tables of {rivals}; {games} games each, fixed seeds.")
    for path in track(missing, "measuring", console=console):
        kept += strength.measure(path, settings.opponents, games, table.edition, table.players, workers)
        strength.write(trainer.folder, kept)
    shown = Table("Learnt for", "Choices", "Against", "Wins", "Share", "95% interval")
    for each in kept:
        interval = f"{each.low:.1%} - {each.high:.1%}"
        learnt = f"{each.seconds / 60:.1f} min"
        shown.add_row(learnt, f"{each.choices / 1e6:,.0f} M", each.opponent, f"{each.wins} of {each.games}", f"{each.share:.1%}", interval)
    Console().print(shown)
    strength.plot(trainer.folder, kept)
    return kept
