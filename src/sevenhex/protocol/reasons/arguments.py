"""Arguments that name nothing on this island or at this table."""

from __future__ import annotations

from collections.abc import Sequence

from sevenhex.rules.actions import NONE, Action
from sevenhex.rules.ids import RESOURCE_NAMES

from ..wording import Facts
from .inquiry import KIND, Inquiry


def knows_arguments(inquiry: Inquiry, value: Action) -> bool:
    """Do the arguments name things that exist on this island and at this table?"""
    wrong: tuple[str, Facts] | None = None
    match value.kind:
        case KIND.SETTLE | KIND.CITY:
            wrong = unknown(value.arguments[0], inquiry.geometry.corner_names, "corner")
        case KIND.ROAD:
            wrong = unknown(value.arguments[0], inquiry.geometry.edge_names, "edge")
        case KIND.ROBBER:
            wrong = unknown(value.arguments[0], inquiry.geometry.hex_names, "hex")
            if not wrong and value.arguments[1] != NONE:
                wrong = unknown(value.arguments[1], inquiry.colours, "seat")
        case KIND.DISCARD | KIND.MONOPOLY:
            wrong = unknown(value.arguments[0], RESOURCE_NAMES, "resource")
        case KIND.BANK:
            wrong = unknown(max(value.arguments[:2]), RESOURCE_NAMES, "resource")
        case KIND.PLENTY:
            first, second = value.arguments
            wrong = unknown(first, RESOURCE_NAMES, "resource")
            if not wrong and second != NONE:
                wrong = unknown(second, RESOURCE_NAMES, "resource")
            if not wrong and first > second:
                wrong = ("order", {"order": list(RESOURCE_NAMES)})
        case KIND.CONFIRM | KIND.TAKE | KIND.DECLINE:
            wrong = unknown(value.arguments[0], inquiry.colours, "seat")
        case KIND.OFFER:
            if value.arguments[0] >> inquiry.players:
                wrong = ("recipient", {"last": inquiry.players - 1})
    if wrong:
        variant, facts = wrong
        inquiry.add("malformed", "TURN-1", variant, **facts)
    return not wrong


def unknown(number: int, names: Sequence[str], what: str) -> tuple[str, Facts] | None:
    return None if number < len(names) else (what, {"number": number, "last": len(names) - 1, "name": names[-1]})
