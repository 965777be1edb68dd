"""Killed at any moment, the server loses nothing that it has acknowledged and does nothing twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from ledger import settle
from nursery import Nursery
from people import Notes, fill, sit_down

TABLES = 4


async def kill_again_and_again(nursery: Nursery, kills: int, seed: int) -> Notes:
    notes, luck, ending = Notes(), random.Random(seed), asyncio.Event()

    async def keep_busy(place: int) -> None:
        editions = (("sixth", 4), ("fourth", 3), ("zip", 2), ("extension", 5))
        while not ending.is_set():
            edition, players = editions[place % len(editions)]
            code = await sit_down(nursery.url, notes, players, edition)
            await fill(nursery.url, code, notes, luck, ending)

    async with asyncio.TaskGroup() as group:
        for place in range(TABLES):
            group.create_task(keep_busy(place))
        await asyncio.sleep(1.0)
        for _ in range(kills):
            await asyncio.sleep(luck.expovariate(1 / 0.25))
            await asyncio.to_thread(nursery.kill)
            await asyncio.to_thread(nursery.start, False)
            await asyncio.sleep(luck.uniform(0, 1.0))
        ending.set()
    return notes


def run(store: str, folder: Path, kills: int, seed: int, **settings: Any) -> dict[str, int]:
    limits = {"requests_per_second": 1e6, "request_burst": 1e6, "new_table_burst": 1e6, "connections_per_address": 10_000}
    with Nursery(store, folder, bot_pause=[0, 0], limits=limits, **settings) as nursery:
        nursery.start()
        notes = asyncio.run(kill_again_and_again(nursery, kills, seed))
        nursery.restart()
        counts = asyncio.run(settle(store, notes, nursery.url))
        assert not nursery.faults(), nursery.faults()[0]
    assert counts["actions acknowledged"] > 5 * kills
    return {"kills": kills, **counts}


def test_no_acknowledged_action_is_lost(tmp_path: Path) -> None:
    run(str(tmp_path / "games"), tmp_path, kills=10, seed=1)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_no_acknowledged_action_is_lost_in_two_hundred_kills(tmp_path: Path) -> None:
    print(run(str(tmp_path / "games"), tmp_path, kills=200, seed=2))
