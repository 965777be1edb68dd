"""Listing and drawing are two readings of the same sets, and both agree with the check of a single action."""

from __future__ import annotations

import numpy as np
import pytest

from sevenhex.editions import load
from sevenhex.editions.start import new_state
from sevenhex.playout.generator import advance, number, stream
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, is_legal
from sevenhex.rules.options import MAX_ACTIONS, draw_action, legal_actions


@rule
def disagreements(states, seed, game, steps, out):
    """Walk a random game (with trade talk) and count where listing, drawing and checking differ."""
    state = states[0]
    counter = stream(seed, game)
    wrong = 0
    for _ in range(steps):
        if state.phase == Phase.OVER:
            break
        counter = advance(counter)
        drawn = number(counter)
        if state.phase <= LAST_CHANCE_PHASE:
            apply(state, CHANCE, pick(state, drawn))
            continue
        seat = lowest_bit(awaited(state))
        size = legal_actions(state, seat, False, out)
        for index in range(size):
            middle = ((2 * index + 1) << 31) // size
            wrong += 0 if draw_action(state, seat, middle) == out[index] else 1
        menu_size = legal_actions(state, seat, True, out)
        for index in range(menu_size):
            wrong += 0 if is_legal(state, seat, out[index]) else 1
            for other in range(index):
                wrong += 1 if out[other] == out[index] else 0
        apply(state, seat, out[(drawn * menu_size) >> 32])
    return wrong


@pytest.mark.parametrize(("edition", "players"), [("sixth", 4), ("fourth", 3), ("extension", 6), ("zip", 4)])
def test_drawing_follows_the_list_and_the_list_is_legal(edition, players):
    configuration = (
        load(edition).configure(players=players, setup="variable") if edition != "zip" else load(edition).configure(players=players, map=2)
    )
    out = np.zeros(MAX_ACTIONS, np.int64)
    for game in range(5):
        state = new_state(configuration, game)[0]
        assert disagreements(state, 7, game, 3000, out) == 0
