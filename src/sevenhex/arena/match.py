"""One game of an arena: who sits where, on which island, with which dice. Everything follows from the plan and the game's number."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from sevenhex import bots
from sevenhex.errors import SevenhexError
from sevenhex.game import Game

MOST_ACTIONS = 20_000  # a game of random players seldom needs a tenth of it
ENTRANTS_LEAST = 1


class ArenaError(SevenhexError):
    """An arena that cannot be set up or resumed as asked."""


@dataclass(frozen=True)
class Plan:
    """What is to be played. `entrants` are names of bots (`planner`, `scholar:quick`, `exec:COMMAND`)."""

    entrants: tuple[str, ...]
    games: int
    players: int = 4
    edition: str = "sixth"
    seed: int = 0
    seconds: float = 30.0
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.entrants) < ENTRANTS_LEAST:
            raise ArenaError("An arena needs at least one bot; name them as in --bots steady,planner.")
        if self.games < 1:
            raise ArenaError(f"Expected at least one game, got {self.games}.")
        for name in set(self.entrants):
            if not name.startswith(bots.EXTERNAL):
                bots.make(name)

    def fingerprint(self) -> str:
        """A short name for everything that decides a game; how many games there are does not."""
        said = {key: value for key, value in asdict(self).items() if key not in ("games", "seconds")}
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]

    def seating(self, game: int) -> tuple[int, ...]:
        """The entrant of each seat. One group of games shares island and dice, and each entrant sits in each seat of it."""
        rotation, group = game % self.players, game // self.players
        size = len(self.entrants)
        first = (group * self.players) % size if size > self.players else 0
        table = [(first + place) % size for place in range(self.players)]
        return tuple(table[(seat + rotation) % self.players] for seat in range(self.players))

    def group(self, game: int) -> int:
        """Games of one group are played on the same island with the same numbers for chance."""
        return game // self.players


@dataclass(frozen=True)
class Result:
    """How one game went."""

    game: int
    seating: tuple[int, ...]
    winner: int | None  # the seat
    points: tuple[int, ...]
    turns: int
    actions: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[int, ...]

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> Result:
        said: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(line).items()}
        return cls(**said)


def play_match(plan: Plan, game: int) -> Result:
    """Play one game of a plan: the same result in any process, whatever was played before."""
    group = plan.group(game)
    table = Game.new(plan.edition, plan.players, seed=f"{plan.seed}/{group}", **plan.options)
    seating = plan.seating(game)
    guards = [
        bots.Guard(
            bots.make(plan.entrants[entrant], seed=plan.seed * 1_000_003 + group * 101 + seat),
            bots.Limit(plan.seconds),
            patient=not plan.entrants[entrant].startswith(bots.EXTERNAL),
        )
        for seat, entrant in enumerate(seating)
    ]
    bots.play(table, guards, Random(f"{plan.seed}/{group}"), most=MOST_ACTIONS)
    for guard in guards:
        guard.bot.close()
    outcome = table.outcome
    scores = table.score_table()
    return Result(
        game,
        seating,
        outcome.winner if outcome else None,
        tuple(int(row.total) for row in scores),
        int(table.state["turn"][0]),
        len(table.log),
        tuple(guard.decisions for guard in guards),
        tuple(round(guard.seconds, 6) for guard in guards),
        tuple(len(guard.faults) for guard in guards),
    )
