"""Reviews of games, in the background: one at a time, in pieces, with progress; those of finished tables are kept in the store."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ..base.limits import Places
from ..base.refusal import Refused
from ..store.store import Store
from . import study
from .played import Played
from .workers import Workers

log = logging.getLogger("sevenhex.reviews")

KEPT = 50  # finished reviews in memory
WAITING = 8  # reviews under way or waiting, over all addresses
PER_ADDRESS = 1
RETRY_SECONDS = 10.0
LEAST_PIECE = 4  # entries


@dataclass
class Review:
    """One review: how far it is, and in the end its JSON."""

    key: str
    done: float = 0.0
    body: bytes | None = None
    problem: Refused | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, Any]:
        return {"key": self.key, "done": round(self.done, 3)}


class Reviews:
    """Those under way, and the last finished ones."""

    def __init__(self, store: Store, own: Workers, uploads: Workers) -> None:
        self.store, self.own, self.uploads = store, own, uploads
        self.known: OrderedDict[str, Review] = OrderedDict()
        self.places = Places(PER_ADDRESS)
        self.one = asyncio.Semaphore(1)

    def of(self, key: str) -> Review | None:
        return self.known.get(key)

    async def table(self, code: str, played: Played, address: str) -> Review:
        """The review of a finished table: known, kept in the store, or begun."""
        key = f"t-{code}"
        found = self.known.get(key)
        if found is None or found.problem is not None:
            kept = await self.store.review(code, len(played.log))
            if kept is not None:
                body = await asyncio.to_thread(gzip.decompress, kept)
                found = self.known[key] = Review(key, 1.0, body)
            else:
                found = self.begin(key, study.Reviewed(played=played), address, code)
        return found

    def sent(self, text: str, address: str) -> Review:
        """The review of a record that somebody sent."""
        key = hashlib.sha256(text.encode()).hexdigest()[:32]
        found = self.known.get(key)
        if found is None or found.problem is not None:
            found = self.begin(key, study.Reviewed(text=text), address, None)
        return found

    def begin(self, key: str, game: study.Reviewed, address: str, code: str | None) -> Review:
        if sum(each.body is None and each.problem is None for each in self.known.values()) >= WAITING:
            raise Refused("too_many", "busy", retry_after=RETRY_SECONDS)
        if not self.places.take(address):
            raise Refused("too_many", "still_working", retry_after=RETRY_SECONDS)
        found = self.known[key] = Review(key)
        found.task = asyncio.create_task(self._work(found, game, address, code), name="review")
        for old in [name for name, each in self.known.items() if each.body is not None or each.problem is not None][: -KEPT or None]:
            del self.known[old]
        return found

    async def _work(self, found: Review, game: study.Reviewed, address: str, code: str | None) -> None:
        try:
            async with self.one:
                await self._compute(found, game, self.uploads if code is None else self.own)
            if code is not None and found.body is not None and game.played is not None:
                packed = await asyncio.to_thread(gzip.compress, found.body, 6)
                await self.store.set_review(code, len(game.played.log), packed)
        except Refused as refused:
            found.problem = refused
        except Exception:
            log.exception("a review failed")
            found.problem = Refused("unavailable", "not_worked_out")
        finally:
            self.places.give_back(address)

    async def _compute(self, found: Review, game: study.Reviewed, workers: Workers) -> None:
        outlined = msgspec.json.decode(await workers.compute(study.Outline(game)))
        pieces, graded = outlined["slices"], []
        for number, (first, last) in enumerate(pieces, 1):
            found.done = number / (len(pieces) + 1)
            graded += await self._grade(game, first, last, workers)
        found.body = await workers.compute(study.Assemble(game, outlined["overview"], graded))
        found.done = 1.0

    async def _grade(self, game: study.Reviewed, first: int, last: int, workers: Workers) -> list[Any]:
        """The decisions of a piece; one that takes too long on a busy machine is tried again in halves."""
        try:
            found: list[Any] = msgspec.json.decode(await workers.compute(study.Grade(game, first, last)))
            return found
        except Refused as refused:
            if refused.code != "too_large" or last - first < LEAST_PIECE:
                raise
        middle = (first + last) // 2
        return await self._grade(game, first, middle, workers) + await self._grade(game, middle, last, workers)

    async def close(self) -> None:
        for each in self.known.values():
            if each.task is not None:
                each.task.cancel()
