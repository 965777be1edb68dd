"""What a stranger waits for while others attack: a study question, the review of 40 entries and a bot's move, quiet and beside five hostile
addresses, as ratios within one run. Exits with 1 when one of them is above 3.

python -m benchmarks.shares [--attacks reviews,study] [--minutes 6] [--json FILE]

Two servers stand side by side, one quiet and one attacked. They are measured by turns, in pairs of which every other one begins with the
attacked one, and the server whose turn it is not stands still (SIGSTOP) with its workers and its attackers: so both have the same machine
at nearly the same time, and what else it does meanwhile slows down both. Each attack gets an equal part of the minutes that are left.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from benchmarks.hostile import ON_SHARES
from benchmarks.load import Subject
from benchmarks.soak import family
from sevenhex.game.game import Game

STRANGER = "127.0.0.9"
HOST = "127.0.0.8"  # who opened the tables of bots
HOSTILE = tuple(f"127.0.0.{number}" for number in range(11, 16))
MOST = 3.0  # times the quiet wait
REVIEWED = 40  # entries
QUESTIONS = 3  # in each half of a pair
WATCHED = 2.0  # seconds that bots are watched in each half
BETWEEN = 3.0  # seconds until an attack is in full swing
SETTLED = 0.5  # until a server that stood still goes on as before
LONGEST = 20.0  # seconds after which a review counts as that long and is given up
PATIENCE = 120.0  # to be answered at all
FEWEST = 2  # pairs, however little time is left
PLAIN = {"Content-Type": "text/plain"}
TOO_MANY = 429
UNDER_WAY = 202
PLAYING = "playing"
KINDS = ("question", "review", "bot's move")
LONG = {"victory_points": 20}  # of a game that goes on while it is watched


@dataclass
class Waits:
    """Seconds that the stranger waited for one kind of thing: the median of each half, pair by pair."""

    quiet: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)

    @property
    def ratios(self) -> list[float]:
        return [attacked / quiet for quiet, attacked in zip(self.quiet, self.attacked, strict=True)]

    @property
    def ratio(self) -> float:
        """The median of the pairs' ratios: a moment at which the machine did something else spoils one pair, not the result."""
        return statistics.median(self.ratios) if self.quiet else float("nan")

    def tell(self) -> str:
        quiet, attacked = (statistics.median(each) * 1000 for each in (self.quiet, self.attacked))
        return f"{self.ratio:.1f} ({min(self.ratios):.1f} to {max(self.ratios):.1f}; {quiet:.0f} -> {attacked:.0f} ms)"


def short_record(seed: int) -> str:
    """A game that nobody has sent before, broken off."""
    luck = random.Random(seed)
    game = Game.new("sixth", 4, seed=seed)
    while len(game.log) < REVIEWED:
        game.resolve(luck)
        seat = game.to_act[0]
        game.push(luck.choice(game.legal(seat)), seat)
    return game.until(REVIEWED).record()


class Stranger:
    """Asks like a person, one thing at a time, and never the same twice."""

    def __init__(self, url: str) -> None:
        self.url, self.number = url, random.Random().randrange(10**9)
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, transport=httpx.HTTPTransport(local_address=STRANGER))
        self.refused = 0

    def another(self) -> str:
        self.number += 1
        return short_record(self.number)

    def until_answered(self, path: str, **given: Any) -> httpx.Response:
        while True:
            answer = self.http.post(path, **given)
            if answer.status_code != TOO_MANY:
                return answer
            self.refused += 1
            time.sleep(float(answer.headers.get("retry-after", 1)))

    def question(self) -> float:
        text = self.another()
        began = time.perf_counter()
        self.until_answered("/api/study/judge", json={"start": text, "depth": 1}).raise_for_status()
        return time.perf_counter() - began

    def review(self) -> float:
        text = self.another()
        began = time.perf_counter()
        answer = self.until_answered("/api/reviews", content=text, headers=PLAIN)
        while answer.status_code == UNDER_WAY:
            key = answer.json()["key"]
            if time.perf_counter() - began > LONGEST:
                self.http.delete(f"/api/reviews/{key}")
                return LONGEST
            time.sleep(0.15)  # within what an address may ask
            answer = self.http.get(f"/api/reviews/{key}")
        answer.raise_for_status()
        return time.perf_counter() - began


def line_from(address: str, url: str) -> socket.socket:
    host, _, port = url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), PATIENCE, source_address=(address, 0))


def moves(url: str, code: str, seconds: float) -> float:
    """Seconds between two moves of bots that play among themselves, as somebody sees them who watches; nan: their game is over."""
    line_to = line_from(STRANGER, url)
    with connect(f"ws{url[4:]}/api/tables/{code}/play", sock=line_to, max_size=None, open_timeout=PATIENCE, close_timeout=1) as line:
        line.send(json.dumps({"type": "hello"}))
        first: int | None = None
        last, began = 0, time.monotonic()
        until = began + LONGEST
        while time.monotonic() < until:
            with contextlib.suppress(TimeoutError):
                message = json.loads(line.recv(timeout=max(0.01, until - time.monotonic())))
                if message.get("type") == "table" and message["table"]["status"] != PLAYING:
                    return math.nan
                if message.get("type") in ("welcome", "update"):
                    last = message["version"]
                    if message.get("table", {}).get("status", PLAYING) != PLAYING:
                        return math.nan
                    if first is None:  # from the first word on
                        first, began = last, time.monotonic()
                        until = began + seconds
    return (time.monotonic() - began) / max(1, last - (first or 0))


def bots_play(url: str) -> str:
    """A table at which three bots play among themselves."""
    with httpx.Client(base_url=url, timeout=PATIENCE, transport=httpx.HTTPTransport(local_address=HOST)) as host:
        table = {"edition": "sixth", "players": 3, "seats": [{"bot": "planner"}] * 3, "options": LONG, "start": True}
        code: str = host.post("/api/tables", json=table).raise_for_status().json()["code"]
    return code


def send(processes: list[int], number: int) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


class Side:
    """A server, a table of bots at it, a stranger who asks; perhaps its attackers too. It stands still until it is measured."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.subject = Subject(None, folder, limits=True, bot_pause=0.0)
        self.attackers: subprocess.Popen[str] | None = None
        self.got: dict[str, int] = {}

    def prepare(self) -> None:
        """Everything that the first question and the first review load is there."""
        self.subject.wait()
        self.stranger = Stranger(self.subject.url)
        self.code = bots_play(self.subject.url)
        self.stranger.question()
        self.stranger.review()

    def attack(self, kind: str) -> None:
        program = [sys.executable, "-m", "benchmarks.hostile", kind, self.subject.url, self.code, *HOSTILE]
        self.attackers = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
        assert self.attackers.stdout is not None
        self.attackers.stdout.readline()
        time.sleep(BETWEEN)

    def signal(self, number: int) -> None:
        """First to those who start others, then to what they have started."""
        send([self.subject.process.pid] if self.attackers is None else [self.attackers.pid, self.subject.process.pid], number)
        send(family(self.subject.process.pid), number)

    def measured(self) -> dict[str, float]:
        self.signal(signal.SIGCONT)
        time.sleep(SETTLED)
        try:
            return {
                "question": statistics.median(self.stranger.question() for _ in range(QUESTIONS)),
                "review": self.stranger.review(),
                "bot's move": self.watched(),
            }
        finally:
            self.signal(signal.SIGSTOP)

    def watched(self) -> float:
        """At another table where the game of the last one is over."""
        while True:
            try:
                found = moves(self.subject.url, self.code, WATCHED)
            except ConnectionClosed:  # cut off before a word came: as bad as a wait can be
                return LONGEST
            if not math.isnan(found):
                return found
            self.code = bots_play(self.subject.url)

    def close(self) -> None:
        self.signal(signal.SIGCONT)
        if self.attackers is not None:
            self.attackers.terminate()
            with contextlib.suppress(ValueError):
                self.got = json.loads(self.attackers.communicate(timeout=60)[0])
        self.subject.close()


@contextlib.contextmanager
def side(folder: Path) -> Iterator[Side]:
    found = Side(folder)
    try:
        found.prepare()
        yield found
    finally:
        found.close()


def measure(quiet: Side, attacked: Side, until: float) -> dict[str, Waits]:
    waits = {kind: Waits() for kind in KINDS}
    pairs, longest = 0, 0.0
    while pairs < FEWEST or time.monotonic() + longest < until:
        began = time.monotonic()
        halves = [("attacked", attacked), ("quiet", quiet)]
        for name, each in halves if pairs % 2 else reversed(halves):
            for kind, seconds in each.measured().items():
                getattr(waits[kind], name).append(seconds)
        pairs, longest = pairs + 1, max(longest, time.monotonic() - began)
    return waits


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--attacks", default=",".join(ON_SHARES))
    reader.add_argument("--minutes", type=float, default=6.0, help="for all of it; at least two pairs of each attack are measured")
    reader.add_argument("--json", type=Path)
    given = reader.parse_args()
    attacks, ends = given.attacks.split(","), time.monotonic() + given.minutes * 60
    if unknown := set(attacks) - set(ON_SHARES):
        reader.error(f"Expected --attacks from {', '.join(ON_SHARES)}; got {', '.join(sorted(unknown))}.")
    rows = []
    print(f"Load of the machine at the beginning: {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors.\n")
    print("| five addresses attack | question | review of 40 entries | bot's move | pairs | stranger refused | what they got |")
    print("|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory(prefix="sevenhex-shares-") as folder, side(Path(folder) / "quiet") as quiet:
        quiet.signal(signal.SIGSTOP)
        for place, attack in enumerate(attacks):
            until = time.monotonic() + (ends - time.monotonic()) / (len(attacks) - place)
            with side(Path(folder) / attack) as attacked:
                attacked.attack(attack)
                attacked.signal(signal.SIGSTOP)
                waits = measure(quiet, attacked, until)
                refused = attacked.stranger.refused
            answers = ", ".join(f"{what} {count}" for what, count in sorted(attacked.got.items()))
            told = " | ".join(each.tell() for each in waits.values())
            print(f"| {attack} | {told} | {len(waits['question'].quiet)} | {refused} | {answers} |", flush=True)
            rows.append(
                {"attack": attack, **{kind: vars(each) | {"ratio": each.ratio} for kind, each in waits.items()}, "got": attacked.got}
            )
    worst = max((row[kind]["ratio"], kind, row["attack"]) for row in rows for kind in KINDS)
    print(f"\nThe largest ratio is {worst[0]:.1f} ({worst[1]}, {worst[2]}); allowed {MOST:g}. Load at the end: {os.getloadavg()[0]:.1f}.")
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n")
    sys.exit(0 if worst[0] <= MOST else 1)


if __name__ == "__main__":
    main()
