"""Deal an island and draw it as SVG, or print its position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ._given import options


def command(
    edition: Annotated[str, typer.Option(help="Which edition.")] = "sixth",
    players: Annotated[int, typer.Option(help="How many players.")] = 0,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same island.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the picture to this file.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A rule option, like setup=beginner; may be repeated.")] = None,
    labels: Annotated[bool, typer.Option("--labels", help="Write the names of the hexes into the picture.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Without --out the position's text is printed. Without --players the edition's usual number play (4, or 6 where it is for more)."""
    from sevenhex.editions import load
    from sevenhex.errors import SevenhexError
    from sevenhex.game.game import Game
    from sevenhex.notation.picture import island_svg

    count = players or (4 if 4 in load(edition).players else max(load(edition).players))
    game = Game.new(edition, count, seed, **options(option))
    if out is None:
        facts = {"edition": game.configuration.edition.key, "players": list(game.colours), "position": game.position()}
        typer.echo(json.dumps(facts) if as_json else game.position())
        return
    drawn = island_svg(game.state, colours=game.colours, words=game.words, labels=labels, inactive=game.layout.inactive)
    try:
        out.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise SevenhexError(f"Cannot write {out}: {error.strerror}.") from None
    typer.echo(json.dumps({"edition": game.configuration.edition.key, "picture": str(out)}) if as_json else f"Island: {out}")
