"""By which names the server may be called. A foreign page whose name leads to this machine (DNS rebinding) is refused.

Starlette's TrustedHostMiddleware knows fixed names only: it lets no bare address in, and refuses a WebSocket and a call in other forms.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ..base.refusal import Refused
from ..base.settings import Settings
from .errors import problem

OPEN = ("/healthz", "/readyz")  # they say nothing that is worth protecting, and are asked by any name
NOT_HERE = {"type": "websocket.close", "code": 1008, "reason": "this server has another name"}


def name_in(host: str) -> str:
    """The name in `name:port` or `[address]:port`."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".").lower()


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class HostCheck:
    """Lets through what is addressed to an address, to this machine's own name, or to a name that the operator gave."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        own = socket.gethostname().lower()
        given = [urlsplit(url).hostname or "" for url in (*settings.origins, *([settings.peer] if settings.peer else []))]
        self.names = {"localhost", own, f"{own}.local", *given, *(name_in(name) for name in settings.names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = Headers(scope=scope).getlist("host") if scope["type"] in ("http", "websocket") and scope["path"] not in OPEN else []
        if all(name in self.names or is_address(name) for name in map(name_in, asked)):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send(NOT_HERE)
        else:
            await problem(Refused("forbidden", "other_name"))(scope, receive, send)
