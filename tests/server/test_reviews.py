"""Reviews in the background: few for each address and in all, in pieces that are tried again in halves, kept; a failure is told."""

from __future__ import annotations

import asyncio
import gzip
from types import SimpleNamespace

import msgspec
import pytest

from sevenhex.server.base.refusal import Refused
from sevenhex.server.review import reviews, study
from sevenhex.server.review.played import Played
from sevenhex.server.review.reviews import PER_ADDRESS, WAITING, Reviews


class Workers:
    """Answers at once, or when it is let; pieces longer than `most` take too long."""

    def __init__(self, most=1000):
        self.most, self.free, self.asked = most, asyncio.Event(), []
        self.free.set()

    async def compute(self, job, address=""):
        await self.free.wait()
        self.asked.append(job)
        if isinstance(job, study.Outline):
            return msgspec.json.encode({"overview": {}, "slices": [[0, 40], [40, 80]]})
        if isinstance(job, study.Grade):
            if job.last - job.first > self.most:
                raise Refused("too_large", "takes_too_long", seconds=20)
            return msgspec.json.encode([{"n": n} for n in range(job.first, job.last)])
        return msgspec.json.encode({"graded": [row["n"] for row in job.graded]})


class Store:
    def __init__(self):
        self.kept = {}

    async def review(self, code, entries):
        return self.kept.get((code, entries))

    async def set_review(self, code, entries, body):
        self.kept[code, entries] = body


def run(work, **given):
    async def inside():
        found = SimpleNamespace(store=Store(), own=Workers(**given), uploads=Workers(**given))
        found.reviews = Reviews(found.store, found.own, found.uploads)
        try:
            return await work(found)
        finally:
            await found.reviews.close()

    return asyncio.run(inside())


async def ended(review):
    await asyncio.wait([review.task])
    return review


def test_pieces_are_put_together_in_order():
    async def work(house):
        review = await ended(house.reviews.sent("text", "here"))
        assert review.done == 1
        assert msgspec.json.decode(review.body) == {"graded": list(range(80))}
        assert house.reviews.sent("text", "elsewhere") is review
        assert not house.own.asked  # what strangers send is computed by the workers for that

    run(work)


def test_a_piece_that_takes_too_long_is_tried_in_halves():
    async def work(house):
        review = await ended(house.reviews.sent("text", "here"))
        assert msgspec.json.decode(review.body) == {"graded": list(range(80))}
        assert max(job.last - job.first for job in house.uploads.asked if isinstance(job, study.Grade)) == 40

    run(work, most=11)


def test_what_cannot_be_done_in_time_is_refused_and_may_be_asked_again():
    async def work(house):
        review = await ended(house.reviews.sent("text", "here"))
        assert review.problem.code == "too_large"
        house.uploads.most = 1000
        assert (await ended(house.reviews.sent("text", "here"))).body

    run(work, most=0)


def test_few_for_an_address_and_few_in_all():
    async def work(house):
        house.uploads.free.clear()
        for number in range(PER_ADDRESS):
            house.reviews.sent(f"text {number}", "here")
        with pytest.raises(Refused) as caught:
            house.reviews.sent("one more", "here")
        assert caught.value.key == "still_working"
        assert caught.value.retry_after
        for number in range(WAITING - PER_ADDRESS):
            house.reviews.sent(f"other {number}", f"address {number}")
        with pytest.raises(Refused) as caught:
            house.reviews.sent("too much", "somewhere else")
        assert caught.value.key == "busy"
        house.uploads.free.set()
        await asyncio.wait([each.task for each in house.reviews.known.values()])
        assert house.reviews.sent("one more", "here").task  # the place is free again

    run(work)


def test_a_table_is_reviewed_once_and_its_review_kept():
    async def work(house):
        played = Played({}, [(0, 1)] * 80)
        review = await ended(await house.reviews.table("abc", played, "here"))
        assert gzip.decompress(house.store.kept["abc", 80]) == review.body
        house.reviews.known.clear()  # as after a restart
        again = await house.reviews.table("abc", played, "here")
        assert again.body == review.body
        assert len(house.own.asked) == 4

    run(work)


def test_the_oldest_are_forgotten(monkeypatch):
    monkeypatch.setattr(reviews, "KEPT", 3)

    async def work(house):
        for number in range(6):
            await ended(house.reviews.sent(f"text {number}", "here"))
        assert len(house.reviews.known) <= 4
        assert house.reviews.of(list(house.reviews.known)[-1]).body

    run(work)


def test_a_fault_of_ours_is_told_in_a_sentence():
    async def work(house):
        async def broken(job, address=""):
            raise RuntimeError("unexpected")

        house.uploads.compute = broken
        review = await ended(house.reviews.sent("text", "here"))
        assert review.problem.key == "not_worked_out"

    run(work)
