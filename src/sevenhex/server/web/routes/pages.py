"""The built page; every path that is no file is a page of the client. This router comes last, since it takes every path."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse
from starlette.exceptions import HTTPException

router = APIRouter(include_in_schema=False)

STATIC = Path(__file__).parents[2] / "static"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sevenhex</title>
<h1>Sevenhex</h1><p>The server runs, but the page is not built. From a checkout: <code>make web</code>.</p></html>"""


@router.get("/{path:path}")
async def page(path: str) -> Response:
    if path.startswith("api/"):
        raise HTTPException(404, "There is no such call; see /api/openapi.json.")
    root = STATIC.resolve()
    wanted = file_at(root, path)
    if wanted is not None:
        forever = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return FileResponse(wanted, headers={"Cache-Control": forever})
    index = root / "index.html"
    if index.is_file() and "." not in path.rsplit("/", 1)[-1]:
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    if index.is_file():
        return PlainTextResponse("There is no such file.\n", 404)
    return HTMLResponse(NOT_BUILT, 200 if not path else 404)


def file_at(root: Path, path: str) -> Path | None:
    """A file inside this folder; None for every other path, sensible or not."""
    try:
        wanted = (root / path).resolve()
        return wanted if path and wanted.is_relative_to(root) and wanted.is_file() else None
    except (OSError, ValueError):  # longer than the system allows, or with characters that no name has
        return None
