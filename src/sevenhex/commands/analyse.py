"""Look back on a game: chances to win move by move, turning points, openings, luck against skill."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ._given import game_from, text_of

if TYPE_CHECKING:
    from rich.console import Console

    from sevenhex.game import Game

BLOCKS = "▁▂▃▄▅▆▇█"
WIDE = 60


def command(
    record: Annotated[Path, typer.Argument(help="A game record, or its JSON form.")],
    rollouts: Annotated[int, typer.Option(min=0, max=10_000, help="Play each position on so often; 0: judge it as it stands.")] = 32,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """All cards are known in a record, so the chances are those of somebody who sees every hand."""
    from rich.console import Console
    from rich.progress import Progress

    from sevenhex import analysis

    game = game_from(text_of(record))
    with Progress(console=Console(stderr=True), transient=True) as progress:
        total = len(analysis.moments(game, every_move=True))
        task = progress.add_task("positions", total=total)
        said = analysis.report(game, rollouts, lambda left: progress.update(task, completed=total - left))
    if as_json:
        typer.echo(json.dumps(said))
    else:
        show(game, said, Console())


def show(game: Game, said: dict[str, Any], console: Console) -> None:
    from rich.table import Table

    points = said["curve"]
    if not points:
        console.print("The game proper has not begun: there is only the opening to look back on.")
    else:
        console.print("Chance to win, from the first roll to the last action:")
        for seat, colour in enumerate(game.colours):
            values = [point["chances"][seat] for point in points]
            console.print(f"{colour:>8} {sparkline(values)} {values[-1]:.0%}")
    turned = Table("Turn", "By", "Action", "For", "Chance", title="Where it turned")
    for point in said["turning_points"]:
        turned.add_row(str(point["turn"]), point["by"], point["action"], point["colour"], f"{point['from']:.0%} → {point['to']:.0%}")
    opened = Table("Player", "Corner", "Chances of 36", "Rank", "Best", title="Openings")
    for row in said["openings"]:
        opened.add_row(row["colour"], row["corner"], str(row["pips"]), f"{row['rank']} of {row['of']}", row["best"])
    lucky = Table(
        "Player", "Opening", "Dice", "Cards", "Play", "Best choices", "Lost a choice", title="Luck against skill, in chances to win"
    )
    for colour, row, skill in zip(game.colours, said["luck"], said["skill"], strict=bool(said["luck"])):
        chosen = f"{skill['as_best']} of {skill['decisions']}"
        lost = f"{skill['lost']:.2%}"
        lucky.add_row(colour, f"{row['opening']:.0%}", f"{row['dice']:+.0%}", f"{row['cards']:+.0%}", f"{row['play']:+.0%}", chosen, lost)
    dear = Table("Turn", "Player", "Did", "Better", "Lost", title="The dearest choices")
    for row in sorted((row for skill in said["skill"] for row in skill["dearest"]), key=lambda row: row["n"]):
        dear.add_row(str(row["turn"]), game.colours[row["seat"]], row["action"], row["best"], f"{row['lost']:.0%}")
    for table in (turned, opened, lucky, dear):
        if table.row_count:
            console.print(table)


def sparkline(values: list[float]) -> str:
    """A row of blocks, one for each stretch of the game."""
    step = max(1, len(values) / WIDE)
    shown = [values[int(place * step)] for place in range(min(WIDE, len(values)))]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(value * len(BLOCKS)))] for value in shown)
