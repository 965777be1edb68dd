"""What players have complained about, for the operator."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .seats import new_id
from .store import Store

complaint = schema.complaints.c

PAGE = 20


@dataclass(frozen=True)
class NewComplaint:
    """`about` is the id of the player it is about, `record` the game as the one who complains may know it, compressed."""

    code: str
    version: int
    player: str
    name: str
    about: str | None
    about_name: str
    kind: str
    text: str
    chat: str
    record: bytes


@dataclass(frozen=True)
class Complaint(NewComplaint):
    id: str
    time: float
    closed: float | None
    note: str


async def add(store: Store, new: NewComplaint, each_day: int, open_at_once: int) -> str | None:
    """The complaint's id; None when the player has made so many within a day, or so many wait for the operator."""
    made, now, added = new_id(), time.time(), list[bool]()

    async def work(connection: AsyncConnection) -> None:
        count = select(func.count()).select_from(schema.complaints)
        own = await connection.scalar(count.where(complaint.player == new.player, complaint.time > now - 24 * 3600.0))
        waiting = await connection.scalar(count.where(complaint.closed.is_(None)))
        added[:] = [(own or 0) < each_day and (waiting or 0) < open_at_once]
        if added[0]:
            await connection.execute(insert(schema.complaints).values(id=made, time=now, **asdict(new)))

    await store.writer.write(work)
    return made if added[0] else None


async def listed(store: Store, closed: bool, page: int) -> Sequence[Any]:
    """Without the games, the oldest open one or the latest closed one first."""
    columns = [column for column in complaint if column.key not in ("record", "chat")]
    state, order = (complaint.closed.is_not(None), complaint.closed.desc()) if closed else (complaint.closed.is_(None), complaint.time)
    return await store.read(select(*columns).where(state).order_by(order, complaint.id).limit(PAGE).offset((page - 1) * PAGE))


async def find(store: Store, id: str) -> Complaint | None:
    rows = await store.read(select(schema.complaints).where(complaint.id == id))
    return Complaint(**rows[0]._asdict()) if rows else None


async def count_open(store: Store) -> int:
    return int((await store.read(select(func.count()).select_from(schema.complaints).where(complaint.closed.is_(None))))[0][0])


async def close(store: Store, id: str, note: str) -> bool:
    """False: there is no such complaint."""
    changed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal changed
        closing = update(schema.complaints).where(complaint.id == id).values(closed=time.time(), note=note)
        changed = (await connection.execute(closing)).rowcount

    await store.writer.write(work)
    return changed > 0


async def drop_old(store: Store, before: float) -> None:
    """Closed ones go after a while."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.complaints).where(complaint.closed < before))

    await store.writer.write(work)
