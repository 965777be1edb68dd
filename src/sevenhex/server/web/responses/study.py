"""Answers of the study: positions, judgements, corners, puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from ...base.forms import EncodedView, HintArguments
from .shared import Chances, Entry


class Why(TypedDict):
    """A reason: a code with its facts, and the server's own sentence."""

    code: str
    arguments: HintArguments
    sentence: str


class CornerReason(TypedDict):
    code: str
    sentence: str
    pips: NotRequired[int]
    good: NotRequired[bool]
    few: NotRequired[bool]
    resources: NotRequired[list[str]]
    resource: NotRequired[str | None]
    rate: NotRequired[int]
    fits: NotRequired[bool]


class CoachCorner(TypedDict):
    """A free corner of the set-up, and what speaks for and against it."""

    corner: int
    name: str
    chance: float
    score: float
    pips: int
    resources: list[str]
    numbers: list[int]
    harbor: str | None
    why: list[CornerReason]


class RankedCorner(CoachCorner):
    lost: float


class Coach(TypedDict):
    version: int
    corners: list[RankedCorner]


class Corners(TypedDict):
    seat: int
    corners: list[RankedCorner]


class Look(TypedDict):
    """A position with all that may be done."""

    position: str
    view: EncodedView
    to_act: list[int]
    legal: dict[str, list[str]]
    chances: list[tuple[str, int]]
    winner: int | None
    entries: int
    log: NotRequired[list[Entry]]


class Dealt(Look):
    """An island to train openings on."""

    seat: int
    place: int
    corners: list[RankedCorner]


class Judged(TypedDict):
    action: str
    worth: float
    lost: float
    error: float
    why: Why


class JudgedOffer(TypedDict):
    action: str
    own: float
    partner: int
    theirs: float


class Judgement(TypedDict):
    seat: int | None
    chances: Chances
    best: list[Judged]
    offers: list[JudgedOffer]
    depth: int
    depths: int
    positions: int
    judge: Literal["network", "evaluation"]
    settled: bool


class PuzzleInfo(TypedDict):
    id: str
    goal: str
    theme: str
    rating: int


class Puzzles(TypedDict):
    made: dict[str, Any]
    puzzles: list[PuzzleInfo]


class Puzzle(TypedDict):
    id: str
    position: str
    seat: int
    answer: str
    theme: str
    margin: float
    error: float
    rating: int
    choices: list[tuple[str, float]]
    of: Annotated[str, Field(description="The game it comes from.")]
    goal: str
    line: Annotated[list[str], Field(description="What follows the answer.")]
    solvers: Annotated[dict[str, float], Field(description="Who finds it, and how surely.")]
    why: Why
