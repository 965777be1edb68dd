"""Does the phase fit what is pending: whose turn it is, discards, robbery, free roads, set-up, dice, trade?"""

from __future__ import annotations

import numpy as np

from .actions import get_of, give_of, kind_of, recipients_of, trade
from .apply import TO_PLAYER_TWO, setup_seat
from .board import CITY
from .cards import total
from .chance import ALL_ROLLS, FACES, SEVEN
from .defect import Defect, bit
from .ids import MAX_SEATS, NEUTRAL, NOBODY, Answer, Kind, Pairing, Part, Phase
from .jit import allocating, count_bits, rule
from .legal import any_road_place, is_fair_bundle, is_in_box
from .record import StateRecord
from .routes import owner
from .topology import CORNERS, EDGE_CORNERS, EDGES, HEX_CORNERS

CLOSED_BY_A_SETTLEMENT = 4  # corners at most: its own and three neighbours (SETUP-11)


@rule
def wrong_course(state: StateRecord) -> int:
    """Does the phase fit what is pending?"""
    phase = int(state.phase)
    playing = phase == Phase.DICE or phase == Phase.STEAL or phase == Phase.DRAW or phase >= Phase.ROLL
    ahead = (int(state.actor) - int(state.roller)) % int(state.players)
    wrong = playing != (state.turn > 0)
    if not playing:
        wrong = wrong or state.part != Part.FIRST or state.built | state.card_played != 0
    elif state.part == Part.FIRST:
        wrong = wrong or ahead != 0
    elif state.part == Part.PAIRED:
        wrong = wrong or state.pairing != Pairing.PAIRED or ahead != TO_PLAYER_TWO % int(state.players) or phase == Phase.ROLL
    else:
        wrong = wrong or state.pairing != Pairing.SPECIAL_BUILDING or ahead == 0 or not (phase == Phase.MAIN or phase == Phase.DRAW)
    wrong = wrong or (phase == Phase.DRAW and (state.deck == 0 or state.built == 0))
    wrong = wrong or (state.built | state.card_played | state.rolled) & ~1 != 0 or (state.part != Part.FIRST and state.rolled == 0)
    found = bit(Defect.COURSE, wrong) | bit(Defect.ROTATION, playing and wrong_rotation(state))
    due = 0
    wrong = False
    for seat in range(state.players):
        due += int(state.discard_left[seat])
        aside = total(state.set_aside[seat])
        held = total(state.hand[seat]) + aside  # when the 7 fell
        owed = held // 2 if phase == Phase.DISCARD and held > state.discard_limit else 0
        wrong = wrong or int(state.discard_left[seat]) + aside != owed
    wrong = wrong or (due > 0) != (phase == Phase.DISCARD)
    wrong = wrong or (phase == Phase.DISCARD and (state.part != Part.FIRST or state.die_one + state.die_two != SEVEN))
    found |= bit(Defect.DISCARD, wrong)
    victim = int(state.victim)
    wrong = (victim != NOBODY) != (phase == Phase.STEAL)
    if victim != NOBODY:
        wrong = wrong or victim == state.actor or state.hand[victim] == 0 or not stands_at(state, victim, int(state.robber))
    found |= bit(Defect.ROBBERY, wrong)
    found |= bit(Defect.ROBBER, phase == Phase.ROBBER and state.card_played == 0 and state.die_one + state.die_two != SEVEN)
    free = int(state.free_roads)
    wrong = free > 2 or (phase != Phase.OVER and (free > 0) != (phase == Phase.FREE_ROADS)) or (free > 0 and state.card_played == 0)
    wrong = wrong or (phase == Phase.FREE_ROADS and not any_road_place(state, int(state.actor)))
    return found | bit(Defect.FREE_ROADS, wrong) | wrong_setup(state, phase, playing) | wrong_dice(state, phase, playing)


@rule
def wrong_rotation(state: StateRecord) -> bool:
    """TURN-1: each turn the dice go one seat on, from the starting player."""
    return state.starter != NOBODY and (int(state.starter) + int(state.turn) - 1 - int(state.roller)) % int(state.players) != 0


@rule
def stands_at(state: StateRecord, seat: int, tile: int) -> bool:
    """Has the seat a building on the hex?"""
    for place in range(6):
        piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
        if piece != 0 and owner(piece) == seat:
            return True
    return False


@rule
def wrong_setup(state: StateRecord, phase: int, playing: bool) -> int:
    """SETUP-9 to SETUP-12: who rolls or places now, and that the board is as far as the steps say."""
    players = int(state.players)
    step = int(state.setup_step)
    wrong = (phase == Phase.ORDER_DICE) != (state.contenders != 0) or (phase == Phase.ORDER_DICE) != (state.starter == NOBODY)
    wrong = wrong or (state.setup_corner != NOBODY) != (phase == Phase.SETUP_ROAD) or step > 2 * players or state.placed_start & ~1 != 0
    wrong = wrong or (playing or state.placed_start == 1) != (step == 2 * players) or wrong_order(state, phase)
    if phase == Phase.SETUP_SETTLEMENT or phase == Phase.SETUP_ROAD:
        wrong = wrong or setup_seat(state, step) != state.actor or state.roller != state.starter or state.placed_start == 1
        wrong = wrong or (phase == Phase.SETUP_ROAD and int(state.building[state.setup_corner]) != 1 + state.actor)
    if not playing and state.placed_start == 0:
        wrong = wrong or wrong_beginning(state, phase, step)
    return bit(Defect.SETUP, wrong)


@rule
def wrong_order(state: StateRecord, phase: int) -> bool:
    """SETUP-9: contenders roll in the order of their seats, at least two of them, and the last has not rolled yet."""
    rolling = phase == Phase.ORDER_DICE
    waiting = 0
    wrong = rolling and (count_bits(int(state.contenders)) < 2 or state.turn != 0)
    for seat in range(state.players):
        contends = rolling and (int(state.contenders) >> seat) & 1 == 1
        rolled = state.order_roll[seat] != 0
        wrong = wrong or (rolled and (not contends or waiting > 0))
        waiting += contends and not rolled
    return wrong or (rolling and waiting == 0)


@allocating
def wrong_beginning(state: StateRecord, phase: int, step: int) -> bool:
    """Before the first turn everybody has what the steps so far have placed, and pieces and room for the steps to come."""
    players = int(state.players)
    begun = step + (1 if phase == Phase.SETUP_ROAD else 0)
    settlements = np.zeros(MAX_SEATS, np.int64)
    roads = np.zeros(MAX_SEATS, np.int64)
    wrong = phase == Phase.ORDER_DICE and step != 0
    for corner in range(CORNERS[state.island]):
        piece = int(state.building[corner])
        if piece != 0 and piece != 1 + NEUTRAL:
            settlements[owner(piece)] += 1
            wrong = wrong or piece >= CITY
    for edge in range(EDGES[state.island]):
        if state.road[edge] != 0:
            seat = int(state.road[edge]) - 1
            roads[seat] += 1
            wrong = wrong or not (builds_at(state, seat, edge, 0) or builds_at(state, seat, edge, 1))
    for seat in range(players):
        placed = 0
        joined = 0
        for each in range(begun):
            mine = setup_seat(state, each) == seat
            placed += mine
            joined += mine and each < step
        wrong = wrong or settlements[seat] != placed or roads[seat] != joined or state.cards[seat] != 0 or state.knights[seat] != 0
        wrong = wrong or total(state.hand[seat]) > (3 if placed == 2 else 0)
        wrong = wrong or state.settlements_left[seat] < 2 - placed or state.roads_left[seat] < 2 - joined
    due = 2 * players - begun
    free = count_bits(state.open_corners[0]) + count_bits(state.open_corners[1])
    return wrong or (due > 0 and free <= CLOSED_BY_A_SETTLEMENT * (due - 1))


@rule
def builds_at(state: StateRecord, seat: int, edge: int, end: int) -> bool:
    """Does the seat's building stand at this end of the edge?"""
    piece = int(state.building[EDGE_CORNERS[state.island, edge, end]])
    return piece != 0 and owner(piece) == seat


@rule
def wrong_dice(state: StateRecord, phase: int, playing: bool) -> int:
    one_die, other_die = int(state.die_one), int(state.die_two)
    wrong = not (0 <= one_die <= FACES and 0 <= other_die <= FACES) or (one_die == 0) != (other_die == 0)
    wrong = wrong or (state.rolled == 1) != (one_die > 0) or (not playing and state.rolled == 1)
    wrong = wrong or ((phase == Phase.ROLL or phase == Phase.DICE) and state.rolled == 1)
    wrong = wrong or ((phase == Phase.MAIN or phase == Phase.DISCARD or phase == Phase.DRAW) and state.rolled == 0)
    if state.dice_deck > 0:
        wrong = wrong or state.dice_left & ~ALL_ROLLS != 0 or count_bits(state.dice_left) <= state.dice_deck
    else:
        wrong = wrong or state.dice_left != 0
    return bit(Defect.DICE, wrong)


@rule
def wrong_trade(state: StateRecord) -> int:
    """TRADE-1 to 4: only in the first part after the roll, with the player in turn, and nothing for nothing."""
    offer = state.offer
    everybody = (1 << int(state.players)) - 1
    mine = 1 << int(state.actor)
    recipients = 0
    wrong = False
    if offer != 0:
        recipients = recipients_of(offer)
        wrong = offer != trade(Kind.OFFER, give_of(offer), get_of(offer), recipients) or not is_deal(state, offer)
        wrong = wrong or recipients == 0 or recipients & (mine | ~everybody) != 0
    spoken = offer != 0
    for seat in range(state.players):
        said = state.proposal[seat]
        if said != 0:
            spoken = True
            wrong = wrong or seat == state.actor or not (kind_of(said) == Kind.PROPOSE or kind_of(said) == Kind.COUNTER)
            wrong = wrong or said != trade(kind_of(said), give_of(said), get_of(said)) or not is_deal(state, said)
        wrong = wrong or (state.answer[seat] != Answer.NOT_ASKED) != ((recipients >> seat) & 1 == 1)
    built = state.separate_phases == 1 and state.built == 1  # TURN-4: the first build ended all talk
    return bit(Defect.TRADE, wrong or (spoken and (state.rolled == 0 or state.part != Part.FIRST or built)))


@rule
def is_deal(state: StateRecord, said: int) -> bool:
    """Could this ever have been said? (Not by whom: the speaker may have spent the cards since.)"""
    give, get = give_of(said), get_of(said)
    return is_fair_bundle(give, get) and is_in_box(state, give) and is_in_box(state, get)
