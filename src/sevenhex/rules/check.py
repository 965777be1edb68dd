"""Is this state sound? Every invariant of a game, recomputed from the facts; `check` says in words which ones are violated.

`defects` is quick enough to run after every action of a million games. It shares no code with the incremental updates of `board.py`,
except the search for the longest route, which the tests compare with a slow one. Which invariants there are is said in `defect.py`; they
are asked in `ranges.py` (values that mean nothing), `holdings.py` and `course.py` (facts that contradict each other) and `derived.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .course import wrong_course, wrong_trade
from .defect import SENTENCES, Defect
from .derived import wrong_harbors, wrong_income, wrong_points, wrong_routes, wrong_sets
from .holdings import wrong_awards, wrong_cards, wrong_pools, wrong_victory
from .jit import rule
from .ranges import malformed
from .record import StateRecord
from .state import State
from .totals import TOTALS


@rule
def quick_defects(state: StateRecord, totals: NDArray[np.int64]) -> int:
    """All but the routes' lengths, which cost most and change only with a road or a settlement."""
    found = malformed(state)
    if found != 0:
        return found
    found = wrong_cards(state, totals) | wrong_pools(state, totals) | wrong_awards(state) | wrong_victory(state)
    found |= wrong_course(state) | wrong_trade(state)
    return found | wrong_sets(state) | wrong_income(state) | wrong_harbors(state) | wrong_points(state)


@rule
def defects_given(state: StateRecord, totals: NDArray[np.int64]) -> int:
    """Every violated invariant, one bit each (`Defect`), when `totals` is what the game's box holds (see `totals_of`)."""
    found = quick_defects(state, totals)
    believed = (1 << Defect.NEAR_CORNERS) | (1 << Defect.NEAR_EDGES)  # by the search for routes
    unanswerable = ((1 << Defect.RESOURCES) - 1) | believed
    return found if found & unanswerable != 0 else found | wrong_routes(state)


@rule
def defects(state: StateRecord) -> int:
    """Every violated invariant, one bit each (`Defect`), for the books' numbers of cards and pieces."""
    return defects_given(state, TOTALS[1 if state.island == 1 else 0])


@rule
def _defects(states: State, totals: NDArray[np.int64]) -> int:
    return defects_given(states[0], totals)


def violated(state: State, totals: NDArray[np.int64] | None = None) -> list[Defect]:
    """Every violated invariant; none for a sound state. Without `totals` the books' numbers of cards and pieces count."""
    if totals is None:
        totals = TOTALS[1 if state["island"][0] == 1 else 0]
    mask = int(_defects(state, totals))
    return [defect for defect in SENTENCES if (mask >> defect) & 1]


def check(state: State, totals: NDArray[np.int64] | None = None) -> list[str]:
    """Every violated invariant in words; an empty list for a sound state."""
    return [SENTENCES[defect] for defect in violated(state, totals)]
