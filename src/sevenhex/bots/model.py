"""A language model at a table of the arena, `mcp:COMMAND`: the command starts a program that is a client of the Model Context Protocol.

The program is started anew for each game. It finds the address of its seat in the environment variable SEVENHEX_MCP_URL, and in place of
`{url}` in its own words; there it has the tools `look`, `legal_actions`, `act` and `wait`, and the prompt `play`. The seat lives on this
machine only, behind an address that nobody else knows, and shows what its bot is shown: the seat's own view.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import subprocess
import tempfile
import threading
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from sevenhex.errors import SevenhexError
from sevenhex.notation import speech
from sevenhex.protocol import telling

from .external import words_of
from .protocol import Bot, BotError, Limit, is_allowed

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

ADDRESS = "SEVENHEX_MCP_URL"
MISSING = "A language model's seat needs the package `mcp`: pip install 'sevenhex[mcp]'."
INSTRUCTIONS = "You play one seat of the island game CATAN to its end: `act` until the game is over. The prompt `play` says how to read it."
LONGEST_WAIT = 300.0  # seconds, in one call
MOST_ACTIONS = 20  # in one call
PAUSE = 0.02  # seconds between two looks at what the table asks
GRACE = 3.0  # seconds for a program to end in order
LAST_WORDS = 400  # characters of what it said


class Desk:
    """What lies between the table, which asks, and the model, which answers; each in a thread of its own."""

    def __init__(self) -> None:
        self.lock = threading.Condition()
        self.view: View | None = None
        self.legal: list[int] = []
        self.answer: int | None = None
        self.asked = self.over = False
        self.shown: Any = None  # what stood on the island when that was last shown

    def ask(self, view: View, legal: list[int], until: float, alive: Callable[[], bool]) -> int:
        """Put a question and wait for the answer."""
        with self.lock:
            self.view, self.legal, self.answer, self.asked = view, legal, None, True
            try:
                while (found := self._given()) is None:
                    left = until - monotonic()
                    if left <= 0:
                        raise TimeoutError
                    if not alive():
                        raise EOFError
                    self.lock.wait(min(left, 0.2))
                return found
            finally:
                self.asked = False

    def _given(self) -> int | None:
        return self.answer

    def end(self) -> None:
        with self.lock:
            self.over, self.asked = True, False

    def do(self, text: str) -> None:
        """Answer with an action; a refusal is a sentence, and the question stays."""
        with self.lock:
            if self.over or not self.asked or self.view is None:
                raise SevenhexError("The game is over." if self.over else "It is not your turn; wait.")
            action = int(speech.read(text, self.view.naming, self.view.seat))
            if not is_allowed(self.view, self.legal, action):
                raise SevenhexError(f"{text!r} is not possible now. You may: {', '.join(self.texts()[:40])}.")
            self.answer, self.asked = action, False
            self.lock.notify_all()

    def texts(self) -> list[str]:
        view = self.view
        return [] if view is None or not self.asked else [speech.say(action, view.naming, view.seat) for action in self.legal]

    def text(self, whole: bool = False) -> str:
        """The situation; the island once, and what stands on it when that has changed."""
        with self.lock:
            if self.view is None:
                return "The game is over." if self.over else "The game has not begun; wait."
            shown, first = self.view.to_json(), self.shown is None
            standing = telling.pieces(shown)
            found = telling.situation(shown, self.texts(), (), whole or first)
            if not (whole or first) and standing != self.shown:
                found = f"{standing}\n{found}"
            self.shown = standing
            return f"{found}\nThe game is over." if self.over else found

    async def wait(self, seconds: float) -> None:
        until = monotonic() + min(max(seconds, 0.0), LONGEST_WAIT)
        while not (self.asked or self.over) and monotonic() < until:
            await asyncio.sleep(PAUSE)


def seat_of(desk: Desk) -> Any:
    """The tools of a seat."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise BotError(MISSING) from None
    server = MCPServer("sevenhex-seat", instructions=INSTRUCTIONS, log_level="ERROR")

    def tool(work: Callable[..., Awaitable[Any]]) -> Any:
        return server.tool()(work)

    @tool
    async def look() -> str:
        """Everything that counts now, island and pieces too."""
        return desk.text(whole=True)

    @tool
    async def legal_actions() -> list[str]:
        """What you may do now, as texts; offers to players can be made in any amounts beside these."""
        return desk.texts()

    @tool
    async def wait(seconds: float = 60.0) -> str:
        """Until you are asked or the game is over; then the situation."""
        await desk.wait(seconds)
        return desk.text()

    @tool
    async def act(action: str | list[str], seconds: float = 60.0) -> str:
        """Do an action, or several in a row; a refusal ends the row and says why. Waits until you are asked again; then the situation."""
        row = [action] if isinstance(action, str) else list(action)[:MOST_ACTIONS]
        for done, each in enumerate(row):
            try:
                desk.do(each)
            except SevenhexError as error:
                if done == 0:
                    raise ToolError(str(error)) from None
                return f"{done} of {len(row)} done; {each!r} refused: {error}\n{desk.text()}"
            await desk.wait(seconds)
        return desk.text()

    @server.prompt()
    def play() -> str:
        """How to play a seat: names, actions, costs. For the model's system prompt."""
        return telling.SYSTEM

    return server


class Seat:
    """The address of a seat and the program that sits there."""

    def __init__(self, words: list[str], desk: Desk) -> None:
        import uvicorn

        self.desk = desk
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        secret = secrets.token_urlsafe(24)
        app = seat_of(desk).streamable_http_app(streamable_http_path=f"/{secret}")
        config = uvicorn.Config(app, log_level="error", lifespan="on", ws="none", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve(sockets=[self.socket])), daemon=True)
        self.thread.start()
        url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/{secret}"
        self.said: IO[bytes] = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                [word.replace("{url}", url) for word in words],
                stdin=subprocess.DEVNULL, stdout=self.said, stderr=subprocess.STDOUT, env=os.environ | {ADDRESS: url},
            )  # fmt: skip
        except OSError as error:
            self._close()
            raise BotError(f"cannot start {words[0]!r}: {error.strerror}") from None

    def alive(self) -> bool:
        return self.process.poll() is None

    def last_words(self) -> str:
        size = self.said.seek(0, os.SEEK_END)
        self.said.seek(max(0, size - LAST_WORDS))
        return " ".join(self.said.read().decode(errors="replace").split())

    def end(self) -> None:
        """The program hears that the game is over, and is ended if it stays."""
        self.desk.end()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._close()

    def _close(self) -> None:
        self.server.should_exit = True
        self.thread.join(GRACE)
        with contextlib.suppress(OSError):
            self.socket.close()
        self.said.close()


class Model(Bot):
    name = "mcp"
    title = "Language model"
    description = "A program of your own that plays as a client of the Model Context Protocol."
    levels = ("normal",)

    def __init__(self, command: str, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.name = f"mcp:{command}"  # type: ignore[misc]
        self.words = words_of(command)
        self.seat: Seat | None = None
        self.has_ended = False

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        until = monotonic() + limit.seconds
        if self.has_ended:
            raise BotError("the program has ended")
        self.seat = self.seat or Seat(self.words, Desk())
        try:
            return self.seat.desk.ask(view, legal, until, self.seat.alive)
        except EOFError:
            status, said = self.seat.process.returncode, self.seat.last_words()
            self.has_ended = True
            raise BotError(f"the program ended with status {status}" + (f"; it said: {said}" if said else "")) from None

    def close(self) -> None:
        if self.seat is not None:
            self.seat.end()
            self.seat = None
