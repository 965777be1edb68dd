"""Ends tables that nobody comes back to, and keeps finished ones for as long as the operator wants."""

from __future__ import annotations

import contextlib
import logging
import time
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from ..cluster.leases import Elsewhere
from ..store.errors import StoreError
from ..store.store import PLAYING, WAITING
from . import leaving, pausing, slow

if TYPE_CHECKING:
    from ..store.store import Store, TableRecord
    from .registry import Tables

log = logging.getLogger("sevenhex.housekeeping")

AT_ONCE = 100
HOUR, DAY = 3600.0, 24 * 3600.0


class Calendar:
    """The time by which tables grow old. It goes on from the last change in the store, and only while the server runs: a clock that jumps
    forward, now or while the server was away, makes nothing older."""

    def __init__(self) -> None:
        self.began: tuple[float, float] | None = None  # by the store's time, and by a clock that does not jump

    async def begin(self, store: Store) -> None:
        with contextlib.suppress(StoreError):  # then it begins when it is asked
            await self.now(store)

    async def now(self, store: Store) -> float:
        if self.began is None:
            last = await store.last_change()
            wall = time.time()
            self.began = (wall if last is None else min(wall, last), time.monotonic())
        return self.began[0] + time.monotonic() - self.began[1]


async def tidy(tables: Tables, now: float | None = None) -> int:
    """End what is abandoned and delete what is too old; returns how many tables."""
    settings, store = tables.settings, tables.store
    changed = 0
    try:
        moment = await tables.calendar.now(store) if now is None else now
        for status, rated, age in (
            (WAITING, None, settings.waiting_hours * HOUR),
            (PLAYING, True, settings.rated_hours * HOUR),
            (PLAYING, False, settings.playing_days * DAY),
        ):
            for code in await store.abandoned(status, rated, moment - age, AT_ONCE):
                changed += await expire(tables, code)
        if settings.keep_days is not None:
            changed += await store.drop_finished(moment - settings.keep_days * DAY, AT_ONCE)
    except StoreError as error:
        log.warning("housekeeping could not go on", extra={"problem": str(error)})
    return changed


def is_excused(tables: Tables, record: TableRecord) -> bool:
    """A pause that everybody wanted, or somebody's holiday at a slow table, keeps it for a while longer."""
    now, paused = tables.settings.now(), pausing.since(record)
    if paused is not None and now - paused < tables.settings.playing_days * DAY:
        return True
    away = [tables.holidays.ended(seat.player, now) for seat in record.seats]
    return slow.is_slow(record) and any(now - until < (record.turn_seconds or 0.0) for until in away)


async def expire(tables: Tables, code: str) -> bool:
    """End a table at which nobody is; False when somebody is, or when another process owns it and will see to it."""
    table = tables.live.get(code)
    if table is not None:
        if table.listeners:
            return False
        try:
            async with table.lock:
                await table.ready()
                if table.record.has_ended or is_excused(tables, table.record):
                    return False
                leaving.end(table.record)
                await table.save()
        except Refused as refused:
            log.warning("a table could not be ended", extra={"table": code, "problem": str(refused)})
            return False
    else:
        async with tables.opening_of(code):
            try:
                record = await tables.store.table(code)
                if code in tables.live or record is None or record.has_ended or is_excused(tables, record):
                    return False
                record.fence = await tables.own(code)
            except (Elsewhere, Refused, StoreError):  # the last: a damaged one stays as it is, for the operator to look at
                return False
            leaving.end(record)
            await tables.store.save(record)
            if tables.leases is not None:
                await tables.leases.release([code])
    log.info("an abandoned table has ended", extra={"table": code})
    return True
