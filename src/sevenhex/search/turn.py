"""Search over the own turn: sequences of actions until the turn could end, the best few kept at each step, chance weighed exactly."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.record import IntTable, RecordArray, StateRecord
from sevenhex.rules.state import RECORD

from .memory import POSITION, Desk, SearchEffort, make_memory
from .policy import GIVEN_UP, MAIN, expectation, note_standings, refresh_island, sensible_actions, value

SAME = 1e-12  # two orders of the same actions lead to the same value
WIDEST = 48
PLANS = 2 * WIDEST  # where the plans begin, after the two beams
MOST_PLANS = 16
LONGEST = 12  # actions in a plan
NODE, TRIED = 1, 2  # which of the memory's states is gone on from, and which is being tried
ROLL, END = int(Kind.ROLL), int(Kind.END)


def desk() -> Desk:
    """Memory for one search."""
    size = PLANS + MOST_PLANS
    beam = cast(RecordArray[StateRecord], np.zeros(size, RECORD))
    paths = cast(IntTable, np.zeros((size, LONGEST + 1), np.int64))
    return Desk(make_memory(), beam, paths, np.zeros(size, np.float64))


@rule
def waits_in_turn(state: StateRecord) -> bool:
    """Phases in which the turn cannot stop: a robber to move, roads still to place."""
    return state.phase == Phase.ROBBER or state.phase == Phase.FREE_ROADS


@rule
def keep(desk: Desk, start: int, size: int, width: int, node: int, action: int, worth: float) -> int:
    """Put the state that is being tried into a beam if it is among the best, with the path to it (a node's and one action more); returns
    the new size."""
    values, paths = desk.values, desk.paths
    for index in range(start, start + size):
        if abs(values[index] - worth) < SAME:
            return size
    if size < width:
        place = start + size
        size += 1
    else:
        place = start
        for index in range(start + 1, start + size):
            if values[index] < values[place]:
                place = index
        if values[place] >= worth:
            return size
    desk.beam[place] = desk.memory.states[TRIED]
    length = paths[node, 0]
    for step in range(1, length + 1):
        paths[place, step] = paths[node, step]
    if action != 0:
        length += 1
        paths[place, length] = action
    paths[place, 0] = length
    values[place] = worth
    return size


@rule
def search_turn(desk: Desk, seat: int, mind: NDArray[np.float64], effort: SearchEffort) -> int:
    """Look for the best plans of this turn from the position; stopping at once is one of them. Returns how many were found.

    They lie from PLANS on, in no order; a plan without actions means to end the turn, or to roll.
    """
    memory = desk.memory
    states, values = memory.states, desk.values
    refresh_island(states[0], mind[MAIN], memory)
    found = 0
    desk.beam[0] = states[0]
    desk.paths[0, 0] = 0
    values[0] = 0.0
    size = 1
    here = 0
    if not waits_in_turn(states[0]):
        values[0] = value(states[0], seat, memory)
        states[TRIED] = states[0]
        found = keep(desk, PLANS, found, effort.plans, 0, 0, values[0])
    for _ in range(min(effort.depth, LONGEST)):
        there = WIDEST - here
        following = 0
        for node in range(here, here + size):
            states[NODE] = desk.beam[node]
            actions = memory.actions[NODE]
            listed = sensible_actions(states[NODE], seat, actions)
            note_standings(states[NODE], memory)
            for index in range(listed):
                action = actions[index]
                kind = kind_of(action)
                if kind == Kind.END or kind == Kind.ROLL or kind == Kind.DECLINE or kind == Kind.WITHDRAW:
                    continue
                states[TRIED] = states[NODE]
                apply(states[TRIED], seat, action)
                if waits_in_turn(states[TRIED]):
                    following = keep(desk, there, following, effort.width, node, action, values[node] + 1e-8 * kind)
                    continue
                worth = expectation(NODE, TRIED, seat, action, memory, POSITION) - (GIVEN_UP if kind == Kind.STOP else 0.0)
                found = keep(desk, PLANS, found, effort.plans, node, action, worth)
                phase = int(states[TRIED].phase)
                if phase == Phase.OVER:
                    return found
                if phase == Phase.MAIN or phase == Phase.ROLL:
                    following = keep(desk, there, following, effort.width, node, action, worth)
        if following == 0:
            break
        here = there
        size = following
    return found


@rule
def best_plan(desk: Desk, found: int) -> int:
    """Where the best of the plans lies."""
    best = PLANS
    for index in range(PLANS + 1, PLANS + found):
        if desk.values[index] > desk.values[best]:
            best = index
    return best


@rule
def first_action(desk: Desk, plan: int) -> int:
    """What a plan does now."""
    if desk.paths[plan, 0] > 0:
        return desk.paths[plan, 1]
    return ROLL if desk.memory.states[0].phase == Phase.ROLL else END


@rule
def plan_turn(desk: Desk, seat: int, mind: NDArray[np.float64], effort: SearchEffort) -> int:
    """The first action of the best plan."""
    return first_action(desk, best_plan(desk, search_turn(desk, seat, mind, effort)))
