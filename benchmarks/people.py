"""How long the pages about people take with many accounts and games: a store made directly, and the calls of these pages, measured.

python -m benchmarks.people --accounts 1000 --games 10000 --cards 50000
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from sevenhex.server.app import create_app
from sevenhex.server.base.likeness import looks
from sevenhex.server.base.settings import Limits, Settings
from sevenhex.server.people.memory import after, rating_of
from sevenhex.server.store import drills, profiles, schema
from sevenhex.server.store.seats import BOT, HUMAN, Seat, hashed, new_code, new_id, new_secret
from sevenhex.server.store.store import OVER, Store, TableRecord
from sevenhex.study import puzzles

EDITIONS = (("sixth", 4), ("sixth", 3), ("fourth", 4), ("extension", 5))
ALLOWED = 200.0  # milliseconds on the server
SAMPLE = 30  # accounts whose pages are asked for


async def fill_decks(store: Store, players: list[str], cards: int, seed: int = 1, now: float | None = None) -> None:
    """So many drills over all decks, half of them own mistakes; every third is due. The first player's deck is full."""
    luck = random.Random(seed)
    now = time.time() if now is None else now
    collection = puzzles.shipped().puzzles
    full = min(Limits().drills_per_player, cards // 2)
    each = max(1, (cards - full) // max(1, len(players) - 1))
    memory = json.dumps(after(None, rating_of(True, 0), now)[0])
    for number, player in enumerate(players):
        rows = []
        for n in range(full if number == 0 else each):
            puzzle, own = collection[n % len(collection)], n % 2 == 0 or n >= len(collection)
            body = {
                **puzzle.to_json(),
                "id": f"deck{n}-7",
                "why": {"code": "", "arguments": {}, "sentence": ""},
                "did": puzzle.choices[-1][0],
            }
            rows.append({
                "player": player, "id": f"deck{n}-7" if own else puzzle.id, "own": own, "state": drills.READY, "theme": puzzle.theme,
                "due": now + luck.uniform(-1, 2) * 86_400, "times": luck.randrange(4), "memory": memory,
                "body": json.dumps(body) if own else None, "created": now,
            })  # fmt: skip
        days = [
            {"player": player, "day": int(now // 86_400) - n, "seconds": 600.0, "answered": 20, "found": 15} for n in range(30)
        ]  # fmt: skip

        async def work(connection: AsyncConnection, rows: Any = rows, days: Any = days) -> None:
            await connection.execute(insert(schema.drills), rows)
            await connection.execute(insert(schema.practice), days)

        await store.writer.write(work)


async def make(store: Store, accounts: int, games: int, seed: int = 1, begun: float = 1_700_000_000.0) -> list[tuple[str, str]]:
    """A store with so much in it: ids and secrets of the accounts. Every second game is rated, every third has a review's digest."""
    luck = random.Random(seed)
    people = [(new_id(), new_secret(), f"Player {number}") for number in range(accounts)]

    async def work(connection: AsyncConnection) -> None:
        rows = [{"id": id, "secret_hash": f"account:{id}", "name": name, "created": begun} for id, _, name in people]
        await connection.execute(insert(schema.players), rows)
        kept = [{"player": id, "name": name, "created": begun, "shown": number % 2 == 0} for number, (id, _, name) in enumerate(people)]
        await connection.execute(insert(schema.accounts), kept)
        await connection.execute(insert(schema.names), [{"look": look, "player": id} for id, _, name in people for look in looks(name)])
        devices = [
            {"id": new_id(), "player": id, "secret_hash": hashed(secret), "name": "?", "created": begun, "used": time.time()}
            for id, secret, _ in people
        ]
        await connection.execute(insert(schema.devices), devices)

    await store.writer.write(work)
    for number in range(games):
        edition, players = EDITIONS[number % len(EDITIONS)]
        record = TableRecord(new_code(), f"Game {number}", edition, players, {}, True, None, None, "00" * 32, rated=number % 2 == 0)
        for seat, (id, _, name) in enumerate(luck.sample(people, min(players, len(people)))):
            record.seats.append(Seat(seat, HUMAN, id, name, colour="red", registered=True))
        for seat in range(len(record.seats), players):
            record.seats.append(Seat(seat, BOT, None, "Steady", colour="blue", bot="steady", level="normal"))
        winner = luck.randrange(players)
        points = [10 if seat == winner else luck.randint(2, 9) for seat in range(players)]
        record.status, record.ended = OVER, begun + number * 60.0
        record.result = {"winner": winner, "points": points, "turns": luck.randint(40, 90)}
        if record.rated and number % 50 == 0:
            record.result["forfeited"] = [luck.randrange(players)]
        await store.save(record)
        if number % 3 == 0:
            await profiles.keep_digests(store, record.code, [a_digest(luck) for _ in range(players)])
    return [(id, secret) for id, secret, _ in people]


def a_digest(luck: random.Random) -> dict[str, Any]:
    return {
        "decisions": 60, "lost": round(luck.uniform(2, 30), 2), "luck": round(luck.uniform(-40, 40), 2), "accuracy": None,
        "grades": {"best": 40, "good": 12, "inaccuracy": 5, "mistake": 2, "blunder": 1},
        "openings": {"count": 2, "rank": luck.randint(2, 40), "lost": round(luck.uniform(0, 5), 2)},
        "trades": {"count": 3, "own": round(luck.uniform(-3, 6), 2), "theirs": round(luck.uniform(-3, 6), 2)},
        "mistakes": {"settle": [1, 3.5], "offer": [2, 2.25]},
    }  # fmt: skip


def pages(name: str) -> list[str]:
    return [
        *("/api/account", "/api/profile", "/api/profile/games", "/api/profile/games?form=parquet", f"/api/profiles/{name}", "/api/mine"),
        *("/api/drills", "/api/drills?theme=robber", "/api/drills/deck0-7"),
    ]


async def measure(folder: Path, accounts: int, games: int, cards: int) -> dict[str, list[tuple[float, float]]]:
    store = Store(str(folder))
    await store.open()
    started = time.perf_counter()
    people = await make(store, accounts, games)
    await fill_decks(store, [id for id, _ in people], cards)
    await store.close()
    print(f"{accounts} accounts, {games} games and {cards} cards in decks made in {time.perf_counter() - started:.0f} s")
    app = create_app(Settings(store=str(folder), limits=Limits.none()))
    found: dict[str, list[tuple[float, float]]] = {}
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        while not app.state.tables.bots_warmed:  # rules and bots are loaded beside the pages after a start
            await asyncio.sleep(0.2)
        started = time.perf_counter()
        await app.state.ratings.of(None)
        print(f"the ratings were computed in {time.perf_counter() - started:.1f} s (once, after a start)")
        for number, (_, secret) in enumerate(people[:SAMPLE]):
            for page in pages(f"Player {number}"):
                started, worked = time.perf_counter(), time.process_time()
                answer = await client.get(page, headers={"Cookie": f"sevenhex={secret}"})
                spent = (time.process_time() - worked) * 1000, (time.perf_counter() - started) * 1000
                assert answer.status_code == 200 or (answer.status_code == 404 and number % 2), (page, answer.text)
                found.setdefault(page.replace(f"Player {number}", "NAME"), []).append(spent)
    return found


def main(
    accounts: Annotated[int, typer.Option(help="How many.")] = 1000,
    games: Annotated[int, typer.Option(help="Finished ones.")] = 10_000,
    cards: Annotated[int, typer.Option(help="In decks, over all accounts.")] = 50_000,
    folder: Annotated[Path | None, typer.Option(help="Where the store is made; a new temporary folder if not given.")] = None,
) -> None:
    """Print median and worst of each call, by the processor (store and threads included) and by the clock, which other programs stretch.

    The first call of a page after a start is named apart. Exits with 1 when another one took more than 200 ms of the processor.
    """
    with tempfile.TemporaryDirectory() as temporary:
        found = asyncio.run(measure(folder or Path(temporary), accounts, games, cards))
    for page, (first, *spent) in found.items():  # the first call after a start makes the page's form, once
        work, clock = (sorted(each) for each in zip(*spent, strict=True))
        said = ", ".join(
            f"{name} {each[len(each) // 2]:.1f} and {each[-1]:.1f} ms" for name, each in (("processor", work), ("clock", clock))
        )
        print(f"{page:34} first {first[0]:6.1f} ms; median and worst: {said}")
    if max(work for _, *spent in found.values() for work, _ in spent) > ALLOWED:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
