"""Slow tables: days for a move. Nobody has to be there; time counts from the last thing that happened, through restarts.

A player who is awaited has the table's whole time after each entry of the log; a pause of the table and the player's own holiday do not
count. When it is up the table acts for the player until something else is awaited. Nobody votes about those who are away, for being away is
the way to play here. After a start of the server everybody has at least half a day (or half of the table's time), so that neither a long
pause of the server nor a wrong clock takes anybody's turn. Who is still awaited when little is left is reminded, once.
"""

from __future__ import annotations

import contextlib
import logging
import time
from typing import TYPE_CHECKING, Any

from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from ..base import forms
from ..base.refusal import Refused
from ..cluster.leases import Elsewhere
from ..store.errors import StoreError
from . import appointment, pausing
from .clock import part_key

if TYPE_CHECKING:
    from ..store.store import LogEntry, TableRecord
    from .registry import Tables
    from .table import Table

log = logging.getLogger("sevenhex.slow")

LEAST = 3600.0  # seconds for a move; more is slow
AFTER_START = 12 * 3600.0
AT_ONCE = 50
REMINDED = 24 * 3600.0  # seconds before the end, or a quarter of the time, if that is less
NOT_DUE = 3600.0  # seconds until a table that stands still is looked at again
ALL = "all"
AWAITED = "awaited"  # what it is called beside the clock


def is_slow(record: TableRecord) -> bool:
    return record.turn_seconds is not None and record.turn_seconds > LEAST


def awaited(table: Table) -> list[int]:
    """People for whom the table waits."""
    if table.game is None or not table.is_playing:
        return []
    return [seat for seat in table.game.to_act if seat in table.humans]


def due(table: Table) -> float | None:
    """When the first of those who are awaited has no time left, by the process's time of day; each one's reserve comes on top."""
    if not is_slow(table.record) or not awaited(table):
        return None
    if pausing.is_paused(table):
        return None
    left = reserves(table)
    return min(turn_ends(table, seat) + left[seat] for seat in awaited(table))


def late(table: Table) -> list[int]:
    """Those who are awaited and have no time left."""
    now, left = table.settings.now(), reserves(table)
    return [seat for seat in awaited(table) if now - turn_ends(table, seat) >= left[seat]]


def turn_ends(table: Table, seat: int) -> float:
    """When the time that this seat has for a move is up, its reserve left aside. In a tournament others wait, so holidays count there."""
    seconds = table.record.turn_seconds or 0.0
    end = table.moved_at + seconds + pausing.rested(table)
    if appointment.of(table.record) is None:
        end = table.services.holidays.later(table.seats[seat].player, table.moved_at, end)
    return max(end, table.settings.began + min(AFTER_START, seconds / 2))


def on_holiday(table: Table, seat: int) -> float | None:
    """Until when, where that counts."""
    if not is_slow(table.record) or not table.is_playing or appointment.of(table.record) is not None:
        return None
    return table.services.holidays.until(table.seats[seat].player, table.settings.now())


def reserves(table: Table) -> dict[int, float]:
    """What people had left of their reserves after the last entry."""
    record, stored = table.record, table.record.clock
    known: dict[str, Any] = stored.get("reserves") or {}
    found = {seat: float(known.get(str(seat), record.reserve_seconds or 0.0)) for seat in table.humans}
    mover = stored.get("mover")
    if table.game is not None and mover in found and stored.get("key") != list(part_key(table.game.state)):
        found[mover] += record.increment_seconds or 0.0  # the turn that was going on then is over
    return found


def booked(table: Table) -> dict[str, Any]:
    """What the table stores of its reserves before the log grows: who was awaited has used some."""
    assert table.game is not None
    left, now = reserves(table), table.settings.now()
    for seat in awaited(table):
        left[seat] = max(0.0, left[seat] - max(0.0, now - turn_ends(table, seat)))
    state = table.game.state
    return {"reserves": {str(seat): each for seat, each in left.items()}, "key": list(part_key(state)), "mover": int(state["actor"][0])}


def with_awaited(table: Table, entries: list[LogEntry]) -> dict[str, Any]:
    """What is stored of the clock, with the seats that are awaited after these entries, so that others need not read the game for that."""
    known = table.game is not None and entries[-1].undo_to is None  # what is taken back is taken back after this is written
    return {**table.record.clock, AWAITED: list(table.game.to_act) if known and table.game is not None else None}


def known_awaited(record: TableRecord) -> list[int] | None:
    """The same of a table that is not in memory; None where the log must tell."""
    found = record.clock.get(AWAITED)
    return [seat for seat in found if isinstance(seat, int)] if isinstance(found, list) else None


def clock_json(table: Table) -> forms.Clock | None:
    seconds, now = table.record.turn_seconds, table.settings.now()
    if seconds is None:
        return None
    kept = reserves(table)
    ends = {seat: turn_ends(table, seat) for seat in awaited(table)} if is_slow(table.record) else {}
    first = min(ends, key=lambda seat: ends[seat] + kept[seat], default=None)
    shown = kept if table.record.reserve_seconds or table.record.increment_seconds else {}
    return {
        "seconds": seconds,
        "left": round(seconds if first is None else max(0.0, ends[first] + kept[first] - now), 1),
        "part": round(seconds if first is None else max(0.0, ends[first] - now), 1),
        "running": due(table) is not None,
        "reserves": {str(seat): round(max(0.0, left - max(0.0, now - ends.get(seat, now))), 1) for seat, left in shown.items()},
    }


async def look(tables: Tables) -> int:
    """Bring tables into memory whose time may be up; what is due there happens as at any other table."""
    found, now, known = 0, tables.settings.now(), tables.not_due
    try:
        changes = tables.holidays.changes
        await tables.holidays.read(tables.store, now)
        if tables.holidays.changes != changes:
            tables.forget_due()
        codes = await tables.store.overdue(LEAST, now, AT_ONCE + len(known))
        begin = await tables.store.agreed_waiting(LEAST, time.time() - appointment.SLOW_WAIT, f'"{appointment.AGREED}": true', AT_ONCE)
    except StoreError as error:
        log.info("slow tables could not be looked for", extra={"problem": str(error)})
        return 0
    for code in begin:  # they begin by themselves, once they are in memory
        if code not in tables.live:
            with contextlib.suppress(Elsewhere, Refused, StoreError):
                await tables.obtain(code)
    for code in set(known) - {code for code, _ in codes}:
        del known[code]  # its log has grown, or it is over
    for code, version in codes:
        if code in tables.live or known.get(code, (version, 0.0))[1] > now:
            continue
        try:
            table = await tables.obtain(code)
            found += 1
            end = due(table)
            known[code] = version, now + NOT_DUE if end is None else end  # a reserve, a holiday or a pause goes on
        except (Elsewhere, Refused, StoreError) as error:  # another process sees to it; or a damaged one
            log.info("a slow table was not opened", extra={"table": code, "problem": str(error)})
    return found


async def remind(tables: Tables) -> int:
    """Remind those who are awaited and have little time left, once for each entry of the log; returns how many."""
    found, now, known = 0, tables.settings.now(), tables.not_soon
    try:
        codes = await tables.store.late_soon(LEAST, now, REMINDED, AT_ONCE + len(known))
    except StoreError as error:
        log.info("slow tables could not be looked for", extra={"problem": str(error)})
        return 0
    for code in set(known) - {code for code, _ in codes}:
        del known[code]
    for code, version in codes:
        if known.get(code, (version, 0.0))[1] > now:
            continue
        try:
            table = await tables.obtain(code)
            async with table.lock:
                await table.ready()
                found += await remind_at(tables, table, now)
        except (Elsewhere, Refused, StoreError) as error:
            log.info("nobody was reminded at a slow table", extra={"table": code, "problem": str(error)})
    return found


async def remind_at(tables: Tables, table: Table, now: float) -> int:
    lead = min(REMINDED, (table.record.turn_seconds or 0.0) / 4)
    left = {seat: turn_ends(table, seat) - now for seat in awaited(table)} if due(table) is not None else {}
    soon = {seat: seconds for seat, seconds in left.items() if seconds <= lead}
    if not soon:  # bots are awaited, there is a pause, or a holiday
        tables.not_soon[table.code] = table.version, now + min((seconds - lead for seconds in left.values()), default=NOT_DUE)
        return 0
    await tables.store.note_reminded(table.code, table.version, table.fence)
    table.services.awaited(table, sorted(soon), max(0.0, min(soon.values())))
    return len(soon)


# --- answers given in advance


def orders_of(table: Table, seat: int | None) -> forms.Advance | None:
    found = table.record.advance.get(str(seat))
    return {"refuse": list(found["refuse"]), "discard": list(found["discard"])} if found else None


async def give_orders(table: Table, player: str, refuse: list[str], discard: list[str]) -> None:
    """What a player has answered beforehand; nothing at all takes it back. Only the player sees it."""
    async with table.lock:
        await table.ready()
        own = table.seat_of(player)
        if own is None:
            raise Refused("not_seated", "not_here")
        table.running()
        table.record.advance.pop(str(own), None)
        if refuse or discard:
            table.record.advance[str(own)] = {"refuse": list(dict.fromkeys(refuse)), "discard": list(dict.fromkeys(discard))}
        await table.save()
    begin_answering(table)


def begin_answering(table: Table) -> None:
    """Somebody may have answered beforehand what is asked now."""
    if table.record.advance and next_answer(table) is not None:
        table.spawn(answer(table), "answers given in advance")


async def answer(table: Table) -> None:
    """One answer; the log grows by it, so the next one follows from that."""
    async with table.lock:
        await table.ready()
        found = next_answer(table)
        if found is not None:
            seat, action = found
            await table.commit_action(seat, action, None)


def next_answer(table: Table) -> tuple[int, int] | None:
    for seat in () if pausing.is_paused(table) else awaited(table):
        orders = table.record.advance.get(str(seat))
        action = chosen(table, seat, orders) if orders else None
        if action is not None:
            return seat, action
    return None


def chosen(table: Table, seat: int, orders: dict[str, Any]) -> int | None:
    game = table.game
    assert game is not None
    listed = game.legal(seat)
    refusals = [action for action in listed if action & KIND_MASK == Kind.REFUSE]
    if refusals and orders["refuse"]:
        wanted = game.view(seat).to_json()["offer"] or {}
        asked = [name for name, count in dict(wanted.get("get") or {}).items() if count]
        if ALL in orders["refuse"] or any(name in orders["refuse"] for name in asked):
            return int(refusals[0])
    discards = {game.say(action): action for action in listed if action & KIND_MASK == Kind.DISCARD}
    return next((discards[f"discard {name}"] for name in orders["discard"] if f"discard {name}" in discards), None)
