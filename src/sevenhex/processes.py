"""Work in several processes of this machine: results as they come. A process that dies loses its job to another one; none outlives us."""

from __future__ import annotations

import multiprocessing
import operator
import os
import signal
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from .errors import SevenhexError

Job = TypeVar("Job", bound=Hashable)
Result = TypeVar("Result")

TRIES = 5  # of one job, before the workers are blamed
PATIENCE = 3.0  # seconds for a process to end on its own

# spawned, not forked: compiled code and threads do not survive a fork everywhere
CONTEXT = multiprocessing.get_context("spawn")


def one_thread() -> None:
    """Matrix products stay on one core, where several processes or bots compute at once: their threads would wait for one another, and the
    products are small. NumPy asks for this when it is imported."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"


def after(seconds: float) -> Callable[[], bool]:
    """Says whether so many seconds have passed from now on."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() >= until


class Schedule(Generic[Job]):
    """Which job is next, which are under way, and which must be given out again because their worker died."""

    def __init__(self, jobs: Iterable[Job], kind: str = "Job") -> None:
        self.kind = kind  # what a job is called when it has to be given up
        self.new = iter(jobs)
        self.lost: deque[Job] = deque()
        self.running: Counter[Job] = Counter()
        self.deaths: Counter[Job] = Counter()

    def take(self) -> Job | None:
        """A job to do, or None when all are given out."""
        job = self.lost.popleft() if self.lost else next(self.new, None)
        if job is not None:
            self.running[job] += 1
        return job

    def bring(self, job: Job) -> bool:
        """A job came back. False: it had come back before, and must not be counted again."""
        if not self.running[job]:
            return False
        self.running[job] -= 1
        return True

    def lose(self, job: Job, why: str) -> None:
        """The worker died: the job waits again, in front."""
        if not self.bring(job):
            return
        self.deaths[job] += 1
        if self.deaths[job] >= TRIES:
            raise SevenhexError(f"{self.kind} {job} was given out {TRIES} times and its worker died each time ({why}).")
        self.lost.append(job)


def stop(number: int, frame: Any) -> None:
    sys.exit(128 + number)


def serve(line: Connection, work: Callable[[Any], Any]) -> None:
    """What a process does: one job after another, until nothing more is asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides what an interrupt means
    signal.signal(signal.SIGTERM, stop)  # programs that a job has started are ended too
    try:
        while (job := line.recv()) is not None:
            try:
                line.send((work(job), None))
            except Exception as error:
                error.add_note(traceback.format_exc())
                line.send((None, error))
    except (EOFError, OSError):
        pass


@dataclass
class Worker(Generic[Job]):
    process: Any
    line: Connection
    job: Job | None = None


class Crew(Generic[Job, Result]):
    """Some processes that do `work` for one job after another. Both are sent to them, so a lambda will not do."""

    def __init__(self, work: Callable[[Job], Result], size: int, kind: str = "Job") -> None:
        self.work, self.size, self.kind = work, size, kind
        self.workers: list[Worker[Job]] = []

    def results(self, jobs: Iterable[Job], is_enough: Callable[[], bool] = lambda: False) -> Iterator[Result]:
        """Results as they come. Jobs are begun in their order, none once it is enough; those that run are awaited."""
        schedule = Schedule(jobs, self.kind)
        try:
            while True:
                self.give_out(schedule, is_enough)
                busy = [worker for worker in self.workers if worker.job is not None]
                if not busy and (is_enough() or not schedule.lost):
                    return
                for line in wait([worker.line for worker in busy]):
                    worker = next(worker for worker in busy if worker.line is line)
                    yield from self.receive(worker, schedule)
        finally:
            self.dismiss()

    def give_out(self, schedule: Schedule[Job], is_enough: Callable[[], bool]) -> None:
        """A job for each worker that has none; the dead are replaced."""
        while not is_enough():
            worker = next((worker for worker in self.workers if worker.job is None), None)
            if worker is None and len(self.workers) >= self.size:
                return
            if (job := schedule.take()) is None:
                return
            worker = worker or self.hire()
            worker.job = job
            try:
                worker.line.send(job)
            except OSError:
                self.remove_worker(worker, schedule)

    def hire(self) -> Worker[Job]:
        ours, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=serve, args=(theirs, self.work), daemon=True)
        process.start()
        theirs.close()
        worker: Worker[Job] = Worker(process, ours)
        self.workers.append(worker)
        return worker

    def receive(self, worker: Worker[Job], schedule: Schedule[Job]) -> Iterator[Result]:
        """The result of a worker's job, unless it died."""
        assert worker.job is not None
        try:
            result, error = worker.line.recv()
        except (EOFError, OSError):
            self.remove_worker(worker, schedule)
            return
        if error is not None:
            raise error
        job, worker.job = worker.job, None
        if schedule.bring(job):
            yield result

    def remove_worker(self, worker: Worker[Job], schedule: Schedule[Job]) -> None:
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join(PATIENCE)
        if worker.job is not None:
            schedule.lose(worker.job, f"exit code {worker.process.exitcode}")

    def dismiss(self) -> None:
        """All processes end, at once."""
        for worker in self.workers:
            if worker.job is not None:
                worker.process.terminate()
            worker.line.close()
        for worker in self.workers:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self.workers.clear()


def results(jobs: Iterable[Callable[[], Result]], workers: int, is_enough: Callable[[], bool] = lambda: False) -> Iterator[Result]:
    """What the jobs return, from so many processes (one: this process). A `functools.partial` can be sent to a process."""
    if workers == 1:
        missing = iter(jobs)
        while not is_enough() and (job := next(missing, None)) is not None:
            yield job()
        return
    one_thread()
    yield from Crew[Callable[[], Result], Result](operator.call, workers).results(jobs, is_enough)
