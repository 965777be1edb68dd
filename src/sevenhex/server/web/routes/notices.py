"""Where a player wants notices of the turn at a slow table."""

from __future__ import annotations

from fastapi import Request

from ...base.refusal import Refused
from ...store import notices as stored
from ...store.store import Known
from ..caller import caller
from ..errors import DOCUMENTED
from ..requests import NewNotice
from ..responses.notices import AddedNotice, OwnNotices
from ..services import services
from . import new_router

router = new_router(tags=["account"], responses=DOCUMENTED)


async def known_caller(request: Request) -> Known:
    known = await caller(request)
    if known is None:
        raise Refused("not_seated", "not_here")
    return known


@router.get("/api/notices")
async def own_notices(request: Request) -> OwnNotices:
    """Where the caller gets notices, which origins the operator allows, and the key of this server's pushes."""
    shared, known = services(request), await caller(request)
    found = await stored.of(shared.store, known.id) if known else []
    return {
        "allowed": sorted(shared.notices.allowed),
        "key": await shared.notices.public_key(),
        "notices": [{"id": each.id, "kind": each.kind, "address": each.address, "created": each.created} for each in found],
    }


@router.post("/api/notices", status_code=201)
async def add_notice(request: Request, wanted: NewNotice) -> AddedNotice:
    """A browser's push subscription, or a webhook (Discord, Matrix, plain), at an origin that the operator allows."""
    shared, known = services(request), await known_caller(request)
    most, site = shared.settings.limits.notices_per_player, f"{request.url.scheme}://{request.url.netloc}"
    return {"id": await shared.notices.add(known.id, wanted.kind, wanted.address, wanted.p256dh, wanted.auth, site, most)}


@router.delete("/api/notices/{notice}", status_code=204)
async def drop_notice(request: Request, notice: str) -> None:
    """Not there any more."""
    shared, known = services(request), await known_caller(request)
    if not await stored.drop(shared.store, known.id, notice):
        raise Refused("unknown_table", "no_such_notice")
