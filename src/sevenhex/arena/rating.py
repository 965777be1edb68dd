"""Ratings of bots."""

from __future__ import annotations

from collections.abc import Sequence

from sevenhex.rating import Rating, rate

from .match import Result


class Ratings:
    """Ratings that follow the games in the order they are told."""

    def __init__(self, names: Sequence[str]) -> None:
        self.known = {name: Rating() for name in names}

    def note(self, seated: Sequence[str], result: Result) -> None:
        """One game. Seats of one bot are told apart, and their changes averaged."""
        if result.winner is None:
            return
        after = rate([self.known[name] for name in seated], result.winner, result.points)
        for name in dict.fromkeys(seated):
            mine = [rating for rating, who in zip(after, seated, strict=True) if who == name]
            self.known[name] = Rating(sum(each.strength for each in mine) / len(mine), sum(each.doubt for each in mine) / len(mine))

    def of(self, name: str) -> float:
        """The likely strength, 25 being an unknown player's."""
        return self.known[name].strength

    def doubt(self, name: str) -> float:
        """One standard deviation of it."""
        return self.known[name].doubt
