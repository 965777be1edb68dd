"""Profiles: one's own, that of somebody who shows it, and one's games as a file."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Request, Response

from ...base.address import address_of
from ...base.refusal import Refused
from ...people import profile
from ...review import jobs
from ..caller import caller
from ..errors import DOCUMENTED
from ..responses.profile import Profile
from ..services import services
from . import new_router

router = new_router(tags=["account"], responses=DOCUMENTED)

PARQUET = "application/vnd.apache.parquet"
LINES = "application/x-ndjson"
ZIP = "application/zip"
FILES: dict[int | str, dict[str, Any]] = {200: {"content": {LINES: {}, PARQUET: {}}, "description": "A game a row."}}

ARCHIVE: dict[int | str, dict[str, Any]] = {200: {"content": {ZIP: {}}, "description": "A record a file."}}


def count_asking(request: Request) -> None:
    """Reading a whole history costs something: few at a time for each address."""
    if not services(request).histories.allows(address_of(request)):
        raise Refused("too_many", "too_many_requests", retry_after=1.0)


@router.get("/api/profile")
async def own_profile(request: Request) -> Profile:
    """The caller's own: results, rating over time, and what reviews say of luck and decisions."""
    count_asking(request)
    known = await caller(request)
    found: Profile = await services(request).profiles.of(known.id if known else "", known.name if known else "")  # type: ignore[assignment]
    return found


@router.get("/api/profile/games", responses=FILES)
async def own_games(request: Request, form: Annotated[Literal["json", "parquet"], Query()] = "json") -> Response:
    """The caller's finished games as a file; each one's record is at `/api/tables/CODE/record`."""
    count_asking(request)
    known = await caller(request)
    games = await services(request).profiles.rows(known.id if known else "")
    if form == "json":
        return Response(profile.as_lines(games), media_type=LINES)
    return Response(await asyncio.to_thread(profile.as_parquet, games), media_type=PARQUET)


@router.get("/api/profile/records", responses=ARCHIVE)
async def own_records(request: Request, page: Annotated[int, Query(ge=1, le=10_000)] = 1) -> Response:
    """Records of the caller's finished games as text, a hundred in an archive, the latest first."""
    shared = services(request)
    if not shared.archives.allows(address_of(request)):  # a hundred logs are read from the store for it
        raise Refused("too_many", "too_many_requests", retry_after=30.0)
    known = await caller(request)
    job = jobs.Records(await shared.profiles.records(known.id if known else "", page))
    return Response(await shared.reviews.compute(job, address_of(request)), media_type=ZIP)


@router.get("/api/profiles/{name}")
async def shown_profile(request: Request, name: Annotated[str, Path(max_length=60)]) -> Profile:
    """Somebody's who shows it; hidden ones and unknown ones are answered alike."""
    count_asking(request)
    found: Profile = await services(request).profiles.of_name(name)  # type: ignore[assignment]
    return found
