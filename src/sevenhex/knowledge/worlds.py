"""Worlds that a seat cannot tell from the true one: hands within the counter's bounds, development cards as a shuffled deck gives them.

Nothing hidden is read: sizes of hands, bounds, and what the box must still hold follow from what the seat has seen. The compiled opponents
think in such worlds, as the bots at a table do in those of `sample.py`.
"""

from __future__ import annotations

from sevenhex.playout.generator import advance, number
from sevenhex.rules.cards import BITS, FIELD, count, nth_kind, one, total
from sevenhex.rules.ids import Card, Part
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.record import Records, StateRecord

from .bounds import Doubts, minus, present, ranges

TRIES = 20  # deals before the cards are put right by hand
PLACE_BITS, PLACE_MASK = 4, 15  # of a queue of places in one word
STEP_BITS, STEP_MASK = 8, 255  # of a path: from where (4 bits), and which kind


@rule
def take_cards(pool: int, size: int, counter: int) -> tuple[int, int]:
    """So many cards of a pool, each equally likely. Returns them and the counter."""
    taken = 0
    left = total(pool)
    for _ in range(size):
        counter = advance(counter)
        taken += one(nth_kind(pool - taken, (number(counter) * left) >> 32))
        left -= 1
    return taken, counter


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
def deal_hands(state: StateRecord, note: Doubts, seat: int, world: StateRecord, counter: int) -> int:
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
            choices = total(likely)
            if choices > 0:
                counter = advance(counter)
                card = one(nth_kind(likely, (number(counter) * choices) >> 32))
                world.hand[other] += card
                spare -= card
            else:
                spare = give_by_path(world, note, seat, other, spare)
    for other in range(players):
        aside = total(state.set_aside[other])
        if other != seat and aside > 0:
            world.set_aside[other], counter = take_cards(world.hand[other] if together else spare, aside, counter)
            if together:
                world.hand[other] -= world.set_aside[other]
            else:
                spare -= world.set_aside[other]
    if state.hidden_supply != 0:
        world.supply = spare
    return counter


@rule
def deal_cards(state: StateRecord, seat: int, world: StateRecord, counter: int) -> int:
    """Hidden development cards. The player in turn would have won already with too many victory points (WIN-2)."""
    players = int(state.players)
    actor = int(state.actor)
    unseen = state.deck
    for other in range(players):
        if other != seat:
            unseen += state.cards[other]
    most = total(state.cards[actor])
    room = int(state.target) - 1 - int(state.points[actor])  # less than none: it has won, and may hold any
    if actor != seat and state.turn > 0 and state.part != Part.SPECIAL and room >= 0:
        most = room
    for _ in range(TRIES):
        pool = unseen
        for other in range(players):
            if other != seat:
                world.cards[other], counter = take_cards(pool, total(state.cards[other]), counter)
                pool -= world.cards[other]
        if actor == seat or count(world.cards[actor], Card.VICTORY_POINT) <= most:
            break
    world.deck = pool
    if actor != seat:
        counter = swap_points(world, seat, actor, most, counter)
        world.fresh, counter = take_cards(world.cards[actor], total(state.fresh), counter)
    return counter


@rule
def swap_points(world: StateRecord, seat: int, actor: int, most: int, counter: int) -> int:
    """Too many victory points go to the deck or to others, for other cards."""
    point = one(Card.VICTORY_POINT)
    for _ in range(count(world.cards[actor], Card.VICTORY_POINT) - most):
        place = -1
        cards = world.deck - count(world.deck, Card.VICTORY_POINT) * point
        for other in range(world.players):
            if cards == 0 and other != actor and other != seat:
                cards = world.cards[other] - count(world.cards[other], Card.VICTORY_POINT) * point
                place = other
        if cards == 0:
            return counter
        card, counter = take_cards(cards, 1, counter)
        world.cards[actor] += card - point
        if place < 0:
            world.deck += point - card
        else:
            world.cards[place] += point - card
    return counter


@rule
def imagine(state: StateRecord, note: Doubts, seat: int, worlds: Records, at: int, counter: int) -> int:
    """Write a world of the seat's into a row of `worlds`. Returns the counter."""
    worlds[at] = state
    if state.open_hands == 0:
        counter = deal_hands(state, note, seat, worlds[at], counter)
    return deal_cards(state, seat, worlds[at], counter)
