"""The operator's orders to running servers: left in the store, where every process looks, and carried out by whoever has the table.

An order stands for a moment and is carried out as often as it is seen: ending what has ended, or forgetting whom nobody knows, changes
nothing. So it does not matter how many processes there are, nor whether there is one at all.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from ..store import bans
from ..store.errors import StoreError
from ..store.store import ABORTED, PLAYING, WAITING

if TYPE_CHECKING:
    from ..store.store import Store
    from ..table.registry import Tables
    from ..table.table import Table

log = logging.getLogger("sevenhex.orders")

END, FORGET, BAN = "end", "forget", "ban"
LOOK_SECONDS = 0.5
PATIENCE = 4 * LOOK_SECONDS  # a process that has not carried it out by then does not have the table
STALE_SECONDS = 60.0  # an order whose giver has vanished


# --- the operator's side


async def end(store: Store, code: str) -> None:
    """Abort a table, in the memory of a running server too."""
    order = await store.give_order(END, code)
    try:
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            await asyncio.sleep(LOOK_SECONDS / 5)
            record = await store.table(code)
            if record is None or record.status == ABORTED:
                return
        record = await store.table(code)
        if record is not None and record.status in (WAITING, PLAYING):
            record.status = ABORTED
            await store.save(record)
            await asyncio.sleep(2 * LOOK_SECONDS)  # somebody may just have opened it
    finally:
        await store.drop_order(order)


async def forget(store: Store, player: str) -> int:
    """Delete a player's name, secret and chat, in the memory of running servers first, lest they write them again."""
    seats = sum(seat.player == player for record in await store.tables_of(player) for seat in record.seats)
    order = await store.give_order(FORGET, player)
    try:
        await asyncio.sleep(2 * LOOK_SECONDS)
        await store.delete_player(player)
        await asyncio.sleep(2 * LOOK_SECONDS)
    finally:
        await store.drop_order(order)
    return seats


async def ban(store: Store, subject: str, reason: str) -> None:
    """Shut a player or an address out; running servers cut their lines."""
    await bans.add(store, subject, reason)
    await announce_bans(store, subject)


async def lift(store: Store, subject: str) -> bool:
    lifted = await bans.lift(store, subject)
    await announce_bans(store, subject)
    return lifted


async def announce_bans(store: Store, subject: str) -> None:
    order = await store.give_order(BAN, subject)
    try:
        await asyncio.sleep(2 * LOOK_SECONDS)
    finally:
        await store.drop_order(order)


# --- the server's side


async def watch(tables: Tables) -> None:
    """Look for orders, for as long as the server runs."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            for order in await tables.store.orders():
                if time.time() - order.time > STALE_SECONDS:
                    await tables.store.drop_order(order.id)
                else:
                    await carry_out(tables, order.what, order.subject)
        except StoreError as error:
            log.info("orders could not be read", extra={"problem": str(error)})
        except Refused as refused:
            log.warning("an order could not be carried out yet", extra={"problem": str(refused)})
        except Exception:
            log.exception("an order failed")


async def carry_out(tables: Tables, what: str, subject: str) -> None:
    if what == BAN:
        await tables.bans.read()
    for table in list(tables.live.values()):
        if what == BAN:
            cut_banned(tables.bans, table)
        elif what == END and table.code == subject:
            await end_here(table)
        elif what == FORGET:
            await forget_here(table, subject)


def cut_banned(known: bans.Bans, table: Table) -> None:
    for listener in list(table.listeners):
        if listener.player in known.players or known.has_address(listener.address):
            listener.cut()


async def end_here(table: Table) -> None:
    async with table.lock:
        await table.ready()
        if table.status in (WAITING, PLAYING):
            log.info("table ended by the operator", extra={"table": table.code})
            await table.abort()


async def forget_here(table: Table, player: str) -> None:
    async with table.lock:
        await table.ready()
        seats = [seat for seat in table.seats if seat.player == player]
        said = [line for line in table.chat if line.player == player]
        if not seats and not said and table.record.creator != player:
            return
        for seat in seats:
            seat.player, seat.name, seat.token_hash = None, "", None
        for line in said:
            table.chat.remove(line)
        if table.record.creator == player:
            table.record.creator = None
        await table.save()
    for listener in list(table.listeners):
        if listener.player == player:
            listener.cut()
