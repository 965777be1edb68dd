"""What a position is worth to a seat: a row of terms, each with a tuned weight (`weights.toml`), set against the other seats'.

The terms know no rules of their own: they read the derived fields of the state (income, free places, routes, points). Time is
measured in rolls. `rolls_until` says how long a cost takes with the seat's income and harbors, and most of the judgement follows
from it: a hand close to a city, a harbor that fits, a missing resource and the robber all show up as rolls saved or lost.

The terms come in four groups, by what they depend on: income, places, cards and awards, the hand. Each is written by a function of its
own, so that after an action only the groups are written again that it has changed (`policy.py`).
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.board import serves, serves_all, yield_of
from sevenhex.rules.cards import BITS, CARD_COST, CITY_COST, FIELD, ROAD_COST, SETTLEMENT_COST, count, total
from sevenhex.rules.chance import ROLLS, WAYS
from sevenhex.rules.ids import DESERT, NOBODY, RESOURCES, Card, Phase
from sevenhex.rules.jit import Four, differ4, four, if_more4, lowest_bit, minus4, over4, parts4, plus4, rule, same4, times4
from sevenhex.rules.rates import best_rate
from sevenhex.rules.record import StateRecord
from sevenhex.rules.routes import is_blocked, owner
from sevenhex.rules.score import SHORTEST_ROUTE, SMALLEST_ARMY
from sevenhex.rules.state import FIRST_SUM, SUMS, WORD_BITS, WORDS
from sevenhex.rules.topology import (
    CORNER_BIT,
    CORNER_EDGE_SET,
    CORNER_EDGES,
    CORNER_HEXES,
    CORNER_NEIGHBORS,
    CORNER_SURROUNDING,
    CORNERS,
    EDGE_CORNER_SET,
    HEX_CORNERS,
)

NEVER = 120.0  # rolls: longer than any game
STEPS = 6  # of Newton's, at most
PAID = 1e-6  # cards: less than this is not missing
SLOWEST = 1e-9  # cards a roll, where none come
NO_ROOM = 3  # roads: no free corner is near


class Term(IntEnum):
    """The terms of a seat's standing. Each has two weights: for the beginning of a game and for its end."""

    POINTS = 0
    POINTS_NEAR_END = 1
    BRICK = 2
    LUMBER = 3
    WOOL = 4
    GRAIN = 5
    ORE = 6
    KINDS = 7
    NUMBERS = 8
    PACE_ROAD = 9
    PACE_SETTLEMENT = 10
    PACE_CITY = 11
    PACE_CARD = 12
    SOON_SETTLEMENT = 13
    SOON_CITY = 14
    SOON_CARD = 15
    SOON_ROAD = 16
    CARDS = 17
    CARDS_OVER_LIMIT = 18
    PLACE_NOW = 19
    PLACE_ONE_ROAD = 20
    PLACE_TWO_ROADS = 21
    PLACE_SECOND = 22
    KNIGHTS_PLAYED = 23
    KNIGHTS_HELD = 24
    PROGRESS_HELD = 25
    ARMY_CHANCE = 26
    ROUTE_LENGTH = 27
    ROUTE_CHANCE = 28
    HARBOR_GENERIC = 29
    HARBOR_SPECIAL = 30
    BLOCKED = 31
    SOON_BEST = 32
    PACE_BEST = 33
    ARMY_HELD = 34
    ROUTE_HELD = 35
    TURN_NEAR = 36


TERMS = tuple(term.name.lower() for term in Term)
# What shapes the terms themselves.
SHAPES = (
    "worth_brick",
    "worth_lumber",
    "worth_wool",
    "worth_grain",
    "worth_ore",
    "worth_harbor",
    "patience",
    "contested",
    "robbed_share",
)
SIZE = len(TERMS)
FIRST_OF_HAND = int(Term.SOON_SETTLEMENT)  # no term before it depends on the hand
NAMES = (*(f"early_{name}" for name in TERMS), *(f"late_{name}" for name in TERMS), *SHAPES)
PLACE = {name: place for place, name in enumerate(NAMES)}
WORTH, WORTH_HARBOR = PLACE["worth_brick"], PLACE["worth_harbor"]
PATIENCE, CONTESTED, ROBBED = PLACE["patience"], PLACE["contested"], PLACE["robbed_share"]

# A seat's terms, and what they are made of.
ROW = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("term", np.float64, (SIZE,)),
                ("income", np.float64, (RESOURCES,)),  # cards a roll
                ("rate", np.float64, (RESOURCES,)),  # cards of the supply for one of this kind
                ("now", np.float64),  # the best free corner that a road touches,
                ("one_road", np.float64),  # a road away,
                ("two_roads", np.float64),  # two roads away,
                ("second", np.float64),  # and the runner-up
                ("looked_low", np.int64),  # the corners that were looked at for these, as a set
                ("looked_high", np.int64),
                ("without_hand", np.float64),  # the standing as far as no term of the hand counts
            ],
            align=True,
        ),
    )
)


class Row:
    """A row, for type checkers."""

    term: NDArray[np.float64]
    income: NDArray[np.float64]
    rate: NDArray[np.float64]
    now: float
    one_road: float
    two_roads: float
    second: float
    looked_low: int
    looked_high: int
    without_hand: float


@rule
def corner_worths(state: StateRecord, weights: NDArray[np.float64], worths: NDArray[np.float64]) -> None:
    """What each corner of the island yields: chances of its hexes times what their resource is worth, and its harbor."""
    island = int(state.island)
    for corner in range(CORNERS[island]):
        worth = 0.0
        for place in range(3):
            tile = int(CORNER_HEXES[island, corner, place])
            if tile >= 0 and state.terrain[tile] != DESERT and state.number[tile] > 0:
                worth += weights[WORTH + int(state.terrain[tile])] * WAYS[int(state.number[tile])] / ROLLS
        if state.corner_harbor[corner] != NOBODY:
            worth += weights[WORTH_HARBOR]
        worths[corner] = worth


# --- time


@rule
def missing(need: float, income: float, rate: float, time: float) -> tuple[float, float]:
    """How many cards of a kind are missing after so many rolls, and how fast that falls; a surplus goes to the supply at its rate."""
    lack = need - income * time
    counts = 1.0 if lack > 0.0 else rate
    return lack * counts, income * counts


@rule
def later(time: float, short: float, slope: float) -> float:
    """One of Newton's steps down the convex line of what is missing; the same time again at the end of the way."""
    after = time + short / slope
    after = NEVER if after > NEVER else after
    return time if short <= PAID else after


@rule
def rolls_until(cost: int, hand: int, row: Row) -> float:
    """Rolls until the hand pays the cost."""
    time = 0.0
    for _ in range(STEPS):
        short = 0.0
        slope = SLOWEST
        for kind in range(RESOURCES):
            cards, speed = missing(count(cost, kind) - count(hand, kind), row.income[kind], row.rate[kind], time)
            short += cards
            slope += speed
        time = later(time, short, slope)
    return time


@rule
def needs(settling: int, hand: int, kind: int) -> Four:
    """How many cards of a kind the hand lacks for a road, a settlement, a city and a card."""
    held = count(hand, kind)
    return four(
        float(count(ROAD_COST, kind) - held),
        float(count(settling, kind) - held),
        float(count(CITY_COST, kind) - held),
        float(count(CARD_COST, kind) - held),
    )


@rule
def rolls_until_each(settling: int, hand: int, row: Row) -> Four:
    """Rolls until a road, a settlement (at this cost, roads to it included), a city and a card: `rolls_until` four times, side by side."""
    nothing, never, paid = same4(0.0), same4(NEVER), same4(PAID)
    time = nothing
    for _ in range(STEPS):
        short = nothing
        slope = same4(SLOWEST)
        for kind in range(RESOURCES):
            income, rate = same4(row.income[kind]), same4(row.rate[kind])
            lack = minus4(needs(settling, hand, kind), times4(income, time))
            short = plus4(short, if_more4(lack, nothing, lack, times4(lack, rate)))
            slope = plus4(slope, if_more4(lack, nothing, income, times4(income, rate)))
        after = plus4(time, over4(short, slope))
        after = if_more4(after, never, never, after)
        after = if_more4(short, paid, after, time)
        if not differ4(after, time):
            break
        time = after
    return parts4(time)


# --- the groups of terms


@rule
def lost_income(state: StateRecord, seat: int) -> float:
    """Cards a roll that the robber holds back."""
    tile = int(state.robber)
    lost = 0.0
    if state.terrain[tile] != DESERT and state.number[tile] > 0 and (state.hexes[seat] >> tile) & 1 == 1:
        for place in range(6):
            piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
            if piece != 0 and owner(piece) == seat:
                lost += yield_of(piece) * WAYS[int(state.number[tile])] / ROLLS
    return lost


@rule
def read_income(state: StateRecord, seat: int, share: float, lost: float, row: Row) -> bool:
    """Cards of each resource a roll brings (what the robber holds back counts by a share), and the rates of trade. Returns whether that
    differs from what the row said."""
    word = 0
    for sum_ in range(SUMS):
        word += WAYS[FIRST_SUM + sum_] * state.income[sum_, seat]
    robbed = int(state.terrain[int(state.robber)]) if lost > 0.0 else -1
    differs = False
    for kind in range(RESOURCES):
        income = ((word >> (BITS * kind)) & FIELD) / ROLLS
        if kind == robbed:
            income += lost * share
        rate = 1.0 / best_rate(state, seat, kind)
        differs |= income != row.income[kind] or rate != row.rate[kind]
        row.income[kind] = income
        row.rate[kind] = rate
    return differs


@rule
def income_terms(state: StateRecord, seat: int, weights: NDArray[np.float64], row: Row) -> None:
    """What follows from the income and the harbors: how fast things come with an empty hand. What the row says of this income stays."""
    lost = lost_income(state, seat)
    numbers = 0
    for sum_ in range(SUMS):
        numbers += 1 if state.income[sum_, seat] != 0 else 0
    row.term[Term.NUMBERS] = numbers
    row.term[Term.BLOCKED] = lost
    row.term[Term.HARBOR_GENERIC] = 1.0 if serves_all(state, seat) else 0.0
    if not read_income(state, seat, weights[ROBBED], lost, row):
        return
    kinds = 0
    special = 0.0
    for kind in range(RESOURCES):
        income = row.income[kind]
        row.term[Term.BRICK + kind] = np.sqrt(income)
        kinds += 1 if income > 0 else 0
        if serves(state, seat, kind):
            special += income
    road, settlement, city, card = rolls_until_each(SETTLEMENT_COST, 0, row)
    settlement_pace = 10.0 / (2.0 + settlement)
    city_pace = 10.0 / (2.0 + city)
    row.term[Term.KINDS] = kinds
    row.term[Term.PACE_ROAD] = 10.0 / (2.0 + road)
    row.term[Term.PACE_SETTLEMENT] = settlement_pace
    row.term[Term.PACE_CITY] = city_pace
    row.term[Term.PACE_CARD] = 10.0 / (2.0 + card)
    row.term[Term.PACE_BEST] = max(city_pace, settlement_pace)
    row.term[Term.HARBOR_SPECIAL] = special


@rule
def has(low: int, high: int, place: int) -> bool:
    """Is this place in the set of two words?"""
    return (low >> place) & 1 == 1 if place < WORD_BITS else (high >> (place - WORD_BITS)) & 1 == 1


@rule
def touched_by_others(state: StateRecord, seat: int) -> tuple[int, int]:
    """The corners that roads of other seats touch, as a set."""
    low = high = 0
    for other in range(state.players):
        if other != seat:
            low |= state.near_corners[other, 0]
            high |= state.near_corners[other, 1]
    return low, high


@rule
def look_around(state: StateRecord, seat: int, worths: NDArray[np.float64], contested: float, row: Row) -> None:
    """The best free corners no, one and two roads away, and the runner-up; places others touch count less."""
    island = int(state.island)
    best_0 = 0.0
    best_1 = 0.0
    best_2 = 0.0
    second = 0.0
    others_low, others_high = touched_by_others(state, seat)
    near_low, near_high = state.near_corners[seat, 0], state.near_corners[seat, 1]
    open_low, open_high = state.open_corners[0], state.open_corners[1]
    empty_low, empty_high = state.empty_edges[0], state.empty_edges[1]
    for word in range(WORDS):
        places = (near_low if word == 0 else near_high) & (open_low if word == 0 else open_high)
        others = others_low if word == 0 else others_high
        while places != 0:
            bit = lowest_bit(places)
            places &= places - 1
            worth = worths[word * WORD_BITS + bit]
            if (others >> bit) & 1 == 1:
                worth *= 0.5 + 0.5 * contested
            if worth > best_0:
                second = max(second, best_0)
                best_0 = worth
            elif worth > second:
                second = worth
    one_low = one_high = 0  # a road away
    twice_low = twice_high = 0  # likewise, by two ways: such a corner is its own runner-up
    for word in range(WORDS):
        edges = state.near_edges[seat, word] & (empty_low if word == 0 else empty_high)
        while edges != 0:
            edge = word * WORD_BITS + lowest_bit(edges)
            edges &= edges - 1
            low, high = EDGE_CORNER_SET[island, edge, 0] & ~near_low, EDGE_CORNER_SET[island, edge, 1] & ~near_high
            twice_low |= one_low & low
            twice_high |= one_high & high
            one_low |= low
            one_high |= high
    two_low = two_high = 0  # a road further
    for word in range(WORDS):
        corners = one_low if word == 0 else one_high
        while corners != 0:
            corner = word * WORD_BITS + lowest_bit(corners)
            corners &= corners - 1
            if has(open_low, open_high, corner):
                worth = worths[corner]
                if has(others_low, others_high, corner):
                    worth *= contested
                behind = worth if has(twice_low, twice_high, corner) else min(worth, best_1)
                second = max(second, behind * 0.8)
                best_1 = max(best_1, worth)
            if is_blocked(state, seat, corner):
                continue
            built_low, built_high = CORNER_EDGE_SET[island, corner, 0] & ~empty_low, CORNER_EDGE_SET[island, corner, 1] & ~empty_high
            if built_low | built_high == 0:
                two_low |= CORNER_SURROUNDING[island, corner, 0] ^ CORNER_BIT[island, corner, 0]
                two_high |= CORNER_SURROUNDING[island, corner, 1] ^ CORNER_BIT[island, corner, 1]
                continue
            for slot in range(3):
                edge = int(CORNER_EDGES[island, corner, slot])
                if edge >= 0 and has(empty_low, empty_high, edge):
                    far = int(CORNER_NEIGHBORS[island, corner, slot])
                    two_low |= CORNER_BIT[island, far, 0]
                    two_high |= CORNER_BIT[island, far, 1]
    for word in range(WORDS):
        places = two_low & open_low & ~near_low if word == 0 else two_high & open_high & ~near_high
        others = others_low if word == 0 else others_high
        while places != 0:
            bit = lowest_bit(places)
            places &= places - 1
            worth = worths[word * WORD_BITS + bit]
            if (others >> bit) & 1 == 1:
                worth *= contested
            best_2 = max(best_2, worth)
    row.now = best_0
    row.one_road = best_1
    row.two_roads = best_2
    row.second = second
    row.looked_low = near_low | one_low | two_low
    row.looked_high = near_high | one_high | two_high


@rule
def place_terms(state: StateRecord, seat: int, row: Row) -> None:
    """What `look_around` found, for whom has a settlement left to place there."""
    left = state.settlements_left[seat] > 0
    row.term[Term.PLACE_NOW] = row.now if left else 0.0
    row.term[Term.PLACE_ONE_ROAD] = row.one_road if left else 0.0
    row.term[Term.PLACE_TWO_ROADS] = row.two_roads if left else 0.0
    row.term[Term.PLACE_SECOND] = row.second if left else 0.0


@rule
def race(mine: float, best_other: int, holds: bool, least: int) -> float:
    """How near an award is: the lead of its holder, or what is missing to take it."""
    if holds:
        return min(3, mine - best_other) * 0.1
    missing = max(least, best_other + 1) - mine
    return 1.0 / (1.0 + missing) if missing < 5 else 0.0


@rule
def card_terms(state: StateRecord, seat: int, row: Row) -> None:
    """Points, development cards and awards."""
    cards = state.cards[seat]
    points = int(state.points[seat]) + count(cards, Card.VICTORY_POINT)
    knights = count(cards, Card.KNIGHT)
    row.term[Term.POINTS] = points
    row.term[Term.POINTS_NEAR_END] = (points / int(state.target)) ** 4
    row.term[Term.KNIGHTS_PLAYED] = state.knights[seat]
    row.term[Term.KNIGHTS_HELD] = knights
    row.term[Term.PROGRESS_HELD] = total(cards) - knights - count(cards, Card.VICTORY_POINT)
    most_knights = 0
    longest = 0
    for other in range(state.players):
        if other != seat:
            most_knights = max(most_knights, int(state.knights[other]))
            longest = max(longest, int(state.route[other]))
    mine = int(state.knights[seat]) + min(2, knights) * 0.7
    row.term[Term.ARMY_CHANCE] = race(mine, most_knights, state.army_holder == seat, SMALLEST_ARMY)
    row.term[Term.ROUTE_LENGTH] = state.route[seat]
    row.term[Term.ROUTE_CHANCE] = 0.0
    if state.route_holder == seat or int(state.roads_left[seat]) + int(state.route[seat]) > longest:
        row.term[Term.ROUTE_CHANCE] = race(int(state.route[seat]), longest, state.route_holder == seat, SHORTEST_ROUTE)
    row.term[Term.ARMY_HELD] = 1.0 if state.army_holder == seat else 0.0
    row.term[Term.ROUTE_HELD] = 1.0 if state.route_holder == seat else 0.0


@rule
def soon(rolls: float, patience: float) -> float:
    """1 for at once, falling towards 0 with the rolls to wait."""
    return patience / (patience + rolls)


@rule
def roads_missing(row: Row) -> int:
    """To the nearest free corner; `NO_ROOM` where none was seen."""
    if row.now > 0.0:
        return 0
    if row.one_road > 0.0:
        return 1
    return 2 if row.two_roads > 0.0 else NO_ROOM


@rule
def hand_terms(state: StateRecord, seat: int, weights: NDArray[np.float64], row: Row) -> None:
    """What changes with the resource cards in hand: how near they are to each build. Income and places are in the row already."""
    hand = state.hand[seat]
    patience = weights[PATIENCE]
    roads = roads_missing(row)
    road, settlement, city, card = rolls_until_each(SETTLEMENT_COST + min(roads, 2) * ROAD_COST, hand, row)
    settles = roads < NO_ROOM and state.settlements_left[seat] > 0
    grows = state.cities_left[seat] > 0 and (state.settled[seat, 0] | state.settled[seat, 1]) != 0
    soon_settlement = soon(settlement, patience) if settles else 0.0
    soon_city = soon(city, patience) if grows else 0.0
    row.term[Term.SOON_SETTLEMENT] = soon_settlement
    row.term[Term.SOON_CITY] = soon_city
    row.term[Term.SOON_BEST] = max(soon_settlement, soon_city)
    row.term[Term.SOON_CARD] = soon(card, patience) if state.deck != 0 else 0.0
    row.term[Term.SOON_ROAD] = soon(road, patience) if state.roads_left[seat] > 0 else 0.0
    held = total(hand)
    row.term[Term.CARDS] = min(held, int(state.discard_limit))
    row.term[Term.CARDS_OVER_LIMIT] = max(0, held - int(state.discard_limit))
    # turns until this seat's next one: a seat in turn that has not rolled waits least, one that has rolled waits longest
    players = int(state.players)
    wait = (seat - int(state.actor) + players) % players
    if state.phase != Phase.ROLL:
        wait = (wait + players - 1) % players
    row.term[Term.TURN_NEAR] = 1.0 - wait / players


@rule
def terms(state: StateRecord, seat: int, weights: NDArray[np.float64], worths: NDArray[np.float64], row: Row) -> None:
    """Write all of a seat's terms."""
    income_terms(state, seat, weights, row)
    look_around(state, seat, worths, weights[CONTESTED], row)
    place_terms(state, seat, row)
    card_terms(state, seat, row)
    hand_terms(state, seat, weights, row)


# --- terms and weights together


@rule
def progress_of(state: StateRecord) -> float:
    """How far the game is: 0 at the beginning, 1 when somebody needs no more."""
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.points[seat]))
    return min(1.0, most / int(state.target))


@rule
def mix(weights: NDArray[np.float64], late: float, mixture: NDArray[np.float64]) -> None:
    """The weights for this progress; it stands behind them."""
    for place in range(SIZE):
        mixture[place] = (1.0 - late) * weights[place] + late * weights[SIZE + place]
    mixture[SIZE] = late


@rule
def keep_mixed(state: StateRecord, weights: NDArray[np.float64], mixture: NDArray[np.float64]) -> float:
    """Mix again if the game has gone on since. Returns how far it is."""
    late = progress_of(state)
    if late != mixture[SIZE]:
        mix(weights, late, mixture)
    return late


@rule
def weighed(row: Row, mixture: NDArray[np.float64]) -> float:
    """The terms times their weights: the logarithm of a seat's share in the chances to win."""
    whole = 0.0
    for place in range(FIRST_OF_HAND):
        whole += row.term[place] * mixture[place]
    row.without_hand = whole
    return weighed_again(row, mixture)


@rule
def weighed_again(row: Row, mixture: NDArray[np.float64]) -> float:
    """The same where only terms of the hand have changed since. In the same order, so that not a bit differs."""
    whole = row.without_hand
    for place in range(FIRST_OF_HAND, SIZE):
        whole += row.term[place] * mixture[place]
    return whole


@rule
def share(standings: NDArray[np.float64], level: int, players: int, seat: int) -> float:
    """The seat's chance to win as the standings of a level see it: all chances together are one."""
    most = standings[level, 0]
    for each in range(1, players):
        most = max(most, standings[level, each])
    together = 0.0
    mine = 0.0
    for each in range(players):
        power = np.exp(standings[level, each] - most)
        together += power
        if each == seat:
            mine = power
    return float(mine / together)
