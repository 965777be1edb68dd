"""Count the sequences of actions and chance outcomes from a position, depth by depth."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Annotated

import typer

from ._given import game_from, options
from ._interrupt import interruptible


def command(
    depth: Annotated[int, typer.Argument(help="How deep to count.", min=0, max=12)],
    position: Annotated[str, typer.Option(help="A position's text or file; else the start of an edition.")] = "",
    edition: Annotated[str, typer.Option(help="Which edition.")] = "sixth",
    players: Annotated[int, typer.Option(help="How many players.")] = 4,
    seed: Annotated[int, typer.Option(help="Which island.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="A rule option, like setup=beginner; may be repeated.")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count each first action separately.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """From an edition's start seat 0 begins, so that nobody rolls for it. Free-form trade texts are not counted."""
    from rich.progress import track

    from sevenhex.game.game import Game
    from sevenhex.playout.perft import perft

    game = game_from(position) if position else Game.new(edition, players, seed, starter=0, **options(option))
    counted = []
    for level in range(depth + 1):
        began = perf_counter()
        counted.append(interruptible(perft, game.state, level))
        if not as_json:
            typer.echo(f"depth {level}: {counted[-1]} ({perf_counter() - began:.3f} s)")
    rows: dict[str, int] = {}
    if divide and depth:
        for seat in game.to_act:
            for action in track(game.legal(seat), description="Dividing", transient=True, disable=as_json):
                game.push(action, seat)
                count = interruptible(perft, game.state, depth - 1)
                game.undo()
                rows[game.say(action, seat if seat >= 0 else None)] = count
    if as_json:
        typer.echo(json.dumps({"depths": counted} | ({"divided": rows} if divide else {})))
    elif rows:
        typer.echo("\n".join(f"{text}: {count}" for text, count in rows.items()))
