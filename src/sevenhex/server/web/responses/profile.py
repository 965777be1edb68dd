"""Answers about what somebody has played."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from sevenhex.protocol.encoding import Colour

from .lobby import OwnRating


class Results(TypedDict):
    edition: str
    players: int
    games: int
    won: int
    points: Annotated[float | None, Field(description="On average.")]


class ProfileRating(OwnRating):
    provisional: bool


class RatingMoment(TypedDict):
    time: float
    strength: float
    uncertainty: float


class OpeningsJudged(TypedDict):
    """Sums: settlements of the set-up, their ranks, what they lost."""

    count: int
    rank: float
    lost: float


class TradesJudged(TypedDict):
    """Sums: trades with players, what they were worth to both sides; how often one asked and got it, was asked and accepted."""

    count: int
    own: float
    theirs: float
    made: int
    taken: int
    asked: int
    accepted: int


class MistakesOfKind(TypedDict):
    kind: Annotated[str, Field(description="The action's first word.")]
    count: int
    lost: float


class Reviewed(TypedDict):
    """Over all reviewed games, in hundredths of the chance to win."""

    games: int
    decisions: int
    lost: float
    luck: float
    grades: dict[str, int]
    openings: OpeningsJudged
    trades: TradesJudged
    mistakes: list[MistakesOfKind]


class PlayedGame(TypedDict):
    code: str
    edition: str
    players: int
    rated: bool
    ended: float
    seat: int
    colour: Colour
    points: int | None
    turns: int | None
    won: bool
    left: Annotated[bool, Field(description="Given up, or away at the end of a rated game.")]


class Profile(TypedDict):
    name: str
    games: int
    won: int
    left: int
    results: list[Results]
    rating: ProfileRating
    history: list[RatingMoment]
    reviewed: Reviewed
    latest: list[PlayedGame]
