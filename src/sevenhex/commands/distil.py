"""A small network that imitates larger ones: make copies of what they say, learn from them."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from sevenhex.errors import SevenhexError
from sevenhex.processes import one_thread

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False)
MOST_BYTES = 1_000_000  # of a weight file that is called small


@app.command("make")
def make_them(
    out: Annotated[Path, typer.Option(help="Folder of the copies; the same command again goes on with tables that are not there yet.")],
    config: Annotated[Path, typer.Option(help="A TOML file, or a name that the package knows: tiny, tiny-on.")],
) -> None:
    """Let the teachers play themselves, and keep what they say of each position. No PyTorch is needed."""
    one_thread()
    from rich.console import Console

    from sevenhex.learn import copies

    console, copy = Console(stderr=True), copies.read(config)
    copies.check_teachers(copy)
    began, positions = time.monotonic(), 0

    def report(table: int, number: int, size: int) -> None:
        nonlocal positions
        positions += size
        if table == len(copy.tables) - 1:
            console.print(f"{time.monotonic() - began:6.0f} s  {number + 1} of {copy.shards} files a table, {positions:,} positions")

    copies.make(out, copy, report)


@app.command("learn")
def learn_them(
    folder: Annotated[Path, typer.Argument(help="Folder of copies.")],
    out: Annotated[Path, typer.Option(help="Write the weights to this file; figures and configuration beside it.")],
    config: Annotated[Path | None, typer.Option(help="Other numbers of learning; without it those the copies were made with.")] = None,
    start: Annotated[Path | None, typer.Option(help="Begin from this weight file of the same sizes.")] = None,
    threads: Annotated[int, typer.Option(min=1, help="Processors that PyTorch uses.")] = 1,
) -> None:
    """Learn from copies; the last file of every dozen is held out to judge it."""
    try:
        import torch
    except ImportError:
        raise SevenhexError("Learning needs PyTorch: pip install 'sevenhex[train]'. Making copies does not.") from None
    from rich.console import Console

    from sevenhex.learn import copies, distil
    from sevenhex.nets.graph import GraphNetwork

    torch.set_num_threads(threads)
    console, copy = Console(stderr=True), copies.read(config or folder / "copy.toml")
    pupil = distil.Pupil(copy, GraphNetwork.load(start) if start else None)
    began = time.monotonic()

    def report(file: int, progress: float, facts: distil.Facts) -> None:
        if file % max(1, copy.shards // 36) == 0:
            console.print(
                f"{time.monotonic() - began:6.0f} s  {progress:4.0%}  gap {facts.gap:.3f}, agreement {facts.agreement:.1%}, "
                f"chances {facts.distance:.2f} hundredths apart"
            )

    facts = pupil.learn(folder, report)
    made = {"command": " ".join(["sevenhex", *sys.argv[1:]]), "copy": copy.to_toml(), "held out": facts._asdict(), "steps": pupil.steps}
    try:
        pupil.weights(made).save(out)
    except OSError as error:
        raise SevenhexError(f"Cannot write {out}: {error.strerror}.") from None
    held = f"gap {facts.gap:.4f}, agreement {facts.agreement:.4f}, chances {facts.distance:.3f} hundredths apart"
    figures = f"# {made['command']}\n# held out: {held}\n"
    out.with_suffix(".toml").write_text(figures + copy.to_toml(), encoding="utf-8")
    size = out.stat().st_size
    console.print(f"{out}: {size / 1e6:.2f} MB; held out: agreement {facts.agreement:.1%}, gap {facts.gap:.3f}.", soft_wrap=True)
    if size > MOST_BYTES:
        console.print("That is more than the megabyte that a small network may have.", style="yellow")
