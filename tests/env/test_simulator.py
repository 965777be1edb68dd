"""The GPU's kernels under Numba's CUDA simulator, where there is no GPU: the same games as on the CPU."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("numba_cuda")

SCRIPT = """
from pathlib import Path
import numpy as np
import sevenhex
from sevenhex.env.gpu import GpuEnv, playouts
from sevenhex.env.vector import NAMES, VectorEnv
from sevenhex.playout.games import random_game
from sevenhex.playout.generator import stream

NETWORK = f"net:{Path(sevenhex.__file__).parents[2] / 'training' / 'tiny.npz'}"
SETTINGS = (
    {}, {"trade": True}, {"players": 5}, {"opponents": "greedy", "seat": None}, {"opponents": ["random", "greedy", None, None]},
    {"chance": "shown"}, {"opponents": "sparring", "seat": None}, {"opponents": [NETWORK, "greedy", NETWORK], "seat": None, "trade": True},
)
for settings in SETTINGS:  # plain Python: a few steps each
    here, there = VectorEnv(3, seed=3, islands=4, limit=25, threads=1, **settings), GpuEnv(3, seed=3, islands=4, limit=25, **settings)
    batch, twin, counters = here.reset(), there.reset(), np.arange(3, dtype=np.uint64)
    for step in range(12):
        chosen = here.sample(batch, counters)
        batch, twin = here.step(chosen), there.step(chosen)
        for name in NAMES:
            assert (getattr(batch, name) == getattr(twin, name).copy_to_host()).all(), (settings, step, name)
    assert (here.states() == there.states()).all() and there.replaced() == 0 and (here.chances() == there.chances()).all()
    assert (here.observe() == there.observe().copy_to_host()).all() and (here.observe(1) == there.observe(1).copy_to_host()).all()
    for dtype, order in (("float32", "flat"), ("bfloat16", "graph")):
        assert (here.expand(dtype=dtype, order=order) == there.expand(dtype=dtype, order=order).copy_to_host()).all(), (dtype, order)
    assert (here.sample(batch, counters.copy()) == there.sample(twin, counters.copy()).copy_to_host()).all()
    there.step(np.full(3, 10**6)); assert there.replaced() == 3
    saved = there.save(); there.load(saved); assert there.save() == saved
    assert here.save() != saved
    batch, twin = here.load(saved), there.show()  # bytes of one environment are the other's
    for name in NAMES:
        assert (getattr(batch, name) == getattr(twin, name).copy_to_host()).all(), (settings, "loaded", name)
    middle = here.states()
    batch, twin = here.load(middle), there.load(middle)
    for name in NAMES:
        assert (getattr(batch, name) == getattr(twin, name).copy_to_host()).all(), (settings, "states", name)
    assert here.save() == there.save()
    rows = np.array([2, 0, 2])  # some of the games, over again
    batch, twin = here.put(here.some(rows)), there.put(there.some(rows))
    for name in NAMES:
        assert (getattr(batch, name) == getattr(twin, name).copy_to_host()).all(), (settings, "some", name)
    assert here.save() == there.save() and (here.states()[0] == here.states()[2]).all()

pool = VectorEnv(1, islands=4, victory_points=3).pool  # short games: one that is cut would show nothing
found = playouts(pool, 4, seed=7, limit=2000)
for game in range(4):
    state = pool[game % 4 : game % 4 + 1].copy()
    actions, chances, _ = random_game(state[0], stream(7, game), 2000)
    assert state[0].winner >= 0
    assert (found.winners.copy_to_host()[game], found.steps.copy_to_host()[game]) == (state[0].winner, actions + chances)
print("same")
"""

# A warp of one lane, which needs no hardware: the queues' own logic remains.
ONE_LANE = """
from types import SimpleNamespace
import numpy as np
from numba import types
from sevenhex.env.gpu import playout, queues, shape, step
from sevenhex.env.setting import Setting

def put(array, place, value, change):
    before = int(array[place])
    array[place] = change(before, value)
    return before

SLOTS = 8
memory = np.zeros(0, np.int64)

def array(size, dtype):
    if size == 0:
        return memory if dtype is types.int64 else memory.view(dtype)
    return np.zeros(size, dtype.name)

def block(number, blocks):
    return SimpleNamespace(
        shared=SimpleNamespace(array=array), local=SimpleNamespace(array=array), threadIdx=SimpleNamespace(x=0),
        blockIdx=SimpleNamespace(x=number), gridDim=SimpleNamespace(x=blocks), syncthreads=lambda: None, syncwarp=lambda: None,
        threadfence_block=lambda: None, nanosleep=lambda time: None, popc=lambda bits: int(bits).bit_count(),
        shfl_sync=lambda lanes, value, lane: value, ballot_sync=lambda lanes, mine: int(mine),
        atomic=SimpleNamespace(
            add=lambda array, place, value: put(array, place, value, lambda old, new: old + new),
            exch=lambda array, place, value: put(array, place, value, lambda old, new: new),
            cas=lambda array, place, wanted, value: put(array, place, value, lambda old, new: new if old == wanted else old),
        ),
    )

queues.WARP, queues.room = 1, lambda bytes_a_game: SLOTS
"""

QUEUED_PLAYOUTS = (
    ONE_LANE
    + """
from sevenhex.playout.games import random_game
from sevenhex.playout.generator import stream

queues.cuda = playout.cuda = block(0, 1)
for players in (3, 4):
    starts = Setting(players=players, islands=4, options={"victory_points": 3}).pool()
    facts = shape.facts(starts, talk=False)
    memory = np.zeros(SLOTS * shape.state_words(facts["island"], players), np.int64)
    kernel, shared = playout.make(facts["island"], players, facts, threads=1, together=4)
    assert shared == memory.nbytes
    games, limit = 20, 3000  # more games than places
    winners, steps = np.full(games, 9, np.int8), np.zeros(games, np.int32)
    kernel(shape.pack(starts, facts["island"], players, notes=False), np.uint64(7), games, limit, np.zeros(1, np.int64), winners, steps)
    for game in range(games):
        state = starts[game % 4 : game % 4 + 1].copy()
        actions, chances, _ = random_game(state[0], stream(7, game), limit)
        assert state[0].winner >= 0
        assert (winners[game], steps[game]) == (state[0].winner, actions + chances), game
print("same")
"""
)

QUEUED_STEPS = (
    ONE_LANE
    + """
from sevenhex.env.play import BEGIN, STEP
from sevenhex.env.vector import NAMES, VectorEnv, expected, seeds_of

GAMES, BLOCKS = 21, 2  # more games than places; the blocks' stretches are of different length
SETTINGS = ({}, {"trade": True}, {"skip_forced": False}, {"players": 5}, {"random_seats": (1, 2)}, {"opponents": "greedy", "seat": None})
for settings in SETTINGS:
    here = VectorEnv(GAMES, seed=3, islands=4, limit=15, threads=1, **settings)
    setting, island, players = here.setting, here.setting.island, here.setting.players
    memory = np.zeros(SLOTS * step.bytes_of(setting) // shape.WORD, np.int64)
    kernel, shared = step.make(setting, shape.facts(here.pool, bool(setting.trade)), threads=1, together=4)
    assert shared == memory.nbytes
    records = np.zeros(GAMES, shape.compact(island, players))
    records["seed"] = seeds_of(3, GAMES)
    places = records.view(np.int64).reshape(GAMES, -1)
    pool = shape.pack(here.pool, island, players)
    arrays = {name: np.full(form, 1, kind) for name, (form, kind) in expected(GAMES, setting).items()}
    replaced = np.zeros(1, np.int64)

    def launch(chosen, task):
        arrays["mask"][:] = False
        for number in range(BLOCKS):
            memory[:] = -1  # what an earlier block has left behind must not matter
            queues.cuda = step.cuda = block(number, BLOCKS)
            kernel(places, pool, chosen, task, *(arrays[name] for name in NAMES), replaced)

    batch, counters, ended = here.reset(), np.arange(GAMES, dtype=np.uint64), 0
    launch(np.zeros(GAMES, np.int64), BEGIN)
    for count in range(20):
        for name, found in arrays.items():
            assert (getattr(batch, name) == found).all(), (settings, count, name)
        ended += int((batch.done > 0).sum())
        chosen = here.sample(batch, counters)
        batch = here.step(chosen)
        launch(chosen, STEP)
    assert (here.states() == shape.unpack(places, island, players)).all() and replaced[0] == 0 and ended > 0
    launch(np.full(GAMES, 10**6), STEP)
    assert replaced[0] == GAMES
print("same")
"""
)


@pytest.mark.parametrize("script", [SCRIPT, QUEUED_PLAYOUTS, QUEUED_STEPS], ids=["simulated", "queued playouts", "queued steps"])
def test_kernels_play_the_cpus_games(script):
    # Plain Python rules: nothing to compile for records that only the GPU uses.
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert said.stdout.strip() == "same", said.stderr[-2000:]


def test_without_a_gpu_the_message_says_what_is_missing():
    script = "from sevenhex.env.gpu import GpuEnv; GpuEnv(4)"
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": "-1"}
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert "sevenhex[gpu]" in said.stderr
    assert "driver" in said.stderr


BROKEN = """
import sys

class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == "sevenhex.env.gpu.device":
            raise RuntimeError("libcudart is not here\\nand more that nobody reads")

sys.meta_path.insert(0, Broken())
from sevenhex.env import gpu
gpu.GpuEnv
"""


def test_a_broken_installation_is_reported_in_a_sentence():
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", BROKEN], capture_output=True, text=True, check=False)
    assert said.stderr.strip().splitlines()[-1].endswith("`pip install sevenhex[gpu]` (RuntimeError: libcudart is not here).")
