"""Where a study begins: a position, a record or its JSON form, and the actions played from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sevenhex.errors import ActionError, NotationError, SevenhexError
from sevenhex.game.game import Game
from sevenhex.knowledge import views
from sevenhex.notation.scrap import BYTE_ORDER_MARK
from sevenhex.rules.ids import CHANCE

if TYPE_CHECKING:
    from sevenhex.notation.speech import Naming

MOST_ACTIONS = 2_000
LONGEST = 20_000  # entries of a record


class SourceError(SevenhexError):
    """A beginning or an action that cannot be, with the field or the number of the action that is wrong."""

    def __init__(self, message: str, *, field: str = "", entry: int | None = None, clause: str = "") -> None:
        super().__init__(message)
        self.field = field
        self.entry = entry
        self.clause = clause  # of the rule that refuses the action


@dataclass(frozen=True)
class Source:
    """A text, how many entries of its log are taken, and what is played after them: seat (-1 for chance) and text."""

    text: str
    entries: int | None = None
    actions: tuple[tuple[int, str], ...] = ()

    def game(self) -> Game:
        game = begin(self.text)
        if self.entries is not None:
            if not 0 <= self.entries <= len(game.log):
                raise SourceError(f"This game has {len(game.log)} entries; expected a number from 0 to that, got {self.entries}.")
            game = game.until(self.entries)
        if len(self.actions) > MOST_ACTIONS:
            raise SourceError(f"A line may have at most {MOST_ACTIONS} actions; this one has {len(self.actions)}.")
        for number, (seat, action) in enumerate(self.actions):
            try:
                game.play(action, seat)
            except SevenhexError as error:
                raise SourceError(str(error), entry=number, clause=getattr(error, "clause", "")) from None
        return game


def begin(text: str) -> Game:
    """A game from any of our texts; of a position that is refused the field is named."""
    stripped = text.removeprefix(BYTE_ORDER_MARK).strip()
    try:
        if stripped.startswith("{"):
            found = Game.from_json(stripped)
        elif stripped.startswith("["):
            found = Game.load(stripped)
        else:
            return Game.at(stripped)
    except NotationError as error:
        if stripped.startswith(("{", "[")):
            raise SourceError(str(error)) from None
        raise SourceError(reason_of(error), field=field_at(stripped, error)) from None
    if len(found.log) > LONGEST:
        raise SourceError(f"A record may have at most {LONGEST} entries; this one has {len(found.log)}.")
    return found


def reason_of(error: NotationError) -> str:
    """The sentence without its place, which the field tells."""
    place = f"line {error.line}, column {error.column}: "
    return str(error).removeprefix(place)


def field_at(text: str, error: NotationError) -> str:
    """The field of a position that a refusal points at; for the first word `edition`, or `position` when it is about the whole."""
    lacks = "lacks the field `"
    if lacks in str(error):
        return str(error).split(lacks)[1].split("=`")[0]
    at = 0
    for number, word in enumerate(text.split(" ")):
        if at <= error.column - 1 <= at + len(word):
            if number == 0:
                return "position" if "cannot arise" in str(error) else "edition"
            return word.partition("=")[0]
        at += len(word) + 1
    return "position"


def look(game: Game, viewer: int | None = None) -> dict[str, Any]:
    """Everything a board needs: what is seen (by a seat, or open), what everybody may do, what chance may bring."""
    view = views.open_view(game) if viewer is None else game.view(viewer)
    return {
        "position": game.position(),
        "view": view.to_json(),
        "to_act": list(game.to_act),
        "legal": {} if game.awaits_chance else {str(seat): game.legal_texts(seat) for seat in game.to_act},
        "chances": [[game.say(action), weight] for action, weight in game.chances()] if game.awaits_chance else [],
        "winner": game.outcome.winner if game.outcome else None,
        "entries": len(game.log),
    }


def log_texts(game: Game, since: int = 0) -> list[list[Any]]:
    """The log as text from an entry on: seat (-1 for chance) and action."""
    return [[seat, format_action(game.naming, seat, action)] for seat, action in game.log[since:]]


def format_action(naming: Naming, seat: int, action: int) -> str:
    from sevenhex.notation.speech import say

    return say(action, naming, None if seat == CHANCE else seat)


def line(given: Sequence[Sequence[Any]]) -> tuple[tuple[int, str], ...]:
    """Pairs of seat and text from plain data."""
    try:
        return tuple((int(seat), str(action)) for seat, action in given)
    except (TypeError, ValueError):
        raise SourceError("Expected a list of [seat, action].") from None


__all__ = ["ActionError", "Source", "SourceError", "begin", "log_texts", "look"]
