"""How eager the greedy player is for an action: whole numbers, so that a CPU and a GPU draw alike."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from sevenhex.playout.generator import scramble, word
from sevenhex.rules.actions import KIND_MASK, NONE, first, kind_of, second
from sevenhex.rules.chance import WAYS
from sevenhex.rules.ids import DESERT, Kind
from sevenhex.rules.jit import rule
from sevenhex.rules.rates import is_wasteful
from sevenhex.rules.record import Ints, StateRecord
from sevenhex.rules.topology import CORNER_HEXES

ORDINARY = 10
# How much likelier than an ordinary action; offers of its own are not considered.
KINDS = {
    Kind.CITY: 10_000,
    Kind.SETTLE: 3_000,
    Kind.BUY: 300,
    Kind.KNIGHT: 100,
    Kind.ROAD: 30,
    Kind.REFUSE: 40,
    Kind.END: 5,
    Kind.STOP: 1,
    Kind.OFFER: 0,
    Kind.COUNTER: 0,
    Kind.PROPOSE: 0,
}
TABLE = cast(Ints, np.full(KIND_MASK + 1, ORDINARY, np.int64))
for _kind, _eagerness in KINDS.items():
    TABLE[_kind] = _eagerness
NOBODY_TO_ROB = 1
TWO_BITS = word(2)


@rule
def chances(state: StateRecord, corner: int) -> int:
    """In how many of the 36 rolls something comes to this corner, hex by hex."""
    found = 0
    for place in range(3):
        tile = int(CORNER_HEXES[state.island, corner, place])
        if tile >= 0 and state.terrain[tile] != DESERT and state.number[tile] > 0:
            found += WAYS[int(state.number[tile])]
    return found


@rule
def eagerness(state: StateRecord, action: int) -> int:
    """A city before a settlement before a card, on the corners with the best numbers; the robber to the leader."""
    kind = kind_of(action)
    weight = TABLE[kind]
    if kind == Kind.SETTLE or kind == Kind.CITY:
        keen = 1 + chances(state, first(action))
        return weight * keen * keen * keen * keen
    if kind == Kind.ROBBER:
        victim = second(action)
        return NOBODY_TO_ROB if victim == NONE else weight << (2 * int(state.points[victim]))
    if is_wasteful(state, int(state.actor), action):
        return 0
    return weight


@rule
def eager_choice(state: StateRecord, actions: NDArray[np.int64], size: int, counter: int) -> int:
    """One of the listed actions, drawn by eagerness."""
    whole = 0
    for place in range(size):
        whole += eagerness(state, actions[place])
    if whole == 0:
        return int(actions[0])
    left = np.int64(scramble(counter) >> TWO_BITS) % whole
    for place in range(size):
        left -= eagerness(state, actions[place])
        if left < 0:
            return int(actions[place])
    return int(actions[size - 1])
