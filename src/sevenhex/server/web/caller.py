"""Who calls, and at which table: by a seat's token or by the cookie."""

from __future__ import annotations

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from ..base.address import address_of
from ..base.refusal import Refused
from ..people.programs import PREFIX
from ..store.store import Known
from ..table import hosting, lobby
from ..table.table import Table
from .security import bearer, cookie_of, give_cookie
from .services import services


async def caller(connection: HTTPConnection) -> Known | None:
    """The player behind the cookie, or the program behind a token that may be used for this."""
    secret = program_token(connection)
    if secret is not None:
        return await services(connection).programs.caller(secret, getattr(connection.scope.get("endpoint"), "__name__", ""))
    return await services(connection).tables.player(cookie_of(connection))


def program_token(connection: HTTPConnection) -> str | None:
    token = bearer(connection.headers)
    return token if token is not None and token.startswith(PREFIX) else None


async def caller_id(connection: HTTPConnection) -> str | None:
    known = await caller(connection)
    return known.id if known else None


async def caller_or_new(request: Request, response: Response, name: str) -> Known:
    """The player behind the cookie, or a new one who gets a cookie. A registered player goes by the registered name."""
    tables = services(request).tables
    known = await caller(request)
    if known is None:
        if not services(request).new_guests.allows(address_of(request)):
            raise Refused("too_many", "too_many_requests", retry_after=5.0)
        player, secret = await tables.new_player(name)
        give_cookie(response, request, secret)
        return Known(player, name)
    if known.registered or not name or name == known.name:
        return known
    await tables.store.rename_player(known.id, name)
    return Known(known.id, name)


async def visit(connection: HTTPConnection, code: str) -> tuple[Table, int | None, str | None]:
    """A table, with the caller's seat and id. Lock and bans of the table hold for every way in."""
    tables, address = services(connection).tables, address_of(connection)
    table = await tables.obtain(code, address)
    token = bearer(connection.headers) if program_token(connection) is None else None
    seat, player = lobby.who(table, token, None if token else await caller_id(connection))
    tables.bans.refuse_player(player)
    hosting.admit(table, seat, player, address)
    return table, seat, player


async def visit_known(request: Request, code: str) -> tuple[Table, str]:
    """A table, with the caller's id; strangers are refused."""
    table, _, player = await visit(request, code)
    if player is None:
        raise Refused("not_seated", "not_here")
    return table, player
