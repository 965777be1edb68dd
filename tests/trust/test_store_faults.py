"""A full disk, a slow store, a dead one, one that loses its answers: players are informed, nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import random
import resource
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from ledger import settle
from nursery import Nursery, Server
from people import Notes, fill, sit_down
from spoil import MOOD

TABLES = 3
UNLIMITED, LITTLE = resource.RLIM_INFINITY, 64 * 1024  # bytes


async def play_through(server: Server, trouble: Callable[[], Awaitable[None]], seed: int) -> tuple[Notes, Counter[str], list[str]]:
    """Games go on before, during and after the trouble. Returns also the refusals by code, and the sentences of `unavailable`."""
    notes, ending, luck = Notes(), asyncio.Event(), random.Random(seed)
    refusals: Counter[str] = Counter()
    sentences: list[str] = []

    def listen(message: dict[str, Any]) -> None:
        if message["type"] == "refused":
            refusals[message["code"]] += 1
            if message["code"] == "unavailable":
                sentences.append(message["sentence"])

    async def keep_busy(code: str) -> None:
        while not ending.is_set():
            await fill(server.url, code, notes, luck, ending, 0.01, on_message=listen)
            if not ending.is_set():
                code = await sit_down(server.url, notes)

    codes = [await sit_down(server.url, notes) for _ in range(TABLES)]
    async with asyncio.TaskGroup() as group:
        for code in codes:
            group.create_task(keep_busy(code))
        await asyncio.sleep(1.0)
        await trouble()
        before = len(notes.done)
        for _ in range(600):  # a busy machine is no fault of the store
            await asyncio.sleep(0.1)
            if len(notes.done) > before + 5 * TABLES:
                break
        else:
            raise AssertionError(f"the tables do not go on after the trouble: {len(notes.done) - before} actions in 60 s")
        ending.set()
    return notes, refusals, sentences


async def until_ready(server: Server, wanted: bool) -> None:
    """A monitor sees whether the server can write; meanwhile the server lives."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as monitor:
        for _ in range(300):
            if (await monitor.get("/readyz")).is_success is wanted:
                assert (await monitor.get("/healthz")).is_success
                return
            await asyncio.sleep(0.1)
    raise AssertionError(f"/readyz never said {'ok' if wanted else 'that the store is unavailable'}")


def fill_the_disk(nursery: Nursery, folder: Path) -> dict[str, int]:
    store = folder / "games"
    with nursery.server(store, folder, store_patience=2.0) as server:

        async def trouble() -> None:
            for _ in range(2):
                # writes beyond the limit fail, in longer files too: the write-ahead log may start again at its beginning
                resource.prlimit(server.child, resource.RLIMIT_FSIZE, (LITTLE, UNLIMITED))
                await asyncio.sleep(1.5)
                await until_ready(server, False)
                resource.prlimit(server.child, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
                await asyncio.sleep(0.5)

        notes, refusals, sentences = asyncio.run(play_through(server, trouble, 1))
        asyncio.run(until_ready(server, True))
        server.restart()
        counts = asyncio.run(settle(str(store), notes, server.url))
        assert refusals["unavailable"] > 0
        assert "could not write" in sentences[0]
        assert not server.faults(), server.faults()[0]
    return {"players told": refusals["unavailable"], **counts}


def trouble_the_store(nursery: Nursery, folder: Path, mood: str) -> dict[str, int]:
    store, switch = folder / "games", folder / "mood"
    switch.write_text("well")
    environment = {MOOD: str(switch)}
    with nursery.server(store, folder, store_patience=0.5, wrap=["spoil:moody"], environment=environment) as server:

        async def trouble() -> None:
            switch.write_text(mood)
            await asyncio.sleep(2.0)
            switch.write_text("well")

        notes, refusals, _ = asyncio.run(play_through(server, trouble, 2))
        server.restart()
        counts = asyncio.run(settle(str(store), notes, server.url))
        if mood != "slow 0.3":
            assert refusals["unavailable"] > 0
        assert not server.faults(), server.faults()[0]
    return {"players told": refusals["unavailable"], **counts}


@pytest.mark.timeout(900)  # it waits for the server's own patience, on a busy machine for long
def test_a_full_disk_refuses_and_loses_nothing(nursery: Nursery, tmp_path: Path) -> None:
    fill_the_disk(nursery, tmp_path)


MOODS = ("dead", "silent", "slow 0.3", "slow 1.5", "refusing", "late 0.8")
LONGER = [pytest.param(mood, marks=pytest.mark.nightly) for mood in MOODS[2:]]


@pytest.mark.parametrize("mood", [*MOODS[:2], *LONGER])
def test_a_store_in_trouble(nursery: Nursery, tmp_path: Path, mood: str) -> None:
    trouble_the_store(nursery, tmp_path, mood)
