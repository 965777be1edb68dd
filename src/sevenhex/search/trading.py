"""Trades judged by value: what they bring us, what they bring the other, and whom they would help to win."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import get_of, give_of, recipients_of, trade
from sevenhex.rules.cards import count, covers, one
from sevenhex.rules.ids import RESOURCES, Kind
from sevenhex.rules.jit import rule
from sevenhex.rules.record import StateRecord

from .evaluation import share
from .memory import HANDS, POSITION, Memory
from .policy import MAIN, note_standings, refresh_island, standing_again

NEAR_THE_END = 2  # points: with somebody this close to winning nobody should trade
SHAPES = 4  # 1 for 1, 2 for 1, 1 for 2, and two different cards for one


@rule
def is_near_winning(state: StateRecord, seat: int) -> bool:
    """Could visible points, and cards that may be points, end the game soon?"""
    return int(state.points[seat]) >= int(state.target) - NEAR_THE_END


@rule
def prepare(mind: NDArray[np.float64], memory: Memory) -> None:
    """Look at the position, for `gains` to compare with."""
    refresh_island(memory.states[0], mind[MAIN], memory)
    note_standings(memory.states[0], memory)


@rule
def gains(seat: int, other: int, give: int, get: int, memory: Memory) -> tuple[float, float]:
    """What an exchange of cards is worth to the seat and to the other one, after `prepare`."""
    standings = memory.standings
    state = memory.states[1]
    memory.states[1] = memory.states[0]
    players = int(state.players)
    state.hand[seat] += get - give
    state.hand[other] += give - get
    for each in range(players):
        standings[HANDS, each] = standings[POSITION, each]
    standings[HANDS, seat] = standing_again(state, seat, memory)
    standings[HANDS, other] = standing_again(state, other, memory)
    mine = share(standings, HANDS, players, seat) - share(standings, POSITION, players, seat)
    theirs = share(standings, HANDS, players, other) - share(standings, POSITION, players, other)
    return mine, theirs


@rule
def bundle(shape: int, give: int, get: int, third: int) -> tuple[int, int]:
    """The cards of both sides for one of the small shapes."""
    if shape == 1:
        return 2 * one(give), one(get)
    if shape == 2:
        return one(give), 2 * one(get)
    if shape == 3:
        return one(give) + one(third), one(get)
    return one(give), one(get)


@rule
def consider_offers(seat: int, mind: NDArray[np.float64], memory: Memory, greed: float, sums: NDArray[np.float64]) -> None:
    """Add to `sums` what each small offer promises in this world: our gain, where another player would accept."""
    state = memory.states[0]
    prepare(mind, memory)
    for give in range(RESOURCES):
        for get in range(RESOURCES):
            if give == get or count(state.hand[seat], give) == 0:
                continue
            for shape in range(SHAPES):
                for third in range(RESOURCES):
                    if shape != 3 and third != 0:
                        break
                    if shape == 3 and (third <= give or third == get):
                        continue
                    ours, theirs = bundle(shape, give, get, third)
                    if not covers(state.hand[seat], ours):
                        continue
                    best = 0.0
                    for other in range(state.players):
                        if other == seat or is_near_winning(state, other) or not covers(state.hand[other], theirs):
                            continue
                        mine, yours = gains(seat, other, ours, theirs, memory)
                        if yours > greed and mine > best:
                            best = mine
                    sums[((give * RESOURCES + get) * SHAPES + shape) * RESOURCES + third] += best


@rule
def best_offer(seat: int, memory: Memory, sums: NDArray[np.float64], worlds: int, least: float) -> int:
    """The most promising offer to everybody who is not about to win, or 0 when none promises enough."""
    place = -1
    best = least * worlds
    for index in range(sums.shape[0]):
        if sums[index] > best:
            best = sums[index]
            place = index
    if place < 0:
        return 0
    third = place % RESOURCES
    shape = (place // RESOURCES) % SHAPES
    pair = place // (RESOURCES * SHAPES)
    give, get = bundle(shape, pair // RESOURCES, pair % RESOURCES, third)
    state = memory.states[0]
    recipients = 0
    for other in range(state.players):
        if other != seat and not is_near_winning(state, other):
            recipients |= 1 << other
    if recipients == 0:
        return 0
    return trade(Kind.OFFER, give, get, recipients)


@rule
def accept_with_margin(seat: int, mind: NDArray[np.float64], memory: Memory, offer: int) -> bool:
    """Exchange the cards of an offer with the player of this world that it suits us best to trade with; False when nobody gains by it."""
    ours = give_of(offer)
    theirs = get_of(offer)
    state = memory.states[0]
    prepare(mind, memory)
    partner = -1
    best = -1.0
    for other in range(state.players):
        if other == seat or (recipients_of(offer) >> other) & 1 == 0 or not covers(state.hand[other], theirs):
            continue
        mine, yours = gains(seat, other, ours, theirs, memory)
        if yours > 0.0 and mine > best:
            best = mine
            partner = other
    if partner < 0:
        return False
    state.hand[seat] += theirs - ours
    state.hand[partner] += ours - theirs
    return True


@rule
def gain_by_accepting(seat: int, mind: NDArray[np.float64], memory: Memory) -> float:
    """What accepting the open offer is worth to the seat; never with somebody about to win."""
    state = memory.states[0]
    actor = int(state.actor)
    if is_near_winning(state, actor):
        return -1.0
    prepare(mind, memory)
    mine, _ = gains(seat, actor, get_of(state.offer), give_of(state.offer), memory)
    return mine


@rule
def best_counter(seat: int, mind: NDArray[np.float64], memory: Memory, least: float, greed: float) -> int:
    """A counteroffer that is good for us and that the player in turn would like, around what it asked for; 0 for none."""
    state = memory.states[0]
    actor = int(state.actor)
    if is_near_winning(state, actor):
        return 0
    wanted = get_of(state.offer)
    prepare(mind, memory)
    best = least
    found = 0
    for give in range(RESOURCES):
        if count(wanted, give) == 0 or count(state.hand[seat], give) == 0:
            continue
        for get in range(RESOURCES):
            for number in range(1, 3):
                if get == give or count(state.hand[actor], get) < number:
                    continue
                if one(give) == wanted and number * one(get) == give_of(state.offer):
                    continue
                mine, yours = gains(seat, actor, one(give), number * one(get), memory)
                if yours > greed and mine > best:
                    best = mine
                    found = trade(Kind.COUNTER, one(give), number * one(get), 0)
    return found
