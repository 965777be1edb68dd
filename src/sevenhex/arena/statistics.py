"""From results to a table: wins with Wilson's interval, a rating fitted to all games, time per decision."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any

from .match import Plan, Result
from .rating import Game, Rated, Z, fit
from .times import Times


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
    rating_sigma: float  # one standard deviation
    rating_low: float  # 95%
    rating_high: float
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


def games_of(plan: Plan, results: Iterable[Result]) -> list[Game]:
    """What ratings are fitted to: who sat where, and who won."""
    return [(seated(plan, result), result.winner) for result in results if result.winner is not None]


def table(plan: Plan, results: Iterable[Result]) -> list[Row]:
    """The table of all bots, the best first. Bots of the same name are one row."""
    sums = {name: Sums() for name in plan.names}
    kept = list(results)
    for result in kept:
        for seat, name in enumerate(seated(plan, result)):
            sums[name].note(result, seat)
    rated = fit(games_of(plan, kept), plan.names)
    return sorted((row(name, sums[name], rated[name]) for name in plan.names), key=lambda each: (-each.win_rate, each.name))


def row(name: str, sums: Sums, rated: Rated) -> Row:
    low, high = wilson(sums.wins, sums.games)
    return Row(
        name,
        sums.games,
        sums.wins,
        round(sums.wins / max(1, sums.games), 4),
        round(low, 4),
        round(high, 4),
        round(rated.rating, 1),
        round(rated.sigma, 1),
        round(rated.low, 1),
        round(rated.high, 1),
        round(1000 * sums.seconds / max(1, sums.decisions), 3),
        round(1000 * sums.times.quantile(0.5), 3),
        round(1000 * sums.times.quantile(0.99), 3),
        sums.decisions,
        round(sums.points / max(1, sums.games), 2),
        sums.faults,
    )


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
