"""Ways to break a server on purpose; `Nursery(wrap=["spoil:name"])` calls one in the server before it starts."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy.exc import OperationalError

from sevenhex.server.store.store import Store
from sevenhex.server.store.writer import Write, Writer

MOOD = "SEVENHEX_TEST_MOOD"  # the path of a file that says how the store behaves now


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


def moody() -> None:
    """A store that is slow, dead, refusing, or forgets to say that it has written, as the file says."""
    commit = Writer.commit
    mood = Path(os.environ[MOOD])

    async def moody_commit(self: Writer, batch: Sequence[Write]) -> None:
        kind, _, amount = mood.read_text().partition(" ")
        if kind == "slow":
            await asyncio.sleep(float(amount))
        elif kind == "dead":
            while mood.read_text().startswith("dead"):
                await asyncio.sleep(0.05)
        elif kind == "refusing":
            raise OperationalError("commit", {}, Exception("disk I/O error"))
        await commit(self, batch)
        if kind == "silent":
            raise OperationalError("commit", {}, Exception("connection lost while committing"))
        if kind == "late":
            await asyncio.sleep(float(amount))

    Writer.commit = moody_commit  # type: ignore[method-assign]
