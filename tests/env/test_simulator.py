"""The GPU's kernels under Numba's CUDA simulator, where there is no GPU: the same games as on the CPU."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("numba_cuda")

SCRIPT = """
import numpy as np
from sevenhex.env.gpu import GpuEnv, playouts
from sevenhex.env.vector import VectorEnv
from sevenhex.playout.games import random_game
from sevenhex.playout.generator import stream

for settings in ({}, {"trade": True}, {"players": 5}):  # plain Python: a few steps each
    here, there = VectorEnv(5, seed=3, islands=4, limit=25, threads=1, **settings), GpuEnv(5, seed=3, islands=4, limit=25, **settings)
    batch, twin, counters = here.reset(), there.reset(), np.arange(5, dtype=np.uint64)
    for step in range(12):
        chosen = here.sample(batch, counters)
        batch, twin = here.step(chosen), there.step(chosen)
        for name in ("observation", "mask", "reward", "done", "seat"):
            assert (getattr(batch, name) == getattr(twin, name).copy_to_host()).all(), (settings, step, name)
    assert (here.states == there.states()).all() and there.replaced() == 0
    there.step(np.full(5, 10**6)); assert there.replaced() == 5
    saved = there.save(); there.load(saved); assert there.save() == saved

pool = VectorEnv(1, islands=4).pool
found = playouts(pool, 3, seed=7, limit=150)
for game in range(3):
    state = pool[game % 4 : game % 4 + 1].copy()
    actions, chances, _ = random_game(state[0], stream(7, game), 150)
    assert (found.winners.copy_to_host()[game], found.steps.copy_to_host()[game]) == (state[0].winner, actions + chances)
print("same")
"""


def test_kernels_play_the_cpus_games():
    # Plain Python rules: nothing to compile for records that only the GPU uses.
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False)
    assert said.stdout.strip() == "same", said.stderr[-2000:]


def test_without_a_gpu_the_message_says_what_is_missing():
    script = "from sevenhex.env.gpu import GpuEnv; GpuEnv(4)"
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": "-1"}
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert "sevenhex[gpu]" in said.stderr
    assert "driver" in said.stderr
