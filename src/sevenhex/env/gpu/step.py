"""The kernels behind `GpuEnv.reset` and `step`: play the chosen index, go on to the next decision, write everything out.

Each is made for one configuration: its facts are compiled in. All masks must have been cleared before.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types
from numpy.typing import NDArray

from sevenhex.knowledge.bounds import ranges
from sevenhex.observation.menu import mark_mask
from sevenhex.observation.notes import play
from sevenhex.observation.observation import observe, write_board, write_people
from sevenhex.playout.generator import advance, number
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, NOBODY, Phase
from sevenhex.rules.options import MAX_ACTIONS

from ..play import (
    ASKS_CHANCE,
    BEGIN,
    CUT,
    NOTHING,
    RUNNING,
    STEP,
    WON,
    begin_notes,
    chosen_action,
    continue_game,
    decide,
    ended,
    keep_outcomes,
    mark_chance,
    own_done_of,
    own_reward_of,
    reward_of,
    take_outcome,
    undecided,
)
from ..setting import Setting
from . import queues, shape
from .build import SEARCHES, Build
from .compiler import WORD
from .queues import ALIVE, BUILD, DEAD, NEXT, REST, TICKET, claim, class_of, open_queues, put_back, searches
from .transfer import await_words, fetch_word

USUAL = Build(threads=128, kept=SEARCHES, rolled=True)  # scripts/gpu_run.sh compares
SHORT_LIST = 256  # no list without the trade menu is longer
EMPTY = -1  # a place of a block that holds no game yet

SIGNATURE = types.void(
    types.Array(types.int64, 2, "C"),
    types.Array(types.int64, 2, "C"),
    types.Array(types.int64, 1, "C"),
    types.int64,
    types.Array(types.uint8, 2, "C"),
    types.Array(types.boolean, 2, "C"),
    types.Array(types.float32, 2, "C"),
    types.Array(types.uint8, 1, "C"),
    types.Array(types.int8, 1, "C"),
    types.Array(types.float32, 1, "C"),
    types.Array(types.uint8, 1, "C"),
    types.Array(types.int64, 1, "C"),
)


def bytes_of(setting: Setting) -> int:
    """Of a game's record."""
    return int(shape.compact(setting.island, setting.players).itemsize)


def list_room(setting: Setting) -> int:
    return MAX_ACTIONS if setting.has_trade_menu else SHORT_LIST


def make_simple(setting: Setting, constants: dict[str, int], threads: int) -> tuple[Any, int]:
    """One game a thread: the plainest kernel, which the simulator can run too. With its bytes of shared memory a block."""
    island, players = setting.island, setting.players
    record = shape.record_type(island, players, constants)
    words = bytes_of(setting) // WORD
    begin_words = shape.state_words(island, players)
    course = setting.course
    width = setting.menu_size
    unwrapped = shape.unwrapped
    room = list_room(setting)

    def kernel(
        places: NDArray[np.int64],
        pool: NDArray[np.int64],
        chosen: NDArray[np.int64],
        task: int,
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        reward: NDArray[np.float32],
        done: NDArray[np.uint8],
        seats: NDArray[np.int8],
        own_reward: NDArray[np.float32],
        own_done: NDArray[np.uint8],
        replaced: NDArray[np.int64],
    ) -> None:
        records = cuda.shared.array(0, dtype=record)
        raw = cuda.shared.array(0, dtype=types.int64)
        actions = unwrapped(cuda.local.array(room, dtype=types.int64))
        mine = cuda.threadIdx.x
        first = cuda.blockIdx.x * cuda.blockDim.x
        games = min(cuda.blockDim.x, places.shape[0] - first)
        for word in range(mine, games * words, cuda.blockDim.x):
            raw[word] = places[first + word // words, word % words]
        cuda.syncthreads()
        place = first + mine
        if mine < games:
            state = records[mine]
            base = mine * words
            over = RUNNING
            for each in range(players):
                reward[place, each] = 0.0
            if task == STEP:
                wrong = decide(state, state, int(seats[place]), chosen[place], width, course, actions)
                if wrong != 0:
                    cuda.atomic.add(replaced, 0, 1)
            if task == BEGIN:
                for each in range(players):
                    state.outcome[each] = NOTHING
                row = begin_notes(state, course, players, pool.shape[0])
                for word in range(begin_words):
                    raw[base + word] = pool[row, word]
            seat, size = continue_game(state, state, course, actions)
            while seat == NOBODY:  # a whole game may pass before the caller is asked, as in `play.proceed`
                over = WON if state.phase == Phase.OVER else CUT
                for each in range(players):
                    reward[place, each] = reward_of(state, each)
                keep_outcomes(state, state)
                row = begin_notes(state, course, players, pool.shape[0])
                for word in range(begin_words):
                    raw[base + word] = pool[row, word]
                seat, size = continue_game(state, state, course, actions)
            done[place] = over
            seats[place] = seat
            if course.shows_chance and seat == ASKS_CHANCE:
                own_reward[place] = 0.0
                own_done[place] = RUNNING
                mark_chance(state, unwrapped(mask[place]))
                observe(state, state, int(state.actor), unwrapped(observation[place]))
            else:
                outcome = take_outcome(state, players, seat)
                own_reward[place] = own_reward_of(outcome, players)
                own_done[place] = own_done_of(outcome)
                mark_mask(state, seat, actions, size, unwrapped(mask[place]))
                observe(state, state, seat, unwrapped(observation[place]))
        cuda.syncthreads()
        for word in range(mine, games * words, cuda.blockDim.x):
            places[first + word // words, word % words] = raw[word]

    return kernel, threads * words * WORD


def slots_of(setting: Setting) -> int:
    """How many games a block holds: as many as shared memory has room for."""
    return queues.room(bytes_of(setting) + 20)  # 20 for its entries of the arrays that the kernel keeps beside the records


def make(setting: Setting, constants: dict[str, int], threads: int, together: int) -> tuple[Any, int]:
    """Steps at full speed, by queues: a block has a stretch of the games, and holds as many at a time as there is room for.

    What a warp does for 32 games together (loading, writing out) its lanes do side by side, game after game: neighbours in memory.
    """
    island, players = setting.island, setting.players
    record = shape.record_type(island, players, constants)
    words = bytes_of(setting) // WORD
    begin_words = shape.state_words(island, players)
    course = setting.course
    limit = setting.course.limit
    width = setting.menu_size
    unwrapped = shape.unwrapped
    room = list_room(setting)
    slots = slots_of(setting)
    warp = queues.WARP
    padded = queues.padded(slots)

    def kernel(
        places: NDArray[np.int64],
        pool: NDArray[np.int64],
        chosen: NDArray[np.int64],
        task: int,
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        reward: NDArray[np.float32],
        done: NDArray[np.uint8],
        seats: NDArray[np.int8],
        own_reward: NDArray[np.float32],
        own_done: NDArray[np.uint8],
        replaced: NDArray[np.int64],
    ) -> None:
        raw = cuda.shared.array(0, dtype=types.int64)
        states = cuda.shared.array(0, dtype=record)
        waits_for = cuda.shared.array(padded, dtype=types.int32)
        waiting = cuda.shared.array(16, dtype=types.int32)
        gate = cuda.shared.array(4, dtype=types.int32)
        claimed = cuda.shared.array(threads, dtype=types.int32)
        action = cuda.shared.array(slots, dtype=types.int64)  # to be played next, 0 if that is not known yet
        seat = cuda.shared.array(slots, dtype=types.int32)  # who plays it, or who must decide
        held = cuda.shared.array(slots, dtype=types.int32)  # which game of the batch
        actions = unwrapped(cuda.local.array(room, dtype=types.int64))
        me = int(cuda.threadIdx.x)
        lane = me % warp
        base = me - lane
        share = (places.shape[0] + cuda.gridDim.x - 1) // cuda.gridDim.x
        first = cuda.blockIdx.x * share
        last = min(first + share, places.shape[0])
        open_queues(waits_for, waiting, gate, slots, me, threads)
        for slot in range(me, slots, threads):
            held[slot] = EMPTY
        cuda.syncthreads()
        while True:
            best, taken, over = claim(waits_for, waiting, gate, claimed, lane, base, together)
            if over:
                break
            if taken == 0:
                cuda.nanosleep(500)
            elif best == NEXT:
                # --- write out what these places hold, and take the next games
                slot = int(claimed[base + lane]) if lane < taken else 0
                place = int(held[slot]) if lane < taken else EMPTY
                who = int(seat[slot])
                if place != EMPTY:
                    state = states[slot]
                    ranges(state, state, who, who)
                    write_people(state, state, who, unwrapped(observation[place]))
                    seats[place] = who
                    outcome = take_outcome(state, players, who)
                    own_reward[place] = own_reward_of(outcome, players)
                    own_done[place] = own_done_of(outcome)
                cuda.syncwarp()
                for each in range(taken):
                    theirs = int(claimed[base + each])
                    row = int(held[theirs])
                    if row != EMPTY:
                        for word in range(lane, words, warp):
                            places[row, word] = raw[theirs * words + word]
                        write_board(states[theirs], int(seat[theirs]), unwrapped(observation[row]), lane, warp)
                cuda.syncwarp()
                if lane < taken:
                    place = first + int(cuda.atomic.add(gate, TICKET, 1))
                    held[slot] = place if place < last else EMPTY
                cuda.syncwarp()
                for each in range(taken):
                    theirs = int(claimed[base + each])
                    row = int(held[theirs])
                    if row != EMPTY:
                        for word in range(lane, words, warp):
                            fetch_word(raw, theirs * words + word, places, row, word)
                await_words()
                cuda.syncwarp()
                if lane < taken:
                    after = DEAD
                    wanted = 0
                    if place < last:
                        state = states[slot]
                        done[place] = RUNNING
                        for each in range(players):
                            reward[place, each] = 0.0
                        if task == STEP:
                            who = int(seats[place])
                            wanted, wrong = chosen_action(state, state, who, chosen[place], width, course, actions)
                            if wrong != 0:
                                cuda.atomic.add(replaced, 0, 1)
                            state.actions += 1
                            seat[slot] = who
                            after = BUILD if searches(wanted & KIND_MASK) else class_of(int(state.phase))
                        else:
                            if task == BEGIN:
                                for each in range(players):
                                    state.outcome[each] = NOTHING
                                row = begin_notes(state, course, players, pool.shape[0])
                                for word in range(begin_words):
                                    raw[slot * words + word] = pool[row, word]
                            after = REST
                    else:
                        cuda.atomic.add(gate, ALIVE, -1)
                    action[slot] = wanted
                    put_back(waits_for, waiting, slot, after)
            elif lane < taken:
                # --- play on
                slot = int(claimed[base + lane])
                state = states[slot]
                wanted = action[slot]
                who = int(seat[slot])
                after = REST
                if wanted == 0 and ended(state, state, limit):
                    place = int(held[slot])
                    done[place] = WON if state.phase == Phase.OVER else CUT
                    for each in range(players):
                        reward[place, each] = reward_of(state, each)
                    keep_outcomes(state, state)
                    row = begin_notes(state, course, players, pool.shape[0])
                    for word in range(begin_words):
                        raw[slot * words + word] = pool[row, word]
                else:
                    if wanted == 0 and state.phase > LAST_CHANCE_PHASE:
                        who, size, wanted = undecided(state, state, course, actions)
                        seat[slot] = who
                        if wanted == 0:
                            mark_mask(state, who, actions, size, unwrapped(mask[held[slot]]))
                            after = NEXT
                        elif best != BUILD and searches(wanted & KIND_MASK):
                            after = BUILD
                    if after == REST:
                        while True:
                            if wanted == 0:
                                state.counter = advance(state.counter)
                                wanted = pick(state, number(state.counter))
                                who = CHANCE + 0 * who  # the compiler shall not make a second copy of `play` for chance
                            play(state, state, who, wanted)
                            wanted = 0
                            if state.phase > LAST_CHANCE_PHASE or ended(state, state, limit):
                                break
                        after = class_of(int(state.phase))
                action[slot] = wanted
                put_back(waits_for, waiting, slot, after)
            cuda.syncwarp()

    return kernel, slots * words * WORD
