"""Random play through `Game`, and games that begin at a position set up by hand."""

from __future__ import annotations

import random
from typing import Any

from positions import Table
from sevenhex.editions import load
from sevenhex.game.game import Game
from sevenhex.rules.ids import CHANCE

# every shape of game: both islands, two to six players, separate phases, pairs, special building, every option about knowledge
KINDS: list[dict[str, Any]] = [
    {"edition": "sixth", "players": 4},
    {"edition": "fourth", "players": 3},
    {"edition": "zip", "players": 4},
    {"edition": "sixth", "players": 5, "discard_limit": 4},
    {"edition": "extension", "players": 6, "turn": "special building"},
    {"edition": "summary", "players": 3, "friendly_robber": True, "discard_limit": 3},
    {"edition": "sixth", "players": 4, "supply_counts": "hidden", "discard_limit": 5},
    {"edition": "sixth", "players": 2, "open_hands": True},
    {"edition": "fourth", "players": 4, "setup": "beginner", "dice": "deck"},
    {"edition": "summary", "players": 5, "discards": "hidden", "supply_counts": "shown", "discard_limit": 4},
    {"edition": "sixth", "players": 4, "discards": "hidden", "supply_counts": "hidden", "discard_limit": 3},
]


def begin(seed: int) -> Game:
    """A game about to begin, of a kind that the seed chooses."""
    return Game.new(seed=seed, **KINDS[seed % len(KINDS)])


def walk(game: Game, rng: random.Random, steps: int, talk: float = 0.05) -> Game:
    """Play on at random; `talk` is how often somebody bargains."""
    for _ in range(steps):
        if game.is_over:
            break
        if game.awaits_chance:
            game.push(game.pick(rng.getrandbits(32)), CHANCE)
            continue
        talking = rng.random() < talk
        seat = rng.randrange(game.players) if talking else rng.choice(game.to_act)
        actions = game.legal(seat, menu=talking)
        if actions:
            game.push(rng.choice(actions), seat)
    return game


def game_at(table: Table, edition: str = "sixth", **options: Any) -> Game:
    """The game that a position is the beginning of."""
    return Game(load(edition).configure(len(table.naming.colours), **options), table.state, table.layout)


def known_to_all(table: Table) -> Table:
    """Before the first roll all cards came openly, so the card counter knows every hand."""
    return table.set(turn=1)
