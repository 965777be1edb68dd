"""People come and go at a table, and those who are left vote about those who are away."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from . import bot_driver, broadcast

if TYPE_CHECKING:
    from .broadcast import Listener
    from .table import Table


async def arrive(table: Table, listener: Listener) -> None:
    """A connection has said hello. The lock is held."""
    table.listeners.add(listener)
    table.touched = time.monotonic()
    seat = listener.seat
    if seat is None:
        return
    table.presence.arrive(seat)
    if listener.player is not None:
        table.addresses[listener.player] = listener.address
    with contextlib.suppress(Refused):  # a vote that is over because everybody is here
        await table.note()
    if table.seats[seat].bot_plays:
        # the returning player takes the seat back
        table.seats[seat].bot_plays = False
        await table.save()
    table.wind()
    broadcast.tell_table(table)


def depart(table: Table, listener: Listener) -> None:
    if listener not in table.listeners:
        return
    table.listeners.discard(listener)
    table.touched = time.monotonic()
    if listener.seat is not None:
        table.presence.leave(time.monotonic(), listener.seat)
        table.spawn(tell_departure(table), "departure")


async def tell_departure(table: Table) -> None:
    """The others are told under the lock: what is half done at the table is nobody's news yet."""
    async with table.lock:
        table.wind()
        broadcast.tell_table(table)


async def vote(table: Table, seat: int | None, choice: str) -> None:
    """What to do about those who are away."""
    who = table.seated(seat)
    async with table.lock:
        await table.ready()
        table.running()
        if choice == "abort" and table.record.rated:
            raise Refused("illegal", "A rated game is not aborted: wait, or let a bot play on; whoever stays away to the end loses.")
        now = time.monotonic()
        away = table.presence.away(table.humans)
        if not away:
            raise Refused("illegal", "Everybody is here; there is nothing to vote on.")
        if not table.presence.voting(now, away):
            raise Refused("illegal", f"The table waits {table.presence.grace:g} seconds before it votes.")
        table.presence.votes[who] = choice
        await count_votes(table, now)


async def count_votes(table: Table, now: float) -> None:
    """Do what the table has decided, if all who are here have voted; keep the votes else. The lock is held."""
    presence = table.presence
    late = presence.late(now, table.humans)
    decision = presence.decide([other for other in table.humans if other not in late]) if late else None
    if decision == "bot":
        for other in late:
            table.seats[other].bot_plays = True
        presence.votes = {}
        await table.save()
        table.wind()
        bot_driver.drive(table)
    elif decision == "abort":
        await table.abort()
    elif decision == "wait":
        presence.wait_again(now)
    await table.announce()
