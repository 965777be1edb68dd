"""Longest route (ROUTE-1): the longest trail over own roads that uses no road twice and passes no opponent's building.

The search tries every trail from a corner. At most three roads meet at a corner. So a trail that goes on from a corner takes all its roads
away from what may follow: one it came by, one it takes, and the third can only be a last step back to this corner. The search walks on over
the roads that are left and saves the ways that it did not take.

The pruned search does the same in a large network, and follows no trail that cannot become longer than the best: wherever an odd number of
roads meets, a trail ends or leaves a road out, and a road left out serves two such corners at most. Dead ends are cut off before and not
walked at all: a trail goes down one of them at either end, and how deep they are is found once.
"""

from __future__ import annotations

from typing import NamedTuple

from .ids import NOBODY
from .jit import Scratch, count_bits, load, lowest_bit, rule, scratch, store
from .record import StateRecord
from .state import WORD_BITS, WORDS
from .topology import CORNER_BIT, CORNER_EDGE_SET, EDGE_BIT, EDGE_CORNERS, EDGE_SUM

FEW_ROADS = 16  # up to these the plain search is quicker than looking at the network first
ANY_LENGTH = 255
LENGTH_SHIFT, ODD_SHIFT, BYTE = 8, 16, 255


@rule
def owner(piece: int) -> int:
    """The seat a building belongs to, settlement or city."""
    return (piece - 1) & 7


@rule
def is_blocked(state: StateRecord, seat: int, corner: int) -> bool:
    """Does an opponent's building stand here?"""
    piece = int(state.building[corner])
    return piece != 0 and owner(piece) != seat


# --- sets of corners and edges


class Places(NamedTuple):
    """A set of corners or edges, one bit each."""

    low: int
    high: int


EMPTY = Places(0, 0)


@rule
def is_empty(places: Places) -> bool:
    return places.low | places.high == 0


@rule
def size_of(places: Places) -> int:
    return count_bits(places.low) + count_bits(places.high)


@rule
def union(one: Places, other: Places) -> Places:
    return Places(one.low | other.low, one.high | other.high)


@rule
def common(one: Places, other: Places) -> Places:
    """What is in both sets."""
    return Places(one.low & other.low, one.high & other.high)


@rule
def without(places: Places, gone: Places) -> Places:
    return Places(places.low & ~gone.low, places.high & ~gone.high)


@rule
def first_of(places: Places) -> int:
    """The first place of a set that is not empty."""
    return lowest_bit(places.low) if places.low != 0 else WORD_BITS + lowest_bit(places.high)


@rule
def without_first(places: Places) -> Places:
    """The set less its first place."""
    return Places(places.low & (places.low - 1), places.high if places.low != 0 else places.high & (places.high - 1))


@rule
def only_corner(island: int, corner: int) -> Places:
    return Places(CORNER_BIT[island, corner, 0], CORNER_BIT[island, corner, 1])


@rule
def only_edge(island: int, edge: int) -> Places:
    return Places(EDGE_BIT[island, edge, 0], EDGE_BIT[island, edge, 1])


@rule
def roads_at(island: int, corner: int, roads: Places) -> Places:
    """Those of these roads that meet at the corner."""
    return Places(CORNER_EDGE_SET[island, corner, 0] & roads.low, CORNER_EDGE_SET[island, corner, 1] & roads.high)


@rule
def across(island: int, corner: int, roads: Places) -> int:
    """The other end of the first of these roads, which begin at the corner."""
    return int(EDGE_SUM[island, first_of(roads)]) - corner


@rule
def own_roads(state: StateRecord, seat: int) -> Places:
    """The seat's roads, except one with opponents at both ends, which leads nowhere."""
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
    return Places(low, high)


# --- the search


class Trail(NamedTuple):
    """A trail that has come to a corner."""

    here: int
    length: int
    left: Places  # the roads that it may still use
    odd: int  # at how many corners an odd number of them meets; only the pruned search counts them


@rule
def save(ways: Scratch, place: int, trail: Trail) -> None:
    """Keep a trail for later, in three words."""
    store(ways, place, trail.left.low)
    store(ways, place + 1, trail.left.high)
    store(ways, place + 2, trail.here | trail.length << LENGTH_SHIFT | (trail.odd + BYTE) << ODD_SHIFT)


@rule
def saved(ways: Scratch, place: int) -> Trail:
    packed = load(ways, place + 2)
    left = Places(load(ways, place), load(ways, place + 1))
    return Trail(packed & BYTE, (packed >> LENGTH_SHIFT) & BYTE, left, (packed >> ODD_SHIFT) - BYTE)


@rule
def longest_from(state: StateRecord, seat: int, corner: int, roads: Places, best: int, enough: int) -> int:
    """The longest trail that has come to the corner by one road and goes on over these, if longer than `best`; none surpasses `enough`."""
    island = int(state.island)
    ways = scratch()  # the ways not taken yet
    size = 0
    here, length, left = corner, 1, roads
    while True:
        best = max(best, length)
        if not is_blocked(state, seat, here):
            ahead = roads_at(island, here, left)
            number = size_of(ahead)
            if size_of(roads_at(island, here, roads)) - 1 > number:
                best = max(best, length + 1)  # a last step, back to where the trail has been
            left = Places(left.low & ~CORNER_EDGE_SET[island, here, 0], left.high & ~CORNER_EDGE_SET[island, here, 1])
            if number == 1 or (number > 1 and length + 2 + size_of(left) > best):
                if number > 1:
                    save(ways, size, Trail(across(island, here, without_first(ahead)), length + 1, left, 0))
                    size += 3
                here = across(island, here, ahead)
                length += 1
                continue
        if size == 0 or best >= enough:
            return best
        size -= 3
        here, length, left, _ = saved(ways, size)


# --- dead ends


class Component(NamedTuple):
    """Roads that hang together."""

    roads: Places
    tips: Places  # the corners where a dead end ends: at a single road, or before an opponent's building
    odd: int  # at how many corners an odd number of roads meets


@rule
def component_of(state: StateRecord, seat: int, start: int, root: int, left: Places, depths: Scratch) -> Component:
    """Everything that can be reached from a corner over the roads left. A root (or NOBODY) counts neither as a tip nor as odd."""
    island = int(state.island)
    seen = ahead = only_corner(island, start)
    roads = tips = EMPTY
    odd = 0
    while not is_empty(ahead):
        here = first_of(ahead)
        ahead = without_first(ahead)
        store(depths, here, 0)
        if here != root and is_blocked(state, seat, here):
            tips = union(tips, only_corner(island, here))
            continue
        meeting = roads_at(island, here, left)
        number = size_of(meeting)
        if here != root:
            odd += number & 1
            if number == 1:
                tips = union(tips, only_corner(island, here))
        new = without(meeting, roads)
        roads = union(roads, meeting)
        while not is_empty(new):
            fresh = without(only_corner(island, across(island, here, new)), seen)
            new = without_first(new)
            seen = union(seen, fresh)
            ahead = union(ahead, fresh)
    return Component(roads, tips, odd)


class Core(NamedTuple):
    """What is left of a component when its dead ends are cut off."""

    roads: Places
    odd: int  # at how many corners an odd number of these roads meets
    deepest: int  # no dead end has more roads
    longest: int  # the longest trail within dead ends


@rule
def core_of(state: StateRecord, seat: int, root: int, whole: Component, depths: Scratch) -> Core:
    """Cut dead ends off, a road at each of their tips at a time. `depths` keeps for each corner how deep those are that begin there."""
    island = int(state.island)
    core, tips, odd = whole.roads, whole.tips, whole.odd
    deepest = longest = 0
    while not is_empty(tips):
        next_tips = EMPTY
        deepest += 1
        while not is_empty(tips):
            tip = first_of(tips)
            tips = without_first(tips)
            meeting = roads_at(island, tip, core)
            if not is_empty(meeting) and not is_blocked(state, seat, tip):
                odd -= 1
            while not is_empty(meeting):
                other = across(island, tip, meeting)
                rest = without_first(meeting)
                core = without(core, without(meeting, rest))
                meeting = rest
                longest = max(longest, deepest)
                if other == root or not is_blocked(state, seat, other):
                    longest = max(longest, load(depths, other) + deepest)
                    store(depths, other, deepest)
                    if other != root:
                        number = size_of(roads_at(island, other, core))
                        odd += 2 * (number & 1) - 1
                        if number == 1:
                            next_tips = union(next_tips, only_corner(island, other))
        tips = next_tips
    return Core(core, odd, deepest, longest)


# --- the pruned search


class Search(NamedTuple):
    """Where to search, and what is known before."""

    roads: Places  # without dead ends
    must: Places  # roads that are taken where the trail comes to them
    deepest: int  # no dead end that a trail can end in has more roads
    enough: int  # no trail is longer


@rule
def most_roads(roads: int, odd: int) -> int:
    """The most roads of a trail, less one for each two corners where an odd number meets; at two of these corners it may end."""
    return roads - max(0, odd - 2) // 2


@rule
def longest_in(island: int, search: Search, start: Trail, depths: Scratch, best: int) -> int:
    """The longest way to go on from the start of a trail, if longer than `best`."""
    ways = scratch()
    size = 0
    here, length, left, odd = start
    begun = False
    while True:
        best = max(best, length)
        ahead = roads_at(island, here, left)
        number = size_of(ahead)
        if begun:
            best = max(best, length + load(depths, here))
            odd -= 1 - (number & 1)
        if size_of(roads_at(island, here, search.roads)) - 1 > number:
            best = max(best, length + 1)  # a last step, back to where the trail has been
        left = Places(left.low & ~CORNER_EDGE_SET[island, here, 0], left.high & ~CORNER_EDGE_SET[island, here, 1])
        begun = True
        if number == 1:
            here = across(island, here, ahead)
            length += 1
            continue
        if number > 1:
            second = without_first(ahead)
            if not is_empty(common(second, search.must)):
                second = without(ahead, second)
            one = across(island, here, without(ahead, second))
            other = across(island, here, second)
            one_odd = size_of(roads_at(island, one, left)) & 1
            other_odd = size_of(roads_at(island, other, left)) & 1
            longest = length + 1 + size_of(left) + max(1, search.deepest)
            # Of the way that is not taken, the far end has a road less.
            if is_empty(common(ahead, search.must)) and most_roads(longest, odd + 2 * one_odd + other_odd) > best:
                save(ways, size, Trail(other, length + 1, left, odd + 2 * one_odd - 1))
                size += 3
            if most_roads(longest, odd + 2 * other_odd + one_odd) > best:
                here = one
                length += 1
                odd += 2 * other_odd - 1
                continue
        if size == 0 or best >= search.enough:
            return best
        size -= 3
        here, length, left, odd = saved(ways, size)


@rule
def longest_from_dead_ends(state: StateRecord, seat: int, core: Core, depths: Scratch, best: int, enough: int) -> int:
    """The longest trail that begins in a dead end and goes on through the core, if longer than `best`."""
    island = int(state.island)
    while best < enough:
        # From the deepest one first; what begins there is then known.
        root, deepest, second = 0, 0, 0
        for word in range(WORDS):
            corners = state.near_corners[seat, word]
            while corners != 0:
                corner = word * WORD_BITS + lowest_bit(corners)
                corners &= corners - 1
                if size_of(roads_at(island, corner, core.roads)) == 2:
                    depth = load(depths, corner)
                    if depth > deepest:
                        root, deepest, second = corner, depth, deepest
                    else:
                        second = max(second, depth)
        if deepest == 0 or size_of(core.roads) - core.odd // 2 + deepest + max(1, second) <= best:
            break
        best = longest_in(island, Search(core.roads, EMPTY, second, enough), Trail(root, deepest, core.roads, core.odd), depths, best)
        store(depths, root, 0)
    return best


@rule
def longest_within(state: StateRecord, seat: int, core: Core, depths: Scratch, best: int, enough: int) -> int:
    """The longest trail through the core that uses no dead end, if longer than `best`.

    It ends at a corner that it also passes: it begins with one of three roads, comes back by another and goes on by the third. Either way
    round is the same, so two beginnings are enough.
    """
    island = int(state.island)
    longest = size_of(core.roads) - max(0, core.odd - 1) // 2
    for word in range(WORDS):
        corners = state.near_corners[seat, word]
        while corners != 0 and best < enough and longest > best:
            corner = word * WORD_BITS + lowest_bit(corners)
            corners &= corners - 1
            meeting = roads_at(island, corner, core.roads)
            if size_of(meeting) < 3:
                continue
            beginnings = meeting
            for _ in range(2):
                other = across(island, corner, beginnings)
                rest = without_first(beginnings)
                begun = without(beginnings, rest)
                beginnings = rest
                odd = core.odd - (2 if size_of(roads_at(island, other, core.roads)) == 3 else 1)
                roads = without(core.roads, begun)
                search = Search(roads, without(meeting, begun), 0, min(enough, longest))
                best = longest_in(island, search, Trail(other, 1, roads, odd), depths, best)
    return best


# --- the longest of all


@rule
def longest_of(state: StateRecord, seat: int, best: int, enough: int) -> int:
    """The longest trail of a seat, if longer than `best`; none can be longer than `enough`."""
    island = int(state.island)
    depths = scratch()
    left = own_roads(state, seat)
    if state.near_corners[seat, 0] | state.near_corners[seat, 1] != 0:
        best = max(best, 1)
    while not is_empty(left) and best < enough:
        edge = first_of(left)
        start = int(EDGE_CORNERS[island, edge, 0])
        if is_blocked(state, seat, start):
            start = int(EDGE_CORNERS[island, edge, 1])
        whole = component_of(state, seat, start, NOBODY, left, depths)
        core = core_of(state, seat, NOBODY, whole, depths)
        best = max(best, core.longest)
        if not is_empty(core.roads):
            if core.odd == 0:
                best = max(best, size_of(core.roads))  # a round over all of them
            best = longest_from_dead_ends(state, seat, core, depths, best, enough)
            best = longest_within(state, seat, core, depths, best, enough)
        left = without(left, union(whole.roads, only_edge(island, edge)))
    return best


@rule
def longest_route(state: StateRecord, seat: int) -> int:
    """The longest trail of a seat."""
    return longest_of(state, seat, 0, ANY_LENGTH)


@rule
def longest_ahead(state: StateRecord, seat: int, corner: int, roads: Places, best: int, enough: int) -> int:
    """The longest trail that begins with a road to the corner and goes on over these roads, if longer than `best`."""
    if size_of(roads) <= FEW_ROADS:
        return longest_from(state, seat, corner, roads, best, enough)
    depths = scratch()
    core = core_of(state, seat, corner, component_of(state, seat, corner, corner, roads, depths), depths)
    best = max(best, 1 + load(depths, corner))
    if is_empty(core.roads):
        return best
    start = Trail(corner, 1, core.roads, core.odd)
    return longest_in(int(state.island), Search(core.roads, EMPTY, core.deepest, enough), start, depths, best)


@rule
def route_through(state: StateRecord, seat: int, edge: int) -> int:
    """The longest route now that this road was built: the one before, or one that the road is part of."""
    island = int(state.island)
    best = int(state.route[seat])
    roads = without(own_roads(state, seat), only_edge(island, edge))
    one_end = int(EDGE_CORNERS[island, edge, 0])
    other_end = int(EDGE_CORNERS[island, edge, 1])
    one_goes_on = not is_empty(roads_at(island, one_end, roads)) and not is_blocked(state, seat, one_end)
    other_goes_on = not is_empty(roads_at(island, other_end, roads)) and not is_blocked(state, seat, other_end)
    if not (one_goes_on or other_goes_on):
        return max(best, 1)
    if not (one_goes_on and other_goes_on):
        # A road at one end of a trail makes the longest one longer by one at most.
        return longest_ahead(state, seat, one_end if one_goes_on else other_end, roads, best, best + 1)
    reached = component_of(state, seat, one_end, one_end, roads, scratch()).roads
    if not is_empty(roads_at(island, other_end, reached)):
        return longest_of(state, seat, best, ANY_LENGTH)
    before = longest_ahead(state, seat, one_end, roads, 0, ANY_LENGTH)
    return max(best, before - 1 + longest_ahead(state, seat, other_end, roads, 0, ANY_LENGTH))
