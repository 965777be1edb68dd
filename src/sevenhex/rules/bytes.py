"""A state as bytes and back: what is read must be whole, of this version, and sound."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from ..errors import StateError
from .check import check
from .state import FIELDS, RECORD, State

MAGIC = b"7hex"
LAYOUT = zlib.crc32(repr(FIELDS).encode())  # changes with the record, so that old bytes are refused and not misread
HEADER = struct.Struct("<4sII")  # magic, layout, checksum of what follows


def state_to_bytes(state: State) -> bytes:
    """The state, with a header that identifies it."""
    payload = state.tobytes()
    return HEADER.pack(MAGIC, LAYOUT, zlib.crc32(payload)) + payload


def state_from_bytes(data: bytes, totals: NDArray[np.int64] | None = None) -> State:
    """The state that these bytes hold; StateError says why they hold none. `totals` as in `check`, for boxes with other contents."""
    expected = HEADER.size + RECORD.itemsize
    if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
        begun = bytes(data[:8])
        raise StateError(f"These {len(data)} bytes are no state: expected {expected} bytes that begin with {MAGIC!r}, got {begun!r}.")
    _, layout, checksum = HEADER.unpack_from(data)
    if layout != LAYOUT:
        raise StateError(
            f"These bytes were written by another version of Sevenhex (layout {layout:08x}, expected {LAYOUT:08x}). "
            "Load the game's record instead: text records stay readable."
        )
    if len(data) != expected:
        raise StateError(f"A state has {expected} bytes, got {len(data)}: the data was cut off or something was added.")
    payload = bytes(data[HEADER.size :])
    if zlib.crc32(payload) != checksum:
        raise StateError("The bytes of the state were changed after writing: their checksum does not fit. Load the game's record instead.")
    state: State = np.frombuffer(payload, RECORD).copy()
    found = check(state, totals)
    if found:
        raise StateError(f"These bytes hold no sound state: {'; '.join(found)}.")
    return state
