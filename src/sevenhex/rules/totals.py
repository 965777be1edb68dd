"""How many cards and pieces there are altogether: in the box, and in a state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .board import CITY
from .cards import ONES, one, pack
from .ids import Card
from .jit import rule
from .record import StateRecord
from .topology import CORNERS, EDGES

# What is in the box, by island (COMP-3, COMP-4, COMP-7): resources, development cards, roads (0: any number), settlements, cities.
TOTALS = np.array(
    [
        [19 * ONES, pack(14, 5, 2, 2, 2), 0, 5, 4],
        [24 * ONES, pack(20, 5, 3, 3, 3), 0, 5, 4],
    ],
    np.int64,
)


@rule
def totals_of(state: StateRecord, totals: NDArray[np.int64]) -> None:
    """Write what this state holds altogether (seat 0's for the pieces), to be conserved through a game."""
    totals[0] = resources_in(state)
    totals[1] = cards_in(state)
    roads = settlements = cities = 0
    for edge in range(EDGES[state.island]):
        roads += state.road[edge] == 1
    for corner in range(CORNERS[state.island]):
        settlements += state.building[corner] == 1
        cities += state.building[corner] == CITY
    totals[2] = roads + state.roads_left[0]
    totals[3] = settlements + state.settlements_left[0]
    totals[4] = cities + state.cities_left[0]


@rule
def resources_in(state: StateRecord) -> int:
    """All resource cards, wherever they are."""
    word = state.supply
    for seat in range(state.players):
        word += state.hand[seat] + state.set_aside[seat]
    return word


@rule
def cards_in(state: StateRecord) -> int:
    """All development cards: in the deck, in hands, face up, out of the game."""
    word = state.deck + state.removed
    for seat in range(state.players):
        word += state.cards[seat] + int(state.knights[seat]) * one(Card.KNIGHT)
    return word
