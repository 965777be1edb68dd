"""Who is asking, by network address."""

from __future__ import annotations

import socket

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "unknown"


def network_address() -> str | None:
    """This machine's address on its local network, if it has one. Nothing is sent: choosing the way is enough to know it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("10.255.255.255", 9))
            found: str = way.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") else found
