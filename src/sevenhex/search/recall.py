"""What a thinker knows from its last thoughts: nearly always they were about the same game, and little was built since.

Everything here is found again by what it was made of, never by a promise of the caller: a position of another game is looked at anew.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.record import StateRecord
from sevenhex.rules.routes import owner
from sevenhex.rules.state import WORD_BITS, WORDS
from sevenhex.rules.topology import CORNERS, EDGE_CORNERS, HEXES

from .evaluation import (
    CONTESTED,
    Row,
    card_terms,
    corner_worths,
    hand_terms,
    has,
    income_terms,
    look_around,
    place_terms,
    touched_by_others,
    weighed,
)
from .memory import POSITION, Memory, Sight


@rule
def refresh_island(state: StateRecord, weights: NDArray[np.float64], memory: Memory) -> None:
    """Think about this island with these weights from now on."""
    kept = memory.island[0]
    same = True
    for place in range(weights.shape[0]):
        same &= memory.weights[place] == weights[place]
    for tile in range(HEXES[state.island]):
        same &= kept.terrain[tile] == state.terrain[tile] and kept.number[tile] == state.number[tile]
    grown = True  # everything that stood still stands
    for corner in range(CORNERS[state.island]):
        same &= kept.harbor[corner] == state.corner_harbor[corner]
        before, now = int(kept.building[corner]), int(state.building[corner])
        grown &= before == 0 or (now != 0 and owner(before) == owner(now))
        kept.building[corner] = now
    if not same:
        for place in range(weights.shape[0]):
            memory.weights[place] = weights[place]
        for tile in range(HEXES[state.island]):
            kept.terrain[tile] = state.terrain[tile]
            kept.number[tile] = state.number[tile]
        for corner in range(CORNERS[state.island]):
            kept.harbor[corner] = state.corner_harbor[corner]
        corner_worths(state, weights, memory.worths)
    if not (same and grown):
        kept.era += 1


@rule
def is_unchanged(state: StateRecord, sight: Sight, era: int, others_low: int, others_high: int, seat: int) -> bool:
    """Is what was seen around the seat then still so?

    Only what has been built since can have changed it: own roads, a road at a corner that was looked at, or a settlement that closed one
    (it also stands in the way, but a corner where one is built was open before).
    """
    if sight.era != era:
        return False
    low, high = sight.looked_low, sight.looked_high
    differs = ((sight.open_corners[0] ^ state.open_corners[0]) | (sight.others[0] ^ others_low)) & low
    differs |= ((sight.open_corners[1] ^ state.open_corners[1]) | (sight.others[1] ^ others_high)) & high
    for word in range(WORDS):
        differs |= (sight.near_corners[word] ^ state.near_corners[seat, word]) | (sight.near_edges[word] ^ state.near_edges[seat, word])
        differs |= (state.empty_edges[word] & ~sight.empty_edges[word]) | (state.open_corners[word] & ~sight.open_corners[word])
    if differs != 0:
        return False
    for word in range(WORDS):
        built = sight.empty_edges[word] & ~state.empty_edges[word]
        while built != 0:
            edge = word * WORD_BITS + lowest_bit(built)
            built &= built - 1
            for end in range(2):
                if has(low, high, int(EDGE_CORNERS[state.island, edge, end])):
                    return False
    return True


@rule
def look_again(state: StateRecord, seat: int, memory: Memory, row: Row) -> None:
    """`look_around`, unless what was seen last is still so."""
    sight = memory.sights[seat]
    others_low, others_high = touched_by_others(state, seat)
    if is_unchanged(state, sight, memory.island[0].era, others_low, others_high, seat):
        row.now, row.one_road, row.two_roads, row.second = sight.now, sight.one_road, sight.two_roads, sight.second
        row.looked_low, row.looked_high = sight.looked_low, sight.looked_high
    else:
        look_around(state, seat, memory.worths, memory.weights[CONTESTED], row)
        sight.now, sight.one_road, sight.two_roads, sight.second = row.now, row.one_road, row.two_roads, row.second
        sight.looked_low, sight.looked_high = row.looked_low, row.looked_high
        sight.era = memory.island[0].era
    sight.others[0], sight.others[1] = others_low, others_high
    for word in range(WORDS):
        sight.near_corners[word] = state.near_corners[seat, word]
        sight.near_edges[word] = state.near_edges[seat, word]
        sight.open_corners[word] = state.open_corners[word]
        sight.empty_edges[word] = state.empty_edges[word]


@rule
def recall(state: StateRecord, seat: int, memory: Memory) -> None:
    """Write down a seat's terms and standing in the position, as `note_standings` does for all."""
    row = memory.rows[POSITION, seat]
    income_terms(state, seat, memory.weights, row)
    look_again(state, seat, memory, row)
    place_terms(state, seat, row)
    card_terms(state, seat, row)
    hand_terms(state, seat, memory.weights, row)
    memory.standings[POSITION, seat] = weighed(row, memory.mixture)
