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
# The parts of `analysis.luck`, as the table heads them.
COLUMNS = {
    "dice": "Dice",
    "steals": "Steals",
    "draws": "Draws",
    "own": "Own",
    "others": "Others",
    "trades": "Trades",
    "rest": "Rest",
}
PARTS = tuple(COLUMNS)


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
    # chance first, then what the player and the others did; the rest is what the evaluation cannot explain
    lucky = Table(
        "Player", "Opening", *(COLUMNS[part] for part in PARTS), "End", title="Luck against skill: the way to the end, in hundredths"
    )
    for colour, row in zip(game.colours, said["luck"], strict=bool(said["luck"])):
        end = sum(row[part] for part in ("opening", *PARTS))
        lucky.add_row(colour, f"{row['opening']:.0%}", *(f"{100 * row[part]:+.0f}" for part in PARTS), f"{abs(end):.0%}")
    chosen = Table("Player", "Choices", "As one step of thought", "Lost a choice", title="Choices")
    for colour, skill in zip(game.colours, said["skill"], strict=True):
        chosen.add_row(colour, str(skill["decisions"]), str(skill["as_best"]), f"{skill['lost']:.2%}")
    dear = Table("Turn", "Player", "Did", "Better", "Lost", title="The dearest choices")
    for row in sorted((row for skill in said["skill"] for row in skill["dearest"]), key=lambda row: row["n"]):
        dear.add_row(str(row["turn"]), game.colours[row["seat"]], row["action"], row["best"], f"{row['lost']:.0%}")
    for table in (turned, opened, lucky, chosen, dear):
        if table.row_count:
            console.print(table)


def sparkline(values: list[float]) -> str:
    """A row of blocks, one for each stretch of the game."""
    step = max(1, len(values) / WIDE)
    shown = [values[int(place * step)] for place in range(min(WIDE, len(values)))]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(value * len(BLOCKS)))] for value in shown)
