"""The quick way of a WebSocket reads and writes what the usual way would."""

from __future__ import annotations

import json
import os
import socket
import struct

import pytest
from serving import Server, until

from sevenhex.server.base.settings import Limits

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Wire:
    """A client that says exactly what it is told to, byte by byte."""

    def __init__(self, server: Server, code: str, token: str | None = None):
        host, port = server.url.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), 20)
        try:
            self.greet(code, host, port, token)
        except BaseException:
            self.socket.close()
            raise

    def greet(self, code: str, host: str, port: str, token: str | None) -> None:
        request = f"GET /api/tables/{code}/play HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        self.socket.sendall(f"{request}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        if token:
            self.say({"type": "hello", "token": token})
            assert [self.hear()["type"], self.hear()["type"]] == ["welcome", "table"]

    def frame(self, payload: bytes, kind: int = TEXT, final: bool = True, masked: bool = True) -> bytes:
        size = len(payload)
        length = struct.pack("!B", size) if size < 126 else struct.pack("!BH", 126, size) if size < 65536 else struct.pack("!BQ", 127, size)
        head = bytes([kind | 128 * final, length[0] | 128 * masked]) + length[1:]
        if not masked:
            return head + payload
        mask = os.urandom(4)
        return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))

    def say(self, message: object) -> None:
        self.socket.sendall(self.frame(json.dumps(message).encode()))

    def take(self, size: int) -> bytes:
        while len(self.buffer) < size:
            data = self.socket.recv(65536)
            assert data, "the line was cut"
            self.buffer += data
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def read(self) -> tuple[int, bytes]:
        first, length = self.take(2)
        if length == 126:
            (length,) = struct.unpack("!H", self.take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.take(8))
        return first & 15, self.take(length)

    def hear(self) -> dict:
        while True:
            kind, payload = self.read()
            if kind == TEXT:
                return json.loads(payload)
            assert kind == PING, (kind, payload)

    def hear_end(self) -> int:
        while True:
            kind, payload = self.read()
            if kind == CLOSE:
                return struct.unpack("!H", payload[:2])[0]


@pytest.fixture
def wire(server):
    opened = server.open(edition="sixth", players=3, seats=["me", {"bot": "random"}, {"bot": "random"}])
    found = Wire(server, opened["code"], opened["token"])
    yield found
    found.socket.close()


def ping(number: int) -> bytes:
    return json.dumps({"type": "why", "id": f"w{number}", "action": "roll"}).encode()


def test_a_frame_that_comes_in_pieces(wire):
    for byte in wire.frame(ping(1)) + wire.frame(b"x" * 300):
        wire.socket.sendall(bytes([byte]))
    assert wire.hear()["id"] == "w1"
    assert wire.hear()["code"] == "malformed"


def test_frames_that_come_together(wire):
    wire.socket.sendall(b"".join(wire.frame(ping(n)) for n in range(40)) + wire.frame(ping(40))[:5])
    assert [wire.hear()["id"] for _ in range(40)] == [f"w{n}" for n in range(40)]


def test_a_message_in_fragments_and_what_follows_it(wire):
    said = ping(1)
    wire.socket.sendall(wire.frame(said[:7], final=False) + wire.frame(b"hi", PING) + wire.frame(said[7:], 0) + wire.frame(ping(2)))
    assert wire.read() == (PONG, b"hi")
    assert [wire.hear()["id"] for _ in range(2)] == ["w1", "w2"]


def test_binary_frames_pings_and_pongs(wire):
    wire.socket.sendall(wire.frame(b"", PONG) + wire.frame(ping(1), BINARY) + wire.frame(b"abc", PING) + wire.frame(ping(2)))
    seen = [wire.read() for _ in range(3)]
    assert (PONG, b"abc") in seen
    assert [json.loads(payload)["id"] for kind, payload in seen if kind == TEXT] == ["w1", "w2"]


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda wire: wire.frame(b"\xff\xfe"), 1007),  # no text
        (lambda wire: wire.frame(b"{}", masked=False), 1002),
        (lambda wire: wire.frame(b"{}", kind=TEXT | 64), 1002),  # compressed, which nobody agreed on
        (lambda wire: wire.frame(b"{}", kind=5), 1002),
        (lambda wire: wire.frame(b"{}", kind=0), 1002),  # goes on with nothing
        (lambda wire: wire.frame(b"x" * 126, PING), 1002),
        (lambda wire: wire.frame(b"x" * 70_000), 1009),
        (lambda wire: bytes([129, 255]) + b"\xff" * 8, 1009),  # a length beyond all bounds
        (lambda wire: wire.frame(struct.pack("!H", 1000), CLOSE), 1000),
    ],
)
def test_a_line_that_breaks_the_rules_is_ended_with_the_right_code(server, wire, make, code):
    wire.socket.sendall(wire.frame(ping(1)) + make(wire) + wire.frame(ping(2)))
    assert wire.hear_end() == code
    assert server.browser().get("/healthz").status_code == 200


def test_whoever_does_not_read_is_cut_off(tmp_path):
    with Server(tmp_path, limits=Limits(messages_per_second=1e9, message_burst=1e9, outgoing_bytes=100_000)) as server:
        opened = server.open(edition="sixth", players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)
        with server.player(opened["code"], opened["token"]) as other:
            idle = Wire(server, opened["code"], opened["token"])
            idle.socket.settimeout(5)
            hello = idle.frame(b'{"type":"hello"}')
            try:
                while not server.app.state.metrics.dropped._value.get():
                    idle.socket.sendall(hello * 20)
            except OSError:
                pass  # the server reads no more from it
            until(lambda: len(server.table(opened["code"]).listeners) == 1)
            assert server.app.state.metrics.dropped._value.get() == 1
            assert other.ask(type="why", action="roll")["type"] == "why"
            idle.socket.close()
