"""A game of the server's own as workers get it."""

from __future__ import annotations

from typing import Any

import msgspec

from sevenhex.game.game import Game


class Played(msgspec.Struct):
    """A game of the server's own: its opening and its log, which was checked when it was played."""

    opening: dict[str, Any]
    log: list[tuple[int, int]]

    def game(self) -> Game:
        game = Game.from_json(self.opening)
        for seat, action in self.log:
            game.push(action, seat)
        return game
