"""Plans put to the test: played on in imagined worlds, all seats by one step of thought, some turns far, with the same dice for each."""

from __future__ import annotations

from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, is_legal

from .evaluation import corner_worths, value
from .policy import MAIN, decide, row_of


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
def try_plan(states, world, seat, path, mind, memory, seed, turns):
    """One test of a plan: its actions, as far as this world allows them, then the end of the turn and the others'."""
    states[0] = world
    waits = False
    for step in range(1, path[0] + 1):
        if states[0].phase == Phase.OVER or not is_legal(states[0], seat, path[step]):
            waits = True
            break
        apply(states[0], seat, path[step])
    if states[0].phase == Phase.MAIN and not waits and states[0].actor == seat:
        apply(states[0], seat, Kind.END)
    elif states[0].phase == Phase.ROLL and states[0].actor == seat:
        apply(states[0], seat, Kind.ROLL)
    return play_out(states, seat, mind, memory, seed, turns)


@rule
def compare(states, worlds, seat, paths, sums, counts, alive, mind, memory, seed, start, tests, turns):
    """Test every plan still alive in the same worlds with the same dice."""
    for test in range(start, start + tests):
        for plan in range(paths.shape[0]):
            if alive[plan]:
                world = worlds[test % worlds.shape[0]]
                sums[plan] += try_plan(states, world, seat, paths[plan], mind, memory, seed + test, turns)
                counts[plan] += 1


@rule
def rank(states, seat, mind, memory, actions, worths):
    """What each action is worth at first sight."""
    weights = mind[row_of(states[0])]
    corner_worths(states[0], weights, memory[3][0])
    for index in range(actions.shape[0]):
        states[1] = states[0]
        apply(states[1], seat, actions[index])
        worths[index] = value(states[1], seat, weights, memory[3][0], memory[3][1], memory[3][3])
