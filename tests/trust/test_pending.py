"""What is open at a table outlives the server, and the operator's orders reach the table where it is: in a running server's memory."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from nursery import Nursery, Server
from people import Notes, sit_down

from benchmarks.postgres import Postgres, why_not
from sevenhex.protocol.client import Client, Gone, Refusal
from sevenhex.server.store.store import Store
from sevenhex.server.table.answers import MOST

KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(bool(why_not()), reason=why_not()))]


@pytest.fixture(scope="module", params=KINDS)
def new_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """Makes empty stores of one kind."""
    if request.param == "sqlite":
        yield lambda: str(tmp_path_factory.mktemp("games"))
    else:
        with Postgres() as found:
            yield found.base


@contextlib.asynccontextmanager
async def party(server: Server, players: int = 3) -> AsyncIterator[tuple[list[Client], list[str]]]:
    """Everybody of a new table, in the order of the seats; and their tokens."""
    notes = Notes()
    code = await sit_down(server.url, notes, players, "sixth")
    tokens = [notes.tokens[code, seat] for seat in range(players)]
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Client(server.url, code, token)) for token in tokens], tokens


async def level(clients: list[Client]) -> None:
    newest = max(client.version or 0 for client in clients)
    await asyncio.gather(*(client.until(lambda c=client: (c.version or 0) >= newest) for client in clients))  # type: ignore[misc]


async def act(clients: list[Client]) -> int:
    """The awaited seat does the least that can be done, so that no game ends; its seat."""
    await level(clients)
    able = next(client for client in clients if client.awaited)
    await able.act(next((quiet for quiet in ("end", "roll") if quiet in able.legal), able.legal[0]))
    await level(clients)
    assert able.seat is not None
    return able.seat


async def shown(clients: list[Client], condition: Callable[[Client], bool]) -> None:
    await asyncio.gather(*(client.until(lambda c=client: bool(c.table) and condition(c)) for client in clients))  # type: ignore[misc]


async def killed(server: Server, clients: list[Client]) -> None:
    """The server is killed and comes back, and so do these."""
    lines = {client: client.connections for client in clients}
    await asyncio.to_thread(server.restart)
    await asyncio.gather(*(client.until(lambda c=client: c.connections > lines[c] and c.greeted) for client in clients))  # type: ignore[misc]


def admin(store: str, *given: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "sevenhex", "admin", *given, "--store", store], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_open_undo_request_survives_a_kill(nursery: Nursery, new_store: Callable[[], str], tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with party(server) as (clients, _):
            first = await act(clients)
            await act(clients)
            await act(clients)  # somebody else's settlement: now the others must agree
            asker, others = clients[first], [client for client in clients if client.seat != first]
            await asker.ask("undo", "taken-back", version=asker.version)
            await others[0].ask("agree", undo=True)
            await shown(clients, lambda client: client.table["undo"] is not None and bool(client.table["undo"]["agreed"]))
            before, version = asker.table["undo"], asker.version
            await killed(server, clients)
            for client in clients:
                assert client.table["undo"] == before
            await asker.ask("undo", "taken-back", version=asker.version)  # nobody answered before the kill: sent again, it is that request
            with pytest.raises(Refusal, match="already asked"):
                await asker.undo()
            await others[1].ask("agree", undo=True)
            await level(clients)
            assert asker.version == (version or 0) + 1
            await shown(clients, lambda client: client.table["undo"] is None)

    with nursery.server(new_store(), tmp_path) as server:
        asyncio.run(story(server))
        assert not server.faults(), server.faults()[0]


def test_an_answered_request_does_not_come_back(nursery: Nursery, new_store: Callable[[], str], tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with party(server) as (clients, _):
            first = await act(clients)
            await act(clients)
            await act(clients)
            await clients[first].undo()
            await shown(clients, lambda client: client.table["undo"] is not None)
            await act(clients)  # the table goes on: that is an answer, too
            await shown(clients, lambda client: client.table["undo"] is None)
            await killed(server, clients)
            assert clients[0].table["undo"] is None

    with nursery.server(new_store(), tmp_path) as server:
        asyncio.run(story(server))


def test_an_open_vote_survives_a_kill(nursery: Nursery, new_store: Callable[[], str], tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with party(server) as (clients, _):
            gone, here = clients[2], clients[:2]
            await gone.close()
            await shown(here, lambda client: bool(client.table["away"]) and client.table["away"]["voting"])
            await here[0].ask("vote", choice="abort")
            await shown(here, lambda client: client.table["away"]["votes"] == {"0": "abort"})
            await killed(server, here)
            await shown(here, lambda client: client.table["away"] is not None and client.table["away"]["seats"] == [2])
            for client in here:
                assert client.table["away"]["votes"] == {"0": "abort"}
                assert client.table["away"]["voting"]  # nobody waits for the grace time again
                assert client.table["status"] == "playing"
            await here[1].ask("vote", choice="abort")
            await shown(here, lambda client: client.table["status"] == "aborted")

    with nursery.server(new_store(), tmp_path, grace_seconds=2.0) as server:
        asyncio.run(story(server))
        assert not server.faults(), server.faults()[0]


def test_the_operator_ends_a_table_that_a_server_has_in_memory(nursery: Nursery, new_store: Callable[[], str], tmp_path: Path) -> None:
    store = new_store()

    async def story(server: Server) -> None:
        async with party(server) as (clients, _):
            await act(clients)
            code = clients[0].code
            assert "aborted" in await asyncio.to_thread(admin, store, "end", code)
            await shown(clients, lambda client: client.table["status"] == "aborted")  # sent, without asking
            able = next(client for client in clients if client.seat in (client.view or {})["to_act"])
            with pytest.raises(Refusal, match="aborted") as refused:
                await able.act("end")
            assert refused.value.code == "over"
            await asyncio.to_thread(server.restart)
            opened = Store(store)
            await opened.open()
            record = await opened.table(code)
            assert record is not None
            assert record.status == "aborted"
            assert not await opened.orders()
            await opened.close()

    with nursery.server(store, tmp_path) as server:
        asyncio.run(story(server))
        assert not server.faults(), server.faults()[0]


def test_the_operator_ends_a_table_without_a_server(nursery: Nursery, new_store: Callable[[], str], tmp_path: Path) -> None:
    store = new_store()
    with nursery.server(store, tmp_path) as server:
        code = asyncio.run(sit_down(server.url, Notes(), 3, "sixth"))
        server.stop()
        admin(store, "end", code)
        server.start()
        assert '"status":"aborted"' in asyncio.run(asyncio.to_thread(look, server.url, code))


def look(url: str, code: str) -> str:
    import urllib.request

    with urllib.request.urlopen(f"{url}/api/tables/{code}", timeout=30) as answer:
        return str(answer.read().decode())


def test_a_forgotten_player_leaves_a_running_servers_memory(nursery: Nursery, new_store: Callable[[], str], tmp_path: Path) -> None:
    store = new_store()

    async def story(server: Server) -> None:
        async with party(server) as (clients, _):
            await clients[1].say("my name is Ben")
            await shown(clients, lambda client: bool(client.chat))
            opened = Store(store)
            await opened.open()
            record = await opened.table(clients[0].code)
            assert record is not None
            player = record.seats[1].player
            assert player is not None
            printed = await asyncio.to_thread(admin, store, "forget", player, "--yes")
            assert "1 seats" in printed
            await shown([clients[0], clients[2]], lambda client: not client.table["seats"][1]["present"])
            with pytest.raises((Refusal, Gone)):  # the token opens nothing any more
                await clients[1].ask("chat", text="still here?")
            await act([clients[0], clients[2]]) if clients[0].awaited or clients[2].awaited else None
            await clients[0].ask("vote", choice="wait")  # writes the table again
            record = await opened.table(clients[0].code)
            assert record is not None
            assert (record.seats[1].player, record.seats[1].name, record.seats[1].token_hash) == (None, "", None)
            assert not await opened.chat(clients[0].code)
            await opened.close()

    with nursery.server(store, tmp_path, grace_seconds=0.0) as server:
        asyncio.run(story(server))
        assert not server.faults(), server.faults()[0]


def test_a_command_of_long_ago_is_answered_and_not_done_again(nursery: Nursery, new_store: Callable[[], str], tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with party(server, 4) as (clients, _):
            await level(clients)
            first = next(client for client in clients if client.awaited)
            made_for, action = first.version, first.legal[0]
            await first.ask("chat", "said-once", text="good luck")
            answer = await first.act(action, command="the-first")
            undoing = await first.ask("undo", "take-back")
            await first.act(first.legal[0])
            for _ in range(MOST + 20):  # now nobody remembers it but the store
                await act(clients)
            for again in range(2):
                log = first.version
                assert await first.act(action, made_for, "the-first") == answer
                assert (await first.ask("undo", "take-back"))["version"] == undoing["version"]
                await first.ask("chat", "said-once", text="good luck")
                assert [line["text"] for line in first.chat].count("good luck") == 1
                if first.awaited:  # the same id for something else is the old command still
                    assert await first.act(first.legal[0], command="the-first") == answer
                await clients[0].say(f"nothing happened {again}")
                await level(clients)
                assert first.version == log
            await act(clients)

    with nursery.server(new_store(), tmp_path) as server:
        asyncio.run(story(server))
        assert not server.faults(), server.faults()[0]
