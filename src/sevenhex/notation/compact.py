"""A game as JSON for programs: the position it began with and the log, seat and text of each action."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import ActionError, NotationError
from ..rules.ids import CHANCE
from . import speech
from .reader import read
from .record import OWN_HEADERS
from .scrap import BYTE_ORDER_MARK, short

if TYPE_CHECKING:
    from sevenhex.game.game import Game

FORMAT = "sevenhex-game"
VERSION = 1


def dump(game: Game) -> dict[str, Any]:
    """Plain data; actions as text, because an offer's number is larger than what JSON readers keep exactly."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "start": game.until(0).position(),
        "log": [[seat, speech.say(action, game.naming, seat if seat >= 0 else None)] for seat, action in game.log],
    }
    if game.headers:
        data["headers"] = dict(game.headers)
    if game.comments:
        data["comments"] = {str(place): list(texts) for place, texts in game.comments.items()}
    return data


def load(data: Mapping[str, Any] | str | bytes, make: type[Game]) -> Game:
    """The inverse of `dump`; every action is checked."""
    if isinstance(data, str | bytes):
        try:
            data = json.loads(data.removeprefix(BYTE_ORDER_MARK) if isinstance(data, str) else data)
        except json.JSONDecodeError as error:
            raise NotationError(f"This is no JSON: {error.msg}.", line=error.lineno, column=error.colno) from None
        except (ValueError, RecursionError) as error:
            raise NotationError(f"This is no JSON: {short(str(error), 100)}.") from None
    if not isinstance(data, Mapping) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise NotationError(f'Expected an object with "format": "{FORMAT}" and "version": {VERSION}.')
    unknown = set(data) - {"format", "version", "start", "log", "headers", "comments"}
    if unknown:
        raise NotationError(f"There is no field {short(str(min(unknown, key=str)))!r} in a game.")
    if not isinstance(data.get("start"), str):
        raise NotationError('Expected "start" to be the text of a position.')
    try:
        start = read(data["start"])
        game = make(start.configuration, start.complete(), start.layout)
    except NotationError as error:
        raise NotationError(f"start: {error}") from None
    log = data.get("log")
    if not isinstance(log, list):
        raise NotationError('Expected "log" to be a list of [seat, action].')
    for n, entry in enumerate(log):
        _replay(game, n, entry)
    game.headers = _headers(data.get("headers", {}))
    game.comments = _comments(data.get("comments", {}), len(log))
    return game


def _replay(game: Game, n: int, entry: Any) -> None:
    if not (isinstance(entry, list | tuple) and len(entry) == 2 and isinstance(entry[1], str)):
        raise NotationError(f"log[{n}]: expected [seat, action], got {short(repr(entry))}.")
    seat, text = entry
    if isinstance(seat, bool) or not isinstance(seat, int) or not CHANCE <= seat < game.players:
        raise NotationError(f"log[{n}]: there is no seat {short(repr(seat))}.")
    try:
        action = speech.read(text, game.naming, seat if seat >= 0 else None)
        game.check(action, seat)
    except ActionError as error:
        raise NotationError(f"log[{n}]: {error}") from None
    game.push(action, seat)


def _headers(given: Any) -> dict[str, str]:
    if not isinstance(given, Mapping) or not all(isinstance(name, str) and isinstance(value, str) for name, value in given.items()):
        raise NotationError('Expected "headers" to hold text by name.')
    return {name: value for name, value in given.items() if name not in OWN_HEADERS}


def _comments(given: Any, size: int) -> dict[int, list[str]]:
    comments: dict[int, list[str]] = {}
    for place, texts in given.items() if isinstance(given, Mapping) else [("", None)]:
        known = isinstance(place, str) and place.isascii() and place.isdigit() and len(place) < 8 and int(place) <= size
        if not known or not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
            raise NotationError('Expected "comments" to hold lists of text by place in the log.')
        comments[int(place)] = list(texts)
    return comments
