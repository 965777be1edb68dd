"""On a real GPU (make gpu-test): the same games as on the CPU, bit for bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytestmark = [pytest.mark.gpu, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def gpu():
    numba_cuda = pytest.importorskip("numba.cuda")
    if not numba_cuda.is_available():
        pytest.skip("no GPU here")
    from sevenhex.env import gpu

    return gpu


@pytest.mark.parametrize("simple", [False, True])
@pytest.mark.parametrize("players", [4, 6])
def test_playouts_are_the_cpus_games(gpu, players, simple):
    from sevenhex.env.gpu.playout import USUAL
    from sevenhex.env.setting import Setting
    from sevenhex.playout.games import random_game
    from sevenhex.playout.generator import stream

    starts = Setting(players=players, islands=16).pool()
    found = gpu.playouts(starts, 500, seed=11, build=replace(USUAL, simple=simple))
    winners, steps = found.winners.copy_to_host(), found.steps.copy_to_host()
    for game in range(500):
        state = starts[game % 16 : game % 16 + 1].copy()
        actions, chances, _ = random_game(state[0], stream(np.uint64(11), np.uint64(game)), 200_000)
        assert (winners[game], steps[game]) == (state[0].winner, actions + chances), game


@pytest.mark.parametrize(
    "settings", [{}, {"trade": True}, {"players": 3, "edition": "fourth"}, {"players": 6}, {"opponents": "greedy", "seat": None}]
)
def test_steps_are_the_cpus_steps(gpu, settings):
    from numba import cuda

    from sevenhex.env.vector import NAMES, VectorEnv

    games = 300
    here, there = VectorEnv(games, seed=5, limit=400, **settings), gpu.GpuEnv(games, seed=5, limit=400, **settings)
    batch, twin = here.reset(), there.reset()
    counters = np.arange(games, dtype=np.uint64)
    for step in range(200):
        chosen = here.sample(batch, counters)
        batch, twin = here.step(chosen), there.step(cuda.to_device(chosen))
        for name in NAMES:
            assert (getattr(batch, name) == getattr(twin, name).copy_to_host()).all(), (step, name)
    assert (here.states() == there.states()).all()
    assert there.replaced() == 0
