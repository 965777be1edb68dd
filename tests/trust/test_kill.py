"""Killed at any moment, the server loses nothing that it has acknowledged and does nothing twice."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ledger import settle
from members import ORIGIN, Members
from nursery import Nursery, Server
from people import Notes, fill, insist, sit_down

from sevenhex.game.game import Game
from sevenhex.protocol.client import Gone, Lobby, Refusal

PATIENCE = 60.0  # seconds for a few actions, on a busy machine
TABLES = 4
REVIEWED = 2  # finished games whose review must be there in the end...
REVIEW_PATIENCE = 600.0  # ...within so many seconds each, on a busy machine


class Reviewer:
    """Asks for the review of one finished game after the other, through every restart, and never gets another answer than before."""

    def __init__(self, url: str, notes: Notes) -> None:
        self.url, self.notes = url, notes
        self.under_way = False
        self.known: dict[str, Any] = {}

    async def work(self, ending: asyncio.Event) -> None:
        while not ending.is_set():
            code = next((code for code in self.notes.ended if code not in self.known), None)
            if code is None:
                await asyncio.sleep(0.1)
            else:
                await self.ask(code)

    async def ask(self, code: str) -> None:
        try:
            found = await asyncio.to_thread(Lobby(self.url, 10).call, "POST", f"/api/tables/{code}/review")
        except (Gone, Refusal, OSError, TimeoutError, ValueError):  # away, or cut in the middle of an answer
            self.under_way = False
        else:
            self.under_way = "format" not in found
            if not self.under_way:
                assert self.known.setdefault(code, found) == found, f"{code}: reviewed again, and differently"
        await asyncio.sleep(0.1)


async def kill_again_and_again(server: Server, kills: int, seed: int) -> tuple[Notes, dict[str, int]]:
    notes, luck, ending = Notes(), random.Random(seed), asyncio.Event()
    reviewer, members, moments = Reviewer(server.url, notes), Members(server.url, seed), Counter[str]()

    async def keep_busy(place: int) -> None:
        editions = (("sixth", 4), ("fourth", 3), ("zip", 2), ("extension", 5))
        while not ending.is_set():
            edition, players = editions[place % len(editions)]
            code = await sit_down(server.url, notes, players, edition)
            await fill(server.url, code, notes, luck, ending, patience=240)

    async def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        until = time.monotonic() + seconds
        while not condition() and time.monotonic() < until:
            await asyncio.sleep(0.001)
        return condition()

    async with asyncio.TaskGroup() as group:
        for place in range(TABLES):
            group.create_task(keep_busy(place))
        group.create_task(reviewer.work(ending))
        group.create_task(members.work(ending))
        await asyncio.sleep(1.0)
        for number in range(kills):
            wanted = len(notes.done) + (luck.randint(1, 20) if luck.random() < 0.9 else 0)  # mostly in the middle of play
            await wait_for(lambda wanted=wanted: len(notes.done) >= wanted)  # type: ignore[misc]
            await asyncio.sleep(luck.expovariate(1 / 0.25))
            if number % 8 == 1 and await wait_for(lambda: notes.asking > 0):
                moments["kills during a write"] += 1
            elif number % 8 == 5 and await wait_for(lambda: members.writing > 0):
                moments["kills during a member's write"] += 1
            elif number % 4 == 3 and await wait_for(lambda: reviewer.under_way, 10):
                await asyncio.sleep(luck.expovariate(1 / 0.5))
                moments["kills during a review"] += 1
            await asyncio.to_thread(server.kill)
            reviewer.under_way = False
            if number % 20 == 19:
                print(f"{number + 1} kills, {len(notes.done):,} actions, {len(notes.ended)} games over", file=sys.stderr, flush=True)
            await asyncio.to_thread(server.start, luck.random() < 0.8)  # the others are killed while they start
        await asyncio.to_thread(server.wait_until_healthy)
        ending.set()
    await asyncio.to_thread(server.wait_until_healthy)
    verified = 0
    for code in notes.ended:
        text = await insist(Lobby(server.url).call, "GET", f"/api/tables/{code}/record")
        assert Game.load(text).is_over, f"{code}: its record does not tell the end"
        verified += 1
    for code in notes.ended[:REVIEWED]:
        until = time.monotonic() + REVIEW_PATIENCE
        while code not in reviewer.known and time.monotonic() < until:
            await reviewer.ask(code)
        assert code in reviewer.known, f"{code}: never reviewed"
    return notes, {**moments, "records verified": verified, "games reviewed": len(reviewer.known), **await members.look()}


def run(nursery: Nursery, store: str, folder: Path, kills: int, seed: int, **settings: Any) -> dict[str, int]:
    with nursery.server(store, folder, notify=[ORIGIN], **settings) as server:
        notes, more = asyncio.run(kill_again_and_again(server, kills, seed))
        server.restart()
        counts = asyncio.run(settle(store, notes, server.url))
        assert not (faults := server.faults()), "\n".join(str(fault["message"]) for fault in faults[:20])
    assert counts["actions acknowledged"] > 5 * kills
    return {"kills": kills, **more, **counts}


def test_no_acknowledged_action_is_lost(nursery: Nursery, tmp_path: Path) -> None:
    run(nursery, str(tmp_path / "games"), tmp_path, kills=8, seed=1)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_no_acknowledged_action_is_lost_in_two_hundred_kills(nursery: Nursery, tmp_path: Path) -> None:
    print(run(nursery, str(tmp_path / "games"), tmp_path, kills=200, seed=2))
