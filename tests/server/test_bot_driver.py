"""Bots that cannot act try again, but not without a pause; the rest is in test_play.py."""

from __future__ import annotations

import asyncio

import pytest

from sevenhex.server.base.refusal import Refused
from sevenhex.server.table import bot_driver


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
