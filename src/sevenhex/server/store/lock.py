"""One server at a time on a SQLite file: two would not see each other's tables and disagree."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from .errors import StoreError

LOCK = ".lock"


@contextmanager
def only_server(file: str | None) -> Iterator[None]:
    """While this lasts, no other server opens this file; the system gives the lock back even when a server is killed."""
    if not file or file == ":memory:":
        yield
        return
    lock, holder = FileLock(f"{file}{LOCK}"), Path(f"{file}.pid")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError(
            f"Another server{process(holder)} already uses the games in {file}. Stop it first, or give this one a folder of its own "
            "(--data FOLDER); several servers share PostgreSQL (--store postgresql://..., --peer http://...)."
        ) from None
    except OSError as error:
        raise StoreError(f"The lock {file}{LOCK} beside the games cannot be made: {error.strerror}.") from None
    try:
        with suppress(OSError):  # only for the sentence
            holder.write_text(str(os.getpid()))
        yield
    finally:
        lock.release()


def process(holder: Path) -> str:
    try:
        return f" (process {int(holder.read_text())})"
    except (OSError, ValueError):
        return ""
