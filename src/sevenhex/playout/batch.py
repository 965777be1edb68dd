"""Many random games in one compiled call, the same whatever the number of threads; and games in which every state is checked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.check import defects_given, quick_defects
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, MAX_SEATS, NOBODY, Phase
from sevenhex.rules.jit import allocating, count_bits, lowest_bit, rule
from sevenhex.rules.legal import awaited
from sevenhex.rules.options import MAX_ACTIONS, legal_actions
from sevenhex.rules.record import StateRecord
from sevenhex.rules.state import RECORD, State
from sevenhex.rules.totals import totals_of

from .games import random_game
from .generator import advance, number, stream

STEP_LIMIT = 200_000  # a hundred times the longest game; only a stuck one comes here
CHUNK = 512  # games a compiled call; small enough for a smooth progress bar

# columns of the tally
ACTIONS, CHANCES, TURNS, UNFINISHED, FIRST_WIN = 0, 1, 2, 3, 4
COLUMNS = FIRST_WIN + MAX_SEATS


@dataclass(frozen=True)
class Tally:
    """What many games added up to."""

    games: int
    actions: int
    chances: int
    turns: int
    unfinished: int
    wins: tuple[int, ...]  # by seat


@allocating
def play_many(starts: State, seed: int, first: int, games: int, tally: NDArray[np.int64]) -> None:
    """Games `first` to `first + games`, each from the start with its number (in turn) and from its own stream of numbers."""
    state = np.zeros(1, starts.dtype)
    for game in range(first, first + games):
        state[0] = starts[game % starts.shape[0]]
        actions, chances, _ = random_game(state[0], stream(seed, game), STEP_LIMIT)
        tally[ACTIONS] += actions
        tally[CHANCES] += chances
        tally[TURNS] += state[0].turn
        if state[0].winner == NOBODY:
            tally[UNFINISHED] += 1
        else:
            tally[FIRST_WIN + state[0].winner] += 1


@rule
def signature(state: StateRecord) -> int:
    """Changes whenever a piece or a route's length does."""
    seen = 0
    for seat in range(state.players):
        seen = seen * 31 + int(state.route[seat]) + 101 * int(state.roads_left[seat]) + 10007 * int(state.settlements_left[seat])
    return seen


@rule
def checked_game(
    state: StateRecord, counter: int, menu: bool, limit: int, totals: NDArray[np.int64], out: NDArray[np.int64]
) -> tuple[int, int]:
    """A random game in which every state is checked. Returns the mask of defects of the first bad state (-1: stuck), and the steps."""
    steps = 0
    seen = -1
    while True:
        now = signature(state)
        found = quick_defects(state, totals) if now == seen else defects_given(state, totals)
        seen = now
        if found != 0 or state.phase == Phase.OVER:
            return found, steps
        if steps == limit:
            return -1, steps
        counter, size = any_step(state, counter, menu, out)
        if size == 0:
            return -1, steps
        steps += 1


@rule
def any_step(state: StateRecord, counter: int, menu: bool, out: NDArray[np.int64]) -> tuple[int, int]:
    """One action of any awaited seat (with `menu` offers too), or of chance. Returns the counter and among how many it was chosen."""
    counter = advance(counter)
    drawn = number(counter)
    if state.phase <= LAST_CHANCE_PHASE:
        apply(state, CHANCE, pick(state, drawn))
        return counter, 1
    seat = any_awaited(state, counter)
    size = legal_actions(state, seat, menu, out)
    if size > 0:
        apply(state, seat, out[(drawn * size) >> 32])
    return counter, size


@rule
def any_awaited(state: StateRecord, counter: int) -> int:
    """One of the awaited seats, not always the first: answers and discards come in any order."""
    seats = awaited(state)
    skip = number(counter) % count_bits(seats)
    while skip > 0:
        seats &= seats - 1
        skip -= 1
    return lowest_bit(seats)


@allocating
def check_many(starts: State, seed: int, first: int, games: int, menu: bool, state: State, out: NDArray[np.int64]) -> tuple[int, int, int]:
    """Games checked state by state: the number of the first bad one (or -1), its defects, all steps; `state` keeps what was found."""
    totals = np.zeros(5, np.int64)
    all_steps = 0
    for game in range(first, first + games):
        state[0] = starts[game % starts.shape[0]]
        totals_of(state[0], totals)
        found, steps = checked_game(state[0], stream(seed, game), menu, STEP_LIMIT, totals, out)
        all_steps += steps
        if found != 0:
            return game, found, all_steps
    return -1, 0, all_steps


@allocating
def copy_many(starts: State, times: int) -> int:
    """Copy a state many times, each from the one before (for measuring)."""
    states = np.zeros(2, starts.dtype)
    states[0] = starts[0]
    for turn in range(times):
        states[1 - turn % 2] = states[turn % 2]
        states[1 - turn % 2].turn += 1
    return int(states[times % 2].turn)


def check_games(starts: State, seed: int, games: int, menu: bool = False, first: int = 0) -> tuple[int, int, int, State]:
    """Play and check games: the first bad one's number (or -1), its mask of defects, all steps, and the state found."""
    state = np.zeros(1, RECORD)
    game, found, steps = check_many(starts, seed, first, games, menu, state, np.zeros(MAX_ACTIONS, np.int64))
    return int(game), int(found), int(steps), state


def play_chunk(starts: State, seed: int, first: int, games: int) -> NDArray[np.int64]:
    tally = np.zeros(COLUMNS, np.int64)
    play_many(starts, seed, first, games, tally)
    return tally


def chunks(games: int) -> Iterator[tuple[int, int]]:
    return ((first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))


def simulate(starts: State, seed: int, games: int, workers: int | None = None, progress: Callable[[int], None] = lambda _: None) -> Tally:
    """Random games from these starts on several threads (they need no lock). `progress` is called with the number of games finished."""
    whole = np.zeros(COLUMNS, np.int64)
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        sizes: dict[Future[NDArray[np.int64]], int] = {}
        for first, size in chunks(games):
            sizes[pool.submit(play_chunk, starts, seed, first, size)] = size
        left = set(sizes)
        try:
            while left:
                done, left = wait(left, return_when=FIRST_COMPLETED)
                for future in done:
                    whole += future.result()
                    progress(sizes[future])
        finally:
            for future in left:
                future.cancel()
    wins = tuple(int(won) for won in whole[FIRST_WIN : FIRST_WIN + int(starts["players"][0])])
    return Tally(games, int(whole[ACTIONS]), int(whole[CHANCES]), int(whole[TURNS]), int(whole[UNFINISHED]), wins)
