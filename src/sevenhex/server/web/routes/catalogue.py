"""What can be played, and against whom: editions, bots, the rules in our words, the rulebooks."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Query, Request, Response

from sevenhex.errors import SevenhexError
from sevenhex.rulebook.forms import Comparison, Rulebook, TableRules

from ...base.forms import BotInfo, ClauseInfo, EditionInfo
from ...base.refusal import Refused
from ...review import books, lessons
from ...table import bot_pool, catalogue
from ..answers import answering, packed
from ..errors import DOCUMENTED
from ..requests import Key, TableOptions
from ..responses.dealing import DealtIsland
from ..responses.lessons import Lessons
from ..services import services
from . import new_router
from .records import compute_sent

router = new_router(tags=["lobby"], responses=DOCUMENTED)


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


@router.get("/api/rulebook/{edition}/{language}", responses=answering(Rulebook))
async def rulebook(request: Request, edition: str, language: str) -> Response:
    """The rulebook of an edition in a language: course, clauses, almanac and examples that can be played."""
    return await from_shelf(request, books.wanted(edition, language))


@router.get("/api/rulebook/{edition}/{language}/known/{known}", responses=answering(Comparison))
async def comparison(request: Request, edition: str, language: str, known: str) -> Response:
    """What is new in an edition for people who know another one: only what differs, with islands on which the difference can be played."""
    return await from_shelf(request, books.compared(edition, language, known))


@router.post("/api/rulebook/{edition}/{language}/table", responses=answering(TableRules))
async def table_rules(request: Request, edition: str, language: str, given: TableOptions) -> Response:
    """The rules of a table with these options, the changed ones first."""
    job = books.TableRules(books.known_edition(edition), books.known_language(language), given.players, dict(given.options))
    return await packed(request, await compute_sent(request, job))


@router.get("/api/islands/{edition}", responses=answering(DealtIsland))
async def island(
    request: Request,
    edition: str,
    seed: Annotated[str, Query(min_length=1, max_length=60)],
    players: Annotated[int, Query(ge=2, le=6)] = 4,
    setup: Key = "",
) -> Response:
    """An island for a real table: the same for everybody who names this seed, with figures that say how fair it is."""
    job = books.Island(seed, books.known_edition(edition), players, setup)
    return await packed(request, await compute_sent(request, job))


async def from_shelf(request: Request, job: books.Kept) -> Response:
    found = await services(request).books.find(job, lambda job: compute_sent(request, job))
    answer = await packed(request, found)
    answer.headers["Cache-Control"] = "no-cache"  # kept by the service worker, asked for again while there is a server
    return answer


@router.get("/api/lessons/{edition}/{language}", responses=answering(Lessons))
async def learn(request: Request, edition: str, language: str) -> Response:
    """Lessons for newcomers with an edition's words, in a language: positions, the moves wanted, and all that follows from them."""
    return await from_shelf(request, lessons.wanted(edition, language))
