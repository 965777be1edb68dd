"""Positions played on: by one step of thought (quick, for looking back), or by players who plan and trade, to put plans to the test."""

from __future__ import annotations

from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, domestic_trade_is_open, is_legal

from .evaluation import corner_worths, value
from .policy import MAIN, SPARE, STANDINGS, WORTHS, decide, row_of
from .selfplay import try_trade
from .turn import best_plan, first_action, search_turn


@rule
def play_out(states, seat, mind, memory, seed, turns):
    """The chance to win after so many more turns. The dice of a turn depend on the seed and the turn alone."""
    last = int(states[0].turn) + turns
    turn = -1
    counter = stream(seed, 0)
    steps = 0
    while states[0].phase != Phase.OVER and states[0].turn < last and steps < 4000:
        steps += 1
        if states[0].turn != turn:
            turn = int(states[0].turn)
            counter = stream(seed, 1 + turn)
        if states[0].phase <= LAST_CHANCE_PHASE:
            counter = advance(counter)
            apply(states[0], CHANCE, pick(states[0], number(counter)))
        else:
            each = lowest_bit(awaited(states[0]))
            apply(states[0], each, decide(states, each, mind, memory, 0))
    corner_worths(states[0], mind[MAIN], memory[3][0])
    return value(states[0], seat, mind[MAIN], memory[3][0], memory[3][1], memory[3][3])


@rule
def rank(states, seat, mind, memory, actions, worths):
    """What each action is worth at first sight."""
    weights = mind[row_of(states[0])]
    corner_worths(states[0], weights, memory[3][0])
    for index in range(actions.shape[0]):
        states[1] = states[0]
        apply(states[1], seat, actions[index])
        worths[index] = value(states[1], seat, weights, memory[3][0], memory[3][1], memory[3][3])


@rule
def play_out_planning(states, minds, desk, sums, seed, turns, width, depth, least):
    """Play on for so many turns with everybody searching the turn and offering one trade in it; dice as in `play_out`."""
    memory, beam, paths, values = desk
    last = int(states[0].turn) + turns
    turn = -1
    counter = stream(seed, 0)
    steps = 0
    offers = 0
    while states[0].phase != Phase.OVER and states[0].turn < last and steps < 4000:
        steps += 1
        if states[0].turn != turn:
            turn = int(states[0].turn)
            counter = stream(seed, 1 + turn)
            offers = 0
        if states[0].phase <= LAST_CHANCE_PHASE:
            counter = advance(counter)
            apply(states[0], CHANCE, pick(states[0], number(counter)))
            continue
        seat = lowest_bit(awaited(states[0]))
        if states[0].phase == Phase.MAIN or states[0].phase == Phase.ROLL or states[0].phase == Phase.FREE_ROADS:
            found = search_turn(states, seat, minds[seat], memory, beam, paths, values, width, depth, 1)
            action = first_action(states[0], paths, best_plan(values, found))
        else:
            action = decide(states, seat, minds[seat], memory, 0)
        if action == Kind.END and offers == 0 and domestic_trade_is_open(states[0]):
            offers = 1
            if try_trade(states, seat, minds, memory, sums, least):
                continue
        apply(states[0], seat, action)


@rule
def compare(worlds, seat, plans, scores, counts, alive, minds, desk, sums, seed, start, tests, turns, width, depth, least):
    """Test every plan still alive in the same worlds with the same dice, played on by players who plan and trade."""
    memory = desk[0]
    states = memory[0]
    for test in range(start, start + tests):
        for plan in range(plans.shape[0]):
            if not alive[plan]:
                continue
            states[0] = worlds[test % worlds.shape[0]]
            for step in range(1, plans[plan, 0] + 1):
                if states[0].phase == Phase.OVER or not is_legal(states[0], seat, plans[plan, step]):
                    break
                apply(states[0], seat, plans[plan, step])
            if plans[plan, 0] == 0:  # the plan to stop here
                apply(states[0], seat, Kind.ROLL if states[0].phase == Phase.ROLL else Kind.END)
            play_out_planning(states, minds, desk, sums, seed + test, turns, width, depth, least)
            corner_worths(states[0], minds[seat][MAIN], memory[3][WORTHS])
            scores[plan] += value(states[0], seat, minds[seat][MAIN], memory[3][WORTHS], memory[3][SPARE], memory[3][STANDINGS])
            counts[plan] += 1
