"""Find the best corners of an island to open on, with reasons; with --svg as a heat map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sevenhex.errors import SevenhexError

from ._given import game_from, options

if TYPE_CHECKING:
    from sevenhex.game.game import Game


def command(
    position: Annotated[
        str | None, typer.Argument(help="A position or record in its set-up (text or file); without it a new island.")
    ] = None,
    edition: Annotated[str, typer.Option(help="Edition: fourth, summary, extension, sixth, zip, or a TOML file.")] = "sixth",
    seed: Annotated[str, typer.Option(help="The new island's seed.")] = "1",
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    option: Annotated[list[str] | None, typer.Option("--option", help="A rule option, as name=value; may be repeated.")] = None,
    top: Annotated[int, typer.Option(min=1, help="How many corners to list.")] = 8,
    svg: Annotated[Path | None, typer.Option(help="Write the island with its corners shaded to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all corners as JSON.")] = False,
) -> None:
    """For the player who places next, by the judge of the study: the chance to win after settling there, and what speaks for it."""
    from rich.console import Console
    from rich.table import Table

    from sevenhex.study.openings import ranked

    game = game_from(position) if position else new_game(edition, players, seed, option)
    seat = game.to_act[0] if game.to_act and game.to_act[0] >= 0 else 0
    corners = ranked(game.view(seat))
    if svg is not None:
        draw(game, {corner["corner"]: corner["score"] for corner in corners}, svg)
    if as_json:
        typer.echo(json.dumps({"seat": seat, "colour": game.colours[seat], "corners": corners}))
        return
    table = Table("Corner", "Chance to win", "Lost", "Chances of 36", "Resources", "Why", title=f"Corners for {game.colours[seat]}")
    for corner in corners[:top]:
        why = "; ".join(reason["sentence"] for reason in corner["why"])
        numbers = f"{corner['chance']:.1f}%", f"{corner['lost']:.1f}", str(corner["pips"])
        table.add_row(corner["name"], *numbers, ", ".join(corner["resources"]), why)
    Console().print(table)


def new_game(edition: str, players: int, seed: str, option: list[str] | None) -> Game:
    from sevenhex.game.game import Game

    return Game.new(edition, players, seed=int(seed) if seed.isascii() and seed.isdigit() else seed, starter=0, **options(option))


def draw(game: Game, heat: dict[int, float], file: Path) -> None:
    from sevenhex.notation.picture import island_svg

    drawn = island_svg(game.state, colours=game.colours, words=game.words, heat=heat, labels=True, inactive=game.layout.inactive)
    try:
        file.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise SevenhexError(f"Cannot write {file}: {error.strerror}.") from None
