"""What lies on a real table: the contents of an edition's box for a number of players, and the numbers that a scorekeeper needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules.apply import TO_PLAYER_TWO
from sevenhex.rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, counts
from sevenhex.rules.ids import CARD_NAMES, HARBOR_NAMES, RESOURCE_NAMES, TERRAIN_NAMES
from sevenhex.rules.score import AWARD, SHORTEST_ROUTE, SMALLEST_ARMY

from .forms import Box

if TYPE_CHECKING:
    from sevenhex.editions import Edition

COSTS = {"road": ROAD_COST, "settlement": SETTLEMENT_COST, "city": CITY_COST, "card": CARD_COST}


def contents(edition: Edition, players: int) -> Box:
    island = edition.island_for(players)
    stock, rules = edition.stock[island], edition.rules[island]
    return Box(
        island.name.lower(),
        list(edition.colours(players)),
        dict(zip(TERRAIN_NAMES, stock.terrain, strict=True)),
        list(stock.tokens),
        stock.cards_each,
        dict(zip(CARD_NAMES, stock.deck, strict=True)),
        dict(zip(HARBOR_NAMES, stock.harbors, strict=True)),
        edition.pieces.settlements,
        edition.pieces.cities,
        edition.pieces.roads,
        edition.pieces.drawn,
        [str(value) for value in edition.offers(players, "setup")],
        len(edition.pad),
        {name: {each: number for each, number in zip(RESOURCE_NAMES, counts(cost), strict=True) if number} for name, cost in COSTS.items()},
        int(rules["victory_points"]),
        int(rules["discard_limit"]),
        AWARD,
        SHORTEST_ROUTE,
        SMALLEST_ARMY,
        rules["route_tie_after_break"] == "set aside",
        TO_PLAYER_TWO if rules["turn"] == "paired" else 0,
    )
