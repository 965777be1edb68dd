"""Accounts that belong to programs, and the tokens by which these sign in."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .seats import hashed, new_id
from .store import Known, Store

account, token, seat = schema.accounts.c, schema.tokens.c, schema.seats.c

USED_EVERY = 3600.0  # seconds: a token that is used more often is not noted each time


@dataclass(frozen=True)
class Token:
    id: str
    name: str
    scopes: frozenset[str]
    created: float
    used: float | None


async def become(store: Store, player: str) -> bool:
    """The account is a program's from now on, for ever. False: somebody has already played by it, or is about to."""
    done: list[bool] = []

    async def work(connection: AsyncConnection) -> None:
        parts = (seat.player, schema.entrants.c.player, schema.seeks.c.player)
        done[:] = [all([await connection.scalar(select(part).where(part == player).limit(1)) is None for part in parts])]
        if done[0]:
            await connection.execute(update(schema.accounts).where(account.player == player).values(program=True))

    await store.writer.write(work)
    return done[0]


async def tokens(store: Store, player: str) -> list[Token]:
    rows = await store.read(select(schema.tokens).where(token.player == player).order_by(token.created, token.id))
    return [Token(row.id, row.name, frozenset(row.scopes.split()), row.created, row.used) for row in rows]


async def add(store: Store, player: str, secret: str, name: str, scopes: frozenset[str], most: int) -> str | None:
    """The token's id; None when the account has so many already."""
    made, added = new_id(), list[bool]()
    row = {"id": made, "player": player, "secret_hash": hashed(secret), "name": name, "scopes": " ".join(sorted(scopes))}

    async def work(connection: AsyncConnection) -> None:
        count = await connection.scalar(select(func.count()).select_from(schema.tokens).where(token.player == player))
        added[:] = [(count or 0) < most]
        if added[0]:
            await connection.execute(insert(schema.tokens).values(**row, created=time.time()))

    await store.writer.write(work)
    return made if added[0] else None


async def owner(store: Store, secret: str) -> tuple[Known, Token] | None:
    """Whose token this is."""
    query = select(schema.tokens, account.name.label("owner")).join_from(schema.tokens, schema.accounts)
    rows = await store.read(query.where(token.secret_hash == hashed(secret), account.program.is_(True)))
    if not rows:
        return None
    row = rows[0]
    found = Token(row.id, row.name, frozenset(row.scopes.split()), row.created, row.used)
    return Known(row.player, row.owner, row.id, program=True), found


async def note_use(store: Store, found: Token) -> None:
    now = time.time()
    if found.used is not None and found.used > now - USED_EVERY:
        return

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.tokens).where(token.id == found.id).values(used=now))

    await store.writer.write(work)


async def drop(store: Store, player: str, id: str) -> bool:
    """The token opens nothing any more, nor do those of the player's seats. False: there is no such token."""
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        removed = (await connection.execute(delete(schema.tokens).where(token.player == player, token.id == id))).rowcount
        if removed:
            await connection.execute(update(schema.seats).where(seat.player == player).values(token_hash=None))

    await store.writer.write(work)
    return removed > 0


async def listed(store: Store, most: int) -> list[tuple[str, str]]:
    """Programs that people may invite: player and name."""
    rows = await store.read(select(account.player, account.name).where(account.program.is_(True)).order_by(account.name).limit(most))
    return [(row.player, row.name) for row in rows]
