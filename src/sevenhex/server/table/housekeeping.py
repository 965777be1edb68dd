"""Tables that nobody comes back to end by themselves, and finished ones are kept for as long as the operator wants."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from ..cluster.leases import Elsewhere
from ..store.errors import StoreError
from ..store.store import PLAYING, WAITING
from . import leaving

if TYPE_CHECKING:
    from .registry import Tables

log = logging.getLogger("sevenhex.housekeeping")

AT_ONCE = 100
HOUR, DAY = 3600.0, 24 * 3600.0


async def tidy(tables: Tables, now: float | None = None) -> int:
    """End what is abandoned and delete what is too old; returns how many tables."""
    settings, store = tables.settings, tables.store
    moment = time.time() if now is None else now
    changed = 0
    try:
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


async def expire(tables: Tables, code: str) -> bool:
    """End a table at which nobody is; False when somebody is, or when another process owns it and will see to it."""
    table = tables.live.get(code)
    if table is not None:
        if table.listeners:
            return False
        try:
            async with table.lock:
                await table.ready()
                if table.record.has_ended:
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
                if code in tables.live or record is None or record.has_ended:
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
