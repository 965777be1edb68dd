"""The calls around a game: is the server ready, where do friends reach it, and how do the people at a table stand."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from sevenhex.rules.jit import COMPILED

from ..base.address import network_address
from ..store.store import PLAYING, TableRecord
from ..table import room
from ..table.registry import Tables

EVERYWHERE = ("0.0.0.0", "::")
FIRST_WORD = 0.2  # seconds
SAY_EVERY = 3.0
MOST_LOADED = 8  # unfinished games of one asker that are read for the lobby


def readiness(tables: Tables) -> dict[str, Any]:
    """What a game still waits for: machine code of the rules ("rules"), or nothing; `slow` while the rules are plain Python."""
    ready = tables.warmed.is_set()
    return {"ready": ready, "waits_for": None if ready else "rules", "slow": not COMPILED}


@asynccontextmanager
async def preparing(line: WebSocket, tables: Tables) -> AsyncIterator[None]:
    """While a table waits for its rules, say so again and again: silence would be taken for a dead line."""

    async def say() -> None:
        while not tables.warmed.is_set():
            await asyncio.sleep(FIRST_WORD)
            await line.send_json({"type": "preparing", **readiness(tables)})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(tables.warmed.wait(), SAY_EVERY)

    saying = asyncio.create_task(say())
    try:
        yield
    finally:
        saying.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):  # nobody listens any more
            await saying


def reached_at(connection: HTTPConnection, host: str) -> dict[str, Any]:
    """Where friends find this server: `network` works on the local network, `open` says whether it listens there at all."""
    port = connection.url.port or (443 if connection.url.scheme in ("https", "wss") else 80)
    own = network_address()
    listening = host in EVERYWHERE or host == own
    return {"network": f"http://{own}:{port}" if own else None, "open": listening}


async def with_standings(
    tables: Tables, records: list[TableRecord], summaries: list[dict[str, Any]], load: bool = False
) -> list[dict[str, Any]]:
    """Add points, round and whose turn it is to running games: those in memory, and the asker's own."""
    loaded = 0
    for record, summary in zip(records, summaries, strict=True):
        if record.status != PLAYING:
            continue
        table = tables.live.get(record.code)
        if table is None and load and loaded < MOST_LOADED and tables.warmed.is_set():
            loaded += 1
            try:
                table = await tables.obtain(record.code)
            except Exception:  # a damaged table, or one of another process, is listed without it
                continue
        summary["standing"] = room.standing(table) if table else None
    return summaries


def add_room(app: FastAPI) -> None:
    @app.get("/api/ready", tags=["lobby"])
    async def ready(request: Request) -> dict[str, Any]:
        """What a game would still wait for."""
        tables = request.app.state.tables
        return readiness(tables) | {"bots": tables.bots_warmed}

    @app.get("/api/address", tags=["lobby"])
    async def address(request: Request) -> dict[str, Any]:
        """Where friends on the local network reach this server."""
        return reached_at(request, request.app.state.settings.host)
