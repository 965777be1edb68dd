"""A snapshot is the state, in Python's own numbers."""

from __future__ import annotations

import random

from sevenhex.rules.snapshot import NAMES, snapshot_of
from walks import begin, walk


def test_a_snapshot_is_the_state():
    for kind in range(4):
        state = walk(begin(kind), random.Random(kind), 200).state
        taken = snapshot_of(state)
        for name in NAMES:
            copied, true = taken[name], state[name][0].tolist()
            assert (list(copied) if isinstance(true, list) else copied) == true, name
            assert getattr(taken, name) == copied


def test_a_game_takes_a_snapshot_once_for_each_state():
    game = begin(0)
    first = game.snapshot
    assert game.snapshot is first
    walk(game, random.Random(1), 1)
    assert game.snapshot is not first
    assert game.snapshot == snapshot_of(game.state)
