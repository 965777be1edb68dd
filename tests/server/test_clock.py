"""The turn clock, with times handed in."""

from __future__ import annotations

import json

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
    assert clock.to_json(510) == {"seconds": 60, "left": 40, "part": 40, "running": True, "reserves": {}}


def test_the_reserve_runs_when_the_time_of_the_turn_is_up_and_is_not_given_back():
    clock = Clock(60, reserve=100)
    clock.set(0, "turn 1", [0], paused=False, mover=0)
    assert (clock.left(0, 0), clock.deadline(0)) == (160, 160)
    assert (clock.part_left(90, 0), clock.left(90, 0)) == (0, 70)
    assert clock.expired(159) == []
    assert clock.expired(160) == [0]
    clock.set(90, "turn 2", [1], paused=False, mover=1)
    assert clock.to_json(100, [0, 1]) == {"seconds": 60, "left": 150, "part": 50, "running": True, "reserves": {"0": 70, "1": 100}}
    clock.set(100, "turn 3", [0], paused=False, mover=0)
    assert clock.left(100, 0) == 60 + 70
    assert clock.left(100, 1) == 60 + 100  # who was quick keeps the reserve


def test_each_own_turn_adds_to_the_reserve_of_its_mover_only():
    clock = Clock(60, reserve=100, increment=10)
    clock.set(0, "turn 1", [0], paused=False, mover=0)
    clock.set(20, "turn 1", [1], paused=False, mover=0)  # asked for an answer
    clock.set(30, "turn 1", [0], paused=False, mover=0)
    clock.set(40, "turn 2", [1], paused=False, mover=1)
    assert clock.to_json(40, [0, 1])["reserves"] == {"0": 110, "1": 100}


def test_a_reserve_stands_still_with_the_clock_and_comes_back_from_the_store():
    clock = Clock(60, reserve=100)
    clock.set(0, (1, 0), [0], paused=False, mover=0)
    clock.set(80, (1, 0), [0], paused=True, mover=0)
    assert clock.left(500, 0) == 80
    stored = json.loads(json.dumps(clock.to_stored()))
    same, later = Clock(60, reserve=100), Clock(60, reserve=100)
    same.restore(stored)
    same.set(1000, (1, 0), [0], paused=False, mover=0)
    assert same.left(1000, 0) == 80
    later.restore(stored)
    later.set(1000, (2, 0), [1], paused=False, mover=1)  # the last action ended the turn
    assert (later.left(1000, 0), later.left(1000, 1)) == (60 + 80, 160)
    for nonsense in ({}, {"spent": 3}, {"spent": {}, "reserves": {}, "key": None, "mover": 0}):
        fresh = Clock(60, reserve=100)
        fresh.restore(nonsense)
        assert fresh.reserve_left(0) == 100
