"""Games on record: as text, move by move, the numbers behind the dice, the report after the end. Workers compute them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Query, Request, Response

from ...base.address import address_of
from ...base.encoder import encode
from ...base.refusal import Refused
from ...review import jobs, replay
from ...review.played import Played
from ...store.store import OVER
from ..answers import answering, packed
from ..caller import visit
from ..errors import DOCUMENTED
from ..responses.records import Curve, FairRecord, Replay, Report
from ..services import services, shut_islands
from . import new_router

router = new_router(tags=["records"], responses=DOCUMENTED)

MOST = 2**31 - 1  # entries of any log
LONGEST = 200_000  # characters of a record
From = Annotated[int, Query(alias="from", ge=0, le=MOST)]
To = Annotated[int | None, Query(alias="to", ge=0, le=MOST)]
Sentences = Annotated[bool, Query(description="with the events' English sentences")]
Text = Annotated[str, Body(media_type="text/plain", max_length=LONGEST)]


async def ended(request: Request, code: str, otherwise: str) -> Played:
    """A game that is over; `otherwise` names the refusal of one that is not."""
    table, _, _ = await visit(request, code)
    async with table.lock:
        await table.ready()
        if table.status != OVER or table.game is None:
            raise Refused("illegal", otherwise)
        return jobs.played(table)


async def compute(request: Request, job: jobs.Job, pack: bool = True) -> bytes:
    """A worker's answer about a game of ours."""
    return await services(request).reviews.compute(job, address_of(request), pack=pack)


async def compute_sent(request: Request, job: jobs.Job) -> bytes:
    """A worker's answer about what somebody sent; few at a time for each address and in all."""
    return await services(request).uploads.compute(job, address_of(request), pack=True)


# --- move by move


@router.get("/api/tables/{code}/record", responses={200: {"content": {"text/plain": {}}}})
async def record(request: Request, code: str) -> Response:
    """The game as text; of a running game only what the caller knows."""
    table, seat, _ = await visit(request, code)
    async with table.lock:
        await table.ready()
        job = jobs.Record(jobs.played(table), seat, replay.headers_of(table.record) if table.status == OVER else None)
    return await packed(request, await compute(request, job), "text/plain; charset=utf-8")


@router.get("/api/tables/{code}/replay", responses=answering(Replay))
async def frames(request: Request, code: str, first: From = 0, last: To = None, sentences: Sentences = False) -> Response:
    """The game move by move, with the caller's knowledge; with everything once it is over."""
    table, seat, _ = await visit(request, code)
    async with table.lock:
        await table.ready()
        job = jobs.Frames(jobs.played(table), seat, table.status == OVER, first, last, sentences)
    return await packed(request, await compute(request, job))


@router.post("/api/replay", responses=answering(Replay))
async def sent_frames(request: Request, text: Text, first: From = 0, last: To = None, sentences: Sentences = False) -> Response:
    """The same for a record sent as text."""
    return await packed(request, await compute_sent(request, jobs.SentFrames(text, first, last, sentences)))


# --- behind and after the game


@router.get("/api/tables/{code}/fair", responses=answering(FairRecord))
async def fair(request: Request, code: str) -> Response:
    """The promise and the words; after the end the seed and every number."""
    table, _, _ = await visit(request, code)
    async with table.lock:
        await table.ready()
        shown = replay.fairness(table)
        job = jobs.Fair(jobs.played(table), shown["seed"], shown["mixed"], shown) if shown["seed"] else None
    return await packed(request, await compute(request, job) if job else encode(shown))


@router.get("/api/tables/{code}/report", responses=answering(Report))
async def report(request: Request, code: str) -> Response:
    """After the end: scores, luck, points over time, cards."""
    played = await ended(request, code, "not_over_report")
    curves = services(request).curves
    found = await compute(request, jobs.Report(played), pack=False)
    curves.begin(code, played, address_of(request))  # the page asks for it when the rest is shown
    ready = curves.ready(code)
    return await packed(request, jobs.with_parts(found, {"chances": ready} if ready else {}))


@router.get("/api/tables/{code}/chances", responses=answering(Curve))
async def chances(request: Request, code: str) -> Response:
    """After the end: everybody's chance to win, turn by turn."""
    played = await ended(request, code, "not_over_chances")
    found = await services(request).curves.of(code, played, address_of(request))
    return await packed(request, jobs.with_parts(b"{}", {"chances": found}))


@router.post("/api/replay/chances", responses=answering(Curve))
async def sent_chances(request: Request, text: Text) -> Response:
    """The same for a record sent as text."""
    return await packed(request, await compute_sent(request, jobs.SentChances(text, await shut_islands(request))))
