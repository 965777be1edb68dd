"""Queues of games in the shared memory of a block.

Each game waits for a class of work (a roll, a choice, a discard, a building...). A warp claims up to 32 games that wait for the same,
does that work with all lanes on one path, and puts each game back where it waits next. So lanes seldom diverge, no warp waits for
another's long search for a route, and a finished game is replaced at once.
"""

from __future__ import annotations

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from sevenhex.rules.ids import Kind, Phase

from .shape import device_function

WARP = 32
ALL_LANES = 0xFFFFFFFF
SHARED_BYTES = 227 * 1024  # a block's most on Hopper
OWN_BYTES = 3 * 1024  # of these for the queues themselves

# What games wait for; then: claimed by a warp, and a place that is not used any more.
ROLL, MAIN, DISCARD, ROBBER, BUILD, REST, NEXT, BUSY, DEAD = range(9)
CLASSES = BUSY

LOCK, ALIVE, TICKET = range(3)  # of a block's gate: who may claim, how many places are in use, the next game


def room(bytes_a_game: int) -> int:
    """How many games a block holds."""
    return (SHARED_BYTES - OWN_BYTES) // bytes_a_game


def padded(slots: int) -> int:
    """Whole rows of a warp."""
    return (slots + WARP - 1) // WARP * WARP


@device_function
def open_queues(
    waits_for: NDArray[np.int32], waiting: NDArray[np.int32], gate: NDArray[np.int32], slots: int, me: int, threads: int
) -> None:
    """At first every place waits for its next game."""
    for slot in range(me, waits_for.shape[0], threads):
        waits_for[slot] = NEXT if slot < slots else DEAD
    for each in range(me, CLASSES, threads):
        waiting[each] = slots if each == NEXT else 0
    if me == 0:
        gate[LOCK] = 0
        gate[ALIVE] = slots
        gate[TICKET] = 0


@device_function
def claim(
    waits_for: NDArray[np.int32],
    waiting: NDArray[np.int32],
    gate: NDArray[np.int32],
    claimed: NDArray[np.int32],
    lane: int,
    base: int,
    together: int,
) -> tuple[int, int, bool]:
    """Take up to 32 games that wait for the same. Returns the class, how many were taken, and whether all is done.

    Their places are written to `claimed`, from `base` on.
    """
    if lane == 0:
        while cuda.atomic.cas(gate, LOCK, 0, 1) != 0:
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
        plan = best | (16 if gate[ALIVE] == 0 else 0)
    plan = int(cuda.shfl_sync(ALL_LANES, np.int32(plan), 0))
    best = plan & 15
    taken = 0
    for row in range(waits_for.shape[0] // WARP):
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
        cuda.atomic.exch(gate, LOCK, 0)
    cuda.syncwarp()
    return best, taken, plan >= 16


@device_function
def put_back(waits_for: NDArray[np.int32], waiting: NDArray[np.int32], slot: int, after: int) -> None:
    """This game waits for something else now."""
    cuda.threadfence_block()
    waits_for[slot] = after
    if after != DEAD:
        cuda.atomic.add(waiting, after, 1)


@device_function
def class_of(phase: int) -> int:
    """What a game in this phase waits for."""
    after = REST
    if phase == Phase.ROLL:
        after = ROLL
    elif phase == Phase.MAIN:
        after = MAIN
    elif phase == Phase.DISCARD:
        after = DISCARD
    elif phase == Phase.ROBBER:
        after = ROBBER
    return after


@device_function
def searches(kind: int) -> bool:
    """Does this kind of action look for routes?"""
    return (kind == Kind.ROAD) | (kind == Kind.SETTLE)
