"""Longest route (ROUTE-1): the longest trail over own roads that uses no road twice and passes no opponent's building.

The search walks forward and back along the trail with an explicit memory of the way (two bits a step), because a compiled function
that calls itself cannot be cached.
"""

from __future__ import annotations

from .jit import lowest_bit, rule
from .state import WORD_BITS, WORDS
from .topology import CORNER_EDGES, CORNER_NEIGHBORS, CORNER_RETURN, EDGE_BIT, EDGE_CORNERS

STEPS_A_WORD = 30  # no trail on either island is longer than three words of steps


@rule
def owner(piece):
    """The seat a building belongs to, settlement or city."""
    return (piece - 1) & 7


@rule
def is_blocked(state, seat, corner):
    """Does an opponent's building stand here?"""
    piece = int(state.building[corner])
    return piece != 0 and owner(piece) != seat


@rule
def longest_trail(state, seat, start, used_low, used_high, target):
    """The longest trail from a corner over roads not used yet, and whether any trail came to the target corner."""
    island = int(state.island)
    mine = 1 + seat
    corner = start
    slot = 0
    depth = 0
    best = 0
    reached = False
    way_0 = 0
    way_1 = 0
    way_2 = 0
    while True:
        step = -1
        if depth == 0 or not is_blocked(state, seat, corner):
            while slot < 3:
                edge = int(CORNER_EDGES[island, corner, slot])
                if edge >= 0 and state.road[edge] == mine:
                    used = (EDGE_BIT[island, edge, 0] & used_low) | (EDGE_BIT[island, edge, 1] & used_high)
                    if used == 0:
                        step = edge
                        break
                slot += 1
        if step >= 0:
            used_low |= EDGE_BIT[island, step, 0]
            used_high |= EDGE_BIT[island, step, 1]
            back = int(CORNER_RETURN[island, corner, slot])
            shift = 2 * (depth % STEPS_A_WORD)
            if depth < STEPS_A_WORD:
                way_0 = (way_0 & ~(3 << shift)) | (back << shift)
            elif depth < 2 * STEPS_A_WORD:
                way_1 = (way_1 & ~(3 << shift)) | (back << shift)
            else:
                way_2 = (way_2 & ~(3 << shift)) | (back << shift)
            corner = int(CORNER_NEIGHBORS[island, corner, slot])
            reached = reached or corner == target
            depth += 1
            best = max(best, depth)
            slot = 0
        elif depth == 0:
            return best, reached
        else:
            depth -= 1
            shift = 2 * (depth % STEPS_A_WORD)
            if depth < STEPS_A_WORD:
                back = (way_0 >> shift) & 3
            elif depth < 2 * STEPS_A_WORD:
                back = (way_1 >> shift) & 3
            else:
                back = (way_2 >> shift) & 3
            edge = int(CORNER_EDGES[island, corner, back])
            used_low &= ~EDGE_BIT[island, edge, 0]
            used_high &= ~EDGE_BIT[island, edge, 1]
            slot = int(CORNER_RETURN[island, corner, back]) + 1
            corner = int(CORNER_NEIGHBORS[island, corner, back])


@rule
def longest_route(state, seat):
    """The longest trail of a seat, from any of the corners its roads touch."""
    best = 0
    for word in range(WORDS):
        starts = state.near_corners[seat, word]
        while starts != 0:
            start = word * WORD_BITS + lowest_bit(starts)
            starts &= starts - 1
            length, _ = longest_trail(state, seat, start, 0, 0, -1)
            best = max(best, length)
    return best


@rule
def route_through(state, seat, edge):
    """The longest trail that a road just built is part of (or all routes anew when it closed a loop)."""
    low = EDGE_BIT[state.island, edge, 0]
    high = EDGE_BIT[state.island, edge, 1]
    one_end = int(EDGE_CORNERS[state.island, edge, 0])
    other_end = int(EDGE_CORNERS[state.island, edge, 1])
    length = 1
    if not is_blocked(state, seat, one_end):
        before, looped = longest_trail(state, seat, one_end, low, high, other_end)
        if looped:
            return longest_route(state, seat)
        length += before
    if not is_blocked(state, seat, other_end):
        after, _ = longest_trail(state, seat, other_end, low, high, -1)
        length += after
    return length
