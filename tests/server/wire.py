"""A WebSocket client that sends exactly what it is given, byte by byte."""

from __future__ import annotations

import json
import os
import socket
import struct

from serving import Server

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Wire:
    """A client that sends exactly what it is given, byte by byte."""

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
