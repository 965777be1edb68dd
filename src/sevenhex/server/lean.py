"""A game that the server can keep by the thousand: past states are packed, events are told anew when asked for."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, overload

import numpy as np

from sevenhex import reasons, views
from sevenhex.events import Event, report
from sevenhex.game import Entry, Game
from sevenhex.rules.ids import CHANCE, Kind, Phase
from sevenhex.rules.state import RECORD, State

KIND = 63
UNPACKED = 3  # the latest states, which every action needs


class Trail:
    """A list of states in which all but the last few are compressed to about a tenth."""

    def __init__(self, states: list[State]) -> None:
        self.packed: list[bytes] = []
        self.latest: list[State] = []
        for state in states:
            self.append(state)

    def append(self, state: State) -> None:
        self.latest.append(state)
        if len(self.latest) > UNPACKED:
            self.packed.append(zlib.compress(self.latest.pop(0).tobytes(), 1))

    def __len__(self) -> int:
        return len(self.packed) + len(self.latest)

    @overload
    def __getitem__(self, place: int) -> State: ...
    @overload
    def __getitem__(self, place: slice) -> list[State]: ...
    def __getitem__(self, place: int | slice) -> State | list[State]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        if place < 0:
            place += len(self)
        if place >= len(self.packed):
            return self.latest[place - len(self.packed)]
        return np.frombuffer(zlib.decompress(self.packed[place]), RECORD)

    def __delitem__(self, place: slice) -> None:
        keep, stop, _ = place.indices(len(self))
        if stop != len(self):
            raise IndexError("only the end of a trail can be taken back")
        latest = self[max(0, keep - UNPACKED) : keep]
        del self.packed[max(0, keep - UNPACKED) :]
        self.latest = [state.copy() for state in latest]

    def __iter__(self) -> Iterator[State]:
        return (self[n] for n in range(len(self)))


class LeanGame(Game):
    """What a table needs of a game, in little memory."""

    outcomes = 0  # of chance, in the log so far: the place of the next one in the fair chain

    def __init__(self, configuration: Any, state: State, layout: Any = None) -> None:
        super().__init__(configuration, state, layout)
        self.states = Trail(self.states)  # type: ignore[assignment]

    def push(self, action: int, seat: int) -> None:
        super().push(action, seat)
        self.outcomes += seat == CHANCE

    def undo(self, n: int = 1) -> list[Entry]:
        taken = super().undo(n)
        self.outcomes -= sum(seat == CHANCE for seat, _ in taken)
        return taken

    def _tell(self, n: int) -> list[Event]:
        seat, action = self.log[n]
        return report(n, self.states[n], self.states[n + 1], seat, action, self.naming, self.words)

    # --- what the table asks

    @property
    def actor(self) -> int:
        return int(self.state[0].actor)

    @property
    def offer_is_open(self) -> bool:
        return bool(self.state[0].offer)

    @property
    def part_key(self) -> tuple[int, ...]:
        """The part of a turn, or the step of the set-up, for which the clock gives its time."""
        return key_of(self.state)

    @property
    def part_began(self) -> int:
        """The log's length when this part began."""
        place, key = len(self.log), self.part_key
        while place > 0 and key_of(self.states[place - 1]) == key:
            place -= 1
        return place

    @property
    def last_revealed(self) -> bool:
        """Did the last action show somebody what was hidden? Chance aside, which is an entry of its own."""
        kind = self.log[-1][1] & KIND
        ended_discards = kind == Kind.DISCARD and self.state[0].phase != Phase.DISCARD
        return bool(kind == Kind.MONOPOLY or ended_discards or self.is_over)

    def open_view(self, seat: int | None) -> views.View:
        """Everything; for finished games."""
        return views.open_view(self, seat)

    def why_no(self, what: str, seat: int) -> list[reasons.Reason]:
        """Why a whole button is of no use now; empty when it is."""
        return reasons.why_no(self, what, seat)


def key_of(state: State) -> tuple[int, ...]:
    record = state[0]
    return (int(record.turn), int(record.part), int(record.setup_step), int(record.actor))
