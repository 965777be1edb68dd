"""What can be wrong with a state: each defect a bit, and a sentence."""

from __future__ import annotations

from enum import IntEnum

from .jit import rule


class Defect(IntEnum):
    """One bit of the mask that `defects` returns."""

    # --- values that mean nothing (`ranges.py`); where one is found, nothing else is looked at
    PLAYERS = 0
    PHASE = 1
    SEATS = 2
    ISLAND = 3
    PIECES = 4
    COUNTS = 5
    OPTIONS = 6
    # --- facts that contradict each other (`holdings.py`, `course.py`; the distance and the connection `derived.py`)
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
    ROTATION = 37
    ROBBER = 38
    # --- derived fields that do not follow from the facts (`derived.py`)
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
    Defect.ROTATION: "the player with the dice does not follow from the starting player and the number of the turn (TURN-1)",
    Defect.DISCARD: "the discards due do not fit the phase or the hands (SEVEN-1, SEVEN-2)",
    Defect.ROBBERY: "the robber's victim does not fit the phase (ROB-2)",
    Defect.ROBBER: "the robber moves although no 7 was rolled and no knight was played (ROB-4)",
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


@rule
def bit(defect: int, wrong: bool) -> int:
    """The defect's bit, if something is wrong."""
    return 1 << defect if wrong else 0
