"""A WebSocket's frames, one at a time: uvicorn and the `websockets` package read a frame only after it was counted.

Whole messages are counted by the connection when it reads them. Everything else (fragments, control frames) is counted here: a frame
without content costs its sender a few bytes and the server as much work as a message. Texts are sent from here, because here it is known
how much the other side has left unread; sending never waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ..base.limits import Bucket

KEY = "sevenhex.line"  # where a connection finds its line in the ASGI scope
TEXT, BINARY = 0x81, 0x82  # the first byte of a frame with a whole message: final, not compressed
FINAL, OPCODE, CONTINUED, LAST_DATA = 0x80, 0x0F, 0x00, 0x02
MASKED, LENGTH, SHORT, MEDIUM, LONG = 0x80, 0x7F, 125, 126, 127
MASK_BYTES = 4
NO_TEXT, POLICY = 1007, 1008
FRAMES_PER_SECOND, FRAME_BURST = 20.0, 60.0  # of those that are no whole message, until the connection brings its own count
UNREAD = 512 * 1024  # bytes of ours that somebody who pings may leave unread


class CountedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with limits for what is sent and for what is left unread."""

    unsent: tuple[bytes, ...] = ()  # frames of this moment; they leave together
    fragmented = False  # in the middle of a message
    count: Callable[[], bool] | None = None  # is one more frame within the limits of its sender?
    released: Callable[[], None] | None = None  # called when the connection has ended

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.unread = bytearray()  # bytes from the other side, from the beginning of a frame on
        self.bucket = Bucket(FRAMES_PER_SECOND, FRAME_BURST, time.monotonic())

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
        self.count = None
        self.unread.clear()
        if self.released is not None:
            self.released()
            self.released = None

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken."""
        return self.transport.get_write_buffer_size() + sum(map(len, self.unsent))

    def send_text(self, text: bytes) -> None:
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
        self.flush()  # what was sent before is read before
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.read_frames()

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()

    def drop(self) -> None:
        """Wait no longer for somebody who does not read: an orderly end would wait for ever."""
        if self.waiting:
            self.transport.abort()

    # --- what is read

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self.unread += data
        if self.handshake_complete:
            self.read_frames()
        elif len(self.unread) > self.config.ws_max_size:  # nobody has been let in yet
            self.transport.abort()

    async def receive(self) -> Any:
        message = await super().receive()
        if self.unread and not self.read_paused:
            self.loop.call_soon(self.read_frames)
        return message

    def read_frames(self) -> None:
        """Pass whole frames on, until a message waits for the table."""
        data, at, end = self.unread, 0, len(self.unread)
        while end - at >= 2 and not self.read_paused and not self.disconnected:
            first, length, start = data[at], data[at + 1] & LENGTH, at + 2
            if length == MEDIUM:
                if end - at < 4:
                    break
                length, start = data[start] << 8 | data[start + 1], start + 2
            elif length == LONG:
                if end - at < 10:
                    break
                length, start = int.from_bytes(data[start : start + 8], "big"), start + 8
            wrong = length > self.config.ws_max_size or data[at + 1] < MASKED  # the package says what, and ends the line
            stop = end if wrong else start + MASK_BYTES + length
            if end < stop:
                break
            is_message = first in (TEXT, BINARY) and not (self.fragmented or self.close_sent)  # counted when it is read
            if wrong or is_message or self.allowed():
                self.pass_on(first, bytes(data[at:stop]))
            else:
                self.refuse()
            if self.transport.is_closing():
                at = end
                break
            at = stop
        del data[:at]

    def allowed(self) -> bool:
        """May the other side send one more frame that is no whole message?"""
        return self.waiting <= UNREAD and (self.count() if self.count else self.bucket.take(time.monotonic()))

    def pass_on(self, first: int, frame: bytes) -> None:
        """A frame for the package. Its answer leaves after what was sent before."""
        if first & OPCODE <= LAST_DATA:
            self.fragmented = not first & FINAL
        self.flush()
        super().data_received(frame)

    def refuse(self) -> None:
        """End the line of somebody who sends too much, without waiting for anything from there."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
        if self.waiting > UNREAD:
            self.transport.abort()
            return
        self.flush()
        if not self.close_sent:
            self.conn.send_close(POLICY, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.end_without_text()
        else:
            super().send_receive_event_to_app()

    def end_without_text(self) -> None:
        """What should be text is none: no fault of ours, and nothing for the log."""
        self.flush()
        self.conn.send_close(NO_TEXT)
        self.handle_parser_exception()


UVICORN_WEBSOCKETS: dict[str, Any] = {
    "ws": CountedWebSocket,
    "ws_max_size": 64 * 1024,
    "ws_per_message_deflate": False,  # of many small messages it would be the server's main work
}
"""The settings of uvicorn for WebSockets."""
