"""One game of an arena: who sits where, on which island, with which dice. Everything follows from the plan and the game's number."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations
from random import Random
from typing import Any

from sevenhex import bots
from sevenhex.bots.classes import Own
from sevenhex.bots.protocol import resolve_level
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.rules.ids import CHANCE

from .times import Times

FORMAT = 2  # of the games themselves: another number, other games for the same plan
MOST_ACTIONS = 20_000  # a game of random players seldom needs a tenth of it
MOST_TABLES = 5_000  # ways to choose who plays together, when not all fit
WARM_ACTIONS = 150
QUOTED = 3  # faults of one seat that a result tells in words


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
    level: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    trade: bool = True  # False: bots of this package make no offers to each other
    logs: bool = False  # results carry the game's log; changes no game

    def __post_init__(self) -> None:
        if not self.entrants:
            raise ArenaError("An arena needs at least one bot; name them as in --bots steady,planner.")
        if self.games < 1:
            raise ArenaError(f"Expected at least one game, got {self.games}.")
        if self.seconds <= 0:
            raise ArenaError(f"Expected a limit of more than 0 seconds, got {self.seconds:g}.")
        object.__setattr__(self, "level", resolve_level(self.level, bots.LEVELS))
        object.__setattr__(self, "entrants", tuple(map(bots.name_now, self.entrants)))
        if self.level and self.level not in bots.LEVELS:
            raise ArenaError(f"There is no level {self.level!r}; the levels are {', '.join(bots.LEVELS)}.")
        for name in dict.fromkeys(self.entrants):
            self.make(name, 0).close()

    @property
    def names(self) -> list[str]:
        """Each bot once, in the order given."""
        return list(dict.fromkeys(self.entrants))

    def check(self) -> Plan:
        """Refuse an edition, a number of players or options that do not exist, before any process is started."""
        Game.new(self.edition, self.players, seed=0, **self.options)
        return self

    def make(self, name: str, seed: int) -> bots.Bot:
        """A bot of this arena; the common level is for those that have it."""
        levelled = self.level and not is_program(name) and ":" not in name and self.level in bots.find(name).levels
        made = bots.make(name, level=self.level, seed=seed) if levelled else bots.make(name, seed=seed)
        made.trades = self.trade
        return made

    def decides(self) -> dict[str, Any]:
        """Everything that decides how a game goes; how many games there are does not."""
        members = {key: value for key, value in asdict(self).items() if key not in ("games", "logs")}
        if self.trade:
            del members["trade"]  # the usual: plans from before this field keep their names
        if not any(map(is_program, self.entrants)):
            del members["seconds"]  # bots of this package count positions, not seconds
        return {**members, "entrants": list(self.entrants), "format": FORMAT}

    def fingerprint(self) -> str:
        """A short name for the games of this plan."""
        return hashlib.sha256(json.dumps(self.decides(), sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def tables(self) -> list[tuple[int, ...]]:
        """Who plays together, in turn: all that fit, or each choice of them equally often; free seats go to each in turn."""
        size = len(self.entrants)
        if size > self.players:
            found: list[tuple[int, ...]] = []
            for table in combinations(range(size), self.players):
                if len(found) == MOST_TABLES:
                    raise ArenaError(f"{size} bots at tables of {self.players} are too many combinations; name fewer bots.")
                found.append(table)
            Random(self.seed).shuffle(found)
            return found
        if self.players % size == 0:
            return [tuple(place % size for place in range(self.players))]
        return [tuple((first + place) % size for place in range(self.players)) for first in range(size)]

    def seating(self, game: int) -> tuple[int, ...]:
        """The entrant of each seat. One group of games shares island and dice, and each entrant sits in each seat of it."""
        group, rotation = divmod(game, self.players)
        table = list(self.tables[group % len(self.tables)])
        Random(f"{self.seed}/{group}/seats").shuffle(table)  # so that neighbours change too
        return tuple(table[(seat + rotation) % self.players] for seat in range(self.players))

    def group(self, game: int) -> int:
        """Games of one group are played on the same island with the same numbers for chance."""
        return game // self.players


def is_program(name: str) -> bool:
    """Somebody's own, which is asked within a time and in a thread that can be left behind."""
    return bots.is_brought(name) and not name.startswith(bots.NETWORKS)


@dataclass(frozen=True)
class Result:
    """How one game went."""

    game: int
    seating: tuple[int, ...]
    winner: int | None  # the seat; None: stopped after very many actions
    points: tuple[int, ...]
    turns: int
    actions: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    times: tuple[tuple[tuple[int, int], ...], ...]  # by seat: see `Times`
    faults: tuple[int, ...]
    said: tuple[str, ...] = ()  # the first faults, in words
    log: tuple[tuple[int, int], ...] = ()  # seat and action of each entry, where the plan asks for it; not kept in files

    def is_won_by(self, entrant: int) -> bool:
        return self.winner is not None and self.seating[self.winner] == entrant

    def to_json(self) -> str:
        return json.dumps({key: value for key, value in asdict(replace(self, log=())).items() if key != "log"}, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Result:
        members: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(line).items()}
        result = cls(**members)
        return replace(result, times=tuple(tuple((int(step), int(count)) for step, count in times) for times in result.times))

    def course(self) -> tuple[Any, ...]:
        """What must be the same on every machine: everything but the clock."""
        return (self.game, self.seating, self.winner, self.points, self.turns, self.actions, self.decisions, self.faults)


class Chance:
    """Numbers that depend on the turn and the kind of chance alone, so that all games of a group roll the same dice."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.turn = -1
        self.counts: dict[int, int] = {}

    def number(self, turn: int, phase: int) -> int:
        if turn != self.turn:
            self.turn = turn
            self.counts = {}
        count = self.counts[phase] = self.counts.get(phase, 0) + 1
        word = f"{self.seed}/{turn}/{phase}/{count}".encode()
        return int.from_bytes(hashlib.blake2b(word, digest_size=4).digest(), "big")


@dataclass
class TimedGuard(bots.Guard):
    """A guard that keeps the time of each decision."""

    times: Times = field(default_factory=Times)

    def choose(self, view: Any, legal: list[int]) -> int:
        before = self.seconds
        action = super().choose(view, legal)
        self.times.note(self.seconds - before)
        return action


def seat_guard(plan: Plan, name: str, seed: int) -> TimedGuard:
    # same_thread: bots of this package do not hang, and a program is waited for by its own limit; a class of somebody's may hang
    bot = plan.make(name, seed)
    return TimedGuard(bot, bots.Limit(plan.seconds), same_thread=not isinstance(bot, Own))


def drive(table: Game, guards: list[TimedGuard], chance: Chance, most: int = MOST_ACTIONS) -> None:
    """Play to the end, or for `most` actions."""
    while not table.is_over and table.version < most:
        if table.awaits_chance:
            state = table.state[0]
            table.push(table.pick(chance.number(int(state.turn), int(state.phase))), CHANCE)
        else:
            bots.step(table, guards)


@cache
def warm_up(names: tuple[str, ...], level: str, edition: str, players: int) -> None:
    """Once a process: load or compile what these bots need, so that no decision is charged with it."""
    plan = Plan(names, games=1, players=players, edition=edition, level=level)
    guards = [seat_guard(plan, plan.entrants[entrant], 0) for entrant in plan.seating(0)]
    drive(Game.new(edition, players, seed=0), guards, Chance("warm"), most=WARM_ACTIONS)


def play_match(plan: Plan, game: int) -> Result:
    """Play one game of a plan: the same result in any process, whatever was played before."""
    warm_up(tuple(name for name in plan.names if not is_program(name)) or ("random",), plan.level, plan.edition, plan.players)
    group = plan.group(game)
    table = start_of(plan, game)
    seating = plan.seating(game)
    seeds = Random(f"{plan.seed}/{game}/bots")
    guards = [seat_guard(plan, plan.entrants[entrant], seeds.getrandbits(31)) for entrant in seating]
    try:
        drive(table, guards, Chance(f"{plan.seed}/{group}"))
    finally:
        for guard in guards:
            guard.bot.close()
    outcome = table.outcome
    faults = [f"{fault.bot} in seat {fault.seat}: {fault.what}" for guard in guards for fault in guard.faults[:QUOTED]]
    return Result(
        game,
        seating,
        outcome.winner if outcome else None,
        tuple(int(row.total) for row in table.score_table()),
        int(table.state["turn"][0]),
        len(table.log),
        tuple(guard.decisions for guard in guards),
        tuple(round(guard.seconds, 6) for guard in guards),
        tuple(guard.times.pairs() for guard in guards),
        tuple(len(guard.faults) for guard in guards),
        tuple(faults),
        tuple((int(seat), int(action)) for seat, action in table.log) if plan.logs else (),
    )


def start_of(plan: Plan, game: int) -> Game:
    """The table of a game before anything was played."""
    return Game.new(plan.edition, plan.players, seed=f"{plan.seed}/{plan.group(game)}", **plan.options)
