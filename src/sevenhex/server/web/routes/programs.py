"""Programs as guests: an account that is a program's for ever, its tokens, its stream of events."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Request
from fastapi.responses import StreamingResponse

from ...base.address import address_of
from ...base.refusal import Refused
from ...people.programs import check_program
from ...store import programs as stored
from ..caller import caller, program_token
from ..errors import DOCUMENTED
from ..requests import Deletion, NewToken
from ..responses.programs import MadeToken, OwnTokens, ProgramName
from ..services import services
from . import new_router
from .account import count_registration, signed_in

router = new_router(tags=["programs"], responses=DOCUMENTED)

LINES: dict[int | str, dict[str, Any]] = {200: {"content": {"application/x-ndjson": {}}, "description": "An event a line."}}


@router.get("/api/programs")
async def list_programs(request: Request) -> list[ProgramName]:
    """Programs with an account here, and whether they listen now; people invite them by name."""
    found: list[ProgramName] = await services(request).programs.listed()  # type: ignore[assignment]
    return found


@router.post("/api/account/program", status_code=204)
async def become_program(request: Request, wanted: Deletion) -> None:
    """The account is a program's from now on, for ever; its name must be written once more."""
    count_registration(request)
    _, account = await signed_in(request)
    if wanted.name != account.name:
        raise Refused("illegal", "other_name_given")
    await services(request).programs.become(account)


@router.get("/api/account/tokens")
async def own_tokens(request: Request) -> OwnTokens:
    """The program's tokens, without what opens them."""
    _, account = await signed_in(request)
    check_program(account)
    found = await stored.tokens(services(request).store, account.player)
    return {
        "tokens": [
            {"id": each.id, "name": each.name, "scopes": sorted(each.scopes), "created": each.created, "used": each.used}  # type: ignore[arg-type]
            for each in found
        ]
    }


@router.post("/api/account/tokens", status_code=201)
async def new_token(request: Request, wanted: NewToken) -> MadeToken:
    """A token with a scope; it is shown only now."""
    count_registration(request)
    _, account = await signed_in(request)
    made, token = await services(request).programs.new_token(account, wanted.name, frozenset(wanted.scopes))
    return {"id": made, "token": token}


@router.delete("/api/account/tokens/{id}", status_code=204)
async def drop_token(request: Request, id: Annotated[str, Path(max_length=16)]) -> None:
    """The token opens nothing any more; the program's lines are cut."""
    _, account = await signed_in(request)
    await services(request).programs.drop_token(account, id)


@router.get("/api/program/events", responses=LINES)
async def events(request: Request) -> StreamingResponse:
    """For a token with the scope `events`: lines of JSON about invitations and the program's tables; after three minutes, ask again."""
    known = await caller(request)
    if known is None or program_token(request) is None:
        raise Refused("forbidden", "programs_only")
    lines = await services(request).programs.events(known.id, address_of(request))
    # packing would hold lines back
    return StreamingResponse(lines, media_type="application/x-ndjson", headers={"Content-Encoding": "identity"})
