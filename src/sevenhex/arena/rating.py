"""Ratings of bots, fitted to all games at once, so that the order of the games does not matter.

Luce's model of choice: at a table each seat wins with a chance in proportion to its bot's strength. The logarithms of the strengths are
found by Newton's method; 400 points more are ten times the strength, as in chess. The mean of the bots is 1500.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

SCALE = 400 / log(10)
MEAN = 1500.0
WIDE = 1000 / SCALE  # a weak belief that strengths lie within some thousand points: keeps a bot that never lost from infinity
Z = 1.959963984540054  # 95%
MOST_STEPS, SMALL_STEP = 100, 1e-9

Game = tuple[Sequence[str], int]  # the bot of each seat, and the seat that won


@dataclass(frozen=True)
class Rated:
    """A bot's rating with one standard deviation, both against the mean of all."""

    rating: float
    sigma: float

    @property
    def low(self) -> float:
        return self.rating - Z * self.sigma

    @property
    def high(self) -> float:
        return self.rating + Z * self.sigma


def fit(games: Iterable[Game], names: Sequence[str] = ()) -> dict[str, Rated]:
    """The ratings that make these games likeliest, for all names that occur (or are given), the best first."""
    wins: Counter[str] = Counter()
    tables: Counter[tuple[str, ...]] = Counter()
    for seated, winner in games:
        wins[seated[winner]] += 1
        tables[tuple(sorted(seated))] += 1
    known = list(dict.fromkeys([*names, *(name for table in tables for name in table)]))
    if not known:
        return {}
    place = {name: number for number, name in enumerate(known)}
    seats = np.zeros((len(tables), len(known)))
    for row, table in enumerate(tables):
        for name in table:
            seats[row, place[name]] += 1
    played = np.array(list(tables.values()), float)
    won = np.array([wins[name] for name in known], float)
    strength = np.zeros(len(known))
    information = np.eye(len(known)) / WIDE**2
    for _ in range(MOST_STEPS):
        weight = seats * np.exp(strength - strength.max())
        chance = weight / weight.sum(axis=1, keepdims=True)
        slope = won - played @ chance - strength / WIDE**2
        information = np.diag(played @ chance + 1 / WIDE**2) - (chance * played[:, None]).T @ chance
        step = np.linalg.solve(information, slope)
        longest = np.abs(step).max()
        strength += step * min(1.0, 2.0 / max(longest, 1e-12))  # far from the top, Newton's step may be too long
        if longest < SMALL_STEP:
            break
    centred = np.eye(len(known)) - 1 / len(known)
    spread = centred @ np.linalg.inv(information) @ centred
    strength -= strength.mean()
    found = {
        name: Rated(MEAN + SCALE * float(strength[number]), SCALE * sqrt(max(0.0, float(spread[number, number]))))
        for name, number in place.items()
    }
    return dict(sorted(found.items(), key=lambda each: (-each[1].rating, each[0])))
