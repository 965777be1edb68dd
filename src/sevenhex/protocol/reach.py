"""Which servers a program may connect to when a stranger names one: those of this machine, and those that its owner allowed."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from sevenhex.errors import SevenhexError

PORTS = {"http": 80, "https": 443}


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port; everything else an address may hold is refused."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in PORTS or not host or parts.username is not None or parts.password is not None or any(c.isspace() for c in url):
        raise SevenhexError(f"Expected a server's address such as http://127.0.0.1:8000, got {url[:100]!r}.")
    return parts.scheme, host, port or PORTS[parts.scheme]


def is_this_machine(host: str) -> bool:
    """A literal loopback address, or `localhost`. Other names are not looked up: what they lead to is others' choice."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check(url: str, named: Iterable[str] = ()) -> str:
    """The address, if a program may be sent there; `named` are the servers that the person allows."""
    origin = origin_of(url)
    if not is_this_machine(origin[1]) and origin not in {origin_of(each) for each in named}:
        raise SevenhexError(
            f"{origin[0]}://{origin[1]}:{origin[2]} is not on this machine. "
            f"Only the person who starts this program can allow it: sevenhex mcp --server URL."
        )
    return url
