"""Tournaments: listed, made, joined, left, and their results as a page and as a file."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal

from fastapi import Query, Request, Response

from ...base.address import address_of
from ...base.encoder import encode
from ...base.refusal import Refused
from ...clubs import results
from ...clubs.tournaments import Tournaments
from ...store import tournaments as stored
from ...store.tournaments import Wish
from ..caller import caller, caller_id, caller_or_new
from ..errors import DOCUMENTED
from ..requests import Entry, Filling, NewTournament
from ..responses.clubs import MadeTournament, Tournament, TournamentSummary, TournamentTable
from ..services import services
from . import new_router

router = new_router(tags=["clubs"], responses=DOCUMENTED)

CSV = "text/csv; charset=utf-8"
FILES: dict[int | str, dict[str, Any]] = {200: {"content": {CSV: {}}, "description": "Standing and tables."}}
WISHED = tuple(field.name for field in fields(Wish) if field.name not in ("seed", "origin"))


def count_asking(request: Request) -> None:
    if not services(request).histories.allows(address_of(request)):
        raise Refused("too_many", "too_many_requests", retry_after=1.0)


def count_making(request: Request) -> None:
    if not services(request).new_tournaments.allows(address_of(request)):
        raise Refused("too_many", "too_many_requests", retry_after=60.0)


def summary(found: stored.Tournament, player: str | None) -> TournamentSummary:
    wish, bots = found.wish, sum(each.bot is not None for each in found.entrants)
    own = found.of(player)
    return {
        "id": found.id, "name": found.name, "status": found.status,  # type: ignore[typeddict-item]
        "edition": wish.edition, "size": wish.size, "rounds": wish.rounds,
        "round": found.round, "people": len(found.entrants) - bots, "bots": bots, "most": wish.most, "rated": wish.rated,
        "turn_seconds": wish.turn_seconds, "starts": found.starts, "ended": found.ended, "joined": own is not None and own.gone is None,
    }  # fmt: skip


def table_of(pairing: stored.Pairing) -> TournamentTable:
    result = pairing.result or {"points": [], "winner": None, "left": []}
    return {
        "code": pairing.code, "entrants": list(pairing.entrants), "over": pairing.result is not None, "points": result["points"],
        "winner": result["winner"], "left": result["left"],
    }  # fmt: skip


async def whole(driven: Tournaments, id: str, player: str | None) -> Tournament:
    found = await driven.find(id)
    own, wish, table = found.of(player), found.wish, await driven.own_table(found, player)
    return {
        **summary(found, player), "options": wish.options, "public": found.public, "wait": wish.wait, "pause": wish.pause,
        "fill": wish.fill, "yours": player is not None and found.creator == player, "table": table,
        "standing": [{**row, "you": own is not None and row["entrant"] == own.n} for row in results.rows(found)],  # type: ignore[typeddict-item]
        "tables": [[table_of(each) for each in tables] for tables in found.rounds()],
    }  # fmt: skip


@router.get("/api/tournaments")
async def tournaments(request: Request) -> list[TournamentSummary]:
    """Those that are open or running, and the latest that are over."""
    count_asking(request)
    player = await caller_id(request)
    return [summary(found, player) for found in await services(request).tournaments.shown(player)]


@router.post("/api/tournaments", status_code=201)
async def make_tournament(request: Request, wanted: NewTournament) -> MadeTournament:
    """A new tournament; its maker needs an account."""
    count_making(request)
    known = await caller(request)
    if known is None or not known.registered:
        raise Refused("forbidden", "no_tournament_guests")
    wish = Wish(**wanted.model_dump(include=set(WISHED)))
    made = await services(request).tournaments.create(
        known.id, wanted.name, wanted.public, wish, wanted.starts, wanted.bots, address_of(request)
    )
    return {"id": made}


@router.get("/api/tournaments/{id}")
async def tournament(request: Request, id: str) -> Tournament:
    """One of them: who takes part, how it stands, every table."""
    count_asking(request)
    return await whole(services(request).tournaments, id, await caller_id(request))


@router.get("/api/tournaments/{id}/file", responses=FILES)
async def results_file(request: Request, id: str, form: Annotated[Literal["json", "csv"], Query()] = "json") -> Response:
    """The results: JSON has the standing and every table, CSV the standing."""
    count_asking(request)
    found = await services(request).tournaments.find(id)
    name = {"Content-Disposition": f'attachment; filename="tournament-{found.id}.{form}"'}
    if form == "csv":
        return Response(results.as_csv(found), media_type=CSV, headers=name)
    return Response(encode(results.as_json(found)), media_type="application/json", headers=name)


@router.post("/api/tournaments/{id}/join")
async def join_tournament(request: Request, response: Response, id: str, wanted: Entry) -> Tournament:
    """Take part, with an account or as a guest."""
    count_asking(request)
    driven = services(request).tournaments
    await driven.find(id)  # nobody becomes a guest here for a tournament that is not there
    known = await caller_or_new(request, response, wanted.name)
    await driven.join(id, known, known.name, address_of(request))
    return await whole(driven, id, known.id)


@router.post("/api/tournaments/{id}/leave")
async def leave_tournament(request: Request, id: str) -> Tournament:
    """Take no part any more; a running game of it is lost."""
    driven, player = services(request).tournaments, await caller_id(request)
    if player is None:
        raise Refused("illegal", "tournament_not_in")
    await driven.leave(id, player)
    return await whole(driven, id, player)


@router.post("/api/tournaments/{id}/bots")
async def fill_tournament(request: Request, id: str, wanted: Filling) -> Tournament:
    """So many bots of the server take part; for who made it."""
    count_asking(request)
    driven, player = services(request).tournaments, await caller_id(request)
    await driven.set_bots(await driven.owned(id, player), wanted.bot, wanted.level, wanted.count)
    return await whole(driven, id, player)


@router.post("/api/tournaments/{id}/start")
async def start_tournament(request: Request, id: str) -> Tournament:
    """Begin now; for who made it."""
    driven, player = services(request).tournaments, await caller_id(request)
    await driven.begin(await driven.owned(id, player))
    return await whole(driven, id, player)


@router.post("/api/tournaments/{id}/cancel")
async def cancel_tournament(request: Request, id: str) -> Tournament:
    """It does not take place; for who made it."""
    driven, player = services(request).tournaments, await caller_id(request)
    await driven.cancel(await driven.owned(id, player))
    return await whole(driven, id, player)
