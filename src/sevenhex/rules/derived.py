"""Do the derived fields of a state follow from its facts? The same walk over the board checks distances and connections."""

from __future__ import annotations

import numpy as np

from .board import CITY
from .cards import one
from .defect import Defect, bit
from .ids import DESERT, MAX_CORNERS, MAX_SEATS, NEUTRAL, NOBODY
from .jit import allocating, lowest_bit, rule
from .record import StateRecord
from .routes import longest_route, owner
from .score import AWARD
from .state import FIRST_SUM, SUMS, WORDS
from .topology import (
    CORNER_BIT,
    CORNER_EDGE_SET,
    CORNER_EDGES,
    CORNER_HEX_SET,
    CORNER_NEIGHBORS,
    CORNERS,
    EDGE_BIT,
    EDGE_CORNERS,
    EDGES,
    HEX_CORNERS,
    HEXES,
)


@allocating
def wrong_sets(state: StateRecord) -> int:
    """Sets of corners and edges, connections and the distance rule, from one walk over corners and edges."""
    island = int(state.island)
    near_corners = np.zeros((MAX_SEATS, WORDS), np.int64)
    near_edges = np.zeros((MAX_SEATS, WORDS), np.int64)
    settled = np.zeros((MAX_SEATS, WORDS), np.int64)
    hexes = np.zeros(MAX_SEATS, np.int64)
    open_low = open_high = empty_low = empty_high = np.int64(0)
    crowded = False
    lonely = False
    for corner in range(CORNERS[island]):
        piece = int(state.building[corner])
        roads = 0
        crowd = piece != 0
        for slot in range(3):
            edge = int(CORNER_EDGES[island, corner, slot])
            if edge >= 0:
                if state.road[edge] != 0:
                    roads |= 1 << (int(state.road[edge]) - 1)
                if state.building[CORNER_NEIGHBORS[island, corner, slot]] != 0:
                    crowded = crowded or piece != 0
                    crowd = True
        if not crowd:
            open_low |= CORNER_BIT[island, corner, 0]
            open_high |= CORNER_BIT[island, corner, 1]
        leads = roads
        if piece != 0:
            mine = 1 << owner(piece)
            leads = mine if piece != 1 + NEUTRAL else 0
            lonely = lonely or (leads != 0 and roads & mine == 0 and corner != state.setup_corner)
            if leads != 0:
                hexes[owner(piece)] |= CORNER_HEX_SET[island, corner]
            if 0 < piece <= state.players:
                settled[piece - 1, 0] |= CORNER_BIT[island, corner, 0]
                settled[piece - 1, 1] |= CORNER_BIT[island, corner, 1]
        while roads != 0:
            seat = lowest_bit(roads)
            roads &= roads - 1
            near_corners[seat, 0] |= CORNER_BIT[island, corner, 0]
            near_corners[seat, 1] |= CORNER_BIT[island, corner, 1]
        while leads != 0:
            seat = lowest_bit(leads)
            leads &= leads - 1
            near_edges[seat, 0] |= CORNER_EDGE_SET[island, corner, 0]
            near_edges[seat, 1] |= CORNER_EDGE_SET[island, corner, 1]
    for edge in range(EDGES[island]):
        if state.road[edge] == 0:
            empty_low |= EDGE_BIT[island, edge, 0]
            empty_high |= EDGE_BIT[island, edge, 1]
        else:
            lonely = lonely or not is_joined(state, edge)
    found = bit(Defect.DISTANCE, crowded) | bit(Defect.CONNECTION, lonely)
    found |= bit(Defect.OPEN_CORNERS, open_low != state.open_corners[0] or open_high != state.open_corners[1])
    found |= bit(Defect.EMPTY_EDGES, empty_low != state.empty_edges[0] or empty_high != state.empty_edges[1])
    for seat in range(MAX_SEATS):
        found |= bit(Defect.HEXES, hexes[seat] != state.hexes[seat])
        for word in range(WORDS):
            found |= bit(Defect.NEAR_CORNERS, near_corners[seat, word] != state.near_corners[seat, word])
            found |= bit(Defect.NEAR_EDGES, near_edges[seat, word] != state.near_edges[seat, word])
            found |= bit(Defect.SETTLED, settled[seat, word] != state.settled[seat, word])
    return found


@rule
def is_joined(state: StateRecord, edge: int) -> bool:
    """Does the road touch another road or a building of its owner's? (Where an opponent built later, it still touches.)"""
    mine = int(state.road[edge])
    for end in range(2):
        corner = int(EDGE_CORNERS[state.island, edge, end])
        piece = int(state.building[corner])
        if piece != 0 and owner(piece) == mine - 1:
            return True
        for slot in range(3):
            other = int(CORNER_EDGES[state.island, corner, slot])
            if other >= 0 and other != edge and state.road[other] == mine:
                return True
    return False


@allocating
def wrong_income(state: StateRecord) -> int:
    """PROD-1 to 3, ROB-3, hex by hex."""
    income = np.zeros((SUMS, MAX_SEATS), np.int64)
    for tile in range(HEXES[state.island]):
        number, terrain = int(state.number[tile]), int(state.terrain[tile])
        if number == 0 or terrain == DESERT or tile == state.robber:
            continue
        for place in range(6):
            piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
            if piece != 0 and owner(piece) != NEUTRAL:
                income[number - FIRST_SUM, owner(piece)] += (2 if piece >= CITY else 1) * one(terrain)
    wrong = False
    for row in range(SUMS):
        for seat in range(MAX_SEATS):
            wrong = wrong or income[row, seat] != state.income[row, seat]
    return bit(Defect.INCOME, wrong)


@allocating
def wrong_harbors(state: StateRecord) -> int:
    """TRADE-6: harbors of corners from the harbors' edges, rates from the buildings there."""
    expected = np.full(MAX_CORNERS, NOBODY, np.int8)
    rates = np.zeros(MAX_SEATS, np.int64)
    for harbor in range(state.harbor_edge.shape[0]):
        edge = int(state.harbor_edge[harbor])
        if edge != NOBODY:
            for end in range(2):
                corner = int(EDGE_CORNERS[state.island, edge, end])
                expected[corner] = state.harbor_kind[harbor]
                piece = int(state.building[corner])
                if piece != 0 and owner(piece) != NEUTRAL:
                    rates[owner(piece)] |= 1 << int(state.harbor_kind[harbor])
    wrong = False
    for corner in range(MAX_CORNERS):
        wrong = wrong or expected[corner] != state.corner_harbor[corner]
    found = bit(Defect.CORNER_HARBOR, wrong)
    for seat in range(MAX_SEATS):
        found |= bit(Defect.RATES, rates[seat] != state.rates[seat])
    return found


@allocating
def wrong_points(state: StateRecord) -> int:
    """WIN-1, without the hidden cards."""
    points = np.zeros(MAX_SEATS + 2, np.int64)
    for corner in range(CORNERS[state.island]):
        piece = int(state.building[corner])
        if piece != 0:
            points[owner(piece)] += 2 if piece >= CITY else 1
    if state.route_holder != NOBODY:
        points[state.route_holder] += AWARD
    if state.army_holder != NOBODY:
        points[state.army_holder] += AWARD
    wrong = False
    for seat in range(state.players):
        wrong = wrong or points[seat] != state.points[seat]
    return bit(Defect.POINTS, wrong)


@rule
def wrong_routes(state: StateRecord) -> int:
    """ROUTE-1."""
    for seat in range(state.players):
        if longest_route(state, seat) != state.route[seat]:
            return bit(Defect.ROUTE, True)
    return bit(Defect.ROUTE, False)
