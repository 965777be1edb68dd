"""A visitor whose table is owned by another process is passed on to it, so that every process serves every table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ..base.address import address_of
from ..base.refusal import Refused

log = logging.getLogger("sevenhex.relay")

MARK = "x-sevenhex-relay"  # a visitor is passed on once, never in a circle
BODY = "sevenhex.body"  # what the gate has read of a request
PASSED_ON = ("cookie", "authorization", "content-type", "accept", "user-agent")
BACK = ("content-type", "set-cookie", "content-disposition", "retry-after")
CONNECT_SECONDS = 2.0  # shorter than a lease: a process that hangs is not waited for
ANSWER_SECONDS = 10.0
PING_SECONDS, PONG_SECONDS = 1.5, 3.0
RESTARTING = 1012
FORBIDDEN_CODES = (1005, 1006, 1015)  # closings that must not be said aloud


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *given: Any) -> None:
        return None


THREADS = ThreadPoolExecutor(32, "relay")  # a peer that answers slowly holds up only those who ask for its tables
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirect)


def headers_for(visitor: HTTPConnection) -> dict[str, str]:
    """Who asks, for the owner's limits and cookies. The page's origin was checked here and is not passed on."""
    kept = {name: visitor.headers[name] for name in PASSED_ON if name in visitor.headers}
    scheme = "https" if visitor.url.scheme in ("https", "wss") else "http"
    return kept | {"X-Forwarded-For": address_of(visitor), "X-Forwarded-Proto": scheme, MARK: "1"}


def check_first(visitor: HTTPConnection) -> None:
    if MARK in visitor.headers:
        raise Refused("unavailable", "moving")


async def request(visitor: Request, address: str) -> Response:
    """A REST call, answered by the owner."""
    check_first(visitor)
    path = visitor.scope["raw_path"].decode("ascii") if visitor.scope.get("raw_path") else visitor.url.path
    query = f"?{visitor.url.query}" if visitor.url.query else ""
    body = bytes(visitor.scope.get(BODY, b"")) or None
    asked = urllib.request.Request(address + path + query, body, headers_for(visitor), method=visitor.method)
    try:
        status, headers, content = await asyncio.get_running_loop().run_in_executor(THREADS, fetch, asked)
    except OSError as error:
        log.warning("a peer does not answer", extra={"peer": address, "problem": str(error)})
        raise Refused("unavailable", "no_answer") from None
    answer = Response(content, status)
    for name, value in headers:
        if name.lower() in BACK:
            answer.headers.append(name, value)
    return answer


def fetch(asked: urllib.request.Request) -> tuple[int, list[tuple[str, str]], bytes]:
    try:
        with opener.open(asked, timeout=ANSWER_SECONDS) as answer:
            return answer.status, answer.getheaders(), answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, list(error.headers.items()), error.read()


async def socket(visitor: WebSocket, address: str, code: str) -> None:
    """A WebSocket, frame by frame, until either side ends it."""
    check_first(visitor)
    url = f"ws{address.removeprefix('http')}/api/tables/{code}/play"
    try:
        async with connect(
            url,
            additional_headers=headers_for(visitor),
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=CONNECT_SECONDS,
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
        ) as owner:
            tasks = {asyncio.create_task(forth(visitor, owner)), asyncio.create_task(back(visitor, owner))}
            _, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            ended = owner.close_code or RESTARTING
    except (OSError, InvalidHandshake, TimeoutError):
        ended = RESTARTING
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await visitor.close(RESTARTING if ended in FORBIDDEN_CODES else ended)


async def forth(visitor: WebSocket, owner: ClientConnection) -> None:
    with contextlib.suppress(WebSocketDisconnect, ConnectionClosed, RuntimeError):
        while True:
            event = await visitor.receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            await owner.send(text if text is not None else event.get("bytes") or b"")


async def back(visitor: WebSocket, owner: ClientConnection) -> None:
    with contextlib.suppress(WebSocketDisconnect, ConnectionClosed, RuntimeError):
        async for frame in owner:
            if isinstance(frame, str):
                await visitor.send_text(frame)
            else:
                await visitor.send_bytes(frame)
