"""Looking back on a position with all cards known: how it goes on from here, and what each action was worth."""

from __future__ import annotations

from sevenhex.rules.actions import kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.ids import Kind
from sevenhex.rules.jit import rule

from .evaluation import corner_worths, share, shares
from .policy import BASE, TERMS, WORTHS, expectation, note_base, row_of, value_of_card
from .rollouts import play_out


@rule
def play_ahead(states, world, mind, memory, seed, tests, turns, sums, out):
    """Add to `sums` every seat's chance to win after so many turns more, played on by one step of thought, `tests` times."""
    for test in range(tests):
        states[0] = world[0]
        play_out(states, 0, mind, memory, seed + test, turns)
        shares(states, mind[0], memory[3][0], memory[3][1], memory[3][3], out)
        for each in range(world[0].players):
            sums[each] += out[each]


@rule
def weigh(states, seat, mind, memory, actions, worths):
    """What each action is worth to the seat by one step of thought, chance weighed exactly; `states[0]` is the position."""
    state = states[0]
    weights = mind[row_of(state)]
    corner_worths(state, weights, memory[3][WORTHS])
    note_base(state, weights, memory, BASE, TERMS)
    still = share(memory[3][BASE], int(state.players), seat)
    for index in range(actions.shape[0]):
        action = actions[index]
        kind = kind_of(action)
        if kind == Kind.END or kind == Kind.ROLL:
            worths[index] = still
        elif kind == Kind.KNIGHT or kind == Kind.ROAD_BUILDING:
            worths[index] = value_of_card(states, 0, seat, action, weights, memory)
        else:
            states[1] = states[0]
            apply(states[1], seat, action)
            worths[index] = expectation(states, 1, seat, kind, weights, memory)
