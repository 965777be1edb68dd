"""Ratings of people at rated tables by OpenSkill, made for games of more than two players, and the bots' fixed places on that scale.

The arena fits bots by Luce's model of choice, whose update OpenSkill's Plackett-Luce model is: both say that a seat wins with a chance in
proportion to the exponential of its strength. So points of the arena become strengths of people's scale by one factor (`on_scale`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from openskill.models import PlackettLuce

BELOW_WINNER = 1000  # more than any points

model = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """A likely strength, and one standard deviation of it."""

    strength: float = model.mu  # an unknown player's, 25
    uncertainty: float = model.sigma


def on_scale(points: float, zero: float) -> float:
    """The arena's points (400 for ten times the strength) on this scale, `zero` points standing at 0.

    With four seats whose strengths are known, OpenSkill's chances are those of exp(strength / (2 beta)).
    """
    return (points - zero) * log(10) / 400 * 2 * float(model.beta)


def rate(before: Sequence[Rating], winner: int | None, points: Sequence[int], forfeited: Sequence[int] = ()) -> list[Rating]:
    """The seats' ratings after a game: the winner first, the others by points, behind them all who left it, the last to leave first."""
    ranks = [0.0 if seat == winner or not points else float(BELOW_WINNER - points[seat]) for seat in range(len(before))]
    for place, seat in enumerate(forfeited):
        ranks[seat] = float(2 * BELOW_WINNER - place)
    teams = [[model.create_rating([each.strength, each.uncertainty])] for each in before]
    return [Rating(float(team[0].mu), float(team[0].sigma)) for team in model.rate(teams, ranks=ranks)]
