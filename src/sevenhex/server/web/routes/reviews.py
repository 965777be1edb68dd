"""Reviews of finished games: begun by the first call, then asked for until they are done."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from ...base.address import address_of
from ...base.encoder import encode
from ...base.refusal import Refused
from ...review.reviews import Review
from ..answers import answering, packed
from ..errors import DOCUMENTED
from ..responses import reviews as forms
from ..services import services, shut_islands
from . import new_router
from .records import Text, ended

ASKED: dict[int | str, dict[str, Any]] = {
    **answering(forms.Review),
    202: {"model": forms.ReviewProgress, "description": "It is under way."},
}

router = new_router(responses=DOCUMENTED)


async def standing(request: Request, found: Review) -> Response:
    """A review, or how far it is (202)."""
    if found.problem is not None:
        raise found.problem
    if found.body is not None:
        return await packed(request, found.body)
    return Response(encode(services(request).game_reviews.standing(found)), 202, media_type="application/json")


@router.post("/api/tables/{code}/review", tags=["records"], responses=ASKED)
async def review_table(request: Request, code: str) -> Response:
    """After the end: the review, or (202) how far it is; the first call begins it."""
    played = await ended(request, code, "not_over_report")
    return await standing(request, services(request).game_reviews.table(code, played, address_of(request)))


@router.delete("/api/tables/{code}/review", tags=["records"], status_code=204)
async def cancel_table_review(request: Request, code: str) -> None:
    """Stop a review that the caller's address has begun; it goes on where others wait for it too."""
    await ended(request, code, "not_over_report")
    services(request).game_reviews.cancel(f"t-{code}", address_of(request))


@router.post("/api/reviews", tags=["study"], responses=ASKED)
async def review_record(request: Request, text: Text) -> Response:
    """Review a record sent as text: the review, or (202) its key and how far it is."""
    return await standing(request, services(request).game_reviews.sent(text, address_of(request), await shut_islands(request)))


@router.get("/api/reviews/{key}", tags=["study"], responses=ASKED)
async def review(request: Request, key: str) -> Response:
    """A review that was asked for: itself, or how far it is."""
    found = services(request).game_reviews.of(key)
    if found is None:
        raise Refused("unknown_table", "no_such_page", detail="There is no such review; ask for it again.")
    return await standing(request, found)


@router.delete("/api/reviews/{key}", tags=["study"], status_code=204)
async def cancel_review(request: Request, key: str) -> None:
    """Stop a review that the caller's address has begun; it goes on where others wait for it too."""
    reviews = services(request).game_reviews
    if reviews.of(key) is None:
        raise Refused("unknown_table", "no_such_page", detail="There is no such review.")
    reviews.cancel(key, address_of(request))
