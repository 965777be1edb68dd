"""What a position is worth to a seat: a row of terms, each with a tuned weight (`weights.toml`), set against the other seats'.

The terms know no rules of their own: they read the derived fields of the state (income, free places, routes, points). Time is
measured in rolls. `rolls_until` says how long a cost takes with the seat's income and harbors, and most of the judgement follows
from it: a hand close to a city, a harbor that fits, a missing resource and the robber all show up as rolls saved or lost.
"""

from __future__ import annotations

import numpy as np

from sevenhex.rules.board import owner, serves, serves_all, yield_of
from sevenhex.rules.cards import BITS, CARD_COST, CITY_COST, FIELD, ROAD_COST, SETTLEMENT_COST, count, total
from sevenhex.rules.ids import DESERT, NOBODY, RESOURCES, Card, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import GENERAL_RATE, GENERIC_RATE, SPECIAL_RATE
from sevenhex.rules.routes import is_blocked
from sevenhex.rules.score import SHORTEST_ROUTE, SMALLEST_ARMY
from sevenhex.rules.state import FIRST_SUM, LAST_SUM, SUMS, WORD_BITS, WORDS
from sevenhex.rules.topology import CORNER_BIT, CORNER_EDGES, CORNER_HEXES, CORNER_NEIGHBORS, CORNERS, EDGE_CORNERS, HEX_CORNERS

WAYS = np.array([min(points - 1, 13 - points) for points in range(FIRST_SUM, LAST_SUM + 1)], np.int64)  # of 36
ROLLS = 36.0
NEVER = 120.0  # rolls: longer than any game

# The terms of a seat's standing. Each has two weights: for the beginning of a game and for its end.
TERMS = (
    "points",
    "points_near_end",
    "brick",
    "lumber",
    "wool",
    "grain",
    "ore",
    "kinds",
    "numbers",
    "pace_road",
    "pace_settlement",
    "pace_city",
    "pace_card",
    "soon_settlement",
    "soon_city",
    "soon_card",
    "soon_road",
    "cards",
    "cards_over_limit",
    "place_now",
    "place_one_road",
    "place_two_roads",
    "place_second",
    "knights_played",
    "knights_held",
    "progress_held",
    "army_chance",
    "route_length",
    "route_chance",
    "harbor_generic",
    "harbor_special",
    "blocked",
    "soon_best",
    "pace_best",
    "army_held",
    "route_held",
    "turn_near",
)
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
NAMES = (*(f"early_{name}" for name in TERMS), *(f"late_{name}" for name in TERMS), *SHAPES)
PLACE = {name: place for place, name in enumerate(NAMES)}
WORTH, WORTH_HARBOR = PLACE["worth_brick"], PLACE["worth_harbor"]
PATIENCE, CONTESTED, ROBBED = PLACE["patience"], PLACE["contested"], PLACE["robbed_share"]
SCRATCH = 16 + SIZE
INCOME, RATE, VALUES = 0, 5, 16  # places in the scratch row


@rule
def corner_worths(state, weights, worths):
    """What each corner of the island yields: chances of its hexes times what their resource is worth, and its harbor."""
    island = int(state.island)
    for corner in range(CORNERS[island]):
        worth = 0.0
        for place in range(3):
            tile = int(CORNER_HEXES[island, corner, place])
            if tile >= 0 and state.terrain[tile] != DESERT and state.number[tile] > 0:
                worth += weights[WORTH + int(state.terrain[tile])] * WAYS[int(state.number[tile]) - FIRST_SUM] / ROLLS
        if state.corner_harbor[corner] != NOBODY:
            worth += weights[WORTH_HARBOR]
        worths[corner] = worth


@rule
def rolls_until(cost, hand, scratch):
    """Rolls until the hand pays the cost, the surplus going to the supply: Newton's steps down a convex line."""
    time = 0.0
    for _ in range(6):
        short = 0.0
        slope = 1e-9
        for kind in range(RESOURCES):
            income = scratch[INCOME + kind]
            lack = ((cost >> (BITS * kind)) & FIELD) - ((hand >> (BITS * kind)) & FIELD) - income * time
            if lack > 0.0:
                short += lack
                slope += income
            else:
                short += lack * scratch[RATE + kind]
                slope += income * scratch[RATE + kind]
        if short <= 1e-6:
            return time
        time += short / slope
        if time >= NEVER:
            return NEVER
    return time


@rule
def read_income(state, seat, share, scratch):
    """Cards of each resource a roll brings (what the robber holds back counts by a share), and the rates of trade. Returns the loss."""
    word = 0
    for row in range(SUMS):
        word += WAYS[row] * state.income[row, seat]
    for kind in range(RESOURCES):
        scratch[INCOME + kind] = ((word >> (BITS * kind)) & FIELD) / ROLLS
    tile = int(state.robber)
    lost = 0.0
    if state.terrain[tile] != DESERT and state.number[tile] > 0:
        for place in range(6):
            piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
            if piece != 0 and owner(piece) == seat:
                lost += yield_of(piece) * WAYS[int(state.number[tile]) - FIRST_SUM] / ROLLS
        scratch[INCOME + int(state.terrain[tile])] += lost * share
    worst = GENERIC_RATE if serves_all(state, seat) else GENERAL_RATE
    for kind in range(RESOURCES):
        scratch[RATE + kind] = 1.0 / (SPECIAL_RATE if serves(state, seat, kind) else worst)
    return lost


@rule
def look_around(state, seat, worths, contested, scratch):
    """The best free corners no, one and two roads away, and the runner-up; places others touch count less."""
    island = int(state.island)
    best_0 = 0.0
    best_1 = 0.0
    best_2 = 0.0
    second = 0.0
    others_0 = 0
    others_1 = 0
    for other in range(state.players):
        if other != seat:
            others_0 |= state.near_corners[other, 0]
            others_1 |= state.near_corners[other, 1]
    for word in range(WORDS):
        places = state.near_corners[seat, word] & state.open_corners[word]
        others = others_0 if word == 0 else others_1
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
    for word in range(WORDS):
        edges = state.near_edges[seat, word] & state.empty_edges[word]
        while edges != 0:
            edge = word * WORD_BITS + lowest_bit(edges)
            edges &= edges - 1
            for end in range(2):
                corner = int(EDGE_CORNERS[island, edge, end])
                if is_member(state.near_corners[seat, 0], state.near_corners[seat, 1], island, corner):
                    continue
                if is_member(state.open_corners[0], state.open_corners[1], island, corner):
                    worth = worths[corner]
                    if is_member(others_0, others_1, island, corner):
                        worth *= contested
                    if worth > best_1:
                        second = max(second, best_1 * 0.8)
                        best_1 = worth
                    elif worth * 0.8 > second:
                        second = worth * 0.8
                if is_blocked(state, seat, corner):
                    continue
                for slot in range(3):
                    next_edge = int(CORNER_EDGES[island, corner, slot])
                    if next_edge < 0 or state.road[next_edge] != 0:
                        continue
                    far = int(CORNER_NEIGHBORS[island, corner, slot])
                    if is_member(state.open_corners[0], state.open_corners[1], island, far) and not is_member(
                        state.near_corners[seat, 0], state.near_corners[seat, 1], island, far
                    ):
                        worth = worths[far]
                        if is_member(others_0, others_1, island, far):
                            worth *= contested
                        best_2 = max(best_2, worth)
    scratch[10] = best_0
    scratch[11] = best_1
    scratch[12] = best_2
    scratch[13] = second


@rule
def is_member(low, high, island, corner):
    return (low & CORNER_BIT[island, corner, 0]) | (high & CORNER_BIT[island, corner, 1]) != 0


@rule
def soon(rolls, patience):
    """1 for at once, falling towards 0 with the rolls to wait."""
    return patience / (patience + rolls)


@rule
def race(mine, best_other, holds, least):
    """How near an award is: the lead of its holder, or what is missing to take it."""
    if holds:
        return min(3, mine - best_other) * 0.1
    missing = max(least, best_other + 1) - mine
    return 1.0 / (1.0 + missing) if missing < 5 else 0.0


@rule
def terms(state, seat, weights, worths, scratch):
    """Write a seat's terms into the scratch row, from VALUES on."""
    for place in range(SIZE):
        scratch[VALUES + place] = 0.0
    board_terms(state, seat, weights, worths, scratch)
    hand_terms(state, seat, weights, scratch)


@rule
def board_terms(state, seat, weights, worths, scratch):
    """What does not change with the resource cards in hand."""
    out = VALUES
    lost = read_income(state, seat, weights[ROBBED], scratch)
    cards = state.cards[seat]
    points = int(state.points[seat]) + count(cards, Card.VICTORY_POINT)
    scratch[out] = points
    scratch[out + 1] = (points / int(state.target)) ** 4
    kinds = 0
    for kind in range(RESOURCES):
        income = scratch[INCOME + kind]
        scratch[out + 2 + kind] = np.sqrt(income)
        if income > 0:
            kinds += 1
    scratch[out + 7] = kinds
    numbers = 0
    for row in range(SUMS):
        if state.income[row, seat] != 0:
            numbers += 1
    scratch[out + 8] = numbers
    # how fast things come with an empty hand
    road_pace = 10.0 / (2.0 + rolls_until(ROAD_COST, 0, scratch))
    settlement_pace = 10.0 / (2.0 + rolls_until(SETTLEMENT_COST, 0, scratch))
    city_pace = 10.0 / (2.0 + rolls_until(CITY_COST, 0, scratch))
    card_pace = 10.0 / (2.0 + rolls_until(CARD_COST, 0, scratch))
    scratch[out + 9] = road_pace
    scratch[out + 10] = settlement_pace
    scratch[out + 11] = city_pace
    scratch[out + 12] = card_pace
    scratch[out + 33] = max(city_pace, settlement_pace)
    look_around(state, seat, worths, weights[CONTESTED], scratch)
    if state.settlements_left[seat] > 0:
        scratch[out + 19] = scratch[10]
        scratch[out + 20] = scratch[11]
        scratch[out + 21] = scratch[12]
        scratch[out + 22] = scratch[13]
    # cards and awards
    knights = count(cards, Card.KNIGHT)
    scratch[out + 23] = state.knights[seat]
    scratch[out + 24] = knights
    scratch[out + 25] = total(cards) - knights - count(cards, Card.VICTORY_POINT)
    most_knights = 0
    longest = 0
    for other in range(state.players):
        if other != seat:
            most_knights = max(most_knights, int(state.knights[other]))
            longest = max(longest, int(state.route[other]))
    scratch[out + 26] = race(int(state.knights[seat]) + min(2, knights) * 0.7, most_knights, state.army_holder == seat, SMALLEST_ARMY)
    scratch[out + 27] = state.route[seat]
    if state.route_holder == seat or int(state.roads_left[seat]) + int(state.route[seat]) > longest:
        scratch[out + 28] = race(int(state.route[seat]), longest, state.route_holder == seat, SHORTEST_ROUTE)
    if serves_all(state, seat):
        scratch[out + 29] = 1.0
    for kind in range(RESOURCES):
        if serves(state, seat, kind):
            scratch[out + 30] += scratch[INCOME + kind]
    scratch[out + 31] = lost
    scratch[out + 34] = state.army_holder == seat
    scratch[out + 35] = state.route_holder == seat


@rule
def hand_terms(state, seat, weights, scratch):
    """What changes with the resource cards in hand: how near they are to each build. Income and places are in the scratch row already."""
    out = VALUES
    hand = state.hand[seat]
    patience = weights[PATIENCE]
    best = 0.0
    if state.settlements_left[seat] > 0:
        cost = SETTLEMENT_COST
        room = scratch[10]
        if room == 0.0:
            cost += ROAD_COST
            room = scratch[11]
            if room == 0.0:
                cost += ROAD_COST
                room = scratch[12]
        if room > 0.0:
            best = soon(rolls_until(cost, hand, scratch), patience)
            scratch[out + 13] = best
    if state.cities_left[seat] > 0 and (state.settled[seat, 0] | state.settled[seat, 1]) != 0:
        near = soon(rolls_until(CITY_COST, hand, scratch), patience)
        scratch[out + 14] = near
        best = max(best, near)
    if state.deck != 0:
        scratch[out + 15] = soon(rolls_until(CARD_COST, hand, scratch), patience)
    if state.roads_left[seat] > 0:
        scratch[out + 16] = soon(rolls_until(ROAD_COST, hand, scratch), patience)
    scratch[out + 32] = best
    held = total(hand)
    scratch[out + 17] = min(held, int(state.discard_limit))
    scratch[out + 18] = max(0, held - int(state.discard_limit))
    # turns until this seat's next one: whoever is in turn and has not rolled waits least, whoever has rolled waits longest
    players = int(state.players)
    wait = (seat - int(state.actor) + players) % players
    if state.phase != Phase.ROLL:
        wait = (wait + players - 1) % players
    scratch[out + 36] = 1.0 - wait / players


@rule
def progress_of(state):
    """How far the game is: 0 at the beginning, 1 when somebody needs no more."""
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.points[seat]))
    return min(1.0, most / int(state.target))


@rule
def weighed(state, weights, scratch):
    """The terms in the scratch row times their weights."""
    late = progress_of(state)
    whole = 0.0
    for place in range(SIZE):
        whole += scratch[VALUES + place] * ((1.0 - late) * weights[place] + late * weights[SIZE + place])
    return whole


@rule
def standing(state, seat, weights, worths, scratch):
    """A seat's terms times their weights: the logarithm of its share in the chances to win."""
    terms(state, seat, weights, worths, scratch)
    return weighed(state, weights, scratch)


@rule
def standing_again(state, seat, weights, scratch):
    """The same where only resource cards changed hands since the seat's terms were written into this scratch row."""
    hand_terms(state, seat, weights, scratch)
    return weighed(state, weights, scratch)


@rule
def share(standings, players, seat):
    """The seat's chance to win as the standings see it: all chances together are one."""
    most = standings[0]
    for each in range(1, players):
        most = max(most, standings[each])
    together = 0.0
    for each in range(players):
        together += np.exp(standings[each] - most)
    return np.exp(standings[seat] - most) / together


@rule
def value(state, seat, weights, worths, scratch, standings):
    """The seat's chance to win."""
    if state.phase == Phase.OVER:
        return 1.0 if state.winner == seat else 0.0
    for each in range(state.players):
        standings[each] = standing(state, each, weights, worths, scratch)
    return share(standings, int(state.players), seat)


@rule
def shares(states, weights, worths, scratch, standings, out):
    """The chance of every seat to win."""
    state = states[0]
    if state.phase == Phase.OVER:
        for each in range(state.players):
            out[each] = 1.0 if state.winner == each else 0.0
        return
    corner_worths(state, weights, worths)
    for each in range(state.players):
        standings[each] = standing(state, each, weights, worths, scratch)
    for each in range(state.players):
        out[each] = share(standings, int(state.players), each)
