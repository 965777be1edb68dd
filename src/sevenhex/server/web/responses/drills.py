"""Answers about somebody's deck of exercises."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from .study import Puzzle


class DrillTheme(TypedDict):
    theme: str
    own: bool
    ready: int
    due: int
    fresh: Annotated[int, Field(description="Of those that are due: never answered.")]


class DrillDay(TypedDict):
    seconds: float
    answered: int
    found: int


class DrillNamed(TypedDict):
    id: str
    own: Annotated[bool, Field(description="An own mistake, not a shipped puzzle.")]


class Deck(TypedDict):
    ready: int
    due: int
    waiting: Annotated[int, Field(description="Own mistakes that are still to be checked for one clear answer.")]
    next_due: float | None
    themes: list[DrillTheme]
    today: DrillDay
    days: Annotated[int, Field(description="In a row with practice.")]
    session: Annotated[list[DrillNamed], Field(description="What to answer now: first what is due, then what is new.")]


class Drill(Puzzle):
    did: Annotated[str | None, Field(description="What was done in the game.")]
    own: bool
    times: Annotated[int, Field(description="It was answered.")]
    due: float | None


class DrillNoted(TypedDict):
    found: bool
    noted: Annotated[bool, Field(description="No: this answer was noted before.")]
    times: int
    due: float
