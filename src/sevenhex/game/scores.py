"""The final table (WIN-5): for each player what stands on the board, the route, the army, and the points that each of them brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sevenhex.protocol.encoding import Colour
from sevenhex.rules.board import CITY
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import Card
from sevenhex.rules.score import AWARD

CITY_POINTS = 2  # WIN-1


@dataclass(frozen=True)
class Score:
    """One row. `settlements`, `cities` and `knights` are pieces and cards, `route` is a length; points are named as such."""

    seat: int
    colour: Colour
    settlements: int
    settlement_points: int
    cities: int
    city_points: int
    route: int
    route_points: int
    knights: int
    army_points: int
    victory_point_cards: int
    total: int


def score_table(state: Any, colours: Sequence[str]) -> list[Score]:
    """The rows of a state (its record or its snapshot), hidden cards too."""
    buildings = list(state.building)
    rows = []
    for seat, colour in enumerate(colours):
        settlements, cities = buildings.count(1 + seat), buildings.count(CITY + seat)
        hidden = counts(state.cards[seat])[Card.VICTORY_POINT]
        route = AWARD if state.route_holder == seat else 0
        army = AWARD if state.army_holder == seat else 0
        rows.append(
            Score(
                seat,
                colour,
                settlements=settlements,
                settlement_points=settlements,
                cities=cities,
                city_points=CITY_POINTS * cities,
                route=int(state.route[seat]),
                route_points=route,
                knights=int(state.knights[seat]),
                army_points=army,
                victory_point_cards=hidden,
                total=settlements + CITY_POINTS * cities + route + army + hidden,
            )
        )
    return rows
