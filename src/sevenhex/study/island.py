"""Which island a position lies on: the same key for the same terrain and numbers, however the island is rotated or mirrored."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.ids import Island
from sevenhex.rules.topology import GEOMETRY

if TYPE_CHECKING:
    from sevenhex.game.game import Game

WIDE, HIGH = np.sqrt(3) / 2, 0.5  # of a step of the geometry's coordinates
NEAR = 0.01  # squared distance of points that are the same


@lru_cache
def symmetries(island: int) -> tuple[NDArray[np.int64], ...]:
    """The orders of the hexes, one for each rotation and mirrored rotation that keeps the island's shape."""
    points = np.array(GEOMETRY[Island(island)].hex_points) * (WIDE, HIGH)
    points = points - points.mean(axis=0)
    found = []
    for sixths in range(6):
        angle = sixths * np.pi / 3
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        for mirror in (1, -1):
            distances = np.square(((points * (mirror, 1)) @ rotation.T)[:, None] - points[None]).sum(axis=2)
            if distances.min(axis=1).max() < NEAR:
                found.append(distances.argmin(axis=1))
    return tuple(found)


def island_key(game: Game) -> str:
    """The island's key. Harbors are left out: moving them makes no other game of it."""
    island = game.naming.island
    hexes = len(GEOMETRY[Island(island)].hex_points)
    state = game.state
    lying = np.stack([state["terrain"][0][:hexes], state["number"][0][:hexes]], axis=1)
    return hashlib.sha256(min(lying[order].tobytes() for order in symmetries(island))).hexdigest()
