"""A table in memory follows from the store: read at first, and again whenever the two may differ."""

from __future__ import annotations

import asyncio
import logging
import time
from array import array
from collections import deque
from typing import TYPE_CHECKING

from sevenhex.fairdice import CHANCE
from sevenhex.game import Game

from ..base.encoder import encode
from ..base.refusal import Refused
from ..store.errors import Damaged, refusing
from ..store.store import LogEntry
from . import bot_driver, broadcast, pending
from .catalogue import configuration

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("sevenhex.loading")

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0  # seconds between two attempts to read a table again


async def read(table: Table) -> None:
    """Take over what is stored, and tell it to whoever has missed something. The lock is held."""
    with refusing():
        record = await table.store.table(table.code)
        if record is None:
            raise Refused("unknown_table", "There is no such table.")
        if table.fence and record.fence != table.fence:
            raise Refused("unavailable", "This table has moved to another server process; connect again.")
        record.fence = table.fence
        entries = await table.store.entries(table.code)
        chat = await table.store.chat(table.code)
        missed, table.record = table.lines, record
        table.answered.clear()
        rebuild(table, entries)
    table.chat = deque(chat, table.chat.maxlen)
    table.lines = chat[-1].n if chat else 0
    table.noted = record.matters
    pending.recall(table, record.matters, presence_too=not table.recalled and not table.listeners)
    table.loaded = table.recalled = True
    if table.is_playing:
        table.presence.expect(time.monotonic(), table.humans)
    table.wind(restart=entries)
    if table.listeners and (table.version != table.told or table.lines != missed):
        # a write that was given up arrived after all, or somebody else wrote: nobody may stay behind
        for listener in list(table.listeners):
            listener.send(encode(broadcast.welcome(table, listener, table.told)))
    table.told = table.version
    bot_driver.drive(table)


def rebuild(table: Table, entries: list[LogEntry]) -> None:
    """The game from its opening and log. The store is not believed: compiled rules trust their caller, so each action is checked."""
    record = table.record
    table.version = 0
    table.lengths = array("i", [0])
    table.game = None
    if record.opening is None:
        return
    try:
        configuration(record.edition, record.players, record.options)
        game = Game.from_json(record.opening)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Damaged(table.code, f"its opening: {error}") from error
    speaker, command = CHANCE, None
    for entry in entries:
        if entry.version != table.version + 1:
            raise Damaged(table.code, f"entry {entry.version} follows entry {table.version}")
        back, action = entry.undo_to, entry.action
        if action is None and back is not None and 0 <= back < len(game.log):
            game.undo(len(game.log) - back)
        elif action is not None and back is None and CHANCE <= entry.seat < record.players and game.is_legal(action, entry.seat):
            game.push(action, entry.seat)
        else:
            raise Damaged(table.code, f"entry {entry.version} cannot be")
        table.version = entry.version
        table.lengths.append(len(game.log))
        if entry.seat != CHANCE:
            command = entry.command
            speaker = entry.seat
        if command:
            table.remember(speaker, command, entry.version)  # the chance that follows belongs to the answer
    table.game = game


async def recover(table: Table) -> None:
    """Read the table again as soon as the store answers, so that nobody waits for news that is already written."""
    pause = FIRST_PAUSE
    while not table.loaded and table.listeners:
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, 2 * pause)
        try:
            async with table.lock:
                await table.ready()
        except Refused:
            continue
        except Exception:
            log.exception("a table could not be read again", extra={"table": table.code})
