"""Answers about where somebody is notified."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict


class OwnNotice(TypedDict):
    id: str
    kind: str
    address: str
    created: float


class OwnNotices(TypedDict):
    allowed: Annotated[list[str], Field(description="Origins that the operator allows; none: nothing is sent.")]
    key: Annotated[str | None, Field(description="For `pushManager.subscribe`; none where there is no push.")]
    notices: list[OwnNotice]


class AddedNotice(TypedDict):
    id: str
