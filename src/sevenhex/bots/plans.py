"""What a seat works towards: the build that its hand is nearest to, where it would stand, and which cards are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sevenhex.rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, counts
from sevenhex.rules.state import WORD_BITS
from sevenhex.rules.topology import CORNER_EDGES, CORNERS, EDGE_CORNERS
from sevenhex.search.eagerness import chances

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

COSTS = {"settlement": SETTLEMENT_COST, "city": CITY_COST, "road": ROAD_COST, "card": CARD_COST}
# how many missing cards a build is worth more than a road: what brings points comes first
EAGERNESS = {"settlement": 1.5, "city": 1.2, "card": 0.2, "road": 0.0}
NOWHERE = -1


class Plan(NamedTuple):
    """A build that a seat could make with the missing cards."""

    build: str  # settlement, city, road or card
    corner: int  # where a settlement or city would stand; NOWHERE for others
    missing: tuple[int, ...]  # cards of each resource that the hand lacks
    spare: tuple[int, ...]  # cards of each resource that it does not need

    @property
    def lacks(self) -> int:
        return sum(self.missing)


def is_open(state: Any, corner: int) -> bool:
    return bool(int(state["open_corners"][corner // WORD_BITS]) >> corner % WORD_BITS & 1)


def places(state: Any, seat: int, deck: int) -> dict[str, int]:
    """What could be built now if the cards were there, with the best corner for it; `deck`: the development cards that are left."""
    island = int(state["island"])
    found: dict[str, int] = {}
    if state["cities_left"][seat]:
        own = [corner for corner in range(int(CORNERS[island])) if int(state["building"][corner]) == 1 + seat]
        if own:
            found["city"] = max(own, key=lambda corner: chances(state, corner))
    reached: set[int] = set()
    for edge, owner in enumerate(state["road"].tolist()):
        if owner == 1 + seat:
            reached.update(int(corner) for corner in EDGE_CORNERS[island, edge])
    if state["settlements_left"][seat]:
        free = [corner for corner in reached if is_open(state, corner)]
        if free:
            found["settlement"] = max(sorted(free), key=lambda corner: chances(state, corner))
    if state["roads_left"][seat] and "settlement" not in found:
        edges = {int(edge) for corner in reached for edge in CORNER_EDGES[island, corner] if edge >= 0}
        if any(not state["road"][edge] for edge in edges):
            found["road"] = NOWHERE
    if deck:
        found["card"] = NOWHERE
    return found


def nearest(state: Any, seat: int, hand: int, deck: int) -> Plan | None:
    """The build that a hand is nearest to; None where nothing can be built any more."""
    held = counts(hand)
    plans = []
    for build, corner in places(state, seat, deck).items():
        cost = counts(COSTS[build])
        missing = tuple(max(0, need - have) for need, have in zip(cost, held, strict=True))
        spare = tuple(max(0, have - need) for need, have in zip(cost, held, strict=True))
        plans.append(Plan(build, corner, missing, spare))
    return min(plans, key=lambda plan: plan.lacks - EAGERNESS[plan.build], default=None)


def plan(view: View) -> Plan | None:
    """That of the seat that looks."""
    assert view.seat is not None
    return nearest(view.state[0], view.seat, int(view.state["hand"][0, view.seat]), view.deck_size)


def helps(plan: Plan, get: int) -> bool:
    """Does one of these cards fill a gap?"""
    return any(need and have for need, have in zip(plan.missing, counts(get), strict=True))


def spares(plan: Plan, give: int) -> bool:
    """Are all of these cards to spare?"""
    return all(have >= need for need, have in zip(counts(give), plan.spare, strict=True))
