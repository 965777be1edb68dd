"""All tables of a process: one slow table stops no other, one code is never two tables, all-bot tables are capped, abandoned ones end."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from serving import Server, until
from sqlalchemy import func, select, update

from sevenhex.server.base.metrics import Metrics
from sevenhex.server.base.refusal import Refused
from sevenhex.server.base.settings import Limits, Settings
from sevenhex.server.store import schema
from sevenhex.server.table import attendance, deadlines, housekeeping, registry
from sevenhex.server.table import table as live
from sevenhex.server.table.registry import Tables

BOT = {"bot": "random"}
DAY = 24 * 3600.0


def on_loop(server, work):
    """Run something in the server's own event loop."""
    loop = server.app.state.tables.watch.get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def test_one_slow_table_does_not_stop_the_clocks_of_others(monkeypatch):
    async def run():
        tables, met = Tables(None, Settings(), Metrics()), asyncio.Event()
        slow, quick = (SimpleNamespace(code=code, lock=asyncio.Lock(), spawned=[]) for code in ("slow", "quick"))
        for table in (slow, quick):
            table.spawn = lambda work, what, table=table: table.spawned.append(asyncio.create_task(work))
            table.idle, table.status, table.touched = False, "playing", time.monotonic()
        tables.live = {"slow": slow, "quick": quick}

        async def run_due(table, now):
            async with table.lock:
                if table is slow:
                    await asyncio.Event().wait()  # a store that does not answer
                met.set()

        monkeypatch.setattr(deadlines, "next_due", lambda table, now: now)
        monkeypatch.setattr(deadlines, "run_due", run_due)
        monkeypatch.setattr(registry, "TICK", 0.0)
        watching = asyncio.create_task(tables.look_after())
        await asyncio.wait_for(met.wait(), 60)
        for task in (watching, *slow.spawned, *quick.spawned):
            task.cancel()
        tables.pool.close()

    asyncio.run(run())


def test_somebody_whose_time_is_up_needs_no_bot_thread(monkeypatch):
    """The lock is held meanwhile, so nobody may be waited for."""
    played = []

    async def commit(seat, action, command):
        played.append(action)

    async def announce(table, notice):
        pass

    monkeypatch.setattr(deadlines.chat, "announce", announce)
    game = SimpleNamespace(legal=lambda seat: [13], is_legal=lambda action, seat: True, log=[])  # the robber
    table = SimpleNamespace(pool=None, commit_action=commit, seats=[SimpleNamespace(colour="blue")])
    asyncio.run(deadlines.play_for(table, game, 0))
    assert played == [13]


def test_a_failed_fetch_does_not_make_two_tables_of_one(monkeypatch):
    async def run():
        tables, fetched, go_on = Tables(None, Settings(), Metrics()), [], asyncio.Event()

        async def fetch(code):
            fetched.append(code)
            if len(fetched) == 1:
                await asyncio.sleep(0)
                raise Refused("unavailable", "store", detail="The store does not answer.")
            await go_on.wait()
            tables.live[code] = SimpleNamespace(code=code, touch=lambda: None, brought_by=lambda address: None)
            return tables.live[code]

        monkeypatch.setattr(tables, "fetch", fetch)
        first = asyncio.create_task(tables.obtain("abc"))
        second = asyncio.create_task(tables.obtain("abc"))  # waits for the first
        with pytest.raises(Refused):
            await first
        third = asyncio.create_task(tables.obtain("abc"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        go_on.set()
        assert await second is await third
        assert len(fetched) == 2
        del first, second, third
        tables.pool.close()
        assert not tables.opening

    asyncio.run(run())


class Ear:
    """Somebody connected to a table."""

    player, address = None, ""

    def __init__(self, seat, heard):
        self.seat, self.send = seat, heard.append


def test_those_who_stay_hear_of_a_departure_under_the_lock(server):
    code = server.open(edition="sixth", players=3, seats=["me", BOT, BOT])["code"]
    table, heard = server.table(code), []
    stayed, gone = Ear(None, heard), Ear(0, heard)

    async def run():
        for ear in (stayed, gone):
            table.listeners.add(ear)
        table.presence.arrive(0)
        async with table.lock:  # something is half done
            attendance.depart(table, gone)
            for _ in range(5):
                await asyncio.sleep(0)
            assert not heard
        while not heard:
            await asyncio.sleep(0)
        table.listeners.discard(stayed)

    on_loop(server, run())


# --- tables of bots alone


def test_tables_of_bots_alone_are_capped(tmp_path):
    limits = replace(Limits.none(), bot_tables_per_address=2)
    with Server(tmp_path, limits=limits, bot_pause=(600.0, 600.0)) as server:
        browser = server.browser()
        for _ in range(2):
            server.open(browser, edition="sixth", players=3, seats=[BOT, BOT, BOT], start=True)
        refused = server.browser().post("/api/tables", json={"edition": "sixth", "players": 3, "seats": [BOT, BOT, BOT], "start": True})
        assert refused.status_code == 429
        assert "Bots play among themselves at 2 tables" in refused.json()["sentence"]
        code = server.open(browser, edition="sixth", players=3, seats=["open", "open", "open"])["code"]
        for seat in range(3):
            browser.post(f"/api/tables/{code}/seats/{seat}", json=BOT)
        assert browser.post(f"/api/tables/{code}/start").status_code == 429
        server.open(browser, edition="sixth", players=3, seats=["me", BOT, BOT], start=True)  # one's own game is none of them


def test_bots_without_time_play_on_quickly(tmp_path):
    with Server(tmp_path, bot_seconds=1e-9) as server:
        seats = [{"bot": "planner"}] * 3
        code = server.open(edition="sixth", players=3, options={"victory_points": 3}, seats=seats, start=True)["code"]
        until(lambda: server.browser().get(f"/api/tables/{code}").json()["status"] == "over")


# --- tables that nobody comes back to


def age(server, code, seconds):
    """Nothing has happened at a table for so long."""

    async def work():
        store, then = server.app.state.tables.store, time.time() - seconds

        async def change(connection):
            await connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(updated=then, ended=then))
            await connection.execute(update(schema.entries).where(schema.entries.c.code == code).values(time=then))

        await store.writer.write(change)

    on_loop(server, work())


def tidy(server):
    on_loop(server, housekeeping.tidy(server.app.state.tables))


def drop(server, code):
    """The table leaves memory."""
    tables = server.app.state.tables
    until(lambda: tables.live[code].idle)
    del tables.live[code]


def status(server, code):
    return server.browser().get(f"/api/tables/{code}").json().get("status")


@pytest.mark.parametrize("in_memory", [True, False])
def test_a_table_that_nobody_comes_back_to_ends(server, in_memory):
    old = server.open(server.browser(), edition="sixth", players=3)["code"]
    new = server.open(server.browser(), edition="sixth", players=3)["code"]
    age(server, old, 2 * DAY)
    if not in_memory:
        drop(server, old)
    tidy(server)
    assert (status(server, old), status(server, new)) == ("aborted", "waiting")


def test_a_clock_that_jumps_forward_ends_nothing(server, monkeypatch):
    """A year, while the server runs and while it was away; then tables grow old as before."""
    tables = server.app.state.tables
    waiting = server.open(server.browser(), edition="sixth", players=3)["code"]
    playing = server.open(server.browser(), edition="sixth", players=3, seats=["me", BOT, BOT], start=True, rated=True)["code"]
    for code in (waiting, playing):
        drop(server, code)
    wall = time.time
    with monkeypatch.context() as patch:
        patch.setattr(housekeeping.time, "time", lambda: wall() + 365 * DAY)
        tidy(server)
        assert (status(server, waiting), status(server, playing)) == ("waiting", "playing")
        for code in (waiting, playing):
            drop(server, code)
        patch.setattr(tables, "calendar", housekeeping.Calendar())  # as after a restart
        tidy(server)
        assert (status(server, waiting), status(server, playing)) == ("waiting", "playing")
    monotonic = time.monotonic
    drop(server, waiting)
    with monkeypatch.context() as patch:
        patch.setattr(tables, "calendar", housekeeping.Calendar())
        on_loop(server, tables.calendar.now(tables.store))
        tables.calendar.began = (tables.calendar.began[0], monotonic() - 30 * DAY)  # the server has run for a month
        tidy(server)
    assert status(server, waiting) == "aborted"


def test_a_clock_that_jumped_takes_nobodys_turn_after_a_restart(server, monkeypatch):
    opened = server.open(server.browser(), edition="sixth", players=3, seats=["me", BOT, BOT], start=True, turn_seconds=60)
    code, entry = opened["code"], schema.entries.c
    with server.player(opened["code"], opened["token"]) as player:
        player.wait_until(lambda p: p.legal)
        player.act(player.legal[0])
    drop(server, code)

    async def jump():
        async def change(connection):
            last = await connection.scalar(select(func.max(entry.version)).where(entry.code == code))
            await connection.execute(update(schema.entries).where(entry.code == code, entry.version == last).values(time=time.time() + DAY))

        await server.app.state.tables.store.writer.write(change)

    on_loop(server, jump())
    monkeypatch.setattr(live, "part_began", lambda game: 0)  # the whole log is one turn
    assert status(server, code) == "playing"
    clock = server.table(code).clock
    assert set(clock.spent.values()) == {50.0}
    assert clock.left(time.monotonic(), 0) == 10.0


def test_a_table_at_which_somebody_is_does_not_end(server):
    opened = server.open(server.browser(), edition="sixth", players=3)
    with server.player(opened["code"], opened["token"]):
        age(server, opened["code"], 2 * DAY)
        tidy(server)
        assert status(server, opened["code"]) == "waiting"


@pytest.mark.parametrize(("rated", "days", "expected"), [(False, 2, "playing"), (False, 20, "aborted"), (True, 2, "aborted")])
def test_a_running_game_ends_when_it_is_abandoned_and_a_rated_one_is_lost(server, rated, days, expected):
    browser = server.browser()
    code = server.open(browser, edition="sixth", players=3, seats=["me", BOT, BOT], start=True, rated=rated)["code"]
    drop(server, code)
    age(server, code, days * DAY)
    tidy(server)
    assert status(server, code) == expected
    result = browser.get(f"/api/tables/{code}").json()["result"]
    assert (result or {}).get("forfeited") == ([0] if rated else None)
    assert browser.get("/api/ratings").json()["you"]["games"] == rated


def test_finished_tables_are_kept_for_as_long_as_the_operator_wants(server):
    tables = server.app.state.tables
    codes = {}
    for rated in (False, True):
        browser = server.browser()
        codes[rated] = server.open(browser, edition="sixth", players=3, seats=["me", BOT, BOT], start=True, rated=rated)["code"]
        browser.post(f"/api/tables/{codes[rated]}/leave")
        drop(server, codes[rated])
        age(server, codes[rated], 40 * DAY)
    tidy(server)
    assert status(server, codes[False]) == "aborted"  # without the setting nothing is deleted
    drop(server, codes[False])
    settings = tables.settings
    try:
        tables.settings = replace(settings, keep_days=30.0)
        tidy(server)
    finally:
        tables.settings = settings
    assert status(server, codes[False]) is None
    assert status(server, codes[True]) == "aborted"  # ratings are computed from it
