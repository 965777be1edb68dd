"""What keeps strangers out: cookies, origins, and the headers that tell a browser what it must not do."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..base.address import address_of
from ..base.settings import Settings

COOKIE = "sevenhex"
SAFE_COOKIE = "__Host-sevenhex"  # over TLS: no other host and no page without TLS can set it
STATE, STATE_PATH, STATE_SECONDS = "sevenhex-club", "/api/signin/club", 600
YEAR = 365 * 24 * 3600

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SecureHeaders:
    """Adds the headers to every answer; what the API answers is never kept by a cache."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with)


def is_https(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def give_cookie(response: Response, connection: HTTPConnection, secret: str) -> None:
    safe = is_https(connection)
    response.set_cookie(SAFE_COOKIE if safe else COOKIE, secret, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=safe)


def take_cookie(response: Response, connection: HTTPConnection) -> None:
    for name in (SAFE_COOKIE, COOKIE):
        response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=is_https(connection))


def give_state(response: Response, connection: HTTPConnection, state: str) -> None:
    """By which the browser is known again that went to the club's login."""
    response.set_cookie(STATE, state, max_age=STATE_SECONDS, path=STATE_PATH, httponly=True, samesite="lax", secure=is_https(connection))


def take_state(response: Response, connection: HTTPConnection) -> None:
    response.delete_cookie(STATE, path=STATE_PATH, httponly=True, samesite="lax", secure=is_https(connection))


def cookie_of(connection: HTTPConnection) -> str | None:
    """The player's secret. Over TLS one from before the safe name was used still counts, where there is no other."""
    usual = connection.cookies.get(COOKIE)
    return connection.cookies.get(SAFE_COOKIE, usual) if is_https(connection) else usual


LOOPBACK = ("127.0.0.1", "::1", "localhost", "testclient", "testserver")
FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via")


def may_see_metrics(connection: HTTPConnection, settings: Settings) -> bool:
    """Those who know the word, or somebody on this machine. What a proxy passes on seems to come from here too, so nothing may say that
    there is one: no header of it, no name that the operator gave, and a request to this machine itself."""
    if settings.metrics_for_all:
        return True
    if settings.metrics_token:
        return hmac.compare_digest((bearer(connection.headers) or "").encode(), settings.metrics_token.encode())
    return (
        address_of(connection) in LOOPBACK
        and (connection.url.hostname or "") in LOOPBACK
        and not settings.names
        and not any(name in connection.headers for name in FORWARDED)
    )


def bearer(headers: Headers) -> str | None:
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def same_origin(connection: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """A browser names the page that asks; programs name none. Only our own pages (and those allowed) may use the cookie."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host", "") and urlsplit(origin).scheme in ("http", "https")
