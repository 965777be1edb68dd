"""What a trade with the supply costs at best: `legal.py` allows every rate that a harbor gives, this names the lowest."""

from __future__ import annotations

from .actions import first, kind_of, third
from .board import serves, serves_all
from .ids import Kind
from .jit import rule
from .legal import GENERAL_RATE, GENERIC_RATE, SPECIAL_RATE
from .record import StateRecord


@rule
def best_rate(state: StateRecord, seat: int, resource: int) -> int:
    """TRADE-6: the lowest rate that the seat's harbors give it for this resource."""
    if serves(state, seat, resource):
        return SPECIAL_RATE
    return GENERIC_RATE if serves_all(state, seat) else GENERAL_RATE


@rule
def is_wasteful(state: StateRecord, seat: int, action: int) -> bool:
    """A trade with the supply for more cards than it would take: legal, but never worth considering."""
    return kind_of(action) == Kind.BANK and third(action) > best_rate(state, seat, first(action))
