"""Back to a moment: PostgreSQL's base backup and its archived log, as docs/reliability.md says, actually run."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time

import pytest

from benchmarks.postgres import Postgres, programs, why_not
from sevenhex.server.store.audit import audit_table, codes
from sevenhex.server.store.seats import Seat
from sevenhex.server.store.store import Store, TableRecord

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


def ask(postgres: Postgres, url: str, query: str) -> str:
    found = programs()
    assert found is not None
    done = subprocess.run([str(found / "psql"), url, "-AtXc", query], capture_output=True, text=True, check=True)
    return done.stdout.strip()


async def with_store(url: str, *tables: str) -> list[str]:
    """Add waiting tables of these names; all names that are there, each table sound."""
    store = Store(url, 10.0)
    await store.open()
    try:
        for name in tables:
            record = TableRecord(f"code{name}", name, "sixth", 3, {}, False, None, None, "00" * 32, seats=[Seat(n) for n in range(3)])
            await store.save(record)
        there = await codes(store)
        assert [fault for code in there for fault in await audit_table(store, code)] == []
        return sorted(there)
    finally:
        await store.close()


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_a_store_comes_back_as_it_was_at_a_moment() -> None:
    with Postgres() as postgres:
        archive, base = postgres.folder / "archive", postgres.folder / "base"
        archive.mkdir()
        if postgres.as_user:
            shutil.chown(archive, "postgres")
        with (postgres.data / "postgresql.conf").open("a") as settings:
            settings.write(f"wal_level=replica\narchive_mode=on\narchive_command='cp %p {archive}/%f'\n")
        postgres.stop()
        postgres.start()
        url = postgres.base()
        asyncio.run(with_store(url, "before"))
        postgres.call("pg_basebackup", "-h", "127.0.0.1", "-p", str(postgres.port), "-U", "sevenhex", "-D", str(base), "-c", "fast")
        asyncio.run(with_store(url, "between"))
        moment = ask(postgres, url, "SELECT clock_timestamp()")
        assert asyncio.run(with_store(url, "mistake")) == ["codebefore", "codebetween", "codemistake"]
        segment = ask(postgres, url, "SELECT pg_walfile_name(pg_current_wal_lsn())")
        ask(postgres, url, "SELECT pg_switch_wal()")
        until = time.monotonic() + 60
        while not (archive / segment).exists():
            assert time.monotonic() < until, "the log was not archived"
            time.sleep(0.05)
        postgres.stop("immediate")  # the disk is gone: only the base backup and the archive are left

        with (base / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"restore_command='cp {archive}/%f %p'\nrecovery_target_time='{moment}'\nrecovery_target_action='promote'\n")
        (base / "recovery.signal").touch()
        postgres.data = base
        postgres.start()
        until = time.monotonic() + 60
        while ask(postgres, url, "SELECT pg_is_in_recovery()") == "t":
            assert time.monotonic() < until
            time.sleep(0.05)
        assert asyncio.run(with_store(url)) == ["codebefore", "codebetween"]
