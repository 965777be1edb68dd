"""OpenSkill ratings of bots: made for games of more than two players."""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import PlackettLuce

from .match import Result

BELOW_WINNER = 1000  # more than any points


class Ratings:
    """Ratings that follow the games in the order they are told."""

    def __init__(self, names: Sequence[str]) -> None:
        self.model = PlackettLuce()
        self.known = {name: self.model.rating(name=name) for name in names}

    def note(self, seated: Sequence[str], result: Result) -> None:
        """One game: the winner first, the others by points. Seats of one bot are told apart, and their changes averaged."""
        if result.winner is None:
            return
        order = [0.0 if result.winner == seat else float(BELOW_WINNER - points) for seat, points in enumerate(result.points)]
        before = [[self.model.create_rating([self.known[name].mu, self.known[name].sigma], name)] for name in seated]
        after = [team[0] for team in self.model.rate(before, ranks=order)]
        for name in dict.fromkeys(seated):
            mine = [rating for rating in after if rating.name == name]
            self.known[name] = self.model.create_rating(
                [sum(each.mu for each in mine) / len(mine), sum(each.sigma for each in mine) / len(mine)], name
            )

    def of(self, name: str) -> float:
        """The likely strength, 25 being an unknown player's."""
        return float(self.known[name].mu)

    def doubt(self, name: str) -> float:
        """One standard deviation of it."""
        return float(self.known[name].sigma)
