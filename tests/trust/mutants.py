"""States that never were: those of random games with a few bytes changed. What `check` accepts of them is played on, some to the end."""

from __future__ import annotations

import numpy as np

from sevenhex.playout.batch import any_step, checked_game
from sevenhex.playout.generator import advance, number
from sevenhex.rules.board import refresh
from sevenhex.rules.cards import covers, one
from sevenhex.rules.check import defects_given
from sevenhex.rules.ids import MAX_SEATS, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.ranges import malformed
from sevenhex.rules.score import settle_route
from sevenhex.rules.state import RECORD
from sevenhex.rules.topology import CORNERS, EDGES

STEPS_BETWEEN = 12
LIMIT = 4_000  # steps; a game without income, or to a hundred points, has no end
SHORT = 100  # steps of those that are not played to their end
WHOLE = 16  # one of so many is
TRIED, ACCEPTED, STEPS, ENDED = 0, 1, 2, 3
TALLY = 4
COURSE = (RECORD.fields["turn"][1], RECORD.fields["terrain"][1])  # the fields of one byte that say how far the game is
SIZE = RECORD.itemsize


@rule
def below(counter, limit):
    """The next counter, and a number below the limit."""
    counter = advance(counter)
    return counter, (number(counter) * limit) >> 32


@rule
def change(states, raw, other, counter):
    """One small change to the first state, which is also seen as bytes; `other` are the bytes of another state."""
    state = states[0]
    counter, way = below(counter, 9)
    if way == 0:
        counter, place = below(counter, SIZE)
        counter, bit = below(counter, 8)
        raw[place] ^= 1 << bit
    elif way <= 3:
        counter, place = below(counter, COURSE[1] - COURSE[0])
        counter, value = below(counter, 15)
        raw[COURSE[0] + place] = (value - 1) & 255
    elif way <= 5:
        counter, place = below(counter, SIZE - 8)
        counter, length = below(counter, 8)
        for at in range(place, place + 1 + length):
            raw[at] = other[at]
    elif way == 6:
        counter, seat = below(counter, MAX_SEATS)
        counter, kind = below(counter, 5)
        counter, cards = below(counter, 2)
        if cards == 0 and covers(state.supply, one(kind)):
            state.supply -= one(kind)
            state.hand[seat] += one(kind)
        elif cards == 1 and covers(state.deck, one(kind)):
            state.deck -= one(kind)
            state.cards[seat] += one(kind)
    elif way == 7:
        counter, seat = below(counter, MAX_SEATS)
        counter, edge = below(counter, EDGES[0])
        state.road[edge] = 1 + seat
        state.roads_left[seat] -= 1
    else:
        counter, seat = below(counter, MAX_SEATS)
        counter, corner = below(counter, CORNERS[0])
        state.building[corner] = 1 + seat
        state.settlements_left[seat] -= 1
    return counter


@rule
def attack(starts, totals, counter, count, pool, pool_raw, mutant, raw, origin, out, tally):
    """Change the states of games that go on beside one another; play what is accepted. Returns the defects of the first that failed (or 0).

    `origin` keeps the state that was accepted last.
    """
    for tried in range(count):
        which = tried % pool.shape[0]
        for _ in range(STEPS_BETWEEN):
            if pool[which].phase == Phase.OVER:
                pool[which] = starts[which]
            counter, _ = any_step(pool[which], counter, tried & 1 == 0, out)
        mutant[0] = pool[which]
        counter, changes = below(counter, 3)
        counter, other = below(counter, pool.shape[0])
        for _ in range(1 + changes):
            counter = change(mutant, raw, pool_raw[other * SIZE : (other + 1) * SIZE], counter)
        counter, repaired = below(counter, 4)
        if repaired != 0 and malformed(mutant[0]) == 0:
            refresh(mutant[0])
            if repaired == 1:
                settle_route(mutant[0], False)
        tally[TRIED] += 1
        if defects_given(mutant[0], totals[which]) != 0:
            continue
        origin[0] = mutant[0]
        limit = LIMIT if tally[ACCEPTED] % WHOLE == 0 else SHORT
        found, steps = checked_game(mutant[0], counter, repaired == 2, limit, totals[which], out)
        tally[ACCEPTED] += 1
        tally[STEPS] += steps
        if found == -1 and steps == limit:
            continue
        if found != 0:
            return found
        tally[ENDED] += 1
    return np.int64(0)
