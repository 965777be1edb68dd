"""A lean game is the same game."""

from __future__ import annotations

import random

import pytest

from sevenhex.game import Game
from sevenhex.server.table.lean import EVERY, LeanGame, Trail


@pytest.fixture(scope="module")
def twins():
    """The same game, lean and not."""
    chance = random.Random(3)
    lean, full = LeanGame.fresh("sixth", 3, 7, {}), Game.new("sixth", 3, seed=7)
    while len(lean.log) < 300 and not lean.is_over:
        if lean.awaits_chance:
            seat, action = -1, lean.pick(chance.getrandbits(32))
        else:
            seat = lean.to_act[0]
            action = chance.choice(lean.legal(seat))
        lean.push(action, seat)
        full.push(action, seat)
    return lean, full


def test_every_past_state_is_kept(twins):
    lean, full = twins
    assert len(lean.states) == len(full.states)
    assert [state.tobytes() for state in lean.states] == [state.tobytes() for state in full.states]
    for place in (0, 1, EVERY - 1, EVERY, EVERY + 1, -1, -2, -40):
        assert lean.states[place].tobytes() == full.states[place].tobytes()
    assert [state.tobytes() for state in lean.states[5:70]] == [state.tobytes() for state in full.states[5:70]]


def test_events_and_views_are_the_same(twins):
    lean, full = twins
    assert [event.to_json(1) for event in lean.events_since(250)] == [event.to_json(1) for event in full.events_since(250)]
    for seat in (None, 0, 1, 2):
        assert lean.view(seat).to_json() == full.view(seat).to_json()


def test_outcomes_of_chance_are_counted_through_undo(twins):
    full = twins[1]
    copy = LeanGame.fresh("sixth", 3, 7, {})
    for seat, action in full.log:
        copy.push(action, seat)
    for back in (1, 13, 100, len(full.log) - 114 - EVERY, 1, EVERY - 1):  # to the very edges of blocks, and to the beginning
        copy.undo(back)
        assert copy.outcomes == sum(seat == -1 for seat, _ in copy.log)
        assert copy.state.tobytes() == full.states[len(copy.log)].tobytes()
    for seat, action in full.log[len(copy.log) :]:
        copy.push(action, seat)
    assert [state.tobytes() for state in copy.states] == [state.tobytes() for state in full.states]


def test_a_past_takes_little_room(twins):
    lean, full = twins
    room = sum(map(len, lean.states.packed)) + sum(map(len, lean.states.block))
    assert room < 0.08 * sum(state.nbytes for state in full.states)


def test_only_the_end_can_be_taken_back(twins):
    trail = Trail(list(twins[1].states[:40]))
    with pytest.raises(IndexError):
        del trail[3:7]
    del trail[33:]
    assert [state.tobytes() for state in trail] == [state.tobytes() for state in twins[1].states[:33]]
