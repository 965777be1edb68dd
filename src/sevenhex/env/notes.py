"""What travels beside each game of an environment: its stream of chance, its clock, and what every seat can work out about hands.

The card counter keeps, for each observer and each other hand, how far the certain least lies below the true hand and the certain most
above it. What everybody sees (production, payments, trades, a monopoly) moves the hand and both bounds alike, so only unseen events
cost anything: a steal between two others, and discards that stay hidden (HOUSE-6). Discards that all will see (SEVEN-1) are doubtful only
until all have chosen: so long the doubts are those of hand and discards together. `ranges` turns the doubts into bounds that depend on
nothing the observer may not know: `below` and `above` always follow from bounds, never from the cards themselves.
"""

from __future__ import annotations

import numpy as np

from sevenhex.rules.actions import first, get_of, give_of, kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.cards import BITS, FIELD, GUARD, ONES, one, total
from sevenhex.rules.ids import MAX_SEATS, Kind, Phase
from sevenhex.rules.jit import rule

MOST = 127  # the largest count a byte of a word may hold

FIELDS = [
    ("below", np.int64, (MAX_SEATS, MAX_SEATS)),  # [observer, seat], five counts a word
    ("above", np.int64, (MAX_SEATS, MAX_SEATS)),
    ("low", np.int64, (MAX_SEATS,)),  # the bounds that `ranges` found last
    ("high", np.int64, (MAX_SEATS,)),
    ("seed", np.uint64),  # of this place in the batch
    ("counter", np.uint64),  # of the game's stream of chance
    ("game", np.int64),  # games begun at this place
    ("actions", np.int32),  # of players in this game
    ("offers_turn", np.int32),  # the turn that `offers` counts in
    ("offers", np.int32),  # made in this turn
    ("countered", np.int32),  # seats that have made a counteroffer in the turn that `offers` counts in, one bit each
    ("turned", np.int32),  # how many seats the learner and its opponents sit further on in this game
    ("outcome", np.uint8, (MAX_SEATS,)),  # how each seat's last game ended, until it is told (see play.py)
]

NOTES = np.dtype((np.record, np.dtype(FIELDS, align=True)))


# --- five counts at once


@rule
def reaches(left, right):
    """A word with a full byte for each kind of which the left word has at least as many."""
    return ((((left | GUARD) - right) >> (BITS - 1)) & ONES) * FIELD


@rule
def lesser(left, right):
    mask = reaches(left, right)
    return (right & mask) | (left & ~mask)


@rule
def greater(left, right):
    mask = reaches(left, right)
    return (left & mask) | (right & ~mask)


@rule
def minus(left, right):
    """Kind by kind, never below zero."""
    return ((left | GUARD) - right) & reaches(left, right) & ~GUARD


@rule
def present(word):
    """One of each kind that the word holds."""
    return ((word + (GUARD - ONES)) >> (BITS - 1)) & ONES


@rule
def long_total(word):
    """All cards together, where they may be more than `total` can count."""
    pairs = (word & 0xFF00FF00FF) + ((word >> BITS) & 0xFF00FF)
    return (pairs + (pairs >> (2 * BITS)) + (pairs >> (4 * BITS))) & 0xFFFF


# --- bounds


@rule
def ranges(state, notes, observer):
    """Fill `notes.low` and `notes.high` with the certain least and most of every hand, as the observer knows them."""
    doubt = 0
    for seat in range(state.players):
        hand = state.hand[seat]
        notes.low[seat] = hand
        notes.high[seat] = hand
        if seat != observer and state.open_hands == 0:
            aside = state.set_aside[seat] if state.hidden_discards == 0 else 0
            doubt |= notes.below[observer, seat] | notes.above[observer, seat] | aside
            notes.low[seat] = minus(minus(hand + aside, notes.below[observer, seat]), total(aside) * ONES)
            notes.high[seat] = hand + aside + notes.above[observer, seat]
    if doubt == 0:
        return
    fit_sizes(state, notes, observer)
    if state.hidden_supply == 0:
        fit_supply(state, notes, observer)
        fit_sizes(state, notes, observer)


@rule
def fit_sizes(state, notes, observer):
    """The size of a hand is public: what is certain of some kinds bounds the others."""
    for seat in range(state.players):
        if seat != observer:
            size = total(state.hand[seat])
            low = notes.low[seat]
            high = lesser(notes.high[seat], low + (size - total(low)) * ONES)
            spare = long_total(high) - size
            notes.low[seat] = greater(low, minus(high, (spare if spare < MOST else MOST) * ONES))
            notes.high[seat] = high


@rule
def fit_supply(state, notes, observer):
    """What the supply lacks of a kind lies in the hands (and, until a seven is done with, among the discards)."""
    outside = 0
    lows = 0
    for seat in range(state.players):
        outside += state.hand[seat] + state.set_aside[seat]
        lows += notes.low[seat]
    highs = 0
    for seat in range(state.players):
        if seat != observer:
            notes.high[seat] = lesser(notes.high[seat], outside - (lows - notes.low[seat]))
        highs += notes.high[seat]
    if state.phase != Phase.DISCARD:
        for seat in range(state.players):
            if seat != observer:
                notes.low[seat] = greater(notes.low[seat], minus(outside, highs - notes.high[seat]))


# --- following the game


@rule
def loses_unseen(state, notes, observer, seat, card):
    """Any kind may be the one that is gone. Call before the card leaves the hand."""
    hand = state.hand[seat] - one(card)
    low = notes.low[seat]
    notes.below[observer, seat] = hand - (low - present(low))
    notes.above[observer, seat] = notes.high[seat] - hand


@rule
def gains_unseen(state, notes, observer, seat, loser, card):
    """Any kind the loser may have held may be the one that came."""
    hand = state.hand[seat] + one(card)
    notes.below[observer, seat] = hand - notes.low[seat]
    notes.above[observer, seat] = notes.high[seat] + present(notes.high[loser]) - hand


@rule
def shows(state, notes, seat, cards):
    """A seat lets everybody see that it holds these cards (TRADE-5)."""
    for observer in range(state.players):
        if observer != seat:
            notes.below[observer, seat] = lesser(notes.below[observer, seat], minus(state.hand[seat], cards))


@rule
def before(state, notes, seat, action):
    """What the action will do to everybody's knowledge, worked out while the cards still lie where they were."""
    kind = kind_of(action)
    if kind == Kind.DISCARD:
        for observer in range(state.players if state.hidden_discards == 1 else 0):
            if observer != seat:
                ranges(state, notes, observer)
                loses_unseen(state, notes, observer, seat, first(action))
    elif kind == Kind.STEAL:
        thief, victim = int(state.actor), int(state.victim)
        for observer in range(state.players):
            if observer != thief and observer != victim:
                ranges(state, notes, observer)
                gains_unseen(state, notes, observer, thief, victim, first(action))
                loses_unseen(state, notes, observer, victim, first(action))
    elif kind == Kind.MONOPOLY:
        for observer in range(state.players):
            for other in range(state.players):
                if other != seat:
                    notes.below[observer, other] &= ~(FIELD << (BITS * first(action)))
                    notes.above[observer, other] &= ~(FIELD << (BITS * first(action)))
    elif kind == Kind.OFFER:
        shows(state, notes, seat, give_of(action))
        if notes.offers_turn != state.turn:
            notes.offers_turn = state.turn
            notes.offers = 0
            notes.countered = 0
        notes.offers += 1
    elif kind == Kind.COUNTER or kind == Kind.PROPOSE:
        shows(state, notes, seat, give_of(action))
        if kind == Kind.COUNTER:
            notes.countered |= 1 << seat
    elif kind == Kind.ACCEPT:
        shows(state, notes, seat, get_of(state.offer))


@rule
def after(state, notes, action):
    """Who paid, or returned cards for all to see, certainly held them, so the least of no kind lies below zero."""
    kind = kind_of(action)
    shown = kind == Kind.DISCARD and state.phase != Phase.DISCARD and state.hidden_discards == 0
    if shown or (Kind.SETTLE <= kind <= Kind.BUY) or kind == Kind.BANK or kind == Kind.CONFIRM or kind == Kind.TAKE:
        for observer in range(state.players):
            for other in range(state.players):
                if notes.below[observer, other] != 0:
                    notes.below[observer, other] = lesser(notes.below[observer, other], state.hand[other])


@rule
def play(state, notes, seat, action):
    """Apply an action (of a seat or of chance) and keep the notes true."""
    before(state, notes, seat, action)
    apply(state, seat, action)
    after(state, notes, action)
