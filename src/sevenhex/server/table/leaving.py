"""Leaving a table, and what becomes of the seat. A rated game that is left is lost.

Before the start the seat is free again. In a running game leaving is resigning: a bot plays on. At a table that is not rated the seat is
the bot's from then on; at a rated one it stays the player's, who loses the game whatever the bot makes of it. When the last person has gone
the game ends: without a result, or rated, with everybody who has left behind the bots that were there from the beginning.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ..base.refusal import Refused
from ..store.seats import BOT, HUMAN, Seat
from ..store.store import ABORTED, WAITING, TableRecord
from . import appointment, bot_driver, bot_pool, chat, sealing

if TYPE_CHECKING:
    from .table import Table

NAME_LENGTH = 40
NEVER = float("inf")


async def leave(table: Table, player: str, resign: bool = False) -> None:
    """Give one's seat up. Resigning concerns a running game."""
    async with table.lock:
        await table.ready()
        own = table.seat_of(player)
        if own is None:
            raise Refused("not_seated", "not_here")
        if resign:
            table.running()
        if table.record.has_ended:
            raise Refused("over", "over")
        sealing.check_fixed(table)
        await vacate(table, own)


async def vacate(table: Table, number: int) -> None:
    """A person's seat is given up. The lock is held."""
    seat, record = table.seats[number], table.record
    record.advance.pop(str(number), None)
    player, appointed = seat.player, appointment.of(record) is not None
    if table.status == WAITING and not appointed:
        table.seats[number] = Seat(number, colour=seat.colour)
        record.words.pop(number, None)
        record.seals.pop(number, None)
    elif record.rated:
        seat.resigned, seat.bot_plays, seat.token_hash = time.time(), True, None
    else:
        seat.kind, seat.player, seat.token_hash, seat.bot_plays, seat.registered = BOT, None, None, False, False
        seat.bot, seat.level = bot_pool.check(bot_pool.default(), None)
        seat.name = f"{seat.name} (bot)".strip()[:NAME_LENGTH]
    people = [place for place in table.seats if place.kind == HUMAN and place.resigned is None]
    if record.creator == player:
        record.creator = people[0].player if people else None
    if not people and (table.is_playing or record.creator is None) and not appointed:
        end(record)
    if player is not None:
        table.left_table(player)
    table.listeners.reseat(number, None)
    table.presence.forget(number)
    table.undo.drop_if_asked(number)
    table.bots.drop(number)
    await table.save()
    if table.is_playing:
        await chat.announce(table, chat.Notice("left_rated" if record.rated else "left_game", {"colour": seat.colour}))
    table.set_clocks()
    bot_driver.drive(table)


def end(record: TableRecord) -> None:
    """End a table at which nobody plays any more; a rated game is lost by all who have left it, or stay away."""
    if record.rated and record.opening is not None:
        for seat in record.seats:
            if seat.kind == HUMAN:
                seat.bot_plays = True
        record.result = {"winner": None, "points": [], "turns": 0, **forfeits(record)}
    record.status = ABORTED


def forfeits(record: TableRecord) -> dict[str, Any]:
    """What the result of a rated game says of those who left it, the first to leave first; nothing when nobody did."""
    left = [seat for seat in record.seats if record.rated and seat.kind == HUMAN and seat.played_by_bot]
    left.sort(key=lambda seat: NEVER if seat.resigned is None else seat.resigned)
    return {"forfeited": [seat.seat for seat in left]} if left else {}
