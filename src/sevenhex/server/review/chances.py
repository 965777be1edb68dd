"""Winning chances over finished games: computed once a game, one game at a time, in a thread beside the event loop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from sevenhex.errors import SevenhexError

from ..base.refusal import Refused

if TYPE_CHECKING:
    from sevenhex.game import Game

KEPT = 200  # games
ROLLOUTS = 16
LONGEST = 20_000  # entries of a record that somebody sends

Curve = list[dict[str, Any]]


class Curves:
    """The curves of the games last asked for, by table."""

    def __init__(self) -> None:
        self.tasks: OrderedDict[str, asyncio.Task[Curve]] = OrderedDict()
        self.one = asyncio.Semaphore(1)

    def begin(self, code: str, game: Game) -> asyncio.Task[Curve]:
        """Start computing, unless it is done or under way."""
        task = self.tasks.get(code)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self.tasks[code] = asyncio.create_task(self._compute(game), name=f"chances of {code}")
            while len(self.tasks) > KEPT:
                self.tasks.popitem(last=False)
        return task

    def ready(self, code: str) -> Curve | None:
        task = self.tasks.get(code)
        return task.result() if task is not None and task.done() and not task.cancelled() and task.exception() is None else None

    async def of(self, code: str, game: Game) -> Curve:
        return await asyncio.shield(self.begin(code, game))  # somebody else may be waiting for it too

    async def _compute(self, game: Game) -> Curve:
        async with self.one:
            return await asyncio.to_thread(compute, game, ROLLOUTS)


def compute(game: Game, rollouts: int) -> Curve:
    from sevenhex import analysis

    return analysis.curve(game, rollouts, every_move=False)


def of_text(text: str) -> dict[str, Any]:
    """The curve of a record that somebody sent, judged without playing on: quick, whoever asks."""
    from sevenhex.game import Game

    try:
        game = Game.load(text)
    except SevenhexError as error:
        raise Refused("malformed", str(error)) from None
    if len(game.log) > LONGEST:
        raise Refused("too_large", f"A record may have at most {LONGEST} entries; this one has {len(game.log)}.")
    return {"chances": compute(game, 0)}
