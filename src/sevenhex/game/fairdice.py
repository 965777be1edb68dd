"""Dice that anyone can check: a secret seed is promised by its hash, mixed with the players' sealed words, and shown at the end.

The chain: number(counter) = the first four bytes of HMAC-SHA256(key=seed, message=words || counter). Counters 0 and 1 shuffle the
island; from `FIRST_OUTCOME` on each dice roll, draw and steal takes the number of its place among the game's chance outcomes, so
an outcome that was taken back comes again the same, and a finished record is enough to check every one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sevenhex.editions import Configuration

    from .game import Game

SEED_BYTES = 32
COUNTER_BYTES = 8
FIRST_OUTCOME = 2  # the counters before it belong to the island
CHANCE = -1


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def commit(seed: bytes) -> str:
    """The promise shown before the first roll."""
    return hashlib.sha256(seed).hexdigest()


def seal_of(word: str) -> str:
    """What a player shows of a word before all words are fixed."""
    return hashlib.sha256(word.encode()).hexdigest()


def mix(words: Mapping[int, str]) -> bytes:
    """The players' words as bytes: JSON pairs of seat and text, in the order of the seats."""
    return json.dumps(sorted((int(seat), text) for seat, text in words.items()), ensure_ascii=False, separators=(",", ":")).encode()


def number(seed: bytes, words: bytes, counter: int) -> int:
    """The uniform number in 0 .. 2**32 - 1 with this counter."""
    drawn = hmac.new(seed, words + counter.to_bytes(COUNTER_BYTES, "big"), hashlib.sha256).digest()
    return int.from_bytes(drawn[:4], "big")


def island_seed(seed: bytes, words: bytes) -> int:
    """The seed of the island's shuffle: the first two numbers of the chain."""
    return (number(seed, words, 0) << 32) | number(seed, words, 1)


@dataclass(frozen=True)
class Chain:
    """A seed with the words mixed in."""

    seed: bytes
    words: bytes

    @classmethod
    def of(cls, seed: bytes, words: Mapping[int, str]) -> Chain:
        return cls(seed, mix(words))

    @property
    def island(self) -> int:
        return island_seed(self.seed, self.words)

    def outcome(self, index: int) -> int:
        """The number of the game's chance outcome at this place, counted from 0."""
        return number(self.seed, self.words, FIRST_OUTCOME + index)


class Draws(random.Random):
    """A generator that notes what it was asked and what it answered, so that others can make the same draws."""

    def __init__(self, state: Any) -> None:
        super().__init__()
        self.setstate(state)
        self.made: list[dict[str, Any]] = []

    def note(self, op: str, n: int, result: list[int]) -> list[int]:
        self.made.append({"op": op, "n": n, "result": result})
        return result

    def shuffle(self, x: Any) -> None:
        order = list(range(len(x)))
        super().shuffle(order)
        x[:] = [x[place] for place in self.note("shuffle", len(x), order)]

    def choice(self, seq: Any) -> Any:
        return seq[self.note("choice", len(seq), [super().choice(range(len(seq)))])[0]]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> Any:
        return [population[place] for place in self.note("sample", len(population), super().sample(range(len(population)), k))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        first, last = (0, start) if stop is None else (start, stop)
        return first + self.note("choice", last - first, [super().randrange(last - first)])[0]


def island_draws(configuration: Configuration, island: int) -> list[dict[str, Any]]:
    """What chance decided when the island was laid out: shuffles, choices and samples of so many things, by their places."""
    from sevenhex.editions.deal import deal
    from sevenhex.editions.start import generator

    draws = Draws(generator(island).getstate())
    deal(configuration, draws)
    return draws.made


@dataclass(frozen=True)
class Check:
    """One recomputed outcome."""

    n: int
    counter: int
    number: int
    expected: str
    found: str
    choices: tuple[tuple[str, int], ...]  # what chance could bring, with weights, in the order of the pick

    @property
    def holds(self) -> bool:
        return self.expected == self.found

    def to_json(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "counter": self.counter,
            "number": self.number,
            "outcome": self.found,
            "holds": self.holds,
            "choices": self.choices,
        }


def check(opening: Game, log: list[tuple[int, int]], chain: Chain) -> list[Check]:
    """Replay a log from its opening and recompute every dice roll, draw and steal."""
    game = opening.until(0)
    found: list[Check] = []
    for n, (seat, action) in enumerate(log):
        if seat == CHANCE:
            drawn = chain.outcome(len(found))
            choices = tuple((game.say(outcome), weight) for outcome, weight in game.chances())
            found.append(Check(n, FIRST_OUTCOME + len(found), drawn, game.say(game.pick(drawn)), game.say(action), choices))
        game.push(action, seat)
    return found


@dataclass(frozen=True)
class Verdict:
    """Everything that was checked about a finished game."""

    commit_holds: bool
    island_holds: bool
    checks: list[Check]
    broken_seals: tuple[int, ...] = ()  # seats whose word is not the one that was sealed
    unrevealed: tuple[int, ...] = ()  # seats that sealed a word and did not show it in time: allowed, but worth a question

    @property
    def holds(self) -> bool:
        return self.commit_holds and self.island_holds and not self.broken_seals and all(check.holds for check in self.checks)


def verify(game: Game, seed: bytes, words: Mapping[int, str], promised: str, seals: Mapping[int, str] | None = None) -> Verdict:
    """Recompute the promise, the seals, the island and every outcome of a game from its revealed seed."""
    from sevenhex.editions.start import new_state

    chain = Chain.of(seed, words)
    dealt, _ = new_state(game.configuration, chain.island)
    same_island = dealt.tobytes() == game.states[0].tobytes()
    sealed = dict(seals or {})
    broken = tuple(seat for seat, seal in sorted(sealed.items()) if seat in words and seal_of(words[seat]) != seal)
    unrevealed = tuple(seat for seat in sorted(sealed) if seat not in words)
    return Verdict(hmac.compare_digest(commit(seed), promised), same_island, check(game, game.log, chain), broken, unrevealed)
