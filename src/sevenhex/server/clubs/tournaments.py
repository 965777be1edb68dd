"""Tournaments: made by the operator or an account, joined by anybody, and driven by the server, round by round.

One process drives a tournament, under a lease. Each step is one transaction, and the next step follows from what is stored alone: the
pairings of a round stand there before its tables are made, and a table that is missing is made. So a server may be killed at any moment.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from sqlalchemy import select

from sevenhex.editions.options import implied
from sevenhex.errors import SevenhexError
from sevenhex.game.fairdice import new_seed

from ..base import likeness
from ..base.refusal import Refused
from ..cluster.leases import Elsewhere, Leases
from ..people.notices import CALLED, News
from ..people.pairing import HOUSE, SIZES, next_round
from ..store import relations, schema
from ..store import tournaments as stored
from ..store.errors import Conflict, StoreError, refusing
from ..store.seats import HUMAN, Seat
from ..store.store import ABORTED, OVER, WAITING, TableRecord
from ..store.tournaments import Entrant, Pairing, Tournament, Wish
from ..table import appointment, bot_pool, catalogue, leaving, lobby, slow
from . import results
from .origins import Origins

if TYPE_CHECKING:
    from ..base.settings import Limits
    from ..people.notices import Notices
    from ..store.store import Known, Store
    from ..table.registry import Tables

log = logging.getLogger("sevenhex.tournaments")

LOOK = 0.5  # seconds between two looks
DAYS, DAY = 60, 24 * 3600.0  # at most until a tournament begins
LATEST = 20  # finished ones that are listed
NAME_LENGTH = 40
TIDY = 3600.0  # seconds between two looks for those that nobody begins


class Tournaments:
    def __init__(self, store: Store, tables: Tables, origins: Origins, notices: Notices) -> None:
        self.store, self.tables, self.origins, self.notices = store, tables, origins, notices
        self.settings, self.limits = tables.settings, tables.settings.limits
        self.leases = Leases(store, self.settings.peer, schema.tournaments, "id") if self.settings.peer else None
        self.fences: dict[str, int] = {}  # of those that this process drives
        self.opened: set[str] = set()  # slow tables that were brought into memory once, for their bots
        self.driving: asyncio.Task[None] | None = None
        self.tidied = time.monotonic() - TIDY

    def start(self) -> None:
        self.driving = asyncio.create_task(self.drive_all(), name="tournaments")

    async def close(self) -> None:
        if self.driving is not None:
            self.driving.cancel()
            await asyncio.gather(self.driving, return_exceptions=True)

    # --- made, joined, left

    async def create(self, creator: str, name: str, public: bool, wish: Wish, starts: float | None, bots: int, address: str) -> str:
        """By an account; the operator's are made by `add`."""
        origin = await self.origins.of(address)
        wish = replace(checked(wish, self.limits), origin=origin)
        self.check_start(starts)
        self.check_bots(creator, bots)
        with refusing():
            others = await stored.unfinished(self.store)
            if len(others) >= self.limits.tournaments:
                raise Refused("too_many", "no_room_for_tournament")
            if sum(maker == creator for maker, _ in others) >= self.limits.tournaments_per_player:
                raise Refused("too_many", "too_many_tournaments", most=self.limits.tournaments_per_player)
            if sum(where == origin for _, where in others) >= self.limits.tournaments_per_address:
                raise Refused("too_many", "tournaments_from_address", most=self.limits.tournaments_per_address)
            if bots > wish.most:
                raise Refused("too_many", "tournament_full", most=wish.most)
            id = await add(self.store, name, creator, public, wish, starts, bots)
        log.info("a tournament was made")
        return id

    def check_start(self, starts: float | None) -> None:
        now = self.settings.now()
        if starts is not None and not now - 60 <= starts <= now + DAYS * DAY:
            raise Refused("malformed", "tournament_past", days=DAYS)

    def check_bots(self, creator: str | None, count: int) -> None:
        if creator is not None and count > self.limits.tournament_bots:
            raise Refused("too_many", "too_many_bots", most=self.limits.tournament_bots)

    async def find(self, id: str) -> Tournament:
        found = None
        if id.isascii() and id.isalnum() and len(id) <= 16:
            with refusing():
                found = await stored.find(self.store, id)
        if found is None:
            raise Refused("unknown_table", "no_such_tournament")
        return found

    async def shown(self, player: str | None) -> list[Tournament]:
        with refusing():
            return await stored.shown(self.store, player, LATEST)

    async def join(self, id: str, known: Known, name: str, address: str) -> None:
        if known.program:  # its entrants are people and the server's own bots
            raise Refused("forbidden", "programs_wait")
        found = await self.find(id)
        origin = await self.origins.of(address)
        most = self.limits.entrants_per_address
        with refusing():
            problem = await stored.join(self.store, id, known.id, name[:NAME_LENGTH], known.registered, origin, most)
        if problem == "closed":
            raise Refused("illegal", "tournament_closed")
        if problem == "full":
            raise Refused("too_many", "tournament_full", most=found.wish.most)
        if problem == "share":
            raise Refused("too_many", "tournament_share", most=most)

    async def leave(self, id: str, player: str) -> None:
        """For good; the table at which the player sits now is left, too."""
        found = await self.find(id)
        with refusing():
            if not await stored.leave(self.store, id, player):
                raise Refused("illegal", "tournament_not_in")
        code = own_code(found, player)
        if code is not None:
            try:
                await leaving.leave(await self.tables.obtain(code), player)
            except (Elsewhere, Refused) as problem:  # a bot takes the seat anyway, when the player stays away
                log.info("a table of a tournament was not left", extra={"table": code, "problem": str(problem)})

    async def own_table(self, found: Tournament, player: str | None) -> str | None:
        """Where the player is awaited now; none before the table is made, a moment after its round has begun."""
        code = own_code(found, player)
        if code is None or code in self.tables.live:
            return code
        with refusing():
            there = await self.store.read(select(schema.tables.c.code).where(schema.tables.c.code == code))
        return code if there else None

    async def owned(self, id: str, player: str | None) -> Tournament:
        found = await self.find(id)
        if player is None or found.creator != player:
            raise Refused("forbidden", "tournament_not_yours")
        return found

    async def set_bots(self, found: Tournament, bot: str, level: str | None, count: int) -> None:
        self.check_bots(found.creator, count)
        name, known = bot_of(bot, level)
        with refusing():
            problem = await stored.set_bots(self.store, found.id, name, known, names_of(name, count))
        if problem == "full":
            raise Refused("too_many", "tournament_full", most=found.wish.most)
        if problem:
            raise Refused("illegal", "tournament_closed")

    async def begin(self, found: Tournament) -> None:
        if len(found.entrants) < 2:
            raise Refused("illegal", "tournament_few")
        with refusing():
            if not await stored.set_start(self.store, found.id, self.settings.now()):
                raise Refused("illegal", "tournament_closed")

    async def cancel(self, found: Tournament) -> None:
        with refusing():
            if not await stored.cancel(self.store, found.id):
                raise Refused("illegal", "tournament_closed")

    # --- driven

    async def drive_all(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except StoreError as error:
                log.info("tournaments could not be driven", extra={"problem": str(error)})
            except Exception:
                log.exception("the tournaments stumbled")

    async def look(self) -> None:
        """One step of each tournament that this process drives, or may drive."""
        due = await stored.due(self.store, self.settings.now())
        if time.monotonic() - self.tidied >= TIDY:
            self.tidied = time.monotonic()
            await stored.cancel_old(self.store, await self.tables.calendar.now(self.store) - DAYS * DAY)
        if self.leases is not None:
            for lost in await self.leases.renew(self.fences) if self.fences else ():
                self.fences.pop(lost)
        for done in set(self.fences) - set(due):
            self.fences.pop(done)
        for id in due:
            try:
                if self.leases is not None and id not in self.fences:
                    self.fences[id] = await self.leases.take(id)
                found = await stored.find(self.store, id)
                if found is not None:
                    await self.step(found, self.fences.get(id, 0))
            except Elsewhere:
                continue
            except Conflict as conflict:  # another process drives it, or it has just changed: it is looked at anew
                self.fences.pop(id, None)
                log.info("a tournament is looked at again", extra={"problem": str(conflict)})
            except Refused as refused:
                log.info("a tournament waits", extra={"problem": str(refused)})
            except Exception:
                log.exception("a tournament stumbled")

    async def step(self, found: Tournament, fence: int) -> None:
        """Whatever comes next."""
        now = [each for each in found.pairings if each.round == found.round]
        playing = [each for each in now if each.result is None]
        if playing:
            if await self.collect(found, fence, playing):
                return  # the next look sees what was written
            await self.open_tables(found, playing)
        elif len(found.active) < 2 or found.round >= found.wish.rounds:
            await stored.end(self.store, found.id, fence, stored.OVER if found.round else stored.CANCELLED)
            log.info("a tournament is over")
        elif found.round and found.starts is None:
            await stored.plan_round(self.store, found.id, fence, self.settings.now() + found.wish.pause)
        elif found.starts is not None and found.starts <= self.settings.now():
            await self.pair(found, fence)

    async def pair(self, found: Tournament, fence: int) -> None:
        """The next round: who leads meets who leads, and nobody again who was met, as far as that is possible."""
        filling = self.filling(found) if not found.round else []
        whole = replace(found, entrants=(*found.entrants, *filling))
        active = {each.n for each in whole.active}
        order = [n for _, n in results.standing(whole)[1] if n in active]
        past = results.past(whole, await self.apart(whole))
        tables = await asyncio.to_thread(next_round, order, past, whole.wish.size, whole.wish.seed + whole.round)
        await stored.begin_round(self.store, found.id, fence, found.round + 1, tables, filling)
        log.info("a round of a tournament begins")

    def filling(self, found: Tournament) -> list[Entrant]:
        """Bots that make the last table full."""
        count = -len(found.entrants) % found.wish.size if found.wish.fill else 0
        first = max((each.n for each in found.entrants), default=-1) + 1
        taken = {each.name for each in found.entrants}
        names = [name for name in names_of(found.wish.bot, count + len(taken)) if name not in taken][:count]
        joined = self.settings.now()
        return [Entrant(first + k, name, bot=found.wish.bot, level=found.wish.level, joined=joined) for k, name in enumerate(names)]

    async def apart(self, found: Tournament) -> list[tuple[int, int]]:
        """Pairs of entrants who are not to meet: one of them does not want to; or they came in together, where that counts."""
        people = {each.player: each for each in found.active if each.player is not None}
        pairs = await relations.apart(self.store, people)
        if self.settings.strangers and found.wish.rated:
            pairs |= await relations.friends(self.store, people)
            pairs |= {frozenset((one, two)) for one, two in combinations(people, 2) if people[one].origin == people[two].origin}
        return [(people[one].n, people[two].n) for one, two in map(sorted, pairs)]

    async def collect(self, found: Tournament, fence: int, playing: list[Pairing]) -> bool:
        """Write down how tables ended; True when one has."""
        table = schema.tables.c
        rows = await self.store.read(select(table.code, table.status).where(table.code.in_([each.code for each in playing])))
        ended = {row.code for row in rows if row.status in (OVER, ABORTED)}
        for each in playing:
            if each.code in ended:
                result = results.result_of(await self.store.table(each.code))
                await stored.set_result(self.store, found.id, fence, each.code, result, results.missing(found, each, result))
        return bool(ended)

    # --- the tables of a round

    async def open_tables(self, found: Tournament, playing: list[Pairing]) -> None:
        """Tables that are not there are made; those that are there stay in memory, so that their bots play and nobody waits for nothing."""
        share = f"tournaments of {found.wish.origin or found.id}"  # of one maker's address together
        for each in playing:
            table = self.tables.live.get(each.code)
            if table is not None:
                table.touch()
                continue
            if each.code in self.opened:
                continue
            record = await self.store.table(each.code)
            if record is None:
                made = self.record(found, each)
                await self.tables.place(made, share)
                for seat in made.seats:
                    self.notices.tell(seat.player, News(CALLED, made.code, made.name))
                continue
            if slow.is_slow(record) and record.status != WAITING:
                self.opened.add(each.code)
            try:
                await self.tables.obtain(each.code, share)
            except Elsewhere:  # it is in another process's memory
                continue

    def record(self, found: Tournament, pairing: Pairing) -> TableRecord:
        """A table as the pairing wants it."""
        wish, by_number = found.wish, {each.n: each for each in found.entrants}
        colours = catalogue.configuration(wish.edition, len(pairing.entrants), wish.options).colours
        seats: list[Seat] = []
        people: list[int] = []
        for place, n in enumerate(pairing.entrants):
            seat, who = Seat(place, colour=colours[place]), by_number.get(n)
            if n == HOUSE or who is None or who.bot is not None:
                lobby.put_bot(seat, (who and who.bot) or wish.bot, who.level if who and who.bot else wish.level)
                seat.name = who.name if who else seat.name
            else:
                people.append(place)
                seat.kind, seat.player, seat.name, seat.registered = HUMAN, who.player, who.name, who.registered
                if who.gone is not None or who.player is None:
                    seat.bot_plays, seat.resigned = True, self.settings.now()
            seat.name = likeness.distinct(seat.name or seat.colour.capitalize(), [other.name for other in seats])
            seats.append(seat)
        is_slow = wish.turn_seconds is not None and wish.turn_seconds > slow.LEAST
        begins = self.settings.now() + (appointment.SLOW_WAIT if is_slow else wish.wait)
        house = appointment.Appointment(found.id, wish.wait, begins, people).stored()
        name = f"{found.name} {pairing.round}.{pairing.place + 1}"
        return TableRecord(
            pairing.code, name[:60], wish.edition, len(seats), dict(wish.options), found.public, wish.turn_seconds, None, new_seed().hex(),
            seats=seats, rated=wish.rated, house=house,
        )  # fmt: skip


def checked(wish: Wish, limits: Limits) -> Wish:
    """A wish that can be played at tables of three and of four, with a lot of its own; else a refusal."""
    options = {key: value for key, value in wish.options.items() if value is not None}
    options = implied(options) | options
    for size in SIZES:
        try:
            agreed = catalogue.configuration(wish.edition, size, options)
        except SevenhexError as error:
            raise Refused("malformed", "unsuitable", detail=str(error)) from None
        if wish.rated and agreed.changes:
            raise Refused("malformed", "rated_options", changes=" ".join(agreed.changes))
    bot, level = bot_of(wish.bot, wish.level)
    return replace(wish, options=options, bot=bot, level=level, most=min(wish.most, limits.entrants), seed=secrets.randbits(32))


async def add(store: Store, name: str, creator: str | None, public: bool, wish: Wish, starts: float | None, bots: int) -> str:
    """A tournament in the store, with so many bots."""
    id = await stored.create(store, name, creator, public, wish, starts)
    if bots:
        await stored.set_bots(store, id, wish.bot, wish.level, names_of(wish.bot, bots))
    return id


def bot_of(name: str, level: str | None) -> tuple[str, str]:
    try:
        return bot_pool.check(name, level)
    except SevenhexError as error:
        raise Refused("malformed", "no_such_bot", detail=str(error)) from None


def names_of(bot: str, count: int) -> list[str]:
    return [f"{bot.capitalize()} {n}" for n in range(1, count + 1)]


def own_code(found: Tournament, player: str | None) -> str | None:
    """The code of the table at which the player still has a game of this tournament."""
    own = found.of(player)
    return next((each.code for each in found.pairings if own and own.n in each.entrants and each.result is None), None)
