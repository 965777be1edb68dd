"""What is open at a table and outlives the server: a request to take back, and the vote about those who are away."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .presence import CHOICES
from .undo import UndoRequest

if TYPE_CHECKING:
    from .table import Table


def noted(table: Table) -> dict[str, Any] | None:
    """What is to be stored; times are those of the clock on the wall, whole seconds."""
    found: dict[str, Any] = {}
    request, presence = table.undo_request, table.presence
    if request is not None:
        # it holds for this version: whatever happens at the table ends it, without another write
        found["undo"] = vars(request) | {"version": table.version, "agreed": list(request.agreed)}
    now, wall = time.monotonic(), time.time()
    if table.is_playing and presence.voting(now, presence.away(table.humans)):
        found["vote"] = {
            "votes": {str(seat): choice for seat, choice in presence.votes.items()},
            "gone": {str(seat): round(wall - (now - went)) for seat, went in presence.gone.items()},
            "asked": None if presence.asked is None else round(wall - (now - presence.asked)),
        }
    return found or None


def recall(table: Table, stored: Any, presence_too: bool) -> None:
    """Take up what was stored, as far as it can be so; what cannot is left out, for it is only talk."""
    table.undo_request = None
    if not isinstance(stored, dict) or not table.is_playing or table.game is None:
        return
    seats = range(table.record.players)
    asked = stored.get("undo")
    if isinstance(asked, dict) and asked.get("version") == table.version:
        told: dict[str, Any] = {name: asked.get(name) for name in ("seat", "length", "needed", "agreed", "command")}
        request = UndoRequest(**told)
        lists = all(isinstance(who, list) and all(seat in seats for seat in who) for who in (request.needed, request.agreed))
        if lists and request.seat in seats and isinstance(request.length, int) and 0 <= request.length < len(table.game.log):
            table.undo_request = request
    vote = stored.get("vote")
    if presence_too and isinstance(vote, dict):
        now, wall, presence = time.monotonic(), time.time(), table.presence
        known = {str(seat): seat for seat in seats}

        def ago(then: float) -> float:
            return now - max(0.0, wall - then)

        presence.gone |= {known[seat]: ago(then) for seat, then in (vote.get("gone") or {}).items() if seat in known}
        presence.votes = {known[seat]: choice for seat, choice in (vote.get("votes") or {}).items() if seat in known and choice in CHOICES}
        presence.asked = None if vote.get("asked") is None else ago(vote["asked"])
