"""A graph network's judgement of a few positions in one compiled call, from the bytes to the scores.

`flow` asks NumPy for its products, which pays for many positions at once; alone a position costs more by the calls than by the sums. Here
nothing is called from Python in between. `tests/nets/test_swift.py` holds it to `flow`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.chance import FACES, SEVEN
from sevenhex.rules.ids import MAX_SEATS, RESOURCES
from sevenhex.rules.jit import allocating, floating
from sevenhex.rules.topology import CORNER_NEIGHBORS

from . import features
from .flow import (
    Flow,
    Near,
    add_to_whole,
    begin_corners,
    belongings,
    gather,
    learn,
    near,
    normalize,
    pass_to_corners,
    pass_to_edges,
    pass_to_hexes,
    score_places,
    score_robbing,
    score_seats,
)
from .messages import COUNTS, NO_KIND, SEAT_INPUTS, plan, rest_names, up

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

TERRAINS, NUMBERS, BUILDINGS, HARBORS = 6, 16, 14, 7  # categories of a place's bytes
HEX_WIDE, CORNER_WIDE, EDGE_WIDE = 24, 32, 8
WORTHS = BUILDINGS + HARBORS  # where a corner's features begin
SUMS = len(features.SUMS)
REACH = features.REACH
COSTS = features.tables(0).costs
YIELD, INCOME, CARDS = np.float32(features.YIELD), np.float32(features.INCOME), np.float32(features.CARDS)
PLACES, MISSING, WAIT = np.float32(features.PLACES), np.float32(features.MISSING), np.float32(features.WAIT)
LEAST_INCOME = np.float32(features.LEAST_INCOME)
LEAST_SUM = 2
ZERO, ONE = np.float32(0), np.float32(1)
LEAST_COUNT = COUNTS[0]
REST_WIDE = up(len(rest_names()))
REST_BYTES = len(rest_names()) - len(COUNTS)


class Ground(NamedTuple):
    """Where one island's bytes stand, and which places touch."""

    near: Near
    neighbors: Ints  # of each corner; -1 for none
    at: Ints  # where sections begin: terrain, number, robber, building, harbor, road, low
    columns: Ints  # (inputs of a seat from its bytes, 2): where the first seat's byte stands, and the distance to the next seat's
    seat_scale: Floats
    rest: Ints
    rest_kind: Ints
    rest_scale: Floats
    points: Ints
    seats: int


@lru_cache
def ground(island: int) -> Ground:
    own, known = plan(island), features.tables(island)
    corners = own.places[1]
    starts = ("hex.terrain", "hex.number", "hex.robber", "corner.building", "corner.harbor", "edge.road", "seats.low")
    columns = [(where.start + column, wide) for where, wide in own.seat_sections for column in range(wide)]
    return Ground(
        near=near(island),
        neighbors=np.ascontiguousarray(CORNER_NEIGHBORS[island][:corners], np.int64),
        at=np.array([known.where[name].start for name in starts], np.int64),
        columns=np.array(columns, np.int64),
        seat_scale=own.seat_scale,
        rest=np.ascontiguousarray(own.rest, np.int64),
        rest_kind=np.ascontiguousarray(own.rest_kind, np.int64),
        rest_scale=own.rest_scale,
        points=np.ascontiguousarray(own.points, np.int64),
        seats=own.seats,
    )


class Weights(NamedTuple):
    """A flow's weights; those of rounds have the round as first axis, and a bias holds everything that every position gets."""

    hex: Floats
    hex_bias: Floats
    corner: Floats
    corner_bias: Floats
    edge: Floats
    edge_bias: Floats
    seat: Floats
    seat_bias: Floats  # for each seat
    rest: Floats
    rest_bias: Floats  # for each island
    hex_corner: Floats
    first_gathering: Floats
    first_edge: Floats
    whole: Floats
    whole_bias: Floats
    to_edge: Floats
    to_edge_bias: Floats
    to_corner: Floats
    to_corner_bias: Floats
    to_seat: Floats
    to_seat_bias: Floats
    corners: Floats
    edges: Floats
    edges_bias: Floats
    seats: Floats
    gathering: Floats
    last_whole: Floats
    last_whole_bias: Floats
    last_to_seat: Floats
    last_to_seat_bias: Floats
    last_seat: Floats
    theirs: Floats
    last_gathering: Floats
    seat_head: Floats
    seat_all: Floats
    seat_all_bias: Floats
    chance: Floats
    faith: Floats
    choice: Floats
    choice_bias: Floats
    head_corner: Floats
    head_corner_bias: Floats
    head_edge: Floats
    head_edge_bias: Floats
    head_hex: Floats
    head_hex_bias: Floats
    corner_head: Floats
    settle: Floats
    city: Floats
    road: Floats
    place_bias: Floats
    hex_head: Floats
    robber: Floats
    robber_bias: Floats
    key: Floats
    key_bias: Floats


def weights_of(flow: Flow) -> Packed:
    w, (place, _, wide, _) = flow.w, flow.sizes

    def own(array: Any) -> Floats:
        return np.ascontiguousarray(array, np.float32)

    def stacked(parts: list[Any]) -> Floats:
        return own(np.stack(parts))

    cuts = (slice(0, wide), slice(wide, wide + place), slice(wide + place, wide + 2 * place), slice(wide + 2 * place, None))
    whole, to_edge, to_corner, to_seat = (
        (stacked([each.whole.weights[:, cut] for each in flow.rounds]), stacked([each.whole.bias[cut] for each in flow.rounds]))
        for cut in cuts
    )
    choices = w["choice"].shape[1]
    heads = [slice(choices + step * place, choices + (step + 1) * place) for step in range(3)]
    added = (flow.corner_head.bias[:place], flow.rounds[-1].edge.bias[place:], flow.hex_head.bias + 6 * flow.corner_head.bias[place:])
    head_corner, head_edge, head_hex = (
        (own(flow.places_all.weights[:, cut]), own(flow.places_all.bias[cut] + more)) for cut, more in zip(heads, added, strict=True)
    )
    found = Weights(
        *(w["hex"], w["hex_bias"], w["corner"], w["corner_bias"], w["edge"], w["edge_bias"]),
        *(w["seat"], own(w["seat_bias"] + w["seat_steps"]), w["whole"], own(w["whole_bias"] + w["island"]), w["hex_corner"]),
        *(flow.first_gathering.weights, flow.first_edge.weights, *whole, *to_edge, *to_corner, *to_seat),
        stacked([each.corner.weights for each in flow.rounds]),
        stacked([each.edge.weights for each in flow.rounds]),
        stacked([each.edge.bias for each in flow.rounds]),
        stacked([each.seat.weights for each in flow.rounds]),
        stacked([each.gathering.weights for each in flow.rounds]),
        *(own(flow.last_whole.weights[:, :wide]), own(flow.last_whole.bias[:wide])),
        *(own(flow.last_whole.weights[:, wide:]), own(flow.last_whole.bias[wide:] + flow.last_seat.bias)),
        *(flow.last_seat.weights, flow.theirs.weights, flow.last_gathering.weights),
        *(flow.seat_head.weights, flow.seat_all.weights, own(flow.seat_all.bias + flow.seat_head.bias), w["chance"], w["faith"]),
        *(own(flow.places_all.weights[:, :choices]), own(flow.places_all.bias[:choices]), *head_corner, *head_edge, *head_hex),
        *(flow.corner_head.weights, w["settle"], w["city"], w["road"], w["place_bias"], flow.hex_head.weights),
        *(flow.robber.weights, own(flow.robber.bias), flow.key.weights, own(flow.key.bias)),
    )
    return packed(found)


# --- products


@floating
def product(x: Floats, weights: Floats, bias: Floats, out: Floats) -> None:
    """`x @ weights + bias`, row by row; columns of `x` behind the last row of the weights do not count. No bias: an empty one."""
    inner, wide = weights.shape
    quads = inner - inner % 4
    for row in range(x.shape[0]):
        from_, to = x[row], out[row]
        if bias.shape[0]:
            for column in range(wide):
                to[column] = bias[column]
        else:
            for column in range(wide):
                to[column] = ZERO
        for k in range(0, quads, 4):
            one, two, three, four = from_[k], from_[k + 1], from_[k + 2], from_[k + 3]
            if one == ZERO and two == ZERO and three == ZERO and four == ZERO:
                continue
            first, second, third, fourth = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
            for column in range(wide):
                to[column] += one * first[column] + two * second[column] + three * third[column] + four * fourth[column]
        for k in range(quads, inner):
            one, first = from_[k], weights[k]
            for column in range(wide):
                to[column] += one * first[column]


@floating
def rectify(x: Floats) -> None:
    for row in range(x.shape[0]):
        own = x[row]
        for column in range(x.shape[1]):
            own[column] = max(own[column], ZERO)


# --- inputs of one position, as `messages.place_inputs`


@floating
def see_hexes(seen: Bytes, known: Ground, out: Floats, ways: Floats, terrain: Ints, robbed: Floats) -> None:
    for tile in range(out.shape[0]):
        kind, token, robber = int(seen[known.at[0] + tile]), int(seen[known.at[1] + tile]), int(seen[known.at[2] + tile])
        own = out[tile]
        own[:] = ZERO
        if kind < TERRAINS:
            own[kind] = ONE
        if token < NUMBERS:
            own[TERRAINS + token] = ONE
        if robber < 2:
            own[TERRAINS + NUMBERS + robber] = ONE
        ways[tile] = np.float32(FACES - abs(token - SEVEN)) if token else ZERO
        terrain[tile] = kind
        robbed[tile] = np.float32(robber)


@floating
def see_corners(seen: Bytes, known: Ground, ways: Floats, terrain: Ints, out: Floats, worth: Floats) -> None:
    """All but where seats may settle; `worth` is what a free place yields."""
    for corner in range(out.shape[0]):
        own = out[corner]
        own[:] = ZERO
        building, harbor = int(seen[known.at[3] + corner]), int(seen[known.at[4] + corner])
        if building < BUILDINGS:
            own[building] = ONE
        if harbor < HARBORS:
            own[BUILDINGS + harbor] = ONE
        whole = ZERO
        for touching in range(known.near.corner_hexes.shape[1]):
            tile = known.near.corner_hexes[corner, touching]
            if tile >= 0 and terrain[tile] < RESOURCES:
                own[WORTHS + terrain[tile]] += ways[tile] / YIELD
                whole += ways[tile]
        free = building == 0
        for step in range(known.neighbors.shape[1]):
            other = known.neighbors[corner, step]
            if other >= 0 and seen[known.at[3] + other] != 0:
                free = False
        worth[corner] = whole if free else ZERO


@floating
def see_seats(seen: Bytes, known: Ground, ways: Floats, terrain: Ints, robbed: Floats, out: Floats) -> None:
    """All but what they could reach; `out` has a row for each seat."""
    plain = known.columns.shape[0]
    for seat in range(out.shape[0]):
        own = out[seat]
        own[:] = ZERO
        for place in range(plain):
            own[place] = np.float32(seen[known.columns[place, 0] + seat * known.columns[place, 1]]) * known.seat_scale[place]
        for tile in range(ways.shape[0]):
            kind, token = terrain[tile], int(seen[known.at[1] + tile])
            taken = 0
            for touching in range(known.near.hex_corners.shape[1]):
                building = int(seen[known.at[3] + known.near.hex_corners[tile, touching]])
                if building == 1 + seat:
                    taken += 1
                elif building == 1 + seat + MAX_SEATS:
                    taken += 2
            if not taken or kind >= RESOURCES:
                continue
            working = np.float32(taken) * (ONE - robbed[tile])
            own[plain + kind] += working * ways[tile]
            own[plain + RESOURCES + kind] += np.float32(taken) * robbed[tile] * ways[tile] / INCOME
            place = token - LEAST_SUM if token < SEVEN else token - LEAST_SUM - 1
            if token >= LEAST_SUM and token != SEVEN:
                own[plain + 2 * RESOURCES + place * RESOURCES + kind] += working / CARDS
        behind = plain + 2 * RESOURCES + SUMS * RESOURCES + 2 * REACH
        for cost in range(COSTS.shape[0]):
            lacking, longest = ZERO, ZERO
            for kind in range(RESOURCES):
                lack = COSTS[cost, kind] - np.float32(seen[known.at[6] + seat * RESOURCES + kind])
                if lack > ZERO:
                    lacking += lack
                    longest = max(longest, lack / (own[plain + kind] + LEAST_INCOME))
            own[behind + cost] = lacking / MISSING
            own[behind + COSTS.shape[0] + cost] = longest / WAIT
        for kind in range(RESOURCES):
            own[plain + kind] /= INCOME


@floating
def see_reach(seen: Bytes, known: Ground, worth: Floats, corner: Floats, seats: Floats, reached: Ints, paved: Ints) -> None:
    """Where each seat may settle at the ends of its roads, of one new road and of two."""
    plain = known.columns.shape[0] + 2 * RESOURCES + SUMS * RESOURCES
    ends = known.near.edge_corners
    for seat in range(seats.shape[0]):
        reached[:] = 0
        for edge in range(ends.shape[0]):
            if seen[known.at[5] + edge] == 1 + seat:
                reached[ends[edge, 0]] = reached[ends[edge, 1]] = 1
        for step in range(REACH):
            if step:
                for edge in range(ends.shape[0]):
                    paved[edge] = 0
                    if seen[known.at[5] + edge] == 0:
                        for end in range(2):
                            at = ends[edge, end]
                            building = int(seen[known.at[3] + at])
                            own = building == 1 + seat or building == 1 + seat + MAX_SEATS
                            if reached[at] and (building == 0 or own):
                                paved[edge] = 1
                reached[:] = 0
                for edge in range(ends.shape[0]):
                    if paved[edge]:
                        reached[ends[edge, 0]] = reached[ends[edge, 1]] = 1
            best, many = ZERO, 0
            column = WORTHS + RESOURCES + step + (REACH if seat else 0)
            for place in range(corner.shape[0]):
                if reached[place] and worth[place] > ZERO:
                    best = max(best, worth[place])
                    many += 1
                    corner[place, column] = max(corner[place, column], worth[place] / YIELD)
            seats[seat, plain + step] = best / YIELD
            seats[seat, plain + REACH + step] = np.float32(many) / PLACES


@floating
def see_rest(seen: Bytes, known: Ground, players: int, out: Floats) -> None:
    out[:] = ZERO
    for place in range(known.rest.shape[0]):
        byte = seen[known.rest[place]]
        if known.rest_kind[place] != NO_KIND:
            out[place] = ONE if byte == known.rest_kind[place] else ZERO
        else:
            out[place] = np.float32(byte) * known.rest_scale[place]
    out[REST_BYTES + players - LEAST_COUNT] = ONE


# --- the whole judgement


@allocating
def judge_rows(seen: Bytes, players: int, island: int, known: Ground, w: Weights, worth: Floats, scores: Floats) -> None:
    hexes, corners, edges, seats = known.near.hex_corners.shape[0], known.neighbors.shape[0], known.near.edge_corners.shape[0], known.seats
    place, wide, people = w.hex.shape[1], w.rest.shape[1], w.seat.shape[1]
    none = np.empty(0, np.float32)
    ways, robbed, terrain = np.empty(hexes, np.float32), np.empty(hexes, np.float32), np.empty(hexes, np.int64)
    free, reached, paved = np.empty(corners, np.float32), np.empty(corners, np.int64), np.empty(edges, np.int64)
    hex_seen, corner_seen = np.empty((hexes, HEX_WIDE), np.float32), np.empty((corners, CORNER_WIDE), np.float32)
    seat_seen, rest_seen = np.empty((seats, SEAT_INPUTS), np.float32), np.empty((1, REST_WIDE), np.float32)
    tile, near_tile = np.empty((hexes, 1, place), np.float32), np.empty((hexes, 1, place), np.float32)
    corner, near_corner = np.empty((corners, 1, place), np.float32), np.empty((corners, 1, place), np.float32)
    edge, near_edge = np.empty((edges, 1, place), np.float32), np.empty((edges, 1, place), np.float32)
    seat, near_seat = np.empty((seats, 1, people), np.float32), np.empty((seats, 1, people), np.float32)
    whole, near_whole = np.empty((1, wide), np.float32), np.empty((1, wide), np.float32)
    hex_words, corner_words = np.empty((hexes, 1, place), np.float32), np.empty((corners, 1, 2 * place), np.float32)
    first_words, edge_words = np.empty((edges, 1, place), np.float32), np.empty((edges, 1, 2 * place), np.float32)
    seat_words, key = np.empty((seats, 1, people), np.float32), np.empty((seats, 1, place), np.float32)
    theirs, their_words = np.empty((seats, 1, 2 * place), np.float32), np.empty((seats, 1, people), np.float32)
    gathered, added = np.empty((1, 3 * people + 2 * place), np.float32), np.empty((1, wide), np.float32)
    to_whole, to_seat = np.empty((1, wide), np.float32), np.empty((1, people), np.float32)
    to_corner, to_edge, to_hex = np.empty((1, place), np.float32), np.empty((1, place), np.float32), np.empty((1, place), np.float32)
    mean_corner, mean_edge = np.empty((1, place), np.float32), np.empty((1, place), np.float32)
    there = np.empty((seats, 1), np.float32)
    buildings, roads, points = np.empty((1, corners), np.uint8), np.empty((1, edges), np.uint8), np.empty((1, seats), np.uint8)
    choices = w.choice.shape[1]
    for each in range(seats):
        there[each, 0] = ONE if each < players else ZERO
    for row in range(seen.shape[0]):
        own = seen[row]
        see_hexes(own, known, hex_seen, ways, terrain, robbed)
        see_corners(own, known, ways, terrain, corner_seen, free)
        see_seats(own, known, ways, terrain, robbed, seat_seen)
        see_reach(own, known, free, corner_seen, seat_seen, reached, paved)
        see_rest(own, known, players, rest_seen[0])

        product(hex_seen, w.hex, w.hex_bias, tile.reshape(hexes, place))
        rectify(tile.reshape(hexes, place))
        for at in range(edges):  # what an edge is plain is its road alone
            byte = int(own[known.at[5] + at])
            for column in range(place):
                edge[at, 0, column] = w.edge_bias[column] + (w.edge[byte, column] if byte < EDGE_WIDE else ZERO)
        normalize(edge, near_edge)
        product(corner_seen, w.corner, w.corner_bias, corner.reshape(corners, place))
        product(tile.reshape(hexes, place), w.hex_corner, none, hex_words.reshape(hexes, place))
        begin_corners(corner, hex_words, known.near.corner_hexes, near_corner)
        for each in range(seats):
            product(seat_seen[each : each + 1], w.seat, w.seat_bias[each], seat[each])
            for column in range(people):
                seat[each, 0, column] = max(seat[each, 0, column], ZERO) * there[each, 0]
        normalize(seat, near_seat)
        gather(seat, there, gathered)
        product(rest_seen, w.rest, w.rest_bias[island], whole)
        product(gathered, w.first_gathering, none, added)
        for column in range(wide):
            whole[0, column] = max(whole[0, column] + added[0, column], ZERO)
        normalize(whole.reshape(1, 1, wide), near_whole.reshape(1, 1, wide))
        product(near_edge.reshape(edges, place), w.first_edge, none, first_words.reshape(edges, place))

        for turn in range(w.whole.shape[0]):
            product(near_whole, w.whole[turn], w.whole_bias[turn], to_whole)
            product(near_whole, w.to_edge[turn], w.to_edge_bias[turn], to_edge)
            product(near_whole, w.to_corner[turn], w.to_corner_bias[turn], to_corner)
            product(near_whole, w.to_seat[turn], w.to_seat_bias[turn], to_seat)
            product(near_corner.reshape(corners, place), w.corners[turn], none, corner_words.reshape(corners, 2 * place))
            words, skip = (edge_words, place) if turn else (first_words, 0)
            pass_to_edges(edge, words, skip, corner_words, to_edge, known.near.edge_corners, near_edge, mean_edge)
            product(near_edge.reshape(edges, place), w.edges[turn], none, edge_words.reshape(edges, 2 * place))
            bias = w.edges_bias[turn]
            pass_to_corners(corner, corner_words, edge_words, bias, to_corner, known.near.corner_edges, near_corner, mean_corner)
            product(near_seat.reshape(seats, people), w.seats[turn], none, seat_words.reshape(seats, people))
            learn(seat, seat_words, to_seat, there, near_seat)
            gather(seat, there, gathered)
            for column in range(place):
                gathered[0, 3 * people + column] = mean_corner[0, column]
                gathered[0, 3 * people + place + column] = mean_edge[0, column]
            product(gathered, w.gathering[turn], none, added)
            add_to_whole(whole, to_whole, added, near_whole)

        product(near_whole, w.last_whole, w.last_whole_bias, to_whole)
        product(near_whole, w.last_to_seat, w.last_to_seat_bias, to_seat)
        for at in range(corners):
            buildings[0, at] = own[known.at[3] + at]
        for at in range(edges):
            roads[0, at] = own[known.at[5] + at]
        for each in range(seats):
            points[0, each] = own[known.points[each]]
        belongings(corner, edge, buildings, roads, theirs)
        product(near_seat.reshape(seats, people), w.last_seat, none, seat_words.reshape(seats, people))
        product(theirs.reshape(seats, 2 * place), w.theirs, none, their_words.reshape(seats, people))
        for each in range(seats):
            for column in range(people):
                seat_words[each, 0, column] += their_words[each, 0, column]
        learn(seat, seat_words, to_seat, there, near_seat)
        gather(seat, there, gathered)
        product(gathered, w.last_gathering, none, added)
        add_to_whole(whole, to_whole, added, near_whole)

        product(near_seat.reshape(seats, people), w.seat_head, none, seat_words.reshape(seats, people))
        product(near_whole, w.seat_all, w.seat_all_bias, to_seat)
        score_seats(seat_words, to_seat, w.chance, w.faith, points, worth[row : row + 1])
        if scores.shape[1] == 0:
            continue
        found = scores[row : row + 1]
        product(near_whole, w.choice, w.choice_bias, found)
        product(near_whole, w.head_corner, w.head_corner_bias, to_corner)
        product(near_whole, w.head_edge, w.head_edge_bias, to_edge)
        product(near_whole, w.head_hex, w.head_hex_bias, to_hex)
        product(near_corner.reshape(corners, place), w.corner_head, none, corner_words.reshape(corners, 2 * place))
        score_places(corner_words, to_corner, w.settle, w.city, w.place_bias[:2], choices, choices + corners, found)
        for at in range(edges):
            for column in range(place):
                first_words[at, 0, column] = edge_words[at, 0, place + column]
        score_places(first_words, to_edge, w.road, w.road, w.place_bias[2:], choices + 2 * corners, -1, found)
        normalize(tile, near_tile)
        product(near_tile.reshape(hexes, place), w.hex_head, none, hex_words.reshape(hexes, place))
        pass_to_hexes(tile, hex_words, corner_words, to_hex, known.near.hex_corners, near_tile)
        product(near_tile.reshape(hexes, place), w.robber, w.robber_bias, hex_words.reshape(hexes, place))
        product(near_seat.reshape(seats, people), w.key, w.key_bias, key.reshape(seats, place))
        score_robbing(hex_words, key, choices + 2 * corners + edges, found)


# --- everything in two arrays: a call with hundreds of arguments would cost more than its sums


class Packed(NamedTuple):
    """Arrays one behind the other; of each where it begins, and how long its axes are."""

    flat: NDArray[Any]
    places: Ints


def packed(parts: Iterable[NDArray[Any]]) -> Packed:
    arrays = list(parts)
    places, begin = np.ones((len(arrays), 4), np.int64), 0
    for row, array in zip(places, arrays, strict=True):
        row[0], row[1 : 1 + array.ndim], begin = begin, array.shape, begin + array.size
    return Packed(np.concatenate([array.ravel() for array in arrays]), places)


@allocating
def line(flat: NDArray[Any], places: Ints, which: int) -> NDArray[Any]:
    begin = places[which, 0]
    return flat[begin : begin + places[which, 1]]


@allocating
def table(flat: NDArray[Any], places: Ints, which: int) -> NDArray[Any]:
    begin, rows, columns = places[which, 0], places[which, 1], places[which, 2]
    return flat[begin : begin + rows * columns].reshape(rows, columns)


@allocating
def tables(flat: NDArray[Any], places: Ints, which: int) -> NDArray[Any]:
    begin, first, rows, columns = places[which, 0], places[which, 1], places[which, 2], places[which, 3]
    return flat[begin : begin + first * rows * columns].reshape(first, rows, columns)


@allocating
def weights_in(flat: Floats, places: Ints) -> Weights:
    return Weights(
        hex=table(flat, places, 0),
        hex_bias=line(flat, places, 1),
        corner=table(flat, places, 2),
        corner_bias=line(flat, places, 3),
        edge=table(flat, places, 4),
        edge_bias=line(flat, places, 5),
        seat=table(flat, places, 6),
        seat_bias=table(flat, places, 7),
        rest=table(flat, places, 8),
        rest_bias=table(flat, places, 9),
        hex_corner=table(flat, places, 10),
        first_gathering=table(flat, places, 11),
        first_edge=table(flat, places, 12),
        whole=tables(flat, places, 13),
        whole_bias=table(flat, places, 14),
        to_edge=tables(flat, places, 15),
        to_edge_bias=table(flat, places, 16),
        to_corner=tables(flat, places, 17),
        to_corner_bias=table(flat, places, 18),
        to_seat=tables(flat, places, 19),
        to_seat_bias=table(flat, places, 20),
        corners=tables(flat, places, 21),
        edges=tables(flat, places, 22),
        edges_bias=table(flat, places, 23),
        seats=tables(flat, places, 24),
        gathering=tables(flat, places, 25),
        last_whole=table(flat, places, 26),
        last_whole_bias=line(flat, places, 27),
        last_to_seat=table(flat, places, 28),
        last_to_seat_bias=line(flat, places, 29),
        last_seat=table(flat, places, 30),
        theirs=table(flat, places, 31),
        last_gathering=table(flat, places, 32),
        seat_head=table(flat, places, 33),
        seat_all=table(flat, places, 34),
        seat_all_bias=line(flat, places, 35),
        chance=line(flat, places, 36),
        faith=line(flat, places, 37),
        choice=table(flat, places, 38),
        choice_bias=line(flat, places, 39),
        head_corner=table(flat, places, 40),
        head_corner_bias=line(flat, places, 41),
        head_edge=table(flat, places, 42),
        head_edge_bias=line(flat, places, 43),
        head_hex=table(flat, places, 44),
        head_hex_bias=line(flat, places, 45),
        corner_head=table(flat, places, 46),
        settle=line(flat, places, 47),
        city=line(flat, places, 48),
        road=line(flat, places, 49),
        place_bias=line(flat, places, 50),
        hex_head=table(flat, places, 51),
        robber=table(flat, places, 52),
        robber_bias=line(flat, places, 53),
        key=table(flat, places, 54),
        key_bias=line(flat, places, 55),
    )


@allocating
def ground_in(flat: Ints, places: Ints, seat_scale: Floats, rest_scale: Floats, seats: int) -> Ground:
    return Ground(
        near=Near(table(flat, places, 0), table(flat, places, 1), table(flat, places, 2), table(flat, places, 3)),
        neighbors=table(flat, places, 4),
        at=line(flat, places, 5),
        columns=table(flat, places, 6),
        seat_scale=seat_scale,
        rest=line(flat, places, 7),
        rest_kind=line(flat, places, 8),
        rest_scale=rest_scale,
        points=line(flat, places, 9),
        seats=seats,
    )


@lru_cache
def packed_ground(island: int) -> Packed:
    known = ground(island)
    return packed([*known.near, known.neighbors, known.at, known.columns, known.rest, known.rest_kind, known.points])


@allocating
def judge_packed(
    seen: Bytes,
    players: int,
    island: int,
    ints: Ints,
    int_places: Ints,
    seat_scale: Floats,
    rest_scale: Floats,
    flat: Floats,
    places: Ints,
    worth: Floats,
    scores: Floats,
) -> None:
    known = ground_in(ints, int_places, seat_scale, rest_scale, worth.shape[1])
    judge_rows(seen, players, island, known, weights_in(flat, places), worth, scores)


def judge(seen: Bytes, players: int, island: int, weights: Packed, worth: Floats, scores: Floats) -> None:
    """`Flow.judge` of these rows, one after the other; without the policy `scores` has no columns."""
    known = ground(island)
    # plain numbers: for a member of an enumeration the compiled function would be looked for anew at every call
    judge_packed(seen, int(players), int(island), *packed_ground(island), known.seat_scale, known.rest_scale, *weights, worth, scores)
