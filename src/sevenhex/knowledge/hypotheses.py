"""Sets of possible hands, each a row of words by seat: what everybody sees moves or removes rows (compiled, for `counter.py`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.cards import BITS, FIELD, GUARD, KINDS
from sevenhex.rules.jit import rule
from sevenhex.rules.record import Records
from sevenhex.rules.state import State

from .bounds import follow_one, minus, ranges


@rule
def follow_public(
    before: State,
    after: State,
    doubts: Records,
    observer: int,
    seat: int,
    action: int,
    hands: NDArray[np.int64],
    weights: NDArray[np.float64],
) -> int:
    """Take in something that everybody sees: into the bounds of this observer, and into the rows. Returns how many rows stay."""
    follow_one(before, after, doubts, observer, seat, action)
    return follow_changes(before, after, hands, weights)


@rule
def follow_changes(before: State, after: State, hands: NDArray[np.int64], weights: NDArray[np.float64]) -> int:
    """Every hand changes by cards that all see: rows that could not pay are dropped, the others change alike. Returns how many stay.

    Whose single row is the truth can always pay.
    """
    was, now = before[0], after[0]
    size = len(weights)
    for seat in range(was.players):
        change = now.hand[seat] - was.hand[seat]
        if change != 0:
            paid = minus(was.hand[seat], now.hand[seat])
            kept = 0
            for row in range(size):
                if ((hands[row, seat] | GUARD) - paid) & GUARD == GUARD:
                    if kept != row:
                        weights[kept] = weights[row]
                        for place in range(hands.shape[1]):
                            hands[kept, place] = hands[row, place]
                    hands[kept, seat] += change
                    kept += 1
            size = kept
    return size


@rule
def known_ranges(states: State, doubts: Records, observer: int, hands: NDArray[np.int64], exact: bool, spans: NDArray[np.int64]) -> None:
    """The certain least and most of every hand, sharpened by the rows where no possible one is missing."""
    ranges(states[0], doubts[0], 0, observer)
    for seat in range(spans.shape[1]):
        spans[0, seat] = doubts[0].low[seat]
        spans[1, seat] = doubts[0].high[seat]
    if exact:
        spread(hands, spans)


@rule
def spread(hands: NDArray[np.int64], spans: NDArray[np.int64]) -> None:
    """Where the least (first row) and the most (second) of a hand differ, put those of the rows."""
    for seat in range(spans.shape[1]):
        if spans[0, seat] != spans[1, seat]:
            least, most = 0, 0
            for kind in range(KINDS):
                shift = BITS * kind
                few, many = FIELD, 0
                for row in range(len(hands)):
                    held = (hands[row, seat] >> shift) & FIELD
                    few = min(few, held)
                    many = max(many, held)
                least |= few << shift
                most |= many << shift
            spans[0, seat] = least
            spans[1, seat] = most
