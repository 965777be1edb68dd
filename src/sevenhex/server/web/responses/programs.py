"""Answers about programs that play, and their keys."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict


class ProgramName(TypedDict):
    name: str
    listening: Annotated[bool, Field(description="Its stream of events stands at this process.")]


class OwnToken(TypedDict):
    id: str
    name: str
    scopes: list[Literal["events", "play"]]
    created: float
    used: float | None


class OwnTokens(TypedDict):
    tokens: list[OwnToken]


class MadeToken(TypedDict):
    id: str
    token: Annotated[str, Field(description="Shown only once.")]
