"""Answers about islands for a real table."""

from __future__ import annotations

from typing import Annotated, Any

from typing_extensions import TypedDict

from sevenhex.protocol.schema import ShownAs
from sevenhex.study.dealing import Figures


class DealtIsland(TypedDict):
    """An island for a real table."""

    seed: str
    setup: str
    edition: str
    players: int
    island: str
    rows: list[int]
    hexes: Annotated[list[Any], ShownAs('View["hexes"]')]
    harbors: Annotated[list[Any], ShownAs('View["harbors"]')]
    options: dict[str, Any]
    words: dict[str, str]
    position: str
    robber: str
    buildings: Annotated[list[Any], ShownAs('View["buildings"]')]
    roads: Annotated[list[Any], ShownAs('View["roads"]')]
    colours: list[str]
    figures: Figures
