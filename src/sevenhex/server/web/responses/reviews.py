"""Answers about reviews of games."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from sevenhex.protocol.encoding import Bundle, Colour

from .records import Chance
from .shared import Chances
from .study import Why


class Alternative(TypedDict):
    action: str
    worth: float | None


class Graded(TypedDict):
    """A decision."""

    n: int
    turn: int
    seat: int
    action: str
    grade: str
    lost: float
    error: float
    share: Annotated[float, Field(description="The loss in per cent of what could still be won or lost.")]
    first: Annotated[float, Field(description="The same by the first look, by which the accuracy is counted.")]
    stake: Annotated[float, Field(description="What a choice at random would lose by the first look.")]
    best: list[Alternative]
    why: NotRequired[Why]


class TurningPoint(TypedDict):
    kind: Literal["decision", "chance"]
    n: int
    turn: int
    seat: int
    action: str
    lost: NotRequired[float]
    better: NotRequired[str]
    why: NotRequired[Why]
    change: NotRequired[float]
    before: Chances | None
    after: Chances | None


class Moment(TypedDict):
    """A decision to look at again."""

    n: int
    kind: Literal["missed", "found"]


class ReviewedOpening(TypedDict):
    n: int
    seat: int
    corner: str
    pips: int
    rank: int
    of: int
    best: str
    best_pips: int | None
    lost: float
    chance: Annotated[float | None, Field(description="To win after the best corner, in hundredths.")]
    stake: Annotated[float | None, Field(description="What a corner at random would lose.")]


class ReviewedTrade(TypedDict):
    n: int
    turn: int
    seat: int
    other: int
    give: Bundle
    get: Bundle
    own: float
    theirs: float


class ReviewedOffer(TypedDict):
    """An offer that was made, or the end of a turn in which a better one could have been; in hundredths, as seldom as offers are closed."""

    n: int
    turn: int
    seat: int
    action: str
    better: str
    gain: float
    own: float
    first: Annotated[float, Field(description="The loss in per cent of what could still be won or lost.")]
    stake: float


class ReviewedPlayer(TypedDict):
    seat: int
    colour: Colour
    decisions: int
    grades: dict[str, int]
    accuracy: Annotated[float | None, Field(description="100: as the judge decides; 0: as a choice at random.")]
    moments: list[Moment]
    lost: float
    average: float
    luck: float
    parts: dict[str, float] | None
    dearest: list[int]
    openings: list[int]
    trades: list[int]
    offers: NotRequired[OfferCounts]


class OfferCounts(TypedDict):
    """How often a player asked others for a trade, and got it; how often others asked, and the player accepted."""

    made: int
    taken: int
    asked: int
    accepted: int


class Review(TypedDict):
    format: str
    version: int
    level: str
    complete: Annotated[bool, Field(description="Every decision was graded; else the time ran out.")]
    judge: Literal["network", "evaluation"]
    colours: list[Colour]
    winner: int | None
    entries: int
    curve: list[Chance]
    decisions: list[Graded]
    turning_points: list[TurningPoint]
    openings: list[ReviewedOpening]
    trades: list[ReviewedTrade]
    offers: list[ReviewedOffer]
    players: list[ReviewedPlayer]


class ReviewProgress(TypedDict):
    """A review that is under way: its key, how far it is (from 0 to 1), what is done now, and its place among those that take turns."""

    key: str
    done: float
    stage: Literal["reading", "chances", "decisions", "assembling"]
    turn: Annotated[int | None, Field(description="The turn whose decisions are graded.")]
    place: int
    of: int
