"""The sparring partner: scores each action by a few traits that are quick to count, and does the best. Whole numbers only, so that a CPU
and a GPU choose alike.

What the traits are worth was learnt from what `steady` does (scripts/distil_sparring.py, which writes sparring_weights.py). It reads its
own hand and what the table shows, nothing else.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import KIND_MASK, NONE, first, kind_of, second, third
from sevenhex.rules.board import CITY, yield_of
from sevenhex.rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, count, covers, one, total
from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import DESERT, GENERIC, RESOURCES, Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.rates import best_rate, is_wasteful
from sevenhex.rules.record import Ints, IntTable, StateRecord
from sevenhex.rules.state import FIRST_SUM, LAST_SUM, WORD_BITS
from sevenhex.rules.topology import CORNER_HEXES, CORNER_NEIGHBORS, EDGE_CORNERS, HEX_CORNERS

from .sparring_weights import WEIGHTS

FIRST_SETTLE, SECOND_SETTLE, SETTLE, CITIES, SETUP_ROAD, ROAD, BUY, END, BANK, ROBBER, DISCARD, MONOPOLY, PLENTY, KNIGHT, OTHER = range(15)
BLOCKS, TRAITS = 15, 10
WORTHS = cast(IntTable, np.array(WEIGHTS, np.int64).reshape(BLOCKS, TRAITS))
LANE, LANES = 8, 255  # a word of five counts, one for each resource
SETUP = (int(Phase.SETUP_SETTLEMENT), int(Phase.SETUP_ROAD))
NEVER = -(1 << 60)
Traits = tuple[int, int, int, int, int, int, int, int, int, int, int]
# Where a kind of action without places stands among the traits of `OTHER`.
PLACE = cast(Ints, np.full(KIND_MASK + 1, 9, np.int64))
for _place, _kind in enumerate((Kind.ROLL, Kind.STOP, Kind.ROAD_BUILDING, Kind.ACCEPT, Kind.REFUSE, Kind.CONFIRM, Kind.DECLINE, Kind.TAKE)):
    PLACE[_kind] = _place
COUNTERS = int(Kind.OFFER), int(Kind.COUNTER), int(Kind.PROPOSE)


@rule
def lane(word: int, which: int) -> int:
    return (word >> (LANE * which)) & LANES


@rule
def together(word: int) -> int:
    """The sum of all five."""
    return lane(word, 0) + lane(word, 1) + lane(word, 2) + lane(word, 3) + lane(word, 4)


@rule
def income_of(state: StateRecord, seat: int) -> int:
    """In how many of 36 rolls a seat gets each resource, city for two."""
    found = 0
    for sum_ in range(LAST_SUM - FIRST_SUM + 1):
        found += WAYS[sum_ + FIRST_SUM] * state.income[sum_, seat]
    return found


@rule
def yields_at(state: StateRecord, corner: int) -> int:
    """The same for a settlement at this corner."""
    found = 0
    for place in range(3):
        tile = int(CORNER_HEXES[state.island, corner, place])
        if tile >= 0 and state.terrain[tile] != DESERT and state.number[tile] > 0:
            found += WAYS[int(state.number[tile])] << (LANE * int(state.terrain[tile]))
    return found


@rule
def is_open(state: StateRecord, corner: int) -> int:
    return (state.open_corners[corner // WORD_BITS] >> (corner % WORD_BITS)) & 1


@rule
def reaches(state: StateRecord, seat: int) -> int:
    """1 if the seat has a corner where it may settle now."""
    low = state.near_corners[seat, 0] & state.open_corners[0]
    high = state.near_corners[seat, 1] & state.open_corners[1]
    return 1 if low != 0 or high != 0 else 0


@rule
def settle_traits(state: StateRecord, corner: int, block: int, income: int) -> Traits:
    found = yields_at(state, corner)
    new, kinds = 0, 0
    for which in range(RESOURCES):
        if lane(found, which) > 0:
            kinds += 1
            if lane(income, which) == 0:
                new += lane(found, which)
    harbor = int(state.corner_harbor[corner])
    served = lane(income, harbor) + lane(found, harbor) if 0 <= harbor < RESOURCES else 0
    generic = 1 if harbor == GENERIC else 0
    return block, lane(found, 0), lane(found, 1), lane(found, 2), lane(found, 3), lane(found, 4), new, kinds, generic, served, 1


@rule
def road_traits(state: StateRecord, seat: int, edge: int, block: int) -> Traits:
    """Where the road leads: the best free corner at its ends, and one road further."""
    here, further = 0, 0
    for end in range(2):
        corner = int(EDGE_CORNERS[state.island, edge, end])
        if is_open(state, corner) == 1:
            here = max(here, together(yields_at(state, corner)))
        if state.building[corner] == 0:
            for place in range(3):
                other = int(CORNER_NEIGHBORS[state.island, corner, place])
                if other >= 0 and is_open(state, other) == 1:
                    further = max(further, together(yields_at(state, other)))
    route = int(state.route[seat])
    behind = 0
    for each in range(state.players):
        if each != seat:
            behind = max(behind, int(state.route[each]))
    hand = state.hand[seat]
    left = 1 if state.settlements_left[seat] > 0 else 0
    ready = 1 if covers(hand, SETTLEMENT_COST) else 0
    near = 1 if route + 1 >= max(5, behind) and state.route_holder != seat else 0
    return block, here * left, further * left, reaches(state, seat), ready, route, near, left, int(state.free_roads), total(hand), 1


@rule
def wants(state: StateRecord, seat: int, hand: int) -> tuple[int, int, int, int]:
    """What a hand could pay for: a city, a settlement, a card, a road."""
    city = 1 if covers(hand, CITY_COST) and state.cities_left[seat] > 0 and state.settlements_left[seat] < 5 else 0
    settlement = 1 if covers(hand, SETTLEMENT_COST) and state.settlements_left[seat] > 0 and reaches(state, seat) == 1 else 0
    card = 1 if covers(hand, CARD_COST) else 0
    road = 1 if covers(hand, ROAD_COST) and state.roads_left[seat] > 0 else 0
    return city, settlement, card, road


@rule
def robber_traits(state: StateRecord, seat: int, tile: int, victim: int) -> Traits:
    """What the hex gives to others and to oneself, and who is robbed."""
    ways = WAYS[int(state.number[tile])] if state.number[tile] > 0 else 0
    others, own, leading, most = 0, 0, 0, 0
    for each in range(state.players):
        if each != seat:
            most = max(most, int(state.points[each]))
    for place in range(6):
        piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
        if piece > 0:
            owner = (piece - 1) & 7 if piece < CITY else (piece - CITY) & 7
            if owner == seat:
                own += yield_of(piece)
            elif owner < state.players:
                others += yield_of(piece)
                if state.points[owner] == most:
                    leading += yield_of(piece)
    robbed = int(state.points[victim]) if victim != NONE else 0
    leader = 1 if victim != NONE and robbed == most else 0
    nobody = 1 if victim == NONE else 0
    return ROBBER, others * ways, own * ways, leading * ways, robbed, leader, nobody, ways, own, 0, 0


@rule
def traits(state: StateRecord, seat: int, action: int, income: int) -> Traits:
    """The block of an action and its traits."""
    kind = kind_of(action)
    one_, two = int(first(action)), int(second(action))
    hand = state.hand[seat]
    setup = state.phase == SETUP[0] or state.phase == SETUP[1]
    if kind == Kind.SETTLE:
        block = SETTLE
        if setup:
            block = FIRST_SETTLE if state.setup_step < state.players else SECOND_SETTLE
        return settle_traits(state, one_, block, income)
    if kind == Kind.ROAD:
        return road_traits(state, seat, one_, SETUP_ROAD if setup else ROAD)
    if kind == Kind.ROBBER:
        return robber_traits(state, seat, one_, two)
    if kind == Kind.CITY:
        found = yields_at(state, one_)
        return CITIES, lane(found, 0), lane(found, 1), lane(found, 2), lane(found, 3), lane(found, 4), 0, 0, 0, 0, 1
    city, settlement, card, road = wants(state, seat, hand)
    cards = total(hand)
    much = 1 if cards > state.discard_limit else 0
    points = int(state.points[seat])
    if kind == Kind.BUY:
        return BUY, lane(income, 2), lane(income, 3), lane(income, 4), city, settlement, cards, much, points, int(state.knights[seat]), 1
    if kind == Kind.END:
        return END, cards, much, city, settlement, card, road, points, 0, 0, 1
    if kind == Kind.BANK:
        rate = int(third(action))
        after = hand - rate * one(one_) + one(two)
        new_city, new_settlement, new_card, new_road = wants(state, seat, after)
        return (
            BANK, rate, count(after, one_), lane(income, one_), lane(income, two), new_city - city, new_settlement - settlement,
            new_card - card, new_road - road, count(hand, two), 1,
        )  # fmt: skip
    if kind == Kind.DISCARD:
        after = hand - one(one_)
        new_city, new_settlement, new_card, new_road = wants(state, seat, after)
        return (
            DISCARD, count(hand, one_), lane(income, one_), best_rate(state, seat, one_), city - new_city, settlement - new_settlement,
            card - new_card, road - new_road, 1 if one_ == 4 else 0, 1 if one_ == 3 else 0, 0,
        )  # fmt: skip
    if kind == Kind.MONOPOLY:
        return MONOPOLY, lane(income, one_), count(hand, one_), city, settlement, card, points, 0, 0, 0, 1
    if kind == Kind.PLENTY:
        after = hand + one(one_) + (one(two) if two != NONE else 0)
        new_city, new_settlement, new_card, new_road = wants(state, seat, after)
        scarce = lane(income, one_) + (lane(income, two) if two != NONE else 0)
        return PLENTY, new_city, new_settlement, new_card, new_road, city, settlement, card, scarce, cards, 1
    if kind == Kind.KNIGHT:
        tile, own = int(state.robber), 0
        for place in range(6):
            piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
            if piece > 0 and ((piece - 1) & 7 if piece < CITY else (piece - CITY) & 7) == seat:
                own += yield_of(piece)
        ways = WAYS[int(state.number[tile])] if state.number[tile] > 0 else 0
        army = 1 if state.knights[seat] >= 2 and state.army_holder != seat else 0
        return KNIGHT, own * ways, 1 if own > 0 else 0, int(state.rolled), army, int(state.knights[seat]), points, cards, 0, 0, 1
    place = int(PLACE[kind])
    found = 1 << (4 * place)
    return (
        OTHER, found & 1, (found >> 4) & 1, (found >> 8) & 1, (found >> 12) & 1, (found >> 16) & 1, (found >> 20) & 1, (found >> 24) & 1,
        (found >> 28) & 1, 0, 1,
    )  # fmt: skip


@rule
def score(state: StateRecord, seat: int, action: int, income: int) -> int:
    """How good the action looks."""
    block, a, b, c, d, e, f, g, h, i, j = traits(state, seat, action, income)
    w, b_ = WORTHS, block  # single numbers, no rows: constants of a GPU are read so
    whole = a * w[b_, 0] + b * w[b_, 1] + c * w[b_, 2] + d * w[b_, 3] + e * w[b_, 4]
    whole += f * w[b_, 5] + g * w[b_, 6] + h * w[b_, 7] + i * w[b_, 8] + j * w[b_, 9]
    return int(whole)


@rule
def sparring_choice(state: StateRecord, seat: int, actions: NDArray[np.int64], size: int) -> int:
    """The best of the listed actions; offers of its own are not considered, nor what wastes cards."""
    income = income_of(state, seat)
    best, found = NEVER, int(actions[0])
    for place in range(size):
        action = int(actions[place])
        kind = kind_of(action)
        if kind == COUNTERS[0] or kind == COUNTERS[1] or kind == COUNTERS[2] or is_wasteful(state, seat, action):
            continue
        worth = score(state, seat, action, income)
        if worth > best:
            best, found = worth, action
    return found


@rule
def choose_one(states: NDArray[np.void], seat: int, actions: NDArray[np.int64], size: int) -> int:
    return sparring_choice(states[0], seat, actions, size)


@rule
def write_traits(states: NDArray[np.void], row: int, seat: int, actions: NDArray[np.int64], size: int, out: NDArray[np.int32]) -> None:
    """The traits of all actions of a position, for learning: block, then traits."""
    income = income_of(states[row], seat)
    for place in range(size):
        block, a, b, c, d, e, f, g, h, i, j = traits(states[row], seat, int(actions[place]), income)
        out[place, 0] = block
        out[place, 1], out[place, 2], out[place, 3], out[place, 4], out[place, 5] = a, b, c, d, e
        out[place, 6], out[place, 7], out[place, 8], out[place, 9], out[place, 10] = f, g, h, i, j
