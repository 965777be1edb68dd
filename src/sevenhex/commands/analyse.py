"""Review a game: the curve of chances, every decision graded, luck and skill apart, turning points, openings, trades."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ._given import game_from

if TYPE_CHECKING:
    from rich.console import Console

    from sevenhex.game.game import Game

LEAST, MISSED = 1.0, 5  # hundredths that an offer would have gained; offers shown
BLOCKS = "▁▂▃▄▅▆▇█"
WIDE = 60
SHOWN = ("mistake", "blunder")
PARTS = {"dice": "Dice", "steals": "Steals", "draws": "Draws", "play": "Play"}


class Level(StrEnum):
    quick = "quick"
    normal = "normal"
    deep = "deep"
    thorough = "thorough"


def command(
    record: Annotated[Path, typer.Argument(help="A game record, or its JSON form.")],
    level: Annotated[Level, typer.Option(help="How hard to think.")] = Level.normal,
    player: Annotated[str, typer.Option(help="Only this player's page, by colour.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object (docs/study.md).")] = False,
) -> None:
    """Decisions are judged by what their player could know; curve and luck are those of somebody who sees every hand."""
    from rich.console import Console
    from rich.progress import Progress

    from sevenhex.study.review import review

    game = game_from(record)
    seat = game.seat(player) if player else None
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reviewing", total=1.0)
        found = review(game, level.value, lambda share: progress.update(task, completed=share))
    if as_json:
        typer.echo(json.dumps(found))
    elif seat is not None:
        show_player(game, found, seat, Console())
    else:
        show(game, found, Console())


def show(game: Game, found: dict[str, Any], console: Console) -> None:
    """The whole table."""
    from rich.table import Table

    points = found["curve"]
    if not points:
        console.print("The game proper has not begun: there is only the opening to look back on.")
    else:
        console.print("Chance to win, from the first roll to the last action:")
        for seat, colour in enumerate(game.colours):
            values = [point["chances"][seat] / 100 for point in points]
            console.print(f"{colour:>8} {sparkline(values)} {values[-1]:.0%}")
    turning = Table("Turn", "By", "Action", "Better", "Lost", title="Where it turned")
    for point in found["turning_points"]:
        if point["kind"] == "decision":
            turning.add_row(str(point["turn"]), game.colours[point["seat"]], point["action"], point["better"], f"{point['lost']:.1f}")
        else:
            turning.add_row(str(point["turn"]), "chance", point["action"], "", f"{game.colours[point['seat']]} {point['change']:+.1f}")
    players = Table(
        "Player", "Decisions", "Best", "Good", "Inaccurate", "Mistakes", "Blunders", "Lost", "Luck", title="Skill and luck, in hundredths"
    )
    for page in found["players"]:
        numbers = [str(count) for count in page["grades"].values()]
        players.add_row(page["colour"], str(page["decisions"]), *numbers, f"{page['lost']:.1f}", f"{page['luck']:+.1f}")
    ways = Table("Player", "Opening", *PARTS.values(), "End", title="The way to the end, in hundredths")
    for page in found["players"]:
        if page["parts"]:
            row = page["parts"]
            ways.add_row(page["colour"], f"{row['opening']:.0f}", *(f"{row[part]:+.0f}" for part in PARTS), f"{row['end']:.0f}")
    for table in (
        turning,
        players,
        ways,
        openings(game, found["openings"]),
        trades(game, found["trades"]),
        missed(game, found["offers"]),
        dear(game, found["decisions"]),
    ):
        if table.row_count:
            console.print(table)


def openings(game: Game, rows: list[dict[str, Any]]) -> Any:
    from rich.table import Table

    table = Table("Player", "Corner", "Chances of 36", "Rank", "Best", "Lost", title="Openings")
    for row in rows:
        place = f"{row['rank']} of {row['of']}"
        table.add_row(game.colours[row["seat"]], row["corner"], str(row["pips"]), place, row["best"], f"{row['lost']:.1f}")
    return table


def trades(game: Game, rows: list[dict[str, Any]]) -> Any:
    from rich.table import Table

    table = Table("Turn", "Between", "Gave", "Got", "For the first", "For the other", title="Trades")
    for row in rows:
        both = f"{game.colours[row['seat']]}, {game.colours[row['other']]}"
        table.add_row(str(row["turn"]), both, cards(row["give"]), cards(row["get"]), f"{row['own']:+.1f}", f"{row['theirs']:+.1f}")
    return table


def missed(game: Game, rows: list[dict[str, Any]]) -> Any:
    """The offers that could have been made, the dearest."""
    from rich.table import Table

    table = Table("Turn", "Player", "Did", "Offer", "Lost", title="Offers not made")
    dearest = sorted(rows, key=lambda row: row["own"] - row["gain"])[:MISSED]
    for row in sorted(dearest, key=lambda row: row["n"]):
        if row["gain"] - row["own"] >= LEAST:
            table.add_row(str(row["turn"]), game.colours[row["seat"]], row["action"], row["better"], f"{row['gain'] - row['own']:.1f}")
    return table


def cards(bundle: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in bundle.items())


def dear(game: Game, rows: list[dict[str, Any]], grades: tuple[str, ...] = SHOWN) -> Any:
    from rich.table import Table

    table = Table("Turn", "Player", "Did", "Better", "Lost", "Why", title="Mistakes")
    for row in rows:
        if row["grade"] in grades:
            better, lost = row["best"][0]["action"], f"{row['lost']:.1f} ± {row['error']:.1f}"
            table.add_row(str(row["turn"]), game.colours[row["seat"]], row["action"], better, lost, row["why"]["sentence"])
    return table


def show_player(game: Game, found: dict[str, Any], seat: int, console: Console) -> None:
    """One player's page."""
    page = found["players"][seat]
    grades = ", ".join(f"{count} {name}" for name, count in page["grades"].items())
    console.print(
        f"{page['colour']}: {page['decisions']} decisions ({grades}); {page['lost']:.1f} hundredths lost, luck {page['luck']:+.1f}."
    )
    if page["parts"]:
        way = ", ".join(f"{name.lower()} {page['parts'][part]:+.1f}" for part, name in PARTS.items())
        console.print(f"From {page['parts']['opening']:.1f} after the opening to {page['parts']['end']:.1f}: {way}.")
    own = [row for row in found["decisions"] if row["seat"] == seat]
    opened = [row for row in found["openings"] if row["seat"] == seat]
    traded = [row for row in found["trades"] if seat in (row["seat"], row["other"])]
    offered = [row for row in found["offers"] if row["seat"] == seat]
    for table in (openings(game, opened), trades(game, traded), missed(game, offered), dear(game, own, ("inaccuracy", *SHOWN))):
        if table.row_count:
            console.print(table)


def sparkline(values: list[float]) -> str:
    """A row of blocks, one for each stretch of the game."""
    step = max(1, len(values) / WIDE)
    shown = [values[int(place * step)] for place in range(min(WIDE, len(values)))]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(value * len(BLOCKS)))] for value in shown)
