"""Bots that cannot act try again, but not without a pause, and levels of before; the rest is in test_play.py."""

from __future__ import annotations

import asyncio
import warnings

import pytest

from sevenhex.errors import SevenhexError
from sevenhex.server.base.refusal import Refused
from sevenhex.server.store.seats import BOT, Seat
from sevenhex.server.table import bot_driver, bot_pool


@pytest.mark.parametrize(("code", "expected"), [("stale", []), ("unavailable", [1.0, 2.0]), ("damaged", [1.0, 2.0])])
def test_a_bot_waits_before_it_tries_again(monkeypatch, code, expected):
    answers, pauses = [True, False], []
    failures = [Refused(code, "busy")] * 2

    async def act(table):
        if failures:
            raise failures.pop()
        return answers.pop(0)

    async def sleep(seconds):
        pauses.append(seconds)

    monkeypatch.setattr(bot_driver, "act", act)
    monkeypatch.setattr(bot_driver.asyncio, "sleep", sleep)
    asyncio.run(bot_driver.let_bots_play(None))
    assert pauses == expected
    assert not answers


def test_a_wish_for_a_level_that_is_gone_is_understood_and_reported():
    with pytest.warns(DeprecationWarning, match="'deep' is gone"):
        assert bot_pool.check("planner", "deep") == ("planner", "normal")
    with pytest.raises(SevenhexError, match="random has no level 'deep'"):
        bot_pool.check("random", "deep")


def test_a_stored_seat_with_a_level_that_is_gone_plays_on_in_silence():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bot_driver.Bots().at(Seat(0, BOT, bot="scholar", level="deep")).level == "normal"
        assert bot_driver.Bots().at(Seat(0, BOT, bot="planner", level="quick")).level == "quick"
