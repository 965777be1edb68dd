"""The kernels. Each is made for one configuration: its facts are compiled in.

`make_steps`: one game a thread, staged in shared memory: play the chosen index, go on to the next decision, write everything out.

`make_playouts`: whole random games. Threads of a block share a few hundred games in shared memory. A warp claims up to 32 games that wait
for the same class of work (a roll, a choice, a discard, a building...), does that work with all lanes on one path, and puts each game back
where it waits next. So lanes seldom diverge, no warp waits for another's long search for a route, and a finished game is replaced at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types

from sevenhex.playout.games import random_step
from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, NOBODY, Kind, Phase
from sevenhex.rules.jit import lowest_bit
from sevenhex.rules.legal import awaited
from sevenhex.rules.options import MAX_ACTIONS, draw_action

from ..menu import write_mask
from ..observation import observe
from ..play import CUT, RUNNING, WON, begin_notes, continue_game, decide, reward_of
from ..setting import Setting
from . import shape

WARP = 32
ALL_LANES = 0xFFFFFFFF
SHARED_BYTES = 227 * 1024  # a block's most on Hopper
STEP_THREADS = 128
SHORT_LIST = 256  # no list without the trade menu is longer

BEGIN, STEP = 0, 1  # what the step kernel is asked for


def make_steps(setting: Setting, constants: dict[str, int], threads: int = STEP_THREADS) -> tuple[Any, int]:
    """The kernel behind `GpuEnv.reset` and `step`, and how many bytes of shared memory a block of it needs."""
    island, players = setting.island, setting.players
    record = shape.record_type(island, players, constants)
    words = shape.compact(island, players).itemsize // shape.WORD
    begin_words = shape.state_words(island, players)
    most_offers, skip_forced, random_seats, limit = setting.most_offers, setting.skip_forced, setting.random_mask, setting.limit
    width = setting.menu_size
    plain = shape.plain
    room = MAX_ACTIONS if setting.trade else SHORT_LIST

    def kernel(places, pool, chosen, task, observation, mask, reward, done, seats, replaced):
        records = cuda.shared.array(0, dtype=record)
        raw = cuda.shared.array(0, dtype=types.int64)
        actions = plain(cuda.local.array(room, dtype=types.int64))
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
            seat = NOBODY
            size = 0
            over = RUNNING
            for each in range(players):
                reward[place, each] = 0.0
            if task == STEP:
                wrong = decide(state, state, int(seats[place]), chosen[place], width, most_offers, actions)
                if wrong != 0:
                    cuda.atomic.add(replaced, 0, 1)
                seat, size = continue_game(state, state, most_offers, skip_forced, random_seats, limit, actions)
                if seat == NOBODY:
                    over = WON if state.phase == Phase.OVER else CUT
                    for each in range(players):
                        reward[place, each] = reward_of(state, each)
            while seat == NOBODY:
                row = begin_notes(state, pool.shape[0])
                for word in range(begin_words):
                    raw[base + word] = pool[row, word]
                seat, size = continue_game(state, state, most_offers, skip_forced, random_seats, limit, actions)
            done[place] = over
            seats[place] = seat
            write_mask(state, seat, actions, size, plain(mask[place]))
            observe(state, state, seat, plain(observation[place]))
        cuda.syncthreads()
        for word in range(mine, games * words, cuda.blockDim.x):
            places[first + word // words, word % words] = raw[word]

    return kernel, threads * words * shape.WORD


STEP_SIGNATURE = types.void(
    types.Array(types.int64, 2, "C"),
    types.Array(types.int64, 2, "C"),
    types.Array(types.int64, 1, "C"),
    types.int64,
    types.Array(types.uint8, 2, "C"),
    types.Array(types.boolean, 2, "C"),
    types.Array(types.float32, 2, "C"),
    types.Array(types.uint8, 1, "C"),
    types.Array(types.int8, 1, "C"),
    types.Array(types.int64, 1, "C"),
)

PLAYOUT_SIGNATURE = types.void(
    types.Array(types.int64, 2, "C"),
    types.uint64,
    types.int64,
    types.int64,
    types.Array(types.int64, 1, "C"),
    types.Array(types.int8, 1, "C"),
    types.Array(types.int32, 1, "C"),
)


def make_simple_playouts(island: int, players: int, constants: dict[str, int], threads: int) -> tuple[Any, int]:
    """One game a thread after another: the plainest kernel, which the simulator can run too."""
    record = shape.record_type(island, players, constants, notes=False)
    words = shape.state_words(island, players)

    def kernel(starts, seed, games, limit, ticket, winners, steps):
        records = cuda.shared.array(0, dtype=record)
        raw = cuda.shared.array(0, dtype=types.int64)
        mine = cuda.threadIdx.x
        state = records[mine]
        game = cuda.atomic.add(ticket, 0, 1)
        while game < games:
            for word in range(words):
                raw[mine * words + word] = starts[game % starts.shape[0], word]
            counter = np.uint64(stream(seed, np.uint64(game)))
            done = 0
            while state.phase != Phase.OVER and done < limit:
                counter, _ = random_step(state, np.uint64(counter))
                done += 1
            winners[game] = state.winner
            steps[game] = done
            game = cuda.atomic.add(ticket, 0, 1)

    return kernel, threads * words * shape.WORD


# Classes of work that games wait for.
ROLL, MAIN, DISCARD, ROBBER, BUILD, REST, START, BUSY, DEAD = range(9)
CLASSES = BUSY
BUILD_TOGETHER = 24  # a search for routes is long: so many wait for it before a warp goes
PLAYOUT_THREADS = 160


def playout_games(island: int, players: int) -> int:
    """How many games a block holds: as many as shared memory has room for."""
    each = shape.state_words(island, players) * shape.WORD + 40
    return (SHARED_BYTES - 3 * 1024) // each


def make_playouts(
    island: int, players: int, constants: dict[str, int], threads: int = PLAYOUT_THREADS, together: int = BUILD_TOGETHER
) -> tuple[Any, int]:
    """Random games at full speed; see the module. Returns the kernel and its bytes of shared memory a block."""
    record = shape.record_type(island, players, constants, notes=False)
    words = shape.state_words(island, players)
    slots = playout_games(island, players)
    rows = (slots + WARP - 1) // WARP
    padded = rows * WARP

    def kernel(starts, seed, games, limit, ticket, winners, steps):
        raw = cuda.shared.array(0, dtype=types.int64)
        states = cuda.shared.array(0, dtype=record)
        waits_for = cuda.shared.array(padded, dtype=types.int32)
        waiting = cuda.shared.array(16, dtype=types.int32)
        gate = cuda.shared.array(2, dtype=types.int32)  # a lock, and how many places are still in use
        claimed = cuda.shared.array(threads, dtype=types.int32)
        counter = cuda.shared.array(slots, dtype=types.uint64)
        action = cuda.shared.array(slots, dtype=types.int64)
        seat = cuda.shared.array(slots, dtype=types.int32)
        done = cuda.shared.array(slots, dtype=types.int32)
        game = cuda.shared.array(slots, dtype=types.int64)
        me = int(cuda.threadIdx.x)
        lane = me % WARP
        base = me - lane
        for slot in range(me, padded, threads):
            waits_for[slot] = START if slot < slots else DEAD
        for each in range(me, 16, threads):
            waiting[each] = slots if each == START else 0
        if me == 0:
            gate[0] = 0
            gate[1] = slots
        cuda.syncthreads()
        while True:
            # --- claim up to 32 games that wait for the same
            if lane == 0:
                while cuda.atomic.cas(gate, 0, 0, 1) != 0:
                    pass
            cuda.syncwarp()
            cuda.threadfence_block()
            plan = 0
            if lane == 0:  # one lane decides: the numbers change while others look
                best = BUILD
                most = 0
                for each in range(CLASSES):
                    there = int(waiting[each])
                    if each == BUILD and there < together:
                        there = 0
                    if there > most:
                        most = there
                        best = each
                plan = best | (16 if gate[1] == 0 else 0)
            plan = cuda.shfl_sync(ALL_LANES, np.int32(plan), 0)
            best = int(plan) & 15
            taken = 0
            for row in range(rows):
                mine = waits_for[row * WARP + lane] == best
                bits = cuda.ballot_sync(ALL_LANES, mine)
                if mine:
                    rank = taken + int(cuda.popc(bits & ((1 << lane) - 1)))
                    if rank < WARP:
                        claimed[base + rank] = row * WARP + lane
                        waits_for[row * WARP + lane] = BUSY
                taken += int(cuda.popc(bits))
                if taken >= WARP:
                    break
            taken = min(taken, WARP)
            cuda.syncwarp()
            cuda.threadfence_block()
            if lane == 0:
                cuda.atomic.add(waiting, best, -taken)
                cuda.threadfence_block()
                cuda.atomic.exch(gate, 0, 0)
            cuda.syncwarp()
            if int(plan) >= 16:
                break
            if taken == 0:
                cuda.nanosleep(500)
            elif lane < taken:
                # --- do the work
                slot = int(claimed[base + lane])
                if best == START:
                    new = cuda.atomic.add(ticket, 0, 1)
                    game[slot] = new
                    action[slot] = 0
                    after = DEAD
                    if new < games:
                        start = new % starts.shape[0]
                        for word in range(words):
                            raw[slot * words + word] = starts[start, word]
                        counter[slot] = stream(seed, np.uint64(new))
                        done[slot] = 0
                        after = REST
                    else:
                        cuda.atomic.add(gate, 1, -1)
                else:
                    state = states[slot]
                    drawn = counter[slot]
                    count = int(done[slot])
                    wanted = action[slot]
                    who = int(seat[slot])
                    if wanted == 0 and state.phase > LAST_CHANCE_PHASE:
                        drawn = advance(drawn)
                        who = lowest_bit(awaited(state))
                        wanted = draw_action(state, who, number(drawn))
                    kind = wanted & KIND_MASK
                    if best != BUILD and (kind == Kind.ROAD or kind == Kind.SETTLE):
                        after = BUILD
                        seat[slot] = who
                    else:
                        while True:
                            if state.phase <= LAST_CHANCE_PHASE:
                                drawn = advance(drawn)
                                wanted = pick(state, number(drawn))
                                who = CHANCE + 0 * who
                            apply(state, who, wanted)
                            count += 1
                            if state.phase > LAST_CHANCE_PHASE or count >= limit:
                                break
                        wanted = 0
                        done[slot] = count
                        phase = int(state.phase)
                        after = REST
                        if phase == Phase.ROLL:
                            after = ROLL
                        elif phase == Phase.MAIN:
                            after = MAIN
                        elif phase == Phase.DISCARD:
                            after = DISCARD
                        elif phase == Phase.ROBBER:
                            after = ROBBER
                        if phase == Phase.OVER or count >= limit:
                            winners[game[slot]] = state.winner
                            steps[game[slot]] = count
                            after = START
                    action[slot] = wanted
                    counter[slot] = drawn
                cuda.threadfence_block()
                waits_for[slot] = after
                if after != DEAD:
                    cuda.atomic.add(waiting, after, 1)
            cuda.syncwarp()

    return kernel, slots * words * shape.WORD
