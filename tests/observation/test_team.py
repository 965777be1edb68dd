"""Threads that wait for work: every part is done, in order, and a failure is the caller's to see."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from sevenhex.env import VectorEnv
from sevenhex.observation.team import Team, processors


def begun_since(before: set[threading.Thread]) -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "sevenhex-env"} - before


def end(threads: set[threading.Thread]) -> bool:
    for thread in threads:
        thread.join(timeout=20)
    return not any(thread.is_alive() for thread in threads)


def test_each_part_is_done_by_a_thread_of_its_own():
    team = Team(3)
    meeting = threading.Barrier(3)  # nobody passes unless all three are at work at once

    def work(number: int) -> int:
        meeting.wait(timeout=20)
        return 10 * number

    assert team.each(work, [(1,), (2,), (3,)]) == [10, 20, 30]
    team.close()


@pytest.mark.parametrize("bad", [0, 1])
def test_a_failure_waits_for_the_others(bad):
    team, ended = Team(2), []

    def work(number: int) -> None:
        if number == bad:
            raise ValueError(f"part {number}")
        time.sleep(0.05)
        ended.append(number)

    with pytest.raises(ValueError, match=f"part {bad}"):
        team.each(work, [(0,), (1,)])
    assert ended == [1 - bad]
    assert team.each(lambda number: number, [(4,), (5,)]) == [4, 5]
    team.close()


def test_threads_end_with_their_environment():
    before = set(threading.enumerate())
    env = VectorEnv(8, threads=3)
    helpers = begun_since(before)
    assert len(helpers) == 2
    env.close()
    assert end(helpers)
    with pytest.raises(RuntimeError, match="dismissed"):
        env.reset()
    before = set(threading.enumerate())
    forgotten = VectorEnv(8, threads=2)
    forgotten.reset()
    helpers = begun_since(before)
    assert len(helpers) == 1
    del forgotten
    gc.collect()
    assert end(helpers)


def test_few_games_get_one_thread_and_a_given_number_is_kept():
    assert VectorEnv(10).threads == 1
    assert VectorEnv(10, threads=4).threads == 4
    assert VectorEnv(2, threads=4).threads == 2
    assert VectorEnv(2000).threads == min(processors(), 15)
