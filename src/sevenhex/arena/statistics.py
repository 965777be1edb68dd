"""From results to a table: wins with Wilson's interval, an OpenSkill rating, time per decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from .match import Plan, Result
from .rating import Ratings

Z = 1.959964  # 95%


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's score interval: honest near 0 and 1, where the usual one is not."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    centre = share + Z * Z / (2 * games)
    scale = 1 + Z * Z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@dataclass(frozen=True)
class Row:
    """One bot in the table. An entrant named several times plays several seats of a game, and each counts as a game."""

    name: str
    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    rating: float
    ms_per_decision: float
    points: float
    faults: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def table(plan: Plan, results: Iterable[Result]) -> list[Row]:
    """The table of all bots, the best first. Bots of the same name are one row."""
    names = list(dict.fromkeys(plan.entrants))
    sums = {name: {"games": 0, "wins": 0, "points": 0, "seconds": 0.0, "decisions": 0, "faults": 0} for name in names}
    ratings = Ratings(names)
    for result in sorted(results, key=lambda each: each.game):
        seated = [plan.entrants[entrant] for entrant in result.seating]
        ratings.note(seated, result)
        for seat, name in enumerate(seated):
            sums[name]["games"] += 1
            sums[name]["wins"] += result.winner == seat
            sums[name]["points"] += result.points[seat]
            sums[name]["seconds"] += result.seconds[seat]
            sums[name]["decisions"] += result.decisions[seat]
            sums[name]["faults"] += result.faults[seat]
    return sorted((row(name, sums[name], ratings.of(name)) for name in names), key=lambda each: -each.win_rate)


def row(name: str, said: dict[str, Any], rating: float) -> Row:
    games = said["games"]
    low, high = wilson(said["wins"], games)
    return Row(
        name,
        games,
        said["wins"],
        round(said["wins"] / max(1, games), 4),
        round(low, 4),
        round(high, 4),
        round(rating, 2),
        round(1000 * said["seconds"] / max(1, said["decisions"]), 3),
        round(said["points"] / max(1, games), 2),
        said["faults"],
    )


def lengths(results: Sequence[Result]) -> list[int]:
    return [result.turns for result in results]
