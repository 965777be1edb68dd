"""Longest route (ROUTE-1): the longest trail over own roads that uses no road twice and passes no opponent's building.

At most three roads meet at a corner. So a trail that goes on from a corner takes all its roads away from what may follow: one it came by,
one it takes, and the third can only be a last step back to this corner. The search walks on with the set of roads that are left and writes
down the ways that it did not take. What cannot become longer than the best is not followed: wherever an odd number of roads meets, a trail
ends or leaves a road out, and a road left out serves two such corners at most. Dead ends are not walked at all: a trail goes down one of
them at either end, and how deep they are is found once.
"""

from __future__ import annotations

from .jit import Scratch, count_bits, load, lowest_bit, rule, scratch, store
from .record import StateRecord
from .state import WORD_BITS, WORDS
from .topology import CORNER_BIT, CORNER_EDGE_SET, EDGE_BIT, EDGE_CORNERS, EDGE_SUM

FEW_ROADS = 16  # up to these a plain search is quicker than looking at the network first
ANY_LENGTH = 255
ODD_SHIFT, DEPTH_SHIFT, BYTE = 16, 8, 255


@rule
def owner(piece: int) -> int:
    """The seat a building belongs to, settlement or city."""
    return (piece - 1) & 7


@rule
def is_blocked(state: StateRecord, seat: int, corner: int) -> bool:
    """Does an opponent's building stand here?"""
    piece = int(state.building[corner])
    return piece != 0 and owner(piece) != seat


# --- sets of roads


@rule
def own_roads(state: StateRecord, seat: int) -> tuple[int, int]:
    """The seat's roads as a set of edges, except one with opponents at both ends, which leads nowhere."""
    low = high = 0
    mine = 1 + seat
    near = state.near_edges[seat, 0]
    while near != 0:
        edge = lowest_bit(near)
        near &= near - 1
        low |= (1 if state.road[edge] == mine else 0) << edge
    near = state.near_edges[seat, 1]
    while near != 0:
        edge = lowest_bit(near)
        near &= near - 1
        high |= (1 if state.road[WORD_BITS + edge] == mine else 0) << edge
    return low, high


@rule
def roads_at(island: int, corner: int, low: int, high: int) -> int:
    """How many of these roads meet at the corner."""
    return count_bits(CORNER_EDGE_SET[island, corner, 0] & low) + count_bits(CORNER_EDGE_SET[island, corner, 1] & high)


@rule
def first_of(low: int, high: int) -> int:
    """The first place of a set that is not empty."""
    return lowest_bit(low) if low != 0 else WORD_BITS + lowest_bit(high)


@rule
def without_first(low: int, high: int) -> tuple[int, int]:
    """The set less its first place."""
    return low & (low - 1), high if low != 0 else high & (high - 1)


@rule
def across(island: int, corner: int, low: int, high: int) -> int:
    """The other end of the first of these roads, which begin at the corner."""
    return int(EDGE_SUM[island, first_of(low, high)]) - corner


# --- the network


@rule
def component_of(
    state: StateRecord, seat: int, start: int, held: bool, left_low: int, left_high: int, depths: Scratch
) -> tuple[int, int, int, int, int, int, int]:
    """Everything that can be reached from a corner over the roads left.

    Returns the roads; those of them that lie in no dead end; at how many corners an odd number of the latter meets; how deep the deepest
    dead end is; and the longest trail within dead ends. With `held` the start counts as no dead end (nor as odd). Each corner's page of
    `depths` tells how deep the dead ends are that begin there.
    """
    island = int(state.island)
    seen_low, seen_high = CORNER_BIT[island, start, 0], CORNER_BIT[island, start, 1]
    ahead_low, ahead_high = seen_low, seen_high
    low = high = tip_low = tip_high = odd = 0
    while ahead_low | ahead_high != 0:
        here = first_of(ahead_low, ahead_high)
        ahead_low, ahead_high = without_first(ahead_low, ahead_high)
        store(depths, here, 0)
        held_here = held and here == start
        if is_blocked(state, seat, here) and not held_here:
            tip_low |= CORNER_BIT[island, here, 0]
            tip_high |= CORNER_BIT[island, here, 1]
            continue
        at_low, at_high = CORNER_EDGE_SET[island, here, 0] & left_low, CORNER_EDGE_SET[island, here, 1] & left_high
        roads = count_bits(at_low) + count_bits(at_high)
        if not held_here:
            odd += roads & 1
            if roads == 1:
                tip_low |= CORNER_BIT[island, here, 0]
                tip_high |= CORNER_BIT[island, here, 1]
        new_low, new_high = at_low & ~low, at_high & ~high
        low |= at_low
        high |= at_high
        while new_low | new_high != 0:
            other = across(island, here, new_low, new_high)
            new_low, new_high = without_first(new_low, new_high)
            fresh_low, fresh_high = CORNER_BIT[island, other, 0] & ~seen_low, CORNER_BIT[island, other, 1] & ~seen_high
            seen_low |= fresh_low
            seen_high |= fresh_high
            ahead_low |= fresh_low
            ahead_high |= fresh_high
    core_low, core_high = low, high
    deepest = longest = 0
    while tip_low | tip_high != 0:
        next_low = next_high = 0
        deepest += 1
        while tip_low | tip_high != 0:
            tip = first_of(tip_low, tip_high)
            tip_low, tip_high = without_first(tip_low, tip_high)
            blocked = is_blocked(state, seat, tip)
            at_low, at_high = CORNER_EDGE_SET[island, tip, 0] & core_low, CORNER_EDGE_SET[island, tip, 1] & core_high
            if not blocked and at_low | at_high != 0:
                odd -= 1
            while at_low | at_high != 0:
                other = across(island, tip, at_low, at_high)
                rest_low, rest_high = without_first(at_low, at_high)
                core_low &= ~(at_low ^ rest_low)
                core_high &= ~(at_high ^ rest_high)
                at_low, at_high = rest_low, rest_high
                longest = max(longest, deepest)
                if held and other == start:
                    longest = max(longest, load(depths, other) + deepest)
                    store(depths, other, deepest)
                elif not is_blocked(state, seat, other):
                    longest = max(longest, load(depths, other) + deepest)
                    store(depths, other, deepest)
                    roads = roads_at(island, other, core_low, core_high)
                    odd += 2 * (roads & 1) - 1
                    if roads == 1:
                        next_low |= CORNER_BIT[island, other, 0]
                        next_high |= CORNER_BIT[island, other, 1]
        tip_low, tip_high = next_low, next_high
    return low, high, core_low, core_high, odd, deepest, longest


# --- the search


@rule
def longest_from(
    state: StateRecord,
    seat: int,
    corner: int,
    length: int,
    own_low: int,
    own_high: int,
    must_low: int,
    must_high: int,
    odd: int,
    deepest: int,
    surveyed: bool,
    depths: Scratch,
    best: int,
    enough: int,
) -> int:
    """The longest trail that has come to the corner over `length` roads and goes on over these roads, if longer than `best`.

    `enough` is a length that cannot be surpassed. Roads that the trail must use are taken where they can be. Surveyed roads are those
    without dead ends, whose depths are told.
    """
    island = int(state.island)
    ways = scratch()  # the ways not taken yet, three pages each: what was left, and where, how long, how odd
    size = 0
    here = corner
    came = 0  # the roads of this set that it came by
    low, high = own_low, own_high
    while True:
        best = max(best, length)
        if surveyed:
            if came != 0:
                best = max(best, length + load(depths, here))
            goes_on = True
        else:
            goes_on = not is_blocked(state, seat, here)
        if goes_on:
            at_low, at_high = CORNER_EDGE_SET[island, here, 0], CORNER_EDGE_SET[island, here, 1]
            on_low, on_high = at_low & low, at_high & high
            roads = count_bits(on_low) + count_bits(on_high)
            if count_bits(at_low & own_low) + count_bits(at_high & own_high) - came > roads:
                best = max(best, length + 1)  # a last step, back to where the trail has been
            low &= ~at_low
            high &= ~at_high
            if came != 0:
                odd -= 1 - (roads & 1)
            came = 1
            if roads > 1:
                left = length + 1 + count_bits(low) + count_bits(high) + max(1, deepest)
                forced = (on_low & must_low) | (on_high & must_high) != 0
                other_low, other_high = without_first(on_low, on_high)
                if (other_low & must_low) | (other_high & must_high) != 0:
                    other_low, other_high = on_low ^ other_low, on_high ^ other_high
                other = across(island, here, other_low, other_high)
                one = across(island, here, on_low ^ other_low, on_high ^ other_high)
                one_odd = roads_at(island, one, low, high) & 1
                other_odd = roads_at(island, other, low, high) & 1
                # whichever is not taken, its far end has a road less
                if not forced and left - max(0, odd + 2 * one_odd - 2 + other_odd) // 2 > best:
                    store(ways, size, low)
                    store(ways, size + 1, high)
                    store(ways, size + 2, other | (length + 1) << DEPTH_SHIFT | (odd + 2 * one_odd - 1 + BYTE) << ODD_SHIFT)
                    size += 3
                if left - max(0, odd + 2 * other_odd - 2 + one_odd) // 2 > best:
                    odd += 2 * other_odd - 1
                    here = one
                    length += 1
                    continue
            elif roads == 1:
                here = across(island, here, on_low, on_high)
                length += 1
                continue
        if size == 0 or best >= enough:
            return best
        size -= 3
        low, high = load(ways, size), load(ways, size + 1)
        packed = load(ways, size + 2)
        here, length = packed & BYTE, (packed >> DEPTH_SHIFT) & BYTE
        odd = (packed >> ODD_SHIFT) - BYTE
        came = 1


@rule
def longest_ahead(state: StateRecord, seat: int, corner: int, own_low: int, own_high: int, best: int, enough: int) -> int:
    """The longest trail that begins with a road to the corner and goes on over these roads, if longer than `best`."""
    depths = scratch()
    if count_bits(own_low) + count_bits(own_high) <= FEW_ROADS:
        return longest_from(state, seat, corner, 1, own_low, own_high, 0, 0, 0, 0, False, depths, best, enough)
    _, _, low, high, odd, deepest, _ = component_of(state, seat, corner, True, own_low, own_high, depths)
    best = max(best, 1 + load(depths, corner))
    if low | high == 0:
        return best
    return longest_from(state, seat, corner, 1, low, high, 0, 0, odd, deepest, True, depths, best, enough)


@rule
def longest_between(state: StateRecord, seat: int, low: int, high: int, odd: int, depths: Scratch, best: int, enough: int) -> int:
    """The longest trail over surveyed roads without dead ends (and down a dead end at either end), if longer than `best`."""
    island = int(state.island)
    roads = count_bits(low) + count_bits(high)
    closed = roads - max(0, odd - 1) // 2  # no trail that uses no dead end is longer
    if odd == 0:
        best = max(best, roads)
    while best < enough:
        # From the deepest dead end first; what begins there need not be asked about again.
        root, deepest, second = 0, 0, 0
        for word in range(WORDS):
            corners = state.near_corners[seat, word]
            while corners != 0:
                corner = word * WORD_BITS + lowest_bit(corners)
                corners &= corners - 1
                if roads_at(island, corner, low, high) == 2:
                    depth = load(depths, corner)
                    if depth > deepest:
                        root, deepest, second = corner, depth, deepest
                    else:
                        second = max(second, depth)
        if deepest == 0 or roads - odd // 2 + deepest + max(1, second) <= best:
            break
        best = longest_from(state, seat, root, deepest, low, high, 0, 0, odd, second, True, depths, best, enough)
        store(depths, root, 0)
    # Both ends where the trail passes too: it begins with one of three roads, comes back by another and goes on by the third. Either way
    # round is the same, so two beginnings tell all.
    for word in range(WORDS):
        corners = state.near_corners[seat, word]
        while corners != 0 and best < enough and closed > best:
            corner = word * WORD_BITS + lowest_bit(corners)
            corners &= corners - 1
            at_low, at_high = CORNER_EDGE_SET[island, corner, 0] & low, CORNER_EDGE_SET[island, corner, 1] & high
            if count_bits(at_low) + count_bits(at_high) < 3:
                continue
            all_low, all_high = at_low, at_high
            for _ in range(2):
                other = across(island, corner, at_low, at_high)
                rest_low, rest_high = without_first(at_low, at_high)
                first_low, first_high = at_low ^ rest_low, at_high ^ rest_high
                at_low, at_high = rest_low, rest_high
                left_odd = odd - (2 if roads_at(island, other, low, high) == 3 else 1)
                best = longest_from(
                    state,
                    seat,
                    other,
                    1,
                    low & ~first_low,
                    high & ~first_high,
                    all_low & ~first_low,
                    all_high & ~first_high,
                    left_odd,
                    0,
                    True,
                    depths,
                    best,
                    min(enough, closed),
                )
    return best


@rule
def longest_of(state: StateRecord, seat: int, best: int, enough: int) -> int:
    """The longest trail of a seat, if longer than `best`; none can be longer than `enough`."""
    island = int(state.island)
    depths = scratch()
    low, high = own_roads(state, seat)
    if state.near_corners[seat, 0] | state.near_corners[seat, 1] != 0:
        best = max(best, 1)
    while low | high != 0 and best < enough:
        edge = first_of(low, high)
        start = int(EDGE_CORNERS[island, edge, 0])
        if is_blocked(state, seat, start):
            start = int(EDGE_CORNERS[island, edge, 1])
        met_low, met_high, core_low, core_high, odd, _, longest = component_of(state, seat, start, False, low, high, depths)
        best = max(best, longest)
        if core_low | core_high != 0:
            best = longest_between(state, seat, core_low, core_high, odd, depths, best, enough)
        low &= ~(met_low | EDGE_BIT[island, edge, 0])
        high &= ~(met_high | EDGE_BIT[island, edge, 1])
    return best


@rule
def longest_route(state: StateRecord, seat: int) -> int:
    """The longest trail of a seat."""
    return longest_of(state, seat, 0, ANY_LENGTH)


@rule
def route_through(state: StateRecord, seat: int, edge: int) -> int:
    """The longest route now that this road was built: the one before, or one that the road is part of."""
    island = int(state.island)
    best = int(state.route[seat])
    low, high = own_roads(state, seat)
    low &= ~EDGE_BIT[island, edge, 0]
    high &= ~EDGE_BIT[island, edge, 1]
    one_end = int(EDGE_CORNERS[island, edge, 0])
    other_end = int(EDGE_CORNERS[island, edge, 1])
    one_goes_on = roads_at(island, one_end, low, high) != 0 and not is_blocked(state, seat, one_end)
    other_goes_on = roads_at(island, other_end, low, high) != 0 and not is_blocked(state, seat, other_end)
    if not (one_goes_on or other_goes_on):
        return max(best, 1)
    if not (one_goes_on and other_goes_on):
        # At one end of a trail, a road makes the longest one longer by itself at most.
        return longest_ahead(state, seat, one_end if one_goes_on else other_end, low, high, best, best + 1)
    met_low, met_high, _, _, _, _, _ = component_of(state, seat, one_end, True, low, high, scratch())
    if roads_at(island, other_end, met_low, met_high) != 0:
        return longest_of(state, seat, best, ANY_LENGTH)
    before = longest_ahead(state, seat, one_end, low, high, 0, ANY_LENGTH)
    return max(best, before - 1 + longest_ahead(state, seat, other_end, low, high, 0, ANY_LENGTH))
