"""An island as it lies on the table before the first move. `editions/deal.py` shuffles it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .ids import Island


class StartPiece(NamedTuple):
    """A settlement of a printed set-up with its road (SETUP-1)."""

    seat: int  # NEUTRAL for a colour that nobody plays (SETUP-2)
    corner: int
    edge: int  # NOBODY when there is no road
    gives_cards: bool  # one card for each producing hex around it


class Harbor(NamedTuple):
    edge: int
    kind: int  # the resource it serves at 2:1, or GENERIC


@dataclass(frozen=True)
class Layout:
    island: Island
    terrain: tuple[int, ...]
    numbers: tuple[int, ...]  # 0 for none
    harbors: tuple[Harbor, ...]
    robber: int
    start: tuple[StartPiece, ...] = ()
    colours: tuple[str, ...] = ()  # by seat, as dealt: with an inactive colour they are known only now
    inactive: str = ""  # the colour of the neutral settlements (SETUP-2)
    map: int = 0  # the number of a printed map (SETUP-7)
