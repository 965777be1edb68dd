"""Lists of tables: public ones, the caller's own, finished ones; and where the caller stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, cast

from fastapi import Query, Request

from ...base.forms import Standing, TableSummary
from ...review.ratings import anchors
from ...store.store import PAGE, PLAYING, TableRecord
from ...table import room
from ...table.broadcast import summary
from ...table.registry import Tables
from ..caller import caller_id
from ..errors import DOCUMENTED
from ..responses.lobby import OwnRating, Past, Ratings
from ..services import services
from . import new_router

router = new_router(tags=["lobby"], responses=DOCUMENTED)

MOST_LOADED = 8  # unfinished games of one caller that are read for the lobby


@router.get("/api/tables")
async def public_tables(request: Request) -> list[TableSummary]:
    """Public tables that wait or play."""
    tables, player = services(request).tables, await caller_id(request)
    return await with_standings(tables, await tables.store.public_tables(), player)


@router.get("/api/mine")
async def own_tables(request: Request) -> list[TableSummary]:
    """The caller's tables, running ones first."""
    tables, player = services(request).tables, await caller_id(request)
    return [] if player is None else await with_standings(tables, await tables.store.tables_of(player), player, load=True)


@router.get("/api/ratings")
async def ratings(request: Request) -> Ratings:
    """Where the caller stands among the bots, by the rated tables played to their end."""
    own = await services(request).ratings.of(await caller_id(request))
    return {"you": cast(OwnRating, own.to_json()), "bots": dict(anchors())}


@router.get("/api/past")
async def past(request: Request, page: Annotated[int, Query(ge=1, le=10_000)] = 1) -> Past:
    """Finished games: public ones and the caller's own."""
    player = await caller_id(request)
    records = await services(request).store.past(player, page)
    return {"page": page, "games": [summary(record, player) for record in records], "more": len(records) == PAGE}


async def with_standings(tables: Tables, records: Sequence[TableRecord], player: str | None, load: bool = False) -> list[TableSummary]:
    """Summaries, of running games with points, round and whose turn it is: of those in memory, and of the caller's own."""
    summaries, loaded = [summary(record, player) for record in records], 0
    for record, shown in zip(records, summaries, strict=True):
        if record.status != PLAYING:
            continue
        table = tables.live.get(record.code)
        if table is None and load and loaded < MOST_LOADED and tables.warmed.is_set():
            loaded += 1
            try:
                table = await tables.obtain(record.code)
            except Exception:  # a damaged table, or one of another process, is listed without it
                continue
        shown["standing"] = cast(Standing | None, room.standing(table)) if table else None
    return summaries
