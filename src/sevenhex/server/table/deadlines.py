"""What becomes due at a table: a player's time is up, the vote opens, or a bot's offer was answered by nobody for too long."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from . import appointment, attendance, bot_pool, chat, pausing, slow
from .clock import part_key

if TYPE_CHECKING:
    from sevenhex.game.game import Game

    from .table import Table

# what the table says when it acted for somebody whose time was up
TIME_UP = {
    Kind.ROLL: "time_up_roll",
    Kind.END: "time_up_end",
    Kind.DISCARD: "time_up_discard",
    Kind.REFUSE: "time_up_refuse",
    Kind.SETTLE: "time_up_place",
    Kind.ROAD: "time_up_place",
    Kind.ROBBER: "time_up_robber",
}
TIME_UP_OTHER = "time_up_other"
MOST_IN_PART = 60  # actions that the table does for somebody in one part of a turn
SLOW_OFFER = 8  # at a slow table a bot waits that part of the time for answers to its offer


def next_due(table: Table, now: float) -> float | None:
    """When the next thing is due; None when nothing is."""
    if not table.is_playing or pausing.is_paused(table):
        return None
    due = [table.clock.deadline(now)] if table.clock else []
    if slow.is_slow(table.record):
        end = slow.due(table)
        due.append(None if end is None else now + end - table.settings.now())
    else:
        due += [moment for moment in table.presence.deadlines(table.humans) if moment > now - 1]
    due += [offer_ends(table), appointment.next_absent(table)]
    return min((moment for moment in due if moment is not None), default=None)


def offer_ends(table: Table) -> float | None:
    """When a bot takes back the offer that it has made; None when there is none."""
    if table.offer_since is None or table.game is None or not table.seats[table.game.actor].played_by_bot:
        return None
    if slow.is_slow(table.record):
        return table.offer_since + (table.record.turn_seconds or 0.0) / SLOW_OFFER
    return table.offer_since + table.settings.offer_seconds


async def run_due(table: Table, now: float) -> None:
    """Do the first thing that is due."""
    async with table.lock:
        await table.ready()
        game = table.game
        if not table.is_playing or game is None or pausing.is_paused(table):
            return
        late = table.clock.expired(now) if table.clock else []
        if late:
            await play_for(table, game, late[0])
            return
        end = slow.due(table)
        if end is not None and table.settings.now() >= end:
            absent = appointment.overdue(table)
            if absent:
                await appointment.replace(table, absent)
            else:
                await play_slowly(table, game)
            return
        absent = appointment.absent(table, now)
        if absent:
            await appointment.replace(table, absent)
            return
        ends = offer_ends(table)
        if ends is not None and now >= ends:
            withdraw = [action for action in game.legal(game.actor) if action & KIND_MASK == Kind.WITHDRAW]
            if withdraw:
                await table.commit_action(game.actor, withdraw[0], None)
                return
        if table.presence.voting(now, table.missing):
            await attendance.count_votes(table, now)


async def play_slowly(table: Table, game: Game) -> None:
    """Days have passed: act for those who were awaited until the table waits for something else; each action gives nobody new days."""
    for seat in slow.late(table):
        part = part_key(game.state)
        for _ in range(MOST_IN_PART):
            if not table.is_playing or seat not in slow.awaited(table) or part_key(game.state) != part:
                break
            await play_for(table, game, seat)


async def play_for(table: Table, game: Game, seat: int) -> None:
    """The player's time is up: end what can be ended, else let a bot decide the one thing that is due."""
    listed = game.legal(seat)
    if not listed:
        return
    action = next(iter(bot_pool.quiet(listed)), 0)
    if not action or action & KIND_MASK == Kind.DISCARD:
        action = bot_pool.Fallback(random.getrandbits(32)).choose(None, listed, None)  # at once: the table waits with its lock held
    action = action if game.is_legal(action, seat) else listed[0]
    entry = len(game.log)
    await table.commit_action(seat, action, None)
    if action & KIND_MASK != Kind.DISCARD or not game.legal(seat):  # cards are discarded one by one: one line for all of them
        await chat.announce(table, time_up(table, seat, action, entry))


def time_up(table: Table, seat: int, action: int, entry: int) -> chat.Notice:
    """What the table says of an action that it did for a seat; the page's log shows it at that entry."""
    key = TIME_UP.get(Kind(action & KIND_MASK), TIME_UP_OTHER)
    return chat.Notice(key, {"colour": table.seats[seat].colour, "entry": entry})
