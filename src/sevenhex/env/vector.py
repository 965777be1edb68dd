"""Thousands of games stepped by one call, on every core, into arrays that the caller owns.

    env = VectorEnv(4096, edition="sixth", players=4, seed=7)
    batch = env.reset()
    while learning:
        batch = env.step(choose(batch.observation, batch.mask))

A game that ends is followed by the next at the same place: `done` and `reward` tell of the game that ended, everything else of the new one.
What happens depends on the seed, the place and the choices only, never on the number of threads.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import ActionError, OptionError, SevenhexError, StateError
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import RECORD, State

from . import play as _play
from .notes import NOTES
from .setting import Setting
from .team import Team, processors

play: Any = _play  # compiled functions, whose arguments no type checker counts

MAGIC = b"sevenhex batch 1\n"
SEEDS = 1 << 64
WORTH_A_THREAD = 128  # games: with fewer, waking a thread takes longer than what it does
ILLEGAL = ("error", "replace")


@dataclass
class Batch:
    """Where an environment writes. Make one with `VectorEnv.batch()`, or bring arrays of these shapes and types."""

    observation: NDArray[np.uint8]  # (games, observation size)
    mask: NDArray[np.bool_]  # (games, menu size): what may be chosen
    reward: NDArray[np.float32]  # (games, players), by seat
    done: NDArray[np.uint8]  # (games,): 0 running, 1 won, 2 cut at the limit
    seat: NDArray[np.int8]  # (games,): who must choose


def expected(games: int, setting: Setting) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Shape and type of each array of a batch."""
    return {
        "observation": ((games, setting.observation_size), np.uint8),
        "mask": ((games, setting.menu_size), np.bool_),
        "reward": ((games, setting.players), np.float32),
        "done": ((games,), np.uint8),
        "seat": ((games,), np.int8),
    }


def check_array(name: str, given: Any, shape: tuple[int, ...], dtype: Any, writable: bool = False) -> None:
    """Complain about an array that compiled code could not use."""
    if isinstance(given, np.ndarray) and given.shape == shape and given.dtype == dtype:
        flags = given.flags
        if flags.c_contiguous and (flags.writeable or not writable):
            return
    wanted = f"expected a C-contiguous {np.dtype(dtype).name} array of shape {shape}{' that can be written' if writable else ''}"
    if not isinstance(given, np.ndarray):
        raise OptionError(f"{name} is a {type(given).__name__}; {wanted}.", option=name)
    if given.shape != shape or given.dtype != dtype:
        raise OptionError(f"{name} is a {given.dtype} array of shape {given.shape}; {wanted}.", option=name)
    raise OptionError(f"{name} is {'read-only' if given.flags.c_contiguous else 'not contiguous'}; {wanted}.", option=name)


def seeds_of(seed: int, games: int) -> NDArray[np.uint64]:
    """A seed for each place, from one for all."""
    seeds = np.arange(games, dtype=np.uint64)
    play.make_seeds(np.uint64(seed % SEEDS), seeds)
    return seeds


def memory_of(setting: Setting) -> int:
    """Bytes that a game takes: its state and notes, and its rows of a batch."""
    return RECORD.itemsize + NOTES.itemsize + setting.observation_size + setting.menu_size + 4 * setting.players + 3


def room() -> int:
    """Bytes of memory that are free, as far as the system tells."""
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as file:
            free = next(line for line in file if line.startswith("MemAvailable"))
        return 1024 * int(free.split()[1])
    except (OSError, StopIteration, ValueError):
        return sys.maxsize


class VectorEnv:
    """See the module. `illegal` says what an index that is not allowed does: "error" refuses the whole step and changes nothing;
    "replace" plays the first legal action instead and counts it in `replaced`. Without a number of `threads` there are as many as there
    are processors and enough games for."""

    def __init__(
        self,
        games: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        illegal: str = "error",
        batch: Batch | None = None,
        setting: Setting | None = None,
        **settings: Any,
    ) -> None:
        if games < 1:
            raise OptionError(f"games is {games}; expected at least 1.", option="games")
        if illegal not in ILLEGAL:
            raise OptionError(f"illegal is {illegal!r}; expected one of {ILLEGAL}.", option="illegal")
        self.setting = setting or make_setting(settings)
        self.games = games
        self.illegal = illegal
        self.replaced = 0
        self._refuse_too_many()
        self._own = batch or self.batch()
        self._check(self._own)
        self.states: State = np.zeros(games, RECORD)
        self.notes: State = np.zeros(games, NOTES)
        self.notes["seed"] = seeds_of(seed, games)
        self.pool = self.setting.pool()
        self._fixed = (self.pool, *self.setting.course)  # asked for at every step
        self._width = self.setting.menu_size
        self.threads = max(1, min(threads, games) if threads else min(processors(), games // WORTH_A_THREAD))
        bounds = [games * part // self.threads for part in range(self.threads + 1)]
        lists = [np.zeros(MAX_ACTIONS, np.int64) for _ in range(self.threads)]
        self._parts = list(zip(bounds[:-1], bounds[1:], lists, strict=True))
        self._team = Team(self.threads)
        self._seats = np.full(games, -1, np.int8)

    def _refuse_too_many(self) -> None:
        """Say how many games fit, before the system kills whoever asked for more (memory is only taken when it is written)."""
        each, free = memory_of(self.setting), room()
        if self.games * each > free:
            raise OptionError(
                f"{self.games} games do not fit in memory at {each} bytes each; at most {free // each} do now.", option="games"
            )

    # --- buffers

    def batch(self) -> Batch:
        """A new set of arrays of the right shapes."""
        return Batch(**{name: np.zeros(shape, dtype) for name, (shape, dtype) in expected(self.games, self.setting).items()})

    def _check(self, batch: Batch) -> None:
        for name, (shape, dtype) in expected(self.games, self.setting).items():
            check_array(name, getattr(batch, name), shape, dtype, writable=True)

    def _target(self, into: Batch | None) -> Batch:
        if into is None:
            return self._own
        self._check(into)
        return into

    # --- playing

    def reset(self, seed: int | None = None, seeds: NDArray[np.uint64] | None = None, into: Batch | None = None) -> Batch:
        """Begin a game at every place: anew from the seeds, from other seeds (one for all or one each), or simply the next ones."""
        batch = self._target(into)
        if seeds is not None:
            check_array("seeds", seeds, (self.games,), np.uint64)
            self.notes["seed"] = seeds
        elif seed is not None:
            self.notes["seed"] = seeds_of(seed, self.games)
        if seed is not None or seeds is not None:
            self.notes["game"] = 0
        self._each(lambda first, last, actions: play.begin_many(*self._slice(first, last), *self._rules(actions), *arrays(batch)))
        self._seats[:] = batch.seat
        return batch

    def step(self, actions: NDArray[np.int64], into: Batch | None = None) -> Batch:
        """Play one index for each game and go on to the next decisions."""
        batch = self._target(into)
        check_array("actions", actions, (self.games,), np.int64)
        if self._seats[0] < 0:
            raise SevenhexError("The games have not begun; call reset() first.")
        if self.illegal == "error":
            self._refuse(actions)
        # The environment's own record of who is to act decides, whatever was done to the caller's array.
        batch.seat[:] = self._seats
        counts = self._each(
            lambda first, last, list_: play.step_many(*self._slice(first, last), actions, *self._rules(list_), *arrays(batch))
        )
        self.replaced += sum(counts)
        self._seats[:] = batch.seat
        return batch

    def _refuse(self, actions: NDArray[np.int64]) -> None:
        width, offers = self._width, self._fixed[1]
        found = self._each(lambda first, last, _: play.first_refused(*self._slice(first, last), actions, width, offers, self._seats))
        for game in found:
            if game >= 0:
                raise ActionError(
                    f"Index {actions[game]} is not allowed in game {game} (seat {self._seats[game]}); choose one whose mask is True. "
                    'Nothing was played. (VectorEnv(illegal="replace") plays a legal action instead.)',
                    action=int(actions[game]),
                    code="illegal",
                )

    def sample(self, batch: Batch, counters: NDArray[np.uint64], out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Uniformly random legal indices; `counters` is the caller's own stream and moves on."""
        chosen = np.zeros(self.games, np.int64) if out is None else out
        check_array("out", chosen, (self.games,), np.int64, writable=True)
        check_array("counters", counters, (self.games,), np.uint64, writable=True)
        self._each(lambda first, last, _: play.draw_many(batch.mask, chosen, counters, first, last))
        return chosen

    def _slice(self, first: int, last: int) -> tuple[Any, ...]:
        return self.states, self.notes, first, last

    def _rules(self, actions: NDArray[np.int64]) -> tuple[Any, ...]:
        return *self._fixed, actions

    def _each(self, work: Callable[[int, int, NDArray[np.int64]], Any]) -> list[Any]:
        """Run over slices of the games, one a thread."""
        return self._team.each(work, self._parts)

    # --- snapshots

    def save(self) -> bytes:
        """Everything that the games' future depends on, given the same choices."""
        about = self.setting.to_json().encode() + b"\n"
        return MAGIC + about + b"".join(part.tobytes() for part in (self.states, self.notes, self._seats))

    def load(self, saved: bytes, into: Batch | None = None) -> Batch:
        """Go back to a snapshot of an environment with the same setting and number of games. Returns what was seen then."""
        batch = self._target(into)
        about = self.setting.to_json().encode() + b"\n"
        sizes = [part.nbytes for part in (self.states, self.notes, self._seats)]
        head = len(MAGIC) + len(about)
        if not saved.startswith(MAGIC):
            raise StateError("These bytes are no snapshot of a batch of games; expected what save() returned.")
        if saved[len(MAGIC) : head] != about:
            raise StateError("This snapshot is of an environment with other settings; make one with the same and load it there.")
        if len(saved) != head + sum(sizes):
            raise StateError(f"This snapshot has {len(saved) - head} bytes of games, {sum(sizes)} were expected for {self.games} games.")
        for part, start, size in zip((self.states, self.notes, self._seats), np.cumsum([head, *sizes]), sizes, strict=False):
            part.view(np.uint8).reshape(-1)[:] = np.frombuffer(saved, np.uint8, size, int(start))
        return self.show(batch)

    def show(self, into: Batch | None = None) -> Batch:
        """Write out what the seats see, without playing; `done` and `reward` are 0."""
        batch = self._target(into)
        self._each(lambda first, last, list_: play.show_many(*self._slice(first, last), *self._rules(list_), *arrays(batch), self._seats))
        return batch

    def take_over(self, other: VectorEnv) -> None:
        """Go on from the games of another environment with the same setting, over and over if there are fewer."""
        if other.setting.to_json() != self.setting.to_json():
            raise OptionError("The other environment has other settings; make one with the same.", option="other")
        for mine, theirs in ((self.states, other.states), (self.notes, other.notes), (self._seats, other._seats)):
            for first in range(0, self.games, other.games):
                part = mine[first : first + other.games]
                part[:] = theirs[: len(part)]

    def close(self) -> None:
        """Let the threads end; the games cannot go on."""
        self._team.close()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def arrays(batch: Batch) -> tuple[Any, ...]:
    return batch.observation, batch.mask, batch.reward, batch.done, batch.seat


def make_setting(settings: dict[str, Any]) -> Setting:
    """A setting from keyword arguments: what it does not know itself is a house rule for the edition to judge."""
    own = set(Setting.__dataclass_fields__) - {"options"}
    options = {name: value for name, value in settings.items() if name not in own}
    return Setting(**{name: value for name, value in settings.items() if name in own}, options=options)
