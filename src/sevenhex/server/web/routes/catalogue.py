"""What can be played, and against whom: editions, bots, the rules in our words."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from sevenhex.errors import SevenhexError

from ...base.forms import BotInfo, ClauseInfo, EditionInfo
from ...base.refusal import Refused
from ...table import bot_pool, catalogue
from ..errors import DOCUMENTED

router = APIRouter(tags=["lobby"], responses=DOCUMENTED)


@router.get("/api/editions")
async def editions() -> list[EditionInfo]:
    """Editions with their options."""
    return await asyncio.to_thread(catalogue.all_editions)


@router.get("/api/bots")
async def bots() -> list[BotInfo]:
    """Bots that a seat can be given to."""
    return list(await asyncio.to_thread(bot_pool.known))


@router.get("/api/rules/{edition}")
async def rules(edition: str) -> list[ClauseInfo]:
    """The rules' clauses in our words."""
    try:
        return catalogue.rules_of(edition)
    except SevenhexError as error:
        raise Refused("unknown_table", "no_such_edition", detail=str(error)) from None
