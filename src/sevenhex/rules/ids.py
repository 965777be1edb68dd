"""The names behind the numbers: resources, cards, phases, kinds of action, options; and as what they are written in texts."""

from __future__ import annotations

from enum import IntEnum

MAX_SEATS = 6
MAX_HEXES = 30
MAX_CORNERS = 80
MAX_EDGES = 109
MAX_HARBORS = 11

NOBODY = -1
CHANCE = -1  # the "seat" of dice, draws and steals
NEUTRAL = 6  # owner of an inactive colour's settlements (SETUP-2)


class Resource(IntEnum):
    BRICK = 0
    LUMBER = 1
    WOOL = 2
    GRAIN = 3
    ORE = 4


RESOURCES = 5
DESERT = 5  # terrain code: a hex's terrain is the resource it yields, or DESERT
GENERIC = 5  # harbor code: the resource it serves at 2:1, or GENERIC for 3:1


class Card(IntEnum):
    KNIGHT = 0
    VICTORY_POINT = 1
    ROAD_BUILDING = 2
    YEAR_OF_PLENTY = 3
    MONOPOLY = 4


CARDS = 5


class Island(IntEnum):
    SMALL = 0  # 19 hexes, 2-4 players
    LARGE = 1  # 30 hexes, 5-6 players


class Phase(IntEnum):
    """Who is awaited for what. The first four wait for chance."""

    ORDER_DICE = 0  # the next contender's roll for who starts (SETUP-9)
    DICE = 1  # the production roll
    STEAL = 2  # which card the robber takes
    DRAW = 3  # which development card comes
    SETUP_SETTLEMENT = 4
    SETUP_ROAD = 5
    ROLL = 6  # before the roll: roll, or play a card first
    DISCARD = 7  # everybody over the limit, at once
    ROBBER = 8
    FREE_ROADS = 9  # Road Building under way
    MAIN = 10  # trade and build
    OVER = 11


LAST_CHANCE_PHASE = int(Phase.DRAW)


class Part(IntEnum):
    """Whose part of the turn it is."""

    FIRST = 0  # the player with the dice
    PAIRED = 1  # player 2 of a paired turn (PAIR-2)
    SPECIAL = 2  # the legacy special building phase (PAIR-5)


class Kind(IntEnum):
    """Kinds of action. The first three are chance outcomes."""

    DICE = 1
    STEAL = 2
    DRAW = 3
    ROLL = 4
    SETTLE = 5
    ROAD = 6
    CITY = 7
    BUY = 8
    KNIGHT = 9
    ROAD_BUILDING = 10
    PLENTY = 11
    MONOPOLY = 12
    ROBBER = 13
    DISCARD = 14
    BANK = 15
    OFFER = 16  # the player in turn announces give and get
    ACCEPT = 17
    REFUSE = 18
    COUNTER = 19  # another player answers an offer with an own one
    PROPOSE = 20  # another player proposes unasked
    CONFIRM = 21  # the player in turn closes the offer with one acceptor
    TAKE = 22  # the player in turn closes with a counteroffer or proposal
    DECLINE = 23
    WITHDRAW = 24
    END = 25
    STOP = 26  # leave the rest of the free roads unbuilt (DEV-4)


LAST_CHANCE_KIND = int(Kind.DRAW)


class Answer(IntEnum):
    """What a seat has said to the open offer."""

    NOT_ASKED = 0
    WAITING = 1
    ACCEPTED = 2
    REFUSED = 3


class Shortage(IntEnum):
    NOBODY = 0  # PROD-4
    SOLE_CLAIMANT = 1  # PROD-5


class TieAfterBreak(IntEnum):
    HOLDER_KEEPS = 0  # ROUTE-4
    SET_ASIDE = 1  # ROUTE-5


class Pairing(IntEnum):
    NONE = 0
    PAIRED = 1  # PAIR-1..4
    SPECIAL_BUILDING = 2  # PAIR-5


# --- as text: what files, records and JSON call them

RESOURCE_NAMES = tuple(resource.name.lower() for resource in Resource)
CARD_NAMES = tuple(card.name.lower() for card in Card)
TERRAIN_NAMES = ("hills", "forest", "pasture", "fields", "mountains", "desert")  # in the order of what they yield
HARBOR_NAMES = (*RESOURCE_NAMES, "any")
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
PART_NAMES = tuple(part.name.lower() for part in Part)
KIND_NAMES = {kind: kind.name.lower() for kind in Kind}
