"""Where players want notices of their turn, and the server's own keys."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .errors import Conflict
from .seats import new_id
from .store import Store

notice = schema.notices.c


@dataclass(frozen=True)
class Notice:
    id: str
    player: str
    kind: str
    address: str
    p256dh: str
    auth: str
    created: float
    site: str = ""


async def of(store: Store, player: str) -> list[Notice]:
    rows = await store.read(select(schema.notices).where(notice.player == player).order_by(notice.created, notice.id))
    return [Notice(**row._asdict()) for row in rows]


async def add(store: Store, player: str, kind: str, address: str, p256dh: str, auth: str, site: str, most: int) -> str | None:
    """The notice's id; one for the same address is replaced. None when the player has too many."""
    new, added = new_id(), list[bool]()

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.notices).where(notice.player == player, notice.address == address))
        count = await connection.scalar(select(func.count()).select_from(schema.notices).where(notice.player == player))
        added[:] = [(count or 0) < most]
        if added[0]:
            row = {"id": new, "player": player, "kind": kind, "address": address, "p256dh": p256dh, "auth": auth, "site": site}
            await connection.execute(insert(schema.notices).values(**row, created=time.time()))

    await store.writer.write(work)
    return new if added[0] else None


async def drop(store: Store, player: str, id: str) -> bool:
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        removed = (await connection.execute(delete(schema.notices).where(notice.player == player, notice.id == id))).rowcount

    await store.writer.write(work)
    return removed > 0


async def own_key(store: Store, name: str, made: str) -> str:
    """The key of this name; `made` becomes it where there is none."""
    wanted = select(schema.own_keys.c.value).where(schema.own_keys.c.name == name)
    rows = await store.read(wanted)
    if rows:
        return str(rows[0].value)

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(insert(schema.own_keys).values(name=name, value=made))

    try:
        await store.writer.write(work)
    except Conflict:  # another process was quicker
        return str((await store.read(wanted))[0].value)
    return made
