"""Wants points now: builds what it can, by rank, on the place with the best numbers; otherwise it improvises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules.actions import KIND_BITS
from sevenhex.rules.ids import DESERT, NOBODY, Kind
from sevenhex.rules.topology import CORNER_HEXES

from .protocol import Bot, Limit, kind_of
from .search.evaluation import FIRST_SUM, WAYS

if TYPE_CHECKING:
    from sevenhex.views import View

# How much likelier each kind of action is than an ordinary one.
WEIGHTS = {
    Kind.CITY: 1000.0,
    Kind.SETTLE: 300.0,
    Kind.BUY: 30.0,
    Kind.KNIGHT: 10.0,
    Kind.ROAD: 3.0,
    Kind.REFUSE: 4.0,
    Kind.END: 0.5,
    Kind.STOP: 0.1,
}
SECOND_ARGUMENT = KIND_BITS + 8
KEEN_ON_NUMBERS = 4.0


class Greedy(Bot):
    name = "greedy"
    title = "Greedy"
    description = (
        "Grabs points as soon as they can be paid for: a city before a settlement before a card, on the corners with the best numbers, "
        "and sends the robber to whoever is ahead. It plans nothing, saves for nothing and takes trades as they come. "
        "A friendly first opponent for somebody who has just learned the rules."
    )
    levels = ("normal",)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        weights = [self.weigh(view, action) for action in legal]
        target = float(self.generator(view).random()) * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            target -= weight
            if target <= 0:
                return action
        return legal[-1]

    def weigh(self, view: View, action: int) -> float:
        kind = kind_of(action)
        state = view.state[0]
        place = (action >> KIND_BITS) & 255
        weight = WEIGHTS.get(Kind(kind), 1.0)
        if kind in (Kind.SETTLE, Kind.CITY):
            weight *= (1 + chances(state, place)) ** KEEN_ON_NUMBERS
        if kind == Kind.ROBBER:
            victim = (action >> SECOND_ARGUMENT) & 255
            weight = 0.1 if victim >= view.players else 4.0 ** int(state["points"][victim])
        return weight


def chances(state: object, corner: int) -> int:
    """In how many of the 36 rolls something comes to this corner, hex by hex."""
    found = 0
    for tile in CORNER_HEXES[state["island"], corner]:  # type: ignore[index]
        if tile >= 0 and state["terrain"][tile] != DESERT and state["number"][tile] > 0:  # type: ignore[index]
            found += int(WAYS[state["number"][tile] - FIRST_SUM])  # type: ignore[index]
    return found


assert NOBODY < 0
