"""One step of thought, quickly: the same choice as `policy.decide`, to the last bit, with less work.

Most actions change nothing but the own hand. Then the own chance to win rises with the own standing, and the best of such actions is the
one with the highest standing: no state is copied, and what the others stand for is not even asked, unless an action of another kind or
two that are nearly alike must be told apart by their chances.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import first, kind_of, second, third
from sevenhex.rules.apply import apply, pay, play_plenty, trade_with_supply
from sevenhex.rules.cards import one
from sevenhex.rules.ids import Card, Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.record import StateRecord

from .evaluation import card_terms, hand_terms, mix, progress_of, weighed_again
from .memory import ACTION, HANDS, POSITION, Memory
from .policy import GIVEN_UP, UNKNOWN, chance_of, expectation, row_of, sensible_actions, value_of_card, weigh_robberies
from .recall import recall, refresh_island

NEARLY = 1e-6  # standings that differ by less could be the same chance


@rule
def change_hand(state: StateRecord, seat: int, action: int) -> None:
    """What a trade with the supply, a discard or a Year of Plenty does to the hand, by the rules' own steps."""
    kind = kind_of(action)
    if kind == Kind.BANK:
        trade_with_supply(state, seat, first(action), second(action), third(action))
    elif kind == Kind.DISCARD:
        pay(state, seat, one(first(action)))  # where the card goes does not matter here
    else:
        play_plenty(state, seat, first(action), second(action))


@rule
def standing_of_hand(state: StateRecord, seat: int, action: int, memory: Memory) -> float:
    """The own standing after such an action. Row `HANDS` is that of a Year of Plenty, row `ACTION` that of the others."""
    row = memory.rows[HANDS if kind_of(action) == Kind.PLENTY else ACTION, seat]
    hand, cards, supply, removed = state.hand[seat], state.cards[seat], state.supply, state.removed
    change_hand(state, seat, action)
    hand_terms(state, seat, memory.weights, row)
    state.hand[seat], state.cards[seat], state.supply, state.removed = hand, cards, supply, removed
    return weighed_again(row, memory.mixture)


@rule
def is_of_the_hand(kind: int) -> bool:
    return kind == Kind.BANK or kind == Kind.DISCARD or kind == Kind.PLENTY


@rule
def changes_nothing(kind: int) -> bool:
    return kind == Kind.END or kind == Kind.ROLL or kind == Kind.REFUSE


@rule
def prepare_rows(state: StateRecord, seat: int, memory: Memory) -> None:
    """The own row twice: as it is, and with a Year of Plenty played."""
    memory.rows[ACTION, seat] = memory.rows[POSITION, seat]
    memory.rows[HANDS, seat] = memory.rows[POSITION, seat]
    cards = state.cards[seat]
    state.cards[seat] = cards - one(Card.YEAR_OF_PLENTY)
    card_terms(state, seat, memory.rows[HANDS, seat])
    state.cards[seat] = cards


@rule
def weigh_own(state: StateRecord, seat: int, size: int, memory: Memory) -> tuple[float, int, int]:
    """The own standing after each action of the hand (or none), into `values`; `UNKNOWN` for the others. Returns the highest, how many come
    near to it, and how many are unknown."""
    actions, values = memory.actions[0], memory.values[0]
    prepare_rows(state, seat, memory)
    highest = UNKNOWN
    unknown = 0
    for index in range(size):
        kind = kind_of(actions[index])
        if changes_nothing(kind):
            values[index] = memory.standings[POSITION, seat]
        elif is_of_the_hand(kind):
            values[index] = standing_of_hand(state, seat, actions[index], memory)
        else:
            values[index] = UNKNOWN
            unknown += 1
        highest = max(highest, values[index])
    near = 0
    for index in range(size):
        near += 1 if values[index] != UNKNOWN and values[index] >= highest - NEARLY else 0
    return highest, near, unknown


@rule
def value_of(seat: int, action: int, memory: Memory) -> float:
    """What an action is worth that changes more than the own hand."""
    states = memory.states
    kind = kind_of(action)
    if kind == Kind.KNIGHT or kind == Kind.ROAD_BUILDING:
        return value_of_card(seat, action, memory)
    states[1] = states[0]
    apply(states[1], seat, action)
    return expectation(0, 1, seat, action, memory, POSITION)


@rule
def weigh_chances(seat: int, size: int, highest: float, memory: Memory) -> None:
    """Turn what `weigh_own` found into chances to win; an action that cannot be the best is worth less than nothing."""
    state, actions, values = memory.states[0], memory.actions[0], memory.values[0]
    players = int(state.players)
    unchanged = chance_of(memory, POSITION, players, seat)
    own = memory.standings[POSITION, seat]
    for index in range(size):
        standing = values[index]
        kind = kind_of(actions[index])
        if standing == own:
            values[index] = unchanged
        elif standing == UNKNOWN and (kind == Kind.DECLINE or kind == Kind.WITHDRAW or kind == Kind.STOP):
            values[index] = unchanged - GIVEN_UP
        elif standing == UNKNOWN:
            values[index] = value_of(seat, actions[index], memory)
        elif standing >= highest - NEARLY:
            for each in range(players):
                memory.standings[ACTION, each] = memory.standings[POSITION, each]
            memory.standings[ACTION, seat] = standing
            values[index] = chance_of(memory, ACTION, players, seat)
        else:
            values[index] = -1.0


@rule
def best_of(values: NDArray[np.float64], size: int) -> int:
    """The first of the highest."""
    best = 0
    for index in range(1, size):
        if values[index] > values[best]:
            best = index
    return best


@rule
def decide(seat: int, mind: NDArray[np.float64], memory: Memory) -> int:
    """The action of the position (`states[0]`) after which the seat stands best."""
    state, actions, values = memory.states[0], memory.actions[0], memory.values[0]
    size = sensible_actions(state, seat, actions)
    if size <= 1:
        return actions[0]
    refresh_island(state, mind[row_of(state)], memory)
    mix(memory.weights, progress_of(state), memory.mixture)
    if state.phase == Phase.ROBBER:
        for each in range(state.players):
            recall(state, each, memory)
        weigh_robberies(0, seat, size, memory, POSITION)
        return actions[best_of(values, size)]
    recall(state, seat, memory)
    highest, near, unknown = weigh_own(state, seat, size, memory)
    if unknown > 0 or near > 1:
        for each in range(state.players):
            if each != seat:
                recall(state, each, memory)
        weigh_chances(seat, size, highest, memory)
    return actions[best_of(values, size)]
