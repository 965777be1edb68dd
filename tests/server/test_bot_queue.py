"""Bots' thinking is shared fairly: by whether somebody waits, by address, by table."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from sevenhex.game.game import Game
from sevenhex.server.table.bot_pool import Pool
from sevenhex.server.table.bot_queue import FairQueue, Job


def job(table, address, waited_for=False):
    return Job(table, address, waited_for, lambda: 0, lambda result: None)


def order(queue, seconds=1.0):
    """Serve everything with one thread, each thought as long as the other."""
    served = []
    while (now := queue.next()) is not None:
        served.append(now)
        queue.done(now, seconds)
    return served


def test_a_table_where_somebody_waits_comes_first():
    queue = FairQueue(1)
    for n in range(30):
        queue.add(job(f"hostile{n}", "evil"))
    queue.add(job("mine", "home", waited_for=True))
    assert order(queue)[0].table == "mine"


def test_addresses_take_turns_however_many_tables_one_has():
    queue = FairQueue(1)
    for n in range(30):
        queue.add(job(f"hostile{n}", "evil", waited_for=True))
    for _ in range(3):
        queue.add(job("mine", "home", waited_for=True))
    served = [each.address for each in order(queue)]
    assert served[:6].count("home") == 3


def test_tables_of_one_address_take_turns():
    queue = FairQueue(1)
    for _ in range(3):
        queue.add(job("a", "home"))
    queue.add(job("b", "home"))
    assert [each.table for each in order(queue)][:2] == ["a", "b"]


def test_long_thoughts_are_paid_for():
    queue = FairQueue(1)
    for n in range(4):
        queue.add(job(f"slow{n}", "slow"))
        queue.add(job(f"quick{n}", "quick"))
    first = queue.next()
    queue.done(first, 10.0)
    assert [each.address for each in order(queue, 1.0)][:4] == ["quick"] * 4


def test_nobody_saves_up_time_by_staying_away():
    queue = FairQueue(1)
    for _ in range(5):
        queue.add(job("a", "home"))
    order(queue, 100.0)
    queue.add(job("b", "new"))
    queue.add(job("b", "new"))
    queue.add(job("b", "new"))
    queue.add(job("a", "home"))
    assert "home" in [each.address for each in order(queue, 600.0)][:3]
    assert not queue.addresses.jobs
    assert len(queue.addresses.used) <= 2


def test_tables_without_people_never_take_the_last_thread():
    queue = FairQueue(2)
    for n in range(5):
        queue.add(job(f"t{n}", f"address{n}"))
    assert queue.next() is not None
    assert queue.next() is None
    queue.add(job("mine", "home", waited_for=True))
    assert queue.next().table == "mine"
    lonely = FairQueue(1)
    lonely.add(job("t", "address"))
    assert lonely.next() is not None  # but one thread alone serves everybody


class Blocked:
    """A bot that thinks until it may go."""

    def __init__(self):
        self.release = threading.Event()

    def choose(self, view, legal, limit):
        self.release.wait(60)
        return legal[0]


class Quick:
    def choose(self, view, legal, limit):
        return legal[-1]


@pytest.fixture
def game():
    fresh = Game.new("sixth", 3, seed=1, starter=0)
    assert fresh.to_act
    return fresh


def test_thirty_tables_of_a_stranger_do_not_stop_my_bot(game):
    seat, blocked = game.to_act[0], Blocked()

    async def run():
        pool = Pool(2, 60.0)
        try:
            hostile = [pool.ask(blocked, game, seat, f"t{n}", "evil", waited_for=False) for n in range(30)]
            mine = await asyncio.wait_for(pool.ask(Quick(), game, seat, "mine", "home", waited_for=True), 60)
            assert mine == game.legal(seat)[-1]
            assert not any(answer.done() for answer in hostile)
            blocked.release.set()
            assert await asyncio.gather(*hostile) == [game.legal(seat)[0]] * 30
        finally:
            blocked.release.set()
            pool.close()

    asyncio.run(run())


def test_a_bot_that_thinks_for_too_long_is_not_waited_for(game):
    seat, blocked = game.to_act[0], Blocked()

    async def run():
        pool = Pool(1, 0.01)
        try:
            with pytest.raises(TimeoutError):
                await pool.ask(blocked, game, seat, "t", "home", waited_for=True)
            blocked.release.set()
            pool.seconds = 60.0
            assert await pool.ask(Quick(), game, seat, "t", "home", waited_for=True) == game.legal(seat)[-1]
        finally:
            blocked.release.set()
            pool.close()

    asyncio.run(run())


def test_tables_without_people_rest_after_a_thought_and_people_do_not_wait_for_that():
    queue = FairQueue(2)
    for n in range(3):
        queue.add(job(f"t{n}", f"address{n}"))
    queue.done(queue.next(), 0.5)
    queue.resting += 1
    assert queue.next() is None
    for n in range(2):
        queue.add(job(f"mine{n}", "home", waited_for=True))
    assert [queue.next().table, queue.next().table] == ["mine0", "mine1"]
    queue.resting -= 1
    queue.thinking.clear()
    assert queue.next() is not None


def test_a_rest_is_as_long_as_the_processor_was_used(game, monkeypatch):
    """On a busy machine a thought takes long without using much: resting for that too would leave such tables with nothing."""
    seat, rests = game.to_act[0], []

    class Waiting:
        def choose(self, view, legal, limit):
            time.sleep(0.2)
            return legal[-1]

    async def run():
        pool = Pool(1, 60.0)
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(pool, "rested", lambda: None)
        later = loop.call_later

        def call_later(seconds, work, *given):
            if work == pool.rested:
                rests.append(seconds)
            return later(seconds, work, *given)

        monkeypatch.setattr(loop, "call_later", call_later)
        try:
            assert await pool.ask(Waiting(), game, seat, "t", "home", waited_for=False) == game.legal(seat)[-1]
        finally:
            pool.close()

    asyncio.run(run())
    assert len(rests) == 1
    assert rests[0] < 0.2


def test_a_rest_ends_by_itself(game):
    seat = game.to_act[0]

    async def run():
        pool = Pool(2, 60.0)
        try:
            answers = [pool.ask(Quick(), game, seat, f"t{n}", "evil", waited_for=False) for n in range(5)]
            assert await asyncio.gather(*answers) == [game.legal(seat)[-1]] * 5
        finally:
            pool.close()

    asyncio.run(run())
