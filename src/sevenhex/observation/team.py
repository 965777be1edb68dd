"""A few threads that wait for work: handing it over costs microseconds, a tenth of what a pool of futures takes."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any

Task = tuple[Callable[..., Any], tuple[Any, ...]]


def processors() -> int:
    """How many this process may use (a container or `taskset` may have left it fewer than there are)."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work_loop(inbox: SimpleQueue[Task | None], outbox: SimpleQueue[tuple[Any, BaseException | None]]) -> None:
    """What a thread does until it is sent None."""
    while (task := inbox.get()) is not None:
        work, arguments = task
        try:
            outbox.put((work(*arguments), None))
        except BaseException as error:
            outbox.put((None, error))
        del task, work, arguments  # or a waiting thread would keep the arrays alive


def dismiss(inboxes: list[SimpleQueue[Task | None]]) -> None:
    for inbox in inboxes:
        inbox.put(None)


class Team:
    """The caller's thread and `size - 1` others. The functions given must let go of the interpreter, as compiled rules do."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._inboxes: list[SimpleQueue[Task | None]] = [SimpleQueue() for _ in range(size - 1)]
        self._outboxes: list[SimpleQueue[tuple[Any, BaseException | None]]] = [SimpleQueue() for _ in range(size - 1)]
        for inbox, outbox in zip(self._inboxes, self._outboxes, strict=True):
            Thread(target=work_loop, args=(inbox, outbox), name="sevenhex-env", daemon=True).start()
        self._dismiss = weakref.finalize(self, dismiss, self._inboxes)

    def each(self, work: Callable[..., Any], parts: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call the work with each part's arguments, one part a thread, and return what came of them in order."""
        if not self._dismiss.alive:
            raise RuntimeError("This team was dismissed.")
        others = list(zip(self._inboxes, self._outboxes, parts[1:], strict=True))
        for inbox, _, part in others:
            inbox.put((work, part))
        found: list[tuple[Any, BaseException | None]] = []
        try:
            found.append((work(*parts[0]), None))
        finally:  # nobody may still be writing when the caller goes on
            found += [outbox.get() for _, outbox, _ in others]
        for _, error in found:
            if error is not None:
                raise error
        return [result for result, _ in found]

    def close(self) -> None:
        """Let the threads end."""
        self._dismiss()
