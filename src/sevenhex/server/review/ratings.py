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

from sevenhex.rating import Rating, rate

from ..store.seats import HUMAN, Seat
from ..store.store import Store, TableRecord

UNKNOWN = Rating()
SURE = 0.5  # the doubt about a bot's rating: hundreds of games were behind it


@dataclass(frozen=True)
class Standing:
    """Somebody's rating, and the games behind it."""

    rating: Rating = UNKNOWN
    games: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"strength": round(self.rating.strength, 1), "doubt": round(self.rating.doubt, 1), "games": self.games}


@lru_cache(1)
def anchors() -> Mapping[str, float]:
    """Where the bots stand (`bots/ratings.toml` names the command that measured it)."""
    found = tomllib.loads((resources.files("sevenhex.bots") / "ratings.toml").read_text())
    return {name: float(value) for name, value in found["ratings"].items()}


class Ladder:
    """The standings after the games told so far, in the order they ended."""

    def __init__(self) -> None:
        self.known: dict[str, Standing] = {}
        self.told: set[str] = set()
        self.since = 0.0

    def of(self, player: str | None) -> Standing:
        return self.known.get(player or "", Standing())

    def note(self, record: TableRecord) -> None:
        """One finished game. A seat whose player was forgotten counts as an unknown one."""
        if record.code in self.told or not record.result:
            return
        self.told.add(record.code)
        self.since = max(self.since, record.updated)
        after = rate([self.rating_at(seat) for seat in record.seats], record.result["winner"], record.result["points"])
        for seat, moved in zip(record.seats, after, strict=True):
            if seat.kind == HUMAN and seat.player:
                self.known[seat.player] = Standing(moved, self.of(seat.player).games + 1)

    def rating_at(self, seat: Seat) -> Rating:
        return self.of(seat.player).rating if seat.kind == HUMAN else Rating(anchors().get(seat.bot or "", UNKNOWN.strength), SURE)


class Ratings:
    """The ladder of a store, kept up with what has ended since the last look; each process tells it for itself."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ladder = Ladder()

    async def of(self, player: str | None) -> Standing:
        await self.catch_up()
        return self.ladder.of(player)

    async def catch_up(self) -> None:
        self.tell(await self.store.rated_games(self.ladder.since))

    def tell(self, records: Iterable[TableRecord]) -> None:
        for record in sorted(records, key=lambda each: (each.updated, each.code)):
            self.ladder.note(record)
