"""What a stranger waits for while others attack: a study question, the review of 40 entries and a bot's move, quiet and beside five hostile
addresses, one attack after the other, as ratios within one run.

python -m benchmarks.shares [--attacks reviews,study] [--questions 7] [--seconds 8]
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from websockets.sync.client import connect

from benchmarks.hostile import ON_SHARES
from benchmarks.load import Subject
from sevenhex.game.game import Game

STRANGER = "127.0.0.9"
HOST = "127.0.0.8"  # who opened the table that is watched
HOSTILE = tuple(f"127.0.0.{number}" for number in range(11, 16))
REVIEWED = 40  # entries
BETWEEN = 3.0  # seconds until an attack is in full swing
PLAIN = {"Content-Type": "text/plain"}
TOO_MANY = 429
UNDER_WAY = 202


@dataclass
class Waits:
    """Seconds that the stranger waited, by what was asked."""

    quiet: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def ratio(self) -> float:
        return statistics.median(self.attacked) / statistics.median(self.quiet) if self.quiet and self.attacked else float("nan")


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
        self.http = httpx.Client(base_url=url, timeout=120, transport=httpx.HTTPTransport(local_address=STRANGER))
        self.refused = 0

    def another(self) -> str:
        self.number += 1
        return short_record(self.number)

    def until_answered(self, path: str, **given: object) -> httpx.Response:
        while True:
            answer = self.http.post(path, **given)  # type: ignore[arg-type]
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
            time.sleep(0.15)  # within what an address may ask
            answer = self.http.get(f"/api/reviews/{answer.json()['key']}")
        answer.raise_for_status()
        return time.perf_counter() - began


def line_from(address: str, url: str) -> socket.socket:
    host, _, port = url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), 30, source_address=(address, 0))


def moves(url: str, code: str, seconds: float) -> float:
    """Seconds between two moves of bots that play among themselves, as somebody sees them who watches."""
    with connect(f"ws{url[4:]}/api/tables/{code}/play", sock=line_from(STRANGER, url), max_size=None) as line:
        line.send(json.dumps({"type": "hello"}))
        first = last = 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with contextlib.suppress(TimeoutError):
                message = json.loads(line.recv(timeout=max(0.01, until - time.monotonic())))
                if "version" in message and message.get("type") in ("welcome", "update"):
                    last = message["version"]
                    first = first or last
    return seconds / max(1, last - first)


def bots_play(url: str) -> str:
    """A table at which three bots play among themselves."""
    with httpx.Client(base_url=url, timeout=60, transport=httpx.HTTPTransport(local_address=HOST)) as host:
        table = {"edition": "sixth", "players": 3, "seats": [{"bot": "planner"}] * 3, "start": True}
        code: str = host.post("/api/tables", json=table).raise_for_status().json()["code"]
    return code


@contextlib.contextmanager
def attacking(attack: str, url: str, code: str) -> Iterator[dict[str, int]]:
    """Five addresses do this meanwhile; afterwards what they got."""
    program = [sys.executable, "-m", "benchmarks.hostile", attack, url, code, *HOSTILE]
    got: dict[str, int] = {}
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(BETWEEN)
        try:
            yield got
        finally:
            process.terminate()
            with contextlib.suppress(ValueError):
                got.update(json.loads(process.stdout.readline()))


def measure(subject: Subject, attack: str, questions: int, seconds: float) -> tuple[dict[str, Waits], dict[str, int]]:
    """Quiet, attacked and quiet again, so that a machine that slows down meanwhile is not taken for an attack."""
    stranger = Stranger(subject.url)
    waits = {"question": Waits(), "review": Waits(), "bot's move": Waits()}

    def ask(kind: str) -> None:
        for _ in range(questions):
            getattr(waits["question"], kind).append(stranger.question())
        for _ in range(max(1, questions // 3)):
            getattr(waits["review"], kind).append(stranger.review())
        getattr(waits["bot's move"], kind).append(moves(subject.url, bots_play(subject.url), seconds))

    stranger.question()
    stranger.review()
    ask("quiet")
    code = bots_play(subject.url)
    with attacking(attack, subject.url, code) as got:
        ask("attacked")
    time.sleep(BETWEEN)
    ask("quiet")
    waits["question"].refused = stranger.refused
    return waits, got


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--attacks", default=",".join(ON_SHARES))
    reader.add_argument("--questions", type=int, default=7)
    reader.add_argument("--seconds", type=float, default=8.0)
    reader.add_argument("--json", type=Path)
    given = reader.parse_args()
    rows = []
    print("| five addresses attack | question | review of 40 entries | bot's move | stranger refused | what they got |")
    print("|---|---|---|---|---|---|")
    for attack in given.attacks.split(","):
        with tempfile.TemporaryDirectory(prefix="sevenhex-shares-") as folder:
            subject = Subject(None, Path(folder), limits=True, bot_pause=0.0)
            try:
                subject.wait()
                waits, got = measure(subject, attack, given.questions, given.seconds)
            finally:
                subject.close()
        shown = [
            f"{statistics.median(each.quiet) * 1000:.0f} -> {statistics.median(each.attacked) * 1000:.0f} ms ({each.ratio:.1f}x)"
            for each in waits.values()
        ]
        answers = ", ".join(f"{what} {count}" for what, count in sorted(got.items()))
        print(f"| {attack} | {' | '.join(shown)} | {waits['question'].refused} | {answers} |", flush=True)
        rows.append({"attack": attack, **{name: each.ratio for name, each in waits.items()}, "got": got})
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
