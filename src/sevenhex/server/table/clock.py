"""The turn clock: each awaited player's seconds in this part of the turn. It stands still while an awaited player is away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..base import forms

if TYPE_CHECKING:
    from sevenhex.game.game import Game
    from sevenhex.rules.state import State


class Clock:
    """Times are handed in, so that tests need not wait."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.key: Any = None  # the part of the turn; a new one gives everybody the whole time again
        self.spent: dict[int, float] = {}
        self.awaited: tuple[int, ...] = ()
        self.since: float | None = None  # None while it stands still

    def set(self, now: float, key: Any, awaited: Iterable[int], paused: bool) -> None:
        """What the game waits for has changed, or who is here."""
        self.charge(now)
        if key != self.key:
            self.key = key
            self.spent = {}
        self.awaited = tuple(awaited)
        self.since = None if paused or not self.awaited else now

    def charge(self, now: float) -> None:
        """Book the time since the last change."""
        if self.since is not None:
            for seat in self.awaited:
                self.spent[seat] = self.spent.get(seat, 0.0) + now - self.since
            self.since = now

    def left(self, now: float, seat: int) -> float:
        running = now - self.since if self.since is not None and seat in self.awaited else 0.0
        return max(0.0, self.seconds - self.spent.get(seat, 0.0) - running)

    def expired(self, now: float) -> list[int]:
        """The awaited seats whose time is up."""
        return [seat for seat in self.awaited if self.since is not None and self.left(now, seat) <= 0.0]

    def deadline(self, now: float) -> float | None:
        """When somebody's time will be up."""
        if self.since is None or not self.awaited:
            return None
        return now + min(self.left(now, seat) for seat in self.awaited)

    def to_json(self, now: float) -> forms.Clock:
        left = min((self.left(now, seat) for seat in self.awaited), default=self.seconds)
        return {"seconds": self.seconds, "left": round(left, 1), "running": self.since is not None}


def part_key(state: State) -> tuple[int, ...]:
    """The part of a turn, or the step of the set-up, for which the clock gives its time."""
    return (int(state["turn"][0]), int(state["part"][0]), int(state["setup_step"][0]), int(state["actor"][0]))


def part_began(game: Game) -> int:
    """The log's length when the present part began."""
    place, key = len(game.log), part_key(game.state)
    while place > 0 and part_key(game.states[place - 1]) == key:
        place -= 1
    return place
