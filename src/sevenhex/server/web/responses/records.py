"""Answers about finished games: replay, fair dice, report, curve."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from sevenhex.game.scores import Score

from ...base.forms import Frame
from .shared import Chances, Entry


class Replay(TypedDict):
    total: int
    frames: list[Frame]


class FairNumber(TypedDict):
    n: int
    counter: int
    number: int
    outcome: str
    holds: bool
    choices: Annotated[list[tuple[str, int]], Field(description="The outcomes with their weights, in the order in which the number picks.")]


class Draw(TypedDict):
    """One thing that chance decided when the island was laid out."""

    op: Literal["shuffle", "choice", "sample"]
    n: int
    result: list[int]


class IslandSeed(TypedDict):
    counters: list[int]
    seed: str


class FairRecord(TypedDict):
    """The promise about the dice; with the seed and every number once the game is over."""

    commit: str
    words: dict[str, str]
    seals: dict[str, str]
    edition: str
    players: int
    options: dict[str, Any]
    seed: str | None
    numbers: list[FairNumber] | None
    mixed: NotRequired[str]
    island: NotRequired[IslandSeed]
    opening: NotRequired[dict[str, Any]]
    log: NotRequired[list[Entry]]
    draws: NotRequired[list[Draw]]


class Luck(TypedDict):
    seat: int
    expected: float
    actual: int
    percentile: float
    rolls: int
    sevens: int
    sevens_expected: float
    sevens_percentile: float


class TurnPoints(TypedDict):
    turn: int
    points: list[int]


class DiceSum(TypedDict):
    sum: int
    count: int
    expected: float


class Chance(TypedDict):
    """Everybody's chance to win after so many log entries."""

    n: int
    turn: int
    chances: Chances


class Report(TypedDict):
    winner: int | None
    turns: int
    scores: list[Score]
    luck: list[Luck]
    points: list[TurnPoints]
    cards: list[dict[str, int]]
    dice: list[DiceSum]
    chances: NotRequired[list[Chance]]


class Curve(TypedDict):
    chances: list[Chance]
