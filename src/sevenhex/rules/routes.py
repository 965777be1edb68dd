"""Longest route (ROUTE-1): the longest trail over own roads that uses no road twice and passes no opponent's building.

The search walks forward and back along the trail with an explicit memory of the way (two bits a step), because a compiled function
that calls itself cannot be cached.
"""

from __future__ import annotations

from .jit import count_bits, lowest_bit, roads_are_few, rule
from .state import WORD_BITS, WORDS
from .topology import CORNER_BIT, CORNER_EDGE_SET, CORNER_EDGES, CORNER_NEIGHBORS, CORNER_RETURN, EDGE_BIT, EDGE_CORNERS, EDGES

STEPS_A_WORD = 30  # no trail on either island is longer than three words of steps
MANY_ROADS = 15  # beyond these (COMP-5: drawn roads have no limit) the search also asks what can still be gained


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
def own_roads(state, seat):
    """The seat's roads as a set of edges."""
    low = high = 0
    for edge in range(EDGES[state.island]):
        if state.road[edge] == 1 + seat:
            low |= EDGE_BIT[state.island, edge, 0]
            high |= EDGE_BIT[state.island, edge, 1]
    return low, high


@rule
def roads_at(island, corner, low, high):
    """How many of these roads meet at the corner."""
    return count_bits(CORNER_EDGE_SET[island, corner, 0] & low) + count_bits(CORNER_EDGE_SET[island, corner, 1] & high)


@rule
def reach(state, seat, corner, left_low, left_high):
    """The roads that can be reached from a corner over the roads left."""
    island = int(state.island)
    seen_low, seen_high = CORNER_BIT[island, corner, 0], CORNER_BIT[island, corner, 1]
    ahead_low, ahead_high = seen_low, seen_high
    edge_low = edge_high = 0
    while ahead_low | ahead_high != 0:
        if ahead_low != 0:
            here = lowest_bit(ahead_low)
            ahead_low &= ahead_low - 1
        else:
            here = WORD_BITS + lowest_bit(ahead_high)
            ahead_high &= ahead_high - 1
        if here != corner and is_blocked(state, seat, here):
            continue
        edge_low |= CORNER_EDGE_SET[island, here, 0] & left_low
        edge_high |= CORNER_EDGE_SET[island, here, 1] & left_high
        for slot in range(3):
            edge = int(CORNER_EDGES[island, here, slot])
            if edge >= 0 and (EDGE_BIT[island, edge, 0] & left_low) | (EDGE_BIT[island, edge, 1] & left_high) != 0:
                other = int(CORNER_NEIGHBORS[island, here, slot])
                low, high = CORNER_BIT[island, other, 0] & ~seen_low, CORNER_BIT[island, other, 1] & ~seen_high
                seen_low |= low
                seen_high |= high
                ahead_low |= low
                ahead_high |= high
    return edge_low, edge_high


@rule
def most_ahead(state, seat, corner, left_low, left_high):
    """No trail from here over the roads left is longer than this.

    Dead ends are peeled off, as a trail goes down one of them at most. Of the rest, wherever an odd number of roads meets, the trail ends
    or leaves a road out; and a road left out serves two such places at most.
    """
    island = int(state.island)
    low, high = reach(state, seat, corner, left_low, left_high)
    rounds = 0
    while True:
        dead_low = dead_high = 0
        odd = 0
        for word in range(WORDS):
            corners = state.near_corners[seat, word] & ~CORNER_BIT[island, corner, word]
            while corners != 0:
                here = word * WORD_BITS + lowest_bit(corners)
                corners &= corners - 1
                meet = roads_at(island, here, low, high)
                if meet == 1 or (rounds == 0 and meet != 0 and is_blocked(state, seat, here)):
                    dead_low |= CORNER_EDGE_SET[island, here, 0] & low
                    dead_high |= CORNER_EDGE_SET[island, here, 1] & high
                odd += meet & 1
        if dead_low | dead_high == 0:
            return rounds + count_bits(low) + count_bits(high) - odd // 2
        low &= ~dead_low
        high &= ~dead_high
        rounds += 1


@rule
def longest_trail(state, seat, start, used_low, used_high, target, best, own_low, own_high):
    """The longest trail from a corner over roads not used yet, if longer than `best`, and whether any came to the target corner.

    With the set of own roads given, a way that cannot become longer than the best is not followed.
    """
    island = int(state.island)
    mine = 1 + seat
    corner = start
    slot = 0
    depth = 0
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
            if own_low | own_high != 0:
                left_low, left_high = own_low & ~used_low, own_high & ~used_high
                if (
                    roads_at(island, corner, left_low, left_high) > 1
                    and depth + most_ahead(state, seat, corner, left_low, left_high) <= best
                ):
                    slot = 3
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
    """The longest trail of a seat.

    It begins where an odd number of roads meets (anywhere else it could be made longer), except on a ring without branches.
    """
    return longest_of(state, seat, 0)


@rule
def longest_of(state, seat, best):
    """The longest trail of a seat, if longer than `best`."""
    island = int(state.island)
    own_low, own_high = own_roads(state, seat)
    many = not roads_are_few(state) and count_bits(own_low) + count_bits(own_high) > MANY_ROADS
    bound_low, bound_high = (own_low, own_high) if many else (0, 0)
    met_low = met_high = 0
    for ring in range(2):
        for word in range(WORDS):
            starts = state.near_corners[seat, word]
            while starts != 0:
                start = word * WORD_BITS + lowest_bit(starts)
                starts &= starts - 1
                new_low, new_high = own_low & ~met_low, own_high & ~met_high
                if ring == 1:
                    if roads_at(island, start, new_low, new_high) == 0:
                        continue
                elif roads_at(island, start, own_low, own_high) & 1 == 0 and not is_blocked(state, seat, start):
                    continue
                if roads_at(island, start, new_low, new_high) != 0:
                    low, high = reach(state, seat, start, own_low, own_high)
                    met_low |= low
                    met_high |= high
                best, _ = longest_trail(state, seat, start, 0, 0, -1, best, bound_low, bound_high)
        if met_low == own_low and met_high == own_high:
            break
    return best


@rule
def route_through(state, seat, edge):
    """The longest trail that a road just built is part of (or of all routes, when it closed a loop or there are many)."""
    low = EDGE_BIT[state.island, edge, 0]
    high = EDGE_BIT[state.island, edge, 1]
    one_end = int(EDGE_CORNERS[state.island, edge, 0])
    other_end = int(EDGE_CORNERS[state.island, edge, 1])
    spread = count_bits(state.near_corners[seat, 0]) + count_bits(state.near_corners[seat, 1])
    if not roads_are_few(state) and spread >= MANY_ROADS:
        return longest_of(state, seat, int(state.route[seat]))
    length = 1
    if not is_blocked(state, seat, one_end):
        before, looped = longest_trail(state, seat, one_end, low, high, other_end, 0, 0, 0)
        if looped:
            return longest_of(state, seat, int(state.route[seat]))
        length += before
    if not is_blocked(state, seat, other_end):
        after, _ = longest_trail(state, seat, other_end, low, high, -1, 0, 0, 0)
        length += after
    return length
