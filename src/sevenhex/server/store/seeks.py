"""Wishes for a game, in the store, until enough people have the same."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .errors import Conflict
from .seats import new_id
from .store import Store

seek = schema.seeks.c

SEEN_EVERY = 10.0  # seconds: a seeker who asks more often is not noted each time


@dataclass(frozen=True)
class Wish:
    """What somebody would like to play, and with whom."""

    editions: tuple[str, ...]
    players: int
    turn_seconds: float | None
    rated: bool
    low: float | None  # the ratings of the others
    high: float | None
    language: str  # nothing: any


@dataclass(frozen=True)
class Seek:
    id: str
    player: str
    name: str
    registered: bool
    wish: Wish
    strength: float
    origin: str
    created: float
    seen: float
    code: str | None = None


async def listed(store: Store, player: str | None = None) -> list[Seek]:
    """All of them, or a player's, the oldest first."""
    found = []
    query = select(schema.seeks).order_by(seek.created, seek.id)
    for row in await store.read(query if player is None else query.where(seek.player == player)):
        values = row._asdict()
        wish = json.loads(values.pop("wish"))
        found.append(Seek(**values, wish=Wish(**{**wish, "editions": tuple(wish["editions"])})))
    return found


async def add(store: Store, new: Seek, most: int, most_from_there: int, most_in_all: int) -> str:
    """Why it is not added: own, share, all; nothing when it is. What came of the player's earlier ones is forgotten."""
    problem: list[str] = []

    async def work(connection: AsyncConnection) -> None:
        problem[:] = [""]
        await connection.execute(delete(schema.seeks).where(seek.player == new.player, seek.code.is_not(None)))
        for name, condition, limit in (
            ("own", seek.player == new.player, most), ("share", seek.origin == new.origin, most_from_there), ("all", None, most_in_all),
        ):  # fmt: skip
            query = select(func.count()).select_from(schema.seeks)
            count = await connection.scalar(query if condition is None else query.where(condition))
            if (count or 0) >= limit:
                problem[:] = [name]
                return
        await connection.execute(insert(schema.seeks).values(**{**vars(new), "wish": json.dumps(asdict(new.wish))}))

    await store.writer.write(work)
    return problem[0]


async def drop(store: Store, player: str, id: str) -> bool:
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        removed = (await connection.execute(delete(schema.seeks).where(seek.player == player, seek.id == id))).rowcount

    await store.writer.write(work)
    return removed > 0


async def note_seen(store: Store, player: str) -> None:
    """The player still waits."""
    now = time.time()
    old = (seek.player == player, seek.seen < now - SEEN_EVERY)
    if not await store.read(select(seek.id).where(*old).limit(1)):
        return

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.seeks).where(*old).values(seen=now))

    await store.writer.write(work)


async def drop_old(store: Store, seen_before: float, created_before: float, slow: Collection[str]) -> None:
    """Those whose seekers are gone; slow ones wait longer."""
    gone = or_(seek.created < created_before, (seek.seen < seen_before) & seek.id.not_in(list(slow)))
    if not await store.read(select(seek.id).where(gone).limit(1)):
        return

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.seeks).where(gone))

    await store.writer.write(work)


async def claim(store: Store, ids: Collection[str], code: str) -> bool:
    """These belong together from now on; False when one of them has just been claimed, or taken back."""

    async def work(connection: AsyncConnection) -> None:
        claimed = await connection.execute(update(schema.seeks).where(seek.id.in_(list(ids)), seek.code.is_(None)).values(code=code))
        if claimed.rowcount != len(ids):
            raise Conflict("Somebody was quicker.")

    try:
        await store.writer.write(work)
    except Conflict:
        return False
    return True


async def release(store: Store, code: str) -> None:
    """The table could not be made: they wait again."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.seeks).where(seek.code == code).values(code=None))

    await store.writer.write(work)


def fresh(player: str, name: str, registered: bool, wish: Wish, strength: float, origin: str) -> Seek:
    now = time.time()
    return Seek(new_id(), player, name, registered, wish, strength, origin, now, now)
