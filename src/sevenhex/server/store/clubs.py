"""The operator's texts about the server, in the store."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .store import Store

text = schema.club_texts.c


async def read(store: Store) -> dict[str, str]:
    return {row.name: row.value for row in await store.read(select(schema.club_texts))}


async def write(store: Store, changed: Mapping[str, str]) -> None:
    """An empty text is taken away."""

    async def work(connection: AsyncConnection) -> None:
        for name, value in changed.items():
            await connection.execute(delete(schema.club_texts).where(text.name == name))
            if value:
                await connection.execute(insert(schema.club_texts).values(name=name, value=value))

    await store.writer.write(work)
