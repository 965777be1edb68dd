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
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from sevenhex.errors import ActionError, OptionError, SevenhexError
from sevenhex.observation import encoding
from sevenhex.observation.notes import NOTES
from sevenhex.observation.team import Team, processors
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.ids import NOBODY
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.state import RECORD, State

from . import networks, play, snapshot, thinkers
from .play import Games, Rows
from .setting import Setting
from .snapshot import Snapshot

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
    seat: NDArray[np.int8]  # (games,): who must choose; -2 where the caller says what chance brings
    # What came of this seat's last choice: the same as reward and done, kept until the seat is asked again (perhaps in the next game).
    own_reward: NDArray[np.float32] | None = None  # (games,)
    own_done: NDArray[np.uint8] | None = None  # (games,)

    def __post_init__(self) -> None:
        if self.own_reward is None:
            self.own_reward = np.zeros(np.shape(self.done), np.float32)
        if self.own_done is None:
            self.own_done = np.zeros(np.shape(self.done), np.uint8)


NAMES = Rows._fields  # of a batch's arrays


def expected(games: int, setting: Setting) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Shape and type of each array of a batch."""
    return {
        "observation": ((games, setting.observation_size), np.uint8),
        "mask": ((games, setting.menu_size), np.bool_),
        "reward": ((games, setting.players), np.float32),
        "done": ((games,), np.uint8),
        "seat": ((games,), np.int8),
        "own_reward": ((games,), np.float32),
        "own_done": ((games,), np.uint8),
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
    play.make_seeds(cast(int, np.uint64(seed % SEEDS)), seeds)  # compiled code takes it for an int of its own width
    return seeds


def memory_of(setting: Setting) -> int:
    """Bytes that a game takes: its state and notes, and its rows of a batch."""
    return RECORD.itemsize + NOTES.itemsize + setting.observation_size + setting.menu_size + 4 * setting.players + 8


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
        self._replaced = 0
        self._refuse_too_many()
        self._own = batch or self.batch()
        self._check(self._own)
        self._games = Games(np.zeros(games, RECORD), np.zeros(games, NOTES), self.setting.pool())
        self._games.notes["seed"] = seeds_of(seed, games)
        self._course = self.setting.course
        self._width = self.setting.menu_size
        self.threads = max(1, min(threads, games) if threads else min(processors(), games // WORTH_A_THREAD))
        bounds = [games * part // self.threads for part in range(self.threads + 1)]
        self._bounds = list(pairwise(bounds))
        # what each thread works in: a list of actions, and a bot's thoughts where one thinks
        self._desks = [
            (np.zeros(MAX_ACTIONS, np.int64), thinkers.make(self.setting.players) if self.setting.has_thinkers else None)
            for _ in self._bounds
        ]
        self._networks = networks.Networks(self.setting, networks.numpy_player) if self.setting.networks else None
        self._team = Team(self.threads)
        self._seats = np.full(games, -1, np.int8)
        self._none = np.zeros(games, np.int64)  # where nothing is chosen

    def _refuse_too_many(self) -> None:
        """Say how many games fit, before the system kills a process that asked for more (memory is only taken when it is written)."""
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
            self._games.notes["seed"] = seeds
        elif seed is not None:
            self._games.notes["seed"] = seeds_of(seed, self.games)
        if seed is not None or seeds is not None:
            self._games.notes["game"] = 0
        self._run(batch, self._none, play.BEGIN)
        return batch

    def step(self, actions: NDArray[np.int64], into: Batch | None = None) -> Batch:
        """Play one index for each game and go on to the next decisions."""
        batch = self._target(into)
        check_array("actions", actions, (self.games,), np.int64)
        self._require_games()
        if self.illegal == "error":
            self._refuse(actions)
        # The environment's own record of who is to act decides, whatever was done to the caller's array.
        batch.seat[:] = self._seats
        self._run(batch, actions, play.STEP)
        return batch

    def _run(self, batch: Batch, chosen: NDArray[np.int64], task: int) -> None:
        self._replaced += sum(self._each(play.run_many, self._games, self._course, rows_of(batch), chosen, task))
        if self._networks is not None:
            self._let_play(self._networks, batch)
        self._seats[:] = batch.seat

    def _let_play(self, playing: networks.Networks, batch: Batch) -> None:
        """Networks choose until every game waits for the caller; `done` and `reward` tell of any game that ended on the way."""
        choices = np.empty(self.games, np.int64)
        while True:
            which = playing.awaited(batch.seat, self._games.notes["seat_shift"] if playing.drawn else 0)
            rows = np.flatnonzero(which >= 0)
            if len(rows) == 0:
                return
            choices[:] = play.PASS
            for number, choose in enumerate(playing.choosers):
                own = np.flatnonzero(which == number)
                if len(own):
                    choices[own] = choose(batch.observation[own], batch.mask[own])
            ended = rows[batch.done[rows] != play.RUNNING]
            done, reward = batch.done[ended], batch.reward[ended]
            self._each(play.run_many, self._games, self._course, rows_of(batch), choices, play.SOME)
            last = batch.done[ended] == play.RUNNING  # the games after them go on
            batch.done[ended[last]], batch.reward[ended[last]] = done[last], reward[last]

    def _require_games(self) -> None:
        if self._seats[0] == NOBODY:
            raise SevenhexError("The games have not begun; call reset() first.")

    def _refuse(self, actions: NDArray[np.int64]) -> None:
        for game in self._over(play.first_refused, self._games, self._course, actions, self._width, self._seats):
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
        check_array("mask", batch.mask, (self.games, self._width), np.bool_)
        check_array("out", chosen, (self.games,), np.int64, writable=True)
        check_array("counters", counters, (self.games,), np.uint64, writable=True)
        self._over(play.draw_many, batch.mask, chosen, counters)
        return chosen

    def observe(self, seat: int | NDArray[np.int8] | None = None, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """What a seat sees in every game, (games, bytes) for one seat, or one of each game; (games, players, bytes) for all."""
        self._require_games()
        players, size = self.setting.players, self.setting.observation_size
        seats = seats_to_observe(seat, self.games, players)
        shape = (self.games, players, size) if seat is None else (self.games, size)
        found = np.zeros(shape, np.uint8) if out is None else out
        check_array("out", found, shape, np.uint8, writable=True)
        self._over(play.observe_many, self._games, seats, found.reshape(self.games, -1, size))
        return found

    def expand(
        self, observation: NDArray[np.uint8] | None = None, dtype: str = "float32", order: str = "flat", out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Observations (by default those of the last step) as numbers for a network; see `encoding.expand`."""
        island, players = self.setting.island, self.setting.players
        return encoding.expand(
            self._own.observation if observation is None else observation, island, players, dtype, order, out, self._team
        )

    def chances(self) -> NDArray[np.float32]:
        """The probability of each number that chance may bring, (games, 36): a roll is 6 * (one die - 1) + other die - 1, a card its kind.
        Rows of zeros where a seat is awaited. With `chance="drawn"` no game waits for chance."""
        self._require_games()
        found = np.zeros((self.games, ROLLS), np.float32)
        self._over(play.weigh_many, self._games.states, found)
        return found

    def replaced(self) -> int:
        """How many indices were not allowed so far, and a legal action was played instead."""
        return self._replaced

    def _each(self, work: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Run over slices of the games, one a thread, each with its own desk."""
        return self._team.each(work, [(*part, *desk, *arguments) for part, desk in zip(self._bounds, self._desks, strict=True)])

    def _over(self, work: Callable[..., Any], *arguments: Any) -> list[Any]:
        """The same for work that needs no desk."""
        return self._team.each(work, [(*part, *arguments) for part in self._bounds])

    # --- states in and out

    @property
    def pool(self) -> State:
        """The states that games begin with."""
        return self._games.pool

    def states(self) -> State:
        """The games' states, a copy."""
        return self._games.states.copy()

    def notes(self) -> State:
        """What travels beside the states (observation/notes.py), a copy."""
        return self._games.notes.copy()

    def snapshot(self) -> Snapshot:
        """Everything that the games' future depends on, given the same choices; a copy."""
        return Snapshot(self.states(), self.notes(), self._seats.copy())

    def save(self) -> bytes:
        """The same as bytes, with a header that names version, setting and number of games; `GpuEnv` reads them too."""
        return snapshot.to_bytes(self.snapshot(), self.setting)

    def load(self, saved: bytes | Snapshot | State, into: Batch | None = None) -> Batch:
        """Go back to a snapshot, or on from other states (whose past nobody saw). Returns what the seats see there."""
        batch = self._target(into)
        found = snapshot.read(saved, self.setting, self.games, self._games.notes["seed"])
        self._games.states[:] = found.states
        self._games.notes[:] = found.notes
        self._seats[:] = found.seats
        if isinstance(saved, np.ndarray):
            self._run(batch, self._none, play.RESUME)
            return batch
        return self.show(batch)

    def show(self, into: Batch | None = None) -> Batch:
        """Write out what the seats see, without playing; `done` and `reward` are 0."""
        batch = self._target(into)
        self._require_games()
        self._each(play.show_many, self._games, self._course, rows_of(batch), self._seats)
        return batch

    def take_over(self, other: VectorEnv) -> None:
        """Go on from the games of another environment with the same setting, over and over if there are fewer."""
        if other.setting.to_json() != self.setting.to_json():
            raise OptionError("The other environment has other settings; make one with the same.", option="other")
        for mine, theirs in zip((self._games.states, self._games.notes, self._seats), other.snapshot(), strict=True):
            for first in range(0, self.games, other.games):
                part = mine[first : first + other.games]
                part[:] = theirs[: len(part)]

    def some(self, rows: NDArray[np.int64]) -> Snapshot:
        """Some of the games, in this order; a copy."""
        check_rows(rows, self.games)
        return Snapshot(self._games.states[rows], self._games.notes[rows], self._seats[rows])

    def put(self, games: Snapshot, into: Batch | None = None) -> Batch:
        """Go on from these games, as an environment with the same setting gave them: nothing is checked, unlike `load`."""
        check_rows(np.zeros(0, np.int64), self.games, len(games.seats))
        for mine, theirs in zip((self._games.states, self._games.notes, self._seats), games, strict=True):
            mine[:] = theirs
        return self.show(into)

    def close(self) -> None:
        """Let the threads end; the games cannot go on."""
        self._team.close()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def check_rows(rows: NDArray[np.int64], games: int, given: int | None = None) -> None:
    """Complain about rows that are none of an environment's, or about games that are not as many as it has."""
    if given is not None and given != games:
        raise OptionError(f"{given} games were given; expected {games}, as many as this environment has.", option="games")
    if rows.dtype != np.int64 or rows.ndim != 1 or (len(rows) and not 0 <= int(rows.min()) <= int(rows.max()) < games):
        raise OptionError(f"rows are {rows.dtype} of shape {rows.shape}; expected int64 numbers from 0 to {games - 1}.", option="rows")


def rows_of(batch: Batch) -> Rows:
    """A batch as the compiled functions take it."""
    return Rows(*(getattr(batch, name) for name in NAMES))


def seats_to_observe(seat: int | NDArray[np.int8] | None, games: int, players: int) -> NDArray[np.int8]:
    """Rows of seats, one row a game."""
    if seat is None:
        return np.tile(np.arange(players, dtype=np.int8), (games, 1))
    seats = np.full(games, seat, np.int8) if isinstance(seat, int) else np.asarray(seat)
    if seats.shape != (games,) or seats.dtype.kind not in "iu" or (seats < 0).any() or (seats >= players).any():
        raise OptionError(f"seat is {seat!r}; expected 0 to {players - 1}, such a number for each game, or None for all.", option="seat")
    return np.ascontiguousarray(seats.astype(np.int8).reshape(games, 1))


def make_setting(settings: dict[str, Any]) -> Setting:
    """A setting from keyword arguments: what it does not know itself is a house rule for the edition to judge."""
    own = set(Setting.__dataclass_fields__) - {"options"}
    options = {name: value for name, value in settings.items() if name not in own}
    return Setting(**{name: value for name, value in settings.items() if name in own}, options=options)
