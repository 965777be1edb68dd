"""The island as an RGB image with nothing but NumPy: for videos of learning agents. `picture.py` draws the beautiful one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.board import CITY
from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import NEUTRAL, Island
from sevenhex.rules.routes import owner
from sevenhex.rules.state import State
from sevenhex.rules.topology import GEOMETRY

SCALE = 24  # pixels a unit of the geometry
MARGIN = 3
SEA = (70, 130, 180)
TERRAIN = ((178, 94, 60), (56, 112, 56), (150, 200, 90), (230, 195, 80), (120, 125, 135), (215, 195, 140))
COLOURS = {
    "red": (200, 40, 40),
    "blue": (40, 70, 200),
    "orange": (240, 140, 30),
    "white": (245, 245, 245),
    "green": (30, 140, 60),
    "brown": (110, 70, 40),
    "black": (25, 25, 25),
}
OTHER = (160, 160, 160)
TOKEN, RED_TOKEN, ROBBER = (250, 240, 210), (235, 120, 100), (40, 40, 40)
HEIGHT = 1 / np.sqrt(3)  # the geometry counts quarters of a hex's height


def paint(state: State, colours: Sequence[str]) -> NDArray[np.uint8]:
    """An image of shape (height, width, 3)."""
    record = state[0]
    geometry = GEOMETRY[Island(int(record.island))]
    right, bottom = max(x for x, _ in geometry.corner_points), max(y for _, y in geometry.corner_points)
    left, top = min(x for x, _ in geometry.corner_points), min(y for _, y in geometry.corner_points)
    rows, columns = int((bottom - top) * HEIGHT * SCALE + 2 * MARGIN * SCALE), int((right - left + 2 * MARGIN) * SCALE)
    image = np.empty((rows, columns, 3), np.uint8)
    image[:] = SEA
    down, across = np.mgrid[0:rows, 0:columns]

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return (point[1] - top) * HEIGHT * SCALE + MARGIN * SCALE, (point[0] - left + MARGIN) * SCALE

    def disc(point: tuple[float, float], radius: float, colour: tuple[int, int, int]) -> None:
        y, x = at(point)
        image[(down - y) ** 2 + (across - x) ** 2 <= (radius * SCALE) ** 2] = colour

    def line(start: tuple[float, float], end: tuple[float, float], colour: tuple[int, int, int]) -> None:
        (y0, x0), (y1, x1) = at(start), at(end)
        along = np.clip(((down - y0) * (y1 - y0) + (across - x0) * (x1 - x0)) / ((y1 - y0) ** 2 + (x1 - x0) ** 2), 0.1, 0.9)
        image[(down - y0 - along * (y1 - y0)) ** 2 + (across - x0 - along * (x1 - x0)) ** 2 <= (0.14 * SCALE) ** 2] = colour

    paints = [COLOURS.get(colour, OTHER) for colour in colours] + [OTHER] * (NEUTRAL + 1 - len(colours))
    for place, (x, y) in enumerate(geometry.hex_points):
        cy, cx = at((x, y))
        sideways, upright = np.abs(across - cx) / SCALE, np.abs(down - cy) / (SCALE * HEIGHT)
        image[(sideways <= 0.96) & (upright + sideways <= 1.92)] = TERRAIN[int(record.terrain[place])]
        number = int(record.number[place])
        if number:
            disc((x, y), 0.16 + 0.05 * WAYS[number], RED_TOKEN if number in (6, 8) else TOKEN)
        if place == record.robber:
            disc((x, y), 0.3, ROBBER)
    for edge, (a, b) in enumerate(geometry.edge_corners):
        if record.road[edge]:
            line(geometry.corner_points[a], geometry.corner_points[b], paints[int(record.road[edge]) - 1])
    for corner, point in enumerate(geometry.corner_points):
        piece = int(record.building[corner])
        if piece:
            disc(point, 0.42 if piece >= CITY else 0.28, (0, 0, 0))
            disc(point, 0.36 if piece >= CITY else 0.23, paints[int(owner(piece))])
    return image
