"""Is this state sound? Every invariant of a game, recomputed from the facts; `check` says in words which ones are violated.

`defects` is quick enough to run after every action of a million games. It shares no code with the incremental updates of `board.py`,
except the search for the longest route, which the tests compare with a slow one.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from .actions import get_of, give_of, kind_of, recipients_of, trade
from .apply import TO_PLAYER_TWO
from .board import CITY
from .cards import BITS, GUARD, KINDS, ONES, covers, one, pack, total
from .chance import ALL_ROLLS, FACES, SEVEN
from .ids import DESERT, GENERIC, MAX_CORNERS, MAX_EDGES, MAX_HEXES, MAX_SEATS, NEUTRAL, NOBODY, Answer, Card, Kind, Pairing, Part, Phase
from .jit import allocating, count_bits, lowest_bit, rule
from .legal import any_road_place, is_fair_bundle, is_in_box
from .routes import longest_route, owner
from .score import AWARD, SHORTEST_ROUTE, SMALLEST_ARMY, total_points
from .state import FIRST_SUM, LAST_SUM, SUMS, WORDS, State
from .topology import (
    CORNER_BIT,
    CORNER_EDGE_SET,
    CORNER_EDGES,
    CORNER_HEX_SET,
    CORNER_NEIGHBORS,
    CORNERS,
    EDGE_BIT,
    EDGE_CORNERS,
    EDGES,
    HEX_CORNERS,
    HEXES,
)


class Defect(IntEnum):
    """One bit of the mask that `defects` returns."""

    # --- values that mean nothing; where one is found, nothing else is looked at
    PLAYERS = 0
    PHASE = 1
    SEATS = 2
    ISLAND = 3
    PIECES = 4
    COUNTS = 5
    OPTIONS = 6
    # --- facts that contradict each other
    RESOURCES = 7
    CARDS = 8
    FRESH = 9
    ROADS = 10
    SETTLEMENTS = 11
    CITIES = 12
    DISTANCE = 13
    CONNECTION = 14
    EMPTY_SEATS = 15
    ROUTE_HOLDER = 16
    ARMY_HOLDER = 17
    VICTORY = 18
    COURSE = 19
    DISCARD = 20
    ROBBERY = 21
    FREE_ROADS = 22
    SETUP = 23
    DICE = 24
    TRADE = 25
    # --- derived fields that do not follow from the facts
    OPEN_CORNERS = 26
    EMPTY_EDGES = 27
    NEAR_CORNERS = 28
    NEAR_EDGES = 29
    SETTLED = 30
    INCOME = 31
    RATES = 32
    CORNER_HARBOR = 33
    ROUTE = 34
    POINTS = 35
    HEXES = 36


SENTENCES = {
    Defect.PLAYERS: "the number of players is not 2 to 6, or the island is unknown",
    Defect.PHASE: "the phase or the part of the turn is unknown",
    Defect.SEATS: "a seat is named that nobody sits on",
    Defect.ISLAND: "a hex, number token or harbor has an impossible value, two harbors share a corner, or the robber is off the island",
    Defect.PIECES: "a building or road has an unknown owner or stands outside the island",
    Defect.COUNTS: "a count is negative or too large",
    Defect.OPTIONS: "an option has an unknown value",
    Defect.RESOURCES: "the resource cards in hands, supply and discards do not add up to the game's (COMP-3, COMP-7)",
    Defect.CARDS: "the development cards in hands, deck, on the table and out of the game do not add up to the game's (COMP-3, COMP-7)",
    Defect.FRESH: "more cards are marked as bought this turn than the acting player holds (DEV-1)",
    Defect.ROADS: "a player's roads on the board and in the pool do not add up (COMP-4)",
    Defect.SETTLEMENTS: "a player's settlements on the board and in the pool do not add up (COMP-4, COMP-5)",
    Defect.CITIES: "a player's cities on the board and in the pool do not add up (COMP-4, COMP-5)",
    Defect.DISTANCE: "two buildings stand on neighbouring corners (SETUP-11)",
    Defect.CONNECTION: "a road touches nothing of its owner's, or a building no road of its owner's (BUILD-1, BUILD-2)",
    Defect.EMPTY_SEATS: "a seat that nobody sits on has cards or pieces",
    Defect.ROUTE_HOLDER: "the longest route is held by the wrong player (ROUTE-2, ROUTE-4 to ROUTE-6)",
    Defect.ARMY_HOLDER: "the largest army is held by the wrong player (DEV-8)",
    Defect.VICTORY: "the game is over without a winner in an own turn, or goes on although there is one (WIN-2, WIN-3)",
    Defect.COURSE: "whose turn and part it is does not fit the phase (TURN-1, PAIR-1, PAIR-5)",
    Defect.DISCARD: "the discards due do not fit the phase or the hands (SEVEN-1, SEVEN-2)",
    Defect.ROBBERY: "the robber's victim does not fit the phase (ROB-2)",
    Defect.FREE_ROADS: "the free roads due do not fit the phase (DEV-4)",
    Defect.SETUP: "the set-up's progress does not fit the phase or the board (SETUP-9, SETUP-10)",
    Defect.DICE: "the dice do not fit the phase, or the dice deck is impossible (TURN-1, HOUSE-3)",
    Defect.TRADE: "an offer, answer or proposal stands that could not have been made (TRADE-1 to TRADE-4)",
    Defect.OPEN_CORNERS: "the set of open corners does not follow from the buildings",
    Defect.EMPTY_EDGES: "the set of empty edges does not follow from the roads",
    Defect.NEAR_CORNERS: "the corners touched by own roads do not follow from the roads",
    Defect.NEAR_EDGES: "the edges open to a player do not follow from roads and buildings (BUILD-1)",
    Defect.HEXES: "the set of hexes with an own building does not follow from the buildings",
    Defect.SETTLED: "the set of own settlements does not follow from the buildings",
    Defect.INCOME: "what a roll yields does not follow from buildings, tokens and robber (PROD-1, ROB-3)",
    Defect.RATES: "a player's harbors do not follow from the buildings (TRADE-6)",
    Defect.CORNER_HARBOR: "the harbors of corners do not follow from the harbors",
    Defect.ROUTE: "a longest route has another length (ROUTE-1)",
    Defect.POINTS: "a player's points do not add up (WIN-1)",
}

FEWEST_PLAYERS = 2
MOST_EACH = 24  # cards of a resource (COMP-7)
MOST_TURNS = 1 << 30
LOWEST_ROLL = 2
CLOSED_BY_A_SETTLEMENT = 4  # corners at most: its own and three neighbours (SETUP-11)
HAND_BITS = (1 << (BITS * KINDS)) - 1

# What is in the box, by island (COMP-3, COMP-4, COMP-7): resources, development cards, roads (0: any number), settlements, cities.
TOTALS = np.array(
    [
        [19 * ONES, pack(14, 5, 2, 2, 2), 0, 5, 4],
        [24 * ONES, pack(20, 5, 3, 3, 3), 0, 5, 4],
    ],
    np.int64,
)


@rule
def bit(defect, wrong):
    """The defect's bit, if something is wrong."""
    return np.int64(1) << defect if wrong else np.int64(0)


@rule
def totals_of(state, totals):
    """Write what this state holds altogether (seat 0's for the pieces), to be conserved through a game."""
    totals[0] = resources_in(state)
    totals[1] = cards_in(state)
    roads = settlements = cities = 0
    for edge in range(EDGES[state.island]):
        roads += state.road[edge] == 1
    for corner in range(CORNERS[state.island]):
        settlements += state.building[corner] == 1
        cities += state.building[corner] == CITY
    totals[2] = roads + state.roads_left[0]
    totals[3] = settlements + state.settlements_left[0]
    totals[4] = cities + state.cities_left[0]


@rule
def resources_in(state):
    """All resource cards, wherever they are."""
    word = state.supply
    for seat in range(state.players):
        word += state.hand[seat] + state.set_aside[seat]
    return word


@rule
def cards_in(state):
    """All development cards: in the deck, in hands, face up, out of the game."""
    word = state.deck + state.removed
    for seat in range(state.players):
        word += state.cards[seat] + int(state.knights[seat]) * one(Card.KNIGHT)
    return word


# --- values that mean nothing


@rule
def is_seat(state, seat):
    return seat == NOBODY or 0 <= seat < state.players


@rule
def is_count(word):
    """Five counts, none of them negative or beyond the guard bit."""
    return word & ~HAND_BITS == 0 and word & GUARD == 0


@rule
def malformed(state):
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
def malformed_island(state):
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
def malformed_pieces(state):
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
def malformed_counts(state):
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


# --- facts that contradict each other


@rule
def wrong_cards(state, totals):
    found = bit(Defect.RESOURCES, resources_in(state) != totals[0] or totals[0] != int(state.cards_each) * ONES)
    found |= bit(Defect.CARDS, cards_in(state) != totals[1])
    found |= bit(Defect.FRESH, not covers(state.cards[state.actor], state.fresh) or (state.fresh != 0 and state.built == 0))
    wrong = False
    for seat in range(state.players, MAX_SEATS):
        wrong = wrong or (state.hand[seat] | state.cards[seat] | state.proposal[seat] | state.set_aside[seat]) != 0
        wrong = wrong or (state.knights[seat] | state.roads_left[seat] | state.settlements_left[seat] | state.cities_left[seat]) != 0
        wrong = wrong or (state.discard_left[seat] | state.answer[seat] | state.order_roll[seat]) != 0
        wrong = wrong or (state.points[seat] | state.route[seat] | state.rates[seat]) != 0
    return found | bit(Defect.EMPTY_SEATS, wrong)


@allocating
def wrong_pools(state, totals):
    """COMP-4, BUILD-5: on the board and in the pool, together always the same."""
    on_board = np.zeros((3, MAX_SEATS + 2), np.int64)
    for edge in range(EDGES[state.island]):
        piece = int(state.road[edge])
        if piece != 0:
            on_board[0, piece - 1] += 1
    for corner in range(CORNERS[state.island]):
        piece = int(state.building[corner])
        if piece != 0:
            on_board[2 if piece >= CITY else 1, owner(piece)] += 1
    found = np.int64(0)
    roads = totals[2] if totals[2] != 0 else on_board[0, 0] + state.roads_left[0]
    for seat in range(state.players):
        found |= bit(Defect.ROADS, on_board[0, seat] + state.roads_left[seat] != roads)
        found |= bit(Defect.SETTLEMENTS, on_board[1, seat] + state.settlements_left[seat] != totals[3])
        found |= bit(Defect.CITIES, on_board[2, seat] + state.cities_left[seat] != totals[4])
    return found


@rule
def wrong_awards(state):
    """ROUTE-2, ROUTE-4 to 6 and DEV-8; a tie after a break may leave the route with nobody."""
    longest = SHORTEST_ROUTE - 1
    leaders = 0
    strongest = SMALLEST_ARMY - 1
    for seat in range(state.players):
        length = int(state.route[seat])
        if length > longest:
            longest = length
            leaders = 1
        elif length == longest and length >= SHORTEST_ROUTE:
            leaders += 1
        strongest = max(strongest, int(state.knights[seat]))
    holder = int(state.route_holder)
    wrong = leaders == 1 if holder == NOBODY else int(state.route[holder]) < SHORTEST_ROUTE or int(state.route[holder]) != longest
    found = bit(Defect.ROUTE_HOLDER, wrong)
    holder = int(state.army_holder)
    wrong = strongest >= SMALLEST_ARMY if holder == NOBODY else strongest < SMALLEST_ARMY or int(state.knights[holder]) != strongest
    return found | bit(Defect.ARMY_HOLDER, wrong)


@rule
def wrong_victory(state):
    reached = state.turn > 0 and state.part != Part.SPECIAL and total_points(state, int(state.actor)) >= state.target
    over = state.phase == Phase.OVER
    return bit(Defect.VICTORY, reached != over or over != (state.winner == state.actor) or (not over and state.winner != NOBODY))


@rule
def wrong_course(state):
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
    found = bit(Defect.COURSE, wrong)
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
    wrong = wrong or (phase == Phase.ROBBER and state.card_played == 0 and state.die_one + state.die_two != SEVEN)
    found |= bit(Defect.ROBBERY, wrong)
    free = int(state.free_roads)
    wrong = free > 2 or (phase != Phase.OVER and (free > 0) != (phase == Phase.FREE_ROADS)) or (free > 0 and state.card_played == 0)
    wrong = wrong or (phase == Phase.FREE_ROADS and not any_road_place(state, int(state.actor)))
    return found | bit(Defect.FREE_ROADS, wrong) | wrong_setup(state, phase, playing) | wrong_dice(state, phase, playing)


@rule
def stands_at(state, seat, tile):
    """Has the seat a building on the hex?"""
    for place in range(6):
        piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
        if piece != 0 and owner(piece) == seat:
            return True
    return False


@rule
def wrong_setup(state, phase, playing):
    """SETUP-9 to SETUP-12: who rolls or places now, and that the board is as far as the steps say."""
    players = int(state.players)
    step = int(state.setup_step)
    wrong = (phase == Phase.ORDER_DICE) != (state.contenders != 0) or (phase == Phase.ORDER_DICE) != (state.starter == NOBODY)
    wrong = wrong or (state.setup_corner != NOBODY) != (phase == Phase.SETUP_ROAD) or step > 2 * players or state.placed_start & ~1 != 0
    wrong = wrong or (playing or state.placed_start == 1) != (step == 2 * players) or wrong_order(state, phase)
    if phase == Phase.SETUP_SETTLEMENT or phase == Phase.SETUP_ROAD:
        wrong = wrong or placer(state, step) != state.actor or state.roller != state.starter or state.placed_start == 1
        wrong = wrong or (phase == Phase.SETUP_ROAD and int(state.building[state.setup_corner]) != 1 + state.actor)
    if not playing and state.placed_start == 0:
        wrong = wrong or wrong_beginning(state, phase, step)
    return bit(Defect.SETUP, wrong)


@rule
def placer(state, step):
    """SETUP-10: whose settlement this step of the set-up is."""
    players = int(state.players)
    return (int(state.starter) + (step if step < players else 2 * players - 1 - step)) % players


@rule
def wrong_order(state, phase):
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
def wrong_beginning(state, phase, step):
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
            mine = placer(state, each) == seat
            placed += mine
            joined += mine and each < step
        wrong = wrong or settlements[seat] != placed or roads[seat] != joined or state.cards[seat] != 0 or state.knights[seat] != 0
        wrong = wrong or total(state.hand[seat]) > (3 if placed == 2 else 0)
        wrong = wrong or state.settlements_left[seat] < 2 - placed or state.roads_left[seat] < 2 - joined
    due = 2 * players - begun
    free = count_bits(state.open_corners[0]) + count_bits(state.open_corners[1])
    return wrong or (due > 0 and free <= CLOSED_BY_A_SETTLEMENT * (due - 1))


@rule
def builds_at(state, seat, edge, end):
    """Does the seat's building stand at this end of the edge?"""
    piece = int(state.building[EDGE_CORNERS[state.island, edge, end]])
    return piece != 0 and owner(piece) == seat


@rule
def wrong_dice(state, phase, playing):
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
def wrong_trade(state):
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
def is_deal(state, said):
    """Could this ever have been said? (Not by whom: the speaker may have spent the cards since.)"""
    give, get = give_of(said), get_of(said)
    return is_fair_bundle(give, get) and is_in_box(state, give) and is_in_box(state, get)


# --- derived fields


@allocating
def wrong_sets(state):
    """Sets of corners and edges, connections and the distance rule, from one walk over corners and edges."""
    island = int(state.island)
    near_corners = np.zeros((MAX_SEATS, WORDS), np.int64)
    near_edges = np.zeros((MAX_SEATS, WORDS), np.int64)
    settled = np.zeros((MAX_SEATS, WORDS), np.int64)
    hexes = np.zeros(MAX_SEATS, np.int64)
    open_low = open_high = empty_low = empty_high = np.int64(0)
    crowded = False
    lonely = False
    for corner in range(CORNERS[island]):
        piece = int(state.building[corner])
        roads = 0
        crowd = piece != 0
        for slot in range(3):
            edge = int(CORNER_EDGES[island, corner, slot])
            if edge >= 0:
                if state.road[edge] != 0:
                    roads |= 1 << (int(state.road[edge]) - 1)
                if state.building[CORNER_NEIGHBORS[island, corner, slot]] != 0:
                    crowded = crowded or piece != 0
                    crowd = True
        if not crowd:
            open_low |= CORNER_BIT[island, corner, 0]
            open_high |= CORNER_BIT[island, corner, 1]
        leads = roads
        if piece != 0:
            mine = 1 << owner(piece)
            leads = mine if piece != 1 + NEUTRAL else 0
            lonely = lonely or (leads != 0 and roads & mine == 0 and corner != state.setup_corner)
            if leads != 0:
                hexes[owner(piece)] |= CORNER_HEX_SET[island, corner]
            if 0 < piece <= state.players:
                settled[piece - 1, 0] |= CORNER_BIT[island, corner, 0]
                settled[piece - 1, 1] |= CORNER_BIT[island, corner, 1]
        while roads != 0:
            seat = lowest_bit(roads)
            roads &= roads - 1
            near_corners[seat, 0] |= CORNER_BIT[island, corner, 0]
            near_corners[seat, 1] |= CORNER_BIT[island, corner, 1]
        while leads != 0:
            seat = lowest_bit(leads)
            leads &= leads - 1
            near_edges[seat, 0] |= CORNER_EDGE_SET[island, corner, 0]
            near_edges[seat, 1] |= CORNER_EDGE_SET[island, corner, 1]
    for edge in range(EDGES[island]):
        if state.road[edge] == 0:
            empty_low |= EDGE_BIT[island, edge, 0]
            empty_high |= EDGE_BIT[island, edge, 1]
        else:
            lonely = lonely or not is_joined(state, edge)
    found = bit(Defect.DISTANCE, crowded) | bit(Defect.CONNECTION, lonely)
    found |= bit(Defect.OPEN_CORNERS, open_low != state.open_corners[0] or open_high != state.open_corners[1])
    found |= bit(Defect.EMPTY_EDGES, empty_low != state.empty_edges[0] or empty_high != state.empty_edges[1])
    for seat in range(MAX_SEATS):
        found |= bit(Defect.HEXES, hexes[seat] != state.hexes[seat])
        for word in range(WORDS):
            found |= bit(Defect.NEAR_CORNERS, near_corners[seat, word] != state.near_corners[seat, word])
            found |= bit(Defect.NEAR_EDGES, near_edges[seat, word] != state.near_edges[seat, word])
            found |= bit(Defect.SETTLED, settled[seat, word] != state.settled[seat, word])
    return found


@rule
def is_joined(state, edge):
    """Does the road touch another road or a building of its owner's? (Where an opponent built later, it still touches.)"""
    mine = int(state.road[edge])
    for end in range(2):
        corner = int(EDGE_CORNERS[state.island, edge, end])
        piece = int(state.building[corner])
        if piece != 0 and owner(piece) == mine - 1:
            return True
        for slot in range(3):
            other = int(CORNER_EDGES[state.island, corner, slot])
            if other >= 0 and other != edge and state.road[other] == mine:
                return True
    return False


@allocating
def wrong_income(state):
    """PROD-1 to 3, ROB-3, hex by hex."""
    income = np.zeros((SUMS, MAX_SEATS), np.int64)
    for tile in range(HEXES[state.island]):
        number, terrain = int(state.number[tile]), int(state.terrain[tile])
        if number == 0 or terrain == DESERT or tile == state.robber:
            continue
        for place in range(6):
            piece = int(state.building[HEX_CORNERS[state.island, tile, place]])
            if piece != 0 and owner(piece) != NEUTRAL:
                income[number - FIRST_SUM, owner(piece)] += (2 if piece >= CITY else 1) * one(terrain)
    wrong = False
    for row in range(SUMS):
        for seat in range(MAX_SEATS):
            wrong = wrong or income[row, seat] != state.income[row, seat]
    return bit(Defect.INCOME, wrong)


@allocating
def wrong_harbors(state):
    """TRADE-6: harbors of corners from the harbors' edges, rates from the buildings there."""
    expected = np.full(MAX_CORNERS, NOBODY, np.int8)
    rates = np.zeros(MAX_SEATS, np.int64)
    for harbor in range(state.harbor_edge.shape[0]):
        edge = int(state.harbor_edge[harbor])
        if edge != NOBODY:
            for end in range(2):
                corner = int(EDGE_CORNERS[state.island, edge, end])
                expected[corner] = state.harbor_kind[harbor]
                piece = int(state.building[corner])
                if piece != 0 and owner(piece) != NEUTRAL:
                    rates[owner(piece)] |= 1 << int(state.harbor_kind[harbor])
    wrong = False
    for corner in range(MAX_CORNERS):
        wrong = wrong or expected[corner] != state.corner_harbor[corner]
    found = bit(Defect.CORNER_HARBOR, wrong)
    for seat in range(MAX_SEATS):
        found |= bit(Defect.RATES, rates[seat] != state.rates[seat])
    return found


@allocating
def wrong_points(state):
    """WIN-1, without the hidden cards."""
    points = np.zeros(MAX_SEATS + 2, np.int64)
    for corner in range(CORNERS[state.island]):
        piece = int(state.building[corner])
        if piece != 0:
            points[owner(piece)] += 2 if piece >= CITY else 1
    if state.route_holder != NOBODY:
        points[state.route_holder] += AWARD
    if state.army_holder != NOBODY:
        points[state.army_holder] += AWARD
    wrong = False
    for seat in range(state.players):
        wrong = wrong or points[seat] != state.points[seat]
    return bit(Defect.POINTS, wrong)


@rule
def wrong_routes(state):
    """ROUTE-1."""
    for seat in range(state.players):
        if longest_route(state, seat) != state.route[seat]:
            return bit(Defect.ROUTE, True)
    return bit(Defect.ROUTE, False)


# --- all of them


@rule
def quick_defects(state, totals):
    """All but the routes' lengths, which cost most and change only with a road or a settlement."""
    found = malformed(state)
    if found != 0:
        return found
    found = wrong_cards(state, totals) | wrong_pools(state, totals) | wrong_awards(state) | wrong_victory(state)
    found |= wrong_course(state) | wrong_trade(state)
    return found | wrong_sets(state) | wrong_income(state) | wrong_harbors(state) | wrong_points(state)


@rule
def defects_given(state, totals):
    """Every violated invariant, one bit each (`Defect`), when `totals` is what the game's box holds (see `totals_of`)."""
    found = quick_defects(state, totals)
    believed = (np.int64(1) << Defect.NEAR_CORNERS) | (np.int64(1) << Defect.NEAR_EDGES)  # by the search for routes
    unanswerable = ((np.int64(1) << Defect.RESOURCES) - 1) | believed
    return found if found & unanswerable != 0 else found | wrong_routes(state)


@rule
def defects(state):
    """Every violated invariant, one bit each (`Defect`), for the books' numbers of cards and pieces."""
    return defects_given(state, TOTALS[1 if state.island == 1 else 0])


@rule
def _defects(states, totals):
    return defects_given(states[0], totals)


def check(state: State, totals: NDArray[np.int64] | None = None) -> list[str]:
    """Every violated invariant in words; an empty list for a sound state. Without `totals` the books' numbers of cards and pieces count."""
    if totals is None:
        totals = TOTALS[1 if state["island"][0] == 1 else 0]
    mask = int(_defects(state, totals))
    return [sentence for defect, sentence in SENTENCES.items() if (mask >> defect) & 1]
