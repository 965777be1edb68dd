"""Write a trained network as an ONNX file, for other programs and languages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    network: Annotated[Path, typer.Argument(help="A weight file (.npz); 'small' or 'large' for those that come with the package.")],
    out: Annotated[Path, typer.Argument(help="The ONNX file to write.")],
    players: Annotated[int, typer.Option(min=2, max=6, help="Seats at the table.")] = 4,
) -> None:
    """In go bytes of an observation (docs/environment.md), out come scores for each index of the menu and every seat's chance to win."""
    from sevenhex.nets.onnx import export
    from sevenhex.nets.shipped import network_of, shipped
    from sevenhex.rules.ids import Island

    islands = {"small": Island.SMALL, "large": Island.LARGE}
    export(shipped(islands[str(network)]) if str(network) in islands else network_of(network), players, out)
    typer.echo(f"Wrote {out}; to let it play: sevenhex arena --bots 'onnx:{out},random,random,random'")
