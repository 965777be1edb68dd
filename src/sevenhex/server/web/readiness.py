"""What a game still waits for after the server's start."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import WebSocket, WebSocketDisconnect

from sevenhex.rules.jit import COMPILED

from ..table.registry import Tables
from .responses.operation import Readiness

FIRST_WORD = 0.2  # seconds
SAY_EVERY = 3.0


def readiness(tables: Tables) -> Readiness:
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
