"""Where in a position's text a defect shows: the field or place to point at, and the colours, places and numbers that contradict.

`rules/check.py` says which invariant is violated; this only looks for the culprit, so that a person need not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from ..rules.cards import total
from ..rules.defect import SENTENCES, Defect
from ..rules.derived import is_joined
from ..rules.ids import NEUTRAL
from ..rules.routes import owner
from ..rules.score import total_points
from ..rules.state import State
from ..rules.topology import CORNER_EDGES, CORNER_NEIGHBORS
from .scrap import Scrap
from .speech import Naming

# The fields that a defect is about, the likeliest first: the first one in the text is pointed at.
FIELDS: dict[Defect, tuple[str, ...]] = {
    Defect.SEATS: ("actor", "roller"),
    Defect.FRESH: ("fresh",),
    Defect.ROUTE_HOLDER: ("route", "phase"),
    Defect.ARMY_HOLDER: ("army", "phase"),
    Defect.VICTORY: ("winner", "phase"),
    Defect.COURSE: ("actor", "phase"),
    Defect.ROTATION: ("roller", "turn"),
    Defect.DISCARD: ("discard", "aside", "phase"),
    Defect.ROBBERY: ("victim", "phase"),
    Defect.ROBBER: ("phase",),
    Defect.FREE_ROADS: ("free", "phase"),
    Defect.SETUP: ("setup", "phase"),
    Defect.DICE: ("dice", "rolls", "phase"),
    Defect.TRADE: ("offer", "proposals"),
}


class Faults:
    """The defects of a state that was read from a text."""

    def __init__(self, states: State, naming: Naming, said: Mapping[str, Scrap], corners: Mapping[int, Scrap], edges: Mapping[int, Scrap]):
        self.state = states[0]
        self.naming = naming
        self.said = said  # the fields' values by name
        self.corners, self.edges = corners, edges  # the texts that named a piece's place

    def tell(self, defect: Defect) -> tuple[str, Scrap | None]:
        """The sentence with what it is about, and the text to point at (None: nothing in particular)."""
        details: dict[Defect, Callable[[], tuple[str, Scrap | None]]] = {
            Defect.DISTANCE: self.distance,
            Defect.CONNECTION: self.connection,
            Defect.ROUTE_HOLDER: lambda: (self.each("their longest routes are", self.state.route), None),
            Defect.ARMY_HOLDER: lambda: (self.each("they have played", self.state.knights, " knights"), None),
            Defect.VICTORY: self.victory,
            Defect.COURSE: lambda: (self.fields("phase", "part", "roller", "actor", "flags"), None),
            Defect.ROTATION: self.rotation,
            Defect.DISCARD: self.discard,
            Defect.ROBBERY: lambda: (self.fields("phase", "victim", "robber", "actor"), None),
            Defect.ROBBER: lambda: (self.fields("phase", "dice", "flags"), None),
            Defect.FREE_ROADS: lambda: (self.fields("phase", "free", "flags"), None),
            Defect.SETUP: lambda: (self.fields("phase", "setup", "starter", "actor"), None),
            Defect.DICE: lambda: (self.fields("phase", "dice", "flags"), None),
            Defect.TRADE: lambda: (self.fields("offer", "proposals", "flags"), None),
        }
        detail, place = details[defect]() if defect in details else ("", None)
        fields = [self.said[name] for name in FIELDS.get(defect, ()) if name in self.said]
        return SENTENCES[defect] + (f" - {detail}" if detail else ""), place or (fields[0] if fields else None)

    def fields(self, *names: str) -> str:
        """What the text says in these fields."""
        return ", ".join(f"{name}={self.said[name].text}" for name in names if name in self.said)

    def each(self, what: str, values: np.ndarray, unit: str = "") -> str:
        return f"{what} " + ", ".join(f"{colour} {values[seat]}" for seat, colour in enumerate(self.naming.colours)) + unit

    def owner(self, corner: int) -> str:
        seat = int(owner(int(self.state.building[corner])))
        return "the inactive colour" if seat == NEUTRAL else self.naming.colours[seat]

    def buildings(self) -> Iterator[int]:
        return (int(corner) for corner in np.flatnonzero(self.state.building))

    def distance(self) -> tuple[str, Scrap | None]:
        names = self.naming.geometry.corner_names
        for corner in self.buildings():
            for near in CORNER_NEIGHBORS[self.state.island, corner].tolist():
                if near > corner and self.state.building[near]:
                    one, other = sorted((corner, near), key=lambda place: self.corners[place].column)
                    return f"{self.owner(one)} at {names[one]} and {self.owner(other)} at {names[other]}", self.corners[other]
        return "", None

    def connection(self) -> tuple[str, Scrap | None]:
        geometry = self.naming.geometry
        for edge in np.flatnonzero(self.state.road).tolist():
            if not is_joined(self.state, edge):
                return f"{self.naming.colours[self.state.road[edge] - 1]}'s road at {geometry.edge_names[edge]}", self.edges[edge]
        for corner in self.buildings():
            seat = int(owner(int(self.state.building[corner])))
            roads = [self.state.road[edge] for edge in CORNER_EDGES[self.state.island, corner].tolist() if edge >= 0]
            if seat != NEUTRAL and corner != self.state.setup_corner and 1 + seat not in roads:
                return f"{self.owner(corner)}'s building at {geometry.corner_names[corner]}", self.corners[corner]
        return "", None

    def victory(self) -> tuple[str, Scrap | None]:
        seat = int(self.state.actor)
        points = f"{self.naming.colours[seat]} has {total_points(self.state, seat)} of {self.state.target} points in the own turn"
        return f"{points}, {self.fields('phase', 'winner')}", None

    def rotation(self) -> tuple[str, Scrap | None]:
        colours, state = self.naming.colours, self.state
        due = colours[(int(state.starter) + int(state.turn) - 1) % len(colours)]
        return f"{colours[state.starter]} began, so turn {state.turn} is {due}'s, not {colours[state.roller]}'s", None

    def discard(self) -> tuple[str, Scrap | None]:
        held = [total(self.state.hand[seat]) + total(self.state.set_aside[seat]) for seat in range(len(self.naming.colours))]
        due = self.fields("phase", "dice", "discard", "aside")
        return f"{due}; they hold " + ", ".join(f"{colour} {cards}" for colour, cards in zip(self.naming.colours, held, strict=True)), None
