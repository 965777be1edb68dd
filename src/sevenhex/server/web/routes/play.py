"""The WebSocket of a table: who may open one, and where the table is."""

from __future__ import annotations

import contextlib

from fastapi import WebSocket, WebSocketDisconnect

from ...base.address import address_of
from ...base.refusal import Refused
from ...cluster import relay
from ...cluster.leases import Elsewhere
from ...socket import messages
from ...socket.connection import POLICY, TRY_AGAIN, Connection
from ...store.errors import StoreError
from ..caller import caller_id
from ..readiness import preparing
from ..security import same_origin
from ..services import services
from . import new_router

router = new_router()

FINAL = ("unknown_table", "forbidden")  # refusals that another try does not change


@router.websocket("/api/tables/{code}/play")
async def play(socket: WebSocket, code: str) -> None:
    """See docs/protocol.md."""
    shared, address = services(socket), address_of(socket)
    places = shared.house.budgets.sockets
    if not same_origin(socket, shared.settings.origins):
        await socket.close(POLICY, "this page may not play here")
    elif not shared.requests.allows(address) or not places.take(address):
        shared.flooders.note(address)
        await socket.close(TRY_AGAIN, "too many connections from your address")
    else:  # from here on it counts, whatever it waits for
        shared.metrics.connections.inc()
        try:
            await socket.accept()
            if shared.tables.bans.has_address(address):
                await turn_away(socket, Refused("forbidden", "banned"))
            else:
                await attend(socket, code, address)
        finally:
            shared.metrics.connections.dec()
            places.give_back(address)


async def attend(socket: WebSocket, code: str, address: str) -> None:
    house = services(socket).house
    try:
        try:
            async with preparing(socket, house.tables):
                table = await house.tables.obtain(code, address)
        except Elsewhere as owner:
            await relay.socket(socket, owner.address, code)
            return
        player = await caller_id(socket)
    except (Refused, StoreError) as error:
        await turn_away(socket, error if isinstance(error, Refused) else Refused("unavailable", "store", detail=str(error)))
        return
    await Connection(socket, house, table, player, address).run()


async def turn_away(socket: WebSocket, refused: Refused) -> None:
    """Say why, so that the page need not try again and again, and close."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # the visitor may be gone by now
        await socket.send_json(messages.refusal(refused, None))
        await socket.close(POLICY if refused.code in FINAL else TRY_AGAIN)
