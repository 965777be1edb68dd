"""Who is asking, by network address."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "unknown"


def is_near(address: str) -> bool:
    """Does somebody ask from this machine or a network like its own, and not from anywhere in the world?"""
    try:
        return not ipaddress.ip_address(address).is_global
    except ValueError:
        return True


@lru_cache(10_000)
def share_of(address: str) -> str:
    """Whose share an address uses: a household has one IPv4 address, but a whole /64 network of IPv6 addresses."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def network_address() -> str | None:
    """This machine's address on its local network, if it has one. Nothing is sent: choosing the way is enough to know it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("10.255.255.255", 9))
            found: str = way.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") else found
