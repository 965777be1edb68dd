"""What has ended leaves memory at once: on a server Python's collector looks seldom, so that a circle of objects would stay for hours."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections import Counter

import httpx
import pytest
from serving import SECONDS, Server, until
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sevenhex.server.base.limits import Meter
from sevenhex.server.store.errors import Conflict

ROUNDS = 3
OURS = ("sevenhex.server", "uvicorn.protocols", "starlette.websockets", "starlette.requests")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("games")) as server:
        until(server.app.state.tables.warmed.is_set)
        yield server


def calls(server):
    """Lines that are used once and again, answers of every kind."""
    with httpx.Client(base_url=server.url, timeout=SECONDS) as browser:
        for path in ("/", "/api/editions", "/api/tables/none", "/api/mine", "/no/such.js", "/metrics"):
            browser.get(path)
        browser.post("/api/tables", content=b"{")
        browser.post("/api/replay", content="no record", headers={"Content-Type": "text/plain"})


def spectators(server):
    code = server.open(server.browser(), players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)["code"]
    with server.player(code) as line:
        line.send(type="ping")
        line.send(type="chat", id="1", text="")
        line.wait("pong")


def strangers(server):
    """A line to a table that is not there, and one that is refused at the door."""
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/none/play") as line:
        line.recv(timeout=60)
    with pytest.raises(InvalidStatus):
        connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/none/play", origin="http://elsewhere.example")


def refused_writes(server):
    """What was written before is refused by the store."""

    async def twice():
        store = server.app.state.store
        for _ in range(2):
            with contextlib.suppress(Conflict):
                await store.add_player("same", "hash", "Ann")

    asyncio.run_coroutine_threadsafe(twice(), server.app.state.tables.watch.get_loop()).result(60)


@pytest.mark.parametrize("visit", [calls, spectators, strangers, refused_writes])
def test_ended_connections_leave_no_circles(server, visit):
    visit(server)
    doors = server.uvicorn.server_state
    until(lambda: not doors.connections)
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            visit(server)
        until(lambda: not doors.connections and not doors.tasks)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        found = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.garbage)
    finally:
        gc.garbage.clear()
        gc.enable()
    assert {kind: count for kind, count in found.items() if kind.startswith(OURS)} == {}


def test_an_address_that_used_nothing_for_long_is_forgotten():
    now = [0.0]
    meter = Meter(rate=2.0, burst=10.0, clock=lambda: now[0])
    for number in range(5):
        meter.allows(f"192.0.2.{number}")
    now[0] = 4.0
    assert [meter.allows("192.0.2.0") for _ in range(12)] == [True] * 10 + [False] * 2  # one that is used is not
    now[0] = 6.0
    meter.allows("192.0.2.9")
    assert list(meter.buckets) == ["192.0.2.0", "192.0.2.9"]


def test_tables_that_have_ended_count_for_no_address_any_more(server):
    tables = server.app.state.tables
    tables.opened.clear()
    codes = [server.open(server.browser(), players=3, seats=["me", "open", "open"])["code"] for _ in range(2)]
    assert [set(codes)] == list(tables.opened.values())
    tables.forget_opened({codes[0]})
    assert [{codes[1]}] == list(tables.opened.values())
    tables.forget_opened({codes[1]})
    assert not tables.opened
