"""What compiled thought works in: states to try actions on, lists, and each seat's terms and standing."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sevenhex.rules.ids import MAX_CORNERS, MAX_SEATS, RESOURCES
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import RECORD

from .evaluation import NAMES, ROW, SIZE

MAX_OUTCOMES = 36
DEPTH = 6  # states that one thought holds at a time
# Terms and standings that are kept side by side: of the position, after a card was played in it, after the action that is judged, and (the
# standings alone) after a steal or an exchange of cards.
POSITION, CARD, ACTION, HANDS = 0, 1, 2, 3
LEVELS = 4


class Memory(NamedTuple):
    """One thought at a time works in it."""

    states: Any  # the position first, what is tried on it behind
    actions: Any  # legal actions, a row for each state
    values: Any  # what they are worth, likewise
    outcomes: Any  # of chance,
    odds: Any  # and their weights
    weights: Any  # of whoever thinks
    worths: Any  # of the corners
    mixture: Any  # the weights of the terms for the present progress of the game
    rows: Any  # each seat's terms, by level
    standings: Any  # each seat's standing, by level
    changed: Any  # the seats that the last comparison found changed
    gained: Any  # the standing of a thief after each card that it may get


class Desk(NamedTuple):
    """What the search of a turn works on: two beams and the plans found, each with its state, its actions and its value."""

    memory: Memory
    beam: Any
    paths: Any  # how many actions, and which
    values: Any


class Effort(NamedTuple):
    """How much of a turn is searched."""

    width: int  # positions kept at each step
    depth: int  # actions in a row
    plans: int  # kept of all that were found


def make_memory() -> Memory:
    """An empty one."""
    return Memory(
        states=np.zeros(DEPTH, RECORD),
        actions=np.zeros((DEPTH, MAX_ACTIONS), np.int64),
        values=np.zeros((DEPTH, MAX_ACTIONS)),
        outcomes=np.zeros(MAX_OUTCOMES, np.int64),
        odds=np.zeros(MAX_OUTCOMES, np.int64),
        weights=np.zeros(len(NAMES)),
        worths=np.zeros(MAX_CORNERS),
        mixture=np.zeros(SIZE + 1),
        rows=np.zeros((LEVELS, MAX_SEATS), ROW),
        standings=np.zeros((LEVELS, MAX_SEATS)),
        changed=np.zeros(MAX_SEATS, np.bool_),
        gained=np.zeros(RESOURCES),
    )
