"""Arrivals and departures at a table, and the vote of those who are left about those who are away."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from . import bot_driver, broadcast, chat, presence

if TYPE_CHECKING:
    from .listeners import Listener
    from .table import Table


async def arrive(table: Table, listener: Listener) -> None:
    """A connection has said hello. The lock is held."""
    table.listeners.add(listener)
    table.touch()
    seat = listener.seat
    if seat is None:
        return
    table.presence.arrive(seat)
    if listener.player is not None:
        table.came_from(listener.player, listener.address)
    with contextlib.suppress(Refused):  # a vote that is over because everybody is here
        await table.store_pending()
    if table.seats[seat].bot_plays:  # the returning player takes the seat back
        await hand_over(table, seat, False)
    table.set_clocks()
    broadcast.notify_table(table)


async def hand_over(table: Table, seat: int, to_bot: bool) -> None:
    """A bot plays on for somebody, or no longer does; everybody hears of it. The lock is held."""
    table.seats[seat].bot_plays = to_bot
    await table.save()
    key = "bot_plays_on" if to_bot else "plays_again"
    if table.is_playing:
        await chat.announce(table, chat.Notice(key, {"colour": table.seats[seat].colour}))


async def substitute(table: Table, player: str, plays: bool) -> None:
    """A player lets a bot play on meanwhile, or takes the seat back. Who has it played at the end of a rated game has lost that."""
    async with table.lock:
        await table.ready()
        own = table.seat_of(player)
        if own is None or table.seats[own].resigned is not None:
            raise Refused("not_seated", "not_here")
        table.running()
        if table.seats[own].bot_plays == plays:
            return
        await hand_over(table, own, plays)
        table.undo.drop_if_asked(own)
        table.bots.drop(own)
        table.set_clocks()
        bot_driver.drive(table)
        broadcast.notify_table(table)


def depart(table: Table, listener: Listener) -> None:
    if listener not in table.listeners:
        return
    table.listeners.discard(listener)
    table.touch()
    if listener.seat is not None:
        table.presence.leave(time.monotonic(), listener.seat)
        table.spawn(notify_departure(table), "departure")


async def notify_departure(table: Table) -> None:
    """The others are informed under the lock: nobody hears of what is half done at the table."""
    async with table.lock:
        table.set_clocks()
        broadcast.notify_table(table)


async def vote(table: Table, seat: int | None, choice: str) -> None:
    """What to do about those who are away."""
    who = table.seated(seat)
    async with table.lock:
        await table.ready()
        table.running()
        if choice not in presence.choices_of(table.record):
            raise Refused("illegal", "rated_abort")
        now = time.monotonic()
        away = table.missing
        if not away:
            raise Refused("illegal", "nobody_away")
        if not table.presence.voting(now, away):
            raise Refused("illegal", "vote_waits", seconds=f"{table.presence.grace:g}")
        table.presence.vote(who, choice)
        await count_votes(table, now)


async def count_votes(table: Table, now: float) -> None:
    """Do what the table has decided, if all who are here have voted; keep the votes else. The lock is held."""
    here = table.presence
    late = here.late(now, table.humans)
    decision = here.decide([other for other in table.humans if other not in late]) if late else None
    if decision == "bot":
        here.close_vote()
        for other in late:
            await hand_over(table, other, True)
        table.set_clocks()
        bot_driver.drive(table)
    elif decision == "abort":
        await table.abort()
    elif decision == "wait":
        here.wait_again(now)
    await table.announce()
