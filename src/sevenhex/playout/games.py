"""Whole games between random players: uniform over the legal actions, domestic offers left out."""

from __future__ import annotations

from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited
from sevenhex.rules.options import draw_action
from sevenhex.rules.record import StateRecord

from .generator import advance, number


@rule
def random_step(state: StateRecord, counter: int) -> tuple[int, int]:
    """One action of a random player, or of chance. Returns the new counter and 1 if a player acted."""
    counter = advance(counter)
    drawn = number(counter)
    if state.phase <= LAST_CHANCE_PHASE:
        seat = CHANCE
        action = pick(state, drawn)
    else:
        seat = lowest_bit(awaited(state))
        action = draw_action(state, seat, drawn)
    apply(state, seat, action)
    return counter, 1 if seat != CHANCE else 0


@rule
def random_game(state: StateRecord, counter: int, limit: int) -> tuple[int, int, int]:
    """Play to the end (or to the limit of steps). Returns players' actions, chance outcomes and the counter."""
    actions = 0
    steps = 0
    while state.phase != Phase.OVER and steps < limit:
        counter, acted = random_step(state, counter)
        actions += acted
        steps += 1
    return actions, steps - actions, counter
