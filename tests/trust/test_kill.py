"""Killed at any moment, the server loses nothing that it has acknowledged and does nothing twice."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest
from ledger import settle
from nursery import Nursery, Server
from people import Notes, fill, sit_down

PATIENCE = 60.0  # seconds for a few actions, on a busy machine
TABLES = 4


async def kill_again_and_again(server: Server, kills: int, seed: int) -> Notes:
    notes, luck, ending = Notes(), random.Random(seed), asyncio.Event()

    async def keep_busy(place: int) -> None:
        editions = (("sixth", 4), ("fourth", 3), ("zip", 2), ("extension", 5))
        while not ending.is_set():
            edition, players = editions[place % len(editions)]
            code = await sit_down(server.url, notes, players, edition)
            await fill(server.url, code, notes, luck, ending, patience=240)

    async with asyncio.TaskGroup() as group:
        for place in range(TABLES):
            group.create_task(keep_busy(place))
        await asyncio.sleep(1.0)
        for _ in range(kills):
            wanted = len(notes.done) + (luck.randint(1, 20) if luck.random() < 0.9 else 0)  # mostly in the middle of play
            until = time.monotonic() + PATIENCE
            while len(notes.done) < wanted and time.monotonic() < until:
                await asyncio.sleep(0.02)
            await asyncio.sleep(luck.expovariate(1 / 0.25))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start, luck.random() < 0.8)  # the others are killed while they start
        await asyncio.to_thread(server.wait_until_healthy)
        ending.set()
    return notes


def run(nursery: Nursery, store: str, folder: Path, kills: int, seed: int, **settings: Any) -> dict[str, int]:
    with nursery.server(store, folder, **settings) as server:
        notes = asyncio.run(kill_again_and_again(server, kills, seed))
        server.restart()
        counts = asyncio.run(settle(store, notes, server.url))
        assert not server.faults(), server.faults()[0]
    assert counts["actions acknowledged"] > 5 * kills
    return {"kills": kills, **counts}


def test_no_acknowledged_action_is_lost(nursery: Nursery, tmp_path: Path) -> None:
    run(nursery, str(tmp_path / "games"), tmp_path, kills=8, seed=1)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_no_acknowledged_action_is_lost_in_two_hundred_kills(nursery: Nursery, tmp_path: Path) -> None:
    print(run(nursery, str(tmp_path / "games"), tmp_path, kills=200, seed=2))
