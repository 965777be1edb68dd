"""Ways to break a server on purpose; `Nursery(wrap=["spoil:name"])` calls one in the server before it starts."""

from __future__ import annotations

import asyncio
from typing import Any

from sevenhex.server.store import Store


def answer_before_writing() -> None:
    """The fault that the kill test must find."""
    append = Store.append
    kept: set[Any] = set()

    async def later(self: Store, *given: Any) -> None:
        async def write() -> None:
            await asyncio.sleep(0.05)
            await append(self, *given)

        kept.add(asyncio.create_task(write()))

    Store.append = later  # type: ignore[method-assign]
