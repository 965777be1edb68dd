"""The island rotated: the same position in another place of the network's inputs.

A network learns each corner apart, so it judges a position and the same position rotated by a sixth a little differently. The mean over
several rotations errs less than any one of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.observation import menu, observation
from sevenhex.rules.ids import Island
from sevenhex.rules.topology import GEOMETRY

from .layout import MOST_PLAYERS

SIXTHS = (0, 3, 2, 5, 1, 4)  # of a full circle, in the order of use: first the one farthest from what was seen before
WIDE, HIGH = np.sqrt(3) / 2, 0.5  # of a step of the geometry's coordinates


class Rotation(NamedTuple):
    """One way to rotate the island."""

    bytes: NDArray[np.int64]  # for each of the network's bytes after the rotation, where it was before
    choices: NDArray[np.int64]  # for each of the network's choices, where it is after the rotation


def moved(points: list[tuple[int, int]], centre: NDArray[np.float64], sixths: int) -> NDArray[np.int64] | None:
    """To which of these points each of them goes; None if the rotation leaves the island."""
    places = np.array(points) * (WIDE, HIGH)
    angle = sixths * np.pi / 3
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    rotated = (places - centre) @ rotation.T + centre
    distances = np.square(rotated[:, None] - places[None]).sum(axis=2)
    return distances.argmin(axis=1) if distances.min(axis=1).max() < 0.01 else None


@lru_cache
def rotations(island: int) -> tuple[Rotation, ...]:
    """All rotations of an island that keep its shape: six of the small one, two of the large one. The first leaves everything in place."""
    geometry, seats = GEOMETRY[Island(island)], MOST_PLAYERS[Island(island)]
    centre = (np.array(geometry.hex_points) * (WIDE, HIGH)).mean(axis=0)
    edge_at = {frozenset(ends): edge for edge, ends in enumerate(geometry.edge_corners)}
    found = []
    for sixths in SIXTHS:
        hexes, corners = moved(geometry.hex_points, centre, sixths), moved(geometry.corner_points, centre, sixths)
        if hexes is None or corners is None:
            continue
        edges = np.array([edge_at[frozenset((int(corners[one]), int(corners[two])))] for one, two in geometry.edge_corners])
        found.append(Rotation(rotated_bytes(island, seats, hexes, corners, edges), rotated_choices(island, seats, hexes, corners, edges)))
    return tuple(found)


class Stacked(NamedTuple):
    """All rotations of an island, a row each."""

    bytes: NDArray[np.int64]
    choices: NDArray[np.int64]
    back: NDArray[np.int64]  # for each choice after the rotation, where it was before


@lru_cache
def stacked(island: int) -> Stacked:
    """For positions that are each rotated in a way of their own."""
    ways = rotations(island)
    choices = np.stack([way.choices for way in ways])
    return Stacked(np.stack([way.bytes for way in ways]), choices, np.argsort(choices, axis=1))


def rotated_bytes(
    island: int, seats: int, hexes: NDArray[np.int64], corners: NDArray[np.int64], edges: NDArray[np.int64]
) -> NDArray[np.int64]:
    source = np.arange(observation.size(island, seats))
    places = {"hex": hexes, "corner": corners, "edge": edges}
    for name, where in observation.places(island, seats).items():
        goes = places.get(name.partition(".")[0])
        if goes is not None:
            source[where.start + goes] = np.arange(where.start, where.stop)
    return source


def rotated_choices(
    island: int, seats: int, hexes: NDArray[np.int64], corners: NDArray[np.int64], edges: NDArray[np.int64]
) -> NDArray[np.int64]:
    found = np.arange(menu.size(island, seats, False))
    places = {"settle": corners, "city": corners, "road": edges}
    for block in menu.blocks(island, seats, domestic=False):
        if block.name in places:
            found[block.start : block.stop] = block.start + places[block.name]
        elif block.name == "robber":
            found[block.start : block.stop] = block.start + (hexes[:, None] * seats + np.arange(seats)).ravel()
    return found
