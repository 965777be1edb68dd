"""A client for programs: the lobby over REST, and one seat (or a spectator) over a WebSocket that survives lost connections.

    lobby = Lobby("http://127.0.0.1:8000")
    code, seat, token = lobby.open(players=2, seats=["me", {"bot": "steady"}], start=True)
    async with Client(lobby.url, code, token) as client:
        while not client.over:
            await client.turn()
            await client.act(client.legal[0])

A command has an id of its own and is sent again, with the same id, until the server has answered it; the server does it once. REST is
urllib, not httpx: a program makes a few calls, and urllib leaves no pool of connections that it would have to close.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import http.cookiejar
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from types import TracebackType
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sevenhex.errors import SevenhexError

from .patch import applied

FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0
LARGEST = 8 * 1024 * 1024  # a welcome tells a whole game


class Refusal(SevenhexError):
    """The server's no: a code for programs, a sentence for people."""

    def __init__(self, code: str, sentence: str, reasons: list[dict[str, Any]] | None = None) -> None:
        super().__init__(sentence)
        self.code, self.sentence, self.reasons = code, sentence, reasons or []


class Gone(SevenhexError):
    """The server did not answer within the client's patience, or the client was closed."""


class Stay(urllib.request.HTTPRedirectHandler):
    """No server sends a program on to another one, where its cookie and its token would go along: a redirect is a refusal."""

    def redirect_request(self, *given: Any, **named: Any) -> None:
        return None


class Line(connect):
    """The same for WebSockets."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class Lobby:
    """One browser's worth of REST: it keeps the cookie."""

    def __init__(self, url: str, timeout: float = 30.0, account: str = "") -> None:
        self.url, self.timeout, self.account = url.rstrip("/"), timeout, account  # the last: the token of a program's account
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), urllib.request.ProxyHandler({}), Stay())

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """One call; JSON comes back as data, anything else as text."""
        request = urllib.request.Request(self.url + path, method=method)
        if isinstance(body, str):
            request.data = body.encode()
            request.add_header("Content-Type", "text/plain")
        elif body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token or self.account:
            request.add_header("Authorization", f"Bearer {token or self.account}")
        try:
            with self.opener.open(request, timeout=self.timeout) as answer:
                text = answer.read().decode()
                return json.loads(text) if text and "json" in answer.headers.get("Content-Type", "") else text  # 204 has none
        except urllib.error.HTTPError as error:
            raise refusal_of(error) from None
        except (OSError, http.client.HTTPException) as error:  # the second: the line broke in the middle of an answer
            raise Gone(f"{self.url} does not answer: {error}.") from None

    def open(self, **wanted: Any) -> tuple[str, int | None, str | None]:
        """A new table: its code, the own seat and its token."""
        made = self.call("POST", "/api/tables", wanted)
        return made["code"], made["seat"], made["token"]

    def join(self, code: str, name: str = "", colour: str | None = None) -> tuple[int, str]:
        """Sit down: the seat and its token."""
        seated = self.call("POST", f"/api/tables/{code}/join", {"name": name, "colour": colour})
        return seated["seat"], seated["token"]

    def start(self, code: str) -> Any:
        return self.call("POST", f"/api/tables/{code}/start")


def refusal_of(error: urllib.error.HTTPError) -> Refusal:
    with error:
        text = error.read().decode(errors="replace")
    try:
        answer = json.loads(text)
        return Refusal(answer["code"], answer["sentence"], answer.get("reasons"))
    except (ValueError, KeyError, TypeError):
        return Refusal(str(error.code), f"The server answered {error.code}: {text[:200]}")


class Client:
    """One seat (without a token: a spectator). What it knows is in its attributes; `act` and its kin speak."""

    def __init__(
        self,
        url: str,
        code: str,
        token: str | None = None,
        *,
        patience: float = 30.0,
        compress: bool = False,
        sentences: bool = False,
        decode: Callable[[str | bytes], Any] = msgspec.json.decode,
        on_message: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.url = url.rstrip("/").replace("http", "ws", 1) + f"/api/tables/{code}/play"
        self.code, self.token, self.patience = code, token, patience
        self.compression = "deflate" if compress else None
        self.sentences = sentences  # events and reasons in English too
        self.decode, self.on_message = decode, on_message
        self.seat: int | None = None
        self.version: int | None = None
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.legal: list[str] = []
        self.can: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.connections = 0
        self.pending: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self.news = asyncio.Event()
        self.failure: SevenhexError | None = None
        self.socket: ClientConnection | None = None
        self.hailed = False  # hello was said on this line
        self.greeted = False  # and answered
        self.behind = False  # a patch does not fit to what is known: a welcome brings everything
        self.runner: asyncio.Task[None] | None = None
        self.prefix, self.count = secrets.token_hex(4), 0

    # --- life

    async def __aenter__(self) -> Client:
        self.runner = asyncio.create_task(self.run(), name=f"client of {self.code}")
        try:
            await self.until(lambda: self.greeted)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        if self.runner is not None:
            self.runner.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.runner
        self.fail(Gone("The client was closed."))

    def fail(self, error: SevenhexError) -> None:
        self.failure = self.failure or error
        for _, waiting in self.pending.values():
            if not waiting.done():
                waiting.set_exception(error)
                waiting.exception()  # seen: nobody may be waiting any more
        self.pending.clear()
        self.news.set()

    async def run(self) -> None:
        """Connect, listen, and connect again when the line breaks."""
        wait = FIRST_WAIT
        while self.failure is None:
            try:
                async with Line(self.url, compression=self.compression, max_size=LARGEST, proxy=None, open_timeout=self.patience) as socket:
                    self.socket = socket
                    self.connections += 1
                    await self.greet(socket)
                    async for raw in socket:
                        self.take(self.decode(raw))
                        if self.behind:
                            await self.hail(socket)
                        if self.greeted:
                            wait = FIRST_WAIT
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            finally:
                self.socket, self.hailed, self.greeted = None, False, False
            if self.failure is None:
                await asyncio.sleep(wait)
                wait = min(LONGEST_WAIT, wait * 2)

    async def greet(self, socket: ClientConnection) -> None:
        await self.hail(socket)
        self.hailed = True
        for message, waiting in list(self.pending.values()):
            if not waiting.done():
                await socket.send(msgspec.json.encode(message).decode())

    async def hail(self, socket: ClientConnection) -> None:
        hello: dict[str, Any] = {"type": "hello", "version": self.version}
        if self.token:
            hello["token"] = self.token
        if self.sentences:
            hello["sentences"] = True
        self.behind = False
        await socket.send(msgspec.json.encode(hello).decode())

    def drop(self) -> None:
        """Break the line without a goodbye, as a lost network does."""
        if self.socket is not None:
            self.socket.transport.abort()

    # --- listening

    def take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.greeted = True
            self.seat, self.table, self.chat = message["seat"], message["table"], message["chat"]
            kept = message.get("since", 0)
            self.events = [event for event in self.events if event["n"] < kept] + message["events"]
            self.look(message)
        elif kind == "update":
            for event in message["events"]:
                if event["kind"] == "undone":
                    self.events = [known for known in self.events if known["n"] < event["data"]["to"]]
            self.events += message["events"]
            self.look(message)
        elif kind == "table":
            self.table = message["table"]
        elif kind == "chat":
            self.chat.append(message)
        elif message.get("id") in self.pending:
            _, waiting = self.pending[message["id"]]
            if not waiting.done():
                waiting.set_result(message)
        elif kind == "refused" and message.get("id") is None and not self.greeted:
            error = Refusal(message["code"], message["sentence"], message["reasons"])
            if error.code not in ("unavailable", "too_many"):
                self.fail(error)
        if self.on_message is not None:
            self.on_message(message)
        self.news.set()

    def look(self, message: dict[str, Any]) -> None:
        if "patch" not in message:
            self.view, self.legal, self.can = message["view"], message["legal"], message["can"]
        elif self.view is not None and self.version == message["from"]:
            self.view, self.legal, self.can = applied(message["patch"], message["version"], self.view, self.legal, self.can)
        else:
            self.behind = True
            return
        self.version = message["version"]

    async def until(self, condition: Callable[[], bool], patience: float | None = None) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(self.patience if patience is None else patience):
            while True:
                if self.failure is not None:
                    raise self.failure
                if condition():
                    return
                self.news.clear()
                await self.news.wait()

    @property
    def over(self) -> bool:
        return self.table.get("status") in ("over", "aborted")

    @property
    def awaited(self) -> bool:
        return self.view is not None and self.seat in self.view["to_act"]

    async def turn(self, patience: float = 3600.0) -> bool:
        """Wait until the own seat is awaited (True) or the game is over (False)."""
        await self.until(lambda: self.awaited or self.over, patience)
        return not self.over

    # --- speaking

    async def ask(self, kind: str, command: str | None = None, **fields: Any) -> dict[str, Any]:
        """Say something until it is answered; a refusal becomes `Refusal`. `unavailable` is tried again within the patience."""
        if command is None:
            self.count += 1
            command = f"{self.prefix}-{self.count}"
        message = {"type": kind, "id": command, **fields}
        wait = FIRST_WAIT
        try:
            async with asyncio.timeout(self.patience):
                while True:
                    answer = await self.exchange(command, message)
                    if answer["type"] != "refused":
                        return answer
                    if answer["code"] not in ("unavailable", "too_many"):
                        raise Refusal(answer["code"], answer["sentence"], answer["reasons"])
                    await asyncio.sleep(wait)
                    wait = min(LONGEST_WAIT, wait * 2)
        except TimeoutError:
            raise Gone(f"The server did not answer within {self.patience:g} s.") from None

    async def exchange(self, command: str, message: dict[str, Any]) -> dict[str, Any]:
        if self.failure is not None:
            raise self.failure
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.pending[command] = (message, waiting)
        try:
            if self.socket is not None and self.hailed:
                with contextlib.suppress(ConnectionClosed):  # it is sent again after the next hello
                    await self.socket.send(msgspec.json.encode(message).decode())
            return await waiting
        finally:
            self.pending.pop(command, None)

    async def act(self, action: str, version: int | None = None, command: str | None = None) -> int:
        """Play an action; returns the table's version that answers it."""
        answer = await self.ask("act", command, version=self.version if version is None else version, action=action)
        return int(answer["version"])

    async def say(self, text: str) -> None:
        await self.ask("chat", text=text)

    async def undo(self) -> int:
        return int((await self.ask("undo"))["version"])

    async def why(self, action: str) -> list[dict[str, Any]]:
        reasons: list[dict[str, Any]] = (await self.ask("why", action=action))["reasons"]
        return reasons
