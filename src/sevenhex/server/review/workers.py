"""Worker processes: a few for each kind of work, few questions at a time for each address; addresses take turns (`turns`).

A worker that takes too long is killed, one that dies is replaced: the caller gets an error, and nobody at a table notices.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any

from ..base.kept import Kept
from ..base.limits import Places, Usage
from ..base.refusal import Refused
from . import jobs, study, turns, worker
from .turns import Rank, Turn, Turns

log = logging.getLogger("sevenhex.workers")

START_SECONDS = 300.0  # rules that were never compiled here are compiled first
LARGE, DEEP = 20_000, 4  # bytes of a question, and steps of thinking, from which it is a slow one
LARGEST = 64 * 1024 * 1024  # bytes of an answer
ITSELF = "the server itself"


def context() -> BaseContext:
    """Workers are forked from one process that has the rules loaded, where the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["sevenhex.server.review.preload"])
    return found


@cache
def note_walls(still_open: str) -> None:
    """Say once what workers are kept from, and what not."""
    if still_open:
        log.warning("workers are not kept from everything: memory and time are limited, but see what is open", extra={"open": still_open})
    else:
        log.info("workers read only the program's own files, write none and have no network")


class Worker:
    """One process and the line to it. Its methods wait: they are for a thread."""

    def __init__(self, memory: int, seconds: float) -> None:
        self.memory, self.seconds = memory, seconds
        self.process: Any = None
        self.line: Connection | None = None
        self.busy = False  # a job has been sent to it
        self.failed = False  # it took too long, or went silent

    def start(self) -> None:
        """A process that is ready, unless there is one."""
        if self.process is not None and not self.failed and self.process.is_alive():
            return
        self.end()
        made = context()
        self.line, other = made.Pipe()
        with other:
            process = made.Process(  # type: ignore[attr-defined]
                target=worker.serve, args=(other, self.memory, self.seconds), daemon=True, name="sevenhex worker"
            )
            process.start()
            self.process = process  # only now: one that was not started cannot be killed
        if self.failed:  # killed while it started: the server stops
            process.kill()
            raise EOFError
        if not self.line.poll(START_SECONDS):
            raise EOFError
        note_walls(self.line.recv_bytes(worker.LONGEST_WORD).decode(errors="replace"))

    def ask(self, job: bytes) -> bytes:
        assert self.line is not None
        self.busy = True
        try:
            self.line.send_bytes(job)
            return self.line.recv_bytes(LARGEST)
        finally:
            self.busy = False

    def kill(self) -> None:
        self.failed = True
        if self.process is not None:
            self.process.kill()

    def end(self) -> None:
        """Kill it, and forget it."""
        self.kill()
        if self.process is not None:
            self.process.join()
            self.process.close()
        if self.line is not None:
            self.line.close()
        self.process, self.line, self.failed = None, None, False


class Workers:
    """So many processes, and who may ask them."""

    def __init__(self, name: str, processes: int, each: int, waiting: int, seconds: float, memory: int, usage: Usage | None = None) -> None:
        self.name, self.seconds = name, seconds
        self.all = [Worker(memory, seconds) for _ in range(processes)]
        self.turns: Turns[Worker] = Turns(self.all, usage or Usage(), waiting)
        self.threads = ThreadPoolExecutor(processes, f"sevenhex-{name}")  # nobody else's
        self.places = Places(each)
        self.ended = 0  # processes that died or were killed
        self.answers: Kept[bytes] = Kept(len)  # the same question asked again and again must not keep a processor busy

    @property
    def inside(self) -> int:
        """Questions that wait or are computed."""
        return len(self.turns.waiting) + len(self.turns.running)

    async def compute(self, job: jobs.Job, address: str = ITSELF, rank: Rank = Rank.PERSON, pack: bool = False) -> bytes:
        """The answer to a job, or `Refused`: at once when too many ask, later when it takes too long. A large one is `Packed` on demand."""
        asked = jobs.encoder.encode(jobs.Asked(job, pack))
        question = hashlib.blake2b(asked, digest_size=16).digest()
        known = self.answers.find(question)
        if known is not None:
            return known
        counted = address != ITSELF and rank is not Rank.BACKGROUND  # reviews count their own
        if counted and not self.places.take(address):
            raise Refused("too_many", "still_working", retry_after=turns.RETRY_SECONDS)
        try:
            found = await self.in_turn(question, asked, self.turns.begin(address, rank, rank is Rank.PERSON and is_large(job, asked)))
            self.answers.keep(question, found)
            return found
        finally:
            if counted:
                self.places.give_back(address)

    async def in_turn(self, question: bytes, asked: bytes, turn: Turn[Worker]) -> bytes:
        """Wait for a worker and ask it; a quick question that turns out slow may have to wait once more."""
        one = await self.turns.take(turn)
        try:
            known = self.answers.find(question)  # somebody has asked the same meanwhile
            found = known if known is not None else await self.ask(one, asked, turn)
        finally:
            self.turns.give_back(turn, one)
        return found if found is not None else await self.in_turn(question, asked, self.turns.again(turn))

    async def ask(self, one: Worker, job: bytes, turn: Turn[Worker]) -> bytes | None:
        """The worker's answer; None where a quick question took too long and slow ones have no room."""
        try:
            async with asyncio.timeout(START_SECONDS):
                await self.in_thread(one, one.start)
            turn.began = asyncio.get_running_loop().time()
            async with asyncio.timeout(self.seconds):
                asked = asyncio.ensure_future(self.in_thread(one, lambda: one.ask(job)))
                try:
                    if not turn.slow:
                        await asyncio.wait([asked], timeout=turns.SLICE)
                        if not asked.done() and not self.turns.becomes_slow(turn):
                            await cancelled(asked)
                            return None
                    found = jobs.answers.decode(await asked)
                finally:
                    await cancelled(asked)
        except TimeoutError:
            self.note("a worker took too long", one)
            raise Refused("too_large", "takes_too_long", seconds=f"{self.seconds:g}") from None
        except (EOFError, OSError, ValueError) as error:
            self.note("a worker died", one, error)
            raise Refused("unavailable", "not_worked_out", retry_after=turns.RETRY_SECONDS) from None
        if found.code is not None:
            raise Refused(found.code, found.key, None, None, **found.facts)
        return jobs.Packed(found.body) if found.packed else found.body

    async def in_thread(self, one: Worker, work: Callable[[], Any]) -> Any:
        """Wait for a worker; a caller that gives up has it killed, which ends the thread's waiting too."""
        task = asyncio.get_running_loop().run_in_executor(self.threads, work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            one.kill()
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody asks any more
            raise

    def note(self, what: str, one: Worker, problem: BaseException | None = None) -> None:
        self.ended += 1
        log.warning(what, extra={"pool": self.name, "problem": str(problem or "")})
        one.kill()

    async def prepare(self) -> None:
        """Start one worker, so that the first question need not wait for it."""
        turn = self.turns.begin(ITSELF, Rank.PERSON)
        one = await self.turns.take(turn)
        try:
            await self.in_thread(one, one.start)
        except (EOFError, OSError) as error:
            self.note("a worker died", one, error)
        finally:
            self.turns.give_back(turn, one)

    async def close(self) -> None:
        for one in self.all:
            one.kill()
        await asyncio.gather(*(asyncio.get_running_loop().run_in_executor(self.threads, one.end) for one in self.all))
        self.threads.shutdown(wait=False)


async def cancelled(task: asyncio.Future[Any]) -> None:
    """Cancel it and wait until it has ended."""
    task.cancel()
    await asyncio.wait([task])


def is_large(job: jobs.Job, asked: bytes) -> bool:
    """Does the question say itself that it will take long?"""
    return len(asked) > LARGE or (isinstance(job, study.Judge) and job.depth >= DEEP)
