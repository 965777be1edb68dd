"""The numbered clauses of the rules: what a refusal cites and what a test proves. Their words stand in `rulebook/texts`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

SOURCE = Path(__file__).with_name("clauses.toml")


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule: its number and the editions in which it holds (or may be chosen)."""

    id: str
    editions: tuple[str, ...]
    island: str = ""  # "small" or "large" when it is only about that one
    catalogue: str = ""  # digest of the catalogue's row that it was written from (tests/catalogue.py)


@cache
def clauses() -> Mapping[str, Clause]:
    """All clauses by number, in the order of the catalogue."""
    with SOURCE.open("rb") as file:
        entries = tomllib.load(file)["clause"]
    return MappingProxyType({entry["id"]: Clause(**{**entry, "editions": tuple(entry["editions"])}) for entry in entries})
