"""Reviews of games, in the background: piece by piece, addresses in turns, with progress and a place; kept in the store by content.

A review is measured first (the same game may have been judged before), then surveyed and graded a few entries at a time, and put together.
After every step the next one belongs to the review that is shortest and whose address has used least. One that uses up its time ends with
the decisions graded so far.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import logging
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ..base.address import share_of
from ..base.limits import Places, Usage
from ..base.refusal import Refused
from ..base.settings import Limits
from ..store import profiles
from ..store.errors import StoreError
from ..store.store import Store
from . import digest, study
from .jobs import Packed
from .played import Played
from .turns import Rank, account
from .workers import Workers

log = logging.getLogger("sevenhex.reviews")

KEPT = 50  # finished reviews in memory
GZIP = b"\x1f\x8b"  # how packed bytes begin
RETRY_SECONDS = 10.0
SURVEYED = 50  # entries that are surveyed in one step, and...
PIECE = 10  # that are graded: steps are short, so that nobody waits long for a turn
PIECE_SECONDS = 0.2  # of a worker, about
LEAST_PIECE = 4  # entries
ENTRY_BYTES = 12  # of a record, about: how long a game is before it was read


@dataclass(eq=False)
class Review:
    """One review: how far it is, and in the end its JSON."""

    key: str
    game: study.Reviewed | None = field(default=None, repr=False)  # None as soon as nothing is to be computed any more
    address: str = ""  # whose share it uses
    code: str | None = None  # the table whose game it is
    number: int = 0
    askers: set[str] = field(default_factory=set)
    content: str | None = None
    survey: deque[tuple[int, int]] = field(default_factory=deque, repr=False)  # pieces to be surveyed first
    surveyed: list[Any] = field(default_factory=list, repr=False)
    pieces: deque[tuple[int, int]] = field(default_factory=deque, repr=False)
    total: int = 0  # pieces
    graded: list[Any] = field(default_factory=list, repr=False)
    spent: float = 0.0  # seconds
    done: float = 0.0
    body: bytes | None = field(default=None, repr=False)
    problem: Refused | None = None
    step: asyncio.Task[None] | None = field(default=None, repr=False)
    ended: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def remaining(self) -> int:
        """Pieces still to be graded; estimated before the game was measured."""
        if self.content is not None or self.game is None:
            return len(self.survey) + len(self.pieces)
        entries = len(self.game.played.log) if self.game.played is not None else len(self.game.text) // ENTRY_BYTES
        return entries // PIECE + entries // SURVEYED + 2

    @property
    def stage(self) -> str:
        """What is done now."""
        if self.content is None:
            return "reading"
        return "chances" if self.survey else "decisions" if self.pieces else "assembling"

    @property
    def turn(self) -> int | None:
        """The turn whose decisions were graded last."""
        return self.graded[-1]["turn"] if self.graded else None

    def end(self, body: bytes | None = None, problem: Refused | None = None) -> None:
        self.body, self.problem, self.done = body, problem, 1.0
        self.game, self.surveyed, self.graded = None, [], []
        self.survey, self.pieces = deque(), deque()
        self.ended.set()


class Reviews:
    """Those under way, and the last finished ones."""

    def __init__(self, store: Store, own: Workers, uploads: Workers, limits: Limits | None = None, usage: Usage | None = None) -> None:
        self.store, self.own, self.uploads = store, own, uploads
        self.limits, self.usage = limits or Limits(), usage or Usage()
        self.known: OrderedDict[str, Review] = OrderedDict()
        self.places = Places(self.limits.judged_per_address)
        self.numbers = itertools.count()
        self.runners: dict[bool, asyncio.Task[None]] = {}

    # --- asking

    def of(self, key: str) -> Review | None:
        """The review of a record that somebody sent; those of tables are asked for at the table, which has its own door."""
        return None if key.startswith("t-") else self.known.get(key)

    def table(self, code: str, played: Played, address: str) -> Review:
        """The review of a finished table: known, or begun."""
        return self.asked(f"t-{code}", study.Reviewed(played=played), address, code)

    def sent(self, text: str, address: str, shut: list[str] | None = None) -> Review:
        """The review of a record that somebody sent, unless its island is shut."""
        return self.asked(hashlib.sha256(text.encode()).hexdigest()[:32], study.Reviewed(text=text, shut=shut or []), address, None)

    def asked(self, key: str, game: study.Reviewed, address: str, code: str | None) -> Review:
        found = self.known.get(key)
        if found is None or found.problem is not None:
            found = self.begin(key, game, address, code)
        found.askers.add(share_of(address))
        return found

    def begin(self, key: str, game: study.Reviewed, address: str, code: str | None) -> Review:
        if sum(1 for _ in self.open()) >= self.limits.judged_at_once:
            raise Refused("too_many", "busy", retry_after=RETRY_SECONDS)
        if not self.places.take(address):
            raise Refused("too_many", "still_working", retry_after=RETRY_SECONDS)
        self.known.pop(key, None)
        found = self.known[key] = Review(key, game, address, code, next(self.numbers))
        for old in [name for name, each in self.known.items() if each.ended.is_set()][: -KEPT or None]:
            del self.known[old]
        pool = code is not None
        if pool not in self.runners or self.runners[pool].done():
            self.runners[pool] = asyncio.create_task(self._run(pool), name="reviews")
        return found

    def cancel(self, key: str, address: str) -> None:
        """A requester no longer needs the review; it ends when nobody else has asked for it."""
        found = self.known.get(key)
        if found is None or found.ended.is_set():
            return
        if share_of(address) not in found.askers:
            raise Refused("forbidden", "review_not_yours")
        found.askers.discard(share_of(address))
        if not found.askers:
            self._finish(found, problem=Refused("unavailable", "review_cancelled"))
            if found.step is not None:
                found.step.cancel()

    def standing(self, found: Review) -> dict[str, Any]:
        """How far a review is, and its place among those that take turns: the order in which they will be ready."""
        others = [each for each in self.open() if (each.code is None) == (found.code is None)]
        before = sum((each.remaining, each.number) < (found.remaining, found.number) for each in others)
        return {
            "key": found.key,
            "done": round(found.done, 3),
            "stage": found.stage,
            "turn": found.turn,
            "place": before + 1,
            "of": len(others),
        }

    def open(self) -> list[Review]:
        return [each for each in self.known.values() if not each.ended.is_set()]

    # --- working

    async def _run(self, of_tables: bool) -> None:
        """Step after step, each for the review whose address has used least, as long as there are any."""
        while waiting := [each for each in self.open() if (each.code is not None) == of_tables]:
            found = min(waiting, key=self.order)
            found.step = asyncio.create_task(self._step(found), name="review")
            began = asyncio.get_running_loop().time()
            await asyncio.wait([found.step])
            found.spent += asyncio.get_running_loop().time() - began
            found.step = None

    def order(self, found: Review) -> tuple[float, int]:
        """Short ones first, but not for an address that has used much more than others."""
        used = self.usage.of(account(found.address, Rank.BACKGROUND))
        return used + PIECE_SECONDS * found.remaining, found.number

    async def _step(self, found: Review) -> None:
        workers = self.uploads if found.code is None else self.own
        try:
            await self._advance(found, workers)
        except Refused as refused:
            self._finish(found, problem=refused)
        except Exception:
            log.exception("a review failed")
            self._finish(found, problem=Refused("unavailable", "not_worked_out"))

    async def _advance(self, found: Review, workers: Workers) -> None:
        game = found.game
        assert game is not None
        if found.content is None:
            await self._measure(found, game, workers)
        elif found.survey:
            part = await self._piece(study.Survey, found.survey, found, game, workers)
            found.surveyed += [] if part is None else [part]
        elif found.pieces and found.spent < self.limits.judged_seconds:
            found.graded += await self._piece(study.Grade, found.pieces, found, game, workers) or []
        else:
            job = study.Assemble(game, found.surveyed, found.graded, not found.pieces)
            body = await workers.compute(job, found.address, Rank.BACKGROUND, pack=True)
            if not found.pieces:  # what ran out of time may get further when it is asked for again
                with contextlib.suppress(StoreError):  # it can be worked out again
                    await self.store.set_review(found.content, found.code, body, self.limits.judged_bytes)
                if found.code is not None:
                    await self._keep_digests(found.code, body)
            self._finish(found, body)

    async def _keep_digests(self, code: str, body: bytes) -> None:
        """For profiles; a review is not lost because of them."""
        try:
            await profiles.keep_digests(self.store, code, await asyncio.to_thread(digest.read, body))
        except Exception as error:
            log.warning("a review has no digest", extra={"problem": repr(error)})

    async def _ask(self, job: study.Job, found: Review, workers: Workers) -> bytes:
        return await workers.compute(job, found.address, Rank.BACKGROUND)

    async def _measure(self, found: Review, game: study.Reviewed, workers: Workers) -> None:
        """What game is it? One that was judged before, by anybody, is known."""
        measured = msgspec.json.decode(await self._ask(study.Measure(game), found, workers))
        entries, most = measured["entries"], self.limits.judged_entries
        if entries > most:
            raise Refused("too_large", "review_too_long", most=most, given=entries)
        kept = await self.store.review(measured["content"])
        if kept is not None:
            self._finish(found, Packed(kept) if kept.startswith(GZIP) else kept)  # a short one was not packed
            return
        found.survey, found.pieces = pieces(entries, SURVEYED), pieces(entries, PIECE)
        found.total, found.content = len(found.survey) + len(found.pieces), measured["content"]

    async def _piece(
        self, kind: type[study.Survey | study.Grade], left: deque[tuple[int, int]], found: Review, game: study.Reviewed, workers: Workers
    ) -> Any:
        """The next piece; one that takes too long on a busy machine is tried again in halves, and then there is nothing yet."""
        first, last = left.popleft()
        answer = None
        try:
            answer = msgspec.json.decode(await self._ask(kind(game, first, last), found, workers))
        except Refused as refused:
            if refused.code != "too_large" or last - first < LEAST_PIECE:
                raise
            middle = (first + last) // 2
            left.extendleft(((middle, last), (first, middle)))
            found.total += 1
        found.done = max(found.done, 1 - (len(found.survey) + len(found.pieces) + 1) / (found.total + 1))
        return answer

    def _finish(self, found: Review, body: bytes | None = None, problem: Refused | None = None) -> None:
        if not found.ended.is_set():
            found.end(body, problem)
            self.places.give_back(found.address)

    async def close(self) -> None:
        for each in (*self.runners.values(), *(found.step for found in self.known.values())):
            if each is not None:
                each.cancel()


def pieces(entries: int, size: int) -> deque[tuple[int, int]]:
    """A log of so many entries, cut."""
    return deque((first, min(first + size, entries)) for first in range(0, entries, size))
