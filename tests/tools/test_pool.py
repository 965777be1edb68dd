"""Games in processes until the time is over: all of them, or none that would begin too late."""

from __future__ import annotations

import os
from functools import partial
from types import SimpleNamespace

import pytest

from sevenhex.tools import pool
from sevenhex.tools.pool import played


def test_every_game_is_played_once_and_keeps_its_name():
    games = {(name, game): partial(divmod, 10 * game, name) for name in (2, 3) for game in range(5)}
    found = list(played(games, 2, 60.0))
    assert len(found) == len(games)
    assert dict(found) == {(name, game): divmod(10 * game, name) for name in (2, 3) for game in range(5)}


def test_games_are_begun_in_their_order():
    assert [name for name, _ in played(dict.fromkeys("dbca", os.getpid), 1, 60.0)] == list("dbca")


def test_games_run_in_other_processes():
    assert os.getpid() not in {process for _, process in played(dict.fromkeys(range(4), os.getpid), 2, 60.0)}


def test_when_the_time_is_over_none_is_begun_and_those_that_run_are_awaited(monkeypatch):
    now = 0.0
    monkeypatch.setattr(pool, "time", SimpleNamespace(monotonic=lambda: now))
    assert list(played(dict.fromkeys(range(4), os.getpid), 2, 0.0)) == []
    found = []
    for name, _ in played(dict.fromkeys(range(4), os.getpid), 2, 60.0):
        now = 61.0
        found.append(name)
    assert sorted(found) == [0, 1]


def test_a_game_that_fails_is_told():
    with pytest.raises(ZeroDivisionError):
        list(played({0: partial(divmod, 1, 0)}, 1, 60.0))
