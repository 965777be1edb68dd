"""A WebSocket's quick way: whole text frames, which is all that clients send but for a pong now and then, are read and written at once.

Everything else (handshake, fragments, control frames, faults) goes the usual way, through uvicorn and the `websockets` package.
"""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

KEY = "sevenhex.line"  # where a connection finds its line in the ASGI scope
TEXT = 0x81  # the first byte of a whole text frame: final, not compressed
MASKED, LENGTH, SHORT, MEDIUM = 0x80, 0x7F, 125, 126
MASK_BYTES = 4
NO_TEXT = 1007
WHOLE = frozenset({TEXT, 0x82, 0x88, 0x89, 0x8A})  # frames that end a message, or control one; others begin a fragmented one or are wrong
READ_AHEAD = 8  # messages that wait for the table before no more are read


class FastWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a short cut for text in both directions."""

    unsent: tuple[bytes, ...] = ()  # frames of this moment; they leave together
    begun = b""  # of a frame whose end has not come yet
    usual = False  # something came that only the package understands; from then on all goes there

    # --- what is sent

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope)[KEY] = self

    # Two circles that only a full collection would find, which takes long where there are many tables.

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.scope.clear()  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken."""
        return self.transport.get_write_buffer_size() + sum(map(len, self.unsent))

    def tell(self, text: bytes) -> None:
        """Send a text; it never waits."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        size = len(text)
        if size <= SHORT:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, MEDIUM, size >> 8, size & 255))
        else:
            head = bytes((TEXT, MEDIUM + 1)) + size.to_bytes(8, "big")
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent += (head, text)

    def flush(self) -> None:
        frames, self.unsent = self.unsent, ()
        if frames and not (self.disconnected or self.close_sent):
            self.transport.write(b"".join(frames))

    async def send(self, message: Any) -> None:
        self.flush()  # what was told before is read before
        await super().send(message)

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()

    def drop(self) -> None:
        """Wait no longer for somebody who does not read: an orderly end would wait for ever."""
        if self.waiting:
            self.transport.abort()

    # --- what is read

    def data_received(self, data: bytes) -> None:
        if self.usual or not self.handshake_complete:
            super().data_received(data)
            return
        data = self.begun + data if self.begun else data
        at, end = 0, len(data)
        while end - at >= 2:
            first, length, start = data[at], data[at + 1] & LENGTH, at + 2
            if length == MEDIUM:
                if end - at < 4:
                    break
                length, start = data[start] << 8 | data[start + 1], start + 2
            if first not in WHOLE or data[at + 1] < MASKED or length > self.config.ws_max_size or data[at + 1] & LENGTH > MEDIUM:
                self.usual, self.begun = True, b""
                super().data_received(data[at:])
                return
            stop = start + MASK_BYTES + length
            if end < stop:
                break
            if first == TEXT:
                self.read(data[start : start + MASK_BYTES], data[start + MASK_BYTES : stop])
            else:
                super().data_received(data[at:stop])
            if self.transport.is_closing():
                return
            at = stop
        self.begun = data[at:]

    def read(self, mask: bytes, masked: bytes) -> None:
        """A text for the table."""
        if self.close_sent:
            return
        try:
            text = apply_mask(masked, mask).decode()
        except UnicodeDecodeError:  # no fault of ours, and nothing for the log
            self.flush()
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        message: Any = {"type": "websocket.receive", "text": text}
        self.queue.put_nowait(message)
        if not self.read_paused and self.queue.qsize() >= READ_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()


UVICORN_WEBSOCKETS: dict[str, Any] = {
    "ws": FastWebSocket,
    "ws_max_size": 64 * 1024,
    "ws_per_message_deflate": False,  # of many small messages it would be the server's main work
}
"""What uvicorn is told about WebSockets."""
