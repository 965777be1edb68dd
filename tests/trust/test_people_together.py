"""People over several processes and one PostgreSQL: accounts, devices, programs, complaints and bans hold at every process at once; and an
older store moves there with nothing lost."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from nursery import Nursery
from sqlalchemy import Boolean, MetaData, func, insert, select
from sqlalchemy.ext.asyncio import create_async_engine
from test_postgres import processes
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from benchmarks.postgres import Postgres, why_not
from sevenhex.server.store import migrations, schema
from sevenhex.server.store.audit import audit_table
from sevenhex.server.store.store import Store, address

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

OLDER = Path(__file__).parent.parent / "server" / "older_store.json.gz"
PATIENCE = 30.0  # orders reach another process within a second, on a machine that is not busy


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as found:
        yield found


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "another process does not know"
        time.sleep(0.05)


def sevenhex(*given: str) -> str:
    done = subprocess.run([sys.executable, "-m", "sevenhex", *given], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ok(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json() if answer.content else None


def test_what_one_process_does_about_people_holds_at_the_other(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    store = postgres.base()
    with processes(nursery, store, tmp_path, 2) as (one, two), contextlib.ExitStack() as stack:

        def browser(url: str, **headers: str) -> httpx.Client:
            return stack.enter_context(httpx.Client(base_url=url, timeout=60, headers=headers))

        here, there = browser(one.url), browser(two.url)
        phrase = ok(here.post("/api/account", json={"name": "Keeper"}))["phrase"]
        code = ok(here.post("/api/tables", json={"players": 3, "seats": ["me", "open", {"bot": "random"}]}))["code"]
        ok(there.post("/api/signin/phrase", json={"phrase": phrase}))
        assert [table["code"] for table in ok(there.get("/api/mine"))] == [code]
        assert len(ok(here.get("/api/account"))["devices"]) == 2

        # a guest at the other process sits down, and its player's account is found everywhere
        guest = browser(two.url)
        token = ok(guest.post(f"/api/tables/{code}/join", json={"name": "Guest"}))["token"]
        with connect(f"{two.url.replace('http', 'ws', 1)}/api/tables/{code}/play") as line:
            line.send(json.dumps({"type": "hello", "token": token}))
            assert json.loads(line.recv(timeout=60))["type"] == "welcome"

            # a complaint at one process is on the desk of the other, where its subject is shut out of both
            boss = browser(one.url)
            ok(boss.post("/api/account", json={"name": "Boss"}))
            sevenhex("admin", "operator", "Boss", "--store", store)
            number = next(seat["seat"] for seat in ok(there.get(f"/api/tables/{code}"))["seats"] if seat["name"] == "Guest")
            ok(there.post(f"/api/tables/{code}/complaint", json={"seat": number, "kind": "stalling"}))
            (complaint,) = ok(boss.get("/api/desk/complaints"))["complaints"]
            assert (complaint["name"], complaint["about_name"]) == ("Keeper", "Guest")
            ok(boss.post("/api/desk/bans", json={"subject": complaint["about"], "days": 1}))
            with pytest.raises(ConnectionClosed):
                [line.recv(timeout=PATIENCE) for _ in range(1000)]
        until(lambda: guest.get(f"/api/tables/{code}").status_code == 403)

        # a program's token works at either process, until it is dropped at one of them
        robot = browser(two.url)
        ok(robot.post("/api/account", json={"name": "Robo"}))
        ok(robot.post("/api/account/program", json={"name": "Robo"}))
        made = ok(robot.post("/api/account/tokens", json={"name": "x"}))
        by_token = browser(one.url, authorization=f"Bearer {made['token']}")
        assert ok(by_token.get("/api/mine")) == []
        ok(robot.delete(f"/api/account/tokens/{made['id']}"))
        assert by_token.get("/api/mine").status_code == 403

        # a device that is signed out at one is out at the other; a deleted account is gone at both
        other = next(device["id"] for device in ok(here.get("/api/account"))["devices"] if not device["here"])
        ok(here.delete(f"/api/account/devices/{other}"))
        assert ok(there.get("/api/account"))["registered"] is False
        ok(here.post("/api/account/delete", json={"name": "Keeper"}))
        until(lambda: all(seat["name"] != "Keeper" for seat in (there.get(f"/api/tables/{code}").json().get("seats") or [])))
        assert ok(boss.get("/api/desk/complaints"))["complaints"] == []  # the one who complained has taken it along
        assert not one.faults() + two.faults()


def test_an_older_store_moves_to_postgresql_with_nothing_lost(postgres: Postgres, tmp_path: Path) -> None:
    kept = json.loads(gzip.decompress(OLDER.read_bytes()))
    base = sqlite3.connect(tmp_path / "sevenhex.db")
    base.executescript("\n".join(kept["statements"]))
    counts = {
        name: base.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("players", "tables", "seats", "entries", "chat")
    }
    base.close()
    saved, store = tmp_path / "saved", postgres.base()
    sevenhex("store", "backup", str(saved), "--store", str(tmp_path))
    sevenhex("store", "restore", str(saved), "--store", store)
    found = json.loads(sevenhex("store", "check", "--store", store, "--json"))
    assert found == {"tables": counts["tables"], "faults": []}

    async def read() -> dict[str, int]:
        opened = Store(store)
        await opened.open()
        try:
            for code in kept["records"]:
                assert await audit_table(opened, code) == []
            return {name: (await opened.read(select(func.count()).select_from(schema.metadata.tables[name])))[0][0] for name in counts}
        finally:
            await opened.close()

    assert asyncio.run(read()) == counts


def test_a_database_of_an_older_release_is_brought_up_to_date_in_place(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> None:
    """PostgreSQL as that release left it: its own tables with its own rows, before any of today's code has seen them."""
    kept = json.loads(gzip.decompress(OLDER.read_bytes()))
    base, url = sqlite3.connect(tmp_path / "older.db"), postgres.base()
    base.row_factory = sqlite3.Row
    base.executescript("\n".join(kept["statements"]))
    (revision,) = base.execute("SELECT version_num FROM alembic_version").fetchone()

    async def lay() -> dict[str, list[dict[str, Any]]]:
        engine = create_async_engine(address(url))
        await migrations.upgrade(engine, revision)
        laid: dict[str, list[dict[str, Any]]] = {}
        async with engine.begin() as connection:
            known = MetaData()
            await connection.run_sync(known.reflect)
            for table in known.sorted_tables:
                if table.name == "alembic_version":
                    continue
                rows = [dict(row) for row in base.execute(f"SELECT * FROM {table.name}")]
                for row in rows:
                    row |= {column.name: bool(row[column.name]) for column in table.columns if isinstance(column.type, Boolean)}
                if rows:
                    await connection.execute(insert(table), rows)
                laid[table.name] = rows
        await engine.dispose()
        return laid

    laid = asyncio.run(lay())
    base.close()
    assert {"players", "tables", "seats", "entries", "chat"} <= {name for name, rows in laid.items() if rows}
    with nursery.server(url, tmp_path) as server, httpx.Client(base_url=server.url, timeout=60) as stranger:  # it starts, and so upgrades
        for code, record in kept["records"].items():
            assert stranger.get(f"/api/tables/{code}/record").text == record
        assert stranger.get("/api/tournaments").json() == []  # what was not there before is there now
        assert not server.faults()
    assert json.loads(sevenhex("store", "check", "--store", url, "--json"))["faults"] == []

    async def read() -> dict[str, list[dict[str, Any]]]:
        engine = create_async_engine(address(url))
        async with engine.connect() as connection:
            known = MetaData()
            await connection.run_sync(known.reflect)
            found = {
                name: [row._asdict() for row in await connection.execute(select(*(known.tables[name].c[column] for column in rows[0])))]
                for name, rows in laid.items()
                if rows and name != "checkpoints"
            }
        await engine.dispose()
        return found

    def sorted_rows(rows: list[dict[str, Any]]) -> list[str]:
        return sorted(str(sorted((name, value) for name, value in row.items() if name not in ("updated", "pending"))) for row in rows)

    for name, rows in asyncio.run(read()).items():
        assert sorted_rows(rows) == sorted_rows(laid[name]), name
