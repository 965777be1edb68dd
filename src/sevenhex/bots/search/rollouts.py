"""Positions played on: by one step of thought (quick, for looking back), or by players who plan and trade, to put plans to the test."""

from __future__ import annotations

from typing import Any, NamedTuple

from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, domestic_trade_is_open, is_legal

from .memory import Effort
from .policy import MAIN, row_of, take_up, value
from .quick import decide
from .selfplay import choose, try_trade

MOST_STEPS = 4000


class Candidates(NamedTuple):
    """Plans that are tested against each other."""

    plans: Any  # how many actions, and which
    scores: Any  # the sum of what came of each test
    counts: Any  # tests
    alive: Any  # still in question


class Test(NamedTuple):
    """How they are tested."""

    seed: int
    first: int  # the number of the first test: it chooses world and dice
    tests: int
    turns: int  # that each is played on
    effort: Effort
    least: float  # an offer must promise this much


@rule
def pass_chance(state, seed, turn, counter):
    """Let chance come if it is awaited. The dice of a turn depend on seed and turn alone. Returns whether it came, and the counter."""
    if state.turn != turn:
        counter = stream(seed, 1 + int(state.turn))
    if state.phase > LAST_CHANCE_PHASE:
        return False, counter
    counter = advance(counter)
    apply(state, CHANCE, pick(state, number(counter)))
    return True, counter


@rule
def play_out(mind, memory, seed, turns):
    """Play the position on for so many turns by one step of thought."""
    state = memory.states[0]
    last = int(state.turn) + turns
    turn = -1
    counter = stream(seed, 0)
    steps = 0
    while state.phase != Phase.OVER and state.turn < last and steps < MOST_STEPS:
        steps += 1
        now = int(state.turn)
        by_chance, counter = pass_chance(state, seed, turn, counter)
        turn = now
        if not by_chance:
            seat = lowest_bit(awaited(state))
            apply(state, seat, decide(seat, mind, memory))


@rule
def rank(seat, mind, memory, actions, worths):
    """What each action is worth at first sight."""
    states = memory.states
    take_up(states[0], mind[row_of(states[0])], memory)
    for index in range(actions.shape[0]):
        states[1] = states[0]
        apply(states[1], seat, actions[index])
        worths[index] = value(states[1], seat, memory)


@rule
def play_out_planning(table, desk, sums, test, seed):
    """Play on for so many turns with everybody searching the turn and offering one trade in it; dice as in `play_out`."""
    state = desk.memory.states[0]
    last = int(state.turn) + test.turns
    turn = -1
    counter = stream(seed, 0)
    steps = 0
    offers = 0
    while state.phase != Phase.OVER and state.turn < last and steps < MOST_STEPS:
        steps += 1
        now = int(state.turn)
        if now != turn:
            offers = 0
        by_chance, counter = pass_chance(state, seed, turn, counter)
        turn = now
        if by_chance:
            continue
        seat = lowest_bit(awaited(state))
        action = choose(seat, table, desk, test.effort)
        if action == Kind.END and offers == 0 and domestic_trade_is_open(state):
            offers = 1
            if try_trade(seat, table.minds, desk.memory, sums, test.least):
                continue
        apply(state, seat, action)


@rule
def test_plans(worlds, seat, candidates, table, desk, sums, test):
    """Test every plan still alive in the same worlds with the same dice, played on by players who plan and trade."""
    memory = desk.memory
    states, plans = memory.states, candidates.plans
    for place in range(test.first, test.first + test.tests):
        for plan in range(plans.shape[0]):
            if not candidates.alive[plan]:
                continue
            states[0] = worlds[place % worlds.shape[0]]
            for step in range(1, plans[plan, 0] + 1):
                if states[0].phase == Phase.OVER or not is_legal(states[0], seat, plans[plan, step]):
                    break
                apply(states[0], seat, plans[plan, step])
            if plans[plan, 0] == 0:  # the plan to stop here
                apply(states[0], seat, Kind.ROLL if states[0].phase == Phase.ROLL else Kind.END)
            play_out_planning(table, desk, sums, test, test.seed + place)
            take_up(states[0], table.minds[seat][MAIN], memory)
            candidates.scores[plan] += value(states[0], seat, memory)
            candidates.counts[plan] += 1
