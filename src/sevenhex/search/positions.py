"""Imagined positions for a network to judge: made by playing actions, and shown as the seat that must act would see them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.knowledge.bounds import minus, ranges
from sevenhex.knowledge.worlds import imagine
from sevenhex.observation.menu import index_of
from sevenhex.observation.notes import play
from sevenhex.observation.observation import observe
from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.jit import allocating, lowest_bit, rule
from sevenhex.rules.legal import awaited
from sevenhex.rules.record import Records, StateRecord

from .policy import sensible_actions

OVER = -2  # beside a seat and CHANCE: what a position waits for
ACTING_SEAT = -1  # as a viewer: the seat that must act, whichever it is


@rule
def begin_bounds(states: Records, notes: Records, place: int, observer: int, low: NDArray[np.int64], high: NDArray[np.int64]) -> None:
    """Note what a seat knows about the hands of an imagined world: their certain least and most.

    What the other seats know is not the observer's to know; they are taken to know as much about third hands, and the observer's own.
    """
    state = states[place]
    note = notes[place]
    for other in range(state.players):
        for seat in range(state.players):
            note.below[other, seat] = 0
            note.above[other, seat] = 0
            if seat != other and seat != observer:
                note.below[other, seat] = minus(state.hand[seat], low[seat])
                note.above[other, seat] = minus(high[seat], state.hand[seat])


@allocating
def imagine_many(
    states: Records,
    notes: Records,
    seats: NDArray[np.int64],
    rows: NDArray[np.int64],
    counters: NDArray[np.uint64],
    worlds: Records,
    doubts: Records,
) -> None:
    """For each of these rows a world that its seat cannot tell from the true one, with what it knows about hands; and other dice."""
    for place in range(rows.shape[0]):
        state, seat, note = states[rows[place]], int(seats[rows[place]]), doubts[place]
        doubts[place] = notes[rows[place]]
        imagine(state, note, seat, worlds, place, counters[place])
        ranges(state, note, seat, seat)
        begin_bounds(worlds, doubts, place, seat, note.low, note.high)
        note.counter = counters[place]


@rule
def play_many(
    states: Records,
    notes: Records,
    parents: NDArray[np.int64],
    seats: NDArray[np.int64],
    actions: NDArray[np.int64],
    first: int,
) -> None:
    """From each parent one action; the positions that follow stand from `first` on."""
    for place in range(parents.shape[0]):
        states[first + place] = states[parents[place]]
        notes[first + place] = notes[parents[place]]
        play(states[first + place], notes[first + place], seats[place], actions[place])


@rule
def continue_many(states: Records, notes: Records, places: NDArray[np.int64], seats: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    """Each of these positions becomes the one after an action."""
    for row in range(places.shape[0]):
        play(states[places[row]], notes[places[row]], seats[row], actions[row])


@rule
def look_many(
    states: Records,
    notes: Records,
    first: int,
    last: int,
    viewers: NDArray[np.int64],
    waits: NDArray[np.int64],
    seen: NDArray[np.uint8],
) -> None:
    """What each position waits for (a seat, CHANCE or OVER); where it waits for a seat, what its viewer sees."""
    for place in range(first, last):
        state = states[place]
        if state.phase == Phase.OVER:
            waits[place] = OVER
        elif state.phase <= LAST_CHANCE_PHASE:
            waits[place] = CHANCE
        else:
            waits[place] = lowest_bit(awaited(state))
            observe(state, notes[place], waits[place] if viewers[place] == ACTING_SEAT else viewers[place], seen[place])


@rule
def exchange(states: Records, notes: Records, parent: int, place: int, seat: int, other: int, give: int, get: int) -> None:
    """The position after two seats have exchanged cards, and nothing is offered any more."""
    states[place] = states[parent]
    notes[place] = notes[parent]
    state = states[place]
    state.hand[seat] += get - give
    state.hand[other] += give - get
    state.offer = 0
    for each in range(state.players):
        state.answer[each] = 0
        state.proposal[each] = 0


# --- playing on


@rule
def resolve_many(
    states: Records,
    notes: Records,
    seeds: NDArray[np.uint64],
    counters: NDArray[np.uint64],
    turns: NDArray[np.int64],
    first: int,
    last: int,
) -> None:
    """Let chance decide. What it brings depends on the seed, the turn and how often it was asked in it: all plans get the same dice."""
    for place in range(first, last):
        state = states[place]
        while state.phase <= LAST_CHANCE_PHASE:
            if state.turn != turns[place]:
                turns[place] = state.turn
                counters[place] = stream(seeds[place], state.turn)
            counters[place] = advance(counters[place])
            play(state, notes[place], CHANCE, pick(state, number(counters[place])))


@rule
def favourite(state: StateRecord, seat: int, scores: NDArray[np.float32], actions: NDArray[np.int64]) -> int:
    """The legal action that a policy scores highest; one that it has no score for only where there is no other."""
    size = sensible_actions(state, seat, actions)
    choice = actions[0]
    best = -1e30
    for place in range(size):
        index = index_of(state, seat, actions[place])
        if 0 <= index < scores.shape[0] and scores[index] > best:
            best = scores[index]
            choice = actions[place]
    return int(choice)


@rule
def go_on_many(
    states: Records,
    notes: Records,
    places: NDArray[np.int64],
    waits: NDArray[np.int64],
    scores: NDArray[np.float32],
    actions: NDArray[np.int64],
) -> None:
    """Each of these positions goes on as the policy likes best; `scores` has a row for each."""
    for row in range(places.shape[0]):
        place = places[row]
        seat = waits[place]
        play(states[place], notes[place], seat, favourite(states[place], seat, scores[row], actions))
