"""Winning chances over finished games: computed once a game by a worker, in turns with other long work."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from .jobs import Chances
from .played import Played
from .turns import Rank
from .workers import Workers

KEPT = 200  # games


class Curves:
    """The curves of the games last asked for, by table, as JSON."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.tasks: OrderedDict[str, asyncio.Task[msgspec.Raw]] = OrderedDict()

    def begin(self, code: str, played: Played, address: str) -> asyncio.Task[msgspec.Raw]:
        """Start computing, unless it is done or under way; it counts for the address that asked first."""
        task = self.tasks.get(code)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self.tasks[code] = asyncio.create_task(self._compute(played, address), name="chances")
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next request gets the error
            while len(self.tasks) > KEPT:
                self.tasks.popitem(last=False)
        return task

    def ready(self, code: str) -> msgspec.Raw | None:
        task = self.tasks.get(code)
        return task.result() if task is not None and task.done() and not task.cancelled() and task.exception() is None else None

    async def of(self, code: str, played: Played, address: str) -> msgspec.Raw:
        return await asyncio.shield(self.begin(code, played, address))  # somebody else may be waiting for it too

    async def _compute(self, played: Played, address: str) -> msgspec.Raw:
        return msgspec.Raw(await self.workers.compute(Chances(played), address, Rank.BACKGROUND))
