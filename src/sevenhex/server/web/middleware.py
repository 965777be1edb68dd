"""Limits, measures and logs requests before anything is done for them."""

from __future__ import annotations

import logging
import time
from typing import Any

from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ..base.address import address_of
from ..base.refusal import Refused, sentence
from ..base.settings import Settings
from ..cluster import relay
from .errors import problem
from .security import same_origin

log = logging.getLogger("sevenhex.middleware")


CUT = b"Too many requests from your address; nothing more is answered for a while.\n"
CUT_HEADERS = [(b"content-type", b"text/plain"), (b"content-length", str(len(CUT)).encode()), (b"connection", b"close")]


class Gate:
    """Every address has its share of calls and of files; those who go on after many refusals are cut off."""

    def __init__(self, app: ASGIApp, state: State, settings: Settings) -> None:
        self.app, self.state, self.settings = app, state, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        address, limits = address_of(connection), self.settings.limits
        if self.state.flooders.is_cut(address):
            await cut(scope, send)
            return
        if scope["type"] == "websocket":  # counted where it is answered
            await self.app(scope, receive, send)
            return
        is_call = scope["path"].startswith("/api/")
        refused: Refused | None = None
        if not (self.state.requests if is_call else self.state.files).allows(address):
            self.state.flooders.note(address)
            refused = Refused("too_many", "too_many_requests", retry_after=1.0)
        elif not is_call:
            await self.app(scope, receive, send)
            return
        elif self.state.tables.bans.has_address(address):
            refused = Refused("forbidden", "banned")
        elif int_or(connection.headers.get("content-length"), 0) > limits.body_bytes:
            refused = Refused("too_large", "request_too_large", most=limits.body_bytes)
        elif scope["method"] not in ("GET", "HEAD") and not same_origin(connection, self.settings.origins):
            refused = Refused("forbidden", "other_page")
        if refused is not None:
            await problem(refused)(scope, receive, send)
            return
        started, status, size = time.perf_counter(), 0, 0

        async def limited() -> Any:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if self.settings.peer:
                scope.setdefault(relay.BODY, bytearray()).extend(message.get("body", b""))
            if size > limits.body_bytes:
                raise HTTPException(413, sentence("request_too_large", {"most": limits.body_bytes}))
            return message

        async def counted(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, limited, counted)
        finally:
            took = round((time.perf_counter() - started) * 1000, 1)
            route = getattr(scope.get("route"), "path", "")  # without what stands in for {code}
            log.debug("request", extra={"method": scope["method"], "route": route, "status": status, "ms": took})


async def cut(scope: Scope, send: Send) -> None:
    """As little as possible for somebody who does not listen."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": "too many requests"})
        return
    await send({"type": "http.response.start", "status": 429, "headers": CUT_HEADERS})
    await send({"type": "http.response.body", "body": CUT})


def int_or(text: str | None, otherwise: int) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() else otherwise
