"""Bots at the table: made by name, asked in a few threads beside the event loop, so that nobody waits for their thinking."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Protocol

from sevenhex.errors import SevenhexError, one_of
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from ..base.forms import BotInfo
from .bot_queue import FairQueue, Job

if TYPE_CHECKING:
    from sevenhex.game.game import Game

log = logging.getLogger("sevenhex.bots")

LOWER_PRIORITY = 10
REST = 3.0  # times the processor's time of a thought at a table without people, before the next such thought
LONGEST_REST = 5.0  # seconds


class Partner(Protocol):
    """What the table asks of a bot."""

    def choose(self, view: Any, legal: list[int], limit: Any) -> int: ...


class Fallback:
    """Decides at once for somebody whose time is up: builds what it can, never trades."""

    taste = (
        Kind.CITY,
        Kind.SETTLE,
        Kind.ROBBER,
        Kind.BUY,
        Kind.KNIGHT,
        Kind.PLENTY,
        Kind.ROAD_BUILDING,
        Kind.MONOPOLY,
        Kind.ROAD,
        Kind.ROLL,
    )

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: Any, legal: list[int], limit: Any) -> int:
        for kind in self.taste:
            wanted = [action for action in legal if action & KIND_MASK == kind]
            if wanted and (kind != Kind.ROAD or self.random.random() < 0.5 or len(wanted) == len(legal)):
                return self.random.choice(wanted)
        return self.random.choice(quiet(legal) or legal)


def quiet(legal: Sequence[int]) -> list[int]:
    """The actions that end a wait: refuse, end, stop, withdraw, discard."""
    for kinds in ((Kind.REFUSE,), (Kind.END,), (Kind.STOP,), (Kind.WITHDRAW,), (Kind.DISCARD,), (Kind.ROLL,)):
        found = [action for action in legal if action & KIND_MASK in kinds]
        if found:
            return found
    return []


# Bots that the operator named on the command line (`sevenhex play --bot`), by the word under which visitors may ask for them. What is
# behind a word is made by the command, which alone may start programs.
brought: dict[str, Callable[[int], Partner]] = {}


def bring(name: str, make: Callable[[int], Partner]) -> None:
    """From now on tables may have this bot too."""
    brought[name] = make
    known.cache_clear()


@cache
def known() -> tuple[BotInfo, ...]:
    """The bots that a table may ask for. No visitor's word starts a program: see `brought`."""
    from sevenhex import bots

    found: list[BotInfo] = []
    for name in bots.names():
        try:
            bot = bots.find(name)
        except ImportError as error:  # a bot that needs a package which is not installed
            log.info("bot left out", extra={"bot": name, "problem": str(error)})
            continue
        found.append({"name": bot.name, "title": bot.title, "description": bot.description, "levels": list(bot.levels)})
    found += [{"name": name, "title": name, "description": "A bot of this machine's owner.", "levels": ["normal"]} for name in brought]
    return tuple(found)


def check(name: str, level: str | None) -> tuple[str, str]:
    """A bot's name and level that exist, or a refusal that lists them."""
    from sevenhex.bots.protocol import resolve_level

    offered = {bot["name"]: bot for bot in known()}
    if name not in offered:
        raise SevenhexError(f"There is no bot {name!r}; {one_of(name, offered)}.")
    levels = offered[name]["levels"]
    wanted = resolve_level(level or ("normal" if "normal" in levels else levels[0]), levels)
    if wanted not in levels:
        raise SevenhexError(f"{name} has no level {wanted!r}; {one_of(wanted, levels)}.")
    return name, wanted


def default() -> str:
    offered = [bot["name"] for bot in known()]
    return "steady" if "steady" in offered else offered[0]


def kept(level: str | None) -> str | None:
    """The level of a seat that was stored, perhaps by an earlier version: nobody is warned of what nobody wishes now."""
    from sevenhex.bots.protocol import LEVELS, resolve_level

    return level if level is None else resolve_level(level, LEVELS, tell=False)


def here(name: str | None) -> str:
    """The bot of a seat; another one at a table from before, whose bot nobody has brought this time."""
    from sevenhex import bots

    if name is None or name in brought or name in bots.names():
        return name or default()
    log.warning("bot is not here", extra={"bot": name})
    return default()


def make(name: str, level: str | None, seed: int) -> Partner:
    from sevenhex import bots

    if name in brought:
        return brought[name](seed)
    partner: Partner = bots.make_own(name, level=kept(level) or "normal", seed=seed)
    return partner


def seated(name: str, level: str | None, seed: int) -> Partner:
    """The same at a seat: it also haggles with people, and says why it refuses."""
    from sevenhex.bots import haggler

    if name in brought:
        return brought[name](seed)
    partner: Partner = haggler.seated(name, kept(level) or "normal", seed)
    return partner


def step_back() -> None:
    """The present thread computes when nobody else wants the processor: people's actions go first. Only Linux can do so for one thread."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWER_PRIORITY)


class Pool:
    """A few threads in which bots think, shared out fairly (`bot_queue`). One that takes too long is not waited for."""

    def __init__(self, threads: int, seconds: float) -> None:
        self.seconds = seconds
        self.queue = FairQueue(threads)
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="bot", initializer=step_back)

    def ask(self, partner: Partner, game: Game, seat: int, table: str, address: str, waited_for: bool) -> asyncio.Future[int]:
        """A legal action, some day; `TimeoutError` when the bot thinks for longer than it may, once it has begun.

        The view and the list are taken now; only the thinking happens elsewhere.
        """
        from sevenhex.bots import Limit

        view, legal = game.view(seat), game.legal(seat)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if len(legal) == 1 and legal[0] & KIND_MASK != Kind.END:
            answer.set_result(legal[0])
            return answer

        def settle(result: int | BaseException) -> None:
            if answer.done():
                return
            if isinstance(result, BaseException):
                answer.set_exception(result)
            else:
                answer.set_result(result)

        def think() -> int:
            began = time.thread_time()
            try:
                return 0 if answer.cancelled() else int(partner.choose(view, legal, Limit(self.seconds)))
            finally:
                job.spent = time.thread_time() - began

        job = Job(table, address, waited_for, think, settle)
        self.queue.add(job)
        self.begin()
        return answer

    def begin(self) -> None:
        """Start what may be started now."""
        loop = asyncio.get_running_loop()
        while (job := self.queue.next()) is not None:
            job.begun = time.monotonic()
            future = loop.run_in_executor(self.threads, job.think)
            timer = loop.call_later(self.seconds, job.settle, TimeoutError(f"no answer within {self.seconds:g} s"))
            future.add_done_callback(partial(self.end, job, timer))

    def end(self, job: Job, timer: asyncio.TimerHandle, future: asyncio.Future[int]) -> None:
        timer.cancel()
        seconds = time.monotonic() - job.begun
        self.queue.done(job, seconds)
        if future.cancelled():  # the pool is closed
            return
        if not job.waited_for:  # where nobody waits, thinking leaves most of a processor to everybody else
            self.queue.resting += 1
            asyncio.get_running_loop().call_later(min(REST * job.spent, LONGEST_REST), self.rested)
        job.settle(future.exception() or future.result())
        self.begin()

    def rested(self) -> None:
        self.queue.resting -= 1
        self.begin()

    def close(self) -> None:
        self.queue.waiting.clear()
        self.threads.shutdown(wait=False, cancel_futures=True)
