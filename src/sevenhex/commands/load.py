"""Load a server on this machine: tables of clients over WebSocket, and what they had to wait."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import msgspec
import typer

from sevenhex.errors import SevenhexError
from sevenhex.patch import spliced

LIMIT_MS = 250.0  # people begin to notice
LOWEST_SHARE = 0.95  # of the asked-for rate; below, the server is behind
MOST_GROWTH = 5.0  # percent of memory, in a soak after its warm-up
SAMPLE = 5.0  # seconds between two looks at it
SEATING, SOME = 4.0, 10  # while more than some tables are made, the others play so much slower
MEBIBYTE = 1024 * 1024
ENDED = ("over", "aborted")
Done = TypeVar("Done")


class Status(msgspec.Struct, frozen=True):
    status: str = ""


class HeardPatch(msgspec.Struct, frozen=True):
    legal: tuple[int, int, list[str]] = (0, 0, [])


class Heard(msgspec.Struct):
    """The little that a load client reads of a message; the rest is skipped, because the client shares the machine with the server."""

    type: str
    version: int = -1
    seat: int | None = None
    legal: list[str] = []
    patch: HeardPatch | None = None
    code: str = ""
    table: Status = Status()


hear = msgspec.json.Decoder(Heard).decode


@dataclass
class Counts:
    """What one measurement saw."""

    answers: list[float] = field(default_factory=list)  # seconds from saying to the server's answer
    news: list[float] = field(default_factory=list)  # seconds from saying to another seat's update
    refused: int = 0
    broken: int = 0
    received: int = 0
    bytes: int = 0
    updates: int = 0
    update_bytes: int = 0


class Group:
    """The seats of one table."""

    def __init__(self, code: str, tokens: list[str], think: float, whole: bool) -> None:
        self.code, self.tokens, self.think, self.whole = code, tokens, think, whole
        self.seats: list[Player] = []
        self.spoken = 0.0
        self.over = False


class Player(asyncio.Protocol):
    """One seat over a WebSocket, written for many in one process: it frames, masks and skips as little as it must."""

    def __init__(self, group: Group, token: str, counts: Counts) -> None:
        self.group, self.token, self.counts = group, token, counts
        self.buffer = bytearray()
        self.open = False
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.version = -1
        self.legal: list[str] = []
        self.said = 0.0
        self.planned: asyncio.TimerHandle | None = None
        self.count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        host = transport.get_extra_info("peername")
        self.transport.write(
            f"GET /api/tables/{self.group.code}/play HTTP/1.1\r\nHost: {host[0]}:{host[1]}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if self.planned is not None:
            self.planned.cancel()
        if not self.group.over and self.transport is not None:
            self.counts.broken += 1
        if not self.welcomed.done():
            self.welcomed.set_exception(SevenhexError("The server closed a connection at once."))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        self.counts.bytes += len(data)
        if not self.open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.hang_up()
                return
            self.open, self.buffer = True, rest
            self.send({"type": "hello", "version": None, "token": self.token, "whole": self.group.whole})
        for payload in self.frames():
            self.take(payload)

    def frames(self) -> Iterator[bytes]:
        buffer = self.buffer
        while len(buffer) >= 2:
            length, start = buffer[1] & 127, 2
            if length >= 126:
                start = 4 if length == 126 else 10
                if len(buffer) < start:
                    return
                length = int.from_bytes(buffer[2:start], "big")
            if len(buffer) < start + length:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[start : start + length])
            del buffer[: start + length]
            if kind == 1:
                yield payload
            elif kind == 9:
                self.frame(10, payload)
            elif kind == 8:
                self.hang_up(broken=True)
                return

    def hang_up(self, broken: bool = False) -> None:
        transport, self.transport = self.transport, None
        self.counts.broken += broken and not self.group.over
        if transport is not None:
            transport.close()

    def frame(self, kind: int, payload: bytes) -> None:
        if self.transport is None:
            return
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        pad = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big")
        self.transport.write(head + mask + masked)

    def send(self, message: dict[str, Any]) -> None:
        self.frame(1, msgspec.json.encode(message))

    def take(self, payload: bytes) -> None:
        message = hear(payload)
        self.counts.received += 1
        kind = message.type
        if kind == "update":
            now = time.perf_counter()
            self.counts.updates += 1
            self.counts.update_bytes += len(payload)
            if not self.said and self.group.spoken:
                self.counts.news.append(now - self.group.spoken)
            self.look(message)
        elif kind == "done":
            if self.said:
                self.counts.answers.append(time.perf_counter() - self.said)
                self.said = 0.0
            self.plan()
        elif kind == "welcome":
            self.look(message)
            if not self.welcomed.done():
                self.welcomed.set_result(None)
        elif kind == "refused":
            self.counts.refused += 1
            self.said = 0.0
            self.group.over = self.group.over or message.code == "over"
            self.plan()
        elif kind == "table" and message.table.status in ENDED:
            self.group.over = True

    def look(self, message: Heard) -> None:
        self.version = message.version
        self.legal = spliced(self.legal, message.patch.legal) if message.patch else message.legal
        if not self.said:
            self.plan()

    def plan(self) -> None:
        """Think, then act, if there is something to do."""
        if self.planned is not None:
            self.planned.cancel()
            self.planned = None
        if self.legal and not self.said and self.group.think >= 0 and not self.group.over:
            # from the table's last action on, so that the server's own time does not slow the pace
            delay = max(0.0, self.group.spoken + random.uniform(0.5, 1.5) * self.group.think - time.perf_counter())
            self.planned = asyncio.get_running_loop().call_later(delay, self.act)

    def act(self) -> None:
        if self.transport is None:
            return
        self.planned = None
        self.count += 1
        self.said = self.group.spoken = time.perf_counter()
        self.send({"type": "act", "id": f"l{self.count}", "version": self.version, "action": random.choice(self.legal)})


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

    def __init__(self, store: str | None, folder: Path) -> None:
        self.log = folder / "server.log"
        arguments = ["serve", "--port", "0", "--no-limits", "--log-level", "warning", "--data", str(folder)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sevenhex", *arguments, *(["--store", store] if store else [])], stdout=subprocess.PIPE, stderr=log
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().decode().strip()
        if not self.url.startswith("http"):
            raise SevenhexError(f"The server did not start: {self.log.read_text()[-500:]}")

    def wait(self) -> None:
        from sevenhex.client import Gone, Lobby

        for _ in range(600):
            with contextlib.suppress(Gone):
                Lobby(self.url).call("GET", "/healthz")
                return
            time.sleep(0.1)
        raise SevenhexError("The server does not answer.")

    @property
    def memory(self) -> int:
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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


def seat_everybody(url: str, seats: int, edition: str) -> tuple[str, list[str]]:
    """A table of people, started: its code and the tokens."""
    from sevenhex.client import Lobby

    first = Lobby(url)
    code, _, token = first.open(edition=edition, players=seats)
    tokens = [str(token)] + [Lobby(url).join(code)[1] for _ in range(seats - 1)]
    first.start(code)
    return code, tokens


class Load:
    """Tables that are added step by step, and measured at each."""

    def __init__(self, subject: Subject, seats: int, pace: float, edition: str, whole: bool = False) -> None:
        self.subject, self.seats, self.edition, self.whole = subject, seats, edition, whole
        self.think = pace / seats
        self.counts = Counts()
        self.groups: list[Group] = []
        self.empty = 0
        self.pool = ThreadPoolExecutor(8)
        host, port = subject.url.removeprefix("http://").split(":")
        self.host, self.port = host, int(port)

    async def grow(self, tables: int, progress: Any = None) -> None:
        """More tables, until there are so many."""
        loop = asyncio.get_running_loop()
        self.empty = self.empty or self.subject.memory
        waiting = [
            loop.run_in_executor(self.pool, seat_everybody, self.subject.url, self.seats, self.edition)
            for _ in range(tables - len(self.groups))
        ]
        slowly = len(waiting) > SOME
        for group in self.groups:
            group.think = SEATING * self.think if slowly else self.think
        for made in asyncio.as_completed(waiting):
            code, tokens = await made
            await self.seat(Group(code, tokens, SEATING * self.think if slowly else self.think, self.whole))
            if progress is not None:
                progress()
        for group in self.groups:
            group.think = self.think

    async def seat(self, group: Group) -> None:
        loop = asyncio.get_running_loop()
        for token in group.tokens:
            _, player = await loop.create_connection(lambda token=token: Player(group, token, self.counts), self.host, self.port)  # type: ignore[misc]
            await player.welcomed
            group.seats.append(player)
        self.groups.append(group)

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
            seats=live * self.seats,
            asked=round(live / self.think, 1) if self.think else 0.0,
            actions=round(len(answers) / took, 1),
            median_ms=round(percentile(answers, 0.5), 1),
            p99_ms=round(percentile(answers, 0.99), 1),
            news_p99_ms=round(percentile(counts.news, 0.99), 1),
            worst_ms=round(percentile(answers, 1.0), 1),
            memory_kib=round((self.subject.memory - self.empty) / 1024 / max(1, len(self.groups)), 1),
            cpu=round((self.subject.cpu_seconds - cpu) / took, 2),
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


async def soak(subject: Subject, tables: int, seats: int, pace: float, seconds: float, edition: str) -> Soaked:
    """One load for a long time: does memory grow after the first fifth, and is the log clean?"""
    from rich.progress import Progress

    load = Load(subject, seats, pace, edition)
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


def plot(results: list[Result], pace: float, file: Path) -> None:
    """Latency against the number of tables."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise SevenhexError("The plot needs matplotlib: pip install matplotlib, or leave --plot away.") from None
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "sevenhex"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    tables = [result.tables for result in results]
    axes.plot(tables, [result.median_ms for result in results], marker="o", label="median")
    axes.plot(tables, [result.p99_ms for result in results], marker="o", label="99 of 100 answers within")
    axes.axhline(LIMIT_MS, linestyle="--", color="grey", label=f"{LIMIT_MS:.0f} ms")
    axes.set(
        xlabel="live tables", ylabel="ms from an action to its answer", yscale="log", title=f"each seat acts every {pace:g} s on average"
    )
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(file)
    pyplot.close(figure)


def show(results: list[Result]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    headings = (
        "tables",
        "seats",
        "asked/s",
        "actions/s",
        "median ms",
        "p99 ms",
        "news p99",
        "worst",
        "KiB/table",
        "server cores",
        "refused",
        "broken",
        "MB/s",
        "bytes/update",
    )
    for heading in headings:
        table.add_column(heading, justify="right")
    for result in results:
        table.add_row(*[f"{value:g}" for value in asdict(result).values()])
    Console(width=165).print(table)
    good = [result for result in results if result.holds]
    behind = [result for result in results if not result.holds]
    knee = f"{good[-1].tables} tables hold" if good else "none hold"
    more = f", {behind[0].tables} do not" if behind else ", the largest number tried"
    typer.echo(f"Knee (p99 within {LIMIT_MS:.0f} ms, rate within 5%, no lost connection): {knee}{more}.")


async def run(subject: Subject, steps: list[int], seats: int, pace: float, seconds: float, edition: str, whole: bool) -> list[Result]:
    from rich.progress import MofNCompleteColumn, Progress, TextColumn

    load = Load(subject, seats, pace, edition, whole)
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


def in_loop(work: Coroutine[Any, Any, Done]) -> Done:
    """Run it on uvloop, where there is one."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)


def command(
    tables: Annotated[str, typer.Option(help="Numbers of tables, one after the other, such as 50,100,200.")] = "25,50,100,200",
    seats: Annotated[int, typer.Option(min=2, max=6, help="Clients at each table.")] = 4,
    pace: Annotated[float, typer.Option(min=0, help="Each seat acts every so many seconds on average; 0: bots that act at once.")] = 2.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long each number of tables is measured.")] = 15.0,
    edition: Annotated[str, typer.Option(help="The edition that is played.")] = "sixth",
    store: Annotated[str | None, typer.Option(help="postgresql://... instead of SQLite in a temporary folder.")] = None,
    whole: Annotated[bool, typer.Option(help="Clients ask for whole views instead of what changed.")] = False,
    soaking: Annotated[
        float | None, typer.Option("--soak", help="Only the last number of tables, for so many seconds: does memory grow?")
    ] = None,
    picture: Annotated[Path | None, typer.Option("--plot", help="Write latency against tables (.svg or .png).")] = None,
    as_json: Annotated[Path | None, typer.Option("--json", help="Write the numbers to a file.")] = None,
) -> None:
    """Start a server and many clients on this machine; print actions a second, waiting times, memory per table and the knee."""
    try:
        steps = sorted({int(step) for step in tables.split(",")})
    except ValueError:
        raise SevenhexError(f"Expected numbers of tables such as 50,100, got {tables!r}.") from None
    with tempfile.TemporaryDirectory(prefix="sevenhex-load-") as folder:
        subject = Subject(store, Path(folder))
        try:
            subject.wait()
            if soaking is not None:
                soaked = in_loop(soak(subject, steps[-1], seats, pace, soaking, edition))
                typer.echo(soaked.tell())
                if as_json is not None:
                    as_json.write_text(json.dumps(asdict(soaked) | {"growth": soaked.growth}, indent=1) + "\n")
                if not soaked.holds:
                    raise typer.Exit(1)
                return
            results = in_loop(run(subject, steps, seats, pace, seconds, edition, whole))
            faults = subject.faults()
        finally:
            subject.close()
    show(results)
    if faults:
        typer.secho(f"The server's log tells of {faults} faults.", fg="red")
    if as_json is not None:
        as_json.write_text(json.dumps([asdict(result) for result in results], indent=1) + "\n")
    if picture is not None:
        plot(results, pace, picture)
        typer.echo(f"Plot: {picture}")
    if faults or not results:
        raise typer.Exit(1)
