"""Holidays: a player's time at slow tables stands still meanwhile. Each has so many days a year, and takes them without asking anybody."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .seats import new_id
from .store import Store

holiday = schema.holidays.c

DAY = 24 * 3600.0
YEAR = 365 * DAY
ROUNDING = 60.0  # seconds


async def of(store: Store, player: str, now: float) -> tuple[float | None, float]:
    """When the player's holiday ends, if there is one now; and how many seconds of the last year were taken."""
    rows = await store.read(select(holiday.since, holiday.until).where(holiday.player == player, holiday.until > now - YEAR))
    running = [row.until for row in rows if row.since <= now < row.until]
    return max(running, default=None), taken(rows, now)


def taken(rows: Any, now: float) -> float:
    return float(sum(row.until - max(row.since, now - YEAR) for row in rows))


async def take(store: Store, player: str, now: float, until: float, most: float) -> str:
    """Why it is not taken: running, short; nothing when it is."""
    problem: list[str] = []

    async def work(connection: AsyncConnection) -> None:
        problem[:] = [""]
        await connection.execute(delete(schema.holidays).where(holiday.player == player, holiday.until <= now - YEAR))
        rows = (await connection.execute(select(holiday.since, holiday.until).where(holiday.player == player))).all()
        if any(row.until > now for row in rows):
            problem[:] = ["running"]
        elif taken(rows, now) + until - now > most + ROUNDING:
            problem[:] = ["short"]
        else:
            await connection.execute(insert(schema.holidays).values(id=new_id(), player=player, since=now, until=until))

    await store.writer.write(work)
    return problem[0]


async def end(store: Store, player: str, now: float) -> bool:
    """The player is back; False when there was no holiday."""
    ended = 0

    async def work(connection: AsyncConnection) -> None:
        nonlocal ended
        running = (holiday.player == player, holiday.until > now)
        ended = (await connection.execute(update(schema.holidays).where(*running).values(until=now))).rowcount

    await store.writer.write(work)
    return ended > 0


class Holidays:
    """A copy in memory for the clocks of slow tables; read at the start, every half minute, and whenever somebody takes one."""

    def __init__(self) -> None:
        self.known: dict[str, list[tuple[float, float]]] = {}
        self.changes = 0

    async def read(self, store: Store, now: float) -> None:
        rows = await store.read(select(schema.holidays).where(holiday.until > now - YEAR / 2).order_by(holiday.since))
        found: dict[str, list[tuple[float, float]]] = {}
        for row in rows:
            found.setdefault(row.player, []).append((row.since, row.until))
        if found != self.known:
            self.known = found
            self.changes += 1

    def until(self, player: str | None, now: float) -> float | None:
        """When the holiday that the player has now ends."""
        return max((until for since, until in self.known.get(player or "", ()) if since <= now < until), default=None)

    def ended(self, player: str | None, now: float) -> float:
        """When the player's last holiday ended, or will."""
        return max((until for since, until in self.known.get(player or "", ()) if since <= now), default=0.0)

    def later(self, player: str | None, since: float, end: float) -> float:
        """When a time that began then is up, if the player's holidays do not count."""
        for begun, until in self.known.get(player or "", ()):
            if until > since and begun < end:
                end += until - max(begun, since)
        return end
