"""Commands that were answered: one that is sent again is answered as before, and not done twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

MOST = 64  # kept in memory; older ones are known by the store, which does none twice


class Answers:
    def __init__(self) -> None:
        self._versions: OrderedDict[tuple[int, str], int] = OrderedDict()  # seat and command -> version
        self._from = 0  # commands before this version are known by the store only

    def version_of(self, seat: int, command: str | None) -> int | None:
        """The version that answered a command, if that was not long ago."""
        return None if command is None else self._versions.get((seat, command))

    def add(self, seat: int, command: str, version: int) -> None:
        self._versions[seat, command] = version
        while len(self._versions) > MOST:
            self._versions.popitem(last=False)

    @property
    def since(self) -> int:
        """Commands made for an older version may have been answered and forgotten."""
        return next(iter(self._versions.values())) if len(self._versions) >= MOST else self._from

    def restore(self, known: Iterable[tuple[int, str, int]], since: int) -> None:
        """Only these are known: seat, command and version, all of them from this version on."""
        self._versions.clear()
        self._from = since
        for seat, command, version in known:
            self.add(seat, command, version)
