"""Look back on a game: chances to win move by move, turning points, openings, luck against skill."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

BLOCKS = "▁▂▃▄▅▆▇█"
WIDE = 60


def command(
    record: Annotated[Path, typer.Argument(help="A game record (sevenhex replay writes and reads the same).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Look back on a game: chances to win move by move, turning points, openings, luck against skill."""
    from sevenhex import analysis
    from sevenhex.errors import SevenhexError
    from sevenhex.game import Game

    try:
        text = record.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SevenhexError(f"Cannot read {record}: {error}. Expected a game record.") from None
    game = Game.load(text)
    said = analysis.report(game)
    if as_json:
        typer.echo(json.dumps(said))
        return
    console = Console()
    points = said["curve"]
    if not points:
        console.print("The game proper has not begun: nothing to look back on yet.")
    else:
        console.print("Chance to win, from the first roll to the end:")
        for seat, colour in enumerate(said["colours"]):
            values = [point["chances"][seat] for point in points]
            console.print(f"{colour:>8} {sparkline(values)} {values[-1]:.0%}")
    turned = Table("Turn", "By", "Action", "For", "Chance", title="Where it turned")
    for point in said["turning_points"]:
        turned.add_row(str(point["turn"]), point["by"], point["action"], point["colour"], f"{point['from']:.0%} → {point['to']:.0%}")
    opened = Table("Player", "Corner", "Chances of 36", "Rank", "Best", title="Openings")
    for row in said["openings"]:
        opened.add_row(row["colour"], row["corner"], str(row["pips"]), f"{row['rank']} of {row['of']}", row["best"])
    lucky = Table("Player", "Opening", "Dice", "Cards", "Play", title="Luck against skill, in chances to win")
    for seat, row in enumerate(said["luck"]):
        lucky.add_row(said["colours"][seat], f"{row['opening']:.0%}", f"{row['dice']:+.0%}", f"{row['cards']:+.0%}", f"{row['play']:+.0%}")
    for table in (turned, opened, lucky):
        if table.row_count:
            console.print(table)


def sparkline(values: list[float]) -> str:
    """A row of blocks, one for each stretch of the game."""
    step = max(1, len(values) / WIDE)
    shown = [values[int(place * step)] for place in range(min(WIDE, len(values)))]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(value * len(BLOCKS)))] for value in shown)
