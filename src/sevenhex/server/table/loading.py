"""A table in memory follows from the store: read at first, and again whenever the two may differ."""

from __future__ import annotations

import asyncio
import logging
import time
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sevenhex.game.fairdice import CHANCE
from sevenhex.game.game import Game

from ..base.encoder import encode
from ..base.refusal import Refused
from ..store.errors import Damaged, StoreError, refusing
from ..store.store import LogEntry, TableRecord
from . import bot_driver, broadcast, checkpoint, pending, slow
from .catalogue import configuration

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("sevenhex.loading")

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0  # seconds between two attempts to read a table again
SLICE = 0.005  # seconds of replaying after which others have their turn
BEFORE = 200  # entries before a checkpoint that are read, too


@dataclass
class Replayed:
    """What a log tells."""

    game: Game
    lengths: array[int]
    answered: list[tuple[int, str, int]]  # seat, command, version, of the last ones
    since: int  # the version from which on these are all

    @property
    def version(self) -> int:
        return len(self.lengths) - 1


async def read(table: Table) -> None:
    """Take over what is stored, and send it to clients that have missed something. The lock is held."""
    with refusing():
        record = await table.store.table(table.code)
        if record is None:
            raise Refused("unknown_table", "no_such_table")
        if table.fence and record.fence != table.fence:
            raise Refused("unavailable", "moved")
        record.fence = table.fence
        replayed, entries = await read_game(table, record)
        chat = await table.store.chat(table.code)
    known, first = table.chat.count, not table.was_read
    table.take_over(record, replayed, entries[-1].time if entries else None)
    table.chat.restore(chat)
    pending.restore(table, record.pending, presence_too=first and not table.listeners)
    if table.is_playing:
        table.presence.expect(time.monotonic(), table.humans)
    table.set_clocks(restart=entries)
    if table.listeners and (table.version != table.published or table.chat.count != known):
        # a write that was given up arrived after all, or somebody else wrote: nobody may stay behind
        for listener in table.listeners:
            listener.send(encode(broadcast.welcome(table, listener, table.published)))
    table.mark_published()
    bot_driver.drive(table)
    slow.begin_answering(table)


async def read_game(table: Table, record: TableRecord) -> tuple[Replayed | None, list[LogEntry]]:
    """The game, from its last checkpoint or else from its opening, and the entries that were read for it."""
    if record.opening is None:
        return None, []
    try:
        configuration(record.edition, record.players, record.options)
        opening = Game.from_json(record.opening)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Damaged(table.code, f"its opening: {error}") from error
    stored = await table.store.checkpoint(table.code)
    restored = await asyncio.to_thread(checkpoint.restore, stored, opening) if stored else None
    if stored and restored is None:
        log.warning("a checkpoint is left aside", extra={"table": table.code})
    game, lengths = restored or (opening, array("i", [0]))
    # some entries before it, too: their commands may come again, and the clock asks when the turn began
    since = max(0, len(lengths) - 1 - BEFORE)
    entries = await table.store.entries(table.code, since)
    if restored and (not entries or entries[-1].version < len(lengths) - 1):
        raise Damaged(table.code, f"its log ends before its checkpoint of version {len(lengths) - 1}")
    table.checkpoint_made(len(lengths) - 1)
    async with table.replays:  # one table at a time: many at once would stop everybody else between their slices
        return await replay(table.code, record.players, Replayed(game, lengths, [], since), entries), entries


async def replay(code: str, players: int, so_far: Replayed, entries: list[LogEntry]) -> Replayed:
    """Follow the log, a slice at a time. The store is not believed: compiled rules trust their caller, so each action is checked."""
    game, lengths, place = so_far.game, so_far.lengths, so_far.since
    speaker, command = CHANCE, None
    slice_ends = time.perf_counter() + SLICE
    for entry in entries:
        if entry.version != place + 1:
            raise Damaged(code, f"entry {entry.version} follows entry {place}")
        place = entry.version
        if place >= len(lengths):  # else the checkpoint tells it
            back, action = entry.undo_to, entry.action
            if action is None and back is not None and 0 <= back < len(game.log):
                game.undo(len(game.log) - back)
            elif action is not None and back is None and CHANCE <= entry.seat < players and game.is_legal(action, entry.seat):
                game.push(action, entry.seat)
            else:
                raise Damaged(code, f"entry {entry.version} cannot be")
            lengths.append(len(game.log))
        if entry.seat != CHANCE:
            command = entry.command
            speaker = entry.seat
        if command:
            so_far.answered.append((speaker, command, place))  # the chance that follows belongs to the answer
        if time.perf_counter() >= slice_ends:
            await asyncio.sleep(0)
            slice_ends = time.perf_counter() + SLICE
    return so_far


def keep_checkpoint(table: Table) -> None:
    """Store one when the last is long ago; nobody waits for it, and nothing depends on it."""
    if table.game is None or table.version - table.checkpointed < checkpoint.EVERY:
        return
    table.checkpoint_made(table.version)
    table.spawn(store_checkpoint(table, table.version, checkpoint.collect(table.game, table.lengths)), "checkpoint")


async def store_checkpoint(table: Table, version: int, packed: checkpoint.Packed) -> None:
    try:
        await table.store.set_checkpoint(table.code, table.fence, version, await asyncio.to_thread(checkpoint.encode, packed))
    except StoreError as error:
        log.info("a checkpoint could not be stored", extra={"table": table.code, "problem": str(error)})


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
