"""Does what the seats hold add up: cards, pieces, awards and the points to win?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .board import CITY
from .cards import ONES, covers
from .defect import Defect, bit
from .ids import MAX_SEATS, NOBODY, Part, Phase
from .jit import allocating, rule
from .record import StateRecord
from .routes import owner
from .score import SHORTEST_ROUTE, SMALLEST_ARMY, total_points
from .topology import CORNERS, EDGES
from .totals import cards_in, resources_in


@rule
def wrong_cards(state: StateRecord, totals: NDArray[np.int64]) -> int:
    found = bit(Defect.RESOURCES, resources_in(state) != totals[0] or totals[0] != int(state.cards_each) * ONES)
    found |= bit(Defect.CARDS, cards_in(state) != totals[1])
    found |= bit(Defect.FRESH, not covers(state.cards[state.actor], state.fresh) or (state.fresh != 0 and state.built == 0))
    wrong = False
    for seat in range(state.players, MAX_SEATS):
        wrong = wrong or (state.hand[seat] | state.cards[seat] | state.proposal[seat] | state.set_aside[seat]) != 0
        wrong = wrong or (state.knights[seat] | state.roads_left[seat] | state.settlements_left[seat] | state.cities_left[seat]) != 0
        wrong = wrong or (state.discard_left[seat] | state.answer[seat] | state.order_roll[seat]) != 0
        wrong = wrong or (state.points[seat] | state.route[seat] | state.rates[seat]) != 0
    return found | bit(Defect.EMPTY_SEATS, wrong)


@allocating
def wrong_pools(state: StateRecord, totals: NDArray[np.int64]) -> int:
    """COMP-4, BUILD-5: on the board and in the pool, together always the same."""
    on_board = np.zeros((3, MAX_SEATS + 2), np.int64)
    for edge in range(EDGES[state.island]):
        piece = int(state.road[edge])
        if piece != 0:
            on_board[0, piece - 1] += 1
    for corner in range(CORNERS[state.island]):
        piece = int(state.building[corner])
        if piece != 0:
            on_board[2 if piece >= CITY else 1, owner(piece)] += 1
    found = 0
    roads = totals[2] if totals[2] != 0 else on_board[0, 0] + state.roads_left[0]
    for seat in range(state.players):
        found |= bit(Defect.ROADS, on_board[0, seat] + state.roads_left[seat] != roads)
        found |= bit(Defect.SETTLEMENTS, on_board[1, seat] + state.settlements_left[seat] != totals[3])
        found |= bit(Defect.CITIES, on_board[2, seat] + state.cities_left[seat] != totals[4])
    return found


@rule
def wrong_awards(state: StateRecord) -> int:
    """ROUTE-2, ROUTE-4 to 6 and DEV-8; a tie after a break may leave the route with nobody."""
    longest = SHORTEST_ROUTE - 1
    leaders = 0
    strongest = SMALLEST_ARMY - 1
    for seat in range(state.players):
        length = int(state.route[seat])
        if length > longest:
            longest = length
            leaders = 1
        elif length == longest and length >= SHORTEST_ROUTE:
            leaders += 1
        strongest = max(strongest, int(state.knights[seat]))
    holder = int(state.route_holder)
    wrong = leaders == 1 if holder == NOBODY else int(state.route[holder]) < SHORTEST_ROUTE or int(state.route[holder]) != longest
    found = bit(Defect.ROUTE_HOLDER, wrong)
    holder = int(state.army_holder)
    wrong = strongest >= SMALLEST_ARMY if holder == NOBODY else strongest < SMALLEST_ARMY or int(state.knights[holder]) != strongest
    return found | bit(Defect.ARMY_HOLDER, wrong)


@rule
def wrong_victory(state: StateRecord) -> int:
    reached = state.turn > 0 and state.part != Part.SPECIAL and total_points(state, int(state.actor)) >= state.target
    over = state.phase == Phase.OVER
    return bit(Defect.VICTORY, reached != over or over != (state.winner == state.actor) or (not over and state.winner != NOBODY))
