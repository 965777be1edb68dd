"""Watches over the event loop: code that computes too long on it makes everybody wait, so it is counted and named in the log."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from pathlib import Path

from .metrics import Metrics

log = logging.getLogger("sevenhex.watchdog")

LONGEST = 0.020  # seconds that the loop may compute at a time
BEAT = 0.010
QUIET = 1.0  # seconds between two lines of the log
PACKAGE = str(Path(__file__).parents[2])


class Watchdog:
    """Beats on the loop, and looks from a thread what runs there when a beat is late."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.loop = asyncio.get_running_loop()
        self.thread_id = threading.get_ident()
        self.due = self.cpu = 0.0
        self.culprit = ""
        self.seen: list[tuple[float, str]] = []
        self.logged = 0.0
        self.next: asyncio.TimerHandle | None = None
        self.ended = threading.Event()

    def start(self) -> None:
        self.plan()
        threading.Thread(target=self.watch, name="watchdog", daemon=True).start()

    def stop(self) -> None:
        self.ended.set()
        if self.next is not None:
            self.next.cancel()

    def plan(self) -> None:
        self.culprit = ""
        self.due, self.cpu = time.monotonic() + BEAT, time.thread_time()
        self.next = self.loop.call_later(BEAT, self.beat)

    def beat(self) -> None:
        """On the loop. Only what this thread has computed counts, not what other programs took of the machine."""
        blocked = min(time.monotonic() - self.due, time.thread_time() - self.cpu)
        if blocked > LONGEST:
            self.metrics.loop_blocks.observe(blocked)
            self.seen.append((blocked, self.culprit))
        if self.seen and time.monotonic() - self.logged > QUIET:
            self.report()
        self.plan()

    def report(self) -> None:
        worst, where = max(self.seen)
        log.warning("the event loop was blocked", extra={"times": len(self.seen), "worst_ms": round(worst * 1000), "where": where})
        self.seen.clear()
        self.logged = time.monotonic()

    def watch(self) -> None:
        """In a thread of its own."""
        while not self.ended.wait(LONGEST):
            if not self.culprit and time.monotonic() - self.due > LONGEST:
                self.culprit = place_of(self.thread_id)


def place_of(thread: int) -> str:
    """The innermost lines of ours that a thread is at."""
    frame = sys._current_frames().get(thread)
    found: list[str] = []
    while frame is not None and len(found) < 3:
        file = frame.f_code.co_filename
        if file.startswith(PACKAGE):
            found.append(f"{file.removeprefix(PACKAGE).lstrip('/')}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(found)
