"""Large answers are packed in a thread, not on the event loop."""

from __future__ import annotations

import asyncio
import gzip

from starlette.requests import Request
from starlette.responses import Response

SMALL = 16_000  # bytes; the middleware packs these
LEVEL = 5


async def packed(request: Request, body: bytes, media_type: str = "application/json") -> Response:
    """An answer, compressed where the asker understands that."""
    if len(body) <= SMALL or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, media_type=media_type)
    small = await asyncio.to_thread(gzip.compress, body, LEVEL)  # it works without Python's lock
    return Response(small, media_type=media_type, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
