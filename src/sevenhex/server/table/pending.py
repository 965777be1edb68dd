"""What is open at a table and outlives the server: a request to take back, and the vote about those who are away."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .undo import UndoRequest

if TYPE_CHECKING:
    from .table import Table


def collect(table: Table) -> dict[str, Any] | None:
    """What is to be stored."""
    found: dict[str, Any] = {}
    request, presence, now = table.undo.request, table.presence, time.monotonic()
    if request is not None:
        # it holds for this version: whatever happens at the table ends it, without another write
        found["undo"] = vars(request) | {"version": table.version, "agreed": list(request.agreed)}
    if table.is_playing and presence.voting(now, table.missing):
        found["vote"] = presence.to_stored(now, time.time())
    return found or None


def restore(table: Table, stored: Any, presence_too: bool) -> None:
    """Take up what was stored, as far as it can be so; what cannot is left out, for it is only talk."""
    table.undo.drop()
    if not isinstance(stored, dict) or not table.is_playing or table.game is None:
        return
    seats = range(table.record.players)
    asked = stored.get("undo")
    if isinstance(asked, dict) and asked.get("version") == table.version:
        fields: dict[str, Any] = {name: asked.get(name) for name in ("seat", "length", "needed", "agreed", "command")}
        request = UndoRequest(**fields)
        lists = all(isinstance(who, list) and all(seat in seats for seat in who) for who in (request.needed, request.agreed))
        if lists and request.seat in seats and isinstance(request.length, int) and 0 <= request.length < len(table.game.log):
            table.undo.open(request)
    vote = stored.get("vote")
    if presence_too and isinstance(vote, dict):
        table.presence.restore(vote, seats, time.monotonic(), time.time())
