"""Large answers are packed by the worker that made them, or in a thread; never on the event loop."""

from __future__ import annotations

import asyncio
import gzip

from starlette.requests import Request
from starlette.responses import Response

from ..review.jobs import LEVEL, SMALL, Packed


async def packed(request: Request, body: bytes, media_type: str = "application/json") -> Response:
    """An answer, compressed where the asker understands that."""
    understood = "gzip" in request.headers.get("accept-encoding", "")
    if isinstance(body, Packed) and not understood:
        body = await asyncio.to_thread(gzip.decompress, body)
    if not understood or (len(body) <= SMALL and not isinstance(body, Packed)):  # the middleware packs small ones
        return Response(body, media_type=media_type)
    small = body if isinstance(body, Packed) else await asyncio.to_thread(gzip.compress, body, LEVEL)  # works without Python's lock
    return Response(small, media_type=media_type, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
