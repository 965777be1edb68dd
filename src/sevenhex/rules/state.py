"""The whole of a game in one flat record, for both islands and two to six players.

Facts come first; what follows "derived" can be recomputed from them and is checked by `check.py`. Copying a state is one
`memcpy`; its bytes are its identity. Compiled rules see a record; Python holds it as an array of length one (`State`).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .ids import MAX_CORNERS, MAX_EDGES, MAX_HARBORS, MAX_HEXES, MAX_SEATS, NOBODY

WORDS = 2  # a set of corners or edges is two words...
WORD_BITS = 60  # ...of 60 bits, clear of the sign bit
FIRST_SUM, LAST_SUM = 2, 12
SUMS = LAST_SUM - FIRST_SUM + 1

# The options an edition sets; names as in the TOML files.
OPTIONS = [
    ("target", np.int8),  # WIN-2, HOUSE-1
    ("discard_limit", np.int8),  # SEVEN-1, HOUSE-1
    ("shortage", np.int8),  # Shortage
    ("tie_after_break", np.int8),  # TieAfterBreak
    ("separate_phases", np.int8),  # TURN-4 when 1
    ("pairing", np.int8),  # Pairing
    ("friendly_robber", np.int8),  # HOUSE-2 when 1
    ("dice_deck", np.int8),  # HOUSE-3: 0 for real dice, else reshuffle when this many cards are left
    ("no_seven_rounds", np.int8),  # HOUSE-4
    ("open_hands", np.int8),  # HOUSE-5
    ("hidden_supply", np.int8),  # HOUSE-5
    ("optional_roads", np.int8),  # DEV-4: when 1, free roads may be left unbuilt
    ("hidden_discards", np.int8),  # HOUSE-6
]

FIELDS = [
    # --- the cards: five counts a word, see cards.py
    ("hand", np.int64, (MAX_SEATS,)),
    ("supply", np.int64),
    ("set_aside", np.int64, (MAX_SEATS,)),  # discards of an unfinished 7, still unseen (SEVEN-1)
    ("cards", np.int64, (MAX_SEATS,)),  # development cards in hand, the fresh ones too
    ("fresh", np.int64),  # those the acting player bought in this part of the turn (DEV-1)
    ("deck", np.int64),
    ("removed", np.int64),  # progress cards out of the game (DEV-7)
    # --- trade: open texts as encoded actions, 0 for none
    ("offer", np.int64),
    ("proposal", np.int64, (MAX_SEATS,)),
    ("dice_left", np.int64),  # HOUSE-3: the rolls still in the dice deck, one bit each
    # --- derived: where pieces may go and what a roll yields
    ("open_corners", np.int64, (WORDS,)),  # empty, and so are all neighbours
    ("empty_edges", np.int64, (WORDS,)),
    ("near_corners", np.int64, (MAX_SEATS, WORDS)),  # touched by an own road
    ("near_edges", np.int64, (MAX_SEATS, WORDS)),  # touching the own network, not through others' buildings
    ("settled", np.int64, (MAX_SEATS, WORDS)),  # own settlements, not yet cities
    ("hexes", np.int64, (MAX_SEATS,)),  # hexes with an own building, one bit each
    ("income", np.int64, (SUMS, MAX_SEATS)),  # cards of each sum, the robbed hex left out
    # --- the course of the game
    ("turn", np.int32),  # turns begun, set-up not counted
    ("players", np.int8),
    ("cards_each", np.int8),  # of a resource in the box (COMP-3, COMP-7)
    ("island", np.int8),
    ("phase", np.int8),
    ("part", np.int8),
    ("roller", np.int8),  # whose turn it is (player 1)
    ("actor", np.int8),  # whose part it is
    ("starter", np.int8),
    ("setup_step", np.int8),  # settlements placed so far in the set-up
    ("setup_corner", np.int8),  # the settlement whose road is due
    ("contenders", np.int8),  # seats still rolling for the start, one bit each
    ("order_roll", np.int8, (MAX_SEATS,)),
    ("placed_start", np.int8),  # 1 when the set-up came from a picture (SETUP-1)
    ("die_one", np.int8),
    ("die_two", np.int8),
    ("rolled", np.int8),
    ("built", np.int8),  # paid for something in this part (TURN-4)
    ("card_played", np.int8),
    ("free_roads", np.int8),
    ("robber", np.int8),
    ("victim", np.int8),
    ("winner", np.int8),
    ("discard_left", np.int8, (MAX_SEATS,)),
    ("answer", np.int8, (MAX_SEATS,)),
    # --- the players
    ("knights", np.int8, (MAX_SEATS,)),  # face up
    ("roads_left", np.int8, (MAX_SEATS,)),
    ("settlements_left", np.int8, (MAX_SEATS,)),
    ("cities_left", np.int8, (MAX_SEATS,)),
    ("route_holder", np.int8),
    ("army_holder", np.int8),
    # --- derived
    ("route", np.int8, (MAX_SEATS,)),  # length of the longest route
    ("points", np.int8, (MAX_SEATS,)),  # all but hidden cards
    ("rates", np.int8, (MAX_SEATS,)),  # harbors owned: bit r for 2:1 of resource r, bit GENERIC for 3:1
    # --- the island
    ("terrain", np.int8, (MAX_HEXES,)),
    ("number", np.int8, (MAX_HEXES,)),  # 0 for none
    ("harbor_edge", np.int8, (MAX_HARBORS,)),  # NOBODY for none
    ("harbor_kind", np.int8, (MAX_HARBORS,)),
    ("corner_harbor", np.int8, (MAX_CORNERS,)),  # derived: NOBODY or the harbor's kind
    # --- the board: 0 for empty, else see board.py
    ("building", np.int8, (MAX_CORNERS,)),
    ("road", np.int8, (MAX_EDGES,)),
    *OPTIONS,
    ("unused", np.int8, (5,)),  # always zero
]

RECORD = np.dtype((np.record, np.dtype(FIELDS, align=True)))
# Bytes between the fields would have no value, and a state's bytes are its identity: `unused` fills the last word.
assert np.dtype(FIELDS).itemsize == RECORD.itemsize

State: TypeAlias = NDArray[np.void]  # always of shape (1,); compiled rules see its one element as a `StateRecord`


def blank() -> State:
    """A record with nothing in it; `setup.py` makes a game of it."""
    state = np.zeros(1, RECORD)
    for name in ("winner", "route_holder", "army_holder", "victim", "starter", "setup_corner", "harbor_edge", "corner_harbor"):
        state[name] = NOBODY
    return state


def copy(state: State) -> State:
    """An independent state, by bytes: NumPy's own copy goes field by field and takes forty times as long."""
    return np.frombuffer(bytearray(state.tobytes()), RECORD)
