"""Find the best corners of an island to open on, with reasons; with --svg as a heat map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table


def command(
    edition: Annotated[str, typer.Option(help="Whose rules.")] = "sixth",
    seed: Annotated[str, typer.Option(help="The island's seed.")] = "1",
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    top: Annotated[int, typer.Option(help="How many corners to list.")] = 8,
    svg: Annotated[Path | None, typer.Option(help="Write the island with its corners shaded to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all corners as JSON.")] = False,
) -> None:
    """Find the best corners of an island to open on, with reasons."""
    from sevenhex.bots.opening import explore
    from sevenhex.game import Game
    from sevenhex.picture import island_svg

    game = Game.new(edition, players, seed=int(seed) if seed.lstrip("-").isdigit() else seed, starter=0)
    corners = explore(game.view(0))
    if svg is not None:
        heat = {corner.corner: corner.score for corner in corners}
        svg.write_text(island_svg(game.state, colours=game.colours, words=game.words, heat=heat, labels=True), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps({"corners": [corner.to_json() for corner in corners]}))
        return
    table = Table("Corner", "Value", "Chances", "Resources", "Why")
    for corner in corners[:top]:
        table.add_row(corner.name, f"{corner.score:.2f}", str(corner.pips), ", ".join(corner.resources), "; ".join(corner.reasons))
    Console().print(table)
