"""Chat at a table. The text is kept as it is; whoever shows it escapes it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from ..store.errors import Conflict, StoreError, refusing
from ..store.store import ChatLine
from . import broadcast, hosting

if TYPE_CHECKING:
    from .table import Table


async def say(table: Table, seat: int | None, player: str | None, command: str, text: str) -> None:
    who = table.seated(seat)
    async with table.lock:
        await table.ready()
        hosting.may_chat(table, player)
        if any(said.command == command and said.seat == who for said in table.chat):
            return
        line = ChatLine(table.lines + 1, who, player, table.seats[who].name, text, command, time.time())
        try:
            await table.store.add_line(table.code, line, table.fence)
        except StoreError as error:
            table.forget()
            if isinstance(error, Conflict) and await was_said(table, who, command):
                return
            raise Refused("unavailable", str(error)) from error
        table.lines += 1
        table.chat.append(line)
        broadcast.broadcast(table, {"type": "chat", **broadcast.line_json(line)})


async def announce(table: Table, text: str) -> None:
    """The table itself says something to everybody. The lock is held."""
    line = ChatLine(table.lines + 1, None, None, "", text, None, time.time())
    with table.storing():
        await table.store.add_line(table.code, line, table.fence)
    table.lines += 1
    table.chat.append(line)
    broadcast.broadcast(table, {"type": "chat", **broadcast.line_json(line)})


async def was_said(table: Table, seat: int, command: str) -> bool:
    """Is this a line of long ago, sent again?"""
    with refusing():
        return await table.store.has_said(table.code, seat, command)
