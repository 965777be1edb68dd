"""Frames are found and counted one at a time, and mean what they always mean."""

from __future__ import annotations

import json
import struct
from dataclasses import replace

import pytest
from serving import Server, until
from wire import BINARY, CLOSE, PING, PONG, TEXT, Wire

from sevenhex.server.base.settings import Limits


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


def test_a_client_that_does_not_read_is_cut_off(tmp_path):
    with Server(tmp_path, limits=replace(Limits.none(), outgoing_bytes=100_000)) as server:
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
            until(lambda: len(server.table(opened["code"]).listeners) == 1 and server.app.state.metrics.dropped._value.get() == 1)
            assert other.ask(type="why", action="roll")["type"] == "why"
            idle.socket.close()
