"""Worlds that a seat cannot tell from the true one: how one is dealt, and those in which the compiled opponents think.

Development cards come as a shuffled deck gives them, for the bots at a table too (`sample.py`). Hands lie within the counter's bounds here.
Nothing hidden is read: sizes of hands, bounds, and what the box must still hold follow from what the seat has seen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.playout.generator import advance, number
from sevenhex.rules.cards import BITS, FIELD, count, nth_kind, one, total
from sevenhex.rules.ids import MAX_SEATS, Card, Part
from sevenhex.rules.jit import allocating, lowest_bit, rule
from sevenhex.rules.record import Records, StateRecord

from .bounds import Doubts, minus, present, ranges

TRIES = 50  # deals before the cards are put right by hand
MOST_SHARES = 128  # more than any hand, or all development cards
SHARE = 2.0**-32
PLACE_BITS, PLACE_MASK = 4, 15  # of a queue of places in one word
STEP_BITS, STEP_MASK = 8, 255  # of a path: from where (4 bits), and which kind


# --- what every sampler does: chance comes as shares, numbers from 0 to 1


@rule
def card_at(cards: int, share: float) -> int:
    """One card of a word, each equally likely, as a word."""
    return one(nth_kind(cards, int(share * total(cards))))


@rule
def take_cards(cards: int, size: int, shares: NDArray[np.float64]) -> int:
    """So many cards of a word, each equally likely."""
    taken = 0
    for place in range(size):
        taken += card_at(cards - taken, shares[place])
    return taken


@rule
def deal_once(world: StateRecord, missing: NDArray[np.int64], unseen: int, shares: NDArray[np.float64]) -> None:
    """Development cards as a shuffled deck gives them: as many for each seat as are `missing` (-1: they are seen)."""
    dealt = 0
    for seat in range(world.players):
        if missing[seat] >= 0:
            world.cards[seat] = take_cards(unseen, missing[seat], shares[dealt:])
            unseen -= world.cards[seat]
            dealt += missing[seat]
    world.deck = unseen


@rule
def most_points(state: StateRecord, held: int) -> int:
    """How many of its cards can be victory points of the player in turn: with more it would have won (WIN-2). A winner may hold any."""
    room = int(state.target) - 1 - int(state.points[state.actor])
    return held if state.turn == 0 or state.part == Part.SPECIAL or room < 0 else room


@rule
def swap_point(world: StateRecord, missing: NDArray[np.int64], share: float) -> bool:
    """A victory point of the player in turn for another card: of another hidden hand, else of the deck. Says whether there was one."""
    point, actor = one(Card.VICTORY_POINT), int(world.actor)
    for seat in range(world.players):
        others = world.cards[seat] - count(world.cards[seat], Card.VICTORY_POINT) * point
        if seat != actor and missing[seat] >= 0 and others != 0:
            card = card_at(others, share)
            world.cards[actor] += card - point
            world.cards[seat] += point - card
            return True
    others = world.deck - count(world.deck, Card.VICTORY_POINT) * point
    if others == 0:
        return False
    card = card_at(others, share)
    world.cards[actor] += card - point
    world.deck += point - card
    return True


# --- worlds within bounds, by a counter


@rule
def draw_shares(counter: int, size: int, shares: NDArray[np.float64]) -> int:
    """Write so many shares. Returns the counter."""
    for place in range(size):
        counter = advance(counter)
        shares[place] = number(counter) * SHARE
    return counter


@rule
def give_by_path(world: StateRecord, note: Doubts, seat: int, start: int, spare: int) -> int:
    """A card for `start` where none of its kinds is to spare: it takes one of another hand, which gets another in turn.

    The shortest such path is found (the true hands show that there is one). Returns what is to spare afterwards.
    """
    players = int(world.players)
    came = 0
    seen = 1 << start
    queue = start
    head = 0
    tail = 1
    while head < tail:
        here = (queue >> (PLACE_BITS * head)) & PLACE_MASK
        head += 1
        room = present(minus(note.high[here], world.hand[here]))
        free = room & present(spare)
        if free != 0:
            kind = lowest_bit(free) // BITS
            world.hand[here] += one(kind)
            spare -= one(kind)
            while here != start:
                step = (came >> (STEP_BITS * here)) & STEP_MASK
                world.hand[here] -= one(step >> PLACE_BITS)
                here = step & PLACE_MASK
                world.hand[here] += one(step >> PLACE_BITS)
            return spare
        for there in range(players):
            if there != seat and (seen >> there) & 1 == 0:
                found = room & present(minus(world.hand[there], note.low[there]))
                if found != 0:
                    seen |= 1 << there
                    came |= (here | (lowest_bit(found) // BITS) << PLACE_BITS) << (STEP_BITS * there)
                    queue |= there << (PLACE_BITS * tail)
                    tail += 1
    return -1


@rule
def deal_hands(state: StateRecord, note: Doubts, seat: int, world: StateRecord, shares: NDArray[np.float64], counter: int) -> int:
    """Other hands within the bounds; what is left over lies aside, or in a hidden supply.

    Discards that all will see (SEVEN-1) are dealt with the hand that they come from, and put aside at the end.
    """
    players = int(state.players)
    together = state.hidden_discards == 0
    if together:
        for other in range(players):
            if other != seat:
                world.hand[other] += world.set_aside[other]
                world.set_aside[other] = 0
    ranges(world, note, seat, seat)
    uncertain = 0
    spare = 0
    for other in range(players):
        if other != seat:
            uncertain |= (note.low[other] ^ note.high[other]) | state.set_aside[other]
            spare += state.hand[other] + state.set_aside[other] - note.low[other]
            world.hand[other] = note.low[other]
    if uncertain == 0:
        return counter
    if state.hidden_supply != 0:
        spare += state.supply
    for other in range(players):
        if other == seat:
            continue
        size = total(state.hand[other]) + (total(state.set_aside[other]) if together else 0)
        for _ in range(size - total(note.low[other])):
            likely = spare & (present(minus(note.high[other], world.hand[other])) * FIELD)
            if likely != 0:
                counter = draw_shares(counter, 1, shares)
                card = card_at(likely, shares[0])
                world.hand[other] += card
                spare -= card
            else:
                spare = give_by_path(world, note, seat, other, spare)
    for other in range(players):
        aside = total(state.set_aside[other])
        if other != seat and aside > 0:
            counter = draw_shares(counter, aside, shares)
            world.set_aside[other] = take_cards(world.hand[other] if together else spare, aside, shares)
            if together:
                world.hand[other] -= world.set_aside[other]
            else:
                spare -= world.set_aside[other]
    if state.hidden_supply != 0:
        world.supply = spare
    return counter


@allocating
def deal_cards(state: StateRecord, seat: int, world: StateRecord, shares: NDArray[np.float64], counter: int) -> int:
    """Hidden development cards."""
    actor, unseen, dealt = int(state.actor), state.deck, 0
    missing = np.full(MAX_SEATS, -1, np.int64)
    for other in range(state.players):
        if other != seat:
            missing[other] = total(state.cards[other])
            unseen += state.cards[other]
            dealt += missing[other]
    most = most_points(state, total(state.cards[actor]))
    for _ in range(TRIES):
        counter = draw_shares(counter, dealt, shares)
        deal_once(world, missing, unseen, shares)
        if actor == seat or count(world.cards[actor], Card.VICTORY_POINT) <= most:
            break
    if actor != seat:
        while count(world.cards[actor], Card.VICTORY_POINT) > most:
            counter = draw_shares(counter, 1, shares)
            if not swap_point(world, missing, shares[0]):
                break
        counter = draw_shares(counter, total(state.fresh), shares)
        world.fresh = take_cards(world.cards[actor], total(state.fresh), shares)
    return counter


@allocating
def imagine(state: StateRecord, note: Doubts, seat: int, worlds: Records, at: int, counter: int) -> int:
    """Write a world of the seat's into a row of `worlds`. Returns the counter."""
    worlds[at] = state
    shares = np.empty(MOST_SHARES, np.float64)
    if state.open_hands == 0:
        counter = deal_hands(state, note, seat, worlds[at], shares, counter)
    return deal_cards(state, seat, worlds[at], shares, counter)
