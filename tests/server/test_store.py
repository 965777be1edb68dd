"""The store: shared commits, conflicts, faults that players are informed of, backups."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.request

import pytest
from serving import Server, until
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.commands.play import free_socket
from sevenhex.errors import SevenhexError
from sevenhex.server.store import schema
from sevenhex.server.store.audit import audit_table, dump, fill
from sevenhex.server.store.errors import Conflict, StoreError
from sevenhex.server.store.seats import Seat
from sevenhex.server.store.store import ChatLine, LogEntry, Store, TableRecord

BOTS = [{"bot": "random"}, {"bot": "random"}]


def record(code="abc", **more):
    return TableRecord(code, "A table", "sixth", 2, {}, True, None, "p1", "00" * 32, seats=[Seat(0), Seat(1)], **more)


def with_store(path, work, **settings):
    async def run():
        store = Store(str(path), **settings)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_what_was_saved_is_read_back(tmp_path):
    async def work(store):
        given = record(words={1: "word"})
        await store.save(given)
        await store.append("abc", 0, [LogEntry(1, 0, 77, None, "c1", 1.5), LogEntry(2, -1, 9)])
        await store.add_line("abc", ChatLine(1, 0, "p1", "Ann", "hi", "c2", 2.0))
        assert await store.table("abc") == given
        assert await store.entries("abc") == [LogEntry(1, 0, 77, None, "c1", 1.5), LogEntry(2, -1, 9)]
        assert (await store.chat("abc"))[0].text == "hi"
        assert await store.table("nothing") is None

    with_store(tmp_path, work)


def test_many_writers_share_few_commits(tmp_path):
    async def work(store):
        for n in range(20):
            await store.save(record(f"t{n}"))
        before = store.writer.commits

        async def one(n):
            for version in range(1, 11):
                await store.append(f"t{n}", 0, [LogEntry(version, 0, version)])

        await asyncio.gather(*[one(n) for n in range(20)])
        assert store.writer.commits - before < 100  # 200 appends
        for n in range(20):
            assert [entry.action for entry in await store.entries(f"t{n}")] == list(range(1, 11))

    with_store(tmp_path, work)


def test_a_second_writer_of_a_version_is_refused_and_its_neighbours_are_not(tmp_path):
    async def work(store):
        await store.save(record("one"))
        await store.save(record("two"))
        await store.append("one", 0, [LogEntry(1, 0, 5)])
        results = await asyncio.gather(
            store.append("one", 0, [LogEntry(1, 0, 6)]), store.append("two", 0, [LogEntry(1, 0, 7)]), return_exceptions=True
        )
        assert isinstance(results[0], Conflict)
        assert results[1] is None
        assert [entry.action for entry in await store.entries("one")] == [5]
        assert [entry.action for entry in await store.entries("two")] == [7]

    with_store(tmp_path, work)


def test_an_older_fence_is_refused(tmp_path):
    async def work(store):
        await store.save(record("one", fence=3))
        with pytest.raises(Conflict, match="another server process"):
            await store.append("one", 2, [LogEntry(1, 0, 5)])
        await store.append("one", 3, [LogEntry(1, 0, 5)])

    with_store(tmp_path, work)


def test_a_write_that_gave_up_waiting_is_not_written_later(tmp_path):
    async def work(store):
        await store.save(record("one"))
        gate = asyncio.Event()

        async def slow(connection):
            await gate.wait()

        stuck = asyncio.create_task(store.writer.write(slow))
        await asyncio.sleep(0.05)
        with pytest.raises(StoreError, match="does not answer"):
            await store.append("one", 0, [LogEntry(1, 0, 5)])
        gate.set()
        with pytest.raises(StoreError):
            await stuck
        await store.append("one", 0, [LogEntry(1, 0, 6)])
        assert [entry.action for entry in await store.entries("one")] == [6]

    with_store(tmp_path, work, patience=0.3)


def test_players_hear_that_the_store_fails_and_play_on_when_it_is_back(tmp_path):
    with Server(tmp_path) as server:
        opened = server.open(edition="sixth", players=3, seats=["me", *BOTS], start=True)
        with server.player(opened["code"], opened["token"]) as player:
            player.wait_until(lambda p: 0 in p.view["to_act"])
            writer = server.app.state.store.writer
            commit, version, action = writer.commit, player.version, player.legal[0]

            async def full(batch):
                raise OSError(28, "No space left on device")

            writer.commit = full
            answer = player.act(action, id="again")
            assert answer["code"] == "unavailable"
            assert "No space left" in answer["sentence"]
            assert player.ask(type="chat", text="anybody?")["code"] == "unavailable"
            writer.commit = commit
            assert player.act(action, version=version, id="again")["type"] == "done"
            player.wait_until(lambda p: p.version > version)
            until(lambda: server.table(opened["code"]).loaded)
            mine = [done for who, done in server.table(opened["code"]).game.log if who == 0]
            assert len(mine) == 1


def test_an_answer_that_was_lost_on_the_way_is_found_in_the_log(tmp_path):
    """The commit succeeded but the store seemed to fail: nobody knows until the table is read again."""
    with Server(tmp_path) as server:
        opened = server.open(edition="sixth", players=3, seats=["me", *BOTS], start=True)
        with server.player(opened["code"], opened["token"]) as player:
            player.wait_until(lambda p: 0 in p.view["to_act"])
            writer = server.app.state.store.writer
            commit, version, action = writer.commit, player.version, player.legal[0]

            async def lost(batch):
                writer.commit = commit
                await commit(batch)
                raise OSError("the line broke")

            writer.commit = lost
            assert player.act(action, id="lost")["code"] == "unavailable"
            answer = player.act(action, version=version, id="lost")
            assert answer["type"] == "done"
            assert answer["version"] == version + 1
        mine = [done for who, done in server.table(opened["code"]).game.log if who == 0]
        assert len(mine) == 1


def test_a_killed_server_keeps_every_acknowledged_action(tmp_path):
    """SIGKILL in the middle of a game; the client sends again what was not answered."""
    from serving import Player
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    acknowledged, opened, sent = {}, None, 0
    for _ in range(3):
        command = [sys.executable, "-m", "sevenhex", "serve", "--port", "0", "--data", str(tmp_path), "--bot-pause", "0", "--no-limits"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            url = process.stdout.readline().strip()
            wait_for(url)
            if opened is None:
                body = json.dumps({"edition": "sixth", "players": 3, "seats": ["me", *BOTS], "start": True}).encode()
                request = urllib.request.Request(f"{url}/api/tables", body, {"Content-Type": "application/json"})
                with urllib.request.urlopen(request) as answer:
                    opened = json.load(answer)
            with connect(f"{url.replace('http', 'ws', 1)}/api/tables/{opened['code']}/play", max_size=None) as socket:
                player = Player(socket)
                player.send(type="hello", token=opened["token"])
                player.wait("welcome")
                for command_id, version in acknowledged.items():
                    assert player.act("roll", version=0, id=command_id) == {"type": "done", "id": command_id, "version": version}
                for step in range(15):
                    player.wait_until(lambda p: 0 in p.view["to_act"])
                    sent += 1
                    if step == 14:
                        player.send(type="act", id=f"m{sent}", version=player.version, action=player.legal[-1])
                        os.kill(process.pid, signal.SIGKILL)
                        break
                    answer = player.act(player.legal[-1], id=f"m{sent}")
                    if answer["type"] == "done":
                        acknowledged[f"m{sent}"] = answer["version"]
        except ConnectionClosed:
            pass
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        assert audited(tmp_path, opened["code"]) == []
    assert len(acknowledged) > 30


def test_an_opening_that_an_older_release_wrote_is_sound(tmp_path):
    """The text of a position may change with a release; the island that it tells does not."""
    with Server(tmp_path) as server:
        opened = server.open(edition="sixth", players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)
        code, opening = opened["code"], server.table(opened["code"]).record.opening
    edition, *rest = opening["start"].split(" ")
    older = {**opening, "start": " ".join((edition, *sorted(rest)))}  # the same facts in another order
    island = next(part for part in rest if part.startswith("island="))
    row, *others = island.removeprefix("island=").split("/")
    moved = f"island={','.join(reversed(row.split(',')))}/{'/'.join(others)}"
    another = {**opening, "start": opening["start"].replace(island, moved)}

    def write(printed):
        with sqlite3.connect(tmp_path / "sevenhex.db") as base:
            base.execute("UPDATE tables SET opening = ? WHERE code = ?", (json.dumps(printed), code))
        base.close()
        return [fault for fault in audited(tmp_path, code) if "island" in fault or "opening" in fault]

    assert write(older) == []
    assert write(another) == ["has an island that does not follow from the seed"]


def audited(path, code):
    return with_store(path, lambda store: audit_table(store, code))


def wait_for(url):
    until(lambda: answers(url))


def answers(url):
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=1):
            return True
    except OSError:
        return False


def test_a_backup_of_a_running_server_is_restored_and_played_on(tmp_path):
    """What an operator does after a disk has died: the last backup into a new folder, and everybody's seat is there."""
    backup, later = tmp_path / "games.jsonl", tmp_path / "later"
    with Server(tmp_path / "first") as server:
        opened = server.open(edition="sixth", players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)
        with server.player(opened["code"], opened["token"]) as player:
            for _ in range(5):
                player.wait_until(lambda seen: seen.legal)
                assert player.act(player.legal[0])["type"] == "done"
            player.wait_until(lambda seen: seen.legal)
            held = player.version
            done = subprocess.run(
                [sys.executable, "-m", "sevenhex", "store", "backup", str(backup), "--store", str(tmp_path / "first")],
                capture_output=True, text=True, timeout=120, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
            assert player.act(player.legal[0])["type"] == "done"  # nobody noticed
    done = subprocess.run(
        [sys.executable, "-m", "sevenhex", "store", "restore", str(backup), "--store", str(later)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert audited(later, opened["code"]) == []
    with Server(later) as server, server.player(opened["code"], opened["token"]) as player:
        assert player.version == held
        assert player.act(player.legal[0])["type"] == "done"


def test_backup_and_restore_give_the_same_store(tmp_path):
    async def fill_it(store):
        await store.add_player("p1", "h" * 64, "Ann")
        await store.save(record())
        await store.append("abc", 0, [LogEntry(1, 0, 2**62, None, "c", 1.0)])

    with_store(tmp_path / "one", fill_it)
    run = CliRunner()
    file = tmp_path / "backup.jsonl"
    assert run.invoke(app, ["store", "backup", str(file), "--store", str(tmp_path / "one")]).exit_code == 0
    assert run.invoke(app, ["store", "restore", str(file), "--store", str(tmp_path / "two")]).exit_code == 0

    async def rows(store):
        return [row async for row in dump(store)]

    assert with_store(tmp_path / "one", rows) == with_store(tmp_path / "two", rows)
    refused = run.invoke(app, ["store", "restore", str(file), "--store", str(tmp_path / "two")])
    assert refused.exit_code == 2
    assert "not empty" in refused.stderr


def test_a_damaged_backup_restores_nothing(tmp_path):
    with pytest.raises(StoreError, match="names no table"):
        with_store(tmp_path, lambda store: fill(store, [{"format": "sevenhex-store"}, {"table": "pla", "row": {}}]))
    assert with_store(tmp_path, lambda store: store.count()) == 0


def test_check_finds_what_was_tampered_with(tmp_path):
    with Server(tmp_path) as server:
        code = server.open(edition="sixth", players=3, options={"victory_points": 3}, seats=[*BOTS, *BOTS[:1]], start=True)["code"]
        until(lambda: server.browser().get(f"/api/tables/{code}").json()["status"] == "over")
    run = CliRunner()
    assert run.invoke(app, ["store", "check", "--store", str(tmp_path)]).exit_code == 0

    async def tamper(store):
        async with store.engine.begin() as connection:
            entries = await store.entries(code)
            dice = next(entry for entry in entries if entry.seat == -1)
            where = (schema.entries.c.code == code) & (schema.entries.c.version == dice.version)
            other = dice.action ^ (0b11 << 6) if (dice.action >> 6 & 255) in (1, 2) else 1 | 1 << 6 | 1 << 14
            await connection.execute(schema.entries.update().where(where).values(action=other))

    with_store(tmp_path, tamper)
    result = run.invoke(app, ["store", "check", "--store", str(tmp_path)])
    assert result.exit_code == 1
    assert code in result.stdout


def test_a_players_data_can_be_exported_and_deleted(tmp_path):
    with Server(tmp_path) as server:
        browser = server.browser()
        opened = server.open(browser, edition="sixth", players=3, seats=["me", *BOTS], start=True, player="Ann Example")
        with server.player(opened["code"], opened["token"]) as player:
            player.ask(type="chat", text="hello there")
        owner = server.table(opened["code"]).record.creator
    run = CliRunner()
    printed = json.loads(run.invoke(app, ["admin", "export", owner, "--store", str(tmp_path)]).stdout)
    assert printed["player"]["name"] == "Ann Example"
    assert printed["chat"][0]["text"] == "hello there"
    assert "Ann Example" in run.invoke(app, ["admin", "list", "--store", str(tmp_path)], env={"COLUMNS": "200"}).stdout
    assert run.invoke(app, ["admin", "forget", owner, "--yes", "--store", str(tmp_path)]).exit_code == 0
    assert run.invoke(app, ["admin", "export", owner, "--store", str(tmp_path)]).exit_code == 2
    shown = run.invoke(app, ["admin", "inspect", opened["code"], "--store", str(tmp_path)]).stdout
    assert "Ann" not in json.loads(shown)["seats"][0]["name"]
    assert run.invoke(app, ["admin", "end", opened["code"], "--store", str(tmp_path)]).exit_code == 0
    assert json.loads(run.invoke(app, ["admin", "inspect", opened["code"], "--store", str(tmp_path)]).stdout)["status"] == "aborted"


def test_migrations_lead_to_the_schema(tmp_path):
    """From every version before: an old store that is opened has what a new one has."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    from sevenhex.server.store.migrations import configuration, upgrade
    from sevenhex.server.store.store import connect

    async def begin_at(revision, url):
        engine = connect(url)
        await upgrade(engine, revision)
        await engine.dispose()

    async def differences(store):
        async with store.engine.connect() as connection:
            return await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), schema.metadata))

    for script in ScriptDirectory.from_config(configuration()).walk_revisions():
        folder = tmp_path / script.revision
        folder.mkdir()
        asyncio.run(begin_at(script.revision, f"sqlite+aiosqlite:///{folder}/sevenhex.db"))
        assert with_store(folder, differences) == []


def test_what_was_open_before_the_column_had_its_name_is_open_afterwards(tmp_path):
    """0009: `matters` is `pending`, with what stands in it."""
    from alembic import command

    from sevenhex.server.store.migrations import configuration

    open_vote = {"vote": {"votes": {"0": "wait"}}}

    async def write(store):
        await store.save(record("oldone"))
        await store.set_pending("oldone", 0, open_vote)
        async with store.engine.begin() as connection:

            def back(sync):
                config = configuration()
                config.attributes["connection"] = sync
                command.downgrade(config, "0008")

            await connection.run_sync(back)

    async def read(store):
        return (await store.table("oldone")).pending

    with_store(tmp_path, write)
    with contextlib.closing(sqlite3.connect(tmp_path / "sevenhex.db")) as old:
        assert json.loads(old.execute("SELECT matters FROM tables").fetchone()[0]) == open_vote
    assert with_store(tmp_path, read) == open_vote


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_the_database_and_its_backups_are_their_owners_alone(tmp_path):
    before = os.umask(0)
    try:
        with_store(tmp_path / "new", lambda store: store.save(record()))
        (tmp_path / "backup.part").touch(0o666)
        assert CliRunner().invoke(app, ["store", "backup", str(tmp_path / "backup"), "--store", str(tmp_path / "new")]).exit_code == 0
    finally:
        os.umask(before)
    found = [file for file in (*(tmp_path / "new").iterdir(), tmp_path / "backup") if file.stat().st_mode & 0o077]
    assert not found


NO_FOLDER = "{}/noise.db/games"  # a folder inside a file


@pytest.mark.parametrize(
    ("command", "store", "said"),
    [
        *(
            (command, store, said)
            for command in (["serve", "--port", "0"], ["store", "check"])
            for store, said in (
                ("mysql://ann:secret@here", "Expected a store that is a file, a folder or postgresql://..., got mysql://..."),
                ("{}/noise.db", "cannot be opened: file is not a database."),
                ("postgresql://ann:secret@127.0.0.1:9/games", "postgresql+asyncpg://ann:***@127.0.0.1:9/games cannot be opened: "),
            )
        ),
        (["serve", "--port", "0"], NO_FOLDER, "for the games cannot be made: Not a directory."),
        (["store", "check"], NO_FOLDER, "There is no store at "),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else None,
)
def test_a_store_that_cannot_be_opened_is_reported_in_one_sentence(tmp_path, command, store, said):
    noise = bytes(range(256)) * 4
    (tmp_path / "noise.db").write_bytes(noise)
    result = CliRunner().invoke(app, [*command, "--store", store.format(tmp_path)])
    printed = str(result.exception) if isinstance(result.exception, SevenhexError) else result.output
    assert said in printed
    assert "\n" not in printed.strip()
    assert "secret" not in printed
    assert (tmp_path / "noise.db").read_bytes() == noise


@pytest.mark.parametrize("port", [-1, 65536, 10**20])
def test_a_port_that_is_none_is_reported_in_one_sentence(port):
    with pytest.raises(SevenhexError, match=f"Expected --port from 0 to 65535, got {port}"):
        free_socket("127.0.0.1", port)


def test_a_store_is_closed_when_its_connections_have_ended(tmp_path):
    """Where a request was cut off, its connection still has something to say to the loop, which must not be closed before."""

    async def work(store):
        assert await store.table("nothing") is None
        assert store.threads  # of the connection that has just read
        busy = threading.Thread(target=threading.Event().wait, args=(0.3,))
        busy.start()
        store.threads.add(busy)
        return busy

    assert not with_store(tmp_path, work).is_alive()
