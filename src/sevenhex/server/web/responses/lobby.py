"""Answers about tables that open, and who sits at them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from ...base.forms import TableSummary


class Opened(TypedDict):
    code: str
    seat: int | None
    token: Annotated[str | None, Field(description="Opens the seat for a program; shown only once.")]


class Seated(TypedDict):
    seat: int
    token: str


class Following(TypedDict):
    code: Annotated[str, Field(description="The table at which the same people play again.")]


class Changed(TypedDict):
    seat: Annotated[int, Field(description="The caller's seat afterwards; -1 for none.")]


class OwnRating(TypedDict):
    strength: float
    uncertainty: float
    games: int


class Ratings(TypedDict):
    you: OwnRating
    bots: dict[str, float]


class Past(TypedDict):
    page: int
    games: list[TableSummary]
    more: bool
