"""What is computed for people who study: positions looked at and judged, parts of a review, openings. Jobs of worker processes."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from sevenhex import __version__
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.study import drills, openings
from sevenhex.study import review as reviewing
from sevenhex.study.island import island_key
from sevenhex.study.judge import MOST_STEPS, Judgement, think
from sevenhex.study.review import Reviewer
from sevenhex.study.source import Source, SourceError, begin, log_texts, look

from ..base.encoder import encode
from ..base.refusal import Refused
from .played import Played


class Line(msgspec.Struct):
    """A beginning and what is played from there, as somebody sent it."""

    text: str
    entries: int | None
    actions: list[tuple[int, str]]
    shut: list[str] = []  # islands that are not judged

    def game(self) -> Game:
        try:
            return judgeable(Source(self.text, self.entries, tuple(self.actions)).game(), self.shut)
        except SourceError as error:
            raise refused(error) from None


def judgeable(game: Game, shut: Collection[str]) -> Game:
    """The game, unless it lies on an island that is shut (`rated.py`)."""
    if shut and island_key(game) in shut:
        raise Refused("forbidden", "rated_running")
    return game


def refused(error: SourceError) -> Refused:
    """With the field of the position that is wrong, or the number of the action and the clause that refuses it, among its facts."""
    where = error.field or ("" if error.entry is None else str(error.entry))
    return Refused("malformed", "unreadable_record", detail=str(error), field=where, clause=error.clause)


class LookAt(msgspec.Struct, tag=True):
    """A position with all that may be done."""

    line: Line
    viewer: int | None
    log: bool  # the entries before it too

    def answer(self) -> bytes:
        game = self.line.game()
        try:
            found = look(game, self.viewer)
        except SevenhexError as error:
            raise Refused("malformed", "unsuitable", detail=str(error)) from None
        return encode({**found, "log": log_texts(game)} if self.log else found)


class Judge(msgspec.Struct, tag=True):
    """A position judged by so many steps of thinking."""

    line: Line
    seat: int | None
    viewer: int | None
    depth: int

    def answer(self) -> bytes:
        game = self.line.game()
        try:
            found = begun.judged(
                msgspec.json.encode([self.line, self.seat, self.viewer]), think(game, self.seat, self.viewer, "thorough"), self.depth
            )
        except SevenhexError as error:
            raise Refused("malformed", "unsuitable", detail=str(error)) from None
        return encode({**found.to_json(), "depths": MOST_STEPS})


class Begun:
    """The last thought of this process: the next step of the same question goes on from there."""

    def __init__(self) -> None:
        self.question = b""
        self.steps: Iterator[Judgement] = iter(())
        self.found: list[Judgement] = []

    def judged(self, question: bytes, anew: Iterator[Judgement], depth: int) -> Judgement:
        """What is known after so many steps, or at the thought's end."""
        name = hashlib.sha256(question).digest()
        if name != self.question:
            self.question, self.steps, self.found = b"", anew, []
        while len(self.found) < depth:
            step = next(self.steps, None)
            if step is None:
                break
            self.found.append(step)
        self.question = name  # only now: a thought that failed is begun anew
        return self.found[min(depth, len(self.found)) - 1]


begun = Begun()


class Corners(msgspec.Struct, tag=True):
    """The corners of a position in its set-up, the best first."""

    line: Line

    def answer(self) -> bytes:
        game = self.line.game()
        try:
            return encode({"seat": game.actor, "corners": openings.corners(game)})
        except SevenhexError as error:
            raise Refused("malformed", "unsuitable", detail=str(error)) from None


class Deal(msgspec.Struct, tag=True):
    """An island to train openings on, with its corners."""

    seed: str
    edition: str
    players: int
    place: int

    def answer(self) -> bytes:
        try:
            game = openings.deal(self.seed, self.edition, self.players, self.place)
            found = openings.corners(game)
        except SevenhexError as error:
            raise Refused("malformed", "unsuitable", detail=str(error)) from None
        return encode({**look(game), "seat": game.actor, "place": self.place, "corners": found})


# --- a review, part by part


class Reviewed(msgspec.Struct):
    """The game that is reviewed: of the server's own, or a text that somebody sent."""

    played: Played | None = None
    text: str = ""
    shut: list[str] = []  # islands that are not judged

    def game(self) -> Game:
        if self.played is not None:
            return self.played.game()
        try:
            return judgeable(begin(self.text), self.shut)
        except SourceError as error:
            raise refused(error) from None

    def reviewer(self) -> Reviewer:
        """The same for every piece that this process grades one after the other: the game is replayed once."""
        return reviewer_of(msgspec.msgpack.encode(self))


@lru_cache(maxsize=1)
def reviewer_of(encoded: bytes) -> Reviewer:
    return Reviewer(msgspec.msgpack.decode(encoded, type=Reviewed).game())


class Measure(msgspec.Struct, tag=True):
    """How long a game is, and what it is: the same game has the same content, however its record is written."""

    game: Reviewed

    def answer(self) -> bytes:
        game = self.game.reviewer().game
        identity = encode([__version__, reviewing.VERSION, game.until(0).to_json(), game.log])
        return encode({"entries": len(game.log), "content": hashlib.sha256(identity).hexdigest()[:32]})


class Survey(msgspec.Struct, tag=True):
    """Chances, openings and trades of one piece."""

    game: Reviewed
    first: int
    last: int

    def answer(self) -> bytes:
        return encode(reviewing.survey(self.game.reviewer().game, self.first, self.last))


class Grade(msgspec.Struct, tag=True):
    """The decisions of one piece."""

    game: Reviewed
    first: int
    last: int

    def answer(self) -> bytes:
        return encode(self.game.reviewer().grade(self.first, self.last))


class Assemble(msgspec.Struct, tag=True):
    """The parts put together."""

    game: Reviewed
    surveyed: list[dict[str, Any]]
    graded: list[dict[str, Any]]
    complete: bool

    def answer(self) -> bytes:
        game = self.game.reviewer().game
        return encode(reviewing.assemble(game, reviewing.overview(game, self.surveyed), self.graded, complete=self.complete))


# --- a drill, in two steps


class Draft(msgspec.Struct, tag=True):
    """A decision of a finished game as a drill, or nothing where no other action was clearly the best."""

    game: Reviewed
    n: int

    def answer(self) -> bytes:
        game = self.game.reviewer().game
        found = drills.draft(game, self.n) if 0 <= self.n < len(game.log) else None
        return encode(found.to_json() if found is not None else None)


class Finish(msgspec.Struct, tag=True):
    """The deeper search's word on a draft, and what explains the answer."""

    draft: dict[str, Any]
    ident: str

    def answer(self) -> bytes:
        found = drills.Draft(**self.draft)
        return encode(drills.finish(Game.at(found.position), found, self.ident))


Job = LookAt | Judge | Corners | Deal | Measure | Survey | Grade | Assemble | Draft | Finish
