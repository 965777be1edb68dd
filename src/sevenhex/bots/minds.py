"""The tuned numbers: `weights.toml` read into the rows that the compiled evaluation works with."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.search.evaluation import NAMES

from .protocol import BotError

FILE = Path(__file__).parent / "weights.toml"
ROWS = ("main", "first", "second")  # the game; the first and the second settlement

Mind = NDArray[np.float64]


@cache
def tables() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def read(table: dict[str, Any]) -> Mind:
    """Three rows of weights; a row that says nothing of a term takes it from `main`."""
    rows = []
    for row in ROWS:
        weights = {**table["main"], **table.get(row, {})}
        if unknown := sorted(set(weights) - set(NAMES)):
            raise BotError(f"weights.toml names unknown terms {', '.join(unknown)}; known are {', '.join(NAMES)}.")
        if missing := [name for name in NAMES if name not in weights]:
            raise BotError(f"weights.toml lacks {', '.join(missing)}.")
        rows.append([float(weights[name]) for name in NAMES])
    return np.array(rows)


@cache
def mind(name: str, players: int) -> Mind:
    """The weights called `name`; two players may have their own (`name_two`)."""
    found = tables().get(f"{name}_two") if players == 2 else None
    return read(found or tables()[name])


def write(table: dict[str, Mind]) -> str:
    """The inverse of reading, for `scripts/tune_bots.py`."""
    lines = []
    for name, rows in table.items():
        for place, row in enumerate(ROWS):
            same = place > 0
            lines.append(f"\n[{name}.{row}]")
            for term, value in zip(NAMES, rows[place], strict=True):
                if not same or value != rows[0][NAMES.index(term)]:
                    lines.append(f"{term} = {round(float(value), 4)}")
    return "\n".join(lines).lstrip() + "\n"
