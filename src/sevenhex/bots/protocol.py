"""What a bot is: it receives a view and its legal actions, and answers with one of them.

A bot may also answer with a trade text that the list does not hold (an offer, a counteroffer): bundles are free-form and cannot all be
listed. `Guard` stands between a bot and a game: a bot that raises, hangs or answers nonsense loses its time, never the game.
"""

from __future__ import annotations

import logging
import sys
import threading
import warnings
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sevenhex.errors import SevenhexError, one_of
from sevenhex.rules import engine
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import Kind

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

log = logging.getLogger("sevenhex.bots")

LEVELS = ("quick", "normal")
GONE = {"deep": "normal"}  # levels that were not proven stronger, and what they mean until the next version
# What a seat does that says nothing useful: the mildest thing allowed, in this order.
MILD = (Kind.ROLL, Kind.REFUSE, Kind.END, Kind.STOP, Kind.WITHDRAW, Kind.DISCARD)


class BotError(SevenhexError):
    """A bot that is not known, or that cannot be made as asked."""


@dataclass(frozen=True)
class Limit:
    """How long a choice may take. Bots of this package count positions instead of seconds, so that a seed repeats a game."""

    seconds: float = 30.0


def resolve_level(level: str, levels: Sequence[str], tell: bool = True) -> str:
    """The level, or for one that is gone what it means now where a bot has levels: with a warning, unless nobody could heed it."""
    if level not in GONE or tuple(levels) != LEVELS:
        return level
    if tell:
        frame, calls = sys._getframe(), 1
        while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(("sevenhex.", "functools")):
            frame, calls = frame.f_back, calls + 1  # code outside this package can use another name
        message = f"The level {level!r} is gone, never proven stronger: it means {GONE[level]!r} now, and the next version refuses it."
        warnings.warn(message, DeprecationWarning, stacklevel=calls)
    return GONE[level]


class Bot:
    """A player that is a program. Subclasses set the texts and write `choose`."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    description: ClassVar[str] = ""
    levels: ClassVar[tuple[str, ...]] = LEVELS
    trades: bool = True  # False at a table that knows no offers between players: then none is made

    def __init__(self, level: str = "normal", seed: int = 0) -> None:
        self.level = resolve_level(level, self.levels)
        if self.level not in self.levels:
            raise BotError(f"{self.name} has no level {level!r}: {one_of(level, self.levels)}.")
        self.seed = seed

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        """One of the legal actions, or a legal trade text."""
        raise NotImplementedError

    def close(self) -> None:
        """The game is over, or the seat is needed for somebody else."""

    def number(self, view: View) -> int:
        """A number that follows from the seed and from what the view shows, so that the same view brings the same choice."""
        shown = zlib.crc32(view.state.tobytes(), self.seed & 0xFFFFFFFF)
        return (self.seed * 0x9E3779B97F4A7C15 + view.version * 0xD1B54A32D192ED03 + shown) & 0x7FFFFFFFFFFFFFFF

    def generator(self, view: View) -> np.random.Generator:
        return np.random.default_rng(self.number(view))


def fallback(legal: Sequence[int]) -> int:
    """What is done for a bot that says nothing useful."""
    for kind in MILD:
        for action in legal:
            if kind_of(action) == kind:
                return int(action)
    return int(legal[0])


def is_allowed(view: View, legal: Sequence[int], action: object) -> bool:
    """One of the listed actions, or a trade text that this seat may say now."""
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        return False
    number = int(action)
    if number in legal:
        return True
    is_trade = 0 < number < 1 << 63 and kind_of(number) in (Kind.OFFER, Kind.COUNTER, Kind.PROPOSE)
    return is_trade and view.seat is not None and bool(engine.is_legal(view.state, view.seat, number))


@dataclass
class Fault:
    """What a bot did wrong, and what was done instead."""

    bot: str
    seat: int
    version: int
    what: str
    done: int


@dataclass
class Guard:
    """Asks a bot and vouches for the answer."""

    bot: Bot
    limit: Limit = field(default_factory=Limit)
    same_thread: bool = False  # ask in this thread: for bots of this package, which do not hang
    faults: list[Fault] = field(default_factory=list)
    seconds: float = 0.0
    decisions: int = 0

    def choose(self, view: View, legal: list[int]) -> int:
        began = perf_counter()
        what = ""
        action: Any = None
        try:
            action = self.bot.choose(view, legal, self.limit) if self.same_thread else self._in_time(view, legal)
        except TimeoutError:
            what = f"no answer within {self.limit.seconds:g} s"
        except Exception as error:  # whatever somebody else's program raises must not end the game
            what = f"{type(error).__name__}: {error}"
        self.seconds += perf_counter() - began
        self.decisions += 1
        if not what and not is_allowed(view, legal, action):
            what = f"{action!r} is no legal action"
        if what:
            action = fallback(legal)
            seat = -1 if view.seat is None else view.seat
            self.faults.append(Fault(self.bot.name, seat, view.version, what, action))
            log.warning("bot %s in seat %d, after %d actions: %s; played %d instead", self.bot.name, seat, view.version, what, action)
        return int(action)

    def _in_time(self, view: View, legal: list[int]) -> int:
        """Ask in a thread that can be left behind."""
        answer: list[int | Exception] = []

        def ask() -> None:
            try:
                answer.append(self.bot.choose(view, list(legal), self.limit))
            except Exception as error:
                answer.append(error)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        thread.join(self.limit.seconds)
        if not answer:
            raise TimeoutError
        result = answer[0]
        if isinstance(result, Exception):
            raise result
        return result


Make = Callable[..., Bot]


def is_forced(legal: Sequence[int]) -> bool:
    """A single possibility is no choice; but where a turn could end, an offer could be made first."""
    return len(legal) == 1 and kind_of(legal[0]) != Kind.END
