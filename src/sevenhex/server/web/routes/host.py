"""What the host of a table may do to keep it pleasant."""

from __future__ import annotations

from fastapi import Request

from ...base.forms import TableInfo
from ...table import hosting
from ...table.broadcast import table_json
from ..caller import visit_known
from ..errors import DOCUMENTED
from ..requests import Lock, Mute, Removal
from . import new_router

router = new_router(tags=["host"], responses=DOCUMENTED)


@router.post("/api/tables/{code}/remove")
async def remove(request: Request, code: str, wanted: Removal) -> TableInfo:
    """The host removes somebody from a seat, and may ban the player."""
    table, player = await visit_known(request, code)
    await hosting.remove(table, player, wanted.seat, wanted.ban)
    return table_json(table, player, table.seat_of(player))


@router.delete("/api/tables/{code}/bans")
async def lift_bans(request: Request, code: str) -> TableInfo:
    """The host lets everybody in again who was banned."""
    table, player = await visit_known(request, code)
    await hosting.lift_bans(table, player)
    return table_json(table, player, table.seat_of(player))


@router.post("/api/tables/{code}/lock")
async def lock(request: Request, code: str, wanted: Lock) -> TableInfo:
    """The host locks the table, or opens it again: nobody else sits down or watches."""
    table, player = await visit_known(request, code)
    await hosting.lock(table, player, wanted.locked)
    return table_json(table, player, table.seat_of(player))


@router.post("/api/tables/{code}/mute")
async def mute(request: Request, code: str, wanted: Mute) -> TableInfo:
    """The host mutes somebody's chat, or lets it be heard again."""
    table, player = await visit_known(request, code)
    await hosting.mute(table, player, wanted.seat, wanted.muted)
    return table_json(table, player, table.seat_of(player))
