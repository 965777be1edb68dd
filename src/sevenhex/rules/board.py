"""Pieces on the board, and everything that follows from them: free places, harbors, what each roll yields.

Nothing here asks whether a move is allowed or paid for; see `legal.py` and `apply.py`.
"""

from __future__ import annotations

from .ids import DESERT, GENERIC, NEUTRAL, NOBODY
from .jit import rule
from .record import StateRecord
from .routes import is_blocked, longest_of, longest_route, owner, route_through
from .state import FIRST_SUM, SUMS, WORDS
from .topology import (
    ALL_CORNERS,
    ALL_EDGES,
    CORNER_BIT,
    CORNER_EDGE_SET,
    CORNER_EDGES,
    CORNER_HEX_SET,
    CORNER_HEXES,
    CORNER_NEIGHBORS,
    CORNER_SURROUNDING,
    CORNERS,
    EDGE_BIT,
    EDGE_CORNERS,
    EDGES,
    HEX_CORNERS,
)

CITY = 9  # building codes: 1 + seat for a settlement, 9 + seat for a city


@rule
def settlement_of(seat: int) -> int:
    return 1 + seat


@rule
def city_of(seat: int) -> int:
    return CITY + seat


@rule
def yield_of(piece: int) -> int:
    """PROD-1: a settlement is paid one card a hex, a city two."""
    return 2 if piece >= CITY else 1


@rule
def has_road(state: StateRecord, seat: int, edge: int) -> bool:
    return state.road[edge] == 1 + seat


@rule
def add_income(state: StateRecord, seat: int, corner: int, cards: int) -> None:
    """Let every producing hex at the corner pay the seat this many cards more (PROD-2, PROD-3, ROB-3)."""
    for place in range(3):
        tile = int(CORNER_HEXES[state.island, corner, place])
        if tile >= 0 and tile != state.robber:
            pay_from(state, seat, tile, cards)


@rule
def pay_from(state: StateRecord, seat: int, tile: int, cards: int) -> None:
    terrain = int(state.terrain[tile])
    number = int(state.number[tile])
    if terrain != DESERT and number != 0 and seat != NEUTRAL:
        state.income[number - FIRST_SUM, seat] += cards << (8 * terrain)


@rule
def put_robber(state: StateRecord, tile: int) -> None:
    """ROB-3: the hex left behind produces again, the new one no more."""
    lift_robber(state, 1)
    state.robber = tile
    lift_robber(state, -1)


@rule
def lift_robber(state: StateRecord, sign: int) -> None:
    """Give (sign 1) or take (sign -1) the income of all buildings around the robber."""
    tile = int(state.robber)
    for place in range(6):
        piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
        if piece != 0:
            pay_from(state, owner(piece), tile, sign * yield_of(piece))


@rule
def put_settlement(state: StateRecord, seat: int, corner: int) -> None:
    """Stand a settlement here: neighbours close (SETUP-11), harbors open, others' routes may break (ROUTE-3)."""
    state.building[corner] = settlement_of(seat)
    for word in range(WORDS):
        state.open_corners[word] &= ~CORNER_SURROUNDING[state.island, corner, word]
    if seat != NEUTRAL:
        state.settlements_left[seat] -= 1
        state.points[seat] += 1
        for word in range(WORDS):
            state.settled[seat, word] |= CORNER_BIT[state.island, corner, word]
            state.near_edges[seat, word] |= CORNER_EDGE_SET[state.island, corner, word]
        state.hexes[seat] |= CORNER_HEX_SET[state.island, corner]
        add_income(state, seat, corner, 1)
        open_harbor(state, seat, corner)
    cut_others(state, seat, corner)


@rule
def open_harbor(state: StateRecord, seat: int, corner: int) -> None:
    kind = int(state.corner_harbor[corner])
    if kind != NOBODY:
        state.rates[seat] |= 1 << kind


@rule
def cut_others(state: StateRecord, seat: int, corner: int) -> None:
    """Opponents with a road at this corner lose what lay beyond it (BUILD-1, ROUTE-3)."""
    for place in range(3):
        edge = int(CORNER_EDGES[state.island, corner, place])
        if edge >= 0 and state.road[edge] != 0:
            other = int(state.road[edge]) - 1
            if other != seat:
                lose_way(state, other, corner)
                state.route[other] = longest_of(state, other, 0, int(state.route[other]))


@rule
def lose_way(state: StateRecord, seat: int, corner: int) -> None:
    """Edges beyond a corner just blocked stay near only where the network touches their other end."""
    for place in range(3):
        edge = int(CORNER_EDGES[state.island, corner, place])
        if edge >= 0 and not leads_on(state, seat, int(CORNER_NEIGHBORS[state.island, corner, place])):
            for word in range(WORDS):
                state.near_edges[seat, word] &= ~EDGE_BIT[state.island, edge, word]


@rule
def leads_on(state: StateRecord, seat: int, corner: int) -> bool:
    """Does the seat's network stand at this corner, free to go on?"""
    piece = int(state.building[corner])
    if piece != 0:
        return owner(piece) == seat
    for word in range(WORDS):
        if state.near_corners[seat, word] & CORNER_BIT[state.island, corner, word] != 0:
            return True
    return False


@rule
def find_near(state: StateRecord, seat: int) -> None:
    """Recompute what the seat's network touches."""
    for word in range(WORDS):
        state.near_corners[seat, word] = 0
        state.near_edges[seat, word] = 0
    island = int(state.island)
    for edge in range(EDGES[island]):
        if has_road(state, seat, edge):
            touch_ends(state, seat, edge)
    for corner in range(CORNERS[island]):
        piece = int(state.building[corner])
        if piece != 0 and owner(piece) == seat:
            for word in range(WORDS):
                state.near_edges[seat, word] |= CORNER_EDGE_SET[island, corner, word]


@rule
def touch_ends(state: StateRecord, seat: int, edge: int) -> None:
    """A road touches two corners, and leads on through those that no opponent holds (BUILD-1)."""
    for end in range(2):
        corner = int(EDGE_CORNERS[state.island, edge, end])
        blocked = is_blocked(state, seat, corner)
        for word in range(WORDS):
            state.near_corners[seat, word] |= CORNER_BIT[state.island, corner, word]
            if not blocked:
                state.near_edges[seat, word] |= CORNER_EDGE_SET[state.island, corner, word]


@rule
def put_city(state: StateRecord, seat: int, corner: int) -> None:
    """BUILD-3: a city takes the settlement's place, whose piece goes back to its owner."""
    state.building[corner] = city_of(seat)
    state.cities_left[seat] -= 1
    state.settlements_left[seat] += 1
    state.points[seat] += 1
    for word in range(WORDS):
        state.settled[seat, word] &= ~CORNER_BIT[state.island, corner, word]
    add_income(state, seat, corner, 1)


@rule
def put_road(state: StateRecord, seat: int, edge: int) -> None:
    state.road[edge] = 1 + seat
    state.roads_left[seat] -= 1
    for word in range(WORDS):
        state.empty_edges[word] &= ~EDGE_BIT[state.island, edge, word]
    touch_ends(state, seat, edge)
    length = route_through(state, seat, edge)
    if length > state.route[seat]:
        state.route[seat] = length


@rule
def refresh(state: StateRecord) -> None:
    """Recompute every derived field from the facts, points and awards' holders apart from the awards themselves."""
    island = int(state.island)
    for word in range(WORDS):
        state.open_corners[word] = ALL_CORNERS[island, word]
        state.empty_edges[word] = ALL_EDGES[island, word]
    for corner in range(CORNERS[island]):
        state.corner_harbor[corner] = NOBODY
    for harbor in range(state.harbor_edge.shape[0]):
        edge = int(state.harbor_edge[harbor])
        if edge != NOBODY:
            for end in range(2):
                state.corner_harbor[EDGE_CORNERS[island, edge, end]] = state.harbor_kind[harbor]
    for seat in range(state.players):
        state.rates[seat] = 0
        state.points[seat] = 0
        for sum_ in range(SUMS):
            state.income[sum_, seat] = 0
        state.hexes[seat] = 0
        for word in range(WORDS):
            state.settled[seat, word] = 0
    for corner in range(CORNERS[island]):
        piece = int(state.building[corner])
        if piece != 0:
            seat = owner(piece)
            for word in range(WORDS):
                state.open_corners[word] &= ~CORNER_SURROUNDING[island, corner, word]
            if seat != NEUTRAL:
                state.points[seat] += yield_of(piece)
                add_income(state, seat, corner, yield_of(piece))
                open_harbor(state, seat, corner)
                state.hexes[seat] |= CORNER_HEX_SET[island, corner]
                if piece < CITY:
                    for word in range(WORDS):
                        state.settled[seat, word] |= CORNER_BIT[island, corner, word]
    for edge in range(EDGES[island]):
        if state.road[edge] != 0:
            for word in range(WORDS):
                state.empty_edges[word] &= ~EDGE_BIT[island, edge, word]
    for seat in range(state.players):
        find_near(state, seat)
        state.route[seat] = longest_route(state, seat)
    if state.route_holder != NOBODY:
        state.points[state.route_holder] += 2
    if state.army_holder != NOBODY:
        state.points[state.army_holder] += 2


@rule
def serves(state: StateRecord, seat: int, resource: int) -> bool:
    """Bit set of harbors: does the seat own the 2:1 harbor of this resource?"""
    return (int(state.rates[seat]) >> resource) & 1 == 1


@rule
def serves_all(state: StateRecord, seat: int) -> bool:
    """Does the seat own a 3:1 harbor?"""
    return (int(state.rates[seat]) >> GENERIC) & 1 == 1
