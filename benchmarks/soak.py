"""An evening in half an hour: does the server's memory stay flat? People and bots at tables, games that end and are followed by others,
visitors who watch, come back and reload, reports, reviews, studies, records that nobody can read.

python -m benchmarks.soak [--minutes 30] [--tables 40] [--json FILE] [--counts FILE] [--trace]

Exits with 1 when memory has grown by more than 3% between the five minutes after the first ten and the last five, a connection was lost or
the server's log tells of an error. `--counts` writes every five minutes what the memory is made of (`benchmarks/counted.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.counted import FILE, TRACE
from benchmarks.load import MEBIBYTE, Subject, in_loop, percentile
from benchmarks.players import Counts, Group, Player
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game

MOST_GROWTH = 3.0  # percent, from the first fifth after the warm-up to the last
WARM = 1 / 3  # of the time
LOOK = 10.0  # seconds between two looks at memory
COUNT = 300.0  # and at what it is made of
KINDS: tuple[tuple[str, int, dict[str, int], int], ...] = (  # edition, seats, options, bots among them
    ("sixth", 4, {"victory_points": 3}, 0),
    ("sixth", 4, {"victory_points": 3}, 2),
    ("fourth", 3, {"victory_points": 3}, 0),
    ("extension", 6, {"victory_points": 3}, 1),
    ("zip", 2, {"victory_points": 3}, 0),
    ("sixth", 4, {}, 2),  # a whole game
)
BOTS = ("steady", "planner", "greedy")
PLAIN = {"Content-Type": "text/plain"}


def family(pid: int) -> list[int]:
    """The processes that this one has started, and theirs."""
    found = []
    for own in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(each) for each in own.read_text().split()]
    return found + [grandchild for child in found for grandchild in family(child)]


def share_of(pid: int) -> int:
    """Bytes of a process, what it shares with others divided among them."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


@dataclass
class Look:
    """The server's memory at one moment, in MiB."""

    minute: float
    own: float
    workers: float


@dataclass
class Soaked:
    """What the half hour showed."""

    minutes: float
    tables: int
    looks: list[Look] = field(default_factory=list)
    did: dict[str, int] = field(default_factory=dict)
    median_ms: float = 0.0
    p99_ms: float = 0.0
    broken: int = 0
    faults: int = 0

    def level(self, first: float, last: float, what: str = "own") -> float:
        seen = [getattr(look, what) for look in self.looks if first <= look.minute / self.minutes <= last]
        return statistics.mean(seen) if seen else float("nan")

    @property
    def growth(self) -> float:
        """Percent, of the server's own process."""
        return (self.level(1 - WARM / 2, 1) / self.level(WARM, WARM * 3 / 2) - 1) * 100

    @property
    def holds(self) -> bool:
        return self.growth < MOST_GROWTH and not self.faults and not self.broken

    def tell(self) -> str:
        by_minute: dict[int, list[Look]] = {}
        for look in self.looks:
            by_minute.setdefault(int(look.minute * 30 / self.minutes), []).append(look)
        curve = ", ".join(f"{statistics.mean(look.own for look in seen):.0f}" for seen in by_minute.values())
        work = ", ".join(f"{statistics.mean(look.workers for look in seen):.0f}" for seen in by_minute.values())
        return (
            f"{self.minutes:g} minutes with {self.tables} tables: median {self.median_ms:.1f} ms, p99 {self.p99_ms:.1f} ms.\n"
            f"{', '.join(f'{what} {count:,}' for what, count in sorted(self.did.items()))}.\n"
            f"Memory after the first third {self.level(WARM, WARM * 3 / 2):.1f}, at the end {self.level(1 - WARM / 2, 1):.1f} MiB "
            f"({self.growth:+.1f}%; allowed +{MOST_GROWTH:g}%), by thirtieths: {curve}; its workers: {work}.\n"
            f"{self.broken} connections lost, {self.faults} errors in the server's log."
        )


def broken_off(seed: int, entries: int = 30) -> str:
    """A record that nobody has sent before."""
    luck = random.Random(seed)
    game = Game.new("sixth", 4, seed=seed)
    while len(game.log) < entries:
        game.resolve(luck)
        seat = game.to_act[0]
        game.push(luck.choice(game.legal(seat)), seat)
    return game.record()


class Evening:
    """Everybody who is there."""

    def __init__(self, subject: Subject, tables: int, pace: float) -> None:
        self.subject, self.pace = subject, pace
        self.luck = random.Random(1)
        self.counts = Counts()
        self.did: Counter[str] = Counter()
        self.groups: list[Group] = []
        self.tables = tables
        self.numbers = itertools.count(1)
        self.ended: list[str] = []
        host, port = subject.url.removeprefix("http://").split(":")
        self.host, self.port = host, int(port)

    def address(self) -> str:
        number = next(self.numbers)
        return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"

    def visitor(self, address: str | None = None) -> httpx.AsyncClient:
        """A browser of its own, from an address of its own."""
        return httpx.AsyncClient(
            base_url=self.subject.url, timeout=120, headers={"X-Forwarded-For": address or self.address()}, trust_env=False
        )

    # --- at the tables

    async def sit(self, group: Group, token: str) -> Player:
        loop = asyncio.get_running_loop()
        _, player = await loop.create_connection(lambda: Player(group, token, self.counts), self.host, self.port)
        await player.welcomed
        player.count = next(self.numbers) * 10_000  # commands of somebody who comes back have names of their own
        return player

    async def play(self, place: int) -> None:
        """One table after the other."""
        while True:
            try:
                await self.play_one(place)
            except (httpx.HTTPError, OSError, SevenhexError) as error:  # a server that has no time just now says so
                self.did[f"tables not opened: {error}"[:60]] += 1
                await asyncio.sleep(2.0)

    async def play_one(self, place: int) -> None:
        """A table: opened, and played to the end."""
        edition, seats, options, bots = KINDS[(place + next(self.numbers)) % len(KINDS)]
        address = self.address()
        async with self.visitor(address) as host:
            wanted = ["me", *["open"] * (seats - bots - 1), *({"bot": self.luck.choice(BOTS)} for _ in range(bots))]
            body = {"edition": edition, "players": seats, "options": options, "seats": wanted, "player": "Ann"}
            made = (await host.post("/api/tables", json=body)).raise_for_status().json()
            tokens = [made["token"]]
            for name in ("Ben", "Cid", "Dot", "Eve", "Fay")[: seats - bots - 1]:
                async with self.visitor(address) as guest:
                    joined = await guest.post(f"/api/tables/{made['code']}/join", json={"name": name})
                    tokens.append(joined.raise_for_status().json()["token"])
            (await host.post(f"/api/tables/{made['code']}/start")).raise_for_status()
        group = Group(made["code"], tokens, self.pace / seats, whole=False, address=address)
        group.seats = [await self.sit(group, token) for token in tokens]
        self.groups.append(group)
        until = time.monotonic() + 15 * 60  # some games of people who act at random never end
        while not group.over and time.monotonic() < until:
            await asyncio.sleep(1.0)
        self.groups.remove(group)
        self.did["games that ended" if group.over else "games left"] += 1
        if group.over:
            self.ended.append(group.code)
        group.over = True
        for player in group.seats:
            player.hang_up()

    async def come_back(self) -> None:
        """Somebody's line breaks and is there again; somebody reloads the page."""
        if not self.groups:
            return
        group = self.luck.choice(self.groups)
        place = self.luck.randrange(len(group.tokens))
        if group.over or len(group.seats) <= place:
            return
        old = group.seats[place]
        if old.planned is not None:
            old.planned.cancel()
        old.group = Group(group.code, [], -1, False)  # this line is closed on purpose
        old.group.over = True
        old.hang_up()
        group.seats[place] = await self.sit(group, group.tokens[place])
        self.did["reconnects"] += 1

    async def watch(self) -> None:
        """A spectator for a few seconds."""
        if not self.groups:
            return
        watched = Group(self.luck.choice(self.groups).code, [], -1, whole=self.luck.random() < 0.3, address=self.address())
        loop = asyncio.get_running_loop()
        _, player = await loop.create_connection(lambda: Player(watched, "", self.counts), self.host, self.port)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(player.welcomed, 20)
        await asyncio.sleep(self.luck.uniform(0, 10))
        watched.over = True
        player.hang_up()
        self.did["spectators"] += 1

    # --- after the games, and beside them

    async def look_back(self) -> None:
        """Report, record, replay and the numbers of a game that is over; now and then its review."""
        if not self.ended:
            return
        code = self.luck.choice(self.ended[-30:])
        async with self.visitor() as visitor:
            for path in ("report", "record", "replay", "fair", "chances"):
                await self.note("looks back", visitor.get(f"/api/tables/{code}/{path}"))
            if self.luck.random() < 0.3:
                await self.review(visitor, f"/api/tables/{code}/review", f"/api/tables/{code}/review", "")

    async def review(self, visitor: httpx.AsyncClient, path: str, again: str, text: str) -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            found = await visitor.post(path, content=text, headers=PLAIN)
            if found.status_code != 202:
                self.did["reviews" if found.status_code == 200 else "reviews refused"] += 1
                return
            await asyncio.sleep(2.0)

    async def study(self) -> None:
        """A position that nobody asked about before, an opening, a record that is sent, a puzzle."""
        async with self.visitor() as visitor:
            number = next(self.numbers)
            text = broken_off(number)
            await self.note("studies", visitor.post("/api/study/judge", json={"start": text, "depth": 1}))
            await self.note("studies", visitor.get("/api/study/opening", params={"seed": str(number)}))
            await self.note("studies", visitor.post("/api/replay", content=text, headers=PLAIN))
            await self.note("studies", visitor.get("/api/puzzles"))
            if self.luck.random() < 0.2:
                await self.review(visitor, "/api/reviews", "/api/reviews", text)

    async def browse(self) -> None:
        """The page and the lobby, and things that are not there."""
        async with self.visitor() as visitor:
            for path in (
                "/",
                "/api/tables",
                "/api/ratings",
                "/api/editions",
                "/api/rules/sixth",
                "/api/rulebook/sixth/en",
                f"/api/tables/{self.luck.random()}",
                "/metrics",
                "/readyz",
            ):
                await self.note("pages", visitor.get(path))
            await self.note("nonsense", visitor.post("/api/replay", content="nonsense" * self.luck.randrange(1, 2000), headers=PLAIN))
            await self.note("nonsense", visitor.post("/api/tables", content=b"\xff{" * 50))

    async def note(self, what: str, asked: Awaitable[httpx.Response]) -> None:
        try:
            status = (await asked).status_code
        except httpx.HTTPError:
            self.did[f"{what}, unanswered"] += 1
            return
        self.did[what if status < 500 else f"{what}, answered {status}"] += 1

    async def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(self.luck.expovariate(1 / seconds))
            try:
                await work()
            except Exception as error:
                self.did[f"{work.__name__} failed: {type(error).__name__}"] += 1

    def everybody(self) -> list[asyncio.Task[None]]:
        other = (self.come_back, 1.0), (self.watch, 1.0), (self.watch, 1.0), (self.look_back, 4.0), (self.study, 4.0), (self.browse, 3.0)
        work: list[Any] = [self.play(place) for place in range(self.tables)]
        work += [self.every(seconds, each) for each, seconds in other]
        return [asyncio.create_task(each) for each in work]


async def soak(subject: Subject, tables: int, pace: float, minutes: float, counts: Path | None, notify: Callable[[str], None]) -> Soaked:
    evening, measured = Evening(subject, tables, pace), Soaked(minutes, tables)
    working = evening.everybody()
    began, counted = time.monotonic(), time.monotonic() - COUNT / 2
    while (passed := time.monotonic() - began) < minutes * 60:
        await asyncio.sleep(min(LOOK, minutes * 60 / 60))
        for task in working:
            if task.done():
                task.result()  # a table that could not be played ends the run
        own, pid = subject.memory / MEBIBYTE, subject.process.pid
        measured.looks.append(Look(passed / 60, own, sum(map(share_of, family(pid))) / MEBIBYTE))
        if passed < WARM * minutes * 60:
            evening.counts.answers.clear()
        evening.counts.news.clear()
        if counts is not None and time.monotonic() - counted > min(COUNT, minutes * 6):
            counted = time.monotonic()
            os.kill(pid, signal.SIGUSR1)
        if len(measured.looks) % 6 == 0:
            last = measured.looks[-1]
            notify(f"{last.minute:.1f} min: {last.own:.1f} MiB, workers {last.workers:.1f}; {dict(evening.did)}")
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    measured.did, measured.broken, measured.faults = dict(evening.did), evening.counts.broken, subject.faults()
    measured.median_ms, measured.p99_ms = percentile(evening.counts.answers, 0.5), percentile(evening.counts.answers, 0.99)
    for group in evening.groups:
        group.over = True
        for player in group.seats:
            player.hang_up()
    return measured


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--minutes", type=float, default=30.0)
    reader.add_argument("--tables", type=int, default=40)
    reader.add_argument("--pace", type=float, default=2.0, help="seconds between two actions of a person")
    reader.add_argument("--store", help="postgresql://... instead of SQLite in a temporary folder")
    reader.add_argument("--json", type=Path)
    reader.add_argument("--counts", type=Path, help="where the server writes what its memory is made of")
    reader.add_argument("--trace", action="store_true", help="by line of the program, too: slower, and larger")
    given = reader.parse_args()
    if given.counts is not None:
        os.environ[FILE] = str(given.counts.resolve())
        if given.trace:
            os.environ[TRACE] = "1"
    with tempfile.TemporaryDirectory(prefix="sevenhex-soak-") as folder:
        program = ("-m", "benchmarks.counted") if given.counts else ("-m", "sevenhex")
        subject = Subject(given.store, Path(folder), limits=True, bot_pause=0.3, program=program)
        try:
            subject.wait()
            measured = in_loop(soak(subject, given.tables, given.pace, given.minutes, given.counts, lambda line: print(line, flush=True)))
        finally:
            subject.close()
        if measured.faults:
            print(subject.log.read_text(errors="replace")[-3000:])
    print(measured.tell())
    if given.json:
        given.json.write_text(json.dumps(asdict(measured) | {"growth": measured.growth}, indent=1) + "\n")
    sys.exit(0 if measured.holds else 1)


if __name__ == "__main__":
    main()
