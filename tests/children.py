"""Processes that a library starts for a test: the test is over when they are."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from threading import get_native_id
from typing import Any, TypeVar

Result = TypeVar("Result")


def children() -> set[str]:
    """The processes that this thread has started and that nobody has waited for yet (where the system tells)."""
    listed = Path(f"/proc/self/task/{get_native_id()}/children")
    return set(listed.read_text().split()) if listed.exists() else set()


def run(work: Coroutine[Any, Any, Result], seconds: float) -> Result:
    """`asyncio.run`, bounded, which also waits for processes that were left behind.

    On a busy machine the client of `mcp` gives up a server that takes long to end; a loop that is closed before it has ended makes
    whatever test comes next fail.
    """
    before = children()

    async def whole() -> Result:
        result = await work
        while children() - before:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.05)  # the loop hears of it
        return result

    return asyncio.run(asyncio.wait_for(whole(), seconds))
