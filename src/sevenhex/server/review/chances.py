"""Winning chances over finished games: computed once a game, one game at a time, by a worker."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from .jobs import Chances
from .played import Played
from .workers import Workers

KEPT = 200  # games


class Curves:
    """The curves of the games last asked for, by table, as JSON."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.tasks: OrderedDict[str, asyncio.Task[msgspec.Raw]] = OrderedDict()
        self.one = asyncio.Semaphore(1)  # it takes long; other questions find another worker free

    def begin(self, code: str, played: Played) -> asyncio.Task[msgspec.Raw]:
        """Start computing, unless it is done or under way."""
        task = self.tasks.get(code)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self.tasks[code] = asyncio.create_task(self._compute(played), name="chances")
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next request gets the error
            while len(self.tasks) > KEPT:
                self.tasks.popitem(last=False)
        return task

    def ready(self, code: str) -> msgspec.Raw | None:
        task = self.tasks.get(code)
        return task.result() if task is not None and task.done() and not task.cancelled() and task.exception() is None else None

    async def of(self, code: str, played: Played) -> msgspec.Raw:
        return await asyncio.shield(self.begin(code, played))  # somebody else may be waiting for it too

    async def _compute(self, played: Played) -> msgspec.Raw:
        async with self.one:
            return msgspec.Raw(await self.workers.compute(Chances(played)))
