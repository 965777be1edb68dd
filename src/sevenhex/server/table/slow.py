"""Slow tables: days for a move. Nobody has to be there; time counts from the last thing that happened, through restarts.

A player who is awaited has the table's whole time after each entry of the log. When it is up the table acts for the player until something
else is awaited. Nobody votes about those who are away, for being away is the way to play here. After a start of the server everybody has at
least half a day (or half of the table's time), so that neither a long pause of the server nor a wrong clock takes anybody's turn.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from ..base import forms
from ..base.refusal import Refused
from ..cluster.leases import Elsewhere
from ..store.errors import StoreError
from .clock import part_key

if TYPE_CHECKING:
    from ..store.store import TableRecord
    from .registry import Tables
    from .table import Table

log = logging.getLogger("sevenhex.slow")

LEAST = 3600.0  # seconds for a move; more is slow
AFTER_START = 12 * 3600.0
AT_ONCE = 50
ALL = "all"


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
    left = reserves(table)
    return turn_ends(table) + min(left[seat] for seat in awaited(table))


def late(table: Table) -> list[int]:
    """Those who are awaited and have no time left."""
    over, left = table.settings.now() - turn_ends(table), reserves(table)
    return [seat for seat in awaited(table) if over >= left[seat]]


def turn_ends(table: Table) -> float:
    """When the time that everybody has for a move is up, reserves left aside."""
    seconds = table.record.turn_seconds or 0.0
    return max(table.moved_at + seconds, table.settings.began + min(AFTER_START, seconds / 2))


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
    left, over = reserves(table), max(0.0, table.settings.now() - turn_ends(table))
    for seat in awaited(table):
        left[seat] = max(0.0, left[seat] - over)
    state = table.game.state
    return {"reserves": {str(seat): each for seat, each in left.items()}, "key": list(part_key(state)), "mover": int(state["actor"][0])}


def clock_json(table: Table) -> forms.Clock | None:
    seconds, end, now = table.record.turn_seconds, due(table), table.settings.now()
    if seconds is None:
        return None
    over = max(0.0, now - turn_ends(table)) if end is not None else 0.0
    shown = reserves(table) if table.record.reserve_seconds or table.record.increment_seconds else {}
    waited = awaited(table)
    return {
        "seconds": seconds,
        "left": round(seconds if end is None else max(0.0, end - now), 1),
        "part": round(seconds if end is None else max(0.0, turn_ends(table) - now), 1),
        "running": end is not None,
        "reserves": {str(seat): round(max(0.0, left - over) if seat in waited else left, 1) for seat, left in shown.items()},
    }


async def look(tables: Tables) -> int:
    """Bring tables into memory whose time may be up; what is due there happens as at any other table."""
    found = 0
    try:
        codes = await tables.store.overdue(LEAST, tables.settings.now(), AT_ONCE)
    except StoreError as error:
        log.info("slow tables could not be looked for", extra={"problem": str(error)})
        return 0
    for code in codes:
        if code in tables.live:
            continue
        try:
            await tables.obtain(code)
            found += 1
        except (Elsewhere, Refused, StoreError) as error:  # another process sees to it; or a damaged one
            log.info("a slow table was not opened", extra={"table": code, "problem": str(error)})
    return found


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
    for seat in awaited(table):
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
