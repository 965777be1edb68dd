"""Tables by appointment: a tournament has made them, so nobody is host, and nobody chooses seats.

The game begins when everybody who sits there has come and given a word for the dice, or at the latest at a time. So does one of people who
sought the same: at a slow table after ten minutes at the latest, at a quick one only when all have come. A bot plays for somebody
who is not there for as long as the appointment waits, and at a slow table for somebody whose time is up; the seat is its player's again as
soon as the player comes. The game goes on to its end, even when people leave; who has left or is away at the end has lost.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..base.refusal import Refused
from ..store.seats import HUMAN
from ..store.store import WAITING
from . import bot_driver, slow

if TYPE_CHECKING:
    from ..store.store import TableRecord
    from .table import Table

APPOINTMENT = "appointment"  # what it is called in the table's stored house
# people who sought the same sit here: the game begins when all have come, and until then the table has a host as usual
AGREED = "agreed"
SLOW_WAIT = 600.0  # seconds until a slow table begins without a start, so that who comes soon gives a word for the dice


@dataclass(frozen=True)
class Appointment:
    tournament: str
    wait: float  # seconds for somebody who is away
    begins: float  # by the time of day, at the latest
    people: list[int]  # whose seats these are, even when another one sits there in the end

    def stored(self) -> dict[str, Any]:
        return {APPOINTMENT: vars(self)}


def of(record: TableRecord) -> Appointment | None:
    found = record.house.get(APPOINTMENT)
    return Appointment(**found) if isinstance(found, dict) else None


def refuse(record: TableRecord) -> None:
    """Seats were drawn, and the game counts for others: neither is changed."""
    if of(record) is not None:
        raise Refused("illegal", "appointed")


# --- the beginning


def begins_now(table: Table) -> bool:
    found, record = of(table.record), table.record
    if (
        (found is None and record.house.get(AGREED) is not True)
        or record.status != WAITING
        or table.sealing.reveal is not None
        or table.lock.locked()
    ):
        return False
    people = [seat.seat for seat in table.seats if seat.kind == HUMAN and not seat.bot_plays]
    ready = all(table.presence.is_here(seat) and (seat in record.seals or seat in record.words) for seat in people)
    if found is None:
        full = all(seat.taken for seat in table.seats)
        # at a slow table nobody has to be there, so people need not come at the same time
        return full and (ready or (slow.is_slow(record) and time.time() >= record.created + SLOW_WAIT))
    return ready or table.settings.now() >= found.begins


# --- those who are away


def absent(table: Table, now: float) -> list[int]:
    """People who have been away for longer than the appointment waits."""
    found = of(table.record)
    if found is None or not table.is_playing or slow.is_slow(table.record):
        return []
    return [seat for seat in table.humans if not table.presence.is_here(seat) and now - table.presence.gone.get(seat, now) >= found.wait]


def overdue(table: Table) -> list[int]:
    """At a slow table: people whose time is up and who are not there."""
    return [] if of(table.record) is None else [seat for seat in slow.awaited(table) if not table.presence.is_here(seat)]


def next_absent(table: Table) -> float | None:
    """When somebody will have been away for so long."""
    found = of(table.record)
    if found is None or slow.is_slow(table.record):
        return None
    gone = table.presence.gone
    return min((gone[seat] + found.wait for seat in table.humans if seat in gone and not table.presence.is_here(seat)), default=None)


async def replace(table: Table, seats: list[int]) -> None:
    """Bots play on at these seats. The lock is held."""
    for seat in seats:
        table.seats[seat].bot_plays = True
    await table.save()
    table.set_clocks()
    bot_driver.drive(table)
