"""Reviews in the background: a budget for each, addresses in turns, pieces that are tried again in halves, kept by content."""

from __future__ import annotations

import asyncio
import gzip
from types import SimpleNamespace

import msgspec
import pytest

from sevenhex.server.base.limits import Usage
from sevenhex.server.base.refusal import Refused
from sevenhex.server.base.settings import Limits
from sevenhex.server.review import reviews, study
from sevenhex.server.review.jobs import Packed
from sevenhex.server.review.played import Played
from sevenhex.server.review.reviews import PIECE, Reviews
from sevenhex.server.review.turns import Rank, account

ENTRIES = 80


class Workers:
    """Answers at once, or when it is let; pieces longer than `most` take too long. A text's last word is its game."""

    def __init__(self, usage, most=1000):
        self.usage, self.most, self.free, self.asked = usage, most, asyncio.Event(), []
        self.free.set()

    async def compute(self, job, address="", rank=None, pack=False):
        await self.free.wait()
        await asyncio.sleep(0)
        self.asked.append(job)
        self.usage.add(account(address, Rank.BACKGROUND), 1)
        if isinstance(job, study.Measure):
            words = job.game.text.split()
            entries = int(words[-2]) if words[-2:-1] and words[-2].isdigit() else ENTRIES
            return msgspec.json.encode({"entries": entries, "content": words[-1] if words else "table"})
        if isinstance(job, study.Survey):
            if job.last - job.first > 10 * self.most:
                raise Refused("too_large", "takes_too_long", seconds=20)
            return msgspec.json.encode({"values": list(range(job.first, job.last))})
        if isinstance(job, study.Grade):
            if job.last - job.first > self.most:
                raise Refused("too_large", "takes_too_long", seconds=20)
            return msgspec.json.encode([{"n": n} for n in range(job.first, job.last)])
        graded = {"graded": [row["n"] for row in job.graded], "complete": job.complete}
        assert [n for part in job.surveyed for n in part["values"]] == list(range(ENTRIES)) or job.game.text.startswith("game")
        return Packed(gzip.compress(msgspec.json.encode(graded)))

    def graded(self):
        return [job for job in self.asked if isinstance(job, study.Grade)]


class Store:
    def __init__(self):
        self.kept = {}

    async def review(self, content):
        return self.kept.get(content)

    async def set_review(self, content, code, body, most):
        self.kept[content] = body


def run(work, most=1000, **limits):
    async def inside():
        usage = Usage()
        found = SimpleNamespace(store=Store(), own=Workers(usage, most), uploads=Workers(usage, most), usage=usage)
        found.make = lambda: Reviews(found.store, found.own, found.uploads, Limits(**limits), usage)
        found.reviews = found.make()
        try:
            return await work(found)
        finally:
            await found.reviews.close()

    return asyncio.run(inside())


async def ended(review):
    await asyncio.wait_for(review.ended.wait(), 10)
    return review


def progress(review):
    return msgspec.json.decode(gzip.decompress(review.body))


def test_pieces_are_put_together_in_order():
    async def work(house):
        review = await ended(house.reviews.sent("text", "here"))
        assert review.done == 1
        assert progress(review) == {"graded": list(range(ENTRIES)), "complete": True}
        assert house.reviews.sent("text", "elsewhere") is review
        assert not house.own.asked  # what strangers send is computed by the workers for that

    run(work)


def test_a_piece_that_takes_too_long_is_tried_in_halves():
    async def work(house):
        review = await ended(house.reviews.sent("text", "here"))
        assert progress(review)["graded"] == list(range(ENTRIES))
        assert max(job.last - job.first for job in house.uploads.graded()) == PIECE

    run(work, most=PIECE // 2)


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
        house.reviews.sent("text", "here")
        with pytest.raises(Refused) as caught:
            house.reviews.sent("one more", "here")
        assert caught.value.key == "still_working"
        assert caught.value.retry_after
        for number in range(3):
            house.reviews.sent(f"other {number}", f"address {number}")
        with pytest.raises(Refused) as caught:
            house.reviews.sent("too much", "somewhere else")
        assert caught.value.key == "busy"
        house.uploads.free.set()
        await asyncio.gather(*(ended(each) for each in house.reviews.known.values()))
        assert house.reviews.sent("one more", "here").game  # the place is free again

    run(work, judged_per_address=1, judged_at_once=4)


def test_a_long_record_does_not_hold_up_a_short_one():
    """Addresses take turns: the short game of a stranger is ready long before the long one that was asked for first."""

    async def work(house):
        long = house.reviews.sent("game 4000 long", "greedy")
        while len(house.uploads.graded()) < 20:
            await asyncio.sleep(0)
        short = house.reviews.sent("game 40 short", "stranger")
        before = len(house.uploads.asked)
        await ended(short)
        assert not long.ended.is_set()
        assert len(house.uploads.asked) - before <= 40 // PIECE + 4  # its own steps, and the one that was under way

    run(work)


def test_places_are_in_the_order_of_the_end():
    async def work(house):
        house.uploads.free.clear()
        long = house.reviews.sent("x" * 9000, "greedy")
        short = house.reviews.sent("x" * 90, "stranger")
        assert (house.reviews.standing(long)["place"], house.reviews.standing(short)["place"]) == (2, 1)
        assert house.reviews.standing(long)["of"] == 2

    run(work)


def test_a_review_has_a_budget_of_entries():
    async def work(house):
        review = await ended(house.reviews.sent("game 101 long", "here"))
        assert (review.problem.key, review.problem.facts) == ("review_too_long", {"most": 100, "given": 101})
        assert not house.uploads.graded()

    run(work, judged_entries=100)


def test_a_review_that_has_used_up_its_time_ends_with_what_is_graded_and_is_not_kept():
    async def work(house):
        review = await ended(house.reviews.sent("text", "here"))
        assert progress(review) == {"graded": [], "complete": False}
        assert not house.store.kept

    run(work, judged_seconds=0.0)


def test_the_requester_can_cancel_and_nobody_else():
    async def work(house):
        house.uploads.free.clear()
        review = house.reviews.sent("text", "here")
        await asyncio.sleep(0)
        with pytest.raises(Refused) as caught:
            house.reviews.cancel(review.key, "elsewhere")
        assert caught.value.key == "review_not_yours"
        house.reviews.sent("text", "second")
        house.reviews.cancel(review.key, "here")
        assert not review.ended.is_set()  # the other one still waits for it
        house.reviews.cancel(review.key, "second")
        assert review.problem.key == "review_cancelled"
        assert not house.reviews.places.taken
        house.uploads.free.set()
        assert (await ended(house.reviews.sent("text", "here"))).body

    run(work)


def test_the_same_game_is_judged_once_even_after_a_restart():
    async def work(house):
        first = await ended(house.reviews.sent("written one way: game", "here"))
        await house.reviews.close()
        house.reviews = house.make()
        graded = len(house.uploads.graded())
        again = await ended(house.reviews.sent("and another way: game", "elsewhere"))
        assert progress(again) == progress(first)
        assert len(house.uploads.graded()) == graded > 0

    run(work)


def test_a_table_is_reviewed_once_and_its_review_kept():
    async def work(house):
        played = Played({}, [(0, 1)] * ENTRIES)
        review = await ended(house.reviews.table("abc", played, "here"))
        assert house.store.kept["table"] == review.body
        house.reviews.known.clear()  # as after a restart
        graded = len(house.own.graded())
        again = await ended(house.reviews.table("abc", played, "here"))
        assert again.body == review.body
        assert len(house.own.graded()) == graded

    run(work)


def test_a_tables_review_is_asked_for_at_the_table_only():
    """A key that can be guessed must not go around the table's lock and bans."""

    async def work(house):
        review = await ended(house.reviews.table("abc", Played({}, []), "here"))
        assert house.reviews.of(review.key) is None

    run(work)


def test_the_oldest_are_forgotten(monkeypatch):
    monkeypatch.setattr(reviews, "KEPT", 3)

    async def work(house):
        for number in range(6):
            await ended(house.reviews.sent(f"text {number}", "here"))
        assert len(house.reviews.known) <= 4
        assert house.reviews.of(list(house.reviews.known)[-1]).body

    run(work)


def test_a_fault_of_ours_is_reported_in_a_sentence():
    async def work(house):
        async def broken(job, *given, **named):
            raise RuntimeError("unexpected")

        house.uploads.compute = broken
        review = await ended(house.reviews.sent("text", "here"))
        assert review.problem.key == "not_worked_out"

    run(work)
