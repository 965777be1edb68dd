"""Games of `master` against itself in which nobody trades, and what its search finds in them, as lessons."""

from __future__ import annotations

import hashlib
import signal
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from multiprocessing import parent_process
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.arena.match import Chance, TimedGuard, drive
from sevenhex.bots.master import EFFORTS, TRUST, Master, Thought, Tried
from sevenhex.errors import OptionError, one_of
from sevenhex.game.game import Game
from sevenhex.nets.layout import ABSENT, layout
from sevenhex.nets.network import Network, NetworkError
from sevenhex.observation import menu
from sevenhex.processes import results
from sevenhex.rules.ids import Island
from sevenhex.rules.rates import is_wasteful

from .lessons import GAMES_A_SHARD, MOST_TRIED, Lesson, LessonError, Lessons, Shard, Source, difference, joined, of_game, shard_path

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View


@lru_cache
def places(island: int, players: int) -> NDArray[np.int64]:
    """For each index on a table's menu the network's choice."""
    choice = layout(island, players).choice
    found = np.full(menu.size(island, players, False), ABSENT)
    found[choice[choice != ABSENT]] = np.flatnonzero(choice != ABSENT)
    return found


class Teacher(Master):
    """`master` with a network of one's choice, at a table where nobody trades; it keeps what it finds."""

    def __init__(self, network: Network, level: str, seed: int) -> None:
        super().__init__(level, seed)
        self.trades = False
        self.taught = network
        self.lessons: list[Lesson] = []

    def network(self, view: View) -> Network:
        return self.taught

    def tried(self, thought: Thought, legal: list[int]) -> list[Tried]:
        found = super().tried(thought, legal)
        ahead, root, seat = thought.ahead, thought.roots[0], thought.seat
        pool = ahead.pool
        state = pool.states[root : root + 1]
        to_choice = places(ahead.island, ahead.players)
        sensible = [action for action in legal if not is_wasteful(state[0], seat, action)]
        index = {action: int(menu.index_in(state, seat, action)) for action in sensible}
        if len(index) > 1 and all(0 <= place < len(to_choice) for place in index.values()):  # a network has no choices of trade
            choice = {action: int(to_choice[place]) for action, place in index.items()}
            pool.look(root, root + 1, pool.actors)
            best = max(found, key=lambda each: each.score)
            share = min(1.0, float(sum(np.exp(each.liking) for each in found)))
            self.lessons.append(
                Lesson(
                    seat,
                    self.taught.seen(pool.seen[root : root + 1], ahead.players)[0].copy(),
                    sorted(choice.values()),
                    [choice[each.action] for each in found],
                    [each.score for each in found],
                    best.worth,
                    share,
                )
            )
        return found


class TeacherGuard(TimedGuard):
    """Hands on what a teacher says, and what it raises: a game with a fault in it would teach the fault."""

    def choose(self, view: View, legal: list[int]) -> int:
        return self.bot.choose(view, legal, self.limit)


# --- one game


def checksum(weights: Path) -> str:
    """A short name for what is in a weight file."""
    try:
        return hashlib.sha256(weights.read_bytes()).hexdigest()[:16]
    except OSError:
        raise NetworkError(f"There is no weight file {weights}; `sevenhex train` makes one.") from None


def island_of(edition: str, players: int) -> Island:
    return Island(int(Game.new(edition, players, seed=0).state["island"][0]))


def source_of(weights: Path, edition: str, players: int, seed: int, level: str) -> Source:
    """What is to be made, if these weights can play at such a table and such a search finds anything."""
    if level not in EFFORTS:
        raise OptionError(f"There is no level {level!r}: {one_of(level, EFFORTS)}.", option="level")
    effort = EFFORTS[level]
    if not 2 <= effort.tries <= MOST_TRIED:
        raise OptionError(f"At level {level} the search tries {effort.tries}; a lesson is to compare 2 to {MOST_TRIED}.", option="level")
    island = island_of(edition, players)
    network = Network.load(weights)
    if network.island != island:
        raise OptionError(
            f"{weights} is a network for the {network.header.island} island; {players} players of this edition need the "
            f"{island.name.lower()} one.",
            option="weights",
        )
    return Source(edition, players, seed, checksum(weights), island.name.lower(), level, tuple(effort), TRUST)


@lru_cache
def network_of(weights: Path, expected: str) -> Network:
    """Loaded once a process; a file that was exchanged meanwhile would make other lessons than the header says."""
    if checksum(weights) != expected:
        raise LessonError(f"{weights} was changed while lessons were made with it; begin anew in another folder.")
    return Network.load(weights)


def play(source: Source, weights: Path, game: int) -> Lessons:
    """The lessons of one game: the same in any process, whatever was played before."""
    if parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides what an interrupt means
    network = network_of(weights, source.weights)
    seeds = Random(f"{source.seed}/{game}/bots")
    teachers = [Teacher(network, source.level, seeds.getrandbits(31)) for _ in range(source.players)]
    table = Game.new(source.edition, source.players, seed=f"{source.seed}/{game}/lessons")
    drive(table, [TeacherGuard(teacher) for teacher in teachers], Chance(f"{source.seed}/{game}/lessons"))
    outcome = table.outcome
    return of_game(
        source, game, [lesson for teacher in teachers for lesson in teacher.lessons], None if outcome is None else outcome.winner
    )


def numbered(source: Source, weights: Path, game: int) -> tuple[int, Lessons]:
    return game, play(source, weights, game)


# --- many games


class Made(NamedTuple):
    """How far a folder is."""

    games: int
    lessons: int


class Maker:
    """Fills a folder; what is there already is not made again."""

    def __init__(self, folder: Path, source: Source, weights: Path, games: int) -> None:
        self.folder, self.source, self.weights, self.games = folder, source, weights, games
        self.open: dict[int, dict[int, Lessons]] = {}  # shards that lack games, and what they have
        self.fresh: set[int] = set()  # shards with games that are not on disk yet
        self.missing: list[int] = []
        self.made = Made(0, 0)
        for path in sorted(folder.glob("lessons-*.npz")):
            self.take_over(path)
        have = {game for shard in self.open.values() for game in shard}
        self.missing = [game for game in range(games) if game not in have]
        lacking = {game // GAMES_A_SHARD for game in self.missing}
        self.open = {number: shard for number, shard in self.open.items() if number in lacking}

    def take_over(self, path: Path) -> None:
        shard = Shard.load(path)
        if shard.source != self.source:
            raise LessonError(
                f"{self.folder} holds other lessons ({difference(shard.source, self.source)}), and is left as it is. "
                "Name another --out, or repeat that folder's command to go on with it."
            )
        for game in shard.games:
            if path != shard_path(self.folder, game // GAMES_A_SHARD):
                raise LessonError(f"{path} holds game {game}, which belongs to another file; remove it and make it anew.")
            self.open.setdefault(game // GAMES_A_SHARD, {})[game] = shard.lessons.at(shard.lessons.game == game)
        self.made = Made(self.made.games + len(shard.games), self.made.lessons + len(shard.lessons))

    def run(self, workers: int = 1, is_enough: Callable[[], bool] = lambda: False, report: Callable[[Made], None] | None = None) -> Made:
        """Play what is missing in so many processes; lessons do not depend on their number."""
        jobs = [partial(numbered, self.source, self.weights, game) for game in self.missing]
        try:
            for game, lessons in results(jobs, workers, is_enough):
                self.note(game, lessons)
                if report is not None:
                    report(self.made)
        except BrokenProcessPool:
            raise LessonError("A process that played was ended from outside; the same command goes on from here.") from None
        finally:
            for number in sorted(self.fresh):
                self.save(number)
        return self.made

    def note(self, game: int, lessons: Lessons) -> None:
        number = game // GAMES_A_SHARD
        shard = self.open.setdefault(number, {})
        shard[game] = lessons
        self.fresh.add(number)
        self.made = Made(self.made.games + 1, self.made.lessons + len(lessons))
        if all(each in shard for each in self.of_shard(number)):
            self.save(number)
            del self.open[number]

    def of_shard(self, number: int) -> range:
        return range(number * GAMES_A_SHARD, min(self.games, (number + 1) * GAMES_A_SHARD))

    def save(self, number: int) -> None:
        """Write a shard as far as it is."""
        games = sorted(self.open[number])
        Shard(self.source, tuple(games), joined([self.open[number][game] for game in games])).save(shard_path(self.folder, number))
        self.fresh.discard(number)
