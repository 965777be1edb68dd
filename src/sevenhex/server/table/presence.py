"""Who is here: connections by seat, who has been away how long, and the vote of those who are left."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..base.forms import Away, Choice

if TYPE_CHECKING:
    from ..store.store import TableRecord

CHOICES: tuple[Choice, ...] = ("wait", "bot", "abort")
RATED_CHOICES: tuple[Choice, ...] = ("wait", "bot")  # a rated game is not aborted


def choices_of(record: TableRecord) -> tuple[Choice, ...]:
    """What those who are left at a table may vote for."""
    return RATED_CHOICES if record.rated or record.house.get("appointment") else CHOICES


class Presence:
    """Times are handed in, so that tests need not wait."""

    def __init__(self, grace: float) -> None:
        self.grace = grace
        self.here: dict[int, int] = {}  # connections by seat
        self.gone: dict[int, float] = {}  # seat -> when it went
        self.asked: float | None = None  # a vote for waiting starts the grace time again
        self.votes: dict[int, str] = {}

    def arrive(self, seat: int) -> None:
        self.here[seat] = self.here.get(seat, 0) + 1
        self.gone.pop(seat, None)
        if not self.gone:
            self.votes, self.asked = {}, None

    def leave(self, now: float, seat: int) -> None:
        self.here[seat] = self.here.get(seat, 1) - 1
        if self.here[seat] <= 0:
            del self.here[seat]
            self.gone[seat] = now
            self.votes.pop(seat, None)

    @property
    def anybody(self) -> bool:
        return bool(self.here)

    def move(self, seat: int, to: int) -> None:
        """Move the occupant of this seat to that one."""
        self.here[to] = self.here.pop(seat, 0)

    def forget(self, seat: int) -> None:
        """The seat is given up; nobody waits for its player."""
        self.here.pop(seat, None)
        self.gone.pop(seat, None)
        self.votes.pop(seat, None)

    def expect(self, now: float, seats: Iterable[int]) -> None:
        """The game begins or resumes: absent players count as away from now on."""
        for seat in seats:
            if seat not in self.here:
                self.gone.setdefault(seat, now)

    def is_here(self, seat: int) -> bool:
        return seat in self.here

    def away(self, humans: Iterable[int]) -> list[int]:
        return [seat for seat in humans if seat not in self.here]

    def since(self, away: Iterable[int]) -> float | None:
        """When the vote's waiting began."""
        left = [self.gone[seat] for seat in away if seat in self.gone]
        if not left:
            return None
        return min(left) if self.asked is None else max(min(left), self.asked)

    def voting(self, now: float, away: list[int]) -> bool:
        since = self.since(away)
        return bool(away) and since is not None and now >= since + self.grace

    def late(self, now: float, humans: Iterable[int]) -> list[int]:
        """Those who have been away for the grace time; somebody who just went may come back, and still has a vote."""
        return [seat for seat in self.away(humans) if now >= self.gone.get(seat, now - self.grace) + self.grace]

    def vote(self, seat: int, choice: str) -> None:
        self.votes[seat] = choice

    def close_vote(self) -> None:
        self.votes = {}

    def deadlines(self, humans: list[int]) -> list[float]:
        """When votes open: about the first who is away, and about each of the others; none while nobody is left to vote."""
        away = self.away(humans)
        since = self.since(away)
        if since is None or len(away) >= len(humans):
            return []
        return [moment + self.grace for moment in (since, *(self.gone.get(seat, since) for seat in away))]

    def decide(self, voters: list[int]) -> str | None:
        """The choice of the table once everybody who is here has voted; a tie waits."""
        if not voters or any(seat not in self.votes for seat in voters):
            return None
        tally = Counter(self.votes[seat] for seat in voters)
        best = max(tally.values())
        leaders = [choice for choice in CHOICES if tally[choice] == best]
        return leaders[0]

    def wait_again(self, now: float) -> None:
        self.votes, self.asked = {}, now

    # --- the vote as it is stored; times there are those of the clock on the wall, whole seconds, never later than they were:
    # a vote that was open is open again at once

    def to_stored(self, now: float, wall: float) -> dict[str, Any]:
        return {
            "votes": {str(seat): choice for seat, choice in self.votes.items()},
            "gone": {str(seat): math.floor(wall - (now - moment)) for seat, moment in self.gone.items()},
            "asked": None if self.asked is None else math.floor(wall - (now - self.asked)),
        }

    def restore(self, stored: dict[str, Any], seats: Iterable[int], now: float, wall: float) -> None:
        known = {str(seat): seat for seat in seats}

        def ago(then: float) -> float:
            return now - max(0.0, wall - then)

        self.gone |= {known[seat]: ago(then) for seat, then in (stored.get("gone") or {}).items() if seat in known}
        self.votes = {known[seat]: choice for seat, choice in (stored.get("votes") or {}).items() if seat in known and choice in CHOICES}
        self.asked = None if stored.get("asked") is None else ago(stored["asked"])

    def to_json(self, now: float, away: list[int], choices: Iterable[Choice] = CHOICES) -> Away | None:
        since = self.since(away)
        if not away or since is None:
            return None
        return {
            "seats": away,
            "since": round(now - since, 1),
            "votes": {str(seat): choice for seat, choice in self.votes.items()},
            "grace": self.grace,
            "voting": self.voting(now, away),
            "choices": list(choices),
        }
