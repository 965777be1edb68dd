"""Who is here: connections by seat, who has been away how long, and the vote of those who are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..base.forms import Away

CHOICES = ("wait", "bot", "abort")


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

    def forget(self, seat: int) -> None:
        """The seat is given up; nobody waits for its player."""
        self.here.pop(seat, None)
        self.gone.pop(seat, None)
        self.votes.pop(seat, None)

    def expect(self, now: float, seats: Iterable[int]) -> None:
        """The game begins or resumes: whoever is not here counts as away from now on."""
        for seat in seats:
            if seat not in self.here:
                self.gone.setdefault(seat, now)

    def is_here(self, seat: int) -> bool:
        return seat in self.here

    def away(self, humans: Iterable[int]) -> list[int]:
        return [seat for seat in humans if seat not in self.here]

    def since(self, away: Iterable[int]) -> float | None:
        """When the vote's waiting began."""
        went = [self.gone[seat] for seat in away if seat in self.gone]
        return max(min(went), self.asked or 0.0) if went else None

    def voting(self, now: float, away: list[int]) -> bool:
        since = self.since(away)
        return bool(away) and since is not None and now >= since + self.grace

    def late(self, now: float, humans: Iterable[int]) -> list[int]:
        """Those who have been away for the grace time; somebody who just went may come back, and still has a vote."""
        return [seat for seat in self.away(humans) if now >= self.gone.get(seat, now - self.grace) + self.grace]

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

    def to_json(self, now: float, away: list[int]) -> Away | None:
        since = self.since(away)
        if not away or since is None:
            return None
        return {
            "seats": away,
            "since": round(now - since, 1),
            "votes": {str(seat): choice for seat, choice in self.votes.items()},
            "grace": self.grace,
            "voting": self.voting(now, away),
        }
