"""The operator's orders (`cluster/orders.py`) are carried out at the tables that this process has."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from ..cluster.orders import BAN, END, FORGET, LOOK_SECONDS, STALE_SECONDS
from ..store import bans
from ..store.errors import StoreError
from ..store.store import PLAYING, WAITING

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
    table.listeners.cut(lambda listener: listener.player in known.players or known.has_address(listener.address))


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
            seat.player, seat.name, seat.token_hash = None, "", None
        if table.record.creator == player:
            table.record.creator = None
        await table.save()
    table.listeners.cut(lambda listener: listener.player == player)
