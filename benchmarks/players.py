"""Clients that sit at tables and play at random, written for thousands in one process."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from sevenhex.errors import SevenhexError
from sevenhex.protocol.patch import spliced

ENDED = ("over", "aborted")


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

    def __init__(self, code: str, tokens: list[str], think: float, whole: bool, address: str | None = None) -> None:
        self.code, self.tokens, self.think, self.whole, self.address = code, tokens, think, whole, address
        self.seats: list[Player] = []
        self.acted_at = 0.0
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
        self.sent_at = 0.0
        self.planned: asyncio.TimerHandle | None = None
        self.count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        host = transport.get_extra_info("peername")
        behind = f"X-Forwarded-For: {self.group.address}\r\n" if self.group.address else ""
        self.transport.write(
            f"GET /api/tables/{self.group.code}/play HTTP/1.1\r\nHost: {host[0]}:{host[1]}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{behind}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
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
            asked = {"whole": True} if self.group.whole else {}  # an older server knows no such wish
            self.send({"type": "hello", "version": None, "token": self.token, **asked})
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
            if not self.sent_at and self.group.acted_at:
                self.counts.news.append(now - self.group.acted_at)
            self.look(message)
        elif kind == "done":
            if self.sent_at:
                self.counts.answers.append(time.perf_counter() - self.sent_at)
                self.sent_at = 0.0
            self.plan()
        elif kind == "welcome":
            self.look(message)
            if not self.welcomed.done():
                self.welcomed.set_result(None)
        elif kind == "refused":
            self.counts.refused += 1
            self.sent_at = 0.0
            self.group.over = self.group.over or message.code == "over"
            self.plan()
        elif kind == "table" and message.table.status in ENDED:
            self.group.over = True

    def look(self, message: Heard) -> None:
        self.version = message.version
        self.legal = spliced(self.legal, message.patch.legal) if message.patch else message.legal
        if not self.sent_at:
            self.plan()

    def plan(self) -> None:
        """Think, then act, if there is something to do."""
        if self.planned is not None:
            self.planned.cancel()
            self.planned = None
        if self.legal and not self.sent_at and self.group.think >= 0 and not self.group.over:
            # from the table's last action on, so that the server's own time does not slow the pace
            delay = max(0.0, self.group.acted_at + random.uniform(0.5, 1.5) * self.group.think - time.perf_counter())
            self.planned = asyncio.get_running_loop().call_later(delay, self.act)

    def act(self) -> None:
        if self.transport is None:
            return
        self.planned = None
        self.count += 1
        self.sent_at = self.group.acted_at = time.perf_counter()
        self.send({"type": "act", "id": f"l{self.count}", "version": self.version, "action": random.choice(self.legal)})
