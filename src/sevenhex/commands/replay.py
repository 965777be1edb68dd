"""Replay a game record: print it as sentences, step through it, or verify it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sevenhex.errors import SevenhexError, printable

from ._given import game_from

if TYPE_CHECKING:
    from sevenhex.game.game import Game

HELP = "Enter: next, b: back, a number: go to that entry, p: position, q: quit"


def describe(game: Game, n: int) -> str:
    """Entry `n` as its action and what came of it."""
    from sevenhex.game.events import EVERYBODY

    seat, action = game.log[n]
    who = "chance" if seat < 0 else game.colours[seat]
    sentences = " ".join(event.sentence(for_seat=EVERYBODY) for event in game.events_at(n))
    return f"{n + 1:5} {who:>7}: {game.say(action, seat if seat >= 0 else None)}" + (f"   {sentences}" if sentences else "")


def as_data(game: Game, file: Path, positions: bool) -> dict[str, Any]:
    """The whole course as data: who did what, what everybody could see of it, and how it stood afterwards."""
    from dataclasses import asdict

    from sevenhex.game.events import EVERYBODY
    from sevenhex.notation.record import result

    entries = []
    for n, (seat, action) in enumerate(game.log):
        entry: dict[str, Any] = {"player": "chance" if seat < 0 else game.colours[seat]}
        entry["action"] = game.say(action, seat if seat >= 0 else None)
        entry["said"] = [event.sentence(for_seat=EVERYBODY) for event in game.events_at(n)]
        if game.comments.get(n):
            entry["comments"] = list(game.comments[n])
        entries.append(entry | ({"position": game.until(n + 1).position()} if positions else {}))
    facts = {"file": str(file), "edition": game.configuration.edition.key, "players": list(game.colours), "entries": entries}
    points = [asdict(row) | {"total": row.total} for row in game.score_table()] if game.is_over else []
    return facts | {"result": result(game), "points": points}


def step_through(game: Game) -> None:
    typer.echo(HELP)
    at = 0
    while True:
        answer = typer.prompt(f"{at}/{len(game.log)}", default="", show_default=False).strip().lower()
        if answer == "q":
            return
        if answer == "p":
            typer.echo(game.until(at).position())
        elif answer == "b":
            at = max(0, at - 1)
        elif answer.isascii() and answer.isdigit():
            at = min(int(answer), len(game.log))
        elif answer:
            typer.echo(HELP)
            continue
        elif at < len(game.log):
            typer.echo(printable(describe(game, at)))
            at += 1
        if not answer and at == len(game.log):
            return


def print_table(game: Game) -> None:
    from rich.console import Console
    from rich.table import Table

    words = game.words
    table = Table(title="Points (and what they come from)")
    for heading in (
        "",
        words["settlements"],
        words["cities"],
        words["longest_road"],
        words["largest_army"],
        words["victory_point"],
    ):
        table.add_column(heading, justify="right" if heading else "left")
    table.add_column("total", justify="right")
    for row in game.score_table():
        cells = [
            f"{row.settlement_points} ({row.settlements})",
            f"{row.city_points} ({row.cities})",
            f"{row.route_points} (length {row.route})",
            f"{row.army_points} ({row.knights} knights)",
            str(row.victory_point_cards),
        ]
        table.add_row(row.colour, *cells, str(row.total))
    Console(width=120).print(table)


def refuse_unsound(game: Game) -> None:
    """Check every state that the record went through, beyond the legality of its actions."""
    import numpy as np

    from sevenhex.errors import StateError
    from sevenhex.rules.check import check
    from sevenhex.rules.totals import totals_of

    totals = np.zeros(5, np.int64)
    totals_of(game.states[0][0], totals)
    for n, state in enumerate(game.states):
        wrong = check(state, totals)
        if wrong:
            raise StateError(f"After entry {n}: {'; '.join(wrong)}.")


def command(
    file: Annotated[Path, typer.Argument(help="A game record, or its JSON form.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check every action and the result.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Step through, forward and back.")] = False,
    positions: Annotated[bool, typer.Option("--positions", help="Print the position after each entry instead of sentences.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Every record is checked by the rules while it is read: labels, actions, chance outcomes and the result."""
    from sevenhex.notation.record import result

    game = game_from(file)
    if verify:
        refuse_unsound(game)
        if as_json:
            typer.echo(json.dumps({"file": str(file), "entries": len(game.log), "verified": True, "result": result(game)}))
            return
        typer.echo(f"{file}: {len(game.log)} entries verified, {result(game)}.")
    elif as_json:
        if step:
            raise SevenhexError("--step asks at the terminal; leave out --json, or --step.")
        typer.echo(json.dumps(as_data(game, file, positions)))
    elif step:
        step_through(game)
    else:
        typer.echo(f"{printable(game.configuration.edition.name)}, {game.players} players ({', '.join(game.colours)})")
        for n in range(len(game.log)):
            for comment in game.comments.get(n, ()):
                typer.echo(f"{'':14}{{{printable(comment)}}}")
            typer.echo(game.until(n + 1).position() if positions else printable(describe(game, n)))
        typer.echo(f"result: {result(game)}")
        if game.is_over:
            print_table(game)
