"""One job on a real GPU: `python -m benchmarks.gpu_check NAME`. Prints a line of JSON. `gpu_all.py` runs them all.

Jobs compile side by side; what is timed or compared runs under a lock, one at a time, with a watchdog, so that a kernel that hangs costs
its own job only.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

np.row_stack = np.vstack  # some numba-cuda versions still ask for the name that NumPy 2.5 dropped
warnings.simplefilter("ignore")

from numba import cuda  # noqa: E402

from benchmarks import gpu as bench  # noqa: E402
from sevenhex.env.gpu import playout, step, variants  # noqa: E402
from sevenhex.env.gpu.build import Build  # noqa: E402
from sevenhex.env.gpu.device import GpuEnv, playout_launcher, playouts  # noqa: E402
from sevenhex.env.setting import Setting  # noqa: E402
from sevenhex.env.vector import NAMES  # noqa: E402

FOLDER = Path(os.environ.get("GPU_CHECK_FOLDER", "/tmp"))
WARM = FOLDER / "rules-are-compiled"
PATIENCE = 90  # seconds that a job may hold the GPU
ARRAYS = NAMES
CHECKED = 2000  # games
MANY = 4_000_000
SMALL = 300, 200  # games and steps
EDITIONS = [("sixth", 4), *(("zip", players) for players in (2, 3, 4)), ("fourth", 4), ("summary", 4), ("summary", 6), ("extension", 6)]


@contextmanager
def alone() -> Iterator[None]:
    """Nobody else times anything meanwhile, and the CPU's rules are compiled."""
    for _ in range(1500):
        if WARM.exists():
            break
        time.sleep(0.1)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        watchdog = threading.Timer(PATIENCE, lambda: os._exit(99))
        watchdog.daemon = True
        watchdog.start()
        try:
            yield
        finally:
            watchdog.cancel()


def warm() -> dict[str, Any]:
    """Compile the CPU's side once for all jobs."""
    from sevenhex.env.vector import VectorEnv
    from sevenhex.playout.batch import simulate

    begun = time.perf_counter()
    starts = Setting(islands=16).pool()
    cpu_games(starts, 3, 11)
    simulate(starts, 7, 10)
    env = VectorEnv(4)
    env.step(env.sample(env.reset(), np.arange(4, dtype=np.uint64)))
    WARM.touch()
    return {"seconds": round(time.perf_counter() - begun, 1)}


def cpu_games(starts: Any, games: int, seed: int) -> list[tuple[int, int]]:
    """Winner and steps of the CPU's games."""
    from sevenhex.playout.games import random_game
    from sevenhex.playout.generator import stream

    word: Any = np.uint64  # the compiled functions take unsigned words
    found = []
    for game in range(games):
        state = starts[game % len(starts) : game % len(starts) + 1].copy()
        actions, chances, _ = random_game(state[0], word(stream(word(seed), word(game))), 200_000)
        found.append((int(state[0].winner), int(actions + chances)))
    return found


def prepare(starts: Any, build: Build) -> None:
    """Compile, but let nothing run on the GPU while somebody else may be timing."""
    playout_launcher(tuple(sorted(build.facts(starts, talk=False).items())), build)


def same_playouts(players: int, build: Build, edition: str = "sixth") -> dict[str, Any]:
    """The kernel's games are the CPU's games."""
    starts = Setting(players=players, islands=16, edition=edition).pool()
    prepare(starts, build)
    with alone():
        found = playouts(starts, CHECKED, seed=11, build=build)
        got = list(zip(found.winners.copy_to_host().tolist(), found.steps.copy_to_host().tolist(), strict=True))
        wanted = cpu_games(starts, CHECKED, 11)
    different = [game for game in range(CHECKED) if got[game] != wanted[game]]
    return {"games": CHECKED, "different": len(different), "first": different[:3], "same": not different}


def same_steps(build: Build = step.USUAL, **settings: Any) -> dict[str, Any]:
    """Every byte that `GpuEnv` writes is `VectorEnv`'s."""
    from sevenhex.env.vector import VectorEnv

    games, steps = SMALL
    there = GpuEnv(games, seed=5, limit=400, build=build, **settings)
    with alone():
        here = VectorEnv(games, seed=5, limit=400, **settings)
        batch, twin, counters = here.reset(), there.reset(seed=5), np.arange(games, dtype=np.uint64)
        for step in range(steps):
            chosen = here.sample(batch, counters)
            batch, twin = here.step(chosen), there.step(cuda.to_device(chosen))
            for name in ARRAYS:
                if not (getattr(batch, name) == getattr(twin, name).copy_to_host()).all():
                    return {"same": False, "array": name, "step": step}
        checks = other_ways(here, there, batch, twin, counters)
        return {"same": all(checks.values()) and there.replaced() == 0, "steps": steps, **checks}


def other_ways(here: Any, there: Any, batch: Any, twin: Any, counters: Any) -> dict[str, bool]:
    """Everything else that both environments offer: states in and out, other seats' views, numbers for a network, random choices."""

    def alike() -> bool:
        return all((getattr(batch, name) == getattr(twin, name).copy_to_host()).all() for name in ARRAYS)

    found = {"states": bool((here.states() == there.states()).all()), "bytes": here.save() == there.save()}
    found["observe"] = bool((here.observe() == there.observe().copy_to_host()).all())
    found["observe one"] = bool((here.observe(1) == there.observe(1).copy_to_host()).all())
    for dtype in ("float32", "bfloat16"):
        for order in ("flat", "graph"):
            same = (here.expand(dtype=dtype, order=order) == there.expand(dtype=dtype, order=order).copy_to_host()).all()
            found[f"expand {dtype} {order}"] = bool(same)
    drawn = there.sample(twin, cuda.to_device(counters.copy())).copy_to_host()
    found["sample"] = bool((here.sample(batch, counters.copy()) == drawn).all())
    saved = here.save()
    there.step(cuda.to_device(here.sample(batch, counters.copy())))
    batch, twin = here.load(saved), there.load(saved)
    found["snapshot"] = alike() and there.save() == saved
    middle = here.states()
    batch, twin = here.load(middle), there.load(middle)
    found["on from states"] = alike()
    chosen = here.sample(batch, counters)
    batch, twin = here.step(chosen), there.step(cuda.to_device(chosen))
    found["a step from states"] = alike() and here.save() == there.save()
    return found


def dlpack() -> dict[str, Any]:
    """PyTorch, JAX and CuPy look at the environment's own memory, and see a step that is made afterwards."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    env = GpuEnv(64, seed=5)
    with alone():
        return look_at(env)


def look_at(env: GpuEnv) -> dict[str, Any]:
    batch = env.reset()
    cuda.synchronize()

    def torch(array: Any) -> tuple[Any, int]:
        import torch

        taken = torch.from_dlpack(array)
        return taken, taken.data_ptr()

    def jax(array: Any) -> tuple[Any, int]:
        import jax

        taken = jax.dlpack.from_dlpack(array)
        return taken, taken.unsafe_buffer_pointer()

    def cupy(array: Any) -> tuple[Any, int]:
        import cupy

        taken = cupy.from_dlpack(array)
        return taken, taken.data.ptr

    def host(taken: Any) -> Any:
        taken = taken.cpu() if hasattr(taken, "cpu") else taken
        return taken.get() if hasattr(taken, "get") else np.asarray(taken)

    report: dict[str, Any] = {}
    for take in (torch, cupy, jax):
        try:
            held = {name: take(getattr(batch, name)) for name in ARRAYS}
            where = {name: getattr(batch, name).__cuda_array_interface__["data"][0] for name in ARRAYS}
            found = {"same memory": all(held[name][1] == where[name] for name in ARRAYS)}
            bench.play(env, 3)
            cuda.synchronize()
            if take is not jax:  # JAX takes its arrays for constant, and may have looked before
                found["sees the next step"] = all((host(held[name][0]) == getattr(batch, name).copy_to_host()).all() for name in ARRAYS)
            report[take.__name__] = found
        except ImportError:
            report[take.__name__] = "not installed"
        except Exception as error:
            report[take.__name__] = f"{type(error).__name__}: {error}"[:300]
    try:
        import torch as pytorch

        chosen = pytorch.from_dlpack(batch.mask).long().argmax(dim=1)
        env.step(chosen)
        report["a tensor's choices are played"] = env.replaced() == 0
    except Exception as error:
        report["a tensor's choices are played"] = f"{type(error).__name__}: {error}"[:300]
    return report


def timed_playouts(build: Build, players: int = 4, games: int = MANY, edition: str = "sixth") -> dict[str, Any]:
    parity = same_playouts(players, build, edition)
    if not parity["same"]:
        return parity
    with alone():
        return bench.whole_games(players, games, build, edition=edition) | {"same": True, "edition": edition}


def timed_steps(build: Build, players: int = 4) -> dict[str, Any]:
    GpuEnv(64, players=players, build=build)
    with alone():
        return bench.environment(players, bench.PLACES, build=build)


def timed_numbers() -> dict[str, Any]:
    """Rows a second that `expand` fills, and observations of all seats."""
    env = GpuEnv(bench.PLACES // 4)
    env.reset()
    found = {}
    with alone():
        for dtype in ("float32", "bfloat16"):
            out = env.expand(dtype=dtype)
            seconds = bench.timed(lambda dtype=dtype, out=out: [env.expand(dtype=dtype, out=out) for _ in range(8)])
            found[f"expand {dtype} rows/s"] = round(8 * env.games / seconds)
            del out
        out = env.observe()
        found["observe rows/s"] = round(4 * env.games * 4 / bench.timed(lambda: [env.observe(out=out) for _ in range(4)]))
    return found


def timed_against(name: str) -> dict[str, Any]:
    """Decisions of the learner against three bots inside `step`."""
    GpuEnv(64, opponents=name)
    with alone():
        return bench.environment(4, bench.PLACES, opponents=name)


def growth(players: int) -> list[dict[str, Any]]:
    GpuEnv(64, players=players)
    with alone():
        return bench.growth(players=(players,))


def jobs() -> dict[str, Callable[[], Any]]:
    """In the order of their worth: what matters most comes first, should time run out."""
    found: dict[str, Callable[[], Any]] = {"warm": warm}
    found["playouts, usual"] = lambda: timed_playouts(playout.USUAL)
    found["steps, usual"] = lambda: timed_steps(step.USUAL)
    found["same steps"] = same_steps
    found["dlpack"] = dlpack
    found["playouts, before"] = lambda: timed_playouts(variants.BEFORE)
    found["same steps, trade"] = lambda: same_steps(trade=True)
    found["same steps, three players of the fourth edition"] = lambda: same_steps(players=3, edition="fourth")
    found["same steps, against greedy players"] = lambda: same_steps(opponents="greedy", seat=None)
    found["same steps, against sparring"] = lambda: same_steps(opponents="sparring", seat=None)
    found["same steps, chance shown"] = lambda: same_steps(chance="shown")
    found["steps, against random"] = lambda: timed_against("random")
    found["steps, against greedy"] = lambda: timed_against("greedy")
    found["steps, against sparring"] = lambda: timed_against("sparring")
    found["numbers"] = timed_numbers
    found["same steps, six players"] = lambda: same_steps(players=6)
    found["same steps, forced moves shown"] = lambda: same_steps(skip_forced=False)
    found["same steps, a game a thread"] = lambda: same_steps(replace(step.USUAL, simple=True))
    for players in (4, 6, 2, 3, 5):
        found[f"growth, {players} players"] = partial(growth, players)
    found["playouts, 6 players"] = lambda: timed_playouts(playout.USUAL, 6, 1_000_000)
    for edition, players in EDITIONS:
        found[f"edition {edition}, {players} players"] = partial(timed_playouts, playout.USUAL, players, 1_000_000, edition)
    found["same playouts, simple kernel"] = lambda: same_playouts(4, replace(playout.USUAL, simple=True))
    found["same playouts, roads without limit"] = lambda: same_playouts(4, playout.USUAL, "zip")
    for name, build in variants.PLAYOUTS.items():
        found.setdefault(f"playouts, {name}", partial(timed_playouts, build))
    for name, build in variants.STEPS.items():
        found.setdefault(f"steps, {name}", partial(timed_steps, build))
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print(json.dumps(list(jobs())))
    else:
        print(json.dumps(jobs()[sys.argv[1]]()), flush=True)
