"""The operator's desk, for accounts that are operators; and what players complain about."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path, Query, Request

from ...base.address import address_of
from ...base.refusal import Refused
from ...people import complaints
from ...people.desk import Desk
from ...review import jobs
from ...store import accounts as stored
from ..caller import caller, visit
from ..errors import DOCUMENTED
from ..requests import Closing, NewBan, NewComplaint
from ..responses.desk import Banned, Bans, Complained, Complaint, Complaints, DeskOverview, DeskTables, Pairs
from ..services import services
from . import new_router

router = new_router(tags=["desk"], responses=DOCUMENTED)

Page = Annotated[int, Query(ge=1, le=10_000)]
Id = Annotated[str, Path(max_length=16)]
Status = Literal["waiting", "playing", "over", "aborted"]


async def desk_of(request: Request) -> tuple[Desk, str]:
    """The desk and the operator's id; everybody else is refused, whatever they ask for."""
    known = await caller(request)
    account = await stored.find(services(request).store, known.id) if known is not None and known.registered else None
    if account is None or not account.operator:
        raise Refused("forbidden", "operators_only")
    return services(request).desk, account.player


@router.post("/api/tables/{code}/complaint", status_code=201)
async def complain(request: Request, code: str, wanted: NewComplaint) -> Complained:
    """Complain about somebody at the same table; the operator gets the chat, and the game as the caller knows it."""
    shared, address = services(request), address_of(request)
    if not shared.complaints.allows(address):
        raise Refused("too_many", "too_many_complaints")
    table, seat, player = await visit(request, code)
    if player is None:
        raise Refused("not_seated", "not_here")
    record = b""
    if table.game is not None:
        async with table.lock:
            await table.ready()
            job = jobs.Record(jobs.played(table), seat, None)
        record = await shared.reviews.compute(job, address)
    async with table.lock:
        await table.ready()
        new = complaints.prepare(table, player, wanted.seat, wanted.kind, wanted.text, record)
    return {"id": await complaints.add(shared.store, shared.settings.limits, new)}


# --- the desk


@router.get("/api/desk")
async def overview(request: Request) -> DeskOverview:
    """What goes on here, and what is kept for how long."""
    desk, _ = await desk_of(request)
    found: DeskOverview = await desk.overview()  # type: ignore[assignment]
    return found


@router.get("/api/desk/tables")
async def desk_tables(request: Request, status: Status | None = None, page: Page = 1) -> DeskTables:
    """Who plays where, the latest change first."""
    desk, _ = await desk_of(request)
    found: DeskTables = await desk.tables_of(status, page)  # type: ignore[assignment]
    return found


@router.post("/api/desk/tables/{code}/end", status_code=204)
async def end_table(request: Request, code: str) -> None:
    """Abort a table; everybody there sees it at once."""
    desk, _ = await desk_of(request)
    await desk.end(code)


@router.get("/api/desk/complaints")
async def list_complaints(request: Request, closed: bool = False, page: Page = 1) -> Complaints:
    """Open ones, the oldest first; or closed ones."""
    desk, _ = await desk_of(request)
    found: Complaints = await desk.complaints(closed, page)  # type: ignore[assignment]
    return found


@router.get("/api/desk/complaints/{id}")
async def complaint(request: Request, id: Id) -> Complaint:
    """One complaint, with the chat and the game as they were."""
    desk, _ = await desk_of(request)
    found: Complaint = await desk.complaint(id)  # type: ignore[assignment]
    return found


@router.post("/api/desk/complaints/{id}/close", status_code=204)
async def close_complaint(request: Request, id: Id, wanted: Closing) -> None:
    """It is dealt with; the note is for operators."""
    desk, _ = await desk_of(request)
    await desk.close(id, wanted.note)


@router.get("/api/desk/bans")
async def list_bans(request: Request) -> Bans:
    """Who is shut out, or may not write, since when, until when and why."""
    desk, _ = await desk_of(request)
    return {"bans": await desk.bans()}  # type: ignore[typeddict-item]


@router.post("/api/desk/bans", status_code=201)
async def ban(request: Request, wanted: NewBan) -> Banned:
    """Shut a player, an address or a network out, or take the chat from a player; for some days, or until it is lifted."""
    desk, operator = await desk_of(request)
    return {"subject": await desk.ban(operator, wanted.subject, wanted.reason, wanted.days, wanted.what)}


@router.delete("/api/desk/bans", status_code=204)
async def lift_ban(request: Request, subject: Annotated[str, Query(max_length=64)]) -> None:
    """Let somebody in again."""
    desk, _ = await desk_of(request)
    await desk.lift(subject)


@router.get("/api/desk/pairs")
async def compare_pairs(request: Request, least: Annotated[int, Query(ge=1, le=1000)] = 5) -> Pairs:
    """How the same two people treat each other at rated tables. Nothing follows from it automatically: friends trade more readily."""
    desk, _ = await desk_of(request)
    return {"pairs": await desk.pairs(least)}  # type: ignore[typeddict-item]
