"""A hostile client for load tests, in a process of its own until it is ended: `python -m benchmarks.hostile ATTACK URL CODE [ADDRESS ...]`.

It talks to loopback only, from addresses of its own (127.0.0.2 unless others are given), so that limits by address tell it from others.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sevenhex import server
from sevenhex.errors import SevenhexError

OWN = "127.0.0.2"
CHUNK = 0.05  # seconds between two pieces of a flood
FLOOD = 600_000  # bytes a second, which froze everybody once
PATIENCE = 20.0
PAUSE = 2.0  # before trying again after being turned away: else this process, not the server, would be what everybody waits for
OK, CREATED, ACCEPTED = 200, 201, 202
PING, CONTINUED, TEXT, FINAL = 9, 0, 1, 0x80
BYTES = 13  # of an entry in such a record
MASK = b"\0\0\0\0"


def frame(kind: int, payload: bytes = b"", final: bool = True) -> bytes:
    size = len(payload)
    head = bytes([kind | FINAL * final, 128 | size]) if size < 126 else bytes([kind | FINAL * final, 254]) + size.to_bytes(2, "big")
    return head + MASK + payload


class Stranger:
    """What one hostile client can do, and what it got."""

    def __init__(self, url: str, code: str, address: str = OWN) -> None:
        self.address = address
        self.host, port = url.removeprefix("http://").split(":")
        self.port, self.code = int(port), code
        self.seen: Counter[str] = Counter()
        self.records: list[bytes] = []
        self.sent = 0

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        made = await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0))
        self.seen["connections"] += 1
        return made

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json", packed: bool = False) -> int:
        """One request over a line of its own; the status."""
        reader, writer = await self.line()
        try:
            head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: {kind}\r\nConnection: close\r\n"
            head += "Accept-Encoding: gzip\r\n" if packed else ""
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            async with asyncio.timeout(PATIENCE):
                answer = await reader.read(-1)
            status = int(answer[9:12] or b"0")
            self.seen[f"answered {status}"] += 1
            return status
        finally:
            writer.close()

    async def websocket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.line()
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/tables/{self.code}/play HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            self.seen["turned away"] += 1
            writer.close()
            raise ConnectionError("turned away")
        writer.write(frame(TEXT, b'{"type":"hello","version":null}'))
        return reader, writer

    async def again(self, work: Callable[[], Awaitable[None]]) -> None:
        """For ever; whatever ends it is a reason to begin anew."""
        while True:
            try:
                await work()
                await asyncio.sleep(CHUNK)
            except (OSError, TimeoutError, asyncio.IncompleteReadError, EOFError):
                self.seen["cut off"] += 1
                await asyncio.sleep(PAUSE)

    # --- the attacks

    async def flood(self, begin: bytes, each: bytes, read: bool, rate: int) -> None:
        """One WebSocket full of frames; with `read` the answers are taken, without they are left lying."""
        reader, writer = await self.websocket()
        reading = asyncio.create_task(drain(reader)) if read else None
        piece = each * max(1, int(rate * CHUNK / len(each)))
        try:
            writer.write(begin)
            while not writer.is_closing() and not (reading and reading.done()):
                writer.write(piece)
                self.seen["kilobytes"] += len(piece) // 1000
                async with asyncio.timeout(PATIENCE):
                    await writer.drain()
                await asyncio.sleep(CHUNK)
            raise ConnectionError("cut off")
        finally:
            writer.close()
            if reading is not None:
                reading.cancel()

    async def pings(self) -> None:
        await self.again(lambda: self.flood(b"", frame(PING), True, FLOOD))

    async def continuations(self) -> None:
        await self.again(lambda: self.flood(frame(TEXT, b"{", final=False), frame(CONTINUED, final=False), True, FLOOD))

    async def unread(self) -> None:
        """Pings whose answers nobody reads."""
        await self.several(20, lambda: self.flood(b"", frame(PING, b"x" * 125), False, FLOOD // 4))

    async def tellings(self) -> None:
        """The whole game again and again, its record and its numbers."""
        hello = frame(TEXT, b'{"type":"hello","version":null,"id":"again"}')
        await asyncio.gather(
            self.several(10, lambda: self.flood(b"", hello, True, 20 * len(hello))),
            self.several(5, lambda: self.get(f"/api/tables/{self.code}/record")),
            self.several(5, lambda: self.get(f"/api/tables/{self.code}/fair")),
        )

    async def get(self, path: str) -> None:
        await self.ask("GET", path)

    async def bots(self) -> None:
        """Thirty tables of six bots that think long, and nobody who waits for them."""
        table = {"edition": "extension", "players": 6, "seats": [{"bot": "scholar"}] * 6, "start": True}
        for _ in range(30):
            with contextlib.suppress(OSError, TimeoutError):
                await self.ask("POST", "/api/tables", json.dumps(table).encode())
        await asyncio.Event().wait()

    async def halves(self) -> None:
        """A thousand requests that are never finished."""

        async def half() -> None:
            reader, writer = await self.line()
            try:
                writer.write(b"GET /api/editions HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                while True:
                    async with asyncio.timeout(1.0):
                        if not await reader.read(1000):
                            raise ConnectionError("cut off")
            except TimeoutError:
                writer.write(b"x")
                await writer.drain()
            finally:
                writer.close()

        await self.several(1005, half)

    async def uploads(self) -> None:
        """A hundred at a time of the longest record that is read."""

        async def send() -> None:
            await self.post("/api/replay/chances", self.records[0], "text/plain")

        await self.several(100, send)

    async def post(self, path: str, body: bytes, kind: str = "application/json") -> None:
        if await self.ask("POST", path, body, kind) not in (OK, CREATED, ACCEPTED):
            raise ConnectionError("turned away")

    def another(self) -> bytes:
        """A record that nobody has sent before, so that no answer is known."""
        self.sent += 1
        record = self.records[self.sent % len(self.records)]
        return record.replace(b"\n", b'\n[Number "%s-%d"]\n' % (self.address.encode(), self.sent), 1)

    async def reviews(self) -> None:
        """One long record after the other is to be judged from beginning to end."""
        await self.several(10, lambda: self.post("/api/reviews", self.another(), "text/plain"))

    async def study(self) -> None:
        """Positions judged as deeply as it goes."""

        async def judge() -> None:
            self.sent += 1
            entries = 40 + 7 * self.sent % 1000
            question = {"start": self.records[self.sent % len(self.records)].decode(), "entries": entries, "depth": 5}
            await self.post("/api/study/judge", json.dumps(question).encode())

        await self.several(10, judge)

    async def sockets(self) -> None:
        """Two hundred spectators who listen."""

        async def listen() -> None:
            reader, writer = await self.websocket()
            try:
                await drain(reader)
                raise ConnectionError("cut off")
            finally:
                writer.close()

        await self.several(200, listen)

    async def tables(self) -> None:
        """Tables that nobody plays at."""
        body = json.dumps({"edition": "sixth", "players": 4, "seats": ["me", "open", "open", "open"]}).encode()
        await self.several(5, lambda: self.post("/api/tables", body))

    async def files(self) -> None:
        """The page again and again, and its largest part, packed."""

        async def get(path: str) -> None:
            if await self.ask("GET", path, packed=True) != OK:
                raise ConnectionError("turned away")

        largest = largest_part()
        await asyncio.gather(self.several(10, lambda: get("/")), self.several(10, lambda: get(largest)))

    async def calls(self) -> None:
        """What came after the other six: accounts, profiles, notices, lessons, openings, islands and rules for a real table, wishes,
        tournaments, lists of people, drills, programs, the description of all calls."""

        async def all_of_them() -> None:
            self.sent += 1
            new = f"{self.address}-{self.sent}"
            words = {"name": new}, {"phrase": f"{new} is no phrase"}, {"kind": "plain", "address": f"https://{new}.invalid/"}
            for path, body in zip(("account", "signin/phrase", "notices"), words, strict=True):
                await self.ask("POST", f"/api/{path}", json.dumps(body).encode())
            await self.ask("POST", "/api/rulebook/sixth/en/table", json.dumps({"options": {"victory_points": 3 + self.sent % 15}}).encode())
            wish: dict[str, Any] = {"editions": ["sixth", "zip"], "players": 2 + self.sent % 3, "name": new}
            for path, wanted in (("seeks", wish), ("tournaments", {"name": new, "bots": 32}), ("people/apart", {"name": new})):
                await self.ask("POST", f"/api/{path}", json.dumps(wanted).encode())
            made = f"islands/sixth?seed={new}", f"study/opening?seed={new}&place={self.sent % 8}"
            for path in ("profile", "profile/games?form=parquet", "profiles/Ann", "lessons/sixth/en", *made, "puzzles", *LISTS):
                await self.ask("GET", f"/api/{path}", packed=True)

        await self.several(5, all_of_them)

    async def several(self, count: int, work: Callable[[], Awaitable[None]]) -> None:
        await asyncio.gather(*(self.again(work) for _ in range(count)))


async def drain(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass


def largest_part() -> str:
    """Of the built page, by its path."""
    static = Path(server.__file__).parent / "static"
    parts = sorted((static / "assets").glob("*.*"), key=lambda part: part.stat().st_size)
    return f"/assets/{parts[-1].name}" if parts else "/icon.svg"


def long_record(size: int = 190_000, seed: int = 1) -> bytes:
    """A game in which everybody only rolls and ends, as long as a record may be."""
    from sevenhex.game.game import Game

    chance = random.Random(seed)
    game = Game.new("sixth", 4, seed=seed)
    while len(game.log) < size // BYTES:
        game.resolve(chance)
        seat = game.to_act[0]
        listed = game.legal(seat)
        texts = game.legal_texts(seat)
        wanted = [action for action, text in zip(listed, texts, strict=True) if text in ("roll", "end")]
        game.push((wanted or listed)[0], seat)
    game.resolve(chance)
    return game.record().encode()


ATTACKS = ("pings", "continuations", "unread", "tellings", "bots", "halves", "uploads")
ON_SHARES = ("uploads", "reviews", "study", "sockets", "tables", "files", "calls")  # what addresses take from each other (`shares.py`)
LISTS = ("seeks", "tournaments", "people", "drills", "programs", "past", "rulebook/sixth/en/known/fourth", "openapi.json")
JUDGED = 40_000  # bytes of a record that is to be judged


async def main(attack: str, url: str, code: str, *addresses: str) -> None:
    known = tuple(dict.fromkeys((*ATTACKS, *ON_SHARES)))
    if attack not in known:
        raise SevenhexError(f"Expected one of {', '.join(known)}; got {attack!r}.")
    strangers = [Stranger(url, code, address) for address in addresses or (OWN,)]
    records = [long_record()] if attack == "uploads" else []
    if attack in ("reviews", "study"):
        records = [long_record(JUDGED, seed) for seed in range(1, 4)]
    for stranger in strangers:
        stranger.records = records
    work: Any = asyncio.gather(*(getattr(stranger, attack)() for stranger in strangers))
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    print("begun", flush=True)
    await asyncio.wait([work, asyncio.create_task(ended.wait())], return_when=asyncio.FIRST_COMPLETED)
    work.cancel()
    print(json.dumps(sum((stranger.seen for stranger in strangers), Counter())), flush=True)
    os._exit(0)  # a thousand lines need no farewell


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
