"""Whose bot thinks next: tables at which somebody waits come first; then addresses take turns, and tables of one address, by time used.

The clock of the queue is virtual: it shows what the one served last had used. A newcomer starts there, so nobody saves up time by
staying away, and nobody who was served much before is punished for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

GUESS = 0.05  # seconds that a thought is booked with until it is known how long it took


@dataclass(eq=False)
class Job:
    """A thought for somebody's table."""

    table: str
    address: str  # of the person who opened the table
    waited_for: bool  # a person sits there now
    think: Callable[[], int]
    settle: Callable[[int | BaseException], None]
    number: int = 0
    begun: float = field(default=0.0)
    spent: float = field(default=0.0)  # seconds of the processor: less than it took, where others wanted it too


class Shares:
    """Seconds used, by name."""

    def __init__(self) -> None:
        self.used: dict[str, float] = {}
        self.jobs: dict[str, int] = {}  # that wait or are under way
        self.clock = 0.0

    def come(self, name: str) -> None:
        self.jobs[name] = self.jobs.get(name, 0) + 1
        if self.jobs[name] == 1:
            self.used[name] = max(self.used.get(name, 0.0), self.clock)

    def serve(self, name: str) -> None:
        self.clock = max(self.clock, self.used[name])
        self.used[name] += GUESS

    def go(self, name: str, seconds: float) -> None:
        self.used[name] += seconds - GUESS
        self.jobs[name] -= 1
        if not self.jobs[name]:
            del self.jobs[name]
        for idle in [each for each, used in self.used.items() if each not in self.jobs and used <= self.clock]:
            del self.used[idle]


class FairQueue:
    """Jobs that wait for one of so many threads; tables without people never take the last one, and rest after each thought."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.waiting: list[Job] = []
        self.thinking: set[Job] = set()
        self.addresses, self.tables = Shares(), Shares()
        self.count = 0
        self.resting = 0  # tables without people whose thought is over, and whose turn is not

    def add(self, job: Job) -> None:
        self.count += 1
        job.number = self.count
        self.waiting.append(job)
        self.addresses.come(job.address)
        self.tables.come(job.table)

    def next(self) -> Job | None:
        """The job to begin now, if a thread is free for it."""
        if len(self.thinking) >= self.threads:
            return None
        unwatched = self.resting + sum(not job.waited_for for job in self.thinking)
        allowed = self.waiting if unwatched < max(1, self.threads - 1) else [job for job in self.waiting if job.waited_for]
        if not allowed:
            return None
        job = min(allowed, key=self.turn)
        self.waiting.remove(job)
        self.thinking.add(job)
        self.addresses.serve(job.address)
        self.tables.serve(job.table)
        return job

    def turn(self, job: Job) -> tuple[bool, float, float, int]:
        return (not job.waited_for, self.addresses.used[job.address], self.tables.used[job.table], job.number)

    def done(self, job: Job, seconds: float) -> None:
        self.thinking.discard(job)
        self.addresses.go(job.address, seconds)
        self.tables.go(job.table, seconds)
