"""Who is asking, by network address."""

from __future__ import annotations

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "unknown"
