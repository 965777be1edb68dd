"""What makes slow games pleasant: holidays, and a feed of what waits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Request, Response

from ...base.refusal import Refused
from ...store import feeds as stored_feeds
from ...store import holidays
from ...store.errors import refusing
from ...store.holidays import DAY
from ...store.store import Known
from ...table import broadcast, slow
from ..caller import caller
from ..errors import DOCUMENTED
from ..requests import NewHoliday
from ..responses.slow import Holiday, NewFeed, OwnFeed
from ..services import Services, services
from . import new_router
from .notices import known_caller
from .profile import count_asking

router = new_router(tags=["account"], responses=DOCUMENTED)

ATOM = "application/atom+xml"
FEED: dict[int | str, dict[str, Any]] = {200: {"content": {ATOM: {}}, "description": "An Atom feed."}}


# --- holidays


async def shown(shared: Services, player: str) -> Holiday:
    now, most = shared.settings.now(), shared.settings.limits.holiday_days
    with refusing():
        until, taken = await holidays.of(shared.store, player, now)
    return {"until": until, "left": max(0, int((most * DAY - taken + holidays.ROUNDING) // DAY)), "most": int(most)}


async def changed(shared: Services, known: Known) -> Holiday:
    """Tables of this process know it at once, others within half a minute."""
    with refusing():
        await shared.tables.holidays.read(shared.store, shared.settings.now())
    shared.tables.forget_due()
    for table in list(shared.tables.live.values()):
        if slow.is_slow(table.record) and table.seat_of(known.id) is not None:
            broadcast.notify_table(table)
    return await shown(shared, known.id)


@router.get("/api/holiday")
async def own_holiday(request: Request) -> Holiday:
    """Is the caller on holiday, and how many days of the last 365 are left?"""
    known = await caller(request)
    return await shown(services(request), known.id if known else "")


@router.post("/api/holiday", status_code=201)
async def take_holiday(request: Request, wanted: NewHoliday) -> Holiday:
    """From now on, for so many days: the caller's time at slow tables (those of tournaments excepted) stands still."""
    shared, known = services(request), await known_caller(request)
    now, most = shared.settings.now(), shared.settings.limits.holiday_days
    with refusing():
        problem = await holidays.take(shared.store, known.id, now, now + wanted.days * DAY, most * DAY)
    if problem == "running":
        raise Refused("illegal", "holiday_running")
    if problem:
        raise Refused("too_many", "holiday_short", most=int(most))
    return await changed(shared, known)


@router.delete("/api/holiday")
async def end_holiday(request: Request) -> Holiday:
    """The caller is back; the days that are left over stay."""
    shared, known = services(request), await known_caller(request)
    with refusing():
        if not await holidays.end(shared.store, known.id, shared.settings.now()):
            raise Refused("illegal", "no_holiday")
    return await changed(shared, known)


# --- the feed


@router.get("/api/feed")
async def own_feed(request: Request) -> OwnFeed:
    """Has the caller a feed, and since when?"""
    known = await caller(request)
    return {"created": await stored_feeds.created(services(request).store, known.id) if known else None}


@router.post("/api/feed", status_code=201)
async def new_feed(request: Request) -> NewFeed:
    """A new address for the caller's feed, shown only now; the former one opens nothing any more."""
    count_asking(request)
    known = await known_caller(request)
    return {"path": f"/api/feeds/{await services(request).feeds.new_secret(known.id)}"}


@router.delete("/api/feed", status_code=204)
async def drop_feed(request: Request) -> None:
    """No feed any more."""
    known = await known_caller(request)
    await services(request).feeds.drop(known.id)


@router.get("/api/feeds/{secret}", responses=FEED)
async def feed(
    request: Request, secret: Annotated[str, Path(max_length=64)], language: Annotated[Literal["en", "de", "fr", "es"], Query()] = "en"
) -> Response:
    """What waits for the one who made this address: tables by name, and nothing that happened there."""
    count_asking(request)
    site = f"{request.url.scheme}://{request.url.netloc}"
    return Response(await services(request).feeds.read(secret, language, site), media_type=ATOM)
