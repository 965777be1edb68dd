"""Annotations for types that travel: what they are on the page (scripts/make_types.py) and in the description of REST (JSON Schema)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class OneOf:
    """One of these words."""

    names: tuple[str, ...]

    def __get_pydantic_json_schema__(self, *_: Any) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.names)}


@dataclass(frozen=True)
class ShownAs:
    """A type of the page, where Python's own says less."""

    typescript: str

    def __get_pydantic_json_schema__(self, *_: Any) -> dict[str, Any]:
        return {"x-typescript": self.typescript}


@dataclass(frozen=True)
class Described:
    """What a field means, for the description of REST."""

    text: str

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), "description": self.text}
