"""Any message whatever gets exactly one answer; the table plays on, the server's log stays clean and its memory stays small."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hostile import noise
from ledger import settle
from nursery import Nursery, Server
from people import Notes, sit_down
from websockets.asyncio.client import ClientConnection, connect

from sevenhex.protocol.client import Client, Lobby

ANSWERS = {"welcome", "done", "refused", "why", "hint", "pong"}
WINDOW = 50  # messages on their way at once


async def shout(server: Server, code: str, token: str | None, count: int, seed: int) -> Counter[str]:
    """Send noise, and count the answers by kind: exactly one each."""
    luck = random.Random(seed)
    answers: Counter[str] = Counter()
    address = f"{server.url.replace('http', 'ws')}/api/tables/{code}/play"
    sent = 0
    while sent < count:
        async with connect(address, compression=None, max_size=None, proxy=None, max_queue=None) as socket:
            await socket.send(json.dumps({"type": "hello", "version": None, "token": token} if token else {"type": "hello"}))
            version = json.loads(await socket.recv())["version"]
            for _ in range(20):
                batch = [noise(luck, version, sent + n) for n in range(min(WINDOW, count - sent))]
                sent += len(batch)
                for message in batch:
                    await socket.send(message)
                await answered(socket, len(batch), answers)
                if sent >= count:
                    break
    return answers


async def answered(socket: ClientConnection, wanted: int, answers: Counter[str]) -> None:
    heard = 0
    while heard < wanted:
        message = json.loads(await asyncio.wait_for(socket.recv(), 20))
        if message["type"] in ANSWERS:
            heard += 1
            answers[message["code"] if message["type"] == "refused" else message["type"]] += 1


def attack(nursery: Nursery, folder: Path, count: int, seed: int, store: str = "") -> dict[str, int]:
    store = store or str(folder / "games")
    with nursery.server(store, folder, bot_pause=[0, 0]) as server:
        notes = Notes()

        async def both() -> Counter[str]:
            code = await sit_down(server.url, notes)
            own, bots = await sit_down(server.url, notes), await sit_down(server.url, notes, 2, "zip")
            tokens = [token for (table, _), token in notes.tokens.items() if table == own]

            async def everybody(number: int, seed: int) -> Counter[str]:
                part = number // 6
                speakers = [shout(server, own, tokens[n] if n < 3 else None, part, seed + n) for n in range(4)]
                speakers += [shout(server, bots, None, part, seed + 7), shout(server, code, None, number - 5 * part, seed + 8)]
                return sum(await asyncio.gather(*speakers), start=Counter())

            while not Lobby(server.url).call("GET", "/api/ready")["bots"]:  # what they load is no growth
                await asyncio.sleep(0.2)
            # a busy machine lets more wait in buffers, whose memory stays: what the first half took, the second must do with
            answers = await everybody(count - count // 2, seed)
            before = server.memory
            answers += await everybody(count // 2, seed + 100)
            growth = (server.memory - before) / 1e6
            assert growth < 30, f"the server has grown by {growth:.0f} MB"
            # an honest table plays on beside it, and so does the attacked one
            for table in (code, own):
                seats = {seat: token for (at, seat), token in notes.tokens.items() if at == table}
                async with Client(server.url, table, seats[0]) as client:
                    assert client.view is not None
                    if client.over or client.table["status"] != "playing":
                        continue
                    (seat, *_) = client.view["to_act"]
                    async with Client(server.url, table, seats[seat]) as other:
                        await other.act(other.legal[0])
            return answers

        answers = asyncio.run(both())
        server.restart()
        asyncio.run(settle(store, notes, server.url))
        assert not server.faults(), server.faults()[0]
    return {"messages": sum(answers.values()), **dict(answers.most_common())}


def test_hostile_messages_are_answered(nursery: Nursery, tmp_path: Path) -> None:
    counts = attack(nursery, tmp_path, 4000, 1)
    assert counts["malformed"] > 1000
    assert counts["messages"] >= 4000


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_hostile_messages(nursery: Nursery, tmp_path: Path) -> None:
    print(attack(nursery, tmp_path, 100_000, 2))
