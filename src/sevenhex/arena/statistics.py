"""From results to a table: wins with Wilson's interval, an OpenSkill rating, time per decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

from .match import Plan, Result
from .rating import Ratings
from .times import Times

Z = 1.959963984540054  # 95%


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
    rating_sigma: float
    ms_per_decision: float  # the mean
    ms_median: float
    ms_slowest: float  # 99 of 100 are faster
    decisions: int
    points: float
    faults: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Sums:
    """What the games of one bot add up to."""

    games: int = 0
    wins: int = 0
    points: int = 0
    seconds: float = 0.0
    decisions: int = 0
    faults: int = 0
    times: Times = field(default_factory=Times)

    def note(self, result: Result, seat: int) -> None:
        self.games += 1
        self.wins += result.winner == seat
        self.points += result.points[seat]
        self.seconds += result.seconds[seat]
        self.decisions += result.decisions[seat]
        self.faults += result.faults[seat]
        self.times.add(result.times[seat])


def seated(plan: Plan, result: Result) -> list[str]:
    """The bot of each seat."""
    return [plan.entrants[entrant] for entrant in result.seating]


def in_order(results: Iterable[Result]) -> list[Result]:
    """Ratings follow the games by number, whichever was over first."""
    return sorted(results, key=lambda each: each.game)


def table(plan: Plan, results: Iterable[Result]) -> list[Row]:
    """The table of all bots, the best first. Bots of the same name are one row."""
    sums = {name: Sums() for name in plan.names}
    ratings = Ratings(plan.names)
    for result in in_order(results):
        names = seated(plan, result)
        ratings.note(names, result)
        for seat, name in enumerate(names):
            sums[name].note(result, seat)
    return sorted((row(name, sums[name], ratings) for name in plan.names), key=lambda each: (-each.win_rate, each.name))


def row(name: str, sums: Sums, ratings: Ratings) -> Row:
    low, high = wilson(sums.wins, sums.games)
    return Row(
        name,
        sums.games,
        sums.wins,
        round(sums.wins / max(1, sums.games), 4),
        round(low, 4),
        round(high, 4),
        round(ratings.of(name), 2),
        round(ratings.doubt(name), 2),
        round(1000 * sums.seconds / max(1, sums.decisions), 3),
        round(1000 * sums.times.quantile(0.5), 3),
        round(1000 * sums.times.quantile(0.99), 3),
        sums.decisions,
        round(sums.points / max(1, sums.games), 2),
        sums.faults,
    )


def rating_curves(plan: Plan, results: Iterable[Result], most: int = 200) -> dict[str, list[tuple[int, float]]]:
    """Each bot's rating after so many games, at no more than `most` places."""
    ratings = Ratings(plan.names)
    curves: dict[str, list[tuple[int, float]]] = {name: [(0, ratings.of(name))] for name in plan.names}
    ordered = in_order(results)
    step = max(1, len(ordered) // most)
    for count, result in enumerate(ordered, 1):
        ratings.note(seated(plan, result), result)
        if count % step == 0 or count == len(ordered):
            for name in plan.names:
                curves[name].append((count, ratings.of(name)))
    return curves


def summary(plan: Plan, results: Sequence[Result]) -> dict[str, Any]:
    """What `--json` prints: the table, and what was played."""
    seats = [sum(result.winner == seat for result in results) for seat in range(plan.players)]
    return {
        "bots": [each.to_json() for each in table(plan, results)],
        "games": len(results),
        "unfinished": sum(result.winner is None for result in results),
        "wins_by_seat": seats,
        "mean_turns": round(sum(result.turns for result in results) / max(1, len(results)), 2),
        "mean_actions": round(sum(result.actions for result in results) / max(1, len(results)), 1),
        "edition": plan.edition,
        "players": plan.players,
        "seed": plan.seed,
        "options": plan.options,
        "arena": plan.fingerprint(),
    }
