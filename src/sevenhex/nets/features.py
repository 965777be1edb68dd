"""What a network receives beside the bytes of an observation: what the island yields, to whom, and where one may build next.

All of it follows from the bytes. A first layer can hardly multiply terrain, number, robber and building, so that is done for it.
The same lines run on NumPy arrays and on PyTorch tensors (`Tools` has the few words in which the two differ), so that what was learnt is
what plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.observation import observation
from sevenhex.rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, count
from sevenhex.rules.chance import FACES, SEVEN
from sevenhex.rules.ids import MAX_SEATS, RESOURCES, Island
from sevenhex.rules.topology import CORNER_NEIGHBORS, CORNERS, EDGE_CORNERS, EDGES, HEX_CORNERS, HEXES

from .layout import MOST_PLAYERS

VERSION = 1
NO_FEATURES = 0  # the version of a network that knows the bytes alone

SUMS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
COSTS = (ROAD_COST, SETTLEMENT_COST, CITY_COST, CARD_COST)
REACH = 3  # at the end of a road that is there, of one new road, of two
# What is usual of each, so that numbers are about 1
YIELD, INCOME, CARDS, PLACES, MISSING, WAIT = 10.0, 20.0, 4.0, 5.0, 4.0, 3.0
LEAST_INCOME = 0.5  # of a seat that gets none, in ways of 36: harbors and thefts bring something


class Tools(NamedTuple):
    """How an array is handled."""

    number: Callable[[Any], Any]  # bytes and truths as numbers
    highest: Callable[[Any], Any]  # along the last axis
    joined: Callable[[list[Any]], Any]  # along the second axis


@dataclass(frozen=True)
class Tables:
    """Where an observation has its sections, and what its arrays are compared and multiplied with (named as in the geometry)."""

    where: dict[str, slice]
    resources: Any  # (5, 1)
    sums: Any  # (10, 1)
    settlements: Any  # (seats, 1): the byte of each seat's settlement, or road
    cities: Any
    hex_corners: Any  # (hexes, corners): 1 where they touch
    corner_hexes: Any
    near: Any  # (corners, corners): 1 for a corner itself and its neighbors
    edge_corners: Any
    corner_edges: Any
    costs: Any  # (4, 5)


@lru_cache
def tables(island: int) -> Tables:
    """For NumPy; `Model` makes tensors of them."""
    hexes, corners, edges = int(HEXES[island]), int(CORNERS[island]), int(EDGES[island])
    touching = np.zeros((hexes, corners), np.float32)
    for tile in range(hexes):
        touching[tile, HEX_CORNERS[island, tile]] = 1
    near = np.eye(corners, dtype=np.float32)
    for corner in range(corners):
        near[corner, [other for other in CORNER_NEIGHBORS[island, corner] if other >= 0]] = 1
    ends = np.zeros((edges, corners), np.float32)
    for edge in range(edges):
        ends[edge, EDGE_CORNERS[island, edge]] = 1
    seats = np.arange(1, MOST_PLAYERS[Island(island)] + 1, dtype=np.uint8)[:, None]
    costs = np.array([[count(cost, kind) for kind in range(RESOURCES)] for cost in COSTS], np.float32)
    return Tables(
        where=observation.places(island, MOST_PLAYERS[Island(island)]),
        resources=np.arange(RESOURCES, dtype=np.uint8)[:, None],
        sums=np.array(SUMS, np.uint8)[:, None],
        settlements=seats,
        cities=(seats + MAX_SEATS).astype(np.uint8),
        hex_corners=touching,
        corner_hexes=np.ascontiguousarray(touching.T),
        near=near,
        edge_corners=ends,
        corner_edges=np.ascontiguousarray(ends.T),
        costs=costs,
    )


@lru_cache
def size(island: int) -> int:
    """How many features an observation has."""
    nothing = np.zeros((1, observation.size(island, MOST_PLAYERS[Island(island)])), np.uint8)
    return int(features(nothing, island).shape[1])


def features(seen: NDArray[np.uint8], island: int) -> NDArray[np.float32]:
    """The features of observations in the network's layout."""
    tools = Tools(
        number=lambda array: array.astype(np.float32),
        highest=lambda array: array.max(axis=-1),
        joined=lambda parts: np.concatenate(parts, axis=1),
    )
    found: NDArray[np.float32] = work_out(seen, tables(island), tools)
    return found


def work_out(seen: Any, known: Tables, tools: Tools) -> Any:
    """All features of each row, one after the other."""
    return tools.joined([part.reshape(len(seen), prod(part.shape[1:])) for part in work_out_parts(seen, known, tools)])


def work_out_parts(seen: Any, known: Tables, tools: Tools) -> list[Any]:
    """Features of each row, in the order of the last lines; each with a row for each corner or seat that it is about."""
    number, highest = tools.number, tools.highest

    def bytes_of(name: str) -> Any:
        return seen[:, None, known.where[name]]

    # what hexes give: in so many of 36 rolls, of which resource, at which sum
    token, terrain = bytes_of("hex.number"), bytes_of("hex.terrain")
    ways = number(token != 0) * (FACES - abs(number(token) - SEVEN))
    land = number(terrain == known.resources)
    yields = (land * ways) @ known.hex_corners

    # what seats take from hexes
    building, road = bytes_of("corner.building"), bytes_of("edge.road")
    pieces = number(building == known.settlements) + 2 * number(building == known.cities)
    taken = pieces @ known.corner_hexes
    robbed = number(bytes_of("hex.robber"))
    working = taken * (1 - robbed)
    by_resource = (land * ways).swapaxes(1, 2)
    income, blocked = working @ by_resource, (taken * robbed) @ by_resource
    at_sum = number(token == known.sums)
    seats, hexes = taken.shape[1:]
    rolls = (working[:, :, None] * at_sum[:, None]).reshape(len(seen), seats * len(SUMS), hexes) @ land.swapaxes(1, 2)

    # where seats may settle: at a road's end now, at the ends of one new road, and of a second one behind it
    occupied = number(building != 0)
    free_edges, worth = number(road == 0), yields.sum(1)[:, None] * number(occupied @ known.near == 0)
    passable = 1 - occupied * number(pieces == 0)
    reached = number(number(road == known.settlements) @ known.edge_corners > 0)
    places = []
    for step in range(REACH):
        if step:
            roads = number((reached * passable) @ known.corner_edges > 0) * free_edges
            reached = number(roads @ known.edge_corners > 0)
        places.append(reached * worth)

    # how far seats are from what they could build (of others' hands what is certain)
    hand = number(bytes_of("seats.low")).reshape(len(seen), seats, RESOURCES)
    missing = known.costs - hand[:, :, None]
    missing = missing * number(missing > 0)
    wait = highest(missing / (income[:, :, None] + LEAST_INCOME))

    parts = [yields / YIELD, income / INCOME, blocked / INCOME, rolls / CARDS]
    parts += [place[:, :1] / YIELD for place in places]
    parts += [highest(place[:, 1:].swapaxes(1, 2)) / YIELD for place in places]
    parts += [highest(place) / YIELD for place in places]
    parts += [number(place > 0).sum(-1) / PLACES for place in places]
    return [*parts, missing.sum(-1) / MISSING, wait / WAIT]
