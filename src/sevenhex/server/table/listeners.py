"""Those who are connected to a table: players at their seats, and spectators."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from ..base.address import share_of


class Listener(Protocol):
    """Somebody connected to the table; `seat` is None for a spectator."""

    seat: int | None
    player: str | None
    whole: bool  # wants whole views, not what changed
    sentences: bool  # wants events and reasons in English too
    has: tuple[int | None, int] | None  # the view that it was sent last: whose, and of which version
    address: str

    def send(self, text: bytes) -> None: ...

    def cut(self) -> None: ...


class Listeners:
    def __init__(self) -> None:
        self._all: set[Listener] = set()

    def __iter__(self) -> Iterator[Listener]:
        return iter(list(self._all))  # who is sent something may leave at once

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._all

    @property
    def spectators(self) -> int:
        return sum(listener.seat is None for listener in self._all)

    def spectators_from(self, address: str) -> int:
        """Those whose share is the same as this address's."""
        return sum(listener.seat is None and share_of(listener.address) == share_of(address) for listener in self._all)

    def add(self, listener: Listener) -> None:
        self._all.add(listener)

    def discard(self, listener: Listener) -> None:
        self._all.discard(listener)

    def reseat(self, seat: int, to: int | None) -> None:
        """Those at this seat are at another one now, or only watch."""
        for listener in self._all:
            if listener.seat == seat:
                listener.seat = to

    def cut(self, whom: Callable[[Listener], bool] = lambda _: True) -> None:
        for listener in self:
            if whom(listener):
                listener.cut()
