"""Answers about the server itself."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict


class Readiness(TypedDict):
    """What a game would still wait for; `slow` while the rules run as plain Python."""

    ready: bool
    waits_for: Literal["rules"] | None
    slow: bool


class Ready(Readiness):
    bots: Annotated[bool, Field(description="The bots' code is compiled too.")]


class Reached(TypedDict):
    """Where friends find this server: its address on the local network, and whether it listens there at all."""

    network: str | None
    open: bool


class Health(TypedDict):
    status: str
    version: str
