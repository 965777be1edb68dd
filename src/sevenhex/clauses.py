"""The numbered clauses of the rules, in our own words: what a refusal cites and what a test proves."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

SOURCE = Path(__file__).with_name("clauses.toml")


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its number, a short title, its text and the editions in which it holds (or may be chosen).

    Title and text name an edition's words in brackets, `[harbor]`; `editions.wording` puts them in.
    """

    id: str
    title: str
    text: str
    editions: tuple[str, ...]
    by: Mapping[str, str] = field(default_factory=dict)  # the text where something is so in an edition; the first that fits
    island: str = ""  # "small" or "large" when it is only about that one
    catalogue: str = ""  # digest of the catalogue's row that it was written from (tests/catalogue.py)


@cache
def clauses() -> Mapping[str, Clause]:
    """All clauses by number, in the order of the catalogue."""
    with SOURCE.open("rb") as file:
        entries = tomllib.load(file)["clause"]
    return MappingProxyType({entry["id"]: Clause(**{**entry, "editions": tuple(entry["editions"])}) for entry in entries})
