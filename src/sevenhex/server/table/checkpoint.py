"""A game with its whole past as bytes, stored now and then beside the log: loading reads it and replays only what came after.

It is a short cut and no truth: whatever does not fit (another version of the program, a damaged row) is left aside, and the log is replayed
from the beginning.
"""

from __future__ import annotations

import hashlib
import zlib
from array import array
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from sevenhex import __version__
from sevenhex.game.game import shared
from sevenhex.game.history import BLOCK, History, unpack
from sevenhex.rules.check import check
from sevenhex.rules.ids import CHANCE
from sevenhex.rules.state import RECORD

if TYPE_CHECKING:
    from sevenhex.game.game import Game

EVERY = 256  # versions between two of them
DIGEST = hashlib.sha256().digest_size
KIND = f"{__version__} {BLOCK} {RECORD.itemsize}"


class Packed(msgspec.Struct, array_like=True):
    kind: str
    lengths: bytes  # the log's length after each version
    seats: bytes
    actions: bytes
    blocks: list[bytes]  # older states, as a game's history packs them
    recent: bytes


def collect(game: Game, lengths: array[int]) -> Packed:
    """Everything that is needed, taken at once; the game may go on meanwhile."""
    seats, actions = array("b", [seat for seat, _ in game.log]), array("q", [action for _, action in game.log])
    recent = b"".join(state.tobytes() for state in game.states.recent)
    return Packed(KIND, lengths.tobytes(), seats.tobytes(), actions.tobytes(), list(game.states.packed), recent)


def encode(packed: Packed) -> bytes:
    """As bytes with their digest in front; takes a while, so that it is done beside the event loop."""
    body = zlib.compress(msgspec.msgpack.encode(packed), 1)
    return hashlib.sha256(body).digest() + body


def restore(stored: bytes, opening: Game) -> tuple[Game, array[int]] | None:
    """The game and its lengths, or None when these bytes do not tell it."""
    if hashlib.sha256(stored[DIGEST:]).digest() != stored[:DIGEST]:
        return None
    try:
        packed = msgspec.msgpack.decode(zlib.decompress(stored[DIGEST:]), type=Packed)
        if packed.kind != KIND:
            return None
        lengths, seats, actions = array("i"), array("b"), array("q")
        lengths.frombytes(packed.lengths)
        seats.frombytes(packed.seats)
        actions.frombytes(packed.actions)
        states = np.frombuffer(bytearray(packed.recent), RECORD)  # for states that cannot be written all rules would be compiled anew
        history = History.restored(packed.blocks, [states[n : n + 1] for n in range(len(states))])
        first = unpack(packed.blocks[0])[0] if packed.blocks else states[0:1]
    except (ValueError, msgspec.MsgspecError, zlib.error, IndexError):
        return None
    whole = len(seats) == len(actions) == len(history) - 1 == lengths[-1] and lengths[0] == 0
    if not whole or first.tobytes() != opening.states[0].tobytes() or check(history.last):
        return None
    game = opening.until(0)
    game.log = [shared(entry) for entry in zip(seats, actions, strict=True)]
    game.states = history
    game.chance_count = sum(seat == CHANCE for seat in seats)
    return game, lengths
