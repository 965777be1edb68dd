"""A player's deck: own mistakes as puzzles, and the shipped ones, each asked again at growing intervals.

Reviews of finished games feed it. A mistake is checked as shipped puzzles are before it is asked: by workers, in two steps, in the share of
the address from which its owner looks at the deck, and only after somebody does. A drill shows the cards of a game that is over, to one
who played it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from sevenhex.study import drills as checking
from sevenhex.study import puzzles

from ..base.limits import Places
from ..base.refusal import Refused
from ..review import digest, study
from ..review.played import Played, log_of
from ..review.turns import Rank
from ..store import drills as stored
from ..store.errors import Damaged, StoreError, refusing
from ..store.store import OVER
from . import memory

if TYPE_CHECKING:
    from ..base.settings import Settings
    from ..review.workers import Workers
    from ..store.store import Store
    from .profile import Profiles

log = logging.getLogger("sevenhex.drills")

FED_AT_ONCE = 5  # reviews that are read for one asking
CHECKED_AT_ONCE = 20  # mistakes that are checked after one asking
SESSION = 30  # drills that are named for a session
MOST_SECONDS = 300.0  # that one answer counts for in the day's practice
DAY = 86_400
DAYS = 400  # that are read to count days in a row
MIDDLE = 1200  # rating of a first shipped puzzle
BUSY = ("too_many", "unavailable")


class Drills:
    def __init__(self, store: Store, profiles: Profiles, workers: Workers, settings: Settings) -> None:
        self.store, self.profiles, self.workers, self.settings = store, profiles, workers, settings
        self.places = Places(1)
        self.under_way: dict[str, asyncio.Task[None]] = {}  # by player

    async def close(self) -> None:
        tasks = list(self.under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- looking

    async def of(self, player: str, address: str, theme: str | None, level: int) -> dict[str, Any]:
        """The deck at a glance and what is to be answered now; what is still to be checked is begun."""
        now = self.settings.now()
        with refusing():
            if player:
                await self.feed(player)
            counts = await stored.counts(self.store, player, now)
            due = await stored.due(self.store, player, now, theme, SESSION)
            left = await stored.count(self.store, player, stored.WAITING)
            days = await stored.days(self.store, player, DAYS)
            known = await stored.shipped_known(self.store, player)
            next_due = await stored.next_due(self.store, player, now)
        if left:
            self.begin_checking(player, address)
        today = int(now // DAY)
        first = days[0] if days and days[0].day == today else stored.Day(today, 0.0, 0, 0)
        return {
            "ready": sum(each.ready for each in counts),
            "due": sum(each.due for each in counts),
            "waiting": left,
            "next_due": next_due,
            "themes": [vars(each) for each in counts],
            "today": {"seconds": round(first.seconds, 1), "answered": first.answered, "found": first.found},
            "days": in_a_row([each.day for each in days], today),
            "session": [{"id": each.id, "own": each.own} for each in due]
            + [{"id": each, "own": False} for each in await fresh(known, theme, level, SESSION - len(due))],
        }

    async def one(self, player: str, id: str) -> dict[str, Any]:
        """A drill with its answer: of the player's own deck, or a shipped puzzle."""
        with refusing():
            found = await stored.find(self.store, player, id) if player else None
        if found is not None and found.own:
            if found.state != stored.READY or found.body is None:
                raise Refused("unknown_table", "no_such_drill")
            return {**found.body, "own": True, "times": found.times, "due": found.due}
        puzzle = await shipped(id)
        more = {"did": None, "own": False, "times": found.times if found else 0, "due": found.due if found else None}
        return {**puzzle.to_json(), "why": await asyncio.to_thread(puzzle.why), **more}

    # --- answering

    async def answer(self, player: str, id: str, tries: list[str], times: int, seconds: float) -> dict[str, Any]:
        """Note an answer, once for each number of times; the answer to it says when the drill comes again."""
        with refusing():
            known = await stored.find(self.store, player, id)
        if known is not None and known.own and known.body is not None and known.state == stored.READY:
            right, theme = known.body["answer"], known.theme
        else:
            if known is not None and known.own:
                raise Refused("unknown_table", "no_such_drill")
            puzzle = await shipped(id)
            right, theme = puzzle.answer, puzzle.theme
        found = right in tries
        now = self.settings.now()
        kept, due = memory.after(known.memory if known else None, memory.rating_of(found, tries.index(right) if found else len(tries)), now)
        answered = stored.Answered(
            theme, known is not None and known.own, times, due, kept, int(now // DAY), min(MOST_SECONDS, seconds), found
        )
        most = self.settings.limits.drills_per_player
        with refusing():
            noted = await stored.note_answer(self.store, player, id, answered, most)
            if noted is None:
                raise Refused("too_many", "too_many_drills", most=most)
            after = await stored.find(self.store, player, id)
        if after is None or after.state != stored.READY:
            raise Refused("unknown_table", "no_such_drill")
        return {"found": found, "noted": noted, "times": after.times, "due": after.due}

    async def take_out(self, player: str, id: str) -> None:
        with refusing():
            if not await stored.take_out(self.store, player, id):
                raise Refused("unknown_table", "no_such_drill")

    # --- feeding and checking

    async def feed(self, player: str) -> None:
        """The mistakes of games that were reviewed since the last time."""
        await self.profiles.catch_up(player)
        for code, seat, body in await stored.not_fed(self.store, player, FED_AT_ONCE):
            try:
                entries = await asyncio.to_thread(mistakes_of, body, seat)
            except Exception:  # a review of another time has none for the deck
                log.info("a review cannot be read for a deck", extra={"table": code})
                entries = []
            await stored.feed(self.store, player, code, seat, entries, self.settings.limits.drills_per_player)

    def begin_checking(self, player: str, address: str) -> None:
        if player in self.under_way or not self.places.take(address):
            return
        task = self.under_way[player] = asyncio.create_task(self.check_some(player, address), name="drills are checked")

        def ended(_: asyncio.Task[None]) -> None:
            self.under_way.pop(player, None)
            self.places.give_back(address)

        task.add_done_callback(ended)

    async def check_some(self, player: str, address: str) -> None:
        try:
            for id in await stored.waiting(self.store, player, CHECKED_AT_ONCE):
                body = await self.check(id, address)
                await stored.checked(self.store, player, id, body, self.settings.now())
        except (Refused, StoreError) as error:  # the rest when the deck is looked at again
            log.info("a deck is not checked to its end", extra={"problem": str(error)})
        except Exception:
            log.exception("a deck could not be checked")

    async def check(self, id: str, address: str) -> dict[str, Any] | None:
        """The mistake as a drill, or None where there is no clear answer or the game is gone."""
        code, _, entry = id.rpartition("-")
        played = await self.played(code)
        if played is None:
            return None
        try:
            draft = await self.compute(study.Draft(study.Reviewed(played=played), int(entry)), address)
            return None if draft is None else await self.compute(study.Finish(draft, id), address)
        except Refused as refused:
            if refused.code in BUSY:
                raise
            return None

    async def compute(self, job: study.Job, address: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = msgspec.json.decode(await self.workers.compute(job, address, Rank.BACKGROUND))
        return found

    async def played(self, code: str) -> Played | None:
        """A finished game as the store has it."""
        try:
            record = await self.store.table(code)
        except Damaged:
            return None
        if record is None or record.status != OVER or record.opening is None:
            return None
        return Played(record.opening, log_of(await self.store.entries(code)))


def mistakes_of(body: bytes, seat: int) -> list[int]:
    return checking.mistakes(digest.review_from(body), seat)


def in_a_row(days: list[int], today: int) -> int:
    """Days of practice up to today, or up to yesterday where today is still to come. `days`: the latest first."""
    if not days or days[0] < today - 1:
        return 0
    return next((n for n, day in enumerate(days) if day != days[0] - n), len(days))


async def shipped(id: str) -> puzzles.Puzzle:
    collection = await asyncio.to_thread(puzzles.shipped)
    found = next((each for each in collection.puzzles if each.id == id), None)
    if found is None:
        raise Refused("unknown_table", "no_such_drill")
    return found


async def fresh(known: set[str], theme: str | None, level: int, most: int) -> list[str]:
    """Shipped puzzles that the deck does not have, near a rating first."""
    collection = await asyncio.to_thread(puzzles.shipped)
    new = [each for each in collection.puzzles if each.id not in known and theme in (None, each.theme)]
    return [each.id for each in sorted(new, key=lambda each: (abs(each.rating - level), each.id))[: max(0, most)]]
