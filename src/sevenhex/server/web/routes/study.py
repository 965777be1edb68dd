"""For people who study: a board for any position, its judge, openings, puzzles, the coach. Positions are computed by workers."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

from fastapi import Query, Request, Response

from sevenhex.study import puzzles as collection

from ...base.refusal import Refused
from ...review import study
from ...table import hints
from ..answers import answering, packed
from ..caller import visit
from ..errors import DOCUMENTED
from ..requests import Key, Looked, Position, Question
from ..responses.study import Coach, Corners, Dealt, Judgement, Look, Puzzle, Puzzles
from ..services import shut_islands
from . import new_router
from .records import compute_sent

router = new_router(tags=["study"], responses=DOCUMENTED)


async def answer(request: Request, job: study.Job) -> Response:
    return await packed(request, await compute_sent(request, job))


def line_of(given: Position, shut: list[str] | None = None) -> study.Line:
    return study.Line(given.start, given.entries, list(given.actions), shut or [])


# --- positions


@router.post("/api/study/look", responses=answering(Look))
async def look(request: Request, given: Looked) -> Response:
    """A position with its view, legal actions, chances and text; a bad one is refused with the field that is wrong."""
    return await answer(request, study.LookAt(line_of(given), given.viewer, given.log))


@router.post("/api/study/judge", responses=answering(Judgement))
async def judge(request: Request, given: Question) -> Response:
    """Chances of all seats and the best actions, after so many steps of thinking."""
    return await answer(request, study.Judge(line_of(given, await shut_islands(request)), given.seat, given.viewer, given.depth))


@router.post("/api/study/corners", responses=answering(Corners))
async def corners(request: Request, given: Position) -> Response:
    """Of a position in its set-up: the free corners, the best first, with reasons."""
    return await answer(request, study.Corners(line_of(given, await shut_islands(request))))


@router.get("/api/study/opening", responses=answering(Dealt))
async def opening(
    request: Request,
    seed: Annotated[str, Query(max_length=60)],
    edition: Key = "sixth",
    players: Annotated[int, Query(ge=2, le=6)] = 4,
    place: Annotated[int, Query(ge=0, le=11)] = 0,
) -> Response:
    """An island with so many settlements placed, and every corner graded: for training."""
    return await answer(request, study.Deal(seed, edition, players, place))


@router.get("/api/tables/{code}/coach", tags=["play"])
async def coach(request: Request, code: str) -> Coach:
    """In the set-up of a game against bots: the free corners, the best first, with reasons."""
    table, seat, _ = await visit(request, code)
    return cast(Coach, await hints.coach(table, seat))


# --- puzzles


@router.get("/api/puzzles")
async def puzzles() -> Puzzles:
    """All puzzles: id, theme, rating; and how they were made."""
    found = await asyncio.to_thread(collection.shipped)
    return {
        "made": found.made,
        "puzzles": [{"id": each.id, "goal": each.goal, "theme": each.theme, "rating": each.rating} for each in found.puzzles],
    }


@router.get("/api/puzzles/{ident}")
async def puzzle(ident: str) -> Puzzle:
    """One puzzle with its answer and why."""
    found = await asyncio.to_thread(collection.shipped)
    for each in found.puzzles:
        if each.id == ident:
            return cast(Puzzle, {**each.to_json(), "why": await asyncio.to_thread(each.why)})
    raise Refused("unknown_table", "no_such_page", detail="There is no such puzzle.")
