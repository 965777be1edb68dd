"""Tables made ready beforehand: a position, its players and its bots written into the store, as if they had been played there.

The server knows nothing of this: it finds a table in its store, as after a restart.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sevenhex import bots
from sevenhex.game.fairdice import Chain
from sevenhex.game.game import Game
from sevenhex.rules.cards import pack
from sevenhex.rules.ids import Phase
from sevenhex.server.clubs import board
from sevenhex.server.store.seats import BOT, HUMAN, Seat, hashed, new_code, new_id, new_secret
from sevenhex.server.store.store import OVER, PLAYING, LogEntry, Store, TableRecord

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
Hands = dict[int, dict[str, int]] | None


@dataclass(frozen=True)
class Person:
    """Somebody with a browser: `secret` is the cookie."""

    id: str
    secret: str
    name: str


def run(work: Callable[[Store], Any], folder: Path) -> Any:
    async def inside() -> Any:
        store = Store(str(folder))
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    # a thread of its own: Playwright keeps an event loop running in this one
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(inside())).result()


def people(folder: Path, *names: str) -> list[Person]:
    """Players known to the store."""
    made = [Person(new_id(), new_secret(), name) for name in names]

    async def work(store: Store) -> None:
        for person in made:
            await store.add_player(person.id, hashed(person.secret), person.name)

    run(work, folder)
    return made


def club(folder: Path, **texts: str) -> None:
    """What the operator has written about the server."""

    async def work(store: Store) -> None:
        await board.write(store, texts)

    run(work, folder)


def table(
    folder: Path,
    game: Game,
    seats: Sequence[Person | str],
    options: dict[str, Any] | None = None,
    public: bool = False,
    clock: float | None = None,
    rated: bool = False,
    seed: bytes | None = None,
) -> str:
    """Store this game with these people and bots at its seats; returns the table's code. The seed decides the next dice."""
    code = new_code()
    places = [
        Seat(n, HUMAN, who.id, who.name, colour)
        if isinstance(who, Person)
        else Seat(n, BOT, None, who.capitalize(), colour, bot=who, level="normal")
        for n, (who, colour) in enumerate(zip(seats, game.colours, strict=True))
    ]
    opening = game.until(0).to_json()
    entries = [LogEntry(n + 1, seat, int(action)) for n, (seat, action) in enumerate(game.log)]
    creator = next((who.id for who in seats if isinstance(who, Person)), None)
    outcome = game.outcome
    record = TableRecord(
        code, "Prepared", game.configuration.edition.key, game.players, options or {}, public, clock, creator,
        (seed or calm_seed(game)).hex(), OVER if outcome else PLAYING, opening=opening, seats=places, rated=rated,
        result={"winner": outcome.winner, "points": list(outcome.points), "turns": outcome.turns} if outcome else None,
    )  # fmt: skip
    run(lambda store: store.save(record, entries), folder)
    return code


def finished(edition: str = "sixth", players: int = 4, seed: int = 1, **options: Any) -> Game:
    """A game played to its end by greedy bots."""
    game = Game.new(edition, players, seed=seed, **options)
    bots.play(game, [bots.make("greedy", seed=seed + n) for n in range(game.players)], random.Random(seed))
    return game


def scene(
    seat: int = 0, edition: str = "sixth", players: int = 3, seed: int = 5, rolled: bool = True, hands: Hands = None, **options: Any
) -> Game:
    """The seat's turn somewhere in the fourth round or later, before or after its roll, with these hands (all others are empty)."""
    source = random.Random(seed)
    game = Game.new(edition, players, seed=seed, **options)
    partners = [bots.make("greedy", seed=seed + n) for n in range(players)]
    while not (game.phase == Phase.ROLL and game.state[0].actor == seat and game.state[0].turn > 3 * players):
        if game.awaits_chance:
            game.resolve(source)
        else:
            who = game.to_act[0]
            game.play(partners[who].choose(game.view(who), game.legal(who), bots.Limit(1.0)), who)
    state = game.state.copy()
    for who in range(players):
        word = pack(*[(hands or {}).get(who, {}).get(name, 0) for name in RESOURCES])
        state["supply"][0] += state["hand"][0, who] - word
        state["hand"][0, who] = word
    staged = Game(game.configuration, state, game.layout)
    if rolled:
        roll(staged, 1, 1)
    return staged


def roll(game: Game, one: int, two: int) -> None:
    """The player in turn rolls this."""
    game.play("roll")
    game.play(f"dice {one} {two}", -1)


def seed_for(game: Game, wanted: str) -> bytes:
    """A seed whose next outcome of chance is this one, as a text of the notation ("dice 3 4")."""
    after = game.copy()
    after.play("roll")
    for n in range(10_000):
        seed = n.to_bytes(32, "big")
        if after.say(after.pick(Chain.of(seed, {}).outcome(after.chance_count))) == wanted:
            return seed
    raise ValueError(f"no seed gives {wanted}")


def calm_seed(game: Game) -> bytes:
    """The next roll is no seven, which would ask for more than a test expects."""
    return seed_for(game, "dice 1 2") if game.phase == Phase.ROLL else bytes(32)


def log_of(folder: Path, code: str) -> list[LogEntry]:
    """What the server has written about a table."""
    found: Iterable[LogEntry] = run(lambda store: store.entries(code), folder)
    return list(found)
