"""The kernels of whole random games. Each is made for one configuration: its facts are compiled in."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types
from numpy.typing import NDArray

from sevenhex.playout.games import random_step
from sevenhex.playout.generator import advance, number, stream
from sevenhex.playout.generator import word as unsigned
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.jit import lowest_bit
from sevenhex.rules.legal import awaited
from sevenhex.rules.options import draw_action

from . import queues, shape
from .build import RARE, SEARCHES, Build
from .compiler import WORD
from .queues import ALIVE, BUILD, DEAD, NEXT, REST, claim, class_of, open_queues, put_back, searches

USUAL = Build(threads=160, kept=(*SEARCHES, *RARE), rolled=False)  # scripts/gpu_run.sh compares

SIGNATURE = types.void(
    types.Array(types.int64, 2, "C"),
    types.uint64,
    types.int64,
    types.int64,
    types.Array(types.int64, 1, "C"),
    types.Array(types.int8, 1, "C"),
    types.Array(types.int32, 1, "C"),
)


def make_simple(island: int, players: int, constants: dict[str, int], threads: int) -> tuple[Any, int]:
    """One game a thread after another: the plainest kernel, which the simulator can run too."""
    record = shape.record_type(island, players, constants, notes=False)
    words = shape.state_words(island, players)

    def kernel(
        starts: NDArray[np.int64],
        seed: int,
        games: int,
        limit: int,
        ticket: NDArray[np.int64],
        winners: NDArray[np.int8],
        steps: NDArray[np.int32],
    ) -> None:
        records = cuda.shared.array(0, dtype=record)
        raw = cuda.shared.array(0, dtype=types.int64)
        mine = cuda.threadIdx.x
        state = records[mine]
        game = cuda.atomic.add(ticket, 0, 1)
        while game < games:
            for word in range(words):
                raw[mine * words + word] = starts[game % starts.shape[0], word]
            counter = unsigned(stream(seed, unsigned(game)))
            done = 0
            while state.phase != Phase.OVER and done < limit:
                counter, _ = random_step(state, unsigned(counter))
                done += 1
            winners[game] = state.winner
            steps[game] = done
            game = cuda.atomic.add(ticket, 0, 1)

    return kernel, threads * words * WORD


def slots_of(island: int, players: int) -> int:
    """How many games a block holds: as many as shared memory has room for."""
    return queues.room(shape.state_words(island, players) * WORD + 40)  # 40 for its entries of the kernel's other arrays


def make(island: int, players: int, constants: dict[str, int], threads: int, together: int) -> tuple[Any, int]:
    """Random games at full speed, by queues. Returns the kernel and its bytes of shared memory a block."""
    record = shape.record_type(island, players, constants, notes=False)
    words = shape.state_words(island, players)
    slots = slots_of(island, players)
    warp = queues.WARP
    padded = queues.padded(slots)

    def kernel(
        starts: NDArray[np.int64],
        seed: int,
        games: int,
        limit: int,
        ticket: NDArray[np.int64],
        winners: NDArray[np.int8],
        steps: NDArray[np.int32],
    ) -> None:
        raw = cuda.shared.array(0, dtype=types.int64)
        states = cuda.shared.array(0, dtype=record)
        waits_for = cuda.shared.array(padded, dtype=types.int32)
        waiting = cuda.shared.array(16, dtype=types.int32)
        gate = cuda.shared.array(4, dtype=types.int32)
        claimed = cuda.shared.array(threads, dtype=types.int32)
        counter = cuda.shared.array(slots, dtype=types.uint64)
        action = cuda.shared.array(slots, dtype=types.int64)
        seat = cuda.shared.array(slots, dtype=types.int32)
        done = cuda.shared.array(slots, dtype=types.int32)
        game = cuda.shared.array(slots, dtype=types.int64)
        me = int(cuda.threadIdx.x)
        lane = me % warp
        base = me - lane
        open_queues(waits_for, waiting, gate, slots, me, threads)
        cuda.syncthreads()
        while True:
            best, taken, over = claim(waits_for, waiting, gate, claimed, lane, base, together)
            if over:
                break
            if taken == 0:
                cuda.nanosleep(500)
            elif lane < taken:
                slot = int(claimed[base + lane])
                if best == NEXT:
                    new = cuda.atomic.add(ticket, 0, 1)
                    game[slot] = new
                    action[slot] = 0
                    after = DEAD
                    if new < games:
                        start = new % starts.shape[0]
                        for word in range(words):
                            raw[slot * words + word] = starts[start, word]
                        counter[slot] = stream(seed, unsigned(new))
                        done[slot] = 0
                        after = REST
                    else:
                        cuda.atomic.add(gate, ALIVE, -1)
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
                    if best != BUILD and searches(wanted & KIND_MASK):
                        after = BUILD
                        seat[slot] = who
                    else:
                        while True:
                            if state.phase <= LAST_CHANCE_PHASE:
                                drawn = advance(drawn)
                                wanted = pick(state, number(drawn))
                                who = CHANCE + 0 * who  # the compiler shall not make a second copy of `apply` for chance
                            apply(state, who, wanted)
                            count += 1
                            if state.phase > LAST_CHANCE_PHASE or count >= limit:
                                break
                        wanted = 0
                        done[slot] = count
                        after = class_of(int(state.phase))
                        if state.phase == Phase.OVER or count >= limit:
                            winners[game[slot]] = state.winner
                            steps[game[slot]] = count
                            after = NEXT
                    action[slot] = wanted
                    counter[slot] = drawn
                put_back(waits_for, waiting, slot, after)
            cuda.syncwarp()

    return kernel, slots * words * WORD
