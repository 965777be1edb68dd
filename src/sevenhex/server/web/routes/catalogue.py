"""What can be played, and against whom: editions, bots, the rules in our words, the rulebooks."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from sevenhex.errors import SevenhexError

from ...base.forms import BotInfo, ClauseInfo, EditionInfo
from ...base.refusal import Refused
from ...review import books
from ...table import bot_pool, catalogue
from .. import responses
from ..answers import answering, packed
from ..errors import DOCUMENTED
from ..services import services
from .records import compute_sent

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


@router.get("/api/rulebook/{edition}/{language}", responses=answering(responses.Rulebook))
async def rulebook(request: Request, edition: str, language: str) -> Response:
    """The rulebook of an edition in a language: course, clauses, almanac and examples that can be played."""
    job = books.wanted(edition, language)
    found = await services(request).books.find(job, lambda job: compute_sent(request, job))
    answer = await packed(request, found)
    answer.headers["Cache-Control"] = "no-cache"  # kept by the service worker, asked for again while there is a server
    return answer
