"""Parity and speed on a real GPU in one go; prints as it goes, so that a run that is cut short still tells something."""

from __future__ import annotations

import time

import numpy as np

np.row_stack = np.vstack  # some numba-cuda versions still ask for the name that NumPy 2.5 dropped

from numba import cuda  # noqa: E402

from sevenhex.env.gpu import bench  # noqa: E402
from sevenhex.env.gpu.device import GpuEnv, playouts  # noqa: E402
from sevenhex.env.setting import Setting  # noqa: E402

BEGUN = time.perf_counter()


def say(*words: object) -> None:
    print(f"{time.perf_counter() - BEGUN:6.1f} s ", *words, flush=True)


def playouts_agree(players: int) -> bool:
    from sevenhex.playout.games import random_game
    from sevenhex.playout.generator import stream

    starts = Setting(players=players, islands=16).pool()
    found = playouts(starts, 300, seed=11)
    winners, steps = found.winners.copy_to_host(), found.steps.copy_to_host()
    say(f"{players} players: playout kernel compiled and run")
    for game in range(300):
        state = starts[game % 16 : game % 16 + 1].copy()
        actions, chances, _ = random_game(state[0], np.uint64(stream(np.uint64(11), np.uint64(game))), 200_000)
        if (winners[game], steps[game]) != (state[0].winner, actions + chances):
            say("DIFFERS in game", game)
            return False
    return True


def steps_agree() -> bool:
    from sevenhex.env.vector import VectorEnv

    games = 200
    there = GpuEnv(games, seed=5, limit=400)
    twin = there.reset()
    cuda.synchronize()
    say("step kernel compiled and run")
    here = VectorEnv(games, seed=5, limit=400)
    batch, counters = here.reset(), np.arange(games, dtype=np.uint64)
    for step in range(150):
        chosen = here.sample(batch, counters)
        batch, twin = here.step(chosen), there.step(cuda.to_device(chosen))
        for name in ("observation", "mask", "reward", "done", "seat"):
            if not (getattr(batch, name) == getattr(twin, name).copy_to_host()).all():
                say("DIFFERS in", name, "at step", step)
                return False
    return bool((here.states == there.states()).all())


if __name__ == "__main__":
    say("4-player playouts are the CPU's games:", playouts_agree(4))
    for games in (1_000_000, 4_000_000):
        say(bench.whole_games(4, games))
    say(bench.environment(4))
    say("steps are the CPU's steps:", steps_agree())
    say("6-player playouts are the CPU's games:", playouts_agree(6))
    say(bench.whole_games(6, 500_000))
