"""Dice, draws and steals: the possible outcomes of a state that waits for chance, their weights, and one picked by a given number."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from .actions import act, first, kind_of, second
from .cards import count, nth_kind, total
from .ids import CARDS, RESOURCES, Kind, Phase
from .jit import count_bits, lowest_bit, rule
from .record import Ints, StateRecord

FACES = 6
ROLLS = FACES * FACES
ALL_ROLLS = (1 << ROLLS) - 1
SEVENS = sum(1 << (a * FACES + b) for a in range(FACES) for b in range(FACES) if a + b + 2 == 7)
SEVEN = 7
WAYS = cast(
    Ints, np.array([max(0, FACES - abs(SEVEN - points)) for points in range(2 * FACES + 1)], np.int64)
)  # how many rolls have this sum


@rule
def possible_rolls(state: StateRecord) -> int:
    """The rolls that may come now, one bit each: a dice deck remembers (HOUSE-3), and a 7 may be barred (HOUSE-4)."""
    if state.phase == Phase.ORDER_DICE:
        return ALL_ROLLS
    rolls = state.dice_left if state.dice_deck > 0 else ALL_ROLLS
    if state.turn <= int(state.no_seven_rounds) * int(state.players):
        # A deck can be left with sevens only; then it is shuffled anew.
        rolls = rolls & ~SEVENS if rolls & ~SEVENS != 0 else ALL_ROLLS & ~SEVENS
    return rolls


@rule
def roll_at(place: int) -> int:
    """The dice action for a bit of `possible_rolls`."""
    return act(Kind.DICE, 1 + place // FACES, 1 + place % FACES)


@rule
def cards_at_stake(state: StateRecord) -> int:
    """The cards one of which chance will pick: the victim's hand, or the deck."""
    return state.hand[state.victim] if state.phase == Phase.STEAL else state.deck


@rule
def is_outcome(state: StateRecord, action: int) -> bool:
    """Can chance bring this now?"""
    kind = kind_of(action)
    if kind == Kind.DICE and (state.phase == Phase.DICE or state.phase == Phase.ORDER_DICE):
        one, two = first(action), second(action)
        if action != act(kind, one, two) or not (1 <= one <= FACES and 1 <= two <= FACES):
            return False
        return (possible_rolls(state) >> ((one - 1) * FACES + two - 1)) & 1 == 1
    steals = kind == Kind.STEAL and state.phase == Phase.STEAL
    draws = kind == Kind.DRAW and state.phase == Phase.DRAW
    if steals or draws:
        return action == act(kind, first(action)) and first(action) < CARDS and count(cards_at_stake(state), first(action)) > 0
    return False


@rule
def outcomes(state: StateRecord, out: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Write every outcome and its integer weight; return how many there are (0 when chance is not awaited)."""
    size = 0
    if state.phase == Phase.DICE or state.phase == Phase.ORDER_DICE:
        rolls = possible_rolls(state)
        while rolls != 0:
            out[size] = roll_at(lowest_bit(rolls))
            weights[size] = 1
            rolls &= rolls - 1
            size += 1
    elif state.phase == Phase.STEAL or state.phase == Phase.DRAW:
        kind = Kind.STEAL if state.phase == Phase.STEAL else Kind.DRAW
        for which in range(RESOURCES):
            held = count(cards_at_stake(state), which)
            if held > 0:
                out[size] = act(kind, which)
                weights[size] = held
                size += 1
    return size


@rule
def pick(state: StateRecord, number: int) -> int:
    """The outcome that a uniform number in 0 .. 2**32 - 1 picks, each with its weight. The caller draws the number."""
    if state.phase == Phase.STEAL:
        hand = state.hand[state.victim]
        return act(Kind.STEAL, nth_kind(hand, (number * total(hand)) >> 32))
    if state.phase == Phase.DRAW:
        return act(Kind.DRAW, nth_kind(state.deck, (number * total(state.deck)) >> 32))
    rolls = possible_rolls(state)
    if rolls == ALL_ROLLS:
        return roll_at((number * ROLLS) >> 32)
    index = (number * count_bits(rolls)) >> 32
    while index > 0:
        rolls &= rolls - 1
        index -= 1
    return roll_at(lowest_bit(rolls))
