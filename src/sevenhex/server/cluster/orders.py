"""The operator's orders to running servers: left in the store, and carried out by the process that owns the table.

An order stands for a moment and is carried out (`table/obeying.py`) as often as it is seen: ending what has ended, or forgetting whom
nobody knows, changes nothing. So it does not matter how many processes there are, nor whether there is one at all.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ..store import accounts, bans
from ..store.store import ABORTED, PLAYING, WAITING

if TYPE_CHECKING:
    from ..store.store import Store

END, FORGET, BAN = "end", "forget", "ban"
MOVE, REVOKE = "move", "revoke"  # of accounts: "GUEST>PLAYER"; a player whose tokens are void
LOOK_SECONDS = 0.5
PATIENCE = 4 * LOOK_SECONDS  # a process that has not carried it out by then does not have the table
STALE_SECONDS = 60.0  # an order whose giver has vanished


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


async def finish(store: Store) -> None:
    """When a server starts: whom another was forgetting when it was killed. Doing so twice changes nothing."""
    for order in await store.orders():
        if order.what == FORGET:
            for code in await accounts.alone_at(store, order.subject):
                await store.delete_table(code)
            await store.delete_player(order.subject)


async def ban(store: Store, subject: str, reason: str, seconds: float | None = None, what: str = bans.ALL) -> None:
    """Shut a player or an address out; running servers cut their lines."""
    await bans.add(store, subject, reason, seconds, what)
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
