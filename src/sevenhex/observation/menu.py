"""The flat menu of actions (version 2): one index for everything a seat may do, seen from that seat.

Indices are laid out in blocks, the same for every state of a configuration (see `blocks`). Seats in an action (whom to rob, whose
proposal to take) are counted clockwise from the one who acts. The last blocks are domestic trade and can be left out.
"""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import BUNDLE_BITS, GET_SHIFT, GIVE_SHIFT, NONE, act, first, kind_of, second, third, trade
from sevenhex.rules.cards import one
from sevenhex.rules.ids import MAX_SEATS, RESOURCES, Island, Kind
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.record import Ints, IntTables, StateRecord
from sevenhex.rules.state import State
from sevenhex.rules.topology import CORNERS, EDGES, HEXES

VERSION = 2

PAIRS = RESOURCES * RESOURCES  # give and get; a pair of likes is never legal
FORMS = 3  # one for one, one for two of a kind, two of a kind for one
SLOWEST, FASTEST = 4, 2  # rates with the supply
BUNDLE = (1 << (BUNDLE_BITS * RESOURCES)) - 1
KIND_AT = cast(Ints, np.array([bit // BUNDLE_BITS for bit in range(64)], np.int64))  # whose bit this is in the small form of a bundle

ROLL, END, BUY, KNIGHT, ROAD_BUILDING, STOP = range(6)
MONOPOLY = 6
PLENTY = MONOPOLY + RESOURCES
PLENTY_SINGLE = PLENTY + PAIRS
DISCARD = PLENTY_SINGLE + RESOURCES
BANK = DISCARD + RESOURCES
SETTLE = BANK + (SLOWEST - FASTEST + 1) * PAIRS  # from here on the places depend on the island

CITY_BLOCK, ROAD_BLOCK, ROBBER_BLOCK, ANSWER_BLOCK, CONFIRM_BLOCK, TAKE_BLOCK, DECLINE_BLOCK, OFFER_BLOCK, COUNTER_BLOCK, END_BLOCK = range(
    10
)


def _starts(island: Island, players: int) -> list[int]:
    corners, edges, hexes = int(CORNERS[island]), int(EDGES[island]), int(HEXES[island])
    sizes = [corners, corners, edges, hexes * players, 3, players, players, players, FORMS * PAIRS, FORMS * PAIRS]
    return [SETTLE + sum(sizes[: place + 1]) for place in range(len(sizes))]


# Where each block begins, by island, number of players and block.
START = cast(IntTables, np.array([[_starts(island, players) for players in range(MAX_SEATS + 1)] for island in Island], np.int64))


# Most kinds of action: the index where their block begins, and what each argument of the action adds. The others are in `index_of`.
PLAIN = (0, 0, 0)
PLACES = (1, 0, 0)
STEPS = {
    Kind.ROLL: (ROLL, PLAIN),
    Kind.END: (END, PLAIN),
    Kind.BUY: (BUY, PLAIN),
    Kind.KNIGHT: (KNIGHT, PLAIN),
    Kind.ROAD_BUILDING: (ROAD_BUILDING, PLAIN),
    Kind.STOP: (STOP, PLAIN),
    Kind.MONOPOLY: (MONOPOLY, PLACES),
    Kind.DISCARD: (DISCARD, PLACES),
    Kind.BANK: (BANK - PAIRS * FASTEST, (RESOURCES, 1, PAIRS)),
    Kind.SETTLE: (SETTLE, PLACES),
    Kind.CITY: (CITY_BLOCK, PLACES),
    Kind.ROAD: (ROAD_BLOCK, PLACES),
}
ON_ISLAND = (Kind.CITY, Kind.ROAD)  # their blocks' beginnings depend on the island
FIXED_KINDS = sum(1 << kind for kind in STEPS)


def _forms(island: Island, players: int) -> list[tuple[int, ...]]:
    forms: list[tuple[int, ...]] = [(0, 0, 0, 0)] * (max(Kind) + 1)
    for kind, (start, steps) in STEPS.items():
        forms[kind] = (int(START[island, players, start]) if kind in ON_ISLAND else start, *steps)
    return forms


FORMS_OF_KINDS = np.array([[_forms(island, players) for players in range(MAX_SEATS + 1)] for island in Island], np.int64)


def size(island: int, players: int, domestic: bool) -> int:
    """How many actions the menu has."""
    return int(START[island, players, END_BLOCK if domestic else ANSWER_BLOCK])


class Block(NamedTuple):
    """One stretch of the menu."""

    name: str
    start: int
    stop: int
    order: str


def blocks(island: int, players: int, domestic: bool) -> list[Block]:
    """The whole menu, for documentation and for networks that treat kinds of action apart."""
    named = [
        ("roll", ROLL, ""),
        ("end", END, ""),
        ("buy", BUY, ""),
        ("knight", KNIGHT, ""),
        ("road_building", ROAD_BUILDING, ""),
        ("stop", STOP, ""),
        ("monopoly", MONOPOLY, "resource"),
        ("plenty", PLENTY, "5 * resource + resource, the smaller first"),
        ("plenty, the last card", PLENTY_SINGLE, "resource"),
        ("discard", DISCARD, "resource"),
        ("bank", BANK, "25 * (rate - 2) + 5 * give + get"),
        ("settle", SETTLE, "corner"),
    ]
    where = START[island, players]
    named += [
        ("city", int(where[CITY_BLOCK]), "corner"),
        ("road", int(where[ROAD_BLOCK]), "edge"),
        ("robber", int(where[ROBBER_BLOCK]), "players * hex + victim (0 for nobody)"),
    ]
    if domestic:
        named += [
            ("accept, refuse, withdraw", int(where[ANSWER_BLOCK]), ""),
            ("confirm", int(where[CONFIRM_BLOCK]), "seat"),
            ("take", int(where[TAKE_BLOCK]), "seat"),
            ("decline", int(where[DECLINE_BLOCK]), "seat"),
            ("offer", int(where[OFFER_BLOCK]), "25 * form + 5 * give + get"),
            ("counter", int(where[COUNTER_BLOCK]), "25 * form + 5 * give + get"),
        ]
    stops = [start for _, start, _ in named[1:]] + [size(island, players, domestic)]
    return [Block(name, start, stop, order) for (name, start, order), stop in zip(named, stops, strict=True)]


@rule
def relative(state: StateRecord, seat: int, other: int) -> int:
    """How many seats clockwise from a seat another one sits."""
    steps = other - seat
    return steps if steps >= 0 else steps + int(state.players)


@rule
def absolute(state: StateRecord, seat: int, steps: int) -> int:
    other = seat + steps
    return other if other < state.players else other - int(state.players)


@rule
def bundle_place(action: int) -> int:
    """A trade's place in its block, or -1 when the bundle is not on the menu. The small form of its cards is enough to tell."""
    give, get = (action >> GIVE_SHIFT) & BUNDLE, (action >> GET_SHIFT) & BUNDLE
    if give == 0 or get == 0:
        return -1
    give_kind = KIND_AT[lowest_bit(give)]
    get_kind = KIND_AT[lowest_bit(get)]
    gives = give >> (BUNDLE_BITS * give_kind)  # with a second kind it is far more than two
    gets = get >> (BUNDLE_BITS * get_kind)
    if gives + gets > 3:
        return -1
    return PAIRS * (gets - 1 + 2 * (gives - 1)) + RESOURCES * give_kind + get_kind


@rule
def index_of(state: StateRecord, seat: int, action: int) -> int:
    """The index of a seat's action, or -1 when it is not on the menu."""
    kind = kind_of(action)
    if (FIXED_KINDS >> kind) & 1 == 1:
        form: Ints = FORMS_OF_KINDS[state.island, state.players, kind]
        return form[0] + form[1] * first(action) + form[2] * second(action) + form[3] * third(action)
    where = START[state.island, state.players]
    if kind == Kind.OFFER or kind == Kind.COUNTER:
        place = bundle_place(action)
        if place < 0:
            return -1
        return where[OFFER_BLOCK if kind == Kind.OFFER else COUNTER_BLOCK] + place
    if kind == Kind.ROBBER:
        victim = second(action)
        steps = 0 if victim == NONE else relative(state, seat, victim)
        return where[ROBBER_BLOCK] + int(state.players) * first(action) + steps
    if kind == Kind.PLENTY:
        if second(action) == NONE:
            return PLENTY_SINGLE + first(action)
        return PLENTY + RESOURCES * first(action) + second(action)
    if kind == Kind.ACCEPT:
        return where[ANSWER_BLOCK]
    if kind == Kind.REFUSE:
        return where[ANSWER_BLOCK] + 1
    if kind == Kind.WITHDRAW:
        return where[ANSWER_BLOCK] + 2
    if kind == Kind.CONFIRM:
        return where[CONFIRM_BLOCK] + relative(state, seat, first(action))
    if kind == Kind.TAKE:
        return where[TAKE_BLOCK] + relative(state, seat, first(action))
    if kind == Kind.DECLINE:
        return where[DECLINE_BLOCK] + relative(state, seat, first(action))
    return -1


@rule
def action_at(state: StateRecord, seat: int, index: int) -> int:
    """The action behind an index, or 0 when there is none. It need not be legal now."""
    where = START[state.island, state.players]
    players = int(state.players)
    if index < 0 or index >= where[END_BLOCK]:
        return 0
    if index < MONOPOLY:
        if index == ROLL:
            return act(Kind.ROLL)
        if index == END:
            return act(Kind.END)
        if index == BUY:
            return act(Kind.BUY)
        if index == KNIGHT:
            return act(Kind.KNIGHT)
        return act(Kind.ROAD_BUILDING) if index == ROAD_BUILDING else act(Kind.STOP)
    if index < PLENTY:
        return act(Kind.MONOPOLY, index - MONOPOLY)
    if index < PLENTY_SINGLE:
        return act(Kind.PLENTY, (index - PLENTY) // RESOURCES, (index - PLENTY) % RESOURCES)
    if index < DISCARD:
        return act(Kind.PLENTY, index - PLENTY_SINGLE, NONE)
    if index < BANK:
        return act(Kind.DISCARD, index - DISCARD)
    if index < SETTLE:
        place = index - BANK
        return act(Kind.BANK, (place % PAIRS) // RESOURCES, place % RESOURCES, FASTEST + place // PAIRS)
    if index < where[CITY_BLOCK]:
        return act(Kind.SETTLE, index - SETTLE)
    if index < where[ROAD_BLOCK]:
        return act(Kind.CITY, index - where[CITY_BLOCK])
    if index < where[ROBBER_BLOCK]:
        return act(Kind.ROAD, index - where[ROAD_BLOCK])
    if index < where[ANSWER_BLOCK]:
        place = index - where[ROBBER_BLOCK]
        steps = place % players
        return act(Kind.ROBBER, place // players, NONE if steps == 0 else absolute(state, seat, steps))
    return bargain_at(state, seat, index)


@rule
def bargain_at(state: StateRecord, seat: int, index: int) -> int:
    where = START[state.island, state.players]
    players = int(state.players)
    if index < where[CONFIRM_BLOCK]:
        place = index - where[ANSWER_BLOCK]
        if place == 0:
            return act(Kind.ACCEPT)
        return act(Kind.REFUSE) if place == 1 else act(Kind.WITHDRAW)
    if index < where[TAKE_BLOCK]:
        return act(Kind.CONFIRM, absolute(state, seat, index - where[CONFIRM_BLOCK]))
    if index < where[DECLINE_BLOCK]:
        return act(Kind.TAKE, absolute(state, seat, index - where[TAKE_BLOCK]))
    if index < where[OFFER_BLOCK]:
        return act(Kind.DECLINE, absolute(state, seat, index - where[DECLINE_BLOCK]))
    offers = index < where[COUNTER_BLOCK]
    place = index - (where[OFFER_BLOCK] if offers else where[COUNTER_BLOCK])
    form = place // PAIRS
    give = one((place % PAIRS) // RESOURCES) * (2 if form == 2 else 1)
    get = one(place % RESOURCES) * (2 if form == 1 else 1)
    everybody = ((1 << players) - 1) & ~(1 << seat)
    return trade(Kind.OFFER if offers else Kind.COUNTER, give, get, everybody if offers else 0)


@rule
def mark_mask(state: StateRecord, seat: int, actions: NDArray[np.int64], number: int, mask: NDArray[np.bool_]) -> None:
    """Set the entries of the listed actions that are on this menu."""
    for place in range(number):
        index = index_of(state, seat, actions[place])
        if 0 <= index < mask.shape[0]:
            mask[index] = True


@rule
def write_mask(state: StateRecord, seat: int, actions: NDArray[np.int64], number: int, mask: NDArray[np.bool_]) -> None:
    """Set the entries of the listed actions, clear all others."""
    for place in range(mask.shape[0]):
        mask[place] = False
    mark_mask(state, seat, actions, number, mask)


# --- one game, as Python calls it


@rule
def action_of(states: State, seat: int, index: int) -> int:
    return action_at(states[0], seat, index)


@rule
def index_in(states: State, seat: int, action: int) -> int:
    return index_of(states[0], seat, action)
