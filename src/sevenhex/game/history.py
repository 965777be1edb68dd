"""The states that a game went through: the latest are at hand, older ones are kept as changes and made anew when they are asked for."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import overload

import numpy as np

from sevenhex.rules.state import RECORD, State

BLOCK = 16  # states that are packed together: the first whole, of the others what changed
RECENT = 4  # at least so many of the latest states are whole, unless that is all there are
LEVEL = 1  # of zlib: what changed is mostly noughts, a higher level takes three times as long for a quarter less
UNPACKED = 32  # blocks that are at hand for all games together; replays ask for one state after the other


class History(Sequence[State]):
    """A list of states, none of which is ever changed; it grows and shrinks at its end."""

    __slots__ = ("last", "packed", "recent")

    def __init__(self, states: Sequence[State]) -> None:
        self.packed: list[bytes] = []
        self.recent: list[State] = []
        for state in states:
            self.append(state)

    @classmethod
    def restored(cls, packed: list[bytes], recent: list[State]) -> History:
        """A history from its parts, as somebody stored them."""
        history = cls(())
        history.packed, history.recent, history.last = packed, recent, recent[-1]
        return history

    def append(self, state: State) -> None:
        self.recent.append(state)
        self.last = state
        if len(self.recent) == BLOCK + RECENT:
            self.packed.append(pack(self.recent[:BLOCK]))
            del self.recent[:BLOCK]

    def until(self, length: int) -> History:
        """Another history with the first states of this one."""
        twin = object.__new__(History)
        blocks = min(length // BLOCK, len(self.packed))
        twin.packed = self.packed[:blocks]
        twin.recent = self[blocks * BLOCK : length]
        twin.last = twin.recent[-1] if twin.recent else self[length - 1]
        return twin

    def __len__(self) -> int:
        return len(self.packed) * BLOCK + len(self.recent)

    @overload
    def __getitem__(self, place: int) -> State: ...
    @overload
    def __getitem__(self, place: slice) -> list[State]: ...
    def __getitem__(self, place: int | slice) -> State | list[State]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        n = place + len(self) if place < 0 else place
        block, within = divmod(n, BLOCK)
        if 0 <= block < len(self.packed):
            return unpack(self.packed[block])[within]
        if n < 0:
            raise IndexError(f"There are {len(self)} states; there is none at {place}.")
        return self.recent[n - len(self.packed) * BLOCK]

    def __delitem__(self, place: slice) -> None:
        keep, stop, _ = place.indices(len(self))
        if stop != len(self) or keep == 0:
            raise IndexError("Only the end of a history can be taken back, and never its beginning.")
        shorter = self.until(keep)
        self.packed, self.recent, self.last = shorter.packed, shorter.recent, shorter.last

    def __iter__(self) -> Iterator[State]:
        for block in list(self.packed):
            yield from unpack(block)
        yield from list(self.recent)


def pack(states: list[State]) -> bytes:
    """Many states as one small piece: each as the bits in which it differs from the one before."""
    rows = np.frombuffer(bytearray().join([state.tobytes() for state in states]), np.uint8).reshape(len(states), -1)
    rows[1:] ^= rows[:-1].copy()
    return zlib.compress(rows.data, LEVEL)


@lru_cache(UNPACKED)
def unpack(packed: bytes) -> list[State]:
    changes = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(-1, RECORD.itemsize)
    states = np.bitwise_xor.accumulate(changes, axis=0).reshape(-1).view(RECORD)
    return [states[n : n + 1] for n in range(len(states))]
