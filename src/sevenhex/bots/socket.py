"""A bot behind a WebSocket, `ws://host:port/path` or `wss://`: the same JSON texts as a program's lines (`external.py`), one a message.

It may run on another machine and serve many games at once: each game opens a connection of its own.
"""

from __future__ import annotations

import contextlib
import json
from time import monotonic
from typing import TYPE_CHECKING, Any

from .external import LONGEST_LINE, answer_in, question, read
from .protocol import Bot, BotError, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

SCHEMES = ("ws://", "wss://")
STARTS = 3  # connections in a game


class Remote(Bot):
    name = "ws"
    title = "WebSocket"
    description = "A bot of your own behind a WebSocket."

    def __init__(self, url: str, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.name = url  # type: ignore[misc]
        self.line: Any = None
        self.held = contextlib.ExitStack()
        self.starts = self.count = 0

    def connect(self, seconds: float) -> Any:
        from websockets.exceptions import InvalidURI, WebSocketException
        from websockets.sync.client import connect

        if self.starts >= STARTS:
            raise BotError(f"given up: {self.name} had to be connected {STARTS} times")
        self.starts += 1
        try:
            line = connect(self.name, open_timeout=seconds, max_size=LONGEST_LINE, close_timeout=1)
            self.line = self.held.enter_context(line)
        except InvalidURI as error:
            raise BotError(f"{self.name!r} is no WebSocket's address ({error}).") from None
        except (OSError, WebSocketException) as error:
            raise BotError(f"Cannot reach {self.name} ({error}).") from None
        return self.line

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        from websockets.exceptions import ConnectionClosed

        until = monotonic() + limit.seconds
        line = self.line or self.connect(limit.seconds)
        self.count += 1
        try:
            line.send(json.dumps(question(self.count, view, legal, limit), separators=(",", ":")))
            while True:
                answer = answer_in(line.recv(timeout=max(0.0, until - monotonic())), self.count)
                if answer is not None:
                    return read(view, answer)
        except TimeoutError:
            raise
        except ConnectionClosed as error:
            self.close()
            raise BotError(f"{self.name} closed the line ({error})") from None

    def close(self) -> None:
        if self.line is not None:
            with contextlib.suppress(Exception):
                self.held.close()
            self.line = None
