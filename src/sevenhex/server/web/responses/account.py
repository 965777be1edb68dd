"""Answers about one's own account."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict


class OwnPasskey(TypedDict):
    id: str
    name: str
    created: float
    used: float


class OwnDevice(OwnPasskey):
    here: Annotated[bool, Field(description="It is the one that asks.")]


class OwnAccount(TypedDict):
    """Who the caller is here; a guest has only a name."""

    registered: bool
    name: str
    created: float | None
    has_phrase: bool
    shown: Annotated[bool, Field(description="Others may see the profile.")]
    operator: Annotated[bool, Field(description="May use the operator's desk.")]
    program: Annotated[bool, Field(description="A program's account, for ever.")]
    passkeys_here: Annotated[bool, Field(description="This server keeps passkeys under this address.")]
    passkeys: list[OwnPasskey]
    devices: list[OwnDevice]
    club: Annotated[str | None, Field(description="The club whose login this server knows.")]
    has_club: Annotated[bool, Field(description="Does that login open this account?")]


class ClubLogin(TypedDict):
    url: Annotated[str, Field(description="Where the browser signs in, to be sent back here.")]


class NewPhrase(TypedDict):
    phrase: Annotated[str, Field(description="Shown only once.")]


class KeyQuestion(TypedDict):
    options: Annotated[dict[str, Any], Field(description="For `navigator.credentials`, as JSON.")]


class TakenAlong(TypedDict):
    everything: dict[str, Any]
