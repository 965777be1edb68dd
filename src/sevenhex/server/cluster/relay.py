"""A visitor whose table is owned by another process is passed on to it, so that every process serves every table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ..base.address import address_of
from ..base.refusal import Refused
from ..base.trusted import certificates

log = logging.getLogger("sevenhex.relay")

MARK = "x-sevenhex-relay"  # a visitor is passed on once, never in a circle
BODY = "sevenhex.body"  # what the gate has read of a request
PASSED_ON = ("cookie", "authorization", "content-type", "accept", "user-agent")
BACK = ("content-type", "set-cookie", "content-disposition", "retry-after")
CONNECT_SECONDS = 2.0  # shorter than a lease: a process that hangs is not waited for
ANSWER_SECONDS = 10.0
AT_ONCE = 32  # calls: a peer that answers slowly holds up only those who ask for its tables
PING_SECONDS, PONG_SECONDS = 1.5, 3.0
RESTARTING = 1012
FORBIDDEN_CODES = (1005, 1006, 1015)  # closings that must not be said aloud


def new_client() -> httpx.AsyncClient:
    """For the calls of one application. It keeps no cookie: one visitor's must never be sent with another's call."""
    timeout = httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    limits = httpx.Limits(max_connections=AT_ONCE)
    return httpx.AsyncClient(timeout=timeout, limits=limits, cookies=no_cookies, trust_env=False, verify=certificates())


def headers_for(visitor: HTTPConnection) -> dict[str, str]:
    """Who asks, for the owner's limits and cookies. The page's origin was checked here and is not passed on."""
    kept = {name: visitor.headers[name] for name in PASSED_ON if name in visitor.headers}
    scheme = "https" if visitor.url.scheme in ("https", "wss") else "http"
    return kept | {"X-Forwarded-For": address_of(visitor), "X-Forwarded-Proto": scheme, MARK: "1"}


def check_first(visitor: HTTPConnection) -> None:
    if MARK in visitor.headers:
        raise Refused("unavailable", "moving")


async def request(client: httpx.AsyncClient, visitor: Request, address: str) -> Response:
    """A REST call, answered by the owner."""
    check_first(visitor)
    path = visitor.scope["raw_path"] if visitor.scope.get("raw_path") else visitor.url.path.encode()
    query = f"?{visitor.url.query}".encode() if visitor.url.query else b""
    body = bytes(visitor.scope.get(BODY, b"")) or None
    headers = headers_for(visitor) | {"Accept-Encoding": "identity"}  # it is packed here, for the visitor
    try:
        found = await client.request(
            visitor.method, httpx.URL(address).copy_with(raw_path=path + query), content=body, headers=headers, follow_redirects=False
        )
    except httpx.HTTPError as error:
        log.warning("a peer does not answer", extra={"peer": address, "problem": str(error) or type(error).__name__})
        raise Refused("unavailable", "no_answer") from None
    answer = Response(found.content, found.status_code)
    for name, value in found.headers.multi_items():
        if name in BACK:
            answer.headers.append(name, value)
    return answer


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
