"""Decks in the store: own mistakes and shipped puzzles of a player, and what was drilled each day."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .seats import HUMAN
from .store import Store

drill, day_of, digest, review, seat = (part.c for part in (schema.drills, schema.practice, schema.digests, schema.reviews, schema.seats))

WAITING, READY, REFUSED, OUT = "waiting", "ready", "refused", "out"


@dataclass(frozen=True)
class Drill:
    id: str
    own: bool
    state: str
    theme: str
    due: float
    times: int
    memory: dict[str, Any] | None
    body: dict[str, Any] | None


@dataclass(frozen=True)
class Counts:
    """Of one theme: all that are ready, those that are due, and of these the ones that were never answered."""

    theme: str
    own: bool
    ready: int
    due: int
    fresh: int


@dataclass(frozen=True)
class Day:
    day: int
    seconds: float
    answered: int
    found: int


COLUMNS = (drill.id, drill.own, drill.state, drill.theme, drill.due, drill.times, drill.memory)


def drill_from(row: Any, body: str | None = None) -> Drill:
    memory = json.loads(row.memory) if row.memory else None
    return Drill(row.id, row.own, row.state, row.theme, row.due, row.times, memory, json.loads(body) if body else None)


# --- reading


async def find(store: Store, player: str, id: str) -> Drill | None:
    rows = await store.read(select(*COLUMNS, drill.body).where(drill.player == player, drill.id == id))
    return drill_from(rows[0], rows[0].body) if rows else None


async def due(store: Store, player: str, now: float, theme: str | None, most: int) -> list[Drill]:
    """What is to be answered now: first what was answered before, the longest due first; then what is new."""
    query = select(*COLUMNS).where(drill.player == player, drill.state == READY, drill.due <= now)
    query = query if theme is None else query.where(drill.theme == theme)
    return [drill_from(row) for row in await store.read(query.order_by(drill.times == 0, drill.due, drill.id).limit(most))]


async def counts(store: Store, player: str, now: float) -> list[Counts]:
    is_due = drill.due <= now
    query = (
        select(
            drill.theme, drill.own, func.count().label("ready"), func.count().filter(is_due).label("due"),
            func.count().filter(is_due, drill.times == 0).label("fresh"),
        )
        .where(drill.player == player, drill.state == READY)
        .group_by(drill.theme, drill.own)
    )  # fmt: skip
    return [Counts(**row._asdict()) for row in await store.read(query)]


async def next_due(store: Store, player: str, now: float) -> float | None:
    rows = await store.read(select(func.min(drill.due)).where(drill.player == player, drill.state == READY, drill.due > now))
    found: float | None = rows[0][0]
    return found


async def shipped_known(store: Store, player: str) -> set[str]:
    """The shipped puzzles that are in the deck, or were taken out of it."""
    return {row.id for row in await store.read(select(drill.id).where(drill.player == player, drill.own.is_(False)))}


async def waiting(store: Store, player: str, most: int) -> list[str]:
    query = select(drill.id).where(drill.player == player, drill.state == WAITING).order_by(drill.due, drill.id).limit(most)
    return [row.id for row in await store.read(query)]


async def count(store: Store, player: str, *states: str) -> int:
    query = select(func.count()).select_from(schema.drills).where(drill.player == player)
    return int((await store.read(query.where(drill.state.in_(states)) if states else query))[0][0])


async def days(store: Store, player: str, most: int) -> list[Day]:
    """The latest first."""
    query = select(day_of.day, day_of.seconds, day_of.answered, day_of.found).where(day_of.player == player)
    return [Day(**row._asdict()) for row in await store.read(query.order_by(day_of.day.desc()).limit(most))]


async def not_fed(store: Store, player: str, most: int) -> list[tuple[str, int, bytes]]:
    """Reviewed games of the player's that the deck does not know: table, seat, and the review."""
    query = (
        select(seat.code, seat.seat, review.body)
        .join_from(schema.seats, schema.digests, (digest.code == seat.code) & (digest.seat == seat.seat))
        .join(schema.reviews, review.code == seat.code)
        .where(seat.player == player, seat.kind == HUMAN, digest.fed.is_(False))
        .order_by(review.used.desc())
        .limit(most)
    )
    return [(row.code, row.seat, bytes(row.body)) for row in await store.read(query)]


# --- writing: each function is one transaction


async def feed(store: Store, player: str, code: str, place: int, entries: Sequence[int], most: int) -> None:
    """Mistakes of a game come into the deck, to be checked; beyond `most` none does. The dearest come first."""
    now = time.time()

    async def work(connection: AsyncConnection) -> None:
        await connection.execute(update(schema.digests).where(digest.code == code, digest.seat == place).values(fed=True))
        held = await connection.scalar(select(func.count()).select_from(schema.drills).where(drill.player == player)) or 0
        ids = [f"{code}-{n}" for n in entries]
        known = set((await connection.execute(select(drill.id).where(drill.player == player, drill.id.in_(ids)))).scalars())
        rows = [
            {
                "player": player, "id": id, "own": True, "state": WAITING, "theme": "", "due": now + rank / 1000, "times": 0,
                "memory": None, "body": None, "created": now,
            }
            for rank, id in enumerate(each for each in ids if each not in known)
        ]  # fmt: skip
        if rows[: max(0, most - held)]:
            await connection.execute(insert(schema.drills), rows[: max(0, most - held)])

    await store.writer.write(work)


async def checked(store: Store, player: str, id: str, body: dict[str, Any] | None, now: float) -> None:
    """A mistake was checked: it is a drill now, or none."""
    values: dict[str, Any] = {"state": REFUSED}
    if body is not None:
        values = {"state": READY, "theme": body["theme"], "due": now, "body": json.dumps(body)}

    async def work(connection: AsyncConnection) -> None:
        here = (drill.player == player, drill.id == id, drill.state == WAITING)
        await connection.execute(update(schema.drills).where(*here).values(**values))

    await store.writer.write(work)


@dataclass(frozen=True)
class Answered:
    """One answer: what it changes in the deck and in the day's practice."""

    theme: str
    own: bool
    times: int  # that it was answered before
    due: float
    memory: dict[str, Any]
    day: int
    seconds: float
    found: bool


async def note_answer(store: Store, player: str, id: str, answer: Answered, most: int) -> bool | None:
    """Once for each number of times, however often it is sent. False: it was noted before; None: the deck has no room for it."""
    noted: list[bool | None] = []
    now = time.time()

    async def work(connection: AsyncConnection) -> None:
        noted[:] = [False]
        new = {"due": answer.due, "times": answer.times + 1, "memory": json.dumps(answer.memory)}
        here = (drill.player == player, drill.id == id)
        changed = await connection.execute(
            update(schema.drills).where(*here, drill.times == answer.times, drill.state == READY).values(**new)
        )
        if not changed.rowcount:
            held = await connection.scalar(select(func.count()).select_from(schema.drills).where(drill.player == player)) or 0
            known = await connection.scalar(select(func.count()).select_from(schema.drills).where(*here))
            if answer.own or answer.times or known:
                return
            if held >= most:
                noted[:] = [None]
                return
            row = {"player": player, "id": id, "own": False, "state": READY, "theme": answer.theme, "created": now, **new}
            await connection.execute(insert(schema.drills).values(**row))
        today = (day_of.player == player, day_of.day == answer.day)
        more = {"seconds": day_of.seconds + answer.seconds, "answered": day_of.answered + 1, "found": day_of.found + int(answer.found)}
        if not (await connection.execute(update(schema.practice).where(*today).values(**more))).rowcount:
            first = {"seconds": answer.seconds, "answered": 1, "found": int(answer.found)}
            await connection.execute(insert(schema.practice).values(player=player, day=answer.day, **first))
        noted[:] = [True]

    await store.writer.write(work)
    return noted[0]


async def take_out(store: Store, player: str, id: str) -> bool:
    """Out of the deck; it does not come back. False: it is not there."""
    changed = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal changed
        here = (drill.player == player, drill.id == id, drill.state == READY)
        changed = (await connection.execute(update(schema.drills).where(*here).values(state=OUT, body=None, memory=None))).rowcount

    await store.writer.write(work)
    return changed > 0


async def move(connection: AsyncConnection, guest: str, player: str) -> None:
    """A guest's deck goes over to the account; what both have stays as the account has it."""
    known = select(drill.id).where(drill.player == player).scalar_subquery()
    await connection.execute(delete(schema.drills).where(drill.player == guest, drill.id.in_(known)))
    await connection.execute(update(schema.drills).where(drill.player == guest).values(player=player))
    for row in (await connection.execute(select(schema.practice).where(day_of.player == guest))).all():
        today = (day_of.player == player, day_of.day == row.day)
        more = {
            "seconds": day_of.seconds + row.seconds, "answered": day_of.answered + row.answered, "found": day_of.found + row.found
        }  # fmt: skip
        if not (await connection.execute(update(schema.practice).where(*today).values(**more))).rowcount:
            await connection.execute(insert(schema.practice).values(**{**row._asdict(), "player": player}))
    await connection.execute(delete(schema.practice).where(day_of.player == guest))
