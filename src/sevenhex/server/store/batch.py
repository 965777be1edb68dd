"""Log lines into SQLite, those of many tables in one step: a connection of sqlite3 in a thread of its own (docs/quickpaths.md)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from . import schema

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=FAST")
# a commit is on disk when it returns; what is deleted is overwritten where that needs no further page
COLUMNS = tuple(column.name for column in schema.entries.columns)
# One statement for all lines and so one step: between steps the thread would have to wait for Python's lock, once for each line.
VALUES = ", ".join(f"json_extract(value, '$.{name}')" for name in COLUMNS)
INSERT = f"INSERT INTO entries ({', '.join(COLUMNS)}) SELECT {VALUES} FROM json_each(?)"


def encode(lines: Sequence[dict[str, Any]]) -> str:
    return msgspec.json.encode(lines).decode()


class BatchWriter:
    """Opened at the first write."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="batch")
        self.connection: sqlite3.Connection | None = None

    async def write(self, lines: Sequence[dict[str, Any]]) -> None:
        """All of them or none; returns when they are on disk."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self.insert, lines)

    def insert(self, lines: Sequence[dict[str, Any]]) -> None:
        connection = self.connection
        if connection is None:
            connection = self.connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
        connection.execute(INSERT, (encode(lines),))  # outside of a transaction a statement is a transaction of its own

    def close(self) -> None:
        self.thread.shutdown()
        if self.connection is not None:
            self.connection.close()
