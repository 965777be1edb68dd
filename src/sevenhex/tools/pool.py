"""Many games in processes of this machine until the time is over: results as they come."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

Name = TypeVar("Name")
Result = TypeVar("Result")


def played(games: Mapping[Name, Callable[[], Result]], workers: int, seconds: float) -> Iterator[tuple[Name, Result]]:
    """Names and results of the games, begun in their order. After so many seconds no new one is begun; those that run are awaited."""
    missing = deque(games.items())
    until = time.monotonic() + seconds
    waiting: dict[Future[Result], Name] = {}
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        while (missing and time.monotonic() < until) or waiting:
            while missing and len(waiting) < workers and time.monotonic() < until:
                name, play = missing.popleft()
                waiting[pool.submit(play)] = name
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(done), done.result()
