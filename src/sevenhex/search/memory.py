"""What compiled thought works in: states to try actions on, lists, and each seat's terms and standing."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import MAX_CORNERS, MAX_HEXES, MAX_SEATS, RESOURCES
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.record import Ints, IntTable, RecordArray, StateRecord
from sevenhex.rules.state import RECORD

from .evaluation import NAMES, ROW, SIZE, Row

DEPTH = 6  # states that one thought holds at a time
# Terms and standings that are kept side by side: of the position, after a card was played in it, after the action that is judged, and (the
# standings alone) after a steal or an exchange of cards, and of those whom the robber has left.
POSITION, CARD, ACTION, HANDS, FREED = 0, 1, 2, 3, 4
LEVELS = 5

# The island whose corners were judged last.
ISLAND = np.dtype(
    (np.record, np.dtype([("terrain", np.int8, (MAX_HEXES,)), ("number", np.int8, (MAX_HEXES,)), ("harbor", np.int8, (MAX_CORNERS,))]))
)


# One thought at a time works in it. A record: compiled functions pass on its address, where a tuple of arrays would be copied at each call.
MEMORY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("states", RECORD, (DEPTH,)),  # the position first, what is tried on it behind
                ("actions", np.int64, (DEPTH, MAX_ACTIONS)),  # legal actions, a row for each state
                ("values", np.float64, (DEPTH, MAX_ACTIONS)),  # what they are worth, likewise
                ("outcomes", np.int64, (ROLLS,)),  # of chance,
                ("odds", np.int64, (ROLLS,)),  # and their weights
                ("weights", np.float64, (len(NAMES),)),  # of the thinking seat
                ("worths", np.float64, (MAX_CORNERS,)),  # of the corners
                ("mixture", np.float64, (SIZE + 1,)),  # the weights of the terms for the present progress of the game
                ("rows", ROW, (LEVELS, MAX_SEATS)),  # each seat's terms, by level
                ("standings", np.float64, (LEVELS, MAX_SEATS)),  # each seat's standing, by level
                ("gained", np.float64, (RESOURCES,)),  # the standing of a thief after each card that it may get
                ("powers", np.float64, (2, MAX_SEATS)),  # numbers whose exponentials were computed last, and these, for each seat
                # (bytes last: within a record NumPy does not align what holds records itself)
                ("island", ISLAND, (1,)),  # whose corners have these worths
                ("changed", np.int8, (MAX_SEATS,)),  # the seats that the last comparison found changed
                ("freed", np.int8, (MAX_SEATS,)),  # whose standing without the robber is known: 0 not, 1 before the roll is due, 2 then
            ],
            align=True,
        ),
    )
)


class KnownIsland:
    """A record of `ISLAND`, for type checkers."""

    terrain: Ints
    number: Ints
    harbor: Ints


class Memory:
    """A record of `MEMORY`, for type checkers."""

    states: RecordArray[StateRecord]
    actions: IntTable
    values: NDArray[np.float64]
    outcomes: Ints
    odds: Ints
    weights: NDArray[np.float64]
    worths: NDArray[np.float64]
    mixture: NDArray[np.float64]
    rows: RecordArray[Row]
    standings: NDArray[np.float64]
    gained: NDArray[np.float64]
    island: RecordArray[KnownIsland]
    powers: NDArray[np.float64]
    changed: Ints
    freed: Ints


class Desk(NamedTuple):
    """What the search of a turn works on: two beams and the plans found, each with its state, its actions and its value."""

    memory: Memory
    beam: RecordArray[StateRecord]
    paths: IntTable  # how many actions, and which
    values: NDArray[np.float64]


class SearchEffort(NamedTuple):
    """How much of a turn is searched."""

    width: int  # positions kept at each step
    depth: int  # actions in a row
    plans: int  # kept of all that were found


def make_memory() -> Memory:
    """An empty one."""
    memory = cast(Memory, np.zeros(1, MEMORY)[0])
    memory.powers[1] = 1.0  # the exponentials of 0
    return memory
