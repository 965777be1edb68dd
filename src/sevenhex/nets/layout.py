"""What goes into a network and comes out, the same for every number of players on an island.

An observation and a menu grow with the players at the table. A network is made for the most players of its island; with fewer, the bytes
and menu entries of missing seats are left empty. Seats are counted from the observer, so "the next player" is always the same input.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import OptionError
from sevenhex.observation import menu, observation
from sevenhex.rules.ids import Island

MOST_PLAYERS = {Island.SMALL: 4, Island.LARGE: 6}
BY_SEAT = ("robber", "confirm", "take", "decline")  # blocks of the menu whose last number is a seat
ABSENT = -1


@dataclass(frozen=True)
class Layout:
    """For one island and number of players: where the network's bytes and choices stand in the environment's."""

    island: int
    players: int
    seats: int  # that the network knows
    source: NDArray[np.int64]  # for each of the network's bytes the place in an observation, or ABSENT
    choice: NDArray[np.int64]  # for each of the network's choices the index on the menu, or ABSENT

    @property
    def identical(self) -> bool:
        return self.players == self.seats


@dataclass(frozen=True)
class Inputs:
    """How the network's bytes become its inputs: one-hot for categories, a scaled number for counts."""

    row: NDArray[np.int64]  # for each byte its first input
    categories: NDArray[np.int64]  # and how many inputs it has; 0 for a count, which has one
    scale: NDArray[np.float32]

    @property
    def size(self) -> int:
        return int(self.row[-1] + max(1, self.categories[-1]))


@lru_cache
def inputs(island: int) -> Inputs:
    rows, categories, scales = [], [], []
    row = 0
    for section in observation.sections(island, MOST_PLAYERS[Island(island)]):
        for _ in range(section.size):
            rows.append(row)
            categories.append(section.categories)
            scales.append(1.0 / section.scale)
            row += section.categories or 1
    return Inputs(np.array(rows), np.array(categories), np.array(scales, np.float32))


def input_blocks(island: int) -> dict[str, int]:
    """How many inputs each section has, in their order; every option is a section of its own, so that a new one is recognised."""
    found: dict[str, int] = {}
    for section in observation.sections(island, MOST_PLAYERS[Island(island)]):
        if section.name == "options":
            found |= {f"options.{name}": 1 for name in section.meaning.split(", ")}
        else:
            found[section.name] = section.size * (section.categories or 1)
    return found


@lru_cache
def point_bytes(island: int) -> NDArray[np.int64]:
    """Which of the network's bytes hold each seat's points: the observer's own with hidden ones, of the others what everybody sees."""
    where = observation.places(island, MOST_PLAYERS[Island(island)])
    points = where["seats.points"]
    return np.array([where["own.points"].start, *range(points.start + 1, points.stop)])


@lru_cache
def layout(island: int, players: int) -> Layout:
    """The layout of a table; `OptionError` for a table that no network of this island knows."""
    seats = MOST_PLAYERS[Island(island)]
    if not 2 <= players <= seats:
        raise OptionError(
            f"A network of the {Island(island).name.lower()} island knows 2 to {seats} players, not {players}.", option="players"
        )
    return Layout(island, players, seats, byte_sources(island, players, seats), menu_choices(island, players, seats))


def byte_sources(island: int, players: int, seats: int) -> NDArray[np.int64]:
    here = observation.places(island, players)
    found: list[int] = []
    for section in observation.sections(island, seats):
        start = here[section.name].start
        of_seats = section.name.startswith("seats.")
        for row in range(section.rows):
            for column in range(section.columns):
                missing = of_seats and row >= players
                found.append(ABSENT if missing else start + row * section.columns + column)
    return np.array(found)


def menu_choices(island: int, players: int, seats: int) -> NDArray[np.int64]:
    here = {block.name: block for block in menu.blocks(island, players, domestic=False)}
    found: list[int] = []
    for block in menu.blocks(island, seats, domestic=False):
        own = here[block.name]
        for place in range(block.stop - block.start):
            if block.name not in BY_SEAT:
                found.append(own.start + place)
            else:
                group, seat = divmod(place, seats)
                found.append(own.start + group * players + seat if seat < players else ABSENT)
    return np.array(found)
