"""One table's life: opened, joined, changed, started, left, played again, deleted."""

from __future__ import annotations

from fastapi import Request, Response

from ...base.address import address_of
from ...base.forms import TableInfo
from ...base.refusal import Refused
from ...table import attendance, leaving, lobby, pausing, room, slow
from ...table.broadcast import table_json
from ...table.table import Table
from ..caller import caller_or_new, visit, visit_known
from ..errors import DOCUMENTED
from ..requests import Beforehand, Join, NewTable, PauseWish, Rearranged, SeatChange, Substitute
from ..responses.lobby import Changed, Following, Opened, Seated
from ..services import services
from . import new_router

router = new_router(tags=["lobby"], responses=DOCUMENTED)


def count_line(request: Request, found: Table, player: str) -> None:
    """For what everybody at the table reads in the chat: it has the chat's pace."""
    if not services(request).house.budgets.chat.allows((found.code, found.seat_of(player))):
        raise Refused("too_many", "too_much_chat", retry_after=1.0)


@router.post("/api/tables", status_code=201)
async def open_table(request: Request, response: Response, wanted: NewTable) -> Opened:
    """Open a table, sit down if a seat says "me", and start at once if asked."""
    shared, address = services(request), address_of(request)
    if not shared.new_tables.allows(address):
        raise Refused("too_many", "too_many_new_tables")
    who = await caller_or_new(request, response, wanted.player)
    table, seat, token = await shared.tables.create(who.id, who.name, wanted.model_dump(), address, who.registered, who.program)
    return {"code": table.code, "seat": seat, "token": token}


@router.get("/api/tables/{code}")
async def table(request: Request, code: str) -> TableInfo:
    """One table as the caller may see it."""
    found, seat, player = await visit(request, code)
    async with found.lock:
        await found.ready()
        return table_json(found, player, seat)


@router.delete("/api/tables/{code}", status_code=204)
async def erase(request: Request, code: str) -> None:
    """Throw a game away that nobody else plays; of a finished one with others, forget the own part."""
    found, player = await visit_known(request, code)
    await room.erase(services(request).tables, found, player)


# --- seats


@router.post("/api/tables/{code}/join")
async def join(request: Request, response: Response, code: str, wanted: Join) -> Seated:
    """Sit down at a free seat."""
    address = address_of(request)
    found = await services(request).tables.obtain(code, address)
    who = await caller_or_new(request, response, wanted.name)
    seat, token = await lobby.join(found, who.id, who.name, wanted.colour, wanted.word, address, who.registered, who.program)
    return {"seat": seat, "token": token}


@router.post("/api/tables/{code}/seats/{number}")
async def change_seat(request: Request, code: str, number: int, wanted: SeatChange) -> Changed:
    """Give a seat to a bot, open it, or take another colour."""
    found, player = await visit_known(request, code)
    return {"seat": await lobby.change_seat(found, player, number, wanted.model_dump(exclude_defaults=True))}


@router.post("/api/tables/{code}/leave")
async def leave(request: Request, code: str) -> TableInfo:
    """Give one's seat up; in a running game this is resigning."""
    found, player = await visit_known(request, code)
    await leaving.leave(found, player)
    return table_json(found, player, None)


@router.post("/api/tables/{code}/resign")
async def resign(request: Request, code: str) -> TableInfo:
    """Give the running game up; a bot plays on, and a rated game is lost."""
    found, player = await visit_known(request, code)
    await leaving.leave(found, player, resign=True)
    return table_json(found, player, None)


@router.post("/api/tables/{code}/bot")
async def let_bot_play(request: Request, code: str, wanted: Substitute) -> TableInfo:
    """Let a bot play on for the caller until the caller takes the seat back, by this call or by coming back to the table."""
    found, player = await visit_known(request, code)
    count_line(request, found, player)
    await attendance.substitute(found, player, wanted.plays)
    return table_json(found, player, found.seat_of(player))


@router.post("/api/tables/{code}/pause")
async def wish_pause(request: Request, code: str, wanted: PauseWish) -> TableInfo:
    """Would the caller like a pause? The game stands still as soon as all its people would, and goes on when one of them wants it."""
    found, player = await visit_known(request, code)
    count_line(request, found, player)
    await pausing.wish(found, player, wanted.wanted)
    return table_json(found, player, found.seat_of(player))


@router.post("/api/tables/{code}/advance")
async def answer_in_advance(request: Request, code: str, wanted: Beforehand) -> TableInfo:
    """Answer beforehand: refuse offers for some resources, discard in an order. Only the caller sees it."""
    found, player = await visit_known(request, code)
    await slow.give_orders(found, player, list(wanted.refuse), list(wanted.discard))
    return table_json(found, player, found.seat_of(player))


# --- before and after the game


@router.post("/api/tables/{code}/rules")
async def rearrange(request: Request, code: str, wanted: Rearranged) -> TableInfo:
    """The host changes the table's edition, players, rules, clock or name before the start."""
    found, player = await visit_known(request, code)
    await room.rearrange(found, player, wanted.model_dump())
    return table_json(found, player, found.seat_of(player))


@router.post("/api/tables/{code}/start")
async def start(request: Request, code: str) -> TableInfo:
    """Begin; every seat must be taken."""
    found, player = await visit_known(request, code)
    await services(request).tables.start_game(found, player)
    return table_json(found, player, found.seat_of(player))


@router.post("/api/tables/{code}/rematch")
async def rematch(request: Request, code: str) -> Following:
    """After the end: a table with the same rules, people and bots; its code is sent to all."""
    shared, address = services(request), address_of(request)
    if not shared.new_tables.allows(address):
        raise Refused("too_many", "too_many_new_tables")
    found, player = await visit_known(request, code)
    return {"code": await room.rematch(shared.tables, found, player, address)}
