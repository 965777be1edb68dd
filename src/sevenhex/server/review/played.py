"""A game of the server's own as workers get it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from sevenhex.game.game import Game

if TYPE_CHECKING:
    from ..store.store import LogEntry


class Played(msgspec.Struct):
    """A game of the server's own: its opening and its log, which was checked when it was played."""

    opening: dict[str, Any]
    log: list[tuple[int, int]]

    def game(self) -> Game:
        game = Game.from_json(self.opening)
        for seat, action in self.log:
            game.push(action, seat)
        return game


def log_of(entries: Iterable[LogEntry]) -> list[tuple[int, int]]:
    """What is played by a stored log when everything that was taken back is left out."""
    log: list[tuple[int, int]] = []
    for entry in entries:
        if entry.undo_to is not None:
            del log[entry.undo_to :]
        elif entry.action is not None:
            log.append((entry.seat, entry.action))
    return log
