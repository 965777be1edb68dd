"""How every call refuses."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


class Problem(TypedDict):
    """Every refusal."""

    code: str
    key: Annotated[str, Field(description="Which sentence it is; it never changes its meaning.")]
    facts: Annotated[dict[str, str | int], Field(description="What the sentence says.")]
    sentence: str
    reasons: list[dict[str, Any]]
    retry_after: NotRequired[Annotated[float, Field(description="Seconds; said where waiting helps.")]]
