"""Whole games between random players: uniform over the legal actions, domestic offers left out."""

from __future__ import annotations

from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, legal_actions

from .generator import advance, number


@rule
def random_step(state, counter, out):
    """One action of a random player, or of chance. Returns the new counter and 1 if a player acted."""
    counter = advance(counter)
    drawn = number(counter)
    if state.phase <= LAST_CHANCE_PHASE:
        apply(state, CHANCE, pick(state, drawn))
        return counter, 0
    seat = lowest_bit(awaited(state))
    size = legal_actions(state, seat, False, out)
    apply(state, seat, out[(drawn * size) >> 32])
    return counter, 1


@rule
def random_game(state, counter, limit, out):
    """Play to the end (or to the limit of steps). Returns players' actions, chance outcomes and the counter."""
    actions = 0
    steps = 0
    while state.phase != Phase.OVER and steps < limit:
        counter, acted = random_step(state, counter, out)
        actions += acted
        steps += 1
    return actions, steps - actions, counter
