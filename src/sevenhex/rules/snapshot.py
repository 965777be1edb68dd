"""A state as Python's own numbers, taken in one step: reading a NumPy record field by field costs more than all use of the values."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Sequence
from enum import IntEnum
from operator import itemgetter
from struct import Struct
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from .record import Facts
from .state import OPTIONS, RECORD, State

SIGNS = {1: "b", 4: "i", 8: "q"}
SIGNED_ARRAYS = ("harbor_edge", "harbor_kind", "corner_harbor")  # with -1 for none; asked once a game, by the views


def layout() -> tuple[list[str], str, list[int | slice]]:
    """The fields that are taken, how their bytes are read, and where each stands among the numbers that come out."""
    names: list[str] = []
    parts, at, found = ["<"], 0, 0
    places: list[int | slice] = []
    assert RECORD.fields is not None
    for name, (kind, start, *_) in sorted(RECORD.fields.items(), key=lambda field: field[1][1]):
        base, shape = kind.base, kind.shape
        if len(shape) > 1 or name in SIGNED_ARRAYS:
            continue
        number = shape[0] if shape else 1
        parts.append(f"{start - at}x")
        if shape and base == np.int8:
            parts.append(f"{number}s")  # bytes are numbers enough
            places.append(found)
            found += 1
        else:
            parts.append(f"{number}{SIGNS[base.itemsize]}")
            places.append(slice(found, found + number) if shape else found)
            found += number
        names.append(name)
        at = start + kind.itemsize
    parts.append(f"{RECORD.itemsize - at}x")
    return names, "".join(parts), places


NAMES, FORMAT, PLACES = layout()
unpack = Struct(FORMAT).unpack
pick = itemgetter(*PLACES)
STARTS = [RECORD.fields[name][1] for name, _ in OPTIONS]  # type: ignore[index]
OPTION_BYTES = slice(min(STARTS), max(STARTS) + 1)


def int_members(names: type[IntEnum]) -> Any:
    """The members of an enum as Python's own numbers: an enum asks each time for its member, which costs more than the comparison."""
    return SimpleNamespace(**{member.name: int(member) for member in names})


def field_of(self: Any, name: str) -> Any:
    return getattr(self, name)


if TYPE_CHECKING:

    class Snapshot(Facts[Sequence[int]]):
        """Fields are asked for by attribute or by name, as those of a state are. Arrays of small numbers are bytes, others tuples."""

        def __getitem__(self, name: str) -> Any: ...

    def make(fields: Iterable[Any]) -> Snapshot: ...

else:
    Snapshot = type("Snapshot", (namedtuple("Fields", NAMES),), {"__slots__": (), "__getitem__": field_of})
    make = Snapshot._make


def snapshot_of(state: State) -> Snapshot:
    """The snapshot of a state."""
    return make(pick(unpack(state.tobytes())))
