"""Stored rows and records that somebody has tampered with: refused with a sentence, never believed, and no neighbour suffers."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from nursery import Nursery, Server
from people import Notes, fill, sit_down

from sevenhex.protocol.client import Client, Lobby, Refusal
from sevenhex.server.store.audit import audit_table
from sevenhex.server.store.store import Store

HERE = (
    "code = :code AND version = (SELECT min(version) FROM entries WHERE code = :code AND version >= 6 AND action IS NOT NULL AND seat >= 0)"
)
DAMAGE = {
    "an action that is none": "UPDATE entries SET action = 123456789 WHERE {here}",
    "an action out of range": "UPDATE entries SET action = (255 << 6) | 20 WHERE {here}",
    "an action of another seat": "UPDATE entries SET seat = (seat + 1) % 4 WHERE {here}",
    "a seat that is none": "UPDATE entries SET seat = 77 WHERE {here}",
    "no action at all": "UPDATE entries SET action = NULL WHERE {here}",
    "a gap": "DELETE FROM entries WHERE {here}",
    "an undo beyond the beginning": "UPDATE entries SET action = NULL, undo_to = -5 WHERE {here}",
    "an undo into the future": "UPDATE entries SET action = NULL, undo_to = 5000 WHERE {here}",
    "an opening that is no JSON": "UPDATE tables SET opening = substr(opening, 1, 100) WHERE code = :code",
    "an opening that is another thing": "UPDATE tables SET opening = '[1, 2]' WHERE code = :code",
    "an edition that is none": "UPDATE tables SET edition = 'seventh' WHERE code = :code",
    "words that are none": "UPDATE tables SET words = '{{\"x\": 1}}' WHERE code = :code",
    "a seed that is none": "UPDATE tables SET seed = 'zz' WHERE code = :code",
    "a seat too few": "DELETE FROM seats WHERE code = :code AND seat = 2",
}


async def some_games(server: Server, notes: Notes, tables: int) -> list[str]:
    codes = [await sit_down(server.url, notes) for _ in range(tables)]
    ending = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for code in codes:
            group.create_task(fill(server.url, code, notes, random.Random(1), ending))
        while min(Counter(code for code, *_ in notes.done).get(code, 0) for code in codes) < 10:
            await asyncio.sleep(0.1)
        ending.set()
    return codes


def test_damaged_tables_are_refused_and_their_neighbours_play_on(nursery: Nursery, tmp_path: Path) -> None:
    store, notes = tmp_path / "games", Notes()
    with nursery.server(store, tmp_path) as server:
        codes = asyncio.run(some_games(server, notes, len(DAMAGE) + 1))
        server.kill()
        with sqlite3.connect(store / "sevenhex.db") as base:
            for code, statement in zip(codes, DAMAGE.values(), strict=False):
                base.execute(statement.format(here=HERE), {"code": code})
        base.close()
        server.start()

        async def visit() -> None:
            for code, what in zip(codes, DAMAGE, strict=False):
                with pytest.raises(Refusal) as refused:
                    async with Client(server.url, code, notes.tokens[code, 0], patience=30):
                        pass
                assert refused.value.code == "damaged", what
                with pytest.raises(Refusal) as refused:
                    await asyncio.to_thread(Lobby(server.url).call, "GET", f"/api/tables/{code}/record")
                assert refused.value.code == "damaged", what
            async with Client(server.url, codes[-1], notes.tokens[codes[-1], 0]) as client:
                assert client.table["status"] in ("playing", "over")

        asyncio.run(visit())
        assert not [fault for fault in server.faults() if "trace" in fault]

    async def check() -> dict[str, list[str]]:
        opened = Store(str(store))
        await opened.open()
        try:
            return {code: await audit_table(opened, code) for code in codes}
        finally:
            await opened.close()

    found = asyncio.run(check())
    assert [code for code, problems in found.items() if problems] == codes[: len(DAMAGE)]


def mutated(text: str, luck: random.Random) -> str:
    for _ in range(luck.randrange(1, 4)):
        lines = text.split("\n")
        place = luck.randrange(len(lines))
        how = luck.random()
        if how < 0.3:
            del lines[place]
        elif how < 0.5:
            lines.insert(place, luck.choice(lines))
        elif how < 0.6:
            lines[place] = "".join(luck.sample(lines[place], len(lines[place])))
        elif lines[place]:
            at = luck.randrange(len(lines[place]))
            lines[place] = lines[place][:at] + luck.choice(["", "\x00", "9", "{", "?", "é", "A1.N", "\t", "-1"]) + lines[place][at + 1 :]
        text = "\n".join(lines)
    return text


def send_records(server: Server, count: int, seed: int) -> Counter[str]:
    """Mutated records to the replay call: each is read or refused with a place."""
    from sevenhex.game.game import Game

    luck, lobby = random.Random(seed), Lobby(server.url)
    game = Game.new("sixth", 3, seed=seed)
    while len(game.log) < 150:
        game.resolve(luck)
        seat = luck.choice(game.to_act)
        game.play(luck.choice(game.legal(seat)), seat)
    record = game.record()
    found: Counter[str] = Counter()
    for _ in range(count):
        try:
            lobby.call("POST", "/api/replay?from=0&to=1", mutated(record, luck))
            found["read"] += 1
        except Refusal as refusal:
            found[refusal.code] += 1
    assert set(found) <= {"read", "malformed", "too_large"}, found
    return found


def test_mutated_records_are_read_or_refused(nursery: Nursery, tmp_path: Path) -> None:
    with nursery.server(tmp_path / "games", tmp_path) as server:
        found = send_records(server, 60, 1)
        assert found["malformed"] > 20
        assert not server.faults(), server.faults()[0]


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_many_mutated_records_are_read_or_refused(nursery: Nursery, tmp_path: Path) -> None:
    with nursery.server(tmp_path / "games", tmp_path) as server:
        print(send_records(server, 5000, 2))
        assert not server.faults(), server.faults()[0]
