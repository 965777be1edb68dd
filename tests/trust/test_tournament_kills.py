"""A tournament of 16 bots and 4 people over 4 rounds, with a server that is killed in the middle; everything is counted again."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections import Counter
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
import pytest
from nursery import Nursery, Server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sevenhex.game.game import Game
from sevenhex.rating import Rating, rate
from sevenhex.server.review.ratings import SURE, anchors

BOTS, PEOPLE, ROUNDS = 16, 4, 4
PATIENCE = 600.0


class Person:
    """A browser that plays at random whatever table the tournament gives, through every restart."""

    def __init__(self, url: str, name: str, seed: int) -> None:
        self.url, self.name, self.chance = url, name, random.Random(seed)
        self.browser = httpx.AsyncClient(base_url=url, timeout=60)
        self.acts = 0

    async def call(self, method: str, path: str, **body: Any) -> Any:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = await self.browser.request(method, path, json=body or None)
            except httpx.HTTPError:
                answer = None
            if answer is not None and answer.status_code not in (429, 503):
                assert answer.is_success, answer.text
                return answer.json() if answer.content else None
            assert time.monotonic() < until
            await asyncio.sleep(0.1)

    async def play_on(self, id: str) -> None:
        while True:
            found = await self.call("GET", f"/api/tournaments/{id}")
            if found["status"] == "over":
                return
            if found["table"] is None or not await self.play(found["table"]):
                await asyncio.sleep(0.1)

    async def play(self, code: str) -> bool:
        """Until the game is over or the line is cut."""
        headers = {"Cookie": f"sevenhex={self.browser.cookies['sevenhex']}"}
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/play"
        try:
            async with connect(address, max_size=None, additional_headers=headers) as socket:
                await socket.send(json.dumps({"type": "hello", "whole": True}))
                await socket.send(json.dumps({"type": "word", "id": "w", "text": self.name}))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] not in ("welcome", "update"):
                        continue
                    version, view = message["version"], message["view"]
                    if view and view["winner"] is not None:
                        return True
                    if view and view["seat"] in view["to_act"]:
                        self.acts += 1
                        action = self.chance.choice(message["legal"])
                        said = {"type": "act", "id": f"{version}-{self.acts}", "version": version, "action": action}
                        await socket.send(json.dumps(said))
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            pass
        return False


async def play(server: Server, kills: list[tuple[int, int]]) -> tuple[str, list[Person]]:
    """`kills`: at which round, and after how many of its tables have ended."""
    people = [Person(server.url, f"Person {n}", n) for n in range(PEOPLE)]
    await people[0].call("POST", "/api/account", name="Maker")
    wanted = {"name": "Cup", "rounds": ROUNDS, "edition": "zip", "bots": BOTS, "bot": "greedy", "pause": 0, "wait": 120}
    id = (await people[0].call("POST", "/api/tournaments", **wanted))["id"]
    for person in people:
        await person.call("POST", f"/api/tournaments/{id}/join", name=person.name)
    await people[0].call("POST", f"/api/tournaments/{id}/start")

    async def kill() -> None:
        watcher = Person(server.url, "", 0)
        for round, ended in kills:
            while True:
                found = await watcher.call("GET", f"/api/tournaments/{id}")
                if len(found["tables"]) > round or (
                    len(found["tables"]) == round and sum(each["over"] for each in found["tables"][-1]) >= ended
                ):
                    break
                await asyncio.sleep(0.05)
            await asyncio.to_thread(server.restart)
        await watcher.browser.aclose()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(kill())
        for person in people:
            group.create_task(person.play_on(id))
    return id, people


async def recount(id: str, people: list[Person], store: Path) -> None:
    """By another way than the server's: from the records of the games and the rows of the store."""
    found = await people[0].call("GET", f"/api/tournaments/{id}")
    played = [table for tables in found["tables"] for table in tables]
    assert [len(tables) for tables in found["tables"]] == [(BOTS + PEOPLE) // 4] * ROUNDS
    met: set[frozenset[int]] = set()
    for tables in found["tables"]:
        now = {frozenset(pair) for table in tables for pair in combinations(table["entrants"], 2)}
        assert not now & met or not can_all_be_strangers(list(range(BOTS + PEOPLE)), met), "somebody meets somebody twice, needlessly"
        met |= now
    seats = Counter((who, seat) for table in played for seat, who in enumerate(table["entrants"]))
    assert max(seats.values()) <= 2, "seats take turns"
    wins, points, share = Counter[int](), Counter[int](), dict.fromkeys(range(BOTS + PEOPLE), 0.0)
    away = left_at_the_end(store)
    for table in played:
        text = (await people[0].browser.get(f"/api/tables/{table['code']}/record")).text
        game = Game.load(text)
        outcome = game.outcome
        assert outcome is not None
        reached, gone = list(outcome.points), away[table["code"]]
        assert (table["points"], table["winner"], table["left"]) == (reached, outcome.winner, gone)
        for seat, who in enumerate(table["entrants"]):
            if seat not in gone:
                wins[who] += outcome.winner == seat
                points[who] += reached[seat]
                share[who] += reached[seat] / sum(reached)
    standing = found["standing"]
    assert {each["entrant"]: (each["wins"], each["points"], each["games"]) for each in standing} == {
        who: (wins[who], points[who], ROUNDS) for who in range(BOTS + PEOPLE)
    }
    assert all(each["share"] == pytest.approx(share[each["entrant"]], abs=1e-4) for each in standing)
    keys = [(-wins[who], -points[who], -round(share[who], 9)) for who in (each["entrant"] for each in standing)]
    assert keys == sorted(keys)
    assert [each["place"] for each in standing] == [1 + sum(other < key for other in keys) for key in keys]
    await check_ratings(people, store)


def can_all_be_strangers(people: list[int], met: set[frozenset[int]]) -> bool:
    """Are there tables of four at which nobody has met anybody? Every way is tried."""
    if not people:
        return True
    first, rest = people[0], people[1:]
    free = [who for who in rest if frozenset((first, who)) not in met]
    return any(
        not any(frozenset(pair) in met for pair in combinations(others, 2))
        and can_all_be_strangers([who for who in rest if who not in others], met)
        for others in combinations(free, 3)
    )


def left_at_the_end(store: Path) -> dict[str, list[int]]:
    """By table: the seats of people for whom a bot played at the end."""
    with closing(sqlite3.connect(store)) as rows:
        found: dict[str, list[int]] = {code: [] for (code,) in rows.execute("SELECT code FROM tables")}
        for code, seat in rows.execute("SELECT code, seat FROM seats WHERE kind = 'human' AND bot_plays ORDER BY seat"):
            found[code].append(seat)
    return found


async def check_ratings(people: list[Person], store: Path) -> None:
    """Each person's rating follows from the games in the order in which they ended."""
    with closing(sqlite3.connect(store)) as rows:
        ended = rows.execute("SELECT code, result FROM tables WHERE rated AND result IS NOT NULL ORDER BY ended, code").fetchall()
        sat = {
            code: rows.execute("SELECT kind, player, bot FROM seats WHERE code = ? ORDER BY seat", (code,)).fetchall() for code, _ in ended
        }
    assert len(ended) == ROUNDS * (BOTS + PEOPLE) // 4
    known, left = dict[str, Rating](), left_at_the_end(store)
    for code, text in ended:
        result = json.loads(text)
        before = [known.get(player, Rating()) if kind == "human" else Rating(anchors()[bot], SURE) for kind, player, bot in sat[code]]
        for (kind, player, _), after in zip(sat[code], rate(before, result["winner"], result["points"], left[code]), strict=True):
            if kind == "human":
                known[player] = after
    told = [(await person.call("GET", "/api/ratings"))["you"] for person in people]
    assert sorted((each["strength"], each["uncertainty"]) for each in told) == sorted(
        (round(rating.strength, 1), round(rating.uncertainty, 1)) for rating in known.values()
    )
    assert all(each["games"] == ROUNDS for each in told)


@pytest.mark.timeout(1200)
def test_a_tournament_goes_on_through_kills_and_its_results_are_right(nursery: Nursery, tmp_path: Path) -> None:
    with nursery.server(tmp_path / "games", tmp_path, bot_pause=[0, 0], bot_threads=2) as server:

        async def story() -> None:
            id, people = await play(server, kills=[(1, 1), (2, 5), (3, 2)])
            await recount(id, people, tmp_path / "games" / "sevenhex.db")
            for person in people:
                await person.browser.aclose()

        asyncio.run(story())
        assert not server.faults(), server.faults()[0]
