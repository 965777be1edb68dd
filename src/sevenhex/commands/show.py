"""Show a position: what it says, whose move it is, and its picture as SVG."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ._given import file_or_text, game_from, naming

if TYPE_CHECKING:
    from sevenhex.game.game import Game
    from sevenhex.notation.position import Position

MOST_ACTIONS = 40


def describe(position: Position) -> None:
    """Each player's cards and points in a line."""
    from sevenhex.game.events import named_counts
    from sevenhex.rules.ids import CARD_NAMES, Phase

    state = position.state[0]
    colours = position.layout.colours or position.configuration.colours
    typer.echo(f"{position.configuration.edition.name}, {len(colours)} players")
    for change in position.configuration.changes:
        typer.echo(f"  {change}")
    typer.echo(f"Turn {state.turn}, {Phase(int(state.phase)).name.lower().replace('_', ' ')}")
    for seat, colour in enumerate(colours):
        size = position.hand_sizes[seat] if position.hand_sizes else None
        hand = (
            f"{size} unknown cards" if size is not None else ", ".join(f"{n} {name}" for name, n in named_counts(state.hand[seat]).items())
        )
        size = position.card_sizes[seat] if position.card_sizes else None
        names = (f"{n} {name.replace('_', ' ')}" for name, n in named_counts(state.cards[seat], CARD_NAMES).items())
        cards = f"{size} unknown" if size is not None else ", ".join(names)
        awards = [name for name, holder in (("route", state.route_holder), ("army", state.army_holder)) if holder == seat]
        typer.echo(
            f"  {colour:7} {state.points[seat]:2} points, route {state.route[seat]}, knights {state.knights[seat]}"
            f"{' (holds ' + ' and '.join(awards) + ')' if awards else ''}; hand: {hand or 'empty'}; development: {cards or 'none'}"
        )


def as_data(found: Position, game: Game | None) -> dict[str, Any]:
    """What is to be seen, as data; what a position leaves unknown is null."""
    from sevenhex.knowledge.views import open_view
    from sevenhex.rules.ids import Phase

    state, colours = found.state[0], found.layout.colours or found.configuration.colours
    facts: dict[str, Any] = {
        "edition": found.configuration.edition.key,
        "players": list(colours),
        "turn": int(state.turn),
        "phase": Phase(int(state.phase)).name.lower(),
        "points": [int(state.points[seat]) for seat in range(len(colours))],
        "position": None if game is None else game.position(),
        "view": None if game is None else open_view(game).to_json(),
    }
    awaited = [] if game is None else game.to_act
    return facts | {"legal": {("chance" if seat < 0 else colours[seat]): game.legal_texts(seat) for seat in awaited if game is not None}}


def command(
    position: Annotated[str, typer.Argument(help="A position's text, or a file with a position or a record.")],
    svg: Annotated[Path | None, typer.Option(help="Write the picture to this file.")] = None,
    labels: Annotated[bool, typer.Option("--labels", help="Write the names of the hexes into the picture.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """A record is shown at its end. Positions with unknown cards are shown too."""
    from sevenhex.errors import SevenhexError
    from sevenhex.notation import position as notation
    from sevenhex.notation import reader

    text = file_or_text(position).strip()
    game = None
    if text.startswith(("[", "{")):
        game = game_from(position)
        found = notation.Position(game.configuration, game.layout, game.state)
    else:
        with naming(position):
            found = reader.read(text)
        game = game_from(position) if found.is_complete else None
    if as_json:
        typer.echo(json.dumps(as_data(found, game)))
    else:
        describe(found)
    if game is not None and not as_json:
        for seat in game.to_act:
            texts = game.legal_texts(seat)
            more = f" and {len(texts) - MOST_ACTIONS} more" if len(texts) > MOST_ACTIONS else ""
            who = "chance" if seat < 0 else game.colours[seat]
            typer.echo(f"{who} may: {', '.join(texts[:MOST_ACTIONS])}{more}")
    if svg is not None:
        from sevenhex.notation.picture import island_svg

        colours = found.layout.colours or found.configuration.colours
        drawn = island_svg(found.state, colours=colours, words=found.configuration.words, labels=labels, inactive=found.layout.inactive)
        try:
            svg.write_text(drawn, encoding="utf-8")
        except OSError as error:
            raise SevenhexError(f"Cannot write {svg}: {error.strerror}.") from None
        typer.echo(f"Picture: {svg}", err=as_json)
