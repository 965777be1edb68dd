"""The store's one writer: what many tables have to write queues here, and all that waits shares a commit."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import schema
from .batch import BatchWriter
from .errors import Conflict, StoreError

MOST_IN_COMMIT = 500
HUNG = 3  # times its patience after which a commit is given up, so that a dead connection does not hold up the others for ever

Work = Callable[[AsyncConnection], Awaitable[None]]


@dataclass
class Write:
    """A piece of work that waits for the next commit; log lines are kept apart so that all tables' go in one statement."""

    done: asyncio.Future[None]
    work: Work | None = None
    lines: Sequence[dict[str, Any]] = ()
    fence: tuple[str, int] | None = None


class Writer:
    """A write returns when it is on disk. After `patience` seconds nobody knows; the caller reads the table again before going on."""

    def __init__(self, engine: AsyncEngine, patience: float) -> None:
        self.engine, self.patience = engine, patience
        file = engine.url.database if engine.dialect.name == "sqlite" else None
        self.batch = BatchWriter(file) if file and file != ":memory:" else None
        self.waiting: asyncio.Queue[Write] = asyncio.Queue()
        self.writing: asyncio.Task[None] | None = None
        self.commits = 0

    def start(self) -> None:
        self.writing = asyncio.create_task(self.write_all(), name="store writer")

    async def stop(self) -> None:
        if self.writing is not None:
            self.writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.writing
        if self.batch is not None:
            self.batch.close()

    async def write(self, work: Work | None = None, lines: Sequence[dict[str, Any]] = (), fence: tuple[str, int] | None = None) -> None:
        """Wait until this is on disk. The fence is a table's code and that of its lease; 0 where there is only one process."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait(Write(done, work, lines, fence if fence and fence[1] else None))
        try:
            await asyncio.wait_for(done, self.patience)
        except TimeoutError:
            raise StoreError("The store does not answer; nothing was sent to anyone. Try again in a moment.") from None
        except (IntegrityError, sqlite3.IntegrityError) as error:
            raise Conflict(f"This was written before: {getattr(error, 'orig', error)}") from error
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreError(f"The store could not write: {error}") from error
        finally:
            del done  # it holds the error, and the error this frame

    async def write_all(self) -> None:
        """Take everything that waits, commit it at once, tell everybody."""
        while True:
            batch = [await self.waiting.get()]
            while not self.waiting.empty() and len(batch) < MOST_IN_COMMIT:
                batch.append(self.waiting.get_nowait())
            batch = [write for write in batch if not write.done.done()]  # a caller that gave up is not written after all
            try:
                for part in ([write for write in batch if not write.work], [write for write in batch if write.work]):
                    if part:  # log lines alone are quickly written, and need not wait for the rest
                        await self.write_some(part)
            except asyncio.CancelledError:
                for write in batch:
                    write.done.cancel()
                raise

    async def write_some(self, batch: Sequence[Write]) -> None:
        try:
            async with asyncio.timeout(HUNG * self.patience):
                await self.commit(batch)
        except Exception as error:
            if len(batch) == 1:
                resolve(batch[0].done, error.with_traceback(None))  # which would lead back to the error itself
                return
            for write in batch:  # one bad write must not fail its neighbours
                if not write.done.done():
                    await self.write_some([write])
        else:
            for write in batch:
                resolve(write.done)

    async def commit(self, batch: Sequence[Write]) -> None:
        lines = [line for write in batch for line in write.lines]
        fences = [write.fence for write in batch if write.fence is not None]
        self.commits += 1
        if self.batch is not None and not fences and not any(write.work for write in batch):
            await self.batch.write(lines)
            return
        async with self.engine.begin() as connection:
            await hold(connection, dict(fences))
            for write in batch:
                if write.work is not None:
                    await write.work(connection)
            if lines:
                await connection.execute(insert(schema.entries), lines)


async def hold(connection: AsyncConnection, fences: dict[str, int]) -> None:
    """Refuse the write of a process that no longer owns the table."""
    if not fences:
        return
    table = schema.tables.c
    query = select(table.code, table.fence).where(table.code.in_(list(fences))).with_for_update(read=True)
    for row in await connection.execute(query):
        if row.fence != fences[row.code]:
            raise Conflict(f"Table {row.code} is now owned by another server process.")


def resolve(done: asyncio.Future[None], error: BaseException | None = None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
