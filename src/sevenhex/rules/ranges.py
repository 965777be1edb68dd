"""Does every value of a state mean something? Where one does not, no other question can be asked."""

from __future__ import annotations

import numpy as np

from .board import CITY
from .cards import BITS, GUARD, KINDS
from .chance import FACES, SEVEN
from .defect import Defect, bit
from .ids import DESERT, GENERIC, MAX_CORNERS, MAX_EDGES, MAX_HEXES, MAX_SEATS, NEUTRAL, NOBODY, Answer, Pairing, Part, Phase
from .jit import allocating, rule
from .record import StateRecord
from .routes import owner
from .state import FIRST_SUM, LAST_SUM
from .topology import CORNERS, EDGE_CORNERS, EDGES, HEXES

FEWEST_PLAYERS = 2
MOST_EACH = 24  # cards of a resource (COMP-7)
MOST_TURNS = 1 << 30
LOWEST_ROLL = 2
HAND_BITS = (1 << (BITS * KINDS)) - 1


@rule
def is_seat(state: StateRecord, seat: int) -> bool:
    return seat == NOBODY or 0 <= seat < state.players


@rule
def is_count(word: int) -> bool:
    """Five counts, none of them negative or beyond the guard bit."""
    return word & ~HAND_BITS == 0 and word & GUARD == 0


@rule
def malformed(state: StateRecord) -> int:
    """Values out of range: with any of them the other questions cannot even be asked."""
    players = int(state.players)
    if not (FEWEST_PLAYERS <= players <= MAX_SEATS and (state.island == 0 or state.island == 1)):
        return bit(Defect.PLAYERS, True)
    found = bit(Defect.PHASE, not (0 <= state.phase <= Phase.OVER and 0 <= state.part <= Part.SPECIAL))
    known = 0 <= state.roller < players and 0 <= state.actor < players
    known = known and is_seat(state, state.starter) and is_seat(state, state.victim) and is_seat(state, state.winner)
    known = known and is_seat(state, state.route_holder) and is_seat(state, state.army_holder)
    found |= bit(Defect.SEATS, not known or state.contenders < 0 or state.contenders >= 1 << players)
    found |= malformed_island(state) | malformed_pieces(state) | malformed_counts(state)
    switches = state.separate_phases | state.friendly_robber | state.open_hands | state.hidden_supply | state.placed_start
    switches |= state.optional_roads | state.hidden_discards
    known = switches & ~1 == 0 and state.shortage & ~1 == 0 and state.tie_after_break & ~1 == 0
    known = known and 0 <= state.pairing <= Pairing.SPECIAL_BUILDING and state.target > 0 and state.discard_limit > 0
    return found | bit(Defect.OPTIONS, not known or state.dice_deck < 0 or state.no_seven_rounds < 0)


@allocating
def malformed_island(state: StateRecord) -> int:
    hexes = int(HEXES[state.island])
    wrong = not 0 <= state.robber < hexes
    for tile in range(MAX_HEXES):
        number = int(state.number[tile])
        inside = tile < hexes
        wrong = wrong or not 0 <= state.terrain[tile] <= (DESERT if inside else 0)
        wrong = wrong or not (number == 0 or (inside and FIRST_SUM <= number <= LAST_SUM and number != SEVEN))
        wrong = wrong or (number != 0 and state.terrain[tile] == DESERT)
    harbored = np.zeros(MAX_CORNERS, np.int64)
    for harbor in range(state.harbor_edge.shape[0]):
        edge = int(state.harbor_edge[harbor])
        if not (NOBODY <= edge < EDGES[state.island] and 0 <= state.harbor_kind[harbor] <= (GENERIC if edge != NOBODY else 0)):
            wrong = True
        elif edge != NOBODY:
            for end in range(2):
                corner = int(EDGE_CORNERS[state.island, edge, end])
                harbored[corner] += 1
                wrong = wrong or harbored[corner] > 1
    return bit(Defect.ISLAND, wrong)


@rule
def malformed_pieces(state: StateRecord) -> int:
    wrong = False
    for corner in range(MAX_CORNERS):
        piece = int(state.building[corner])
        if piece != 0:
            inside = corner < CORNERS[state.island] and 0 < piece < CITY + NEUTRAL
            wrong = wrong or not inside or not (owner(piece) < state.players or piece == 1 + NEUTRAL)
    for edge in range(MAX_EDGES):
        piece = int(state.road[edge])
        wrong = wrong or not (piece == 0 or (edge < EDGES[state.island] and 0 < piece <= state.players))
    wrong = wrong or not NOBODY <= state.setup_corner < CORNERS[state.island]
    return bit(Defect.PIECES, wrong)


@rule
def malformed_counts(state: StateRecord) -> int:
    wrong = not (is_count(state.supply) and is_count(state.fresh))
    wrong = wrong or not (is_count(state.deck) and is_count(state.removed))
    wrong = wrong or not 0 <= state.turn < MOST_TURNS or state.setup_step < 0 or state.free_roads < 0
    wrong = wrong or not 0 < state.cards_each <= MOST_EACH
    for place in range(state.unused.shape[0]):
        wrong = wrong or state.unused[place] != 0
    for seat in range(MAX_SEATS):
        wrong = wrong or not (is_count(state.hand[seat]) and is_count(state.cards[seat]) and is_count(state.set_aside[seat]))
        wrong = wrong or (state.knights[seat] | state.roads_left[seat] | state.settlements_left[seat] | state.cities_left[seat]) < 0
        wrong = wrong or (state.discard_left[seat] | state.route[seat] | state.points[seat]) < 0
        wrong = wrong or not (state.order_roll[seat] == 0 or LOWEST_ROLL <= state.order_roll[seat] <= 2 * FACES)
        wrong = wrong or not 0 <= state.answer[seat] <= Answer.REFUSED
    return bit(Defect.COUNTS, wrong)
