"""Friends, people to avoid, and invitations, in the store.

A player sees only what stands under the own name. What others have decided about a player is asked by the server alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .seats import new_id
from .store import WAITING, Store

FRIEND, ASKED, AVOIDED, BLOCKED = "friend", "asked", "avoided", "blocked"
APART = (AVOIDED, BLOCKED)

relation, invitation, seek = schema.relations.c, schema.invitations.c, schema.seeks.c


@dataclass(frozen=True)
class Relation:
    id: str
    player: str
    kind: str
    other: str | None
    name: str
    created: float


@dataclass(frozen=True)
class Invitation:
    id: str
    code: str
    player: str
    other: str
    name: str
    created: float


# --- reading


async def own(store: Store, player: str) -> list[Relation]:
    rows = await store.read(select(schema.relations).where(relation.player == player).order_by(relation.created, relation.id))
    return [Relation(**row._asdict()) for row in rows]


async def asking(store: Store, player: str) -> list[Relation]:
    """Who wants to be a friend; those whom the player has blocked are not heard, nor those who have changed their minds."""
    blocked = select(relation.other).where(relation.player == player, relation.kind == BLOCKED, relation.other.is_not(None))
    changed = select(relation.player).where(relation.other == player, relation.kind.in_(APART))
    wanted = (relation.other == player, relation.kind == ASKED, relation.player.not_in(blocked), relation.player.not_in(changed))
    rows = await store.read(select(schema.relations).where(*wanted).order_by(relation.created, relation.id))
    return [Relation(**row._asdict()) for row in rows]


async def apart(store: Store, players: Collection[str]) -> set[frozenset[str]]:
    """Pairs of these of whom one does not want to play with the other."""
    among = (relation.player.in_(list(players)), relation.other.in_(list(players)), relation.kind.in_(APART))
    return {frozenset((row.player, row.other)) for row in await store.read(select(relation.player, relation.other).where(*among))}


async def friends(store: Store, players: Collection[str]) -> set[frozenset[str]]:
    """Pairs of these who are friends."""
    among = (relation.player.in_(list(players)), relation.other.in_(list(players)), relation.kind == FRIEND)
    return {frozenset((row.player, row.other)) for row in await store.read(select(relation.player, relation.other).where(*among))}


async def has_blocked(store: Store, player: str, other: str) -> bool:
    query = select(relation.id).where(relation.player == player, relation.other == other, relation.kind == BLOCKED)
    return bool(await store.read(query.limit(1)))


async def invitations(store: Store, player: str) -> list[Invitation]:
    """To tables that still wait, from people whom the player has not blocked."""
    blocked = select(relation.other).where(relation.player == player, relation.kind == BLOCKED, relation.other.is_not(None))
    waiting = select(schema.tables.c.code).where(schema.tables.c.status == WAITING)
    wanted = (invitation.other == player, invitation.code.in_(waiting), invitation.player.not_in(blocked))
    rows = await store.read(select(schema.invitations).where(*wanted).order_by(invitation.created.desc(), invitation.id))
    return [Invitation(**row._asdict()) for row in rows]


# --- writing


async def add(store: Store, player: str, kind: str, other: str | None, name: str, most: int) -> bool:
    """One of a kind for each name or person; False when the player has too many. Who avoids or blocks somebody is no friend any more."""
    added: list[bool] = []

    async def work(connection: AsyncConnection) -> None:
        replaced = (*APART, ASKED) if kind in APART else (ASKED,)  # by the name alone: whether anybody has it must make no difference
        same = (relation.player == player, relation.name == name, relation.kind.in_(replaced))
        await connection.execute(delete(schema.relations).where(*same))
        count = await connection.scalar(select(func.count()).select_from(schema.relations).where(relation.player == player))
        added[:] = [(count or 0) < most]
        if not added[0]:
            return
        if kind in APART and other is not None:
            await part(connection, player, other)
        row = {"id": new_id(), "player": player, "kind": kind, "other": other, "name": name, "created": time.time()}
        await connection.execute(insert(schema.relations).values(**row))

    await store.writer.write(work)
    return added[0]


async def part(connection: AsyncConnection, one: str, other: str) -> None:
    """They are no friends any more, on neither side."""
    await connection.execute(delete(schema.relations).where(between(one, other), relation.kind == FRIEND))


async def accept(store: Store, player: str, name: str, id: str, most: int) -> bool:
    """Who asked and who was asked are friends. False: nobody asks so, or there is no room."""
    done: list[bool] = []

    async def work(connection: AsyncConnection) -> None:
        done[:] = [False]
        asked = (relation.id == id, relation.other == player, relation.kind == ASKED)
        row = (await connection.execute(select(schema.relations).where(*asked))).first()
        count = await connection.scalar(select(func.count()).select_from(schema.relations).where(relation.player == player))
        if row is None or (count or 0) >= most:
            return
        other = await connection.scalar(select(schema.accounts.c.name).where(schema.accounts.c.player == row.player))
        await part(connection, player, row.player)
        both = between(player, row.player)
        await connection.execute(delete(schema.relations).where(both, relation.kind.in_((ASKED, FRIEND))))
        now = time.time()
        rows = [
            {"id": new_id(), "player": player, "kind": FRIEND, "other": row.player, "name": other or "", "created": now},
            {"id": new_id(), "player": row.player, "kind": FRIEND, "other": player, "name": name, "created": now},
        ]
        await connection.execute(insert(schema.relations), rows)
        done[:] = [True]

    await store.writer.write(work)
    return done[0]


async def drop(store: Store, player: str, id: str) -> bool:
    """One of the player's own, or what somebody asks of the player. A friendship ends on both sides."""
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        row = (await connection.execute(select(schema.relations).where(relation.id == id))).first()
        if row is None or (row.player != player and (row.other, row.kind) != (player, ASKED)):
            removed = 0
            return
        if row.player != player:  # refused: the asker sees what was asked, as before
            await connection.execute(update(schema.relations).where(relation.id == id).values(other=None))
        else:
            await connection.execute(delete(schema.relations).where(relation.id == id))
            if row.kind == FRIEND and row.other is not None:
                await part(connection, player, row.other)
        removed = 1

    await store.writer.write(work)
    return removed > 0


async def invite(store: Store, code: str, player: str, other: str, name: str, most: int) -> None:
    """One for each table and guest. Of too many open ones goes the oldest of those who have invited this guest most often: who invites to
    many tables pushes nobody else's invitation out."""

    async def work(connection: AsyncConnection) -> None:
        same = (invitation.code == code, invitation.player == player, invitation.other == other)
        await connection.execute(delete(schema.invitations).where(*same))
        waiting = select(schema.tables.c.code).where(schema.tables.c.status == WAITING)
        await connection.execute(delete(schema.invitations).where(invitation.other == other, invitation.code.not_in(waiting)))
        kept = select(invitation.id, invitation.player).where(invitation.other == other).order_by(invitation.created, invitation.id)
        open_ones = [(each.id, each.player) for each in await connection.execute(kept)]
        while len(open_ones) >= most:
            made = Counter([player, *(by for _, by in open_ones)])
            gone = next(each for each in open_ones if made[each[1]] == max(made[by] for _, by in open_ones))
            open_ones.remove(gone)
            await connection.execute(delete(schema.invitations).where(invitation.id == gone[0]))
        row = {"id": new_id(), "code": code, "player": player, "other": other, "name": name, "created": time.time()}
        await connection.execute(insert(schema.invitations).values(**row))

    await store.writer.write(work)


async def drop_invitation(store: Store, player: str, id: str) -> bool:
    removed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal removed
        gone = await connection.execute(delete(schema.invitations).where(invitation.id == id, invitation.other == player))
        removed = gone.rowcount

    await store.writer.write(work)
    return removed > 0


# --- people who become accounts, or go


async def move(connection: AsyncConnection, guest: str, player: str) -> None:
    """What a guest has decided is the account's, and what was decided about the guest concerns the account."""
    await connection.execute(delete(schema.relations).where(between(guest, player)))
    for column in ("player", "other"):
        for part_ in (schema.relations, schema.invitations):
            await connection.execute(update(part_).where(part_.c[column] == guest).values(**{column: player}))
    await connection.execute(delete(schema.seeks).where(seek.player == guest))


async def forget(connection: AsyncConnection, player: str) -> None:
    """Nothing that the player has decided stays, and nobody's list names the player."""
    for part_ in (schema.relations, schema.invitations):
        await connection.execute(delete(part_).where(or_(part_.c.player == player, part_.c.other == player)))
    await connection.execute(delete(schema.seeks).where(seek.player == player))


def between(one: str, other: str) -> ColumnElement[bool]:
    """What either has decided about the other."""
    return or_(and_(relation.player == one, relation.other == other), and_(relation.player == other, relation.other == one))
