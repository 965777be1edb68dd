"""A game that the server can keep by the thousand: of past states only the changes are kept, events are told anew when asked for."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterator
from typing import Any, cast, overload

import numpy as np

from sevenhex import reasons, views
from sevenhex.events import Event, report
from sevenhex.game import Entry, Game
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.state import RECORD, State

from .snapshot import Plain, plain

EVERY = 64  # states in a block: the first is kept whole
RECENT = 12  # the latest states are at hand as they are
SPOKEN = 20_000  # entries that are shared by all games


class Trail:
    """A list of states that keeps one in `EVERY` whole, of the others only the bytes that changed, and what is done packed together."""

    def __init__(self, states: list[State]) -> None:
        self.packed: list[bytes] = []  # full blocks
        self.block: list[bytes] = []  # the last one: its first state, then the changes
        self.recent: deque[State] = deque(maxlen=RECENT)
        for state in states:
            self.append(state)

    def append(self, state: State) -> None:
        if len(self.block) == EVERY:
            self.packed.append(pack(self.block))
            self.block = []
        if not self.block:
            self.block.append(state.tobytes())
        else:
            now = state.view(np.uint8)
            where = np.flatnonzero(now != self.recent[-1].view(np.uint8)).astype(np.uint16)
            self.block.append(where.tobytes() + now[where].tobytes())  # where (two bytes each), then what
        self.recent.append(state)

    def __len__(self) -> int:
        return len(self.packed) * EVERY + len(self.block)

    @overload
    def __getitem__(self, place: int) -> State: ...
    @overload
    def __getitem__(self, place: slice) -> list[State]: ...
    def __getitem__(self, place: int | slice) -> State | list[State]:
        if place == -1:  # asked all the time
            return self.recent[-1]
        if isinstance(place, slice):
            return self.stretch(*place.indices(len(self)))
        if place < 0:
            place += len(self)
        recent = place - len(self) + len(self.recent)
        if 0 <= recent < len(self.recent):
            return self.recent[recent]
        return self.stretch(place, place + 1, 1)[0]

    def at(self, block: int) -> list[bytes]:
        return unpack(self.packed[block]) if block < len(self.packed) else self.block

    def stretch(self, start: int, stop: int, step: int) -> list[State]:
        """Some states, made anew from the whole one before them."""
        if step != 1 or start >= stop:
            return [self[n] for n in range(start, stop, step)]
        found = []
        for block in range(start // EVERY, (stop - 1) // EVERY + 1):
            parts = self.at(block)
            now = np.frombuffer(bytearray(parts[0]), np.uint8)
            for place in range(min(stop - block * EVERY, EVERY)):
                if place:
                    change = parts[place]
                    size = len(change) // 3
                    now[np.frombuffer(change, np.uint16, size)] = np.frombuffer(change, np.uint8, size, 2 * size)
                if block * EVERY + place >= start:
                    found.append(np.frombuffer(now.tobytes(), RECORD))
        return found

    def __delitem__(self, place: slice) -> None:
        keep, stop, _ = place.indices(len(self))
        if stop != len(self):
            raise IndexError("only the end of a trail can be taken back")
        recent = [state.copy() for state in self[max(0, keep - RECENT) : keep]]
        last = max(0, keep - 1) // EVERY
        self.block = self.at(last)[: keep - last * EVERY]
        del self.packed[last:]
        self.recent = deque(recent, RECENT)

    def __iter__(self) -> Iterator[State]:
        return iter(self[:])


def pack(parts: list[bytes]) -> bytes:
    """Many small pieces as one small piece."""
    return zlib.compress(b"".join(len(part).to_bytes(2, "little") + part for part in parts), 6)


def unpack(packed: bytes) -> list[bytes]:
    joined, at, parts = zlib.decompress(packed), 0, []
    while at < len(joined):
        end = at + 2 + int.from_bytes(joined[at : at + 2], "little")
        parts.append(joined[at + 2 : end])
        at = end
    return parts


spoken: dict[Entry, Entry] = {}  # the same few thousand entries make up the logs of all games


def shared(entry: Entry) -> Entry:
    if len(spoken) < SPOKEN:
        return spoken.setdefault(entry, entry)
    return spoken.get(entry, entry)


class LeanGame(Game):
    """What a table needs of a game, in little memory."""

    plains: tuple[tuple[State, Plain], ...] = ()  # the last two that were asked for
    outcomes = 0  # of chance, in the log so far: the place of the next one in the fair chain

    def __init__(self, configuration: Any, state: State, layout: Any = None) -> None:
        super().__init__(configuration, state, layout)
        self.states = Trail(self.states)  # type: ignore[assignment]

    @classmethod
    def fresh(cls, edition: str, players: int, seed: int, options: dict[str, Any]) -> LeanGame:
        """A game about to begin, its island laid out by the seed."""
        return cast(LeanGame, cls.new(edition, players, seed=seed, **options))

    @classmethod
    def begun(cls, opening: dict[str, Any]) -> LeanGame:
        """A game at its stored opening."""
        return cast(LeanGame, cls.from_json(opening))

    def push(self, action: int, seat: int) -> None:
        super().push(action, seat)
        self.log[-1] = shared(self.log[-1])
        self.outcomes += seat == CHANCE

    def undo(self, n: int = 1) -> list[Entry]:
        taken = super().undo(n)
        self.outcomes -= sum(seat == CHANCE for seat, _ in taken)
        return taken

    def _tell(self, n: int) -> list[Event]:
        seat, action = self.log[n]
        before, after = ([self.plain_of(state)] for state in (self.states[n], self.states[n + 1]))
        return report(n, cast(State, before), cast(State, after), seat, action, self.naming, self.words)

    @property
    def plain(self) -> Plain:
        """The present state as plain numbers."""
        return self.plain_of(self.state)

    def plain_of(self, state: State) -> Plain:
        for known, taken in reversed(self.plains):
            if known is state:
                return taken
        taken = plain(state)
        self.plains = (*self.plains[-1:], (state, taken))
        return taken

    # --- what is asked often

    @property
    def awaits_chance(self) -> bool:
        return bool(self.plain.phase <= LAST_CHANCE_PHASE)

    @property
    def is_over(self) -> bool:
        return bool(self.plain.phase == Phase.OVER)

    # --- what the table asks

    @property
    def actor(self) -> int:
        return int(self.plain.actor)

    @property
    def offer_is_open(self) -> bool:
        return bool(self.plain.offer)

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
        kind = self.log[-1][1] & KIND_MASK
        ended_discards = kind == Kind.DISCARD and self.state[0].phase != Phase.DISCARD
        return bool(kind == Kind.MONOPOLY or ended_discards or self.is_over)

    def open_view(self, seat: int | None) -> views.View:
        """Everything; for finished games."""
        return views.open_view(self, seat)

    def why_no(self, what: str, seat: int) -> list[reasons.Reason]:
        """Why a whole button is of no use now; empty when it is."""
        return reasons.why_no(self, what, seat)


def key_of(state: State) -> tuple[int, ...]:
    return (int(state["turn"][0]), int(state["part"][0]), int(state["setup_step"][0]), int(state["actor"][0]))
