"""Ratings of people: told again from the finished rated tables, so nothing is stored that could be wrong.

Bots stand where the arena put them and do not move; people begin at 25, as an unknown bot would, and move with every rated game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from openskill.models import PlackettLuce

from .seats import HUMAN
from .store import Record, Store

BELOW_WINNER = 1000  # more than any points
SURE = 0.5  # the doubt about a bot's rating: thousands of games were behind it


@dataclass(frozen=True)
class Rating:
    """A likely strength, one standard deviation of it, and the games behind it."""

    strength: float
    doubt: float
    games: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"strength": round(self.strength, 1), "doubt": round(self.doubt, 1), "games": self.games}


@lru_cache(1)
def anchors() -> Mapping[str, float]:
    """Where the bots stand (`bots/ratings.toml` names the command that measured it)."""
    found = tomllib.loads((resources.files("sevenhex.bots") / "ratings.toml").read_text())
    return {name: float(value) for name, value in found["ratings"].items()}


class Ladder:
    """The ratings after the games told so far, in the order they ended."""

    def __init__(self) -> None:
        self.model = PlackettLuce()
        unknown = self.model.rating()
        self.unknown = Rating(unknown.mu, unknown.sigma)
        self.known: dict[str, Rating] = {}
        self.told: set[str] = set()
        self.since = 0.0

    def of(self, player: str | None) -> Rating:
        return self.known.get(player, self.unknown) if player else self.unknown

    def note(self, record: Record) -> None:
        """One finished game: the winner first, the others by points. A seat whose player was forgotten counts as an unknown one."""
        if record.code in self.told or not record.result:
            return
        self.told.add(record.code)
        self.since = max(self.since, record.updated)
        winner, points = record.result["winner"], record.result["points"]
        before = [self.standing(record, seat) for seat in range(record.players)]
        ranks = [0.0 if seat == winner else float(BELOW_WINNER - points[seat]) for seat in range(record.players)]
        after = self.model.rate([[self.model.create_rating([each.strength, each.doubt])] for each in before], ranks=ranks)
        for seat, moved in zip(record.seats, after, strict=True):
            if seat.kind == HUMAN and seat.player:
                self.known[seat.player] = Rating(moved[0].mu, moved[0].sigma, self.of(seat.player).games + 1)

    def standing(self, record: Record, seat: int) -> Rating:
        place = record.seats[seat]
        if place.kind == HUMAN:
            return self.of(place.player)
        return Rating(anchors().get(place.bot or "", self.unknown.strength), SURE)


class Ratings:
    """The ladder of a store, kept up with what has ended since the last look; each process tells it for itself."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ladder = Ladder()

    async def of(self, player: str | None) -> Rating:
        await self.catch_up()
        return self.ladder.of(player)

    async def catch_up(self) -> None:
        self.tell(await self.store.rated_games(self.ladder.since))

    def tell(self, records: Iterable[Record]) -> None:
        for record in sorted(records, key=lambda each: (each.updated, each.code)):
            self.ladder.note(record)
