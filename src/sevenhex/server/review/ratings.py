"""Ratings of people: computed anew from the finished rated tables, so nothing is stored that could be wrong.

Bots stand where the arena put them and do not move; people begin at 25, as an unknown bot would, and move with every rated game.
"""

from __future__ import annotations

import asyncio
import time
import tomllib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from sevenhex.rating import Rating, rate

from ..store.seats import HUMAN, Seat
from ..store.store import Store, TableRecord

UNKNOWN = Rating()
SURE = 0.5  # the uncertainty about a bot's rating: hundreds of games were behind it
UNSETTLED = 60.0  # seconds: more than a write may be late, and than two processes' clocks differ
REMEMBERED = 300  # games of each player, with the rating after them
AT_ONCE = 50  # games read from the store at a time


Moment = tuple[float, float, float]  # when a game ended, and the strength and the uncertainty after it


@dataclass(frozen=True)
class Standing:
    """Somebody's rating, and the games behind it."""

    rating: Rating = UNKNOWN
    games: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"strength": round(self.rating.strength, 1), "uncertainty": round(self.rating.uncertainty, 1), "games": self.games}


@lru_cache(1)
def anchors() -> Mapping[str, float]:
    """Where the bots stand (`bots/ratings.toml` names the command that measured it)."""
    found = tomllib.loads((resources.files("sevenhex.bots") / "ratings.toml").read_text())
    return {name: float(value) for name, value in found["ratings"].items()}


class Ladder:
    """The standings after the games counted so far, in the order they ended; a ladder may stand on an older one."""

    def __init__(self, base: Ladder | None = None) -> None:
        self.base = base
        self.known: dict[str, Standing] = {}
        self.history: dict[str, deque[Moment]] = {}  # of what was counted here, not of the ladder below
        self.counted: set[str] = set()

    def of(self, player: str | None) -> Standing:
        found = self.known.get(player or "")
        if found is None and self.base is not None:
            return self.base.of(player)
        return found or Standing()

    def note(self, record: TableRecord) -> None:
        """One finished game. A seat whose player was forgotten counts as an unknown one."""
        if record.code in self.counted or not record.result:
            return
        self.counted.add(record.code)
        result, when = record.result, record.ended or record.updated
        before = [self.rating_at(seat) for seat in record.seats]
        after = rate(before, result["winner"], result["points"], result.get("forfeited", ()))
        for seat, moved in zip(record.seats, after, strict=True):
            if seat.kind == HUMAN and seat.player:
                self.known[seat.player] = Standing(moved, self.of(seat.player).games + 1)
                self.history.setdefault(seat.player, deque(maxlen=REMEMBERED)).append((when, moved.strength, moved.uncertainty))

    def rating_at(self, seat: Seat) -> Rating:
        return self.of(seat.player).rating if seat.kind == HUMAN else Rating(anchors().get(seat.bot or "", UNKNOWN.strength), SURE)


class Ratings:
    """The ladder of a store, kept up with what has ended since the last look; each process tells it for itself.

    A game of a moment ago may still be followed by one that ended before it and was written later. Only what is older counts for good;
    what is newer stands on top and is counted anew each time. All processes come to the same numbers.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.settled = Ladder()
        self.until = (0.0, "")  # the end and the code of the last game that is counted for good
        self.telling = asyncio.Lock()
        self.latest = self.settled

    async def of(self, player: str | None) -> Standing:
        async with self.telling:
            self.latest = await self.catch_up(time.time() - UNSETTLED)
            return self.latest.of(player)

    def history(self, player: str) -> list[Moment]:
        """The player's rating after each game, as `of` gave it last, the oldest first."""
        return [*self.settled.history.get(player, ()), *self.latest.history.get(player, ())][-REMEMBERED:]

    async def moved(self, guest: str, player: str) -> None:
        """What a guest has played counts for an account from now on. Where both have played, everything is counted anew."""
        async with self.telling:
            if guest not in self.settled.known:
                return
            if player in self.settled.known:
                self.settled, self.until = Ladder(), (0.0, "")
            else:
                self.settled.known[player] = self.settled.known.pop(guest)
                self.settled.history[player] = self.settled.history.pop(guest)

    async def catch_up(self, settled: float) -> Ladder:
        """Everything that has ended so far, what ended before a time for good."""
        recent = Ladder(self.settled)
        place = self.until
        while True:
            games = await self.store.rated_games(*place, limit=AT_ONCE)
            for record in games:
                place = (record.ended or 0.0, record.code)
                if place[0] < settled:
                    self.settled.note(record)
                    self.settled.counted.clear()  # the place in the order tells what is behind it
                    self.until = place
                else:
                    recent.note(record)
                await asyncio.sleep(0)  # a rated game takes a millisecond, a long history of them must stop nobody
            if len(games) < AT_ONCE:
                return recent
