"""Work in several processes of this machine: results as they come."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

Result = TypeVar("Result")


def one_thread() -> None:
    """A process for each core: the matrix products of each stay on its own. NumPy asks for this when it is imported."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"


def after(seconds: float) -> Callable[[], bool]:
    """Says whether so many seconds have passed from now on."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() >= until


def results(jobs: Iterable[Callable[[], Result]], workers: int, is_enough: Callable[[], bool] = lambda: False) -> Iterator[Result]:
    """Jobs are begun in their order, none once it is enough; those that run are awaited. A `functools.partial` can be sent to a process."""
    missing = iter(jobs)
    if workers == 1:
        while not is_enough() and (job := next(missing, None)) is not None:
            yield job()
        return
    one_thread()
    # spawned, not forked: compiled code and threads do not survive a fork everywhere
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: set[Future[Result]] = set()
        try:
            while True:
                while len(waiting) < workers and not is_enough() and (job := next(missing, None)) is not None:
                    waiting.add(pool.submit(job))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        finally:
            for each in waiting:
                each.cancel()
