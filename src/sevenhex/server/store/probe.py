"""Can the store be written to? Asked by whatever watches over the server, and answered anew only every few seconds."""

from __future__ import annotations

import asyncio
import time

from .store import Store

EVERY = 2.0  # seconds: many who ask cost one write
PATIENCE = 3.0  # a monitor gives up soon after


class Probe:
    """The last answer, and who is finding out the next one."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.at = 0.0
        self.refuses = ""
        self.asking: asyncio.Task[None] | None = None

    async def why_not(self) -> str:
        """Why nothing can be written now; nothing when it can."""
        if self.asking is None and time.monotonic() - self.at > EVERY:
            self.asking = asyncio.create_task(self.ask(), name="probe")
        if self.asking is not None:
            await asyncio.wait([self.asking], timeout=PATIENCE)
            if self.asking is not None:
                return "The store does not answer."
        return self.refuses

    async def ask(self) -> None:
        try:
            self.refuses = await self.store.refuses()
        finally:
            self.at, self.asking = time.monotonic(), None
