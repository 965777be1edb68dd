"""Worker processes: a few for each kind of work, few questions at a time for each address; others are told when to try again.

A worker that takes too long is killed, one that dies is replaced: whoever asked is told, and nobody at a table notices.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any

from ..base.limits import Places
from ..base.refusal import Refused
from . import jobs, worker

log = logging.getLogger("sevenhex.workers")

START_SECONDS = 300.0  # rules that were never compiled here are compiled first
LARGEST = 64 * 1024 * 1024  # bytes of an answer
RETRY_SECONDS = 5.0
ITSELF = "the server itself"


def context() -> BaseContext:
    """Workers are forked from one process that has the rules loaded, where the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["sevenhex.server.review.preload"])
    return found


class Worker:
    """One process and the line to it. Its methods wait: they are for a thread."""

    def __init__(self, memory: int, seconds: float) -> None:
        self.memory, self.seconds = memory, seconds
        self.process: Any = None
        self.line: Connection | None = None
        self.failed = False  # it took too long, or went silent

    def start(self) -> None:
        """A process that is ready, unless there is one."""
        if self.process is not None and not self.failed and self.process.is_alive():
            return
        self.end()
        made = context()
        self.line, other = made.Pipe()
        with other:
            self.process = made.Process(  # type: ignore[attr-defined]
                target=worker.serve, args=(other, self.memory, self.seconds), daemon=True, name="sevenhex worker"
            )
            self.process.start()
        if not self.line.poll(START_SECONDS):
            raise EOFError
        self.line.recv_bytes(100)

    def ask(self, job: bytes) -> bytes:
        assert self.line is not None
        self.line.send_bytes(job)
        return self.line.recv_bytes(LARGEST)

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

    def __init__(self, name: str, processes: int, each: int, waiting: int, seconds: float, memory: int) -> None:
        self.name, self.seconds = name, seconds
        self.idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self.all = [Worker(memory, seconds) for _ in range(processes)]
        for one in reversed(self.all):
            self.idle.put_nowait(one)
        self.threads = ThreadPoolExecutor(processes, f"sevenhex-{name}")  # nobody else's
        self.places = Places(each)
        self.inside, self.room = 0, processes + waiting
        self.ended = 0  # processes that died or were killed

    async def compute(self, job: jobs.Job, address: str = ITSELF) -> bytes:
        """The answer to a job, or `Refused`: at once when too many ask, later when it takes too long."""
        own = address != ITSELF
        if self.inside >= self.room:
            raise Refused("too_many", "The server is busy with other games; try again in a moment.", retry_after=RETRY_SECONDS)
        if own and not self.places.take(address):
            raise Refused("too_many", "The server still works on what you asked before; wait for it.", retry_after=RETRY_SECONDS)
        self.inside += 1
        try:
            one = await self.idle.get()
            try:
                return await self.ask(one, jobs.encoder.encode(job))
            finally:
                self.idle.put_nowait(one)
        finally:
            self.inside -= 1
            if own:
                self.places.give_back(address)

    async def ask(self, one: Worker, job: bytes) -> bytes:
        try:
            async with asyncio.timeout(START_SECONDS):
                await self.in_thread(one, one.start)
            async with asyncio.timeout(self.seconds):
                found = jobs.answers.decode(await self.in_thread(one, lambda: one.ask(job)))
        except TimeoutError:
            self.note("a worker took too long", one)
            raise Refused("too_large", f"This takes longer than the {self.seconds:g} s that the server gives to one question.") from None
        except (EOFError, OSError, ValueError) as error:
            self.note("a worker died", one, error)
            raise Refused("unavailable", "The server could not work this out; try again.", retry_after=RETRY_SECONDS) from None
        if found.code is not None:
            raise Refused(found.code, found.sentence)
        return found.body

    async def in_thread(self, one: Worker, work: Callable[[], Any]) -> Any:
        """Wait for a worker; whoever waits no longer has it killed, which ends the thread's waiting too."""
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
        one = await self.idle.get()
        try:
            await self.in_thread(one, one.start)
        except (EOFError, OSError) as error:
            self.note("a worker died", one, error)
        finally:
            self.idle.put_nowait(one)

    async def close(self) -> None:
        for one in self.all:
            one.kill()
        await asyncio.gather(*(asyncio.get_running_loop().run_in_executor(self.threads, one.end) for one in self.all))
        self.threads.shutdown(wait=False)
