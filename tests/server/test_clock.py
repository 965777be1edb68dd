"""The turn clock, with times handed in."""

from __future__ import annotations

from sevenhex.server.table.clock import Clock


def test_time_runs_for_the_awaited_only():
    clock = Clock(60)
    clock.set(0, "turn 1", [2], paused=False)
    assert clock.left(10, 2) == 50
    assert clock.left(10, 1) == 60
    assert clock.deadline(10) == 60


def test_answers_of_others_do_not_give_the_turn_new_time():
    clock = Clock(60)
    clock.set(0, "turn 1", [0], paused=False)
    clock.set(20, "turn 1", [1, 2], paused=False)  # an offer is open
    clock.set(30, "turn 1", [0], paused=False)
    assert clock.left(35, 0) == 35
    clock.set(40, "turn 2", [1], paused=False)
    assert clock.left(40, 1) == 60


def test_it_stands_still_while_paused():
    clock = Clock(60)
    clock.set(0, "turn 1", [0], paused=False)
    clock.set(10, "turn 1", [0], paused=True)
    assert clock.left(500, 0) == 50
    assert clock.deadline(500) is None
    assert clock.expired(500) == []
    clock.set(500, "turn 1", [0], paused=False)
    assert clock.expired(549) == []
    assert clock.expired(551) == [0]
    assert clock.to_json(510) == {"seconds": 60, "left": 40, "running": True}
