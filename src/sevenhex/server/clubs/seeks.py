"""Wishes for a game: as soon as enough people have the same one, a table is there for them, and the game begins when all have come.

Nobody sees who seeks, only what is sought and by how many: so nobody learns who keeps away from whom.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from sevenhex.errors import SevenhexError
from sevenhex.game.fairdice import new_seed

from ..base import likeness
from ..base.refusal import Refused
from ..people.notices import FOUND, News
from ..store import relations
from ..store import seeks as stored
from ..store.errors import StoreError, refusing
from ..store.seats import HUMAN, Seat, new_code
from ..store.seeks import Seek, Wish
from ..store.store import TableRecord
from ..table import appointment, catalogue, slow

if TYPE_CHECKING:
    from ..people.notices import Notices
    from ..review.ratings import Ratings
    from ..store.store import Known, Store
    from ..table.registry import Tables
    from .origins import Origins

log = logging.getLogger("sevenhex.seeks")

PATIENCE = 60.0  # seconds: a seeker who does not ask for so long is gone
SLOW_PATIENCE = 7 * 24 * 3600.0  # for a slow table nobody has to stay
TIDY_EVERY = 10.0
KEPT = 1.0  # seconds: many ask what is sought
CANDIDATES = 40  # the oldest that agree with a new wish, among whom a round is looked for
STEPS = 2000
NAME_LENGTH = 40

Pairs = Collection[frozenset[str]]


class Seeks:
    def __init__(self, store: Store, tables: Tables, origins: Origins, ratings: Ratings, notices: Notices) -> None:
        self.store, self.tables, self.origins, self.ratings, self.notices = store, tables, origins, ratings, notices
        self.settings, self.limits = tables.settings, tables.settings.limits
        self.tidied = self.read_at = time.monotonic() - TIDY_EVERY
        self.known: list[Seek] = []

    # --- asked

    async def all(self) -> list[Seek]:
        """As they were a moment ago."""
        now = time.monotonic()
        with refusing():
            if now - self.tidied >= TIDY_EVERY:
                self.tidied = now
                await self.tidy()
            if now - self.read_at >= KEPT:
                self.known = await stored.listed(self.store)
                self.read_at = time.monotonic()
        return self.known

    async def own(self, player: str) -> list[Seek]:
        """The player's, who therefore still waits. One whose table was not made waits again."""
        with refusing():
            await stored.note_seen(self.store, player)
            found = await stored.listed(self.store, player)
            for each in found:
                if each.code is not None and each.seen < time.time() - stored.SEEN_EVERY and await self.store.table(each.code) is None:
                    await stored.release(self.store, each.code)
        return found

    async def sought(self) -> list[tuple[Wish, int]]:
        """What is sought, without ratings, and by how many; the most wanted first."""
        counted = Counter(
            Wish(each.wish.editions, each.wish.players, each.wish.turn_seconds, each.wish.rated, None, None, each.wish.language)
            for each in await self.all()
            if each.code is None
        )
        return counted.most_common(50)

    async def tidy(self) -> None:
        now = time.time()
        waiting = [each.id for each in await stored.listed(self.store) if is_slow(each.wish)]
        await stored.drop_old(self.store, now - PATIENCE, now - SLOW_PATIENCE, waiting)

    # --- sought

    async def add(self, known: Known, name: str, wish: Wish, address: str) -> Seek:
        if known.program:  # who seeks a game expects people
            raise Refused("forbidden", "programs_wait")
        for edition in wish.editions:
            try:
                catalogue.configuration(edition, wish.players, {})
            except SevenhexError as error:
                raise Refused("malformed", "unsuitable", detail=str(error)) from None
        if wish.low is not None and wish.high is not None and wish.low > wish.high:
            raise Refused("malformed", "seek_span")
        origin, strength = await self.origins.of(address), (await self.ratings.of(known.id)).rating.strength
        new = stored.fresh(known.id, name[:NAME_LENGTH], known.registered, wish, strength, origin)
        limits = self.limits
        await self.all()  # those who are gone take no place
        with refusing():
            await self.tables.check_room(known.id, address)
            problem = await stored.add(self.store, new, limits.seeks_per_player, limits.seeks_per_address, limits.seeks)
        if problem == "own":
            raise Refused("too_many", "too_many_seeks", most=limits.seeks_per_player)
        if problem == "share":
            raise Refused("too_many", "seek_share", most=limits.seeks_per_address)
        if problem:
            raise Refused("too_many", "no_room_for_seek")
        self.read_at -= KEPT
        await self.match(new, address)
        return new

    async def drop(self, player: str, id: str) -> None:
        with refusing():
            if not await stored.drop(self.store, player, id):
                raise Refused("unknown_table", "no_such_seek")
        self.read_at -= KEPT

    # --- found

    async def match(self, new: Seek, address: str) -> None:
        """A table for the new wish and others, if enough agree, in the share of the address from which the last of them came.

        Where somebody was quicker, the rest is looked at once more."""
        for _ in range(3):
            with refusing():
                waiting = [each for each in await stored.listed(self.store) if each.code is None and each.id != new.id]
                near = [each for each in waiting if agree(new, each)][:CANDIDATES]
                group = gathered(new, near, await self.apart([new, *near]))
                if group is None:
                    return
                code = new_code()
                if await stored.claim(self.store, [each.id for each in group], code):
                    await self.open(group, code, address)
                    self.read_at -= KEPT
                    return

    async def apart(self, among: Sequence[Seek]) -> set[frozenset[str]]:
        """Pairs who do not play together: one does not want to; or they came in together, where strangers are to play."""
        players = {each.player: each for each in among}
        pairs = await relations.apart(self.store, players)
        if self.settings.strangers and among[0].wish.rated:
            pairs |= await relations.friends(self.store, players)
            pairs |= {
                frozenset((one, two)) for one in players for two in players if one < two and players[one].origin == players[two].origin
            }
        return pairs

    async def open(self, group: Sequence[Seek], code: str, address: str) -> None:
        """Their table: who waited longest is host."""
        edition, wish = common(group)[0], group[0].wish
        order = sorted(group, key=lambda each: each.created)
        seats: list[Seat] = []
        for n, (each, colour) in enumerate(zip(order, catalogue.configuration(edition, wish.players, {}).colours, strict=True)):
            name = likeness.distinct(each.name or colour.capitalize(), [seat.name for seat in seats])
            seats.append(Seat(n, HUMAN, each.player, name, colour, registered=each.registered))
        record = TableRecord(
            code, f"{order[0].name or 'Table'}'s table"[:NAME_LENGTH], edition, wish.players, {}, False, wish.turn_seconds, order[0].player,
            new_seed().hex(), seats=seats, rated=wish.rated, house={appointment.AGREED: True},
        )  # fmt: skip
        try:
            await self.tables.place(record, address)
        except StoreError:
            await stored.release(self.store, code)
            raise
        self.tables.note_opened(code, address)
        for each in order:
            self.notices.tell(each.player, News(FOUND, code, record.name))
        log.info("a table for people who sought the same", extra={"table": code})


def is_slow(wish: Wish) -> bool:
    return wish.turn_seconds is not None and wish.turn_seconds > slow.LEAST


def agree(one: Seek, other: Seek) -> bool:
    """Could these two sit at one table?"""
    mine, theirs = one.wish, other.wish
    return (
        one.player != other.player
        and (mine.players, mine.turn_seconds, mine.rated) == (theirs.players, theirs.turn_seconds, theirs.rated)
        and bool(set(mine.editions) & set(theirs.editions))
        and (not mine.language or not theirs.language or mine.language == theirs.language)
        and suits(mine, other.strength)
        and suits(theirs, one.strength)
    )


def suits(wish: Wish, strength: float) -> bool:
    return (wish.low is None or wish.low <= strength) and (wish.high is None or strength <= wish.high)


def common(group: Sequence[Seek]) -> list[str]:
    """The editions that all want, as the first lists them."""
    return [edition for edition in group[0].wish.editions if all(edition in each.wish.editions for each in group)]


def gathered(new: Seek, near: Sequence[Seek], apart: Pairs) -> list[Seek] | None:
    """Enough people for a table with this one, those who have waited longest first; everybody agrees with everybody."""
    steps = STEPS

    def further(group: list[Seek], rest: Sequence[Seek]) -> Iterator[list[Seek]]:
        nonlocal steps
        if len(group) == new.wish.players:
            yield group
            return
        for n, each in enumerate(rest):
            steps -= 1
            if steps < 0:
                return
            fits = all(agree(each, other) and frozenset((each.player, other.player)) not in apart for other in group)
            if fits and common([*group, each]):
                yield from further([*group, each], rest[n + 1 :])

    return next(further([new], near), None)
