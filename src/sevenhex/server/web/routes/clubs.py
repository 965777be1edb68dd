"""The club's page, wishes for a game, friends and people to avoid, invitations by name."""

from __future__ import annotations

from fastapi import Request, Response

from ...base.address import address_of
from ...base.refusal import Refused
from ...store.seeks import Seek, Wish
from ...store.store import Known
from ..caller import caller, caller_or_new, visit
from ..errors import DOCUMENTED
from ..requests import Apart, ByName, NewSeek
from ..responses.clubs import ClubTexts, OwnPeople, OwnSeek, SeekWish, Sought
from ..services import services
from . import new_router

router = new_router(tags=["clubs"], responses=DOCUMENTED)


def count_asking(request: Request) -> None:
    """Who asks for names, asks for few."""
    if not services(request).askings.allows(address_of(request)):
        raise Refused("too_many", "too_many_requests", retry_after=10.0)


def count_reading(request: Request) -> None:
    if not services(request).histories.allows(address_of(request)):
        raise Refused("too_many", "too_many_requests", retry_after=1.0)


async def known_caller(request: Request) -> Known:
    known = await caller(request)
    if known is None:
        raise Refused("not_seated", "not_here")
    return known


async def registered(request: Request) -> Known:
    known = await caller(request)
    if known is None or not known.registered:
        raise Refused("forbidden", "not_registered")
    return known


@router.get("/api/club")
async def club(request: Request) -> ClubTexts:
    """What the operator has written about this server."""
    shared = services(request)
    found = await shared.board.read()
    return {"name": found["name"], "rules": found["rules"], "pinned": found["pinned"], "strangers": shared.settings.strangers}


# --- wishes


def wish_json(wish: Wish) -> SeekWish:
    return {
        "editions": list(wish.editions), "players": wish.players, "turn_seconds": wish.turn_seconds, "rated": wish.rated,
        "language": wish.language,
    }  # fmt: skip


def own_json(seek: Seek) -> OwnSeek:
    return {**wish_json(seek.wish), "id": seek.id, "low": seek.wish.low, "high": seek.wish.high, "table": seek.code}


@router.get("/api/seeks")
async def sought(request: Request) -> Sought:
    """The caller's own wishes (asking keeps them alive), and what is sought in all, without saying by whom."""
    seeks, known = services(request).seeks, await caller(request)
    own = await seeks.own(known.id) if known is not None else []
    return {"own": [own_json(each) for each in own], "all": [{**wish_json(wish), "count": count} for wish, count in await seeks.sought()]}


@router.post("/api/seeks", status_code=201)
async def seek(request: Request, response: Response, wanted: NewSeek) -> Sought:
    """Wish for a game. When enough people wish for the same, the own wish names a table."""
    shared, address = services(request), address_of(request)
    if not shared.new_tables.allows(address):
        raise Refused("too_many", "too_many_new_tables")
    known = await caller_or_new(request, response, wanted.name)
    wish = Wish(
        tuple(dict.fromkeys(wanted.editions)), wanted.players, wanted.turn_seconds, wanted.rated, wanted.low, wanted.high, wanted.language
    )
    await shared.seeks.add(known, known.name, wish, address)
    own = await shared.seeks.own(known.id)
    return {"own": [own_json(each) for each in own], "all": []}


@router.delete("/api/seeks/{seek}", status_code=204)
async def drop_seek(request: Request, seek: str) -> None:
    """Take a wish back."""
    known = await known_caller(request)
    await services(request).seeks.drop(known.id, seek)


# --- people


@router.get("/api/people")
async def own_people(request: Request) -> OwnPeople:
    """Friends, people to avoid, who asks, invitations, and with whom the caller has played lately."""
    count_reading(request)
    circles, known = services(request).circles, await caller(request)
    if known is None:
        return {"registered": False, "people": [], "asking": [], "invitations": [], "met": []}
    people, asking, invitations = await circles.own(known.id)
    return {
        "registered": known.registered,
        "people": [{"id": each.id, "name": each.name, "kind": each.kind, "created": each.created} for each in people],  # type: ignore[typeddict-item]
        "asking": [{"id": each.id, "name": name, "created": each.created} for each, name in asking],
        "invitations": [{"id": each.id, "table": each.code, "name": each.name, "created": each.created} for each in invitations],
        "met": [{"table": code, "seat": seat, "name": name, "ended": ended} for code, seat, name, ended in await circles.met(known.id)],
    }


@router.post("/api/people/friends", status_code=204)
async def ask_friend(request: Request, wanted: ByName) -> None:
    """Ask somebody to be friends. The answer does not say whether anybody has the name."""
    count_asking(request)
    await services(request).circles.ask(await registered(request), wanted.name)


@router.post("/api/people/friends/{asking}/accept", status_code=204)
async def accept_friend(request: Request, asking: str) -> None:
    """Be friends with somebody who asks."""
    await services(request).circles.accept(await registered(request), asking)


@router.delete("/api/people/{entry}", status_code=204)
async def drop_person(request: Request, entry: str) -> None:
    """Take somebody off the own lists, or say no to somebody who asks."""
    known = await known_caller(request)
    await services(request).circles.drop(known.id, entry)


@router.post("/api/people/apart", status_code=204)
async def keep_apart(request: Request, wanted: Apart) -> None:
    """Not again with this person; nobody sees it."""
    count_asking(request)
    known, circles = await known_caller(request), services(request).circles
    if wanted.name:
        await circles.avoid_name(known, wanted.kind, wanted.name)
    else:
        await circles.avoid_seat(known, wanted.kind, wanted.table, wanted.seat)


@router.post("/api/tables/{code}/invitations", status_code=204)
async def invite(request: Request, code: str, wanted: ByName) -> None:
    """Invite somebody by name to a table that waits. The answer does not say whether anybody has the name."""
    count_asking(request)
    known = await registered(request)
    table, _, _ = await visit(request, code)
    await services(request).circles.invite(known, table, wanted.name)


@router.delete("/api/invitations/{invitation}", status_code=204)
async def drop_invitation(request: Request, invitation: str) -> None:
    """Not coming; who invited does not hear of it."""
    known = await known_caller(request)
    await services(request).circles.drop_invitation(known.id, invitation)
