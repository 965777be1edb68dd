"""A worker process: answers one job after the other, behind walls, with limits on memory and time, and dies rather than exceed them."""

from __future__ import annotations

import contextlib
import math
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

from . import jobs, walls

LOWER_PRIORITY = 10  # tables go first
LONGEST_WORD = 1000  # bytes with which a worker says that it is ready, and what is open
GRACE = 5.0  # seconds after which a worker ends itself if nobody else did


def limit_memory(more: int) -> None:
    """At most so many bytes on top of what the process has now."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):  # no Linux: the limit in time must do
        return
    size = pages * os.sysconf("SC_PAGE_SIZE") + more
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def serve(line: Connection, memory: int, seconds: float) -> None:
    """Answer until the other end is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends its workers
    with contextlib.suppress(AttributeError, OSError):
        os.nice(LOWER_PRIORITY)
    limit_memory(memory)
    still_open = walls.build()
    alarm = getattr(signal, "alarm", None)
    try:
        line.send_bytes("; ".join(still_open).encode()[:LONGEST_WORD])
    except OSError:  # the server has gone meanwhile
        return
    while True:
        try:
            given = line.recv_bytes()
        except (EOFError, OSError):
            return
        if alarm:
            alarm(math.ceil(seconds + GRACE))  # its default is the end of the process
        answer = jobs.answer(given)
        if alarm:
            alarm(0)
        try:
            line.send_bytes(answer)
        except OSError:
            return
