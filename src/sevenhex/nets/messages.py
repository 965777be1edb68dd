"""A network that knows the island's geometry: hexes, corners, edges and seats are nodes, and messages run along what touches what.

Weights are shared by all places of a kind and by all seats, so the same weights judge both islands and two to six players, and a rotated or
mirrored island is judged alike, only rotated. `judge` is written once; NumPy arrays and PyTorch tensors both run through it (`Kit` has the
few words in which they differ), so that what was learnt is what plays.

Places come first in every array (place, position, channel): a message is then one product with a fixed matrix of noughts and ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.observation import menu, observation
from sevenhex.rules.ids import MAX_SEATS, Island
from sevenhex.rules.state import OPTIONS

from . import features
from .layout import MOST_PLAYERS, point_bytes
from .network import LEAST_NORM

Floats = NDArray[np.float32]

EIGHT = 8  # a GPU's matrix units want sizes that are multiples of it
HEX_INPUTS, CORNER_INPUTS, EDGE_INPUTS = 24, 32, 8
COUNTS = tuple(range(2, MAX_SEATS + 1))  # of players
CATEGORIES = 16  # at least as many as any byte of a place has
NO_KIND = 255  # of a count, which is no category


class Sizes(NamedTuple):
    """Channels of a place, of a seat and of the whole position; how often messages run."""

    places: int = 64
    seats: int = 128
    whole: int = 256
    rounds: int = 3


class Kit(NamedTuple):
    """How an array is handled."""

    tools: features.Tools
    last: Callable[[list[Any]], Any]  # joined along the last axis
    ordered: Callable[[Any, tuple[int, ...]], Any]  # axes in another order
    filled: Callable[[Any, int, int], Any]  # with noughts along an axis, up to a size
    relu: Callable[[Any], Any]
    norm: Callable[[Any, Any, Any], Any]
    exact: Callable[[Any], Any]  # in single precision


@dataclass(frozen=True)
class Plan:
    """What is known of one island before anything is learnt. Arrays that a model makes tensors of come first."""

    corner_hexes: Any  # (corners, hexes): 1 where they touch; filled up to multiples of eight
    hex_corners: Any
    edge_corners: Any
    corner_edges: Any
    kinds: Any  # 0, 1, 2, ... to compare bytes with
    rest: Any  # the bytes that belong to no place and no seat, one for each input
    rest_kind: Any  # the category that sets this input
    rest_scale: Any  # what a count is multiplied by; 0 for a category
    counts: Any
    points: Any
    seat_scale: Any
    island: int
    seats: int
    places: tuple[int, int, int]  # hexes, corners, edges
    seat_sections: tuple[tuple[slice, int], ...]


def up(size: int) -> int:
    return -(-size // EIGHT) * EIGHT


def rest_sections() -> list[observation.Section]:
    """The sections after the seats, the same on both islands."""
    return [each for each in observation.sections(0, 2) if each.name.partition(".")[0] not in ("hex", "corner", "edge", "seats")]


@lru_cache
def rest_names() -> tuple[str, ...]:
    """The inputs of the whole position by name, so that a file of a version with other options can still be read."""
    options = [name for name, _ in OPTIONS]
    found = []
    for section in rest_sections():
        for place in range(section.size):
            name = f"option.{options[place]}" if section.name == "options" else f"{section.name}.{place}"
            found += [f"{name}={kind}" for kind in range(section.categories)] if section.categories else [name]
    return tuple([*found, *(f"players={count}" for count in COUNTS)])


@lru_cache
def plan(island: int) -> Plan:
    known, seats = features.tables(island), MOST_PLAYERS[Island(island)]
    where = observation.places(island, seats)

    def filled(matrix: Floats) -> Floats:
        return np.pad(matrix, [(0, up(size) - size) for size in matrix.shape])

    byte, kind, scale = [], [], []
    for section in rest_sections():
        for place in range(section.size):
            for each in range(section.categories or 1):
                byte.append(where[section.name].start + place)
                kind.append(each if section.categories else NO_KIND)
                scale.append(0.0 if section.categories else 1.0 / section.scale)
    of_seats = [each for each in observation.sections(island, seats) if each.name.startswith("seats.")]
    return Plan(
        corner_hexes=filled(known.corner_hexes),
        hex_corners=filled(known.hex_corners),
        edge_corners=filled(known.edge_corners),
        corner_edges=filled(known.corner_edges),
        kinds=np.arange(CATEGORIES, dtype=np.uint8),
        rest=np.array(byte),
        rest_kind=np.array(kind, np.uint8),
        rest_scale=np.array(scale, np.float32),
        counts=np.array(COUNTS, np.float32),
        points=point_bytes(island),
        seat_scale=np.array([1.0 / each.scale for each in of_seats for _ in range(each.columns)], np.float32),
        island=island,
        seats=seats,
        places=(*known.hex_corners.shape, len(known.edge_corners)),
        seat_sections=tuple((where[each.name], each.columns) for each in of_seats),
    )


SEAT_TOLD = 2 * 5 + 5 * len(features.SUMS) + 2 * features.REACH + 2 * len(features.COSTS)
SEAT_INPUTS = up(sum(each.columns for each in observation.sections(0, 1) if each.name.startswith("seats.")) + SEAT_TOLD)
HEADS = ("choice", "settle", "city", "road", "key", "chance")  # begin near nought, so that a new policy favours nothing


def shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """All that is learnt, by name. What one kind of node tells another is called after both."""
    place, seat, whole, rounds = sizes
    found: dict[str, tuple[int, ...]] = {}

    def layer(name: str, given: int, made: int) -> None:
        found[name] = (given, made)
        found[f"{name}_bias"] = (made,)

    def norm(name: str, size: int) -> None:
        found[f"{name}_gain"] = found[f"{name}_shift"] = (size,)

    layer("hex", HEX_INPUTS, place)
    layer("corner", CORNER_INPUTS, place)
    layer("edge", EDGE_INPUTS, place)
    layer("seat", SEAT_INPUTS, seat)
    layer("whole", up(len(rest_names())), whole)
    found |= {"seat_steps": (MAX_SEATS, seat), "island": (len(Island), whole), "hex_corner": (place, place)}
    found |= {"own_whole": (seat, whole), "mean_whole": (seat, whole), "best_whole": (seat, whole)}
    for number in range(rounds):
        for kind in ("edge", "corner"):
            layer(f"{kind}{number}", place, place)
            norm(f"{kind}{number}", place)
            found[f"whole_{kind}{number}"] = (whole, place)
        norm(f"road{number}", place)
        found |= {f"corner_edge{number}": (place, place), f"edge_corner{number}": (place, place)}
    for number in range(rounds + 1):
        layer(f"seat{number}", seat, seat)
        norm(f"seat{number}", seat)
        found[f"whole_seat{number}"] = (whole, seat)
        layer(f"whole{number}", whole, whole)
        norm(f"whole{number}", whole)
        found |= {f"{who}_whole{number}": (seat, whole) for who in ("own", "mean", "best")}
        if number < rounds:
            found |= {f"corner_whole{number}": (place, whole), f"edge_whole{number}": (place, whole)}
    found |= {"corner_seat": (place, seat), "edge_seat": (place, seat)}
    for kind, size in (("hex", place), ("corner", place), ("edge", place), ("seat", seat), ("whole", whole)):
        norm(f"last_{kind}", size)
        if kind != "whole":
            layer(f"last_{kind}", size, size)
            found[f"whole_last_{kind}"] = (whole, size)
    norm("robber", place)
    norm("robbed", seat)
    found |= {"corner_last_hex": (place, place), "robber": (place, place), "settle": (place,), "city": (place,), "road": (place,)}
    layer("key", seat, place)
    layer("choice", whole, menu.SETTLE)
    return found | {"place_bias": (3,), "chance": (seat,), "faith": (1,)}


class Inputs(NamedTuple):
    """What is known of each place (first axis) in each position, of each seat, and of the rest."""

    hexes: Any
    corners: Any
    edges: Any
    seats: Any
    rest: Any


def place_inputs(seen: Any, present: Any, own: Plan, known: features.Tables, kit: Kit) -> Inputs:
    """The inputs of the network."""
    number, count = kit.tools.number, len(seen)

    def hot(name: str, categories: int) -> Any:
        return number(seen[:, known.where[name]].T[:, :, None] == own.kinds[:categories])

    yields, income, blocked, rolls, *by_reach = features.work_out_parts(seen, known, kit.tools)
    reach = features.REACH
    ours, others, best, many = (by_reach[step * reach : (step + 1) * reach] for step in range(4))
    missing, wait = by_reach[-2:]
    worth = kit.ordered(kit.tools.joined([yields, *ours, *(each[:, None] for each in others)]), (2, 0, 1))
    hex_seen = kit.last([hot("hex.terrain", 6), hot("hex.number", 16), hot("hex.robber", 2)])
    corner_seen = kit.last([hot("corner.building", 14), hot("corner.harbor", 7), worth])
    tables = [number(seen[:, where]).reshape(count, own.seats, columns) for where, columns in own.seat_sections]
    of_seats = [income, blocked, rolls.reshape(count, own.seats, -1), *(each[:, :, None] for each in (*best, *many)), missing, wait]
    seat_seen = kit.filled(kit.last([kit.last(tables) * own.seat_scale, *of_seats]), 2, SEAT_INPUTS)
    rest = seen[:, own.rest]
    rest_seen = number(rest == own.rest_kind) * number(own.rest_scale == 0) + number(rest) * own.rest_scale
    rest_seen = kit.last([rest_seen, number(present.sum(0)[:, None] == own.counts)])
    edge_seen = hot("edge.road", EDGE_INPUTS)
    return Inputs(hex_seen, corner_seen, edge_seen, kit.ordered(seat_seen, (1, 0, 2)), kit.filled(rest_seen, 1, up(len(rest_names()))))


def judge(seen: Any, present: Any, own: Plan, known: features.Tables, w: Mapping[str, Any], sizes: Sizes, kit: Kit) -> tuple[Any, Any]:
    """Scores of all choices, and the logarithm of each seat's chance, each but for a constant.

    `seen` are bytes in the network's layout, `present` has a 1 for each seat (first axis) that plays at a table (second axis).
    """
    number, highest, relu, count = kit.tools.number, kit.tools.highest, kit.relu, len(seen)
    hexes, corners, edges = own.places

    def norm(x: Any, name: str) -> Any:
        return kit.norm(x, w[f"{name}_gain"], w[f"{name}_shift"])

    def layer(x: Any, name: str) -> Any:
        return x @ w[name] + w[f"{name}_bias"]

    def sent(matrix: Any, x: Any) -> Any:
        """To each place the sum over those that it touches."""
        return (matrix @ x.reshape(x.shape[0], count * x.shape[2])).reshape(matrix.shape[0], count, x.shape[2])

    hex_seen, corner_seen, edge_seen, seat_seen, rest_seen = place_inputs(seen, present, own, known, kit)
    there = present[:, :, None]
    others_there = there[1:] / there[1:].sum(0)

    tile = relu(layer(kit.filled(hex_seen, 0, up(hexes)), "hex"))
    edge = layer(kit.filled(edge_seen, 0, up(edges)), "edge")
    corner = layer(kit.filled(corner_seen, 0, up(corners)), "corner") + sent(own.corner_hexes, tile @ w["hex_corner"])
    seat = relu(layer(seat_seen, "seat") + w["seat_steps"][: own.seats, None]) * there

    def people(number: str) -> Any:
        """What the seats tell the whole: the own one, the others together, and of each channel the highest."""
        rivals = highest(kit.ordered(seat[1:], (1, 2, 0)))
        mean = (seat[1:] * others_there).sum(0)
        return seat[0] @ w[f"own_whole{number}"] + mean @ w[f"mean_whole{number}"] + rivals @ w[f"best_whole{number}"]

    whole = relu(layer(rest_seen, "whole") + w["island"][own.island] + people(""))

    for turn in range(sizes.rounds):
        all_ = norm(whole, f"whole{turn}")
        near = norm(corner, f"corner{turn}")
        along = layer(norm(edge, f"edge{turn}"), f"edge{turn}") + sent(own.edge_corners, near @ w[f"corner_edge{turn}"])
        edge = edge + relu(along + all_ @ w[f"whole_edge{turn}"])
        around = layer(near, f"corner{turn}") + sent(own.corner_edges, norm(edge, f"road{turn}") @ w[f"edge_corner{turn}"])
        corner = corner + relu(around + all_ @ w[f"whole_corner{turn}"])
        seat = seat + relu(layer(norm(seat, f"seat{turn}"), f"seat{turn}") + all_ @ w[f"whole_seat{turn}"]) * there
        gathered = corner[:corners].mean(0) @ w[f"corner_whole{turn}"] + edge[:edges].mean(0) @ w[f"edge_whole{turn}"]
        whole = whole + relu(layer(all_, f"whole{turn}") + gathered + people(str(turn)))

    # seats look at what is theirs, then the whole at the seats once more
    last = sizes.rounds
    building, road = seen[:, None, known.where["corner.building"]], seen[:, None, known.where["edge.road"]]
    built = number(building == known.settlements) + number(building == known.cities)
    paved = number(road == known.settlements)
    all_ = norm(whole, f"whole{last}")
    theirs = kit.ordered(built @ kit.ordered(corner[:corners], (1, 0, 2)), (1, 0, 2)) @ w["corner_seat"]
    theirs = theirs + kit.ordered(paved @ kit.ordered(edge[:edges], (1, 0, 2)), (1, 0, 2)) @ w["edge_seat"]
    seat = seat + relu(layer(norm(seat, f"seat{last}"), f"seat{last}") + theirs + all_ @ w[f"whole_seat{last}"]) * there
    whole = whole + relu(layer(all_, f"whole{last}") + people(str(last)))

    # the heads
    all_ = norm(whole, "last_whole")

    def final(x: Any, kind: str, more: Any = 0) -> Any:
        return relu(layer(norm(x, f"last_{kind}"), f"last_{kind}") + more + all_ @ w[f"whole_last_{kind}"])

    near = final(corner[:corners], "corner")
    along = final(edge[:edges], "edge")
    tile = tile + final(tile, "hex", sent(own.hex_corners, norm(corner, "last_corner") @ w["corner_last_hex"]))
    query = kit.ordered((norm(tile, "robber") @ w["robber"])[:hexes], (1, 0, 2))
    robbed = query @ kit.ordered(layer(norm(seat, "robbed"), "key"), (1, 2, 0))
    biases = w["place_bias"]
    places = [
        (kit.exact(x) * kit.exact(w[name])).sum(-1).T + kit.exact(biases[place])
        for place, (x, name) in enumerate(((near, "settle"), (near, "city"), (along, "road")))
    ]
    scores = kit.tools.joined([kit.exact(layer(all_, "choice")), *places, kit.exact(robbed).reshape(count, hexes * own.seats)])
    chances = (kit.exact(final(seat, "seat")) * kit.exact(w["chance"])).sum(-1).T + kit.exact(w["faith"]) * kit.exact(seen[:, own.points])
    return scores, chances


# --- NumPy


def normal(x: Floats, gain: Floats, shift: Floats) -> Floats:
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.einsum("...c,...c->...", centred, centred)[..., None] / x.shape[-1]
    found: Floats = centred / np.sqrt(spread + LEAST_NORM) * gain + shift
    return found


def fill(array: NDArray[Any], axis: int, size: int) -> NDArray[Any]:
    wanted = [(0, size - array.shape[axis] if each == axis else 0) for each in range(array.ndim)]
    return np.pad(array, wanted)


NUMPY = Kit(
    tools=features.Tools(
        number=lambda array: array.astype(np.float32),
        highest=lambda array: array.max(axis=-1),
        joined=lambda parts: np.concatenate(parts, axis=1),
    ),
    last=lambda parts: np.concatenate(parts, axis=-1),
    ordered=np.transpose,
    filled=fill,
    relu=lambda array: np.maximum(array, 0),
    norm=normal,
    exact=lambda array: np.asarray(array, np.float32),
)
