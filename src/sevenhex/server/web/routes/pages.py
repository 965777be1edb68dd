"""The built page; every path that is no file is a page of the client. This router comes last, since it takes every path."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from ...base.encoder import encode
from ..files import File
from ..services import services
from . import new_router

router = new_router(include_in_schema=False)

INDEX = "index.html"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sevenhex</title>
<h1>Sevenhex</h1><p>The server runs, but the page is not built. From a checkout: <code>make web</code>.</p></html>"""


@router.get("/api/openapi.json")
async def description(request: Request) -> Response:
    """All calls, described; a quarter of a megabyte, so it is written and packed once."""
    found = await services(request).pages.keep("openapi", lambda: encode(request.app.openapi()), "application/json")
    return sent(request, found, "no-cache")


@router.get("/{path:path}")
async def page(request: Request, path: str) -> Response:
    if path.startswith("api/"):
        raise HTTPException(404, "There is no such call; see /api/openapi.json.")
    files = services(request).pages
    wanted = await files.find(path)
    if wanted is not None:
        return sent(request, wanted, "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache")
    index = await files.find(INDEX)
    if index is None:
        return HTMLResponse(NOT_BUILT, 200 if not path else 404)
    if "." in path.rsplit("/", 1)[-1]:
        return PlainTextResponse("There is no such file.\n", 404)
    return sent(request, index, "no-cache")


def sent(request: Request, file: File, kept: str) -> Response:
    """A file, packed where the browser understands that, or only word that it is still the same."""
    headers = {"Cache-Control": kept, "ETag": file.mark, "Vary": "Accept-Encoding"}
    if file.mark in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, 200, {**headers, "Content-Encoding": "gzip"}, file.form)
    return Response(file.body, 200, headers, file.form)
