"""Connections before there is a request: how many may wait, how long, and how many bytes they may send before a request is complete."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..base.limits import Flooders, Places
from ..base.settings import Limits, Settings
from ..socket.frames import UVICORN_WEBSOCKETS, CountedWebSocket
from .proxies import Proxies


class ConnectionLimits:
    """All connections of a server. Where there is no room, those go first that have not asked for anything yet, the oldest first."""

    def __init__(self, settings: Settings, flooders: Flooders) -> None:
        self.flooders = flooders
        self.limits: Limits = settings.limits
        self.proxies = Proxies(nobody, settings.proxies)
        self.places = Places(self.limits.sockets_per_address)
        self.inside = 0
        self.undecided: OrderedDict[Guarded, None] = OrderedDict()

    def enter(self, connection: Guarded, address: str) -> bool:
        if self.inside >= self.limits.connections and self.undecided:
            self.undecided.popitem(last=False)[0].drop()
        known = self.proxies.trusts(address)  # a proxy stands for many
        if not known and self.flooders.is_cut(address):
            return False
        if self.inside >= self.limits.connections or not (known or self.places.take(address)):
            return False
        self.inside += 1
        self.undecided[connection] = None
        connection.leaves = None if known else address
        return True

    def leave(self, address: str | None) -> None:
        self.inside -= 1
        if address is not None:
            self.places.give_back(address)


async def nobody(*_: Any) -> None:
    """Stands where an application is asked for."""


class Guarded(HttpToolsProtocol):
    """uvicorn's HTTP with time-outs for the head, the body and the reading of the answer."""

    doors: ConnectionLimits
    leaves: str | None = None  # whose place is given back at the end
    entered = False
    timer: asyncio.TimerHandle | None = None
    heard = 0  # bytes of the head
    in_head = True

    # --- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.ws_protocol_class = self.become_websocket  # type: ignore[assignment]
        self.entered = self.doors.enter(self, self.client[0] if self.client else "")
        if not self.entered:
            transport.abort()
            return
        self.give(self.doors.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.give(None)
        self.doors.undecided.pop(self, None)
        if self.entered:
            self.entered = False
            self.doors.leave(self.leaves)
        self.forget()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.forget()

    def forget(self) -> None:
        """What leads back to this object would keep it in memory until a full collection, which a busy server never does."""
        self.parser = self.cycle = self.ws_protocol_class = None  # type: ignore[assignment]

    def become_websocket(self, **given: Any) -> CountedWebSocket:
        """The place goes over to the WebSocket, which gives it back."""
        self.give(None)
        self.doors.undecided.pop(self, None)
        made = CountedWebSocket(**given)
        doors, address, self.entered = self.doors, self.leaves, False
        made.released = lambda: doors.leave(address)
        return made

    def drop(self) -> None:
        self.transport.abort()
        self.connection_lost(None)

    # --- time and size

    def give(self, seconds: float | None) -> None:
        """So long until the line is cut; None: no limit."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if self.parser is None or not self.entered:  # dropped
            return
        if self.in_head:
            self.heard += len(data)
        super().data_received(data)
        if self.in_head and self.heard > self.doors.limits.head_bytes and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")
        elif self.in_head and self.timer is None and self.entered:
            self.give(self.doors.limits.head_seconds)  # something came that begins no request

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head, self.heard = True, 0
        self.give(self.doors.limits.head_seconds)

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.give(self.doors.limits.body_seconds)
        self.doors.undecided.pop(self, None)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.in_head, self.heard = True, 0
        super().on_message_complete()
        answered = self.cycle is not None and self.cycle.response_complete
        self.give(self.doors.limits.head_seconds if answered else self.doors.limits.answer_seconds)

    def on_response_complete(self) -> None:
        if self.in_head and not self.pipeline:  # else the rest of a body, or another request, is on its way and has its own time
            self.give(None)
            self.doors.undecided[self] = None  # a line that is kept open for the next request
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        self.transport.abort()  # a client that has not read the answer by now never will


def uvicorn_options(app: FastAPI) -> dict[str, Any]:
    """The settings of uvicorn for every command and test that serves this application."""

    class Door(Guarded):
        doors = ConnectionLimits(app.state.settings, app.state.flooders)

    return {**UVICORN_WEBSOCKETS, "http": Door, "log_config": None, "access_log": False, "proxy_headers": False}
