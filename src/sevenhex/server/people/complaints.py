"""A player complains about another one at the same table; the operator gets it with the chat and the game as they were.

The game is attached as the one who complains may know it: an operator who plays there learns nothing new from a complaint.
"""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

from ..base.refusal import Refused
from ..store import complaints as stored
from ..store.errors import refusing
from ..store.seats import HUMAN

if TYPE_CHECKING:
    from ..base.settings import Limits
    from ..store.store import Store
    from ..table.table import Table

LINES = 50  # of the chat
DAYS_KEPT = 90.0  # after they were closed


def prepare(table: Table, player: str, number: int, kind: str, text: str, record: bytes) -> stored.NewComplaint:
    """A complaint about the player at a seat. The lock is held."""
    own = next((seat for seat in table.seats if seat.kind == HUMAN and seat.player == player), None)  # also who has resigned
    if own is None:
        raise Refused("not_seated", "not_here")
    if not 0 <= number < len(table.seats):
        raise Refused("malformed", "no_such_seat", seat=number, last=len(table.seats) - 1)
    other = table.seats[number]
    if other.kind != HUMAN or other.player is None:
        raise Refused("illegal", "nobody_there")
    if other.seat == own.seat:
        raise Refused("illegal", "own_complaint")
    lines = [
        {"seat": line.seat, "name": line.name, "text": line.text, "time": line.time} for line in list(table.chat)[-LINES:] if line.player
    ]
    return stored.NewComplaint(
        table.code, table.version, player, own.name, other.player, other.name, kind, text, json.dumps(lines), gzip.compress(record)
    )


async def add(store: Store, limits: Limits, new: stored.NewComplaint) -> str:
    with refusing():
        made = await stored.add(store, new, limits.complaints_per_day, limits.complaints_open)
    if made is None:
        raise Refused("too_many", "too_many_complaints")
    return made
