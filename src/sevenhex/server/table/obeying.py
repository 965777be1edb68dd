"""The operator's orders (`cluster/orders.py`) are carried out at the tables that this process has."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ..base import likeness
from ..base.refusal import Refused
from ..cluster.orders import BAN, END, FORGET, LOOK_SECONDS, MOVE, REVOKE, STALE_SECONDS
from ..store import accounts, bans
from ..store.errors import StoreError
from ..store.store import PLAYING, WAITING
from . import hosting

if TYPE_CHECKING:
    from .registry import Tables
    from .table import Table

log = logging.getLogger("sevenhex.orders")


async def watch(tables: Tables) -> None:
    """Look for orders, for as long as the server runs."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            for order in await tables.store.orders():
                if time.time() - order.time > STALE_SECONDS:
                    if order.what == FORGET:  # the process that had begun it is gone
                        await carry_out(tables, FORGET, order.subject)
                        await tables.store.delete_player(order.subject)
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
    guest, _, player = subject.partition(">")
    account = await accounts.find(tables.store, player) if what == MOVE else None
    for table in list(tables.live.values()):
        try:
            if what == BAN:
                cut_banned(tables.bans, table)
            elif what == END and table.code == subject:
                await end_here(table)
            elif what == FORGET:
                await forget_here(table, subject)
            elif what == REVOKE:
                await revoke_here(table, subject)
            elif account is not None:
                await move_here(table, guest, account)
        except Refused:
            if not table.deleted:  # while this waited for its lock
                raise
    if account is not None and guest != player:
        for notify in tables.when_moved:
            await notify(guest, player)


def cut_banned(known: bans.Bans, table: Table) -> None:
    table.listeners.cut(lambda listener: known.has_player(listener.player) or known.has_address(listener.address))


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
        had_chat = table.chat.forget(player)
        if not seats and not had_chat and table.record.creator != player:
            return
        for seat in seats:
            if seat.name and seat.name in table.record.name:
                table.record.name = ""
            seat.player, seat.name, seat.token_hash, seat.registered, seat.program = None, "", None, False, False
        if table.record.creator == player:
            table.record.creator = None
        await table.save()
    table.listeners.cut(lambda listener: listener.player == player)


async def move_here(table: Table, guest: str, account: accounts.Account) -> None:
    """What was a guest's is the account's; at unfinished tables it goes by its registered name."""
    async with table.lock:
        await table.ready()
        player, record = account.player, table.record
        seats = [seat for seat in table.seats if seat.player in (guest, player) and (seat.player != player or not seat.registered)]
        had_chat = guest != player and table.chat.move(guest, player)
        if not seats and not had_chat and record.creator != guest:
            return
        for seat in seats:
            seat.player = player
            if not record.has_ended:
                others = [other.name for other in table.seats if other is not seat]
                seat.name, seat.registered = likeness.distinct(account.name, others), True
        if record.creator == guest:
            record.creator = player
        hosting.move(table, guest, player)
        await table.save()
    if guest != player:
        table.listeners.cut(lambda listener: listener.player == guest)


async def revoke_here(table: Table, player: str) -> None:
    async with table.lock:
        await table.ready()
        seats = [seat for seat in table.seats if seat.player == player]
        if any(seat.token_hash for seat in seats):
            for seat in seats:
                seat.token_hash = None
            await table.save()
    table.listeners.cut(lambda listener: listener.player == player)
