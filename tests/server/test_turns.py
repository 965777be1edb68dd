"""Who is next at the workers: the address that used least; nobody's slow questions keep a quick one waiting."""

from __future__ import annotations

import asyncio

import pytest

from sevenhex.server.base.limits import Usage
from sevenhex.server.base.refusal import Refused
from sevenhex.server.review import jobs, study
from sevenhex.server.review.turns import FRUGAL, QUICK_UNTIL, Rank, Turns
from sevenhex.server.review.workers import is_large


def run(work, workers=3, waiting=8):
    async def inside():
        return await work(Turns([f"worker {n}" for n in range(workers)], Usage(), waiting))

    return asyncio.run(inside())


async def started(turns, *given):
    """Ask for a turn each, and say which have a worker."""
    asked = [turns.begin(address, rank) for address, rank in given]
    tasks = [asyncio.ensure_future(turns.take(turn)) for turn in asked]
    for task in tasks:
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return asked


def test_one_worker_is_left_for_quick_questions():
    async def work(turns):
        turns.usage.add("greedy", 100)
        turns.usage.add("others", 90)
        slow = await started(turns, *[("greedy", Rank.PERSON), ("others", Rank.PERSON), ("others", Rank.BACKGROUND)] * 2)
        assert len(turns.running) == 2
        assert len(turns.idle) == 1
        (quick,) = await started(turns, ("stranger", Rank.PERSON))
        assert quick.given.done()
        assert all(turn.slow for turn in slow)

    run(work)


def test_the_last_worker_is_kept_for_those_who_have_hardly_asked_anything():
    """Quick questions of a few addresses, one after the other, would hold every worker most of the time."""

    async def work(turns):
        for address in ("one", "two", "three"):
            turns.usage.add(address, FRUGAL + 1)
        greedy = await started(turns, *[(address, Rank.PERSON) for address in ("one", "two", "three")])
        assert not any(turn.slow for turn in greedy)
        assert [turn.given.done() for turn in greedy] == [True, True, False]
        (stranger,) = await started(turns, ("stranger", Rank.PERSON))
        assert stranger.given.done()
        turns.give_back(stranger, stranger.given.result())
        assert not greedy[2].given.done()
        turns.give_back(greedy[0], greedy[0].given.result())
        assert greedy[2].given.done()  # two are free: one is enough for a stranger
        (seated,) = await started(turns, ("one", Rank.TABLE))
        assert seated.given.done()

    run(work)


def test_an_address_never_has_all_places_for_slow_questions():
    async def work(turns):
        turns.usage.add("greedy", 100)
        await started(turns, ("greedy", Rank.PERSON), ("greedy", Rank.BACKGROUND), ("greedy", Rank.PERSON))
        assert len(turns.running) == 1
        turns.usage.add("stranger", QUICK_UNTIL + 1)
        (other,) = await started(turns, ("stranger", Rank.BACKGROUND))
        assert other.given.done()

    run(work)


def test_the_address_that_used_least_is_next():
    async def work(turns):
        (first,) = await started(turns, ("somebody", Rank.PERSON))
        turns.usage.add("greedy", 3)
        turns.usage.add("modest", 1)
        greedy, modest, new = await started(turns, ("greedy", Rank.PERSON), ("modest", Rank.PERSON), ("new", Rank.PERSON))
        order = []
        for _ in range(3):
            turns.give_back(first, first.given.result())
            first = turns.running[0]
            order.append(first)
        assert order == [new, modest, greedy]

    run(work, workers=1)


def test_people_at_a_table_go_first_and_reviews_last():
    async def work(turns):
        (first,) = await started(turns, ("somebody", Rank.PERSON))
        review, person, table = await started(turns, ("a", Rank.BACKGROUND), ("b", Rank.PERSON), ("c", Rank.TABLE))
        order = []
        for _ in range(3):
            turns.give_back(first, first.given.result())
            first = turns.running[0]
            order.append(first)
        assert order == [table, person, review]

    run(work, workers=1)


def test_a_question_that_takes_long_goes_on_only_where_slow_ones_have_room():
    async def work(turns):
        first, second = await started(turns, ("a", Rank.PERSON), ("b", Rank.PERSON))
        assert turns.becomes_slow(first)
        assert not turns.becomes_slow(second)
        assert turns.again(second).slow

    run(work)


def test_where_too_many_wait_the_greediest_is_refused():
    async def work(turns):
        turns.usage.add("greedy", 4)
        await started(turns, ("somebody", Rank.PERSON))
        greedy = await started(turns, *[("greedy", Rank.PERSON)] * 2)
        (stranger,) = await started(turns, ("stranger", Rank.PERSON))
        assert stranger in turns.waiting
        refused = [turn for turn in greedy if turn.given.done()]
        assert len(refused) == 1
        with pytest.raises(Refused) as caught:
            refused[0].given.result()
        assert caught.value.key == "busy"
        assert caught.value.retry_after

    run(work, workers=1, waiting=2)


def test_a_review_of_ones_own_does_not_make_questions_slow():
    async def work(turns):
        (piece,) = await started(turns, ("person", Rank.BACKGROUND))
        piece.began -= 100
        turns.give_back(piece, piece.given.result())
        assert not turns.begin("person", Rank.PERSON).slow

    run(work)


def test_of_two_workers_one_stays_for_quick_questions():
    async def work(turns):
        turns.usage.add("a", 100)
        await started(turns, ("a", Rank.PERSON), ("b", Rank.BACKGROUND))
        assert len(turns.idle) == 1

    run(work, workers=2)


def test_a_large_question_is_a_slow_one_from_the_beginning():
    small = study.Judge(study.Line("x", None, []), None, None, 1)
    long, deep = study.Judge(study.Line("x" * 40_000, None, []), None, None, 1), study.Judge(study.Line("x", None, []), None, None, 5)
    assert [is_large(job, jobs.encoder.encode(job)) for job in (small, long, deep)] == [False, True, True]

    async def work(turns):
        assert turns.begin("new", Rank.PERSON, large=True).slow
        assert not turns.begin("new", Rank.PERSON).slow

    run(work)


def test_a_turn_given_up_leaves_no_trace():
    async def work(turns):
        first = turns.begin("here", Rank.PERSON)
        holding = asyncio.ensure_future(turns.take(first))
        waiting = asyncio.ensure_future(turns.take(turns.begin("there", Rank.PERSON)))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert not turns.waiting
        turns.give_back(first, await holding)
        assert (len(turns.idle), turns.running) == (1, [])

    run(work, workers=1)


def test_use_is_forgotten_by_halves_and_counts_for_a_whole_network():
    now = 0.0
    usage = Usage(10.0, lambda: now)
    usage.add("2001:db8::1", 8)
    assert usage.of("2001:db8::2") == 8
    assert usage.of("2001:db8:0:1::1") == 0
    now = 20.0
    assert usage.of("2001:db8::3") == 2
