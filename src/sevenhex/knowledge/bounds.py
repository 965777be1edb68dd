"""How many cards of each kind a hand holds at least and at most, as one observer can work it out: the one source of bounds for views, bots
and environments, on the CPU and on the GPU.

Kept are doubts: for each hand how far the certain least lies below the true hand and the certain most above it. What everybody sees
(production, payments, trades, a monopoly) moves the hand and both bounds alike, so only unseen events cost anything: a steal between two
others, and discards that stay hidden (HOUSE-6). Discards that all will see (SEVEN-1) are doubtful only until all have chosen: so long the
doubts are those of hand and discards together. `ranges` turns the doubts into bounds that depend on nothing the observer may not know:
`below` and `above` always follow from bounds, never from the cards themselves. The sum of a hand, and what of a kind lies outside the
supply, are known; so doubts that hold once hold for good, and they are fitted to these sums whenever bounds are asked for.

A record of doubts has a row for each observer; an observer is a seat, or -1 for somebody who only watches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sevenhex.rules.actions import first, get_of, give_of, kind_of
from sevenhex.rules.cards import BITS, FIELD, GUARD, ONES, one, total
from sevenhex.rules.ids import MAX_SEATS, Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.record import Ints, IntTable, Records, StateRecord
from sevenhex.rules.state import State

MOST = 127  # the largest count a byte of a word may hold
ROUNDS = 8  # of fitting; two are nearly always enough, and stopping early is still sound
WATCHER = -1

# Kinds of action after which somebody knows more or less than before, though no card moved for all to see.
TELLING = sum(1 << kind for kind in (Kind.DISCARD, Kind.STEAL, Kind.MONOPOLY, Kind.OFFER, Kind.COUNTER, Kind.PROPOSE, Kind.ACCEPT))


def fields(observers: int) -> list[Any]:
    """The fields of a record of doubts, with room for so many observers."""
    return [
        ("below", np.int64, (observers, MAX_SEATS)),  # five counts a word
        ("above", np.int64, (observers, MAX_SEATS)),
        ("low", np.int64, (MAX_SEATS,)),  # the bounds that `ranges` found last
        ("high", np.int64, (MAX_SEATS,)),
        ("supply_lost", np.int64),  # 1 when a hidden supply cannot be counted any more
    ]


class Doubts:
    """A record of doubts, for type checkers."""

    below: IntTable
    above: IntTable
    low: Ints
    high: Ints
    supply_lost: int


DOUBTS = np.dtype((np.record, np.dtype(fields(1), align=True)))  # of a single observer


# --- five counts at once


@rule
def reaches(left: int, right: int) -> int:
    """A word with a full byte for each kind of which the left word has at least as many."""
    return ((((left | GUARD) - right) >> (BITS - 1)) & ONES) * FIELD


@rule
def lesser(left: int, right: int) -> int:
    mask = reaches(left, right)
    return (right & mask) | (left & ~mask)


@rule
def greater(left: int, right: int) -> int:
    mask = reaches(left, right)
    return (left & mask) | (right & ~mask)


@rule
def minus(left: int, right: int) -> int:
    """Kind by kind, never below zero."""
    return ((left | GUARD) - right) & reaches(left, right) & ~GUARD


@rule
def present(word: int) -> int:
    """One of each kind that the word holds."""
    return ((word + (GUARD - ONES)) >> (BITS - 1)) & ONES


@rule
def long_total(word: int) -> int:
    """All cards together, where they may be more than `total` can count."""
    pairs = (word & 0xFF00FF00FF) + ((word >> BITS) & 0xFF00FF)
    return (pairs + (pairs >> (2 * BITS)) + (pairs >> (4 * BITS))) & 0xFFFF


# --- bounds


@rule
def ranges(state: StateRecord, doubts: Doubts, row: int, observer: int) -> None:
    """Fill `doubts.low` and `doubts.high` with the certain least and most of every hand, as the observer of this row knows them."""
    uncertain = 0
    for seat in range(state.players):
        hand = state.hand[seat]
        doubts.low[seat] = hand
        doubts.high[seat] = hand
        if seat != observer and state.open_hands == 0:
            aside = state.set_aside[seat] if state.hidden_discards == 0 else 0
            uncertain |= doubts.below[row, seat] | doubts.above[row, seat] | aside
            doubts.low[seat] = minus(minus(hand + aside, doubts.below[row, seat]), total(aside) * ONES)
            doubts.high[seat] = hand + aside + doubts.above[row, seat]
    if uncertain == 0:
        return
    fit_sizes(state, doubts, observer)
    if state.hidden_supply == 0 or doubts.supply_lost == 0:
        for _ in range(ROUNDS):
            if not fit_supply(state, doubts, observer) or not fit_sizes(state, doubts, observer):
                return


@rule
def fit_sizes(state: StateRecord, doubts: Doubts, observer: int) -> bool:
    """The size of a hand is public: what is certain of some kinds bounds the others. Did that change anything?"""
    changed = 0
    for seat in range(state.players):
        if seat != observer:
            size = total(state.hand[seat])
            low = doubts.low[seat]
            high = lesser(doubts.high[seat], low + (size - total(low)) * ONES)
            spare = long_total(high) - size
            least = greater(low, minus(high, (spare if spare < MOST else MOST) * ONES))
            changed |= (least ^ low) | (high ^ doubts.high[seat])
            doubts.low[seat] = least
            doubts.high[seat] = high
    return changed != 0


@rule
def fit_supply(state: StateRecord, doubts: Doubts, observer: int) -> bool:
    """What the supply lacks of a kind lies in the hands (and, until a seven is done with, among the discards). Did that change anything?"""
    outside = 0
    lows = 0
    changed = 0
    for seat in range(state.players):
        outside += state.hand[seat] + (state.set_aside[seat] if seat != observer else 0)
        lows += doubts.low[seat]
    highs = 0
    for seat in range(state.players):
        if seat != observer:
            high = lesser(doubts.high[seat], outside - (lows - doubts.low[seat]))
            changed |= high ^ doubts.high[seat]
            doubts.high[seat] = high
        highs += doubts.high[seat]
    if state.phase != Phase.DISCARD:
        for seat in range(state.players):
            if seat != observer:
                low = greater(doubts.low[seat], minus(outside, highs - doubts.high[seat]))
                changed |= low ^ doubts.low[seat]
                doubts.low[seat] = low
    return changed != 0


# --- following the game


@rule
def begin(state: StateRecord, doubts: Doubts, row: int, observer: int) -> None:
    """What an observer knows who comes now: everything before the first roll, as every card came openly; later the past is unseen."""
    unplayed = state.turn == 0 or (state.turn == 1 and state.rolled == 0)
    doubts.supply_lost = 0 if unplayed else 1
    for seat in range(state.players):
        doubts.below[row, seat] = 0
        doubts.above[row, seat] = 0
        if seat != observer and not unplayed:
            held = state.hand[seat] + (state.set_aside[seat] if state.hidden_discards == 0 else 0)
            doubts.below[row, seat] = held
            doubts.above[row, seat] = total(held) * ONES - held


@rule
def loses_unseen(state: StateRecord, doubts: Doubts, row: int, seat: int, card: int) -> None:
    """Any kind may be the one that is gone. Call before the card leaves the hand."""
    hand = state.hand[seat] - one(card)
    low = doubts.low[seat]
    doubts.below[row, seat] = hand - (low - present(low))
    doubts.above[row, seat] = doubts.high[seat] - hand


@rule
def gains_unseen(state: StateRecord, doubts: Doubts, row: int, seat: int, loser: int, card: int) -> None:
    """Any kind the loser may have held may be the one that came."""
    hand = state.hand[seat] + one(card)
    doubts.below[row, seat] = hand - doubts.low[seat]
    doubts.above[row, seat] = doubts.high[seat] + present(doubts.high[loser]) - hand


@rule
def foresee(state: StateRecord, doubts: Doubts, row: int, observer: int, seat: int, action: int) -> None:
    """What the action will do to the observer's knowledge, worked out while the cards still lie where they were."""
    kind = kind_of(action)
    if kind == Kind.DISCARD:
        if state.hidden_discards == 1:
            doubts.supply_lost = 1
            if observer != seat:
                ranges(state, doubts, row, observer)
                loses_unseen(state, doubts, row, seat, first(action))
    elif kind == Kind.STEAL:
        thief, victim = int(state.actor), int(state.victim)
        if observer != thief and observer != victim:
            ranges(state, doubts, row, observer)
            gains_unseen(state, doubts, row, thief, victim, first(action))
            loses_unseen(state, doubts, row, victim, first(action))
    elif kind == Kind.MONOPOLY:
        for other in range(state.players):
            if other != seat:
                doubts.below[row, other] &= ~(FIELD << (BITS * first(action)))
                doubts.above[row, other] &= ~(FIELD << (BITS * first(action)))
    elif (TELLING >> kind) & 1 == 1 and observer != seat:
        # A seat lets everybody see that it holds these cards (TRADE-5).
        cards = get_of(state.offer) if kind == Kind.ACCEPT else give_of(action)
        doubts.below[row, seat] = lesser(doubts.below[row, seat], minus(state.hand[seat], cards))


@rule
def pays(state: StateRecord, action: int) -> bool:
    """Did somebody give cards away for all to see? Who did certainly held them."""
    kind = kind_of(action)
    shown = kind == Kind.DISCARD and state.phase != Phase.DISCARD and state.hidden_discards == 0
    return shown or (Kind.SETTLE <= kind <= Kind.BUY) or kind == Kind.BANK or kind == Kind.CONFIRM or kind == Kind.TAKE


@rule
def settle(state: StateRecord, doubts: Doubts, row: int) -> None:
    """After a payment: the least of no kind lies below zero."""
    for other in range(state.players):
        if doubts.below[row, other] != 0:
            doubts.below[row, other] = lesser(doubts.below[row, other], state.hand[other])


# --- one observer, as Python calls it


@rule
def begin_one(states: State, doubts: Records, observer: int) -> None:
    begin(states[0], doubts[0], 0, observer)


@rule
def follow_one(before: State, after: State, doubts: Records, observer: int, seat: int, action: int) -> None:
    """Take in one entry of the log."""
    foresee(before[0], doubts[0], 0, observer, seat, action)
    if pays(after[0], action):
        settle(after[0], doubts[0], 0)


@rule
def ranges_of_one(states: State, doubts: Records, observer: int) -> None:
    ranges(states[0], doubts[0], 0, observer)
