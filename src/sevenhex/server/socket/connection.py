"""One WebSocket: reads commands one after the other, answers each, and passes on what the table sends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..base.encoder import encode
from ..base.limits import Bucket, Budgets
from ..base.refusal import Refused
from ..base.settings import Limits
from ..base.text import clean
from ..review import jobs
from ..review.histories import SHORT, EncodedEvents, Histories
from ..table import attendance, bot_driver, broadcast, chat, hints, hosting, lobby, sealing, undo
from ..table.registry import Tables
from ..table.table import Table
from . import messages
from .frames import KEY, CountedWebSocket
from .messages import Act, Agree, Chat, Hello, Hint, Message, Ping, Reveal, Seal, Undo, Vote, Why, Word

log = logging.getLogger("sevenhex.connection")

HELLO_SECONDS = 15.0
CLOSE_SECONDS = 2.0
PATIENCE = 50  # refusals for speed before the line is cut
TRY_AGAIN, POLICY = 1013, 1008


@dataclass(frozen=True)
class SocketServices:
    """What all connections of a server share."""

    tables: Tables
    limits: Limits
    budgets: Budgets
    histories: Histories


class Connection:
    """A listener of a table."""

    def __init__(self, socket: WebSocket, house: SocketServices, table: Table, player: str | None, address: str) -> None:
        self.socket, self.house, self.table, self.player, self.address = socket, house, table, player, address
        self.tables, self.limits = house.tables, house.limits
        self.seat: int | None = None
        self.whole = self.sentences = False
        self.has: tuple[int | None, int] | None = None
        self.greeted = False
        self.line: CountedWebSocket = socket.scope[KEY]  # uvicorn is started with `doors.uvicorn_options`
        self.gone = False
        self.reader: asyncio.Task[None] | None = None
        self.bucket = Bucket(self.limits.messages_per_second, self.limits.message_burst, time.monotonic())
        self.hasty = 0
        self.line.count = self.allowed

    # --- what is sent

    def send(self, text: bytes) -> None:
        """Never waits: a client that reads too slowly is dropped and may come back with its last version."""
        if self.gone:
            return
        if self.line.waiting > self.limits.outgoing_bytes:
            self.tables.metrics.dropped.inc()
            self.cut()
        else:
            self.line.send_text(text)

    def cut(self) -> None:
        """End the line; the client may come back with its last version, perhaps to another process."""
        self.gone = True
        if self.reader is not None:
            self.reader.cancel()

    def answer(self, message: dict[str, Any]) -> None:
        self.send(encode(message))

    # --- what is read

    async def run(self) -> None:
        self.reader = asyncio.create_task(self.listen())
        try:
            await asyncio.wait([self.reader])
            error = None if self.reader.cancelled() else self.reader.exception()
            if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
                log.error("a connection broke", exc_info=error)
        finally:
            attendance.depart(self.table, self)
            self.reader.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self.reader
            if self.socket.application_state == WebSocketState.CONNECTED:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(CLOSE_SECONDS):
                        await self.socket.close(TRY_AGAIN, "come back with your last version")
            if self.gone:
                self.line.drop()

    async def listen(self) -> None:
        while True:
            timeout = None if self.greeted else HELLO_SECONDS
            try:
                event = await asyncio.wait_for(self.socket.receive(), timeout)
            except TimeoutError:
                await self.socket.close(POLICY, "nobody said hello")
                return
            if event["type"] == "websocket.disconnect":
                return
            raw = event.get("text")
            if raw is None:
                raw = event.get("bytes") or b""
            self.tables.metrics.messages.inc()
            if not await self.take(raw):
                return

    def allowed(self) -> bool:
        """Is one more message or frame within what this connection, its seat and its address may send?"""
        budgets = self.house.budgets
        return (
            self.bucket.take(time.monotonic())
            and (self.seat is None or budgets.seats.allows((self.table.code, self.seat)))
            and budgets.addresses.allows(self.address)
        )

    async def take(self, raw: str | bytes) -> bool:
        """Answer one message; False cuts the line."""
        try:
            if not self.allowed():
                self.hasty += 1
                raise Refused("too_many", "too_many_messages")
            message = messages.read(raw)
            if not self.greeted and not isinstance(message, Hello | Ping):
                raise Refused("malformed", "hello_first")
            started = time.perf_counter()
            await self.handle(message)
            self.tables.metrics.action_seconds.observe(time.perf_counter() - started)
        except Refused as refused:
            self.tables.metrics.refusals.labels(refused.code).inc()
            self.answer(messages.refusal(refused, messages.command_of(raw)))
            if self.hasty > PATIENCE:
                await asyncio.sleep(0)
                return False
        except Exception:
            # a fault of ours is reported as such, logged, and does not end the game
            log.exception("a command failed", extra={"table": self.table.code})
            self.table.forget()
            self.answer(messages.refusal(Refused("unavailable", "mistake"), messages.command_of(raw)))
        return True

    async def handle(self, message: Message) -> None:
        table = self.table
        match message:
            case Hello():
                await self.hello(message)
            case Ping():
                self.answer({"type": "pong"})
            case Act():
                version = await table.act(self.seat, message.id, message.version, message.action)
                self.done(message.id, version)
            case Why():
                self.answer({"type": "why", "id": message.id, "reasons": await table.why(self.seat, message.action)})
            case Chat():
                await self.chat(message)
            case Undo():
                self.done(message.id, await undo.ask(table, self.seat, message.id, message.version))
            case Agree():
                await undo.answer(table, self.seat, message.undo)
                self.done(message.id, table.version)
            case Word():
                await sealing.give_word(table, self.seat, message.text)
                self.done(message.id, table.version)
            case Seal():
                await sealing.seal(table, self.seat, message.hash)
                self.done(message.id, table.version)
            case Reveal():
                await sealing.reveal(table, self.seat, message.text)
                self.done(message.id, table.version)
            case Vote():
                await attendance.vote(table, self.seat, message.choice)
                self.done(message.id, table.version)
            case Hint():
                self.answer({"type": "hint", "id": message.id, **await hints.hint(table, self.seat)})

    def done(self, command: str, version: int) -> None:
        self.answer({"type": "done", "id": command, "version": version})

    async def chat(self, message: Chat) -> None:
        text = clean(message.text)
        if not text:
            raise Refused("malformed", "empty_line")
        if self.seat is not None and not self.house.budgets.chat.allows((self.table.code, self.seat)):
            raise Refused("too_many", "too_much_chat")
        await chat.write(self.table, self.seat, self.player, message.id, text)
        self.done(message.id, self.table.version)

    async def past(self, message: Hello) -> EncodedEvents | None:
        """What has to be sent of a long game: a worker makes it, since everybody else would have to wait meanwhile."""
        table, histories = self.table, self.house.histories
        async with table.lock:
            await table.ready()
            game = table.game
            if game is None or len(game.log) - broadcast.missed_from(table, message.version) <= SHORT:
                return None
            seat, _ = lobby.who(table, message.token, self.player)
            if not self.house.budgets.tellings.allows(self.address):
                raise Refused("too_many", "too_many_hellos", retry_after=1.0)
            known = histories.known(table.code, seat, message.sentences, table.lengths)
            if known is not None and len(game.log) - known.entries <= SHORT:
                return known
            played, version = jobs.played(table), table.version
        try:
            return await histories.encode(table.code, seat, message.sentences, played, version, known, self.address)
        except Refused as refused:
            if refused.code != "unavailable":
                raise
            return None  # without a worker it is made here

    async def hello(self, message: Hello) -> None:
        """Who is it, and what has it missed? A second hello asks for a fresh welcome."""
        table = self.table
        if not self.house.budgets.hellos.allows(self.address):
            raise Refused("too_many", "too_many_hellos", retry_after=1.0)
        past = await self.past(message)
        async with table.lock:
            await table.ready()
            seat, player = lobby.who(table, message.token, self.player)
            self.tables.bans.refuse_player(player)
            if self.greeted and seat != self.seat:
                raise Refused("not_seated", "other_seat")
            first = not self.greeted
            if first:
                if seat is None and not self.may_watch():
                    raise Refused("too_many", "too_many_watching")
                hosting.admit(table, seat, player, self.address)
                self.seat, self.player = seat, player
                self.greeted = True
            self.whole, self.sentences = message.whole, message.sentences
            if past is not None and not past.holds(table.lengths):
                past = None  # somebody took back more than that meanwhile
            self.answer(broadcast.welcome(table, self, message.version, (past.entries, past.text) if past else None))
            if first:
                await attendance.arrive(table, self)
        bot_driver.drive(table)

    def may_watch(self) -> bool:
        """Is there a place for one more spectator, and for one more from this address?"""
        watching, own = self.table.listeners.spectators, self.table.listeners.spectators_from(self.address)
        return watching < self.limits.spectators_per_table and own < self.limits.spectators_per_address
