"""The turn clock: each awaited player's seconds in this part of the turn, then those of the player's reserve.

A part of a turn gives everybody the same time. What goes beyond it is taken from the player's reserve, which has to do for the whole game
and gains a little by each own turn that has ended. The clock stands still while an awaited player is away.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..base import forms
from ..base.refusal import Refused

if TYPE_CHECKING:
    from sevenhex.game.game import Game
    from sevenhex.rules.state import State


class Clock:
    """Times are handed in, so that tests need not wait."""

    def __init__(self, seconds: float, reserve: float = 0.0, increment: float = 0.0) -> None:
        self.seconds, self.reserve, self.increment = seconds, reserve, increment
        self.key: Any = None  # the part of the turn; a new one gives everybody the whole time again
        self.mover: int | None = None  # whose turn it is
        self.spent: dict[int, float] = {}
        self.reserves: dict[int, float] = {}  # of those who have used or gained some
        self.awaited: tuple[int, ...] = ()
        self.since: float | None = None  # None while it stands still

    def set(self, now: float, key: Any, awaited: Iterable[int], paused: bool, mover: int | None = None) -> None:
        """What the game waits for has changed, or who is here."""
        self.charge(now)
        if key != self.key:
            self.settle()
            self.key, self.mover, self.spent = key, mover, {}
        self.awaited = tuple(awaited)
        self.since = None if paused or not self.awaited else now

    def charge(self, now: float) -> None:
        """Book the time since the last change."""
        if self.since is not None:
            for seat in self.awaited:
                self.spent[seat] = self.spent.get(seat, 0.0) + now - self.since
            self.since = now

    def settle(self) -> None:
        """A part is over: reserves are what is left of them, and the mover's gains."""
        for seat in self.spent:
            self.reserves[seat] = self.reserve_left(seat)
        self.spent = {}
        if self.mover is not None and self.increment:
            self.reserves[self.mover] = self.reserve_left(self.mover) + self.increment

    def reserve_left(self, seat: int, running: float = 0.0) -> float:
        over = max(0.0, self.spent.get(seat, 0.0) + running - self.seconds)
        return max(0.0, self.reserves.get(seat, self.reserve) - over)

    def running(self, now: float, seat: int) -> float:
        return now - self.since if self.since is not None and seat in self.awaited else 0.0

    def part_left(self, now: float, seat: int) -> float:
        """Of this part's own time, without the reserve."""
        return max(0.0, self.seconds - self.spent.get(seat, 0.0) - self.running(now, seat))

    def left(self, now: float, seat: int) -> float:
        return self.part_left(now, seat) + self.reserve_left(seat, self.running(now, seat))

    def expired(self, now: float) -> list[int]:
        """The awaited seats whose time is up."""
        return [seat for seat in self.awaited if self.since is not None and self.left(now, seat) <= 0.0]

    def deadline(self, now: float) -> float | None:
        """When somebody's time will be up."""
        if self.since is None or not self.awaited:
            return None
        return now + min(self.left(now, seat) for seat in self.awaited)

    def to_json(self, now: float, people: Iterable[int] = ()) -> forms.Clock:
        first = min(self.awaited, key=lambda seat: self.left(now, seat), default=None)
        return {
            "seconds": self.seconds,
            "left": round(self.seconds if first is None else self.left(now, first), 1),
            "part": round(self.seconds if first is None else self.part_left(now, first), 1),
            "running": self.since is not None,
            "reserves": {str(seat): round(self.reserve_left(seat, self.running(now, seat)), 1) for seat in people if self.has_reserves},
        }

    @property
    def has_reserves(self) -> bool:
        return bool(self.reserve or self.increment)

    # --- as it is stored beside the log, as of the moment before its last action

    def to_stored(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "mover": self.mover,
            "spent": {str(seat): round(spent, 2) for seat, spent in self.spent.items()},
            "reserves": {str(seat): round(left, 2) for seat, left in self.reserves.items()},
        }

    def restore(self, stored: dict[str, Any]) -> None:
        try:
            spent = {int(seat): float(value) for seat, value in stored["spent"].items()}
            reserves = {int(seat): float(value) for seat, value in stored["reserves"].items()}
            self.key, self.mover, self.spent, self.reserves = tuple(stored["key"]), stored["mover"], spent, reserves
        except (KeyError, TypeError, ValueError, AttributeError):  # nothing is stored yet
            return


def check(wanted: dict[str, Any]) -> None:
    """A reserve goes with a time for a turn."""
    if wanted.get("turn_seconds") is None and (wanted.get("reserve_seconds") or wanted.get("increment_seconds")):
        raise Refused("malformed", "reserve_alone")


def part_key(state: State) -> tuple[int, ...]:
    """The part of a turn, or the step of the set-up, for which the clock gives its time."""
    return (int(state["turn"][0]), int(state["part"][0]), int(state["setup_step"][0]), int(state["actor"][0]))


def part_began(game: Game) -> int:
    """The log's length when the present part began."""
    place, key = len(game.log), part_key(game.state)
    while place > 0 and part_key(game.states[place - 1]) == key:
        place -= 1
    return place
