"""Secrets by which programs that read feeds ask for what waits for a player."""

from __future__ import annotations

import time

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .seats import hashed
from .store import Store

feed = schema.feeds.c


async def created(store: Store, player: str) -> float | None:
    rows = await store.read(select(feed.created).where(feed.player == player))
    return rows[0].created if rows else None


async def owner(store: Store, secret: str) -> str | None:
    rows = await store.read(select(feed.player).where(feed.secret_hash == hashed(f"feed {secret}")))
    return str(rows[0].player) if rows else None


async def replace(store: Store, player: str, secret: str | None) -> None:
    """Another secret, or none any more; the former one opens nothing from now on."""

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.feeds).where(feed.player == player))
        if secret is not None:
            await connection.execute(insert(schema.feeds).values(player=player, secret_hash=hashed(f"feed {secret}"), created=time.time()))

    await store.writer.write(work)
