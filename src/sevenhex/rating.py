"""OpenSkill ratings, made for games of more than two players: the one arithmetic for bots in the arena and people at rated tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

BELOW_WINNER = 1000  # more than any points

model = PlackettLuce()


@dataclass(frozen=True)
class Rating:
    """A likely strength, and one standard deviation of it."""

    strength: float = model.mu  # an unknown player's, 25
    uncertainty: float = model.sigma


def rate(before: Sequence[Rating], winner: int | None, points: Sequence[int], forfeited: Sequence[int] = ()) -> list[Rating]:
    """The seats' ratings after a game: the winner first, the others by points, behind them all who left it, the last to leave first."""
    ranks = [0.0 if seat == winner or not points else float(BELOW_WINNER - points[seat]) for seat in range(len(before))]
    for place, seat in enumerate(forfeited):
        ranks[seat] = float(2 * BELOW_WINNER - place)
    teams = [[model.create_rating([each.strength, each.uncertainty])] for each in before]
    return [Rating(float(team[0].mu), float(team[0].sigma)) for team in model.rate(teams, ranks=ranks)]
