"""The caller's deck: own mistakes and shipped puzzles, repeated at growing intervals. Nobody else's can be asked for."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from fastapi import Path, Query, Request, Response

from ...base.address import address_of
from ...base.refusal import Refused
from ..caller import caller, caller_or_new
from ..errors import DOCUMENTED
from ..requests import DrillAnswer
from ..responses.drills import Deck, Drill, DrillNoted
from ..services import services
from . import new_router
from .profile import count_asking

router = new_router(tags=["study"], responses=DOCUMENTED)

Ident = Annotated[str, Path(max_length=40)]
Theme = Literal["opening", "road race", "robber", "trade", "end game", "card play", "building"]
Level = Annotated[int, Query(ge=0, le=4000, description="The rating near which new puzzles are looked for.")]


@router.get("/api/drills")
async def deck(request: Request, theme: Annotated[Theme | None, Query()] = None, level: Level = 1200) -> Deck:
    """The caller's deck at a glance, and what is to be answered now. Mistakes of reviewed games that are still to be checked are begun."""
    count_asking(request)
    known = await caller(request)
    return cast(Deck, await services(request).drills.of(known.id if known else "", address_of(request), theme, level))


@router.get("/api/drills/{drill}")
async def drill(request: Request, drill: Ident) -> Drill:
    """One of them with its answer, what was done in the game, and why: an own mistake, or a shipped puzzle."""
    known = await caller(request)
    return cast(Drill, await services(request).drills.one(known.id if known else "", drill))


@router.post("/api/drills/{drill}")
async def answer_drill(request: Request, response: Response, drill: Ident, wanted: DrillAnswer) -> DrillNoted:
    """Note an answer; it counts once for each number of times, however often it is sent."""
    shared, known = services(request), await caller(request)
    if known is None and not shared.new_tables.allows(address_of(request)):  # somebody new is kept from now on
        raise Refused("too_many", "too_many_requests", retry_after=5.0)
    known = known or await caller_or_new(request, response, "")
    return cast(DrillNoted, await shared.drills.answer(known.id, drill, wanted.tries, wanted.times, wanted.seconds))


@router.delete("/api/drills/{drill}", status_code=204)
async def drop_drill(request: Request, drill: Ident) -> None:
    """Out of the deck for good."""
    known = await caller(request)
    if known is None:
        raise Refused("unknown_table", "no_such_drill")
    await services(request).drills.take_out(known.id, drill)
