"""Random playouts and the environment on a GPU: device arrays in, device arrays out, nothing copied to the host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from sevenhex.errors import OptionError, SevenhexError, StateError
from sevenhex.rules.state import RECORD, State

from ..notes import NOTES
from ..setting import Setting
from ..vector import SEEDS, expected, make_setting, seeds_of
from . import kernels, shape
from .dlpack import DeviceArray

STEP_LIMIT = 200_000
BLOCKS_A_PROCESSOR = 1
SIMULATED_THREADS = 4


class NoGpu(SevenhexError):
    """There is no GPU to run on."""


def require() -> None:
    """Complain in words where there is no GPU."""
    if not shape.SIMULATED and not cuda.is_available():
        raise NoGpu(
            "No NVIDIA GPU can be used here. Expected a GPU with its driver (nvidia-smi lists it) and the extra "
            "`pip install sevenhex[gpu]`; without one, sevenhex.env.VectorEnv runs the same games on the CPU."
        )


def launcher(function: Any, signature: Any, blocks: int, threads: int, shared: int, kept: tuple[str, ...] = shape.KEPT) -> Any:
    """Compile a kernel and make it ready to launch."""
    if shape.SIMULATED:
        return cuda.jit(function)[blocks, threads, 0, shared]
    with shape.shaped(kept):
        kernel = cuda.jit(signature, lto=False)(function)
    allow_shared(kernel, shared)
    return kernel[blocks, threads, 0, shared]


def allow_shared(kernel: Any, shared: int) -> None:
    """More than 48 kB of shared memory a block must be asked for, and numba-cuda does not ask."""
    driver: Any = import_module("cuda.bindings.driver")
    compiled = next(iter(kernel.overloads.values()))
    handle = driver.CUkernel(int(compiled._codelibrary.get_cufunc().handle))
    attribute = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    (error,) = driver.cuKernelSetAttribute(attribute, shared, handle, driver.CUdevice(int(cuda.get_current_device().id)))
    if error != driver.CUresult.CUDA_SUCCESS:
        raise SevenhexError(
            f"This GPU refused {shared} bytes of shared memory a block ({error.name}); expected one with 227 kB (Hopper or later)."
        )


def processors() -> int:
    return 1 if shape.SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


# --- whole games


@dataclass(frozen=True)
class Playouts:
    """How random games ended, as device arrays."""

    winners: Any  # (games,) int8: seat, or -1 for a game that was cut
    steps: Any  # (games,) int32: actions and chance outcomes


@lru_cache(maxsize=8)
def playout_launcher(island: int, players: int, constants: tuple[tuple[str, int], ...], simple: bool) -> Any:
    threads = SIMULATED_THREADS if shape.SIMULATED else kernels.PLAYOUT_THREADS
    if simple or shape.SIMULATED:
        function, shared = kernels.make_simple_playouts(island, players, dict(constants), threads)
    else:
        function, shared = kernels.make_playouts(island, players, dict(constants), threads)
    return launcher(function, kernels.PLAYOUT_SIGNATURE, processors() * BLOCKS_A_PROCESSOR, threads, shared, shape.SEARCHES)


def playouts(starts: State, games: int, seed: int = 0, limit: int = STEP_LIMIT, simple: bool = False) -> Playouts:
    """Random games to the end: game `g` from start `g % len(starts)`, the same as `playout.batch` plays on the CPU.

    All starts must agree in players, island and options. `simple` uses the plain kernel, for comparison.
    """
    require()
    if len(starts) < 1 or games < 1:
        raise OptionError(f"{games} games from {len(starts)} starts; expected at least one of each.", option="games")
    constants = shape.facts(starts)
    for name in shape.FIXED:
        if (starts[name] != constants[name]).any():
            raise StateError(f"The starts differ in {name}; expected games of one configuration in one call.")
    island, players = constants["island"], constants["players"]
    launch = playout_launcher(island, players, tuple(sorted(constants.items())), simple)
    winners, steps = cuda.device_array(games, np.int8), cuda.device_array(games, np.int32)
    words = cuda.to_device(shape.pack(starts, island, players, notes=False))
    launch(words, np.uint64(seed % SEEDS), games, limit, cuda.to_device(np.zeros(1, np.int64)), winners, steps)
    return Playouts(winners, steps)


# --- the environment


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

    def __init__(self, games: int, *, seed: int = 0, setting: Setting | None = None, **settings: Any) -> None:
        require()
        if games < 1:
            raise OptionError(f"games is {games}; expected at least 1.", option="games")
        self.setting = setting or make_setting(settings)
        self.games = games
        island, players = self.setting.island, self.setting.players
        self._refuse_too_many()
        pool = self.setting.pool()
        threads = SIMULATED_THREADS if shape.SIMULATED else kernels.STEP_THREADS
        function, shared = kernels.make_steps(self.setting, shape.facts(pool), threads)
        self._launch = launcher(function, kernels.STEP_SIGNATURE, (games + threads - 1) // threads, threads, shared)
        self._pool = cuda.to_device(shape.pack(pool, island, players))
        self._replaced = cuda.to_device(np.zeros(1, np.int64))
        self._none = cuda.to_device(np.zeros(games, np.int64))
        self._own = self.batch()
        self._seed(seeds_of(seed, games))
        self._begun = False

    def _refuse_too_many(self) -> None:
        """Say how many games fit, before the driver says that they do not."""
        each = shape.compact(self.setting.island, self.setting.players).itemsize
        each += self.setting.observation_size + self.setting.menu_size + 4 * self.setting.players + 10
        free = 1 << 40 if shape.SIMULATED else int(cuda.current_context().get_memory_info()[0])
        if self.games * each > free * 9 // 10:
            fit = free * 9 // 10 // each
            raise OptionError(f"{self.games} games do not fit on this GPU at {each} bytes each; at most {fit} do.", option="games")

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
        self._run(self._none, kernels.BEGIN, batch)
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
        self._run(chosen, kernels.STEP, batch)
        if batch is not self._own:
            self._own.seat[:] = batch.seat
        return batch

    def _run(self, chosen: Any, task: int, batch: DeviceBatch) -> None:
        arrays = (each.array for each in (batch.observation, batch.mask, batch.reward, batch.done, batch.seat))
        self._launch(self._places, self._pool, chosen, task, *arrays, self._replaced)

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
