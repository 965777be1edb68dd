"""Random playouts and the environment on a GPU: device arrays in, device arrays out, nothing copied to the host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from sevenhex.errors import OptionError, SevenhexError, StateError
from sevenhex.rules.state import RECORD, State

from ..notes import NOTES
from ..setting import Setting
from ..vector import SEEDS, expected, make_setting, seeds_of
from . import playout, queues, shape, step
from .build import Build
from .dlpack import DeviceArray

STEP_LIMIT = 200_000
BLOCKS_A_PROCESSOR = 1


class NoGpu(SevenhexError):
    """There is no GPU to run on."""


def require() -> None:
    """Complain in words where there is no GPU."""
    if not shape.SIMULATED and not cuda.is_available():
        raise NoGpu(
            "No NVIDIA GPU can be used here. Expected a GPU with its driver (nvidia-smi lists it) and the extra "
            "`pip install sevenhex[gpu]`; without one, sevenhex.env.VectorEnv runs the same games on the CPU."
        )


def processors() -> int:
    return 1 if shape.SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


# --- whole games


@dataclass(frozen=True)
class Playouts:
    """How random games ended, as device arrays."""

    winners: Any  # (games,) int8: seat, or -1 for a game that was cut
    steps: Any  # (games,) int32: actions and chance outcomes


@lru_cache(maxsize=16)
def playout_launcher(facts: tuple[tuple[str, int], ...], build: Build) -> Any:
    known, threads = dict(facts), build.block()
    if build.plain:
        function, shared = playout.make_simple(known["island"], known["players"], known, threads)
    else:
        function, shared = playout.make(known["island"], known["players"], known, threads, build.together)
    kernel = build.compile(function, playout.SIGNATURE, known, shared)
    return kernel[processors() * BLOCKS_A_PROCESSOR, threads, 0, shared]


def playouts(starts: State, games: int, seed: int = 0, limit: int = STEP_LIMIT, build: Build = playout.USUAL) -> Playouts:
    """Random games to the end: game `g` from start `g % len(starts)`, the same as `playout.batch` plays on the CPU.

    All starts must agree in players, island and options.
    """
    require()
    if len(starts) < 1 or games < 1:
        raise OptionError(f"{games} games from {len(starts)} starts; expected at least one of each.", option="games")
    for name in shape.FIXED:
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
    plain: bool

    def launcher(self, games: int) -> Any:
        blocks = (games + self.threads - 1) // self.threads if self.plain else processors() * BLOCKS_A_PROCESSOR
        return self.kernel[blocks, self.threads, 0, self.shared]


MADE: dict[tuple[str, Build], StepKernel] = {}


def step_kernel(setting: Setting, pool: State, build: Build) -> StepKernel:
    """Made once for a setting, whatever the number of games."""
    key = (setting.to_json(), build)
    if key not in MADE:
        facts, threads = build.facts(pool, setting.trade), build.block()
        if build.plain:
            threads = min(threads, queues.SHARED_BYTES // step.bytes_of(setting) // queues.WARP * queues.WARP)
            function, shared = step.make_simple(setting, facts, threads)
        else:
            function, shared = step.make(setting, facts, threads, build.together)
        MADE[key] = StepKernel(build.compile(function, step.SIGNATURE, facts, shared), threads, shared, build.plain)
    return MADE[key]


def clear(array: Any) -> None:
    """All bytes zero."""
    if shape.SIMULATED:
        array[:] = 0
    else:
        cuda.driver.device_memset(array, 0, array.nbytes)


class DeviceBatch:
    """The arrays of a `Batch` on the device, for anybody who knows DLPack or `__cuda_array_interface__`."""

    def __init__(self, **arrays: Any) -> None:
        self.observation, self.mask, self.reward = arrays["observation"], arrays["mask"], arrays["reward"]
        self.done, self.seat = arrays["done"], arrays["seat"]

    def tensors(self) -> dict[str, Any]:
        """The same memory as PyTorch tensors."""
        import torch

        return {name: torch.from_dlpack(getattr(self, name)) for name in ("observation", "mask", "reward", "done", "seat")}


class GpuEnv:
    """`VectorEnv` on the GPU: the same games for the same seeds and choices, bit for bit.

    Indices that are not allowed are replaced by the first legal action and counted in `replaced()`: asking first would cost a round trip.
    """

    def __init__(self, games: int, *, seed: int = 0, setting: Setting | None = None, build: Build = step.USUAL, **settings: Any) -> None:
        require()
        if games < 1:
            raise OptionError(f"games is {games}; expected at least 1.", option="games")
        self.setting = setting or make_setting(settings)
        self.games = games
        island, players = self.setting.island, self.setting.players
        self._refuse_too_many()
        pool = self.setting.pool()
        self._launch = step_kernel(self.setting, pool, build).launcher(games)
        self._pool = cuda.to_device(shape.pack(pool, island, players))
        self._replaced = cuda.to_device(np.zeros(1, np.int64))
        self._none = cuda.to_device(np.zeros(games, np.int64))
        self._own = self.batch()
        self._seed(seeds_of(seed, games))
        self._begun = False

    def room(self) -> int:
        """How many games of this setting fit on the device besides what is there."""
        each = self._bytes_a_game()
        free = 1 << 40 if shape.SIMULATED else int(cuda.current_context().get_memory_info()[0])
        return free * 9 // 10 // each

    def _bytes_a_game(self) -> int:
        record = shape.compact(self.setting.island, self.setting.players).itemsize
        return record + self.setting.observation_size + self.setting.menu_size + 4 * self.setting.players + 10

    def _refuse_too_many(self) -> None:
        """Say how many games fit, before the driver says that they do not."""
        fit = self.room()
        if self.games > fit:
            said = f"{self.games} games do not fit on this GPU at {self._bytes_a_game()} bytes each; at most {fit} do."
            raise OptionError(said, option="games")

    def _seed(self, seeds: NDArray[np.uint64]) -> None:
        places = np.zeros(self.games, shape.compact(self.setting.island, self.setting.players))
        places["seed"] = seeds
        self._places = cuda.to_device(places.view(np.int64).reshape(self.games, -1))

    def batch(self) -> DeviceBatch:
        """A new set of device arrays."""
        forms = expected(self.games, self.setting).items()
        return DeviceBatch(**{name: DeviceArray(cuda.device_array(form, kind)) for name, (form, kind) in forms})

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
        self._run(self._none, step.BEGIN, batch)
        self._begun = True
        return batch

    def step(self, actions: Any, into: DeviceBatch | None = None) -> DeviceBatch:
        """Play one index for each game; `actions` is an int64 array or tensor on the device."""
        if not self._begun:
            raise SevenhexError("The games have not begun; call reset() first.")
        chosen = actions if shape.SIMULATED else cuda.as_cuda_array(actions)
        if chosen.shape != (self.games,) or chosen.dtype != np.int64:
            raise OptionError(
                f"actions is {chosen.dtype} of shape {chosen.shape}; expected int64 of shape ({self.games},).", option="actions"
            )
        batch = into or self._own
        if batch is not self._own:
            batch.seat[:] = self._own.seat
        self._run(chosen, step.STEP, batch)
        if batch is not self._own:
            self._own.seat[:] = batch.seat
        return batch

    def _run(self, chosen: Any, task: int, batch: DeviceBatch) -> None:
        clear(batch.mask.array)
        arrays = (each.array for each in (batch.observation, batch.mask, batch.reward, batch.done, batch.seat))
        self._launch(self._places, self._pool, chosen, task, *arrays, self._replaced)

    def batch_now(self) -> DeviceBatch:
        """The environment's own arrays, where `reset` and `step` write without `into`."""
        return self._own

    def take_over(self, other: GpuEnv) -> None:
        """Go on from the games of another environment with the same setting, over and over if there are fewer."""
        if other.setting.to_json() != self.setting.to_json():
            raise OptionError("The other environment has other settings; make one with the same.", option="other")
        places = other._places.copy_to_host()
        self._places = cuda.to_device(np.resize(places, (self.games, places.shape[1])))
        for name, (form, _) in expected(self.games, self.setting).items():
            getattr(self._own, name).copy_to_device(np.resize(getattr(other._own, name).copy_to_host(), form))
        self._begun = True

    def replaced(self) -> int:
        """How many indices were not allowed so far."""
        return int(self._replaced.copy_to_host()[0])

    def states(self) -> State:
        """The games' states, copied to the host."""
        return shape.unpack(self._places.copy_to_host(), self.setting.island, self.setting.players, RECORD)

    def notes(self) -> State:
        return shape.unpack(self._places.copy_to_host(), self.setting.island, self.setting.players, NOTES)

    def save(self) -> bytes:
        """The games as bytes; `load` takes them back."""
        return bytes(self._places.copy_to_host().tobytes() + self._own.seat.copy_to_host().tobytes())

    def load(self, saved: bytes) -> None:
        """Go back to a snapshot of the same setting and number of games; what is seen is written by the next step."""
        size = self._places.shape[0] * self._places.shape[1] * shape.WORD
        if len(saved) != size + self.games:
            raise StateError(f"This snapshot has {len(saved)} bytes; expected {size + self.games} for {self.games} games of this setting.")
        self._places = cuda.to_device(np.frombuffer(saved, np.int64, size // shape.WORD).reshape(self.games, -1).copy())
        self._own.seat.copy_to_device(np.frombuffer(saved, np.int8, self.games, size).copy())  # others may hold this memory
        self._begun = True
