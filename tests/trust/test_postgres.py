"""The same promises over PostgreSQL, and with several server processes over one."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import test_hostile
import test_kill
from ledger import settle
from nursery import Nursery, Server
from people import Notes, fill, sit_down

from benchmarks.postgres import Postgres, why_not
from sevenhex.protocol.client import Client, Lobby
from sevenhex.server.cluster.leases import SECONDS, Elsewhere, Leases
from sevenhex.server.store.errors import Conflict
from sevenhex.server.store.seats import Seat
from sevenhex.server.store.store import LogEntry, Store, TableRecord

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())
MOVED_WITHIN = 5.0


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as found:
        yield found


@contextlib.contextmanager
def processes(nursery: Nursery, store: str, folder: Path, count: int) -> Iterator[list[Server]]:
    """Several servers that know one another's addresses."""
    servers = [nursery.server(store, folder) for _ in range(count)]
    for server in servers:
        server.settings["peer"] = server.url
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(server) for server in servers]


def test_killed_over_postgresql_nothing_is_lost(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    test_kill.run(nursery, postgres.base(), tmp_path, kills=4, seed=3)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_killed_over_postgresql_for_long(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    print(test_kill.run(nursery, postgres.base(), tmp_path, kills=100, seed=4))


def test_hostile_messages_over_postgresql(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    test_hostile.attack(nursery, tmp_path, 1500, 5, postgres.base())


def test_the_database_restarts_under_the_server(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    store, notes = postgres.base(), Notes()
    with nursery.server(store, tmp_path, store_patience=2.0) as server:

        async def through() -> None:
            ending = asyncio.Event()
            code = await sit_down(server.url, notes)
            async with asyncio.TaskGroup() as group:
                group.create_task(fill(server.url, code, notes, random.Random(5), ending, 0.02, patience=60))
                await asyncio.sleep(0.7)
                await asyncio.to_thread(postgres.stop, "immediate")
                await asyncio.sleep(1.0)
                await asyncio.to_thread(postgres.start)
                before = len(notes.done)
                until = time.monotonic() + 20
                while len(notes.done) < before + 5 and time.monotonic() < until:
                    await asyncio.sleep(0.1)
                ending.set()
            assert len(notes.done) >= before + 5, "the game goes on when the database is back"

        asyncio.run(through())
        server.restart()
        asyncio.run(settle(store, notes, server.url))


def test_a_lease_has_one_owner_and_an_old_fence_cannot_write(postgres: Postgres) -> None:
    async def story() -> None:
        stores = [Store(url) for url in [postgres.base()] * 2]
        await asyncio.gather(*(store.open() for store in stores))  # both bring the schema up to date at once
        one, two = Leases(stores[0], "http://one:1"), Leases(stores[1], "http://two:2")
        record = TableRecord("abc", "t", "sixth", 4, {}, True, None, None, "00" * 32, opening={"x": 1}, status="playing")
        record.seats = [Seat(n) for n in range(4)]
        await stores[0].save(record)
        fence = await one.take("abc")
        with pytest.raises(Elsewhere) as elsewhere:
            await two.take("abc")
        assert elsewhere.value.address == "http://one:1"
        await stores[0].append("abc", fence, [LogEntry(1, 0, 1)])
        assert await one.renew(["abc"]) == set()
        began = time.monotonic()
        while True:
            try:
                higher = await two.take("abc")
                break
            except Elsewhere:
                await asyncio.sleep(0.05)
        assert time.monotonic() - began < MOVED_WITHIN
        assert higher > fence
        with pytest.raises(Conflict):
            await stores[0].append("abc", fence, [LogEntry(2, 0, 2)])
        await stores[1].append("abc", higher, [LogEntry(2, 0, 3)])
        assert await one.renew(["abc"]) == {"abc"}
        assert await two.owners() == {two.name: 1}
        await two.release(["abc"])
        assert await one.take("abc") > higher
        assert [entry.action for entry in await stores[0].entries("abc")] == [1, 3]
        for store in stores:
            await store.close()

    assert SECONDS < MOVED_WITHIN
    asyncio.run(story())


def test_any_process_serves_any_table(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    store, notes = postgres.base(), Notes()
    with processes(nursery, store, tmp_path, 2) as (one, two):

        async def both() -> None:
            code = await sit_down(one.url, notes)
            tokens = {seat: token for (_, seat), token in notes.tokens.items()}
            urls = [one.url, two.url, one.url, two.url]
            ending = asyncio.Event()
            assert (await asyncio.to_thread(Lobby(two.url).call, "GET", f"/api/tables/{code}"))["status"] == "playing"
            async with contextlib.AsyncExitStack() as stack:
                clients = [await stack.enter_async_context(Client(url, code, tokens[n])) for n, url in enumerate(urls)]
                for _ in range(40):
                    await asyncio.gather(*(client.until(lambda c=client: c.version == clients[0].version) for client in clients))
                    able = next((client for client in clients if client.legal), None)
                    if able is None or able.over:
                        break
                    version = await able.act(able.legal[0])
                    await asyncio.gather(*(client.until(lambda c=client, v=version: (c.version or 0) >= v) for client in clients))
                await clients[1].say("hello from the other process")
                await clients[0].until(lambda: bool(clients[0].chat))
            ending.set()
            joined = Lobby(two.url)
            code, _, _ = await asyncio.to_thread(lambda: Lobby(one.url).open(players=2, edition="zip"))
            seat, token = await asyncio.to_thread(joined.join, code, "Ben")  # through the other process: its cookie comes back too
            assert seat == 1
            assert [cookie.name for cookie in joined.cookies] == ["sevenhex"]
            notes.tokens[code, seat] = token

        asyncio.run(both())
        asyncio.run(settle(store, notes, two.url))
        assert not one.faults() + two.faults()


def test_a_dead_process_loses_its_tables_to_another_within_five_seconds(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    store, notes = postgres.base(), Notes()
    with processes(nursery, store, tmp_path, 2) as (one, two):

        async def through() -> float:
            code = await sit_down(one.url, notes)
            ending = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                group.create_task(fill(two.url, code, notes, random.Random(8), ending, 0.02, patience=60))  # all at the other process
                while len(notes.done) < 8:
                    await asyncio.sleep(0.05)
                one.kill()
                died, before = time.monotonic(), len(notes.done)
                while len(notes.done) < before + 2 and time.monotonic() < died + 20:
                    await asyncio.sleep(0.02)
                moved = time.monotonic() - died
                ending.set()
            return moved

        moved = asyncio.run(through())
        assert moved < 2 * MOVED_WITHIN  # the lease runs out after 3 s; the rest is the clients' own waiting, and a busy machine
        asyncio.run(settle(store, notes, two.url))
        assert not two.faults(), two.faults()[0]


def test_a_rolling_restart_loses_nothing(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    store, notes = postgres.base(), Notes()
    with processes(nursery, store, tmp_path, 2) as (one, two):

        async def through() -> None:
            codes = [await sit_down(url, notes) for url in (one.url, two.url)]
            ending = asyncio.Event()
            async with asyncio.TaskGroup() as group:
                # each table's people sit at the process that does not own it
                for code, url in zip(codes, (two.url, one.url), strict=True):
                    group.create_task(fill(url, code, notes, random.Random(9), ending, 0.02, patience=60))
                for server in (one, two):
                    await asyncio.sleep(1.0)
                    await asyncio.to_thread(server.stop)
                    await asyncio.to_thread(server.start)
                await asyncio.sleep(1.0)
                ending.set()

        asyncio.run(through())
        counts = asyncio.run(settle(store, notes, one.url))
        assert counts["actions acknowledged"] > 20
        assert not one.faults() + two.faults()
