"""Who asks, where a proxy stands between: the last address in X-Forwarded-For that no trusted proxy has.

uvicorn's own middleware believes the first address where all are trusted, which the visitor may forge, and words that are no address.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from sevenhex.errors import SevenhexError

EVERYBODY = "*"
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Proxies:
    """Sets the client's address and scheme as a trusted proxy tells them."""

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        self.app = app
        self.all = trusted.strip() == EVERYBODY
        self.networks: list[Network] = [] if self.all else list(read(trusted.split(",")))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] in ("http", "websocket") and client and self.trusts(client[0]):
            headers = {name: [value.decode("latin-1") for key, value in scope["headers"] if key == name] for name in (PROTO, FOR)}
            scheme = headers[PROTO][-1].strip() if headers[PROTO] else ""
            if scheme in ("http", "https"):
                scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
            address = self.visitor(",".join(headers[FOR]))
            if address:
                scope["client"] = (address, 0)
        await self.app(scope, receive, send)

    def trusts(self, address: str) -> bool:
        if self.all:
            return True
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def visitor(self, forwarded: str) -> str:
        """Each proxy adds at the end whom it was asked by; what stands before the first stranger is only that stranger's word."""
        hops = [address for hop in forwarded.split(",") if (address := bare(hop.strip()))]
        if self.all:
            return hops[-1] if hops else ""
        return next((hop for hop in reversed(hops) if not self.trusts(hop)), hops[0] if hops else "")


FOR, PROTO = b"x-forwarded-for", b"x-forwarded-proto"


def bare(hop: str) -> str:
    """An address without its port; nothing for what is no address."""
    host = hop[1:].partition("]")[0] if hop.startswith("[") else hop.partition(":")[0] if hop.count(":") == 1 else hop
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""


def read(given: Iterable[str]) -> Iterable[Network]:
    for text in given:
        try:
            yield ipaddress.ip_network(text.strip(), strict=False)
        except ValueError:
            raise SevenhexError(f"Expected --proxies with addresses such as 127.0.0.1,10.0.0.0/8, or '*'; got {text.strip()!r}.") from None
