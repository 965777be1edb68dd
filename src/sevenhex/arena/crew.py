"""Games in processes of this machine. A process that dies loses its game to another one; an interrupt leaves none behind."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from .match import ArenaError, Plan, Result, play_match
from .schedule import Schedule

PATIENCE = 3.0  # seconds for a process to end on its own

# spawned, not forked: compiled code and threads do not survive a fork everywhere
CONTEXT = multiprocessing.get_context("spawn")


def quiet() -> None:
    """Faults travel with the result; logged by every process at once they would only tear the progress bar."""
    log = logging.getLogger("sevenhex.bots")
    log.addHandler(logging.NullHandler())
    log.propagate = False


def stop(number: int, frame: Any) -> None:
    sys.exit(128 + number)


def work(line: Connection, plan: Plan) -> None:
    """What a process does: one game after another, until nothing more is asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides what an interrupt means
    signal.signal(signal.SIGTERM, stop)  # programs that play as bots are ended too
    quiet()
    try:
        while (game := line.recv()) is not None:
            try:
                line.send(play_match(plan, game))
            except Exception:
                line.send(traceback.format_exc())
    except (EOFError, OSError):
        pass


@dataclass
class Worker:
    process: Any
    line: Connection
    game: int | None = None


class Crew:
    """Some processes that play the games of a plan."""

    def __init__(self, plan: Plan, size: int) -> None:
        self.plan = plan
        self.size = size
        self.workers: list[Worker] = []

    def hire(self) -> Worker:
        ours, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=work, args=(theirs, self.plan), daemon=True)
        process.start()
        theirs.close()
        worker = Worker(process, ours)
        self.workers.append(worker)
        return worker

    def play(self, games: Iterable[int]) -> Iterator[Result]:
        """Results as they come."""
        schedule = Schedule(games)
        try:
            while not schedule.is_over:
                self.give_out(schedule)
                for line in wait([worker.line for worker in self.workers]):
                    worker = next(worker for worker in self.workers if worker.line is line)
                    result = self.receive(worker, schedule)
                    if result is not None and schedule.bring(result.game):
                        yield result
        finally:
            self.dismiss()

    def give_out(self, schedule: Schedule) -> None:
        """A game for everybody who has none; the dead are replaced."""
        while schedule.waiting:
            worker = next((worker for worker in self.workers if worker.game is None), None)
            if worker is None:
                if len(self.workers) >= self.size:
                    return
                worker = self.hire()
            worker.game = schedule.take()
            try:
                worker.line.send(worker.game)
            except OSError:
                self.remove_worker(worker, schedule)

    def receive(self, worker: Worker, schedule: Schedule) -> Result | None:
        try:
            received = worker.line.recv()
        except (EOFError, OSError):
            self.remove_worker(worker, schedule)
            return None
        if isinstance(received, str):
            raise ArenaError(f"Game {worker.game} could not be played; please report this.\n{received}")
        worker.game = None
        result: Result = received
        return result

    def remove_worker(self, worker: Worker, schedule: Schedule) -> None:
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join(PATIENCE)
        if worker.game is not None:
            schedule.lose(worker.game, f"exit code {worker.process.exitcode}")

    def dismiss(self) -> None:
        """Everybody goes home, at once."""
        for worker in self.workers:
            if worker.game is not None:
                worker.process.terminate()
            worker.line.close()
        for worker in self.workers:
            worker.process.join(PATIENCE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self.workers.clear()
