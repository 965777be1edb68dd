"""Answers about slow games: holidays, the feed of turns."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict


class Holiday(TypedDict):
    until: Annotated[float | None, Field(description="When the holiday that is now ends.")]
    left: Annotated[int, Field(description="Days that may still be taken.")]
    most: Annotated[int, Field(description="Days in 365.")]


class OwnFeed(TypedDict):
    created: float | None


class NewFeed(TypedDict):
    path: Annotated[str, Field(description="Of this server; shown only now.")]
