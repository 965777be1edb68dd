"""The graph network as one core plays it: what `messages.judge` works out, a few positions at a time.

Messages are added up along the island's fixed neighbors instead of multiplied with noughts and ones; gains and shifts of norms stand in the
weights that follow; what a chunk of positions needs stays in the core's cache. `tests/nets/test_flow.py` holds it to `judge`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.ids import MAX_SEATS
from sevenhex.rules.jit import floating
from sevenhex.rules.topology import CORNER_EDGES, CORNER_HEXES, EDGE_CORNERS, HEX_CORNERS

from . import features
from .messages import NUMPY, Plan, Sizes, place_inputs, plan
from .network import LEAST_NORM

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

CHUNK = 32  # positions that go through together
LEAST = np.float32(LEAST_NORM)
ZERO, ONE = np.float32(0), np.float32(1)


@floating
def normalize_row(x: Floats, out: Floats) -> None:
    wide = np.float32(x.shape[0])
    whole = ZERO
    for column in range(x.shape[0]):
        whole += x[column]
    mean = whole / wide
    squares = ZERO
    for column in range(x.shape[0]):
        squares += (x[column] - mean) * (x[column] - mean)
    scale = ONE / np.sqrt(squares / wide + LEAST)
    for column in range(x.shape[0]):
        out[column] = (x[column] - mean) * scale


@floating
def normalize(x: Floats, out: Floats) -> None:
    """The rows of a table with mean 0 and spread 1."""
    for place in range(x.shape[0]):
        for row in range(x.shape[1]):
            normalize_row(x[place, row], out[place, row])


@floating
def begin_corners(corner: Floats, sent: Floats, near: Ints, out: Floats) -> None:
    """Corners begin with the sum of their hexes' messages."""
    for place in range(corner.shape[0]):
        for row in range(corner.shape[1]):
            own = corner[place, row]
            for touching in range(near.shape[1]):
                if near[place, touching] >= 0:
                    message = sent[near[place, touching], row]
                    for column in range(own.shape[0]):
                        own[column] += message[column]
            normalize_row(own, out[place, row])


@floating
def pass_to_edges(edge: Floats, own: Floats, skip: int, sent: Floats, all_: Floats, ends: Ints, out: Floats, mean: Floats) -> None:
    """Edges learn from their corners; `out` is their norm, `mean` the mean over them. Own words stand in `own` from `skip` on, those of
    corners in the second half of `sent`."""
    wide = edge.shape[2]
    share = ONE / np.float32(edge.shape[0])
    mean[:] = ZERO
    for place in range(edge.shape[0]):
        for row in range(edge.shape[1]):
            x, word = edge[place, row], own[place, row, skip : skip + wide]
            first, second = sent[ends[place, 0], row, wide:], sent[ends[place, 1], row, wide:]
            common, added = all_[row], mean[row]
            for column in range(wide):
                heard = word[column] + first[column] + second[column] + common[column]
                x[column] += max(heard, ZERO)
                added[column] += share * x[column]
            normalize_row(x, out[place, row])


@floating
def pass_to_corners(corner: Floats, own: Floats, sent: Floats, bias: Floats, all_: Floats, near: Ints, out: Floats, mean: Floats) -> None:
    """Corners learn from their edges. Own words stand in the first half of `own`, those of edges in the first part of `sent`."""
    wide = corner.shape[2]
    share = ONE / np.float32(corner.shape[0])
    mean[:] = ZERO
    for place in range(corner.shape[0]):
        for row in range(corner.shape[1]):
            x, word = corner[place, row], own[place, row]
            common, added = all_[row], mean[row]
            first, second, third = near[place, 0], near[place, 1], near[place, 2]
            if third >= 0:
                one, two, three = sent[first, row], sent[second, row], sent[third, row]
                for column in range(wide):
                    heard = word[column] + common[column] + one[column] + two[column] + three[column] + np.float32(3) * bias[column]
                    x[column] += max(heard, ZERO)
                    added[column] += share * x[column]
            else:
                one, two = sent[first, row], sent[second, row]
                for column in range(wide):
                    heard = word[column] + common[column] + one[column] + two[column] + np.float32(2) * bias[column]
                    x[column] += max(heard, ZERO)
                    added[column] += share * x[column]
            normalize_row(x, out[place, row])


@floating
def pass_to_hexes(tile: Floats, own: Floats, sent: Floats, all_: Floats, near: Ints, out: Floats) -> None:
    """Hexes learn from their corners, whose words stand in the second half of `sent`."""
    wide = tile.shape[2]
    for place in range(tile.shape[0]):
        for row in range(tile.shape[1]):
            x, word, common = tile[place, row], own[place, row], all_[row]
            for column in range(wide):
                heard = word[column] + common[column]
                for touching in range(near.shape[1]):
                    heard += sent[near[place, touching], row, wide + column]
                x[column] += max(heard, ZERO)
            normalize_row(x, out[place, row])


@floating
def learn(x: Floats, own: Floats, all_: Floats, there: Floats, out: Floats) -> None:
    """Seats learn from themselves and the whole, if they play."""
    for seat in range(x.shape[0]):
        for row in range(x.shape[1]):
            here, word, common = x[seat, row], own[seat, row], all_[row]
            for column in range(here.shape[0]):
                here[column] += max(word[column] + common[column], ZERO) * there[seat, row]
            normalize_row(here, out[seat, row])


@floating
def gather(seat: Floats, there: Floats, out: Floats) -> None:
    """What seats place_inputs the whole: the own one, the mean of the others who play, and of each channel the highest of the others."""
    seats, rows, wide = seat.shape
    for row in range(rows):
        others = ZERO
        for each in range(1, seats):
            others += there[each, row]
        share = ONE / others
        found = out[row]
        for column in range(wide):
            mean, highest = ZERO, seat[1, row, column]
            for each in range(1, seats):
                mean += seat[each, row, column] * there[each, row]
                highest = max(highest, seat[each, row, column])
            found[column] = seat[0, row, column]
            found[wide + column] = mean * share
            found[2 * wide + column] = highest


@floating
def add_to_whole(whole: Floats, own: Floats, gathered: Floats, out: Floats) -> None:
    """The whole learns from itself and from what was gathered."""
    for row in range(whole.shape[0]):
        x = whole[row]
        for column in range(x.shape[0]):
            x[column] += max(own[row, column] + gathered[row, column], ZERO)
        normalize_row(x, out[row])


@floating
def belongings(corner: Floats, edge: Floats, building: NDArray[np.uint8], road: NDArray[np.uint8], out: Floats) -> None:
    """The sums over each seat's buildings, then over its roads."""
    wide = corner.shape[2]
    out[:] = ZERO
    seats = out.shape[0]
    for row in range(corner.shape[1]):
        for place in range(corner.shape[0]):
            owner = int(building[row, place])
            owner = (owner - 1) % MAX_SEATS if owner else seats
            if owner < seats:
                for column in range(wide):
                    out[owner, row, column] += corner[place, row, column]
        for place in range(edge.shape[0]):
            owner = int(road[row, place])
            if 0 < owner <= seats:
                for column in range(wide):
                    out[owner - 1, row, wide + column] += edge[place, row, column]


@floating
def score_places(words: Floats, all_: Floats, first: Floats, second: Floats, bias: Floats, at: int, then: int, out: Floats) -> None:
    """Two scores of each place: what it received, as far as it is more than nothing, times the weights of a head. `then` is negative where
    there is but one head."""
    wide = all_.shape[1]
    for place in range(words.shape[0]):
        for row in range(words.shape[1]):
            word, common = words[place, row], all_[row]
            one, two = ZERO, ZERO
            for column in range(wide):
                heard = max(word[column] + common[column], ZERO)
                one += heard * first[column]
                two += heard * second[column]
            out[row, at + place] = one + bias[0]
            if then >= 0:
                out[row, then + place] = two + bias[1]


@floating
def score_robbing(query: Floats, key: Floats, at: int, out: Floats) -> None:
    """A score for each hex and seat."""
    seats = key.shape[0]
    for place in range(query.shape[0]):
        for row in range(query.shape[1]):
            for seat in range(seats):
                found = ZERO
                for column in range(query.shape[2]):
                    found += query[place, row, column] * key[seat, row, column]
                out[row, at + place * seats + seat] = found


@floating
def score_seats(words: Floats, all_: Floats, weights: Floats, faith: Floats, points: NDArray[np.uint8], out: Floats) -> None:
    """The logarithm of each seat's chance, but for a constant."""
    for seat in range(words.shape[0]):
        for row in range(words.shape[1]):
            word, common = words[seat, row], all_[row]
            found = ZERO
            for column in range(word.shape[0]):
                found += max(word[column] + common[column], ZERO) * weights[column]
            out[row, seat] = found + faith[0] * np.float32(points[row, seat])


class Near(NamedTuple):
    """Which places touch which; -1 for none."""

    corner_hexes: Ints
    corner_edges: Ints
    edge_corners: Ints
    hex_corners: Ints


@lru_cache
def near(island: int) -> Near:
    hexes, corners, edges = plan(island).places

    def table(rows: Any, size: int) -> Ints:
        return np.ascontiguousarray(rows[island][:size], np.int64)

    return Near(table(CORNER_HEXES, corners), table(CORNER_EDGES, corners), table(EDGE_CORNERS, edges), table(HEX_CORNERS, hexes))


class Layer(NamedTuple):
    """Weights behind one norm, for several uses side by side."""

    weights: Floats
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        return self.words(x) + self.bias

    def words(self, x: Floats) -> Floats:
        """Without the bias."""
        rows = x.reshape(-1, x.shape[-1]) @ self.weights
        found: Floats = rows.reshape(*x.shape[:-1], self.weights.shape[1])
        return found


class Round(NamedTuple):
    """The weights of one round."""

    whole: Layer  # to itself, edges, corners, seats
    corner: Layer  # to itself, and to edges
    edge: Layer  # to corners, and to itself in the next round (after the last one: to its head)
    seat: Layer
    gathering: Layer  # from seats, corners and edges to the whole


class Flow:
    """A graph network's weights as they are used here."""

    def __init__(self, arrays: dict[str, Floats], sizes: Sizes) -> None:
        self.w, self.sizes = arrays, sizes
        w, rounds = arrays, sizes.rounds

        def behind(norm: str, *uses: tuple[str, str]) -> Layer:
            """The weights of several uses of one thing, each with the gain and shift of its norm; `norm` is the usual one."""
            parts, biases = [], []
            for name, other in uses:
                gain, shift = w[f"{other or norm}_gain"], w[f"{other or norm}_shift"]
                parts.append(w[name] * gain[:, None])
                biases.append(shift @ w[name] + w.get(f"{name}_bias", ZERO))
            return Layer(np.ascontiguousarray(np.concatenate(parts, axis=1)), np.concatenate(biases))

        def stacked(*names: str) -> Layer:
            return Layer(np.concatenate([w[name] for name in names]), np.zeros(w[names[0]].shape[1], np.float32))

        people = ("own_whole", "mean_whole", "best_whole")
        self.first_gathering = stacked(*people)
        self.first_edge = behind("edge0", ("edge0", ""))
        self.rounds: list[Round] = []
        for turn in range(rounds):
            to_whole = behind(
                f"whole{turn}", *((name.format(turn), "") for name in ("whole{}", "whole_edge{}", "whole_corner{}", "whole_seat{}"))
            )
            corner = behind(f"corner{turn}", (f"corner{turn}", ""), (f"corner_edge{turn}", ""))
            following = "last_edge" if turn + 1 == rounds else f"edge{turn + 1}"
            edge = behind("", (f"edge_corner{turn}", f"road{turn}"), (following, following))
            seat = behind(f"seat{turn}", (f"seat{turn}", ""))
            gathering = stacked(*(f"{name}{turn}" for name in (*people, "corner_whole", "edge_whole")))
            # biases that every position gets: those of edges and corners are added once, with what the whole says
            place, wide = sizes.places, sizes.whole
            own_edge = self.first_edge.bias if turn == 0 else self.rounds[-1].edge.bias[place:]
            to_whole.bias[wide : wide + place] += own_edge + 2 * corner.bias[place:]
            to_whole.bias[wide + place : wide + 2 * place] += corner.bias[:place]
            to_whole.bias[wide + 2 * place :] += seat.bias
            self.rounds.append(Round(to_whole, corner, edge, seat, gathering))
        last = f"whole{rounds}"
        self.last_whole = behind(last, (last, ""), (f"whole_seat{rounds}", ""))
        self.last_seat = behind(f"seat{rounds}", (f"seat{rounds}", ""))
        self.theirs = stacked("corner_seat", "edge_seat")
        self.last_gathering = stacked(*(f"{name}{rounds}" for name in people))
        self.seat_head = behind("last_seat", ("last_seat", ""))
        self.seat_all = behind("last_whole", ("whole_last_seat", ""))
        self.places_all = behind("last_whole", ("choice", ""), *((f"whole_last_{kind}", "") for kind in ("corner", "edge", "hex")))
        self.corner_head = behind("last_corner", ("last_corner", ""), ("corner_last_hex", ""))
        self.hex_head = behind("last_hex", ("last_hex", ""))
        self.robber = behind("robber", ("robber", ""))
        self.key = behind("robbed", ("key", ""))

    def judge(self, seen: NDArray[np.uint8], players: int, island: int, policy: bool = True) -> tuple[Floats, Floats]:
        """As `messages.judge`; without the policy its scores are empty."""
        own = plan(island)
        worth = np.empty((len(seen), own.seats), np.float32)
        scores = np.empty((len(seen), self.choices(own) if policy else 0), np.float32)
        for begin in range(0, len(seen), CHUNK):
            part = slice(begin, begin + CHUNK)
            self._judge(seen[part], players, own, worth[part], scores[part])
        return scores, worth

    def choices(self, own: Plan) -> int:
        hexes, corners, edges = own.places
        return int(self.w["choice"].shape[1]) + 2 * corners + edges + hexes * own.seats

    def _judge(self, seen: NDArray[np.uint8], players: int, own: Plan, worth: Floats, scores: Floats) -> None:
        w, (place, _, wide, _) = self.w, self.sizes
        known, touching = features.tables(own.island), near(own.island)
        present = np.repeat((np.arange(own.seats) < players).astype(np.float32)[:, None], len(seen), axis=1)
        inputs = place_inputs(seen, present, own, known, NUMPY)

        def normal(x: Floats) -> Floats:
            out = np.empty_like(x)
            normalize(x, out)
            return out

        def layer(x: Floats, name: str) -> Floats:
            x = np.ascontiguousarray(x, np.float32)
            rows = x.reshape(-1, x.shape[-1]) @ w[name] + w[f"{name}_bias"]
            return rows.reshape(*x.shape[:-1], rows.shape[1])

        tile = np.maximum(layer(inputs.hexes, "hex"), 0)
        edge, corner = layer(inputs.edges, "edge"), layer(inputs.corners, "corner")
        near_corner, near_edge = np.empty_like(corner), normal(edge)
        begin_corners(corner, np.ascontiguousarray(tile @ w["hex_corner"]), touching.corner_hexes, near_corner)
        seat = np.maximum(layer(inputs.seats, "seat") + w["seat_steps"][: own.seats, None], 0) * present[:, :, None]
        near_seat = normal(seat)
        people = np.empty((len(seen), 3 * seat.shape[2] + 2 * place), np.float32)
        only_people = 3 * seat.shape[2]
        gather(seat, present, people)
        whole = np.maximum(
            inputs.rest @ w["whole"] + (w["whole_bias"] + w["island"][own.island]) + people[:, :only_people] @ self.first_gathering.weights,
            0,
        )
        near_whole = normal(whole[None])[0]
        own_edge, skip = self.first_edge.words(near_edge), 0
        mean_corner, mean_edge = np.empty((len(seen), place), np.float32), np.empty((len(seen), place), np.float32)

        for each in self.rounds:
            all_ = each.whole(near_whole)
            to_whole, to_edge, to_corner, to_seat = (
                np.ascontiguousarray(part) for part in np.split(all_, (wide, wide + place, wide + 2 * place), axis=1)
            )
            words = each.corner.words(near_corner)
            pass_to_edges(edge, own_edge, skip, words, to_edge, touching.edge_corners, near_edge, mean_edge)
            own_edge, skip = each.edge.words(near_edge), place
            bias = each.edge.bias[:place]
            pass_to_corners(corner, words, own_edge, bias, to_corner, touching.corner_edges, near_corner, mean_corner)
            words = each.seat.words(near_seat)
            learn(seat, words, to_seat, present, near_seat)
            gather(seat, present, people)
            people[:, only_people : only_people + place], people[:, only_people + place :] = mean_corner, mean_edge
            add_to_whole(whole, to_whole, people @ each.gathering.weights, near_whole)

        all_ = self.last_whole(near_whole)
        theirs = np.empty((own.seats, len(seen), 2 * place), np.float32)
        buildings, roads = (np.ascontiguousarray(seen[:, known.where[name]]) for name in ("corner.building", "edge.road"))
        belongings(corner, edge, buildings, roads, theirs)
        words = self.last_seat(near_seat) + self.theirs.words(theirs)
        learn(seat, words, np.ascontiguousarray(all_[:, wide:]), present, near_seat)
        gather(seat, present, people)
        add_to_whole(whole, np.ascontiguousarray(all_[:, :wide]), people[:, :only_people] @ self.last_gathering.weights, near_whole)

        score_seats(
            self.seat_head.words(near_seat),
            self.seat_all(near_whole) + self.seat_head.bias,
            w["chance"],
            w["faith"],
            np.ascontiguousarray(seen[:, own.points]),
            worth,
        )
        if scores.shape[1]:
            self._score(seen, own, scores, tile, own_edge, near_corner, near_seat, near_whole)

    def _score(
        self,
        seen: NDArray[np.uint8],
        own: Plan,
        scores: Floats,
        tile: Floats,
        edge_words: Floats,
        near_corner: Floats,
        near_seat: Floats,
        near_whole: Floats,
    ) -> None:
        w, place = self.w, self.sizes.places
        _, corners, edges = own.places
        choices = w["choice"].shape[1]
        all_ = self.places_all(near_whole)
        scores[:, :choices] = all_[:, :choices]
        to_corner, to_edge, to_hex = np.split(all_[:, choices:], (place, 2 * place), axis=1)
        bias = w["place_bias"]
        words = self.corner_head.words(near_corner)
        common = to_corner + self.corner_head.bias[:place]
        score_places(words, common, w["settle"], w["city"], bias[:2], choices, choices + corners, scores)
        # the last round has made the words of edges for their head
        edge_own = np.ascontiguousarray(edge_words[:, :, place:])
        common = to_edge + self.rounds[-1].edge.bias[place:]
        score_places(edge_own, common, w["road"], w["road"], bias[2:], choices + 2 * corners, -1, scores)
        near_tile = np.empty_like(tile)
        normalize(tile, near_tile)
        common = to_hex + self.hex_head.bias + 6 * self.corner_head.bias[place:]
        pass_to_hexes(tile, self.hex_head.words(near_tile), words, common, near(own.island).hex_corners, near_tile)
        score_robbing(self.robber(near_tile), self.key(near_seat), choices + 2 * corners + edges, scores)
