"""All actions of a seat, as a few sets of bits: listed one by one, or drawn from without making a list.

Drawing is what random play and the GPU need most. Each set's bits stand for places, kinds of card or seats; the functions `*_at` turn
a bit back into its action. Whether something is allowed is asked of `legal.py` only. The two ways go through the sets in one order
(tests/test_options.py); a function that works all sets out for both costs random play 6 to 20% (docs/quickpaths.md).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .actions import NONE, act, trade
from .cards import BITS, kinds_with, one
from .ids import LAST_CHANCE_PHASE, RESOURCES, Card, Kind, Phase
from .jit import count_bits, lowest_bit, rule
from .legal import (
    GENERAL_RATE,
    GENERIC_RATE,
    SPECIAL_RATE,
    can_accept,
    can_build_free_roads,
    can_confirm,
    can_decline,
    can_give,
    can_pay_rate,
    can_plenty,
    can_take,
    can_withdraw,
    card_is_for_sale,
    card_may_be_played,
    city_is_due,
    discards,
    domestic_trade_is_open,
    is_asked,
    is_fair_bundle,
    is_in_box,
    is_talking,
    mask_if,
    may_end,
    may_roll,
    own_words,
    playable,
    road_is_due,
    road_places,
    roads_may_stop,
    robberies,
    settlement_is_due,
    settlement_places,
    supply_holds,
    supply_trade_is_open,
)
from .record import StateRecord
from .state import WORD_BITS

MAX_ACTIONS = 768  # more than any list can hold, the trade menu included
BARE = 0  # the group of actions without arguments; other groups are named by their kind
ROLL, ROAD, SETTLE, CITY = int(Kind.ROLL), int(Kind.ROAD), int(Kind.SETTLE), int(Kind.CITY)
MONOPOLY, PLENTY = int(Kind.MONOPOLY), int(Kind.PLENTY)
CONFIRM, TAKE, DECLINE = int(Kind.CONFIRM), int(Kind.TAKE), int(Kind.DECLINE)


# --- tools for sets


@rule
def flag(kind: int, condition: bool) -> int:
    return mask_if(1 << kind, condition)


@rule
def nth_bit(bits: int, index: int) -> int:
    """The place of the set bit that has this many set bits below it."""
    while index > 0:
        bits &= bits - 1
        index -= 1
    return lowest_bit(bits)


@rule
def nth_place(low: int, high: int, index: int) -> int:
    """The same over a set of two words."""
    below = count_bits(low)
    if index < below:
        return nth_bit(low, index)
    return WORD_BITS + nth_bit(high, index - below)


# --- the sets


@rule
def bare_actions(state: StateRecord, seat: int) -> int:
    """The player in turn: kinds of action that need no argument."""
    kinds = flag(Kind.ROLL, may_roll(state)) | flag(Kind.END, may_end(state))
    kinds |= flag(Kind.BUY, card_is_for_sale(state, seat)) | flag(Kind.STOP, roads_may_stop(state))
    if holds_playable_card(state, seat):
        kinds |= flag(Kind.KNIGHT, playable(state, seat, Card.KNIGHT))
        kinds |= flag(Kind.ROAD_BUILDING, can_build_free_roads(state, seat))
    return kinds


@rule
def holds_playable_card(state: StateRecord, seat: int) -> bool:
    return card_may_be_played(state) & (state.cards[seat] != state.fresh)


@rule
def monopolies(state: StateRecord, seat: int) -> int:
    """Resources that may be named, one bit each."""
    return mask_if((1 << RESOURCES) - 1, playable(state, seat, Card.MONOPOLY))


@rule
def plenties(state: StateRecord, seat: int) -> int:
    """Pairs for Year of Plenty, one bit each: the first kind times six, plus the second (or five for none)."""
    pairs = 0
    if playable(state, seat, Card.YEAR_OF_PLENTY):
        for kind in range(RESOURCES):
            for other in range(kind, RESOURCES):
                pairs |= mask_if(1 << (kind * 6 + other), can_plenty(state, kind, other))
            pairs |= mask_if(1 << (kind * 6 + RESOURCES), can_plenty(state, kind, NONE))
    return pairs


@rule
def plenty_at(bit: int) -> int:
    other = bit % 6
    return act(Kind.PLENTY, bit // 6, NONE if other == RESOURCES else other)


@rule
def could_bank(state: StateRecord, seat: int) -> bool:
    """A first look: enough of any kind for the best rate the seat could have."""
    best = GENERAL_RATE if state.rates[seat] == 0 else SPECIAL_RATE
    return supply_trade_is_open(state) & (kinds_with(state.hand[seat], best) != 0)


@rule
def bank_trades(state: StateRecord, seat: int, rate: int) -> int:
    """Trades with the supply at this rate, one bit each: the kind given times five, plus the kind taken."""
    trades = 0
    wanted = 0
    for kind in range(RESOURCES):
        wanted |= mask_if(1 << kind, supply_holds(state, kind))
    for kind in range(RESOURCES):
        trades |= mask_if(wanted & ~(1 << kind), can_pay_rate(state, seat, kind, rate)) << (RESOURCES * kind)
    return trades


@rule
def bank_at(bit: int, rate: int) -> int:
    return act(Kind.BANK, bit // RESOURCES, bit % RESOURCES, rate)


@rule
def bargains(state: StateRecord, seat: int, kind: int) -> int:
    """The seats that the player in turn may confirm, take from or decline, one bit each."""
    seats = 0
    for other in range(state.players):
        if other != seat:
            if kind == Kind.CONFIRM:
                allowed = can_confirm(state, other)
            elif kind == Kind.TAKE:
                allowed = can_take(state, other)
            else:
                allowed = can_decline(state, other)
            seats |= mask_if(1 << other, allowed)
    return seats


@rule
def answers(state: StateRecord, seat: int) -> int:
    """Another player's answers that need no argument, as bits of their kinds."""
    if not domestic_trade_is_open(state):
        return 0
    kinds = flag(Kind.ACCEPT, can_accept(state, seat)) | flag(Kind.REFUSE, is_asked(state, seat))
    return kinds | flag(Kind.WITHDRAW, can_withdraw(state, seat))


# --- drawing one


@rule
def draw_action(state: StateRecord, seat: int, number: int) -> int:
    """The legal action that a uniform number in 0 .. 2**32 - 1 picks; new offers, counteroffers and proposals are left out.

    The seat must have something to do (as an awaited seat always has).
    """
    if state.phase == Phase.DISCARD:
        kinds = discards(state, seat)
        return act(Kind.DISCARD, nth_bit(kinds, (number * count_bits(kinds)) >> 32) // BITS)
    if seat != state.actor:
        kinds = answers(state, seat)
        return nth_bit(kinds, (number * count_bits(kinds)) >> 32)
    if state.phase == Phase.ROBBER:
        return draw_robbery(state, seat, number)
    if state.phase == Phase.ROLL and not holds_playable_card(state, seat):
        return ROLL
    roads = road_is_due(state, seat)
    road_low, road_high = mask_if(road_places(state, seat, 0), roads), mask_if(road_places(state, seat, 1), roads)
    settlements = settlement_is_due(state, seat)
    corner_low = mask_if(settlement_places(state, seat, 0), settlements)
    corner_high = mask_if(settlement_places(state, seat, 1), settlements)
    cities = city_is_due(state, seat)
    city_low, city_high = mask_if(state.settled[seat, 0], cities), mask_if(state.settled[seat, 1], cities)
    bare = bare_actions(state, seat)
    bare_size = count_bits(bare)
    road_size = count_bits(road_low) + count_bits(road_high)
    corner_size = count_bits(corner_low) + count_bits(corner_high)
    city_size = count_bits(city_low) + count_bits(city_high)
    general = generic = special = 0
    if could_bank(state, seat):
        general, generic = bank_trades(state, seat, GENERAL_RATE), bank_trades(state, seat, GENERIC_RATE)
        special = bank_trades(state, seat, SPECIAL_RATE)
    named = pairs = 0
    if holds_playable_card(state, seat):
        named, pairs = monopolies(state, seat), plenties(state, seat)
    confirmed = taken = declined = 0
    if is_talking(state) and domestic_trade_is_open(state):
        bare |= flag(Kind.WITHDRAW, can_withdraw(state, seat))
        bare_size = count_bits(bare)
        confirmed, taken = bargains(state, seat, Kind.CONFIRM), bargains(state, seat, Kind.TAKE)
        declined = bargains(state, seat, Kind.DECLINE)
    bank_size = count_bits(general) + count_bits(generic) + count_bits(special)
    rest = count_bits(named) + count_bits(pairs) + count_bits(confirmed) + count_bits(taken) + count_bits(declined)
    left = (number * (bare_size + road_size + corner_size + city_size + bank_size + rest)) >> 32
    low, high, group, size = bare, 0, BARE, bare_size
    if left >= size:
        left -= size
        low, high, group, size = road_low, road_high, ROAD, road_size
    if left >= size:
        left -= size
        low, high, group, size = corner_low, corner_high, SETTLE, corner_size
    if left >= size:
        left -= size
        low, high, group, size = city_low, city_high, CITY, city_size
    if left >= size:
        left -= size
        low, high, group, size = general, 0, -GENERAL_RATE, count_bits(general)
    if left >= size:
        left -= size
        low, high, group, size = generic, 0, -GENERIC_RATE, count_bits(generic)
    if left >= size:
        left -= size
        low, high, group, size = special, 0, -SPECIAL_RATE, count_bits(special)
    if left >= size:
        left -= size
        low, high, group, size = named, 0, MONOPOLY, count_bits(named)
    if left >= size:
        left -= size
        low, high, group, size = pairs, 0, PLENTY, count_bits(pairs)
    if left >= size:
        left -= size
        low, high, group, size = confirmed, 0, CONFIRM, count_bits(confirmed)
    if left >= size:
        left -= size
        low, high, group, size = taken, 0, TAKE, count_bits(taken)
    if left >= size:
        left -= size
        low, high, group = declined, 0, DECLINE
    return action_at(group, nth_place(low, high, left))


@rule
def action_at(group: int, place: int) -> int:
    """A set's bit as its action: bare kinds are their own action, negative groups are rates of the supply."""
    if group == BARE:
        return place
    if group < 0:
        return bank_at(place, -group)
    if group == PLENTY:
        return plenty_at(place)
    return act(group, place)


@rule
def draw_robbery(state: StateRecord, seat: int, number: int) -> int:
    size = count_bits(robberies(state, seat, NONE))
    for victim in range(state.players):
        if victim != seat:
            size += count_bits(robberies(state, seat, victim))
    index = (number * size) >> 32
    for victim in range(state.players):
        if victim != seat:
            goals = robberies(state, seat, victim)
            if index < count_bits(goals):
                return act(Kind.ROBBER, nth_bit(goals, index), victim)
            index -= count_bits(goals)
    return act(Kind.ROBBER, nth_bit(robberies(state, seat, NONE), index), NONE)


# --- listing all


@rule
def legal_actions(state: StateRecord, seat: int, menu: bool, out: NDArray[np.int64]) -> int:
    """Write a seat's legal actions and return how many there are, in the order `draw_action` counts them.

    Trade bundles are free-form and cannot all be listed: with `menu` set, the small ones are (one for one, two of a kind for one,
    one for two of a kind); without it none are.
    """
    size = 0
    if state.phase <= LAST_CHANCE_PHASE or state.phase == Phase.OVER:
        return size
    if state.phase == Phase.DISCARD:
        return list_kinds(discards(state, seat), Kind.DISCARD, out, size)
    if seat != state.actor:
        size = list_bare(answers(state, seat), out, size)
        if menu and domestic_trade_is_open(state):
            size = list_menu(state, seat, own_words(state, seat), 0, out, size)
        return size
    if state.phase == Phase.ROBBER:
        for victim in range(state.players):
            if victim != seat:
                size = list_robberies(robberies(state, seat, victim), victim, out, size)
        return list_robberies(robberies(state, seat, NONE), NONE, out, size)
    talking = is_talking(state) and domestic_trade_is_open(state)
    size = list_bare(bare_actions(state, seat) | flag(Kind.WITHDRAW, talking and can_withdraw(state, seat)), out, size)
    if road_is_due(state, seat):
        size = list_places(road_places(state, seat, 0), road_places(state, seat, 1), Kind.ROAD, out, size)
    if settlement_is_due(state, seat):
        size = list_places(settlement_places(state, seat, 0), settlement_places(state, seat, 1), Kind.SETTLE, out, size)
    if city_is_due(state, seat):
        size = list_places(state.settled[seat, 0], state.settled[seat, 1], Kind.CITY, out, size)
    if could_bank(state, seat):
        size = list_bank(bank_trades(state, seat, GENERAL_RATE), GENERAL_RATE, out, size)
        size = list_bank(bank_trades(state, seat, GENERIC_RATE), GENERIC_RATE, out, size)
        size = list_bank(bank_trades(state, seat, SPECIAL_RATE), SPECIAL_RATE, out, size)
    if holds_playable_card(state, seat):
        size = list_seats(monopolies(state, seat), Kind.MONOPOLY, out, size)
        pairs = plenties(state, seat)
        while pairs != 0:
            out[size] = plenty_at(lowest_bit(pairs))
            pairs &= pairs - 1
            size += 1
    if talking:
        size = list_seats(bargains(state, seat, Kind.CONFIRM), Kind.CONFIRM, out, size)
        size = list_seats(bargains(state, seat, Kind.TAKE), Kind.TAKE, out, size)
        size = list_seats(bargains(state, seat, Kind.DECLINE), Kind.DECLINE, out, size)
    if menu and domestic_trade_is_open(state):
        everybody = ((1 << int(state.players)) - 1) & ~(1 << seat)
        size = list_menu(state, seat, Kind.OFFER, everybody, out, size)
    return size


@rule
def list_bare(kinds: int, out: NDArray[np.int64], size: int) -> int:
    while kinds != 0:
        out[size] = lowest_bit(kinds)
        kinds &= kinds - 1
        size += 1
    return size


@rule
def list_kinds(kinds: int, kind: int, out: NDArray[np.int64], size: int) -> int:
    while kinds != 0:
        out[size] = act(kind, lowest_bit(kinds) // BITS)
        kinds &= kinds - 1
        size += 1
    return size


@rule
def list_seats(seats: int, kind: int, out: NDArray[np.int64], size: int) -> int:
    """Actions whose one argument is the bit itself: a seat, or a resource."""
    while seats != 0:
        out[size] = act(kind, lowest_bit(seats))
        seats &= seats - 1
        size += 1
    return size


@rule
def list_places(low: int, high: int, kind: int, out: NDArray[np.int64], size: int) -> int:
    size = list_seats(low, kind, out, size)
    while high != 0:
        out[size] = act(kind, WORD_BITS + lowest_bit(high))
        high &= high - 1
        size += 1
    return size


@rule
def list_robberies(goals: int, victim: int, out: NDArray[np.int64], size: int) -> int:
    while goals != 0:
        out[size] = act(Kind.ROBBER, lowest_bit(goals), victim)
        goals &= goals - 1
        size += 1
    return size


@rule
def list_bank(trades: int, rate: int, out: NDArray[np.int64], size: int) -> int:
    while trades != 0:
        out[size] = bank_at(lowest_bit(trades), rate)
        trades &= trades - 1
        size += 1
    return size


@rule
def list_menu(state: StateRecord, seat: int, kind: int, recipients: int, out: NDArray[np.int64], size: int) -> int:
    """The documented menu of small bundles: 1 for 1, 1 for 2 of a kind, 2 of a kind for 1."""
    for give in range(RESOURCES):
        gives, gives_two = can_give(state, seat, one(give)), can_give(state, seat, 2 * one(give))
        for get in range(RESOURCES):
            if gives and is_fair_bundle(one(give), one(get)):
                if is_in_box(state, one(get)):
                    out[size] = trade(kind, one(give), one(get), recipients)
                    size += 1
                if is_in_box(state, 2 * one(get)):
                    out[size] = trade(kind, one(give), 2 * one(get), recipients)
                    size += 1
                if gives_two and is_in_box(state, one(get)):
                    out[size] = trade(kind, 2 * one(give), one(get), recipients)
                    size += 1
    return size
