"""The calls of people who study: a board for any position, its judge, reviews, puzzles, openings. All of it is computed by workers."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import Body, FastAPI, Query, Request, Response
from pydantic import Field

from sevenhex.study import puzzles

from ..base.address import address_of
from ..base.encoder import encode
from ..base.refusal import Refused
from ..review import study
from ..review.rated import RatedIslands
from ..review.reviews import Review, Reviews
from .answers import packed
from .errors import DOCUMENTED
from .requests import Key, Strict

LONGEST = 200_000  # characters of a record
Text = Annotated[str, Field(max_length=LONGEST)]
Seat = Annotated[int, Field(ge=0, le=5)]
Said = Annotated[str, Field(max_length=200)]
REVIEWED: dict[int | str, dict[str, Any]] = {
    **DOCUMENTED,
    202: {"description": "It is under way: its key, how far it is, and its place among those that take turns."},
}


class Position(Strict):
    """A beginning (position, record or JSON) and what is played from there."""

    start: Text
    entries: Annotated[int, Field(ge=0, le=100_000)] | None = Field(None, description="How many entries of a record's log are taken.")
    actions: Annotated[list[tuple[Annotated[int, Field(ge=-1, le=5)], Said]], Field(max_length=2000, default_factory=list)]
    viewer: Seat | None = Field(None, description="The seat whose knowledge is shown or judged by; none: all cards are open.")

    def line(self, shut: list[str] | None = None) -> study.Line:
        return study.Line(self.start, self.entries, list(self.actions), shut or [])


class Looked(Position):
    log: bool = Field(False, description="Tell the log before the position too.")


class Question(Position):
    seat: Seat | None = Field(None, description="Who decides, where several are awaited.")
    depth: Annotated[int, Field(ge=1, le=5)] = Field(3, description="Steps of thinking.")


async def shut_islands(request: Request) -> list[str]:
    """Those of running rated games: nobody gets a judgement about them. Every call that judges what somebody sent asks for this."""
    known: RatedIslands = request.app.state.rated
    return await known.shut()


async def answer(request: Request, job: study.Job) -> Response:
    """What a worker says to a stranger's question; few at a time for each address and in all."""
    return await packed(request, await request.app.state.uploads.compute(job, address_of(request), pack=True))


async def standing(request: Request, found: Review) -> Response:
    """A review, or how far it is (202)."""
    if found.problem is not None:
        raise found.problem
    if found.body is not None:
        return await packed(request, found.body)
    return Response(encode(request.app.state.game_reviews.standing(found)), 202, media_type="application/json")


def add_study(app: FastAPI) -> None:
    @app.post("/api/study/look", tags=["study"], responses=DOCUMENTED)
    async def look(request: Request, given: Looked) -> Response:
        """A position with its view, legal actions, chances and text; a bad one is refused with the field that is wrong."""
        return await answer(request, study.LookAt(given.line(), given.viewer, given.log))

    @app.post("/api/study/judge", tags=["study"], responses=DOCUMENTED)
    async def judge(request: Request, given: Question) -> Response:
        """Chances of all seats and the best actions, after so many steps of thinking."""
        return await answer(request, study.Judge(given.line(await shut_islands(request)), given.seat, given.viewer, given.depth))

    @app.post("/api/study/corners", tags=["study"], responses=DOCUMENTED)
    async def corners(request: Request, given: Position) -> Response:
        """Of a position in its set-up: the free corners, the best first, with reasons."""
        return await answer(request, study.Corners(given.line(await shut_islands(request))))

    @app.get("/api/study/opening", tags=["study"], responses=DOCUMENTED)
    async def opening(
        request: Request,
        seed: Annotated[str, Query(max_length=60)],
        edition: Key = "sixth",
        players: Annotated[int, Query(ge=2, le=6)] = 4,
        place: Annotated[int, Query(ge=0, le=11)] = 0,
    ) -> Response:
        """An island with so many settlements placed, and every corner graded: for training."""
        return await answer(request, study.Deal(seed, edition, players, place))

    @app.get("/api/puzzles", tags=["study"])
    async def listed() -> dict[str, Any]:
        """All puzzles: id, theme, rating; and how they were made."""
        found = await asyncio.to_thread(puzzles.shipped)
        rows = [{"id": each.id, "theme": each.theme, "rating": each.rating} for each in found.puzzles]
        return {"made": found.made, "puzzles": rows}

    @app.get("/api/puzzles/{ident}", tags=["study"], responses=DOCUMENTED)
    async def puzzle(ident: str) -> dict[str, Any]:
        """One puzzle with its answer and why."""
        found = await asyncio.to_thread(puzzles.shipped)
        for each in found.puzzles:
            if each.id == ident:
                return {**each.to_json(), "why": await asyncio.to_thread(each.why)}
        raise Refused("unknown_table", "no_such_page", detail="There is no such puzzle.")

    @app.post("/api/reviews", tags=["study"], responses=REVIEWED)
    async def review(request: Request, text: Annotated[str, Body(media_type="text/plain", max_length=LONGEST)]) -> Response:
        """Review a record sent as text: the review, or (202) its key and how far it is."""
        reviews: Reviews = request.app.state.game_reviews
        return await standing(request, reviews.sent(text, address_of(request), await shut_islands(request)))

    @app.get("/api/reviews/{key}", tags=["study"], responses=REVIEWED)
    async def reviewed(request: Request, key: str) -> Response:
        """A review that was asked for: itself, or how far it is."""
        found = request.app.state.game_reviews.of(key)
        if found is None:
            raise Refused("unknown_table", "no_such_page", detail="There is no such review; ask for it again.")
        return await standing(request, found)

    @app.delete("/api/reviews/{key}", tags=["study"], responses=DOCUMENTED, status_code=204)
    async def cancel_review(request: Request, key: str) -> None:
        """Stop a review that the asker's address has begun; it goes on where others wait for it too."""
        reviews: Reviews = request.app.state.game_reviews
        if reviews.of(key) is None:
            raise Refused("unknown_table", "no_such_page", detail="There is no such review.")
        reviews.cancel(key, address_of(request))
