"""Random playouts and the environment on a GPU: device arrays in, device arrays out, nothing copied to the host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from sevenhex.errors import OptionError, SevenhexError, StateError
from sevenhex.observation import encoding
from sevenhex.observation.notes import NOTES
from sevenhex.rules.chance import ROLLS
from sevenhex.rules.state import RECORD, State

from .. import networks, snapshot
from ..opponents import CODES, THINKERS, check_known
from ..play import BEGIN, RESUME, STEP, weigh_many
from ..setting import FIXED, Setting
from ..snapshot import Snapshot
from ..vector import NAMES, SEEDS, check_rows, expected, make_setting, seats_to_observe, seeds_of
from . import look, playout, queues, shape, step
from .build import Build
from .compiler import SIMULATED, WORD
from .dlpack import DeviceArray

STEPS, OBSERVES, SHOWS = "steps", "observes", "shows"  # what kernels do
FILL_THREADS, FILL_ROWS = 128, 4096  # of the kernel that expands: threads a block, blocks over the rows
STEP_LIMIT = 200_000
MOVE_THREADS = 1 if SIMULATED else 128  # of the kernels that take games aside: the simulator has a thread of Python for each
AT_ONCE = 65_536  # games that are taken aside for a network
BLOCKS_A_PROCESSOR = 1


class NoGpu(SevenhexError):
    """There is no GPU to run on."""


def require() -> None:
    """Complain in words where there is no GPU."""
    if not SIMULATED and not cuda.is_available():
        raise NoGpu(
            "No NVIDIA GPU can be used here. Expected a GPU with its driver (nvidia-smi lists it) and the extra "
            "`pip install sevenhex[gpu]`; without one, sevenhex.env.VectorEnv runs the same games on the CPU."
        )


def processors() -> int:
    return 1 if SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


# --- whole games


@dataclass(frozen=True)
class Playouts:
    """How random games ended, as device arrays."""

    winners: Any  # (games,) int8: seat, or -1 for a game that was cut
    steps: Any  # (games,) int32: actions and chance outcomes


@lru_cache(maxsize=16)
def playout_launcher(facts: tuple[tuple[str, int], ...], build: Build) -> Any:
    known, threads = dict(facts), build.block()
    if build.is_simple:
        function, shared = playout.make_simple(known["island"], known["players"], known, threads)
    else:
        function, shared = playout.make(known["island"], known["players"], known, threads, build.together)
    kernel = build.compile(function, playout.SIGNATURE, shared)
    return kernel[processors() * BLOCKS_A_PROCESSOR, threads, 0, shared]


def playouts(starts: State, games: int, seed: int = 0, limit: int = STEP_LIMIT, build: Build = playout.USUAL) -> Playouts:
    """Random games to the end: game `g` from start `g % len(starts)`, the same as `playout.batch` plays on the CPU.

    All starts must agree in players, island and options.
    """
    require()
    if len(starts) < 1 or games < 1:
        raise OptionError(f"{games} games from {len(starts)} starts; expected at least one of each.", option="games")
    for name in FIXED:
        if (starts[name] != starts[name][0]).any():
            raise StateError(f"The starts differ in {name}; expected games of one configuration in one call.")
    facts = build.facts(starts, talk=False)
    launch = playout_launcher(tuple(sorted(facts.items())), build)
    winners, steps = cuda.device_array(games, np.int8), cuda.device_array(games, np.int32)
    words = cuda.to_device(shape.pack(starts, facts["island"], facts["players"], notes=False))
    launch(words, np.uint64(seed % SEEDS), games, limit, cuda.to_device(np.zeros(1, np.int64)), winners, steps)
    return Playouts(DeviceArray(winners), DeviceArray(steps))


# --- the environment


@dataclass(frozen=True)
class StepKernel:
    """A compiled kernel and how it is launched."""

    kernel: Any
    threads: int
    shared: int  # bytes a block
    is_simple: bool

    def launcher(self, games: int) -> Any:
        blocks = (games + self.threads - 1) // self.threads if self.is_simple else processors() * BLOCKS_A_PROCESSOR
        return self.kernel[blocks, self.threads, 0, self.shared]


MADE: dict[tuple[str, str, Build], StepKernel] = {}


def made(setting: Setting, pool: State, build: Build, what: str) -> StepKernel:
    """The kernel that steps, observes or shows; made once for a setting, whatever the number of games."""
    key = (setting.to_json(), what, build)
    if key not in MADE:
        facts, threads = build.facts(pool, bool(setting.trade)), build.block()
        is_simple = build.is_simple or what != STEPS or setting.chance == "shown"  # games that stop so often gain nothing by queues
        if is_simple:
            threads = min(threads, queues.SHARED_BYTES // step.bytes_of(setting) // queues.WARP * queues.WARP)
        if what != STEPS:
            function, shared = look.make(setting, facts, threads, masks=what == SHOWS)
        elif is_simple:
            function, shared = step.make_simple(setting, facts, threads)
        else:
            function, shared = step.make(setting, facts, threads, build.together)
        signature = step.SIGNATURE if what == STEPS else look.OBSERVE_SIGNATURE
        MADE[key] = StepKernel(build.compile(function, signature, shared), threads, shared, is_simple)
    return MADE[key]


def clear(array: Any) -> None:
    """All bytes zero."""
    if SIMULATED:
        array[:] = 0
    else:
        cuda.driver.device_memset(array, 0, array.nbytes)


class DeviceBatch:
    """The arrays of a `Batch` on the device, for anybody who knows DLPack or `__cuda_array_interface__`."""

    def __init__(self, **arrays: Any) -> None:
        self.observation, self.mask, self.reward = arrays["observation"], arrays["mask"], arrays["reward"]
        self.done, self.seat = arrays["done"], arrays["seat"]
        self.own_reward, self.own_done = arrays["own_reward"], arrays["own_done"]

    def tensors(self) -> dict[str, Any]:
        """The same memory as PyTorch tensors."""
        import torch

        return {name: torch.from_dlpack(getattr(self, name)) for name in NAMES}


class TableOfNetworks:
    """Networks at some of the seats: games that wait for one are taken aside, played on by its choice, and put back."""

    def __init__(self, env: GpuEnv) -> None:
        self._playing = networks.Networks(env.setting, numpy_on_device if SIMULATED or not has_torch() else torch_on_device)
        self._launch, self._pool, self._replaced = env._launch, env._pool, env._replaced
        record = shape.compact(env.setting.island, env.setting.players)
        offset = int(record.fields["seat_shift"][1]) if record.fields else 0
        self._shift = (offset // WORD, 8 * (offset % WORD))
        self._shifts = cuda.device_array(env.games if self._playing.drawn else 0, np.int32)
        self._room = min(env.games, AT_ONCE)
        self._aside = env.batch(self._room)
        self._places = cuda.device_array((self._room, record.itemsize // WORD), np.int64)

    def play(self, places: Any, batch: DeviceBatch) -> None:
        """Until every game waits for the caller (or for what the caller lets chance bring)."""
        while True:
            seats = batch.seat.array.copy_to_host()
            which = self._playing.awaited(seats, self._seat_shifts(places))
            if (which < 0).all():
                return
            for number, choose in enumerate(self._playing.choosers):
                own = np.flatnonzero(which == number)
                for begin in range(0, len(own), self._room):
                    self._go_on(own[begin : begin + self._room], choose, places, batch)

    def _seat_shifts(self, places: Any) -> Any:
        """How far the learner's seat is drawn from the first, game by game."""
        if not self._playing.drawn:
            return 0
        look.read_int32[(len(self._shifts) + MOVE_THREADS - 1) // MOVE_THREADS, MOVE_THREADS](places, *self._shift, self._shifts)
        return self._shifts.copy_to_host()

    def _go_on(self, rows: NDArray[np.int64], choose: Any, places: Any, batch: DeviceBatch) -> None:
        count, chosen_rows = len(rows), cuda.to_device(rows)
        part = {name: getattr(self._aside, name).array[:count] for name in NAMES}
        words = self._places[:count]

        def moved(kernel: Any, source: Any, target: Any) -> None:
            kernel[count, MOVE_THREADS](source, chosen_rows, target)

        moved(look.pick, places, words)
        for name in ("observation", "mask"):
            moved(look.pick, getattr(batch, name).array, part[name])
        moved(look.pick, as_table(batch.seat.array), as_table(part["seat"]))
        chosen = choose(part["observation"], part["mask"])
        clear(part["mask"])
        self._launch(words, self._pool, chosen, STEP, *(part[name] for name in NAMES), self._replaced)
        moved(look.put_back, words, places)
        for name in ("observation", "mask"):
            moved(look.put_back, part[name], getattr(batch, name).array)
        for name in ("seat", "own_reward", "own_done"):
            moved(look.put_back, as_table(part[name]), as_table(getattr(batch, name).array))
        blocks = (count + MOVE_THREADS - 1) // MOVE_THREADS
        look.put_ends[blocks, MOVE_THREADS](part["done"], part["reward"], chosen_rows, batch.done.array, batch.reward.array)


def as_table(column: Any) -> Any:
    """One number a game as a table with one column."""
    return column.reshape(column.shape[0], 1)


def has_torch() -> bool:
    """Is there a PyTorch that knows this GPU?"""
    try:
        import torch
    except ImportError:
        return False
    return bool(torch.cuda.is_available())


def numpy_on_device(network: Any, setting: Setting) -> Any:
    """A network that is asked on the host, where PyTorch is missing: right, and slow."""
    choose = networks.numpy_player(network, setting)
    return lambda observation, mask: cuda.to_device(choose(observation.copy_to_host(), mask.copy_to_host()))


def torch_on_device(network: Any, setting: Setting) -> Any:
    """A network that PyTorch runs where the games are."""
    import torch

    choose = networks.torch_player(network, setting)

    def chosen(observation: Any, mask: Any) -> Any:
        return cuda.as_cuda_array(choose(*(torch.from_dlpack(DeviceArray(array)) for array in (observation, mask))))

    return chosen


class GpuEnv:
    """`VectorEnv` on the GPU, with the same interface: the same games for the same seeds and choices, bit for bit.

    Indices that are not allowed are replaced by the first legal action and counted in `replaced()`: asking first would cost a round trip.
    """

    def __init__(self, games: int, *, seed: int = 0, setting: Setting | None = None, build: Build = step.USUAL, **settings: Any) -> None:
        self.setting = setting or make_setting(settings)
        check_known(self.setting.bots, [name for name, code in CODES.items() if code < THINKERS], "GpuEnv")
        require()
        if games < 1:
            raise OptionError(f"games is {games}; expected at least 1.", option="games")
        self.games = games
        island, players = self.setting.island, self.setting.players
        self._refuse_too_many()
        self.pool = self.setting.pool()
        self._build = build
        self._launch = self._kernel(STEPS)
        self._pool = cuda.to_device(shape.pack(self.pool, island, players))
        self._replaced = cuda.to_device(np.zeros(1, np.int64))
        self._none = cuda.to_device(np.zeros(games, np.int64))
        self._own = self.batch()
        self._table = TableOfNetworks(self) if self.setting.networks else None
        self._columns: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._seed(seeds_of(seed, games))
        self._begun = False

    def _kernel(self, what: str) -> Any:
        return made(self.setting, self.pool, self._build, what).launcher(self.games)

    def room(self) -> int:
        """How many games of this setting fit on the device besides what is there."""
        each = self._bytes_a_game()
        free = 1 << 40 if SIMULATED else int(cuda.current_context().get_memory_info()[0])
        return free * 9 // 10 // each

    def _bytes_a_game(self) -> int:
        record = shape.compact(self.setting.island, self.setting.players).itemsize
        return record + self.setting.observation_size + self.setting.menu_size + 4 * self.setting.players + 15

    def _refuse_too_many(self) -> None:
        """Say how many games fit, before the driver says that they do not."""
        fit = self.room()
        if self.games > fit:
            message = f"{self.games} games do not fit on this GPU at {self._bytes_a_game()} bytes each; at most {fit} do."
            raise OptionError(message, option="games")

    def _seed(self, seeds: NDArray[np.uint64]) -> None:
        places = np.zeros(self.games, shape.compact(self.setting.island, self.setting.players))
        places["seed"] = seeds
        self._places = cuda.to_device(places.view(np.int64).reshape(self.games, -1))

    def batch(self, games: int = 0) -> DeviceBatch:
        """A new set of device arrays, for all games or for some."""
        forms = expected(games or self.games, self.setting).items()
        return DeviceBatch(**{name: DeviceArray(cuda.device_array(form, kind)) for name, (form, kind) in forms})

    # --- playing

    def reset(self, seed: int | None = None, seeds: NDArray[np.uint64] | None = None, into: DeviceBatch | None = None) -> DeviceBatch:
        """Begin a game at every place; see `VectorEnv.reset`."""
        if seeds is not None:
            if seeds.shape != (self.games,) or seeds.dtype != np.uint64:
                raise OptionError(
                    f"seeds is {seeds.dtype} of shape {seeds.shape}; expected uint64 of shape ({self.games},).", option="seeds"
                )
            self._seed(seeds)
        elif seed is not None:
            self._seed(seeds_of(seed, self.games))
        batch = into or self._own
        self._run(self._none, BEGIN, batch)
        self._begun = True
        return self._told(batch)

    def step(self, actions: Any, into: DeviceBatch | None = None) -> DeviceBatch:
        """Play one index for each game; `actions` is an int64 array or tensor on the device."""
        self._require_games()
        chosen = self._taken("actions", actions, np.int64)
        batch = into or self._own
        if batch is not self._own:
            batch.seat[:] = self._own.seat
        self._run(chosen, STEP, batch)
        return self._told(batch)

    def _require_games(self) -> None:
        if not self._begun:
            raise SevenhexError("The games have not begun; call reset() first.")

    def _taken(self, name: str, given: Any, dtype: Any) -> Any:
        """Somebody's array on the device, one number a game."""
        found = getattr(given, "array", given)
        found = found if SIMULATED else cuda.as_cuda_array(found)
        if found.shape != (self.games,) or found.dtype != dtype:
            raise OptionError(
                f"{name} is {found.dtype} of shape {found.shape}; expected {np.dtype(dtype).name} of shape ({self.games},).", option=name
            )
        return found

    def _told(self, batch: DeviceBatch) -> DeviceBatch:
        """The seats that must choose are read from the caller's arrays."""
        if batch is not self._own:
            self._own.seat[:] = batch.seat
        return batch

    def _run(self, chosen: Any, task: int, batch: DeviceBatch) -> None:
        clear(batch.mask.array)
        arrays = (getattr(batch, name).array for name in NAMES)
        self._launch(self._places, self._pool, chosen, task, *arrays, self._replaced)
        if self._table is not None:
            self._table.play(self._places, batch)

    def batch_now(self) -> DeviceBatch:
        """The environment's own arrays, where `reset` and `step` write without `into`."""
        return self._own

    def sample(self, batch: DeviceBatch, counters: Any, out: Any = None) -> Any:
        """Uniformly random legal indices; `counters` (uint64, on the device) is the caller's own stream and moves on."""
        chosen = DeviceArray(cuda.device_array(self.games, np.int64)) if out is None else out
        launch = look.draw[(self.games + FILL_THREADS - 1) // FILL_THREADS, FILL_THREADS]
        launch(batch.mask.array, self._taken("out", chosen, np.int64), self._taken("counters", counters, np.uint64))
        return chosen

    def observe(self, seat: Any = None, out: Any = None) -> Any:
        """What a seat sees in every game, acting or not; see `VectorEnv.observe`."""
        self._require_games()
        players, size = self.setting.players, self.setting.observation_size
        chosen = seat.copy_to_host() if hasattr(seat, "copy_to_host") else seat
        seats = cuda.to_device(seats_to_observe(chosen, self.games, players))
        form = (self.games, players, size) if seat is None else (self.games, size)
        found = DeviceArray(cuda.device_array(form, np.uint8)) if out is None else out
        array = found.array if isinstance(found, DeviceArray) or SIMULATED else cuda.as_cuda_array(found)
        if tuple(array.shape) != form or array.dtype != np.uint8:
            raise OptionError(f"out is {array.dtype} of shape {array.shape}; expected uint8 of shape {form}.", option="out")
        self._kernel(OBSERVES)(self._places, seats, array.reshape(self.games, seats.shape[1], size), self._own.mask.array)
        return found

    def expand(self, observation: Any = None, dtype: str = "float32", order: str = "flat", out: Any = None) -> Any:
        """Observations (by default those of the last step) as numbers for a network, on the device; see `encoding.expand`."""
        island, players, size = self.setting.island, self.setting.players, self.setting.observation_size
        if (dtype, order) not in self._columns:
            parts = (*encoding.columns(island, players, order), encoding.number_table(island, players, dtype))
            self._columns[dtype, order] = tuple(map(cuda.to_device, parts))
        given = self._own.observation if observation is None else observation
        rows = getattr(given, "array", given)
        rows = rows if SIMULATED or rows is not given else cuda.as_cuda_array(given)
        seen = tuple(rows.shape)
        if rows.dtype != np.uint8 or seen[-1:] != (size,):
            wrong = f"{rows.dtype} of shape {seen}"
            raise OptionError(f"observation is {wrong}; expected uint8 with {size} bytes a row.", option="observation")
        *how, table = self._columns[dtype, order]
        form = (*seen[:-1], encoding.size(island, players))
        found = DeviceArray(cuda.device_array(form, table.dtype), dtype == "bfloat16") if out is None else out
        filled = self._numbers(found, table.dtype)
        if tuple(filled.shape) != form or filled.dtype != table.dtype:
            raise OptionError(f"out is {filled.dtype} of shape {filled.shape}; expected {table.dtype} of shape {form}.", option="out")
        count = int(np.prod(seen[:-1]))
        blocks = ((form[-1] + FILL_THREADS - 1) // FILL_THREADS, min(count, FILL_ROWS))
        look.fill[blocks, FILL_THREADS](rows.reshape(count, size), *how, table, filled.reshape(count, form[-1]))
        return found

    @staticmethod
    def _numbers(given: Any, dtype: Any) -> Any:
        """Somebody's array for numbers; a tensor of bfloat16 is taken by its bits, as Numba has no such type."""
        if isinstance(given, DeviceArray):
            return given.array
        if dtype == np.uint16 and hasattr(given, "view") and "bfloat16" in str(given.dtype):
            import torch

            given = given.view(torch.uint16)
        return cuda.as_cuda_array(given)

    def chances(self) -> NDArray[np.float32]:
        """The probability of each number that chance may bring, on the host; see `VectorEnv.chances`."""
        self._require_games()
        found = np.zeros((self.games, ROLLS), np.float32)
        weigh_many(0, self.games, self.states(), found)
        return found

    def replaced(self) -> int:
        """How many indices were not allowed so far."""
        return int(self._replaced.copy_to_host()[0])

    # --- states in and out

    def states(self) -> State:
        """The games' states, copied to the host."""
        return shape.unpack(self._places.copy_to_host(), self.setting.island, self.setting.players, RECORD)

    def notes(self) -> State:
        return shape.unpack(self._places.copy_to_host(), self.setting.island, self.setting.players, NOTES)

    def snapshot(self) -> Snapshot:
        """Everything that the games' future depends on, given the same choices, copied to the host; see `VectorEnv.snapshot`."""
        return Snapshot(self.states(), self.notes(), self._own.seat.copy_to_host())

    def save(self) -> bytes:
        """The same as bytes with a header; `VectorEnv` reads them too."""
        return snapshot.to_bytes(self.snapshot(), self.setting)

    def load(self, saved: bytes | Snapshot | State, into: DeviceBatch | None = None) -> DeviceBatch:
        """Go back to a snapshot, or on from other states; see `VectorEnv.load`."""
        found = snapshot.read(saved, self.setting, self.games, self.notes()["seed"])
        self._hold(found)
        batch = into or self._own
        if isinstance(saved, np.ndarray):
            self._run(self._none, RESUME, batch)
            return self._told(batch)
        self._own.seat.copy_to_device(found.seats)  # others may hold this memory
        return self.show(batch)

    def _hold(self, games: Snapshot) -> None:
        """Take these games to the device."""
        packed = shape.pack(games.states, self.setting.island, self.setting.players)
        small = packed.view(shape.compact(self.setting.island, self.setting.players)).reshape(-1)
        for name in NOTES.names or ():
            part = small[name]
            part[...] = games.notes[name][(slice(None), *(slice(0, length) for length in part.shape[1:]))]
        self._places = cuda.to_device(packed)
        self._begun = True

    def some(self, rows: NDArray[np.int64]) -> Snapshot:
        """Some of the games, in this order, copied to the host; see `VectorEnv.some`."""
        check_rows(rows, self.games)
        words = cuda.device_array((len(rows), self._places.shape[1]), np.int64)
        look.pick[len(rows), FILL_THREADS](self._places, cuda.to_device(rows), words)
        found, place = words.copy_to_host(), (self.setting.island, self.setting.players)
        seats = self._own.seat.copy_to_host()[rows]
        return Snapshot(shape.unpack(found, *place, RECORD), shape.unpack(found, *place, NOTES), seats)

    def put(self, games: Snapshot, into: DeviceBatch | None = None) -> DeviceBatch:
        """Go on from these games, unchecked; see `VectorEnv.put`."""
        check_rows(np.zeros(0, np.int64), self.games, len(games.seats))
        self._hold(games)
        self._own.seat.copy_to_device(games.seats)
        return self.show(into)

    def show(self, into: DeviceBatch | None = None) -> DeviceBatch:
        """Write out what the seats see, without playing; `done` and `reward` are 0."""
        self._require_games()
        batch = into or self._own
        if batch is not self._own:
            batch.seat[:] = self._own.seat
        for name in ("mask", "reward", "done", "own_reward", "own_done"):
            clear(getattr(batch, name).array)
        seats = batch.seat.array.reshape(self.games, 1)
        observation = batch.observation.array.reshape(self.games, 1, self.setting.observation_size)
        self._kernel(SHOWS)(self._places, seats, observation, batch.mask.array)
        return batch

    def take_over(self, other: GpuEnv) -> None:
        """Go on from the games of another environment with the same setting, over and over if there are fewer."""
        if other.setting.to_json() != self.setting.to_json():
            raise OptionError("The other environment has other settings; make one with the same.", option="other")
        places = other._places.copy_to_host()
        self._places = cuda.to_device(np.resize(places, (self.games, places.shape[1])))
        for name, (form, _) in expected(self.games, self.setting).items():
            getattr(self._own, name).copy_to_device(np.resize(getattr(other._own, name).copy_to_host(), form))
        self._begun = True

    def close(self) -> None:
        """Nothing is held open; memory goes with the environment."""

    def __enter__(self) -> GpuEnv:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
