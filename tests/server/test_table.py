"""What a table keeps in memory is what is stored, whatever happens to a write; how it plays is in test_play.py and test_commands.py."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest
from serving import until

from sevenhex.server.base.metrics import Metrics
from sevenhex.server.base.refusal import Refused
from sevenhex.server.base.settings import Settings
from sevenhex.server.store.errors import StoreError
from sevenhex.server.store.seats import Seat
from sevenhex.server.store.store import TableRecord
from sevenhex.server.table.table import Services, Table


class Stuck:
    """A store that answers a write never, or with a fault."""

    def __init__(self, fault=None):
        self.fault = fault

    async def save(self, record, entries=()):
        if self.fault:
            raise self.fault
        await asyncio.Event().wait()


def loaded_table(store):
    record = TableRecord("abc", "Table", "sixth", 3, {}, False, None, None, "00" * 32, seats=[Seat(n) for n in range(3)])
    table = Table(record, Services(store, None, Settings(), Metrics()))
    table.loaded = True
    return table


def test_a_write_that_fails_is_refused_and_the_table_is_read_again():
    async def run():
        table = loaded_table(Stuck(StoreError("full")))
        with pytest.raises(Refused, match="full"):
            await table.save()
        assert not table.loaded

    asyncio.run(run())


def test_a_write_that_is_given_up_has_the_table_read_again():
    """The client that caused it has gone; nobody knows whether it is on disk."""

    async def run():
        table = loaded_table(Stuck())
        saving = asyncio.create_task(table.save())
        await asyncio.sleep(0)
        saving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saving
        assert not table.loaded

    asyncio.run(run())


def test_a_table_that_leaves_memory_is_gone_at_once(server):
    """No circles of objects: a full collection, which would find them, is too slow for a server of many tables."""
    tables, bot = server.app.state.tables, {"bot": "random"}
    opened = server.open(edition="sixth", players=3, seats=["me", bot, bot], start=True)
    with server.player(opened["code"], opened["token"]) as player:
        player.wait_until(lambda p: 0 in p.view["to_act"])
        assert player.act(player.legal[0])["type"] == "done"
        assert player.ask(type="undo")["type"] == "done"
        assert player.ask(type="chat", text="bye")["type"] == "done"
    gc.disable()
    try:
        table = weakref.ref(tables.live[opened["code"]])
        until(lambda: table().idle)
        tables.sweep(float("inf"))
        server.open(players=3)  # the server remembers the table that it looked at last
        until(lambda: table() is None, seconds=10)
    finally:
        gc.enable()
