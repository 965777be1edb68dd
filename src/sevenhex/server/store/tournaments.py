"""Tournaments in the store: what is played, who takes part, who met whom at which table, and how each table ended.

Where several processes share a store one of them drives a tournament, under a lease as for tables: what it writes is refused when its
fence is old. What people write (joining, leaving) needs no lease: it holds while the tournament is as it should be, else it is refused.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .errors import Conflict
from .seats import new_code
from .store import Store

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"
UNFINISHED = (OPEN, RUNNING)

tournament, entrant, pairing = schema.tournaments.c, schema.entrants.c, schema.pairings.c


@dataclass(frozen=True)
class Wish:
    """What is played, and how."""

    edition: str = "sixth"
    options: dict[str, Any] = field(default_factory=dict)
    size: int = 4  # of the tables, where numbers allow it
    rounds: int = 4
    most: int = 32  # entrants, bots included
    turn_seconds: float | None = None
    rated: bool = True
    wait: float = 120.0  # seconds for somebody who is not there; then a bot plays on
    pause: float = 30.0  # seconds between two rounds
    fill: bool = True  # at the start bots make the last table full
    bot: str = "steady"
    level: str | None = None
    seed: int = 0  # of the first round's lot
    origin: str = ""  # of its maker, as of an entrant; nothing: the operator


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a person, or a bot of the server."""

    n: int
    name: str
    player: str | None = None
    registered: bool = False
    bot: str | None = None
    level: str | None = None
    joined: float = 0.0
    gone: float | None = None
    origin: str | None = None


@dataclass(frozen=True)
class Pairing:
    """A table of a round: who sits at which seat, and how it ended."""

    round: int
    place: int
    code: str
    entrants: tuple[int, ...]
    result: dict[str, Any] | None = None  # points, winner, left


@dataclass(frozen=True)
class Tournament:
    id: str
    name: str
    creator: str | None
    status: str
    public: bool
    wish: Wish
    round: int
    created: float
    starts: float | None
    updated: float
    ended: float | None
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    def of(self, player: str | None) -> Entrant | None:
        return next((each for each in self.entrants if player is not None and each.player == player), None)

    @property
    def active(self) -> list[Entrant]:
        return [each for each in self.entrants if each.gone is None]

    def rounds(self) -> list[list[Pairing]]:
        found: list[list[Pairing]] = [[] for _ in range(self.round)]
        for each in self.pairings:
            found[each.round - 1].append(each)
        return found


# --- reading


async def find(store: Store, id: str) -> Tournament | None:
    found = await listed(store, tournament.id == id, whole=True)
    return found[0] if found else None


async def listed(store: Store, *conditions: ColumnElement[bool], limit: int = 100, whole: bool = False) -> list[Tournament]:
    """With their entrants, latest first; `whole`: with their tables too."""
    rows = await store.read(select(schema.tournaments).where(and_(True, *conditions)).order_by(tournament.updated.desc()).limit(limit))
    ids = [row.id for row in rows]
    entrants: dict[str, list[Entrant]] = {id: [] for id in ids}
    pairings: dict[str, list[Pairing]] = {id: [] for id in ids}
    if ids:
        for row in await store.read(select(schema.entrants).where(entrant.tournament.in_(ids)).order_by(entrant.n)):
            values = row._asdict()
            entrants[values.pop("tournament")].append(Entrant(**values))
    rounds = {row.id: row.round for row in rows}
    if ids and whole:
        query = select(schema.pairings).where(pairing.tournament.in_(ids)).order_by(pairing.round, pairing.place)
        for row in await store.read(query):
            if row.round > rounds[row.tournament]:
                continue  # begun since the tournament's own row was read
            result = json.loads(row.result) if row.result else None
            pairings[row.tournament].append(Pairing(row.round, row.place, row.code, tuple(json.loads(row.entrants)), result))
    return [
        Tournament(
            row.id, row.name, row.creator, row.status, row.public, Wish(**json.loads(row.wish)), row.round, row.created, row.starts,
            row.updated, row.ended, tuple(entrants[row.id]), tuple(pairings[row.id]),
        )
        for row in rows
    ]  # fmt: skip


async def shown(store: Store, player: str | None, latest: int) -> list[Tournament]:
    """Public ones and the player's own: all that are unfinished, and the latest finished ones."""
    mine = tournament.id.in_(select(entrant.tournament).where(entrant.player == player)) | (tournament.creator == player)
    seen = or_(tournament.public.is_(True), mine) if player else tournament.public.is_(True)
    unfinished = await listed(store, seen, tournament.status.in_(UNFINISHED))
    return unfinished + await listed(store, seen, tournament.status == OVER, limit=latest)


async def due(store: Store, now: float) -> list[str]:
    """Those that go on now: running ones, and open ones whose time has come."""
    begins = and_(tournament.status == OPEN, tournament.starts <= now)
    rows = await store.read(select(tournament.id).where(or_(tournament.status == RUNNING, begins)).order_by(tournament.id))
    return [row.id for row in rows]


async def unfinished(store: Store) -> list[tuple[str | None, str]]:
    """Maker and origin of each."""
    rows = await store.read(select(tournament.creator, tournament.wish).where(tournament.status.in_(UNFINISHED)))
    return [(row.creator, Wish(**json.loads(row.wish)).origin) for row in rows]


# --- writing


async def create(store: Store, name: str, creator: str | None, public: bool, wish: Wish, starts: float | None) -> str:
    id, now = new_code(), time.time()

    async def work(connection: AsyncConnection) -> None:
        row = {
            "id": id, "name": name, "creator": creator, "status": OPEN, "public": public, "wish": json.dumps(asdict(wish)), "round": 0,
            "created": now, "starts": starts, "updated": now, "fence": 0,
        }  # fmt: skip
        await connection.execute(insert(schema.tournaments).values(**row))

    await store.writer.write(work)
    return id


async def status_of(connection: AsyncConnection, id: str) -> str | None:
    """Its status, which stays as it is until this transaction ends."""
    found: str | None = await connection.scalar(select(tournament.status).where(tournament.id == id).with_for_update())
    return found


async def join(store: Store, id: str, player: str, name: str, registered: bool, origin: str, most_from_there: int) -> str:
    """Why it is not done: closed, full, share; nothing when it is. Who takes part already has the new name."""
    problem: list[str] = []

    async def work(connection: AsyncConnection) -> None:
        problem[:] = [""]
        if await status_of(connection, id) != OPEN:
            problem[:] = ["closed"]
            return
        rows = (await connection.execute(select(schema.entrants).where(entrant.tournament == id))).all()
        own = next((row for row in rows if row.player == player), None)
        if own is not None:
            await connection.execute(update(schema.entrants).where(entrant.tournament == id, entrant.n == own.n).values(name=name))
            return
        wish = Wish(**json.loads(str(await connection.scalar(select(tournament.wish).where(tournament.id == id)))))
        if len(rows) >= wish.most:
            problem[:] = ["full"]
        elif sum(row.origin == origin for row in rows) >= most_from_there:
            problem[:] = ["share"]
        else:
            n = max((row.n for row in rows), default=-1) + 1
            new = Entrant(n, name, player, registered, joined=time.time(), origin=origin)
            await connection.execute(insert(schema.entrants).values(tournament=id, **asdict(new)))

    await store.writer.write(work)
    return problem[0]


async def leave(store: Store, id: str, player: str) -> bool:
    """Before the start nothing of it stays; later the results do. False: the player takes no part."""
    done: list[bool] = []

    async def work(connection: AsyncConnection) -> None:
        status = await status_of(connection, id)
        mine = (entrant.tournament == id, entrant.player == player, entrant.gone.is_(None))
        if status == OPEN:
            done[:] = [(await connection.execute(delete(schema.entrants).where(*mine))).rowcount > 0]
        elif status == RUNNING:
            done[:] = [(await connection.execute(update(schema.entrants).where(*mine).values(gone=time.time()))).rowcount > 0]
        else:
            done[:] = [False]

    await store.writer.write(work)
    return done[0]


async def set_bots(store: Store, id: str, bot: str, level: str | None, names: Sequence[str]) -> str:
    """So many bots take part, and no others."""
    problem: list[str] = []

    async def work(connection: AsyncConnection) -> None:
        problem[:] = [""]
        if await status_of(connection, id) != OPEN:
            problem[:] = ["closed"]
            return
        await connection.execute(delete(schema.entrants).where(entrant.tournament == id, entrant.bot.is_not(None)))
        taken = (await connection.execute(select(entrant.n).where(entrant.tournament == id))).scalars().all()
        wish = Wish(**json.loads(str(await connection.scalar(select(tournament.wish).where(tournament.id == id)))))
        if len(taken) + len(names) > wish.most:
            raise Full
        await add_bots(connection, id, max(taken, default=-1) + 1, bot, level, names)

    try:
        await store.writer.write(work)
    except Full:
        return "full"
    return problem[0]


class Full(Exception):
    """No room for so many; nothing was written."""


async def add_bots(connection: AsyncConnection, id: str, first: int, bot: str, level: str | None, names: Sequence[str]) -> None:
    for n, name in enumerate(names, first):
        new = Entrant(n, name, bot=bot, level=level, joined=time.time())
        await connection.execute(insert(schema.entrants).values(tournament=id, **asdict(new)))


async def set_start(store: Store, id: str, when: float) -> bool:
    """It begins then, if it has not begun."""
    return await change(store, id, (OPEN,), starts=when)


async def cancel(store: Store, id: str) -> bool:
    return await change(store, id, (OPEN,), status=CANCELLED, ended=time.time())


async def cancel_old(store: Store, before: float) -> None:
    """Those that nobody has begun for so long do not take place; else they would keep others' places for ever."""
    old = (tournament.status == OPEN, tournament.starts.is_(None), tournament.created < before)
    if not await store.read(select(tournament.id).where(*old).limit(1)):
        return
    now = time.time()

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.tournaments).where(*old).values(status=CANCELLED, ended=now, updated=now))

    await store.writer.write(work)


async def change(store: Store, id: str, statuses: Collection[str], **values: Any) -> bool:
    done: list[bool] = []

    async def work(connection: AsyncConnection) -> None:
        changed = await connection.execute(
            update(schema.tournaments).where(tournament.id == id, tournament.status.in_(statuses)).values(updated=time.time(), **values)
        )
        done[:] = [changed.rowcount > 0]

    await store.writer.write(work)
    return done[0]


# --- writing under the lease


async def hold(connection: AsyncConnection, id: str, fence: int) -> str | None:
    """Refuse the write of a process that no longer drives the tournament; returns the status."""
    row = (await connection.execute(select(tournament.fence, tournament.status).where(tournament.id == id).with_for_update())).first()
    if fence and row is not None and row.fence != fence:
        raise Conflict(f"Tournament {id} is now driven by another server process.")
    return None if row is None else str(row.status)


async def begin_round(
    store: Store, id: str, fence: int, round: int, tables: Sequence[Sequence[int]], filling: Sequence[Entrant] = ()
) -> None:
    """The pairings of a round, with codes for its tables. A round is begun once."""
    now = time.time()
    rows = [
        {"tournament": id, "round": round, "place": place, "code": new_code(), "entrants": json.dumps(list(table))}
        for place, table in enumerate(tables)
    ]

    async def work(connection: AsyncConnection) -> None:
        await hold(connection, id, fence)
        before = (tournament.id == id, tournament.round == round - 1, tournament.status.in_(UNFINISHED))
        begun = await connection.execute(
            update(schema.tournaments).where(*before).values(round=round, status=RUNNING, starts=None, updated=now)
        )
        if begun.rowcount == 0:
            raise Conflict(f"Round {round} of tournament {id} was begun before.")
        if filling:
            await connection.execute(insert(schema.entrants), [{"tournament": id, **asdict(each)} for each in filling])
        await connection.execute(insert(schema.pairings), rows)

    await store.writer.write(work)


async def set_result(store: Store, id: str, fence: int, code: str, result: dict[str, Any], gone: Collection[int] = ()) -> None:
    """How a table ended: written once. Entrants who stayed away too often are out."""

    async def work(connection: AsyncConnection) -> None:
        await hold(connection, id, fence)
        await connection.execute(
            update(schema.pairings).where(pairing.code == code, pairing.result.is_(None)).values(result=json.dumps(result))
        )
        if gone:
            out = (entrant.tournament == id, entrant.n.in_(list(gone)), entrant.gone.is_(None))
            await connection.execute(update(schema.entrants).where(*out).values(gone=time.time()))
        await connection.execute(update(schema.tournaments).where(tournament.id == id).values(updated=time.time()))

    await store.writer.write(work)


async def plan_round(store: Store, id: str, fence: int, when: float) -> None:
    """When the next round begins."""

    async def work(connection: AsyncConnection) -> None:
        await hold(connection, id, fence)
        await connection.execute(update(schema.tournaments).where(tournament.id == id).values(starts=when))

    await store.writer.write(work)


async def end(store: Store, id: str, fence: int, status: str = OVER) -> None:
    now = time.time()

    async def work(connection: AsyncConnection) -> None:
        await hold(connection, id, fence)
        unfinished = (tournament.id == id, tournament.status.in_(UNFINISHED))
        await connection.execute(update(schema.tournaments).where(*unfinished).values(status=status, ended=now, updated=now, starts=None))

    await store.writer.write(work)


# --- people who become accounts, or go


async def move(connection: AsyncConnection, guest: str, player: str) -> None:
    """A guest's entries are the account's; where both take part, the guest's is given up."""
    both = select(entrant.tournament).where(entrant.player == player)
    twice = (entrant.player == guest, entrant.tournament.in_(both))
    await connection.execute(update(schema.entrants).where(*twice).values(player=None, gone=time.time()))
    await connection.execute(update(schema.entrants).where(entrant.player == guest).values(player=player))
    await connection.execute(update(schema.tournaments).where(tournament.creator == guest).values(creator=player))


async def forget(connection: AsyncConnection, player: str) -> None:
    """Results stay, under nobody's name."""
    waiting = select(tournament.id).where(tournament.status == OPEN)
    await connection.execute(delete(schema.entrants).where(entrant.player == player, entrant.tournament.in_(waiting)))
    out = {"gone": func.coalesce(entrant.gone, time.time()), "player": None, "name": "", "registered": False, "origin": None}
    await connection.execute(update(schema.entrants).where(entrant.player == player).values(**out))
    for row in (await connection.execute(select(tournament.id, tournament.wish).where(tournament.creator == player))).all():
        wish = json.dumps({**json.loads(row.wish), "origin": ""})
        await connection.execute(update(schema.tournaments).where(tournament.id == row.id).values(creator=None, wish=wish))
