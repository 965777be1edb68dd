"""A game that stands still because everybody who plays it wants that: nobody's time runs, nothing is played, until one of them goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..base import forms
from ..base.refusal import Refused
from . import appointment, bot_driver, broadcast, chat, slow

if TYPE_CHECKING:
    from ..store.store import TableRecord
    from .table import Table

PAUSE = "pause"  # what it is called in the table's stored house


def stored(record: TableRecord) -> dict[str, Any]:
    found = record.house.get(PAUSE)
    return found if isinstance(found, dict) else {}


def since(record: TableRecord) -> float | None:
    """When the pause began that the game has now."""
    found = stored(record).get("since")
    return float(found) if isinstance(found, int | float) else None


def is_paused(table: Table) -> bool:
    return table.is_playing and since(table.record) is not None


def wished(table: Table) -> list[int]:
    """The seats of people who would like a pause."""
    return [seat for seat in table.humans if seat in stored(table.record).get("wished", ())]


def rested(table: Table) -> float:
    """Seconds for which the game has stood still since its log grew last."""
    found, begun = stored(table.record), since(table.record)
    if found.get("version") != table.version:
        return 0.0
    return float(found.get("rested", 0.0)) + (table.settings.now() - begun if begun is not None else 0.0)


def check(table: Table) -> None:
    if is_paused(table):
        raise Refused("illegal", "paused")


def to_json(table: Table) -> forms.Pause | None:
    if not table.is_playing or not (wished(table) or is_paused(table)):
        return None
    return {"wished": wished(table), "since": since(table.record)}


async def wish(table: Table, player: str, wanted: bool) -> None:
    """Somebody wants a pause, or no pause any more: one is enough to go on."""
    async with table.lock:
        await table.ready()
        own = table.seat_of(player)
        if own is None or own not in table.humans:
            raise Refused("not_seated", "not_here")
        table.running()
        appointment.refuse(table.record)
        before, now, rest = since(table.record), table.settings.now(), rested(table)
        seats = sorted({*wished(table), own}) if wanted else []
        begins = wanted and set(seats) >= set(table.humans)
        begun = before if before is not None and wanted else now if begins else None
        if begun is not None and before is not None:
            return
        table.record.house[PAUSE] = {"wished": seats, "since": begun, "rested": rest, "version": table.version}
        await table.save()
        table.set_clocks()
        colour = table.seats[own].colour
        if begun is not None:
            await chat.announce(table, chat.Notice("game_paused", {"colour": colour}))
        elif before is not None:
            await chat.announce(table, chat.Notice("game_goes_on", {"colour": colour}))
        elif wanted:
            await chat.announce(table, chat.Notice("pause_wished", {"colour": colour}))
        bot_driver.drive(table)
        slow.begin_answering(table)
        broadcast.notify_table(table)
