"""A table's log does not grow for ever: when it is long nothing more is offered or taken back, and at twice that length the game ends.

Without offers and take-backs every turn is finite, so an honest game still comes to its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from ..base.refusal import Refused
from .chat import Notice

if TYPE_CHECKING:
    from .table import Table

BARGAINING = frozenset({Kind.OFFER, Kind.COUNTER, Kind.PROPOSE})


def is_long(table: Table) -> bool:
    return table.version >= table.settings.limits.entries


def refuses(table: Table, action: int) -> bool:
    """Is this one of the actions that a long log has no room for?"""
    return is_long(table) and action & KIND_MASK in BARGAINING


def check(table: Table, action: int | None) -> None:
    """Refuse an offer, or (None) taking something back, when the log is long."""
    if is_long(table) and (action is None or action & KIND_MASK in BARGAINING):
        raise Refused("illegal", "long_game", most=table.settings.limits.entries)


def is_full(table: Table) -> bool:
    return table.version >= 2 * table.settings.limits.entries


def notice(table: Table, before: int) -> Notice | None:
    """What the table says when the log has grown from this version on, if it has become too long for something."""
    most = table.settings.limits.entries
    if before < 2 * most <= table.version:
        return Notice("endless_game", {"entries": 2 * most})
    return Notice("long_game", {"most": most}) if before < most <= table.version else None
