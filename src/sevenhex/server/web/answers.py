"""Answers that workers made: their form for the description of the calls. Large ones are packed by the worker, or in a thread."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..review.jobs import LEVEL, SMALL, Packed


def answering(form: Any) -> dict[int | str, dict[str, Any]]:
    """The form of an answer whose bytes a worker made, as a description: FastAPI neither reads nor checks them again."""
    return {200: {"model": form}}


async def packed(request: Request, body: bytes, media_type: str = "application/json") -> Response:
    """An answer, compressed where the caller understands that."""
    packs = "gzip" in request.headers.get("accept-encoding", "")
    if isinstance(body, Packed) and not packs:
        body = await asyncio.to_thread(gzip.decompress, body)
    if not packs or (len(body) <= SMALL and not isinstance(body, Packed)):  # the middleware packs small ones
        return Response(body, media_type=media_type)
    small = body if isinstance(body, Packed) else await asyncio.to_thread(gzip.compress, body, LEVEL)  # works without Python's lock
    return Response(small, media_type=media_type, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
