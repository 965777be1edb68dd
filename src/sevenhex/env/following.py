"""Games followed step by step: each action with what its seat saw before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.observation import observation
from sevenhex.observation.menu import index_of
from sevenhex.observation.notes import NOTES, Notes, play
from sevenhex.observation.observation import observe
from sevenhex.playout.generator import advance, number, stream, word
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, is_legal
from sevenhex.rules.options import draw_action
from sevenhex.rules.record import Records, StateRecord
from sevenhex.rules.state import State

from . import thinkers
from .play import Course, undecided
from .thinkers import Thought, think

MOST_STEPS = 20_000


class Rows(NamedTuple):
    """What is kept of each step, of players and of chance."""

    seats: NDArray[np.int8]  # who acted
    actions: NDArray[np.int64]
    turns: NDArray[np.int32]
    phases: NDArray[np.int8]
    indices: NDArray[np.int32]  # of the action on the menu, -1 for chance and what is not on it
    seen: NDArray[np.uint8]  # what the seat saw


@rule
def follow(rows: Rows, step: int, state: StateRecord, note: Notes, seat: int, action: int) -> None:
    """Write down a step, and play it."""
    rows.seats[step] = seat
    rows.actions[step] = action
    rows.turns[step] = state.turn
    rows.phases[step] = state.phase
    rows.indices[step] = -1
    if seat != CHANCE:
        rows.indices[step] = index_of(state, seat, action)
        observe(state, note, seat, rows.seen[step])
    play(state, note, seat, action)


@rule
def follow_random_game(states: Records, notes: Records, counter: int, limit: int, rows: Rows) -> int:
    """A random game, step by step as `playout.games` plays it. Returns how many steps there were."""
    state, note = states[0], notes[0]
    steps = 0
    while state.phase != Phase.OVER and steps < limit:
        counter = advance(counter)
        drawn = number(counter)
        if state.phase <= LAST_CHANCE_PHASE:
            follow(rows, steps, state, note, CHANCE, pick(state, drawn))
        else:
            seat = lowest_bit(awaited(state))
            follow(rows, steps, state, note, seat, draw_action(state, seat, drawn))
        steps += 1
    return steps


@rule
def follow_bots(
    states: Records, notes: Records, course: Course, actions: NDArray[np.int64], thought: Thought, limit: int, rows: Rows
) -> int:
    """A game of bots. Returns how many steps there were."""
    state, note = states[0], notes[0]
    steps = 0
    while state.phase != Phase.OVER and steps < limit:
        if state.phase <= LAST_CHANCE_PHASE:
            note.counter = advance(note.counter)
            follow(rows, steps, state, note, CHANCE, pick(state, number(note.counter)))
        else:
            seat, _, action = undecided(state, note, course, actions)
            if action == 0:
                player = (course.opponents >> (4 * seat)) & 15
                action = think(state, note, course, seat, player, thought)
                action = action if is_legal(state, seat, action) else actions[0]
            follow(rows, steps, state, note, seat, action)
        steps += 1
    return steps


@rule
def follow_log(states: Records, notes: Records, steps: int, rows: Rows) -> None:
    """A game that was played elsewhere: its seats and actions are given."""
    state, note = states[0], notes[0]
    for step in range(steps):
        follow(rows, step, state, note, int(rows.seats[step]), rows.actions[step])


class Follower:
    """Plays the games of a seed one by one and keeps every step: without a course those between random players of `sevenhex simulate`."""

    def __init__(self, starts: State, seed: int, course: Course | None = None) -> None:
        self.starts, self.seed, self.course = starts, seed, course
        island, players = int(starts["island"][0]), int(starts["players"][0])
        self.rows = Rows(
            np.zeros(MOST_STEPS, np.int8),
            np.zeros(MOST_STEPS, np.int64),
            np.zeros(MOST_STEPS, np.int32),
            np.zeros(MOST_STEPS, np.int8),
            np.zeros(MOST_STEPS, np.int32),
            np.zeros((MOST_STEPS, observation.size(island, players)), np.uint8),
        )
        self.list = np.zeros(1024, np.int64)
        self.thought = thinkers.make(players) if course is not None else None

    def play(self, game: int) -> tuple[int, State]:
        """Steps of a game, and its last state."""
        state, notes = self.starts[game % len(self.starts) :][:1].copy(), np.zeros(1, NOTES)
        first = stream(word(self.seed), word(game))
        if self.course is None:
            return int(follow_random_game(state, notes, word(first), MOST_STEPS, self.rows)), state
        assert self.thought is not None
        notes["counter"] = np.uint64(first)
        return int(follow_bots(state, notes, self.course, self.list, self.thought, MOST_STEPS, self.rows)), state

    def replay(self, start: State, log: Sequence[tuple[int, int]]) -> tuple[int, State]:
        """Steps of a game that was played elsewhere."""
        steps = min(len(log), MOST_STEPS)
        self.rows.seats[:steps] = [seat for seat, _ in log[:steps]]
        self.rows.actions[:steps] = [action for _, action in log[:steps]]
        state = start.copy()
        follow_log(state, np.zeros(1, NOTES), steps, self.rows)
        return steps, state
