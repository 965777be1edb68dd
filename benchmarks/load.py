"""A server under load: tables that are added step by step, what their people wait for, and what memory does meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sevenhex.errors import SevenhexError

from .players import Counts, Group, Player

LIMIT_MS = 250.0  # people begin to notice
LOWEST_SHARE = 0.95  # of the asked-for rate; below, the server is behind
MOST_GROWTH = 5.0  # percent of memory, in a soak after its warm-up
SAMPLE = 5.0  # seconds between two looks at it
SEATING, SOME = 4.0, 10  # while more than some tables are made, the others play so much slower
START_SECONDS = 600.0
MEBIBYTE = 1024 * 1024
LONG_LOG, LONG_THINK = 1000, 0.06  # entries of the game that a hostile client asks for again and again; seconds between two
BLOCKS = "sevenhex_loop_block_seconds_count"
Done = TypeVar("Done")


@dataclass(frozen=True)
class Result:
    """One row of the table that is printed."""

    tables: int
    seats: int
    asked: float  # actions a second; 0: as fast as they can
    actions: float
    median_ms: float
    p99_ms: float
    news_p99_ms: float
    worst_ms: float
    memory_kib: float  # of the server, per table
    cpu: float  # cores that the server kept busy
    refused: int
    broken: int
    megabytes: float  # a second, from the server
    update_bytes: float  # for each listener and action

    @property
    def holds(self) -> bool:
        return self.p99_ms <= LIMIT_MS and self.actions >= LOWEST_SHARE * self.asked and not self.broken


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else 0.0


class Subject:
    """The server that is measured."""

    def __init__(
        self,
        store: str | None,
        folder: Path,
        limits: bool = False,
        bot_pause: float | None = None,
        program: Sequence[str] = ("-m", "sevenhex"),
        more: Sequence[str] = (),
    ) -> None:
        self.log = folder / "server.log"
        arguments = ["serve", "--port", "0", "--log-level", "warning", "--data", str(folder), *more]
        arguments += [] if limits else ["--no-limits"]
        arguments += [] if bot_pause is None else ["--bot-pause", f"{bot_pause:g}"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, *program, *arguments, *(["--store", store] if store else [])], stdout=subprocess.PIPE, stderr=log
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().decode().strip()
        if not self.url.startswith("http"):
            raise SevenhexError(f"The server did not start: {self.log.read_text()[-500:]}")

    def wait(self) -> None:
        """Until it answers, its rules are machine code (which the first start after an update makes), and its bots are loaded: their
        memory is none of the tables'."""
        from sevenhex.protocol.client import Gone, Lobby

        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(Gone):
                answer = Lobby(self.url).call("GET", "/api/ready")
                if answer["ready"] and answer["bots"]:
                    return
            time.sleep(0.1)
        raise SevenhexError(f"The server is not ready after {START_SECONDS:g} s.")

    @property
    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def blocks(self) -> int:
        """How often the event loop computed for too long, as the server itself has counted."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=60) as answer:
            lines = answer.read().decode().splitlines()
        return next((int(float(line.split()[1])) for line in lines if line.startswith(BLOCKS)), 0)

    def faults(self) -> int:
        return sum('"level": "error"' in line or "Traceback" in line for line in self.log.read_text(errors="replace").splitlines())

    def close(self) -> None:
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


@dataclass(frozen=True)
class Seating:
    """Who sits at each table."""

    seats: int = 4
    edition: str = "sixth"
    bots: int = 0  # of the seats
    bot: str = "planner"
    whole: bool = False  # do clients ask for whole views?
    addresses: bool = False  # does each table come from an address of its own, as behind a proxy?

    @property
    def people(self) -> int:
        return self.seats - self.bots


class Opened(NamedTuple):
    """A table, started: its code, the tokens of the people at it, their address, and the server at which it was opened."""

    code: str
    tokens: list[str]
    address: str | None
    url: str


def seat_everybody(url: str, seating: Seating, address: str | None) -> Opened:
    from sevenhex.protocol.client import Lobby

    lobbies = [Lobby(url) for _ in range(seating.people)]
    for lobby in lobbies:
        lobby.opener.addheaders = [("X-Forwarded-For", address)] if address else []
    seats = ["me", *["open"] * (seating.people - 1), *[{"bot": seating.bot}] * seating.bots]
    code, _, token = lobbies[0].open(edition=seating.edition, players=seating.seats, seats=seats)
    tokens = [str(token)] + [lobby.join(code)[1] for lobby in lobbies[1:]]
    lobbies[0].start(code)
    return Opened(code, tokens, address, url)


class Measured(Protocol):
    """What is under load: one server, or several over one database."""

    @property
    def url(self) -> str: ...

    @property
    def memory(self) -> int: ...

    @property
    def cpu_seconds(self) -> float: ...


class Load:
    """Tables that are added step by step, and measured at each."""

    def __init__(self, subject: Measured, seating: Seating, pace: float) -> None:
        self.subject, self.seating = subject, seating
        self.think = pace / seating.seats
        self.numbers = itertools.count(1)
        self.counts = Counts()
        self.groups: list[Group] = []
        self.empty = 0
        self.pool = ThreadPoolExecutor(8)

    async def grow(self, tables: int, progress: Any = None) -> None:
        """More tables, until there are so many."""
        loop = asyncio.get_running_loop()
        self.empty = self.empty or self.subject.memory
        waiting = [
            loop.run_in_executor(self.pool, seat_everybody, self.opened_at(), self.seating, self.next_address())
            for _ in range(tables - len(self.groups))
        ]
        slowly = len(waiting) > SOME
        for group in self.groups:
            group.think = SEATING * self.think if slowly else self.think
        for made in asyncio.as_completed(waiting):
            opened = await made
            await self.seat(opened, SEATING * self.think if slowly else self.think)
            if progress is not None:
                progress()
        for group in self.groups:
            group.think = self.think

    def next_address(self) -> str | None:
        number = next(self.numbers)
        return f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}" if self.seating.addresses else None

    def opened_at(self) -> str:
        """The URL of the server at which the next table is opened."""
        return self.subject.url

    def played_at(self, opened: Opened, place: int) -> str:
        """The URL of the server to which this seat is connected."""
        return opened.url

    async def seat(self, opened: Opened, think: float) -> Group:
        group = Group(opened.code, opened.tokens, think, self.seating.whole, opened.address)
        loop = asyncio.get_running_loop()
        for place, token in enumerate(group.tokens):
            host, port = self.played_at(opened, place).removeprefix("http://").split(":")
            _, player = await loop.create_connection(lambda token=token: Player(group, token, self.counts), host, int(port))  # type: ignore[misc]
            await player.welcomed
            group.seats.append(player)
        self.groups.append(group)
        return group

    async def measure(self, seconds: float, settle: float = 3.0) -> Result:
        gc.collect()
        gc.freeze()  # else the clients' own pauses would be taken for the server's
        await asyncio.sleep(settle)
        counts = self.counts
        counts.answers, counts.news, counts.refused, counts.broken, counts.bytes = [], [], 0, 0, 0
        counts.updates = counts.update_bytes = 0
        cpu, began = self.subject.cpu_seconds, time.perf_counter()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        answers = list(counts.answers)
        live = sum(not group.over for group in self.groups)
        return Result(
            tables=live,
            seats=live * self.seating.seats,
            asked=round(live / self.think, 1) if self.think and not self.seating.bots else 0.0,
            actions=round(len(answers) / took, 1),
            median_ms=round(percentile(answers, 0.5), 1),
            p99_ms=round(percentile(answers, 0.99), 1),
            news_p99_ms=round(percentile(counts.news, 0.99), 1),
            worst_ms=round(percentile(answers, 1.0), 1),
            memory_kib=round((self.subject.memory - self.empty) / 1024 / max(1, len(self.groups)), 1),
            cpu=round((self.subject.cpu_seconds - cpu) / took, 4),
            refused=counts.refused,
            broken=counts.broken,
            megabytes=round(counts.bytes / took / 1e6, 1),
            update_bytes=round(counts.update_bytes / max(1, counts.updates)),
        )

    async def close(self) -> None:
        for group in self.groups:
            group.over = True
            for player in group.seats:
                player.hang_up()
        self.pool.shutdown()
        await asyncio.sleep(0.05)  # for the farewells

    async def replace_finished(self) -> int:
        """New tables for those whose game is over."""
        wanted = len(self.groups)
        finished = [group for group in self.groups if group.over]
        for group in finished:
            self.groups.remove(group)
            for player in group.seats:
                player.hang_up()
        await self.grow(wanted)
        return len(finished)


@dataclass(frozen=True)
class Soaked:
    """What a long load showed after its warm-up, the first fifth."""

    seconds: float
    tables: int
    actions: float  # a second
    median_ms: float
    p99_ms: float
    games: int  # that ended, each followed by a new one
    empty: float  # MiB of the server before the first table
    memory: list[float]  # MiB, minute by minute, from the end of the warm-up on
    broken: int
    faults: int

    @property
    def growth(self) -> float:
        """Of memory in percent, from the first minute after the warm-up to the last."""
        return (self.memory[-1] / self.memory[0] - 1) * 100

    @property
    def holds(self) -> bool:
        return self.growth < MOST_GROWTH and not self.faults and not self.broken

    def tell(self) -> str:
        curve = ", ".join(f"{at:.0f}" for at in self.memory)
        speed = f"{self.actions:.0f} actions/s, median {self.median_ms:.1f} ms, p99 {self.p99_ms:.1f} ms"
        memory = f"{self.memory[0]:.1f} -> {self.memory[-1]:.1f} MiB ({self.growth:+.1f}%; allowed +{MOST_GROWTH:g}%)"
        return (
            f"{self.seconds:g} s with {self.tables} tables; after the first fifth: {speed}; {self.games} games ended.\n"
            f"Memory {memory}, by minute: {curve}; before the first table {self.empty:.0f}.\n"
            f"{self.broken} connections lost, {self.faults} errors in the server's log."
        )


async def soak(subject: Subject, tables: int, seating: Seating, pace: float, seconds: float) -> Soaked:
    """One load for a long time: does memory grow after the first fifth, and is the log clean?"""
    from rich.progress import Progress

    load = Load(subject, seating, pace)
    await load.grow(tables)
    began, warm, ended = time.monotonic(), seconds / 5, 0
    samples: list[tuple[float, int]] = []
    with Progress() as progress:
        bar = progress.add_task(f"soaking {tables} tables", total=seconds)
        while (passed := time.monotonic() - began) < seconds:
            await asyncio.sleep(min(SAMPLE, seconds / 20))
            ended += await load.replace_finished()
            progress.update(bar, completed=time.monotonic() - began)
            if passed < warm:
                load.counts.answers.clear()
            else:
                samples.append((passed - warm, subject.memory))
            load.counts.news.clear()
    answers, broken = load.counts.answers, load.counts.broken
    await load.close()
    minute = min(60.0, (seconds - warm) / 2)  # a short trial has short minutes
    minutes: dict[int, list[int]] = {}
    for at, memory in samples:
        minutes.setdefault(int(at / minute), []).append(memory)
    curve = [sum(seen) / len(seen) / MEBIBYTE for _, seen in sorted(minutes.items())]
    middle, slow = percentile(answers, 0.5), percentile(answers, 0.99)
    return Soaked(
        seconds, tables, len(answers) / (seconds - warm), middle, slow, ended, load.empty / MEBIBYTE, curve, broken, subject.faults()
    )


async def run(subject: Subject, steps: list[int], seating: Seating, pace: float, seconds: float) -> list[Result]:
    from rich.progress import MofNCompleteColumn, Progress, TextColumn

    load = Load(subject, seating, pace)
    results: list[Result] = []
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), TextColumn("tables")) as progress:
        bar = progress.add_task("seating", total=steps[-1])
        for tables in steps:
            await load.grow(tables, lambda: progress.advance(bar))
            progress.update(bar, description=f"measuring {tables}")
            results.append(await load.measure(seconds))
            if results[-1].p99_ms > 8 * LIMIT_MS:
                break
    await load.close()
    return results


# --- beside a hostile client


@dataclass(frozen=True)
class Attacked:
    """What the others saw while one hostile client did its worst, and what it got."""

    attack: str
    result: Result
    blocks: int  # times that the server's event loop computed for more than 20 ms, whatever else the machine did
    got: dict[str, int]


class Hostile:
    """The hostile client, a process of its own."""

    def __init__(self, attack: str, url: str, code: str) -> None:
        program = [sys.executable, str(Path(__file__).with_name("hostile.py")), attack, url, code]
        self.process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)

    def wait(self) -> None:
        assert self.process.stdout is not None
        if self.process.stdout.readline().strip() != "begun":
            raise SevenhexError("The hostile client could not begin; it needs the address 127.0.0.2 of this machine.")

    def end(self) -> dict[str, int]:
        self.process.terminate()
        printed, _ = self.process.communicate(timeout=60)
        return dict(json.loads(printed)) if printed.strip() else {}


async def play_long(load: Load, url: str, entries: int) -> str:
    """A table whose log is long: everybody acts as fast as the limits let them until it is, or until the game is over."""
    group = await load.seat(await asyncio.to_thread(seat_everybody, url, load.seating, load.next_address()), LONG_THINK)
    load.groups.remove(group)
    while not group.over and max(player.version for player in group.seats) < entries and not load.counts.broken:
        await asyncio.sleep(0.1)
    group.over = True
    for player in group.seats:
        player.hang_up()
    return group.code


async def attacked(
    subject: Subject, tables: int, seating: Seating, pace: float, seconds: float, attacks: list[str], notify: Callable[[str], None]
) -> list[Attacked]:
    """One load, at first in peace, then beside each of the attacks in turn."""
    load = Load(subject, seating, pace)
    code = await play_long(load, subject.url, LONG_LOG)
    await load.grow(tables)
    blocks = await asyncio.to_thread(subject.blocks)
    found = [Attacked("nobody", await load.measure(seconds), await asyncio.to_thread(subject.blocks) - blocks, {})]
    for attack in attacks:
        await load.replace_finished()
        blocks = await asyncio.to_thread(subject.blocks)
        hostile = Hostile(attack, subject.url, code)
        try:
            await asyncio.to_thread(hostile.wait)
            result = await load.measure(seconds)
        finally:
            got = await asyncio.to_thread(hostile.end)
        found.append(Attacked(attack, result, await asyncio.to_thread(subject.blocks) - blocks, got))
        notify(f"{attack}: p99 {result.p99_ms:g} ms")
        await asyncio.sleep(2)
    await load.close()
    return found


def in_loop(work: Coroutine[Any, Any, Done]) -> Done:
    """Run it on uvloop, where there is one."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
