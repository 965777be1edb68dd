"""What GPU kernels take for granted: only what holds for every game that begins so."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba_cuda")

from sevenhex.env import VectorEnv
from sevenhex.env.gpu import shape, step
from sevenhex.env.setting import Setting
from sevenhex.errors import OptionError
from sevenhex.rules import routes
from sevenhex.rules.ids import Island
from sevenhex.rules.jit import FEW_ROADS


def facts(talk=False, **settings):
    return shape.facts(Setting(islands=3, **settings).pool(), talk)


def test_options_players_and_island_are_facts():
    found = facts(players=3, options={"victory_points": 12})
    assert (found["players"], found["island"], found["target"]) == (3, Island.SMALL, 12)


def test_nobody_talks_unless_somebody_could():
    assert {name: facts()[name] for name in shape.TALK} == dict.fromkeys(shape.TALK, 0)
    assert not set(shape.TALK) & set(facts(talk=True))
    starts = Setting(islands=3).pool()
    starts["proposal"][1, 2] = 99  # one open word in one game is enough
    assert not set(shape.TALK) & set(shape.facts(starts, talk=False))


def test_turns_have_parts_where_players_are_paired():
    assert facts()["part"] == 0
    assert "part" not in facts(players=6)


def test_roads_are_few_only_where_the_supply_is():
    assert FEW_ROADS in facts()
    assert FEW_ROADS not in facts(edition="zip")
    assert FEW_ROADS not in replace(step.USUAL, few_roads=False).facts(Setting(islands=3).pool(), talk=False)
    starts = Setting(islands=3).pool()
    starts["roads_left"][2, 3] = 14
    starts["road"][2, :2] = 4  # two on the island and fourteen at hand
    assert FEW_ROADS not in shape.facts(starts, talk=False)


def test_facts_stay_true_in_random_games():
    with VectorEnv(200, seed=2) as env:
        known = shape.facts(env.pool, talk=False)
        batch, counters = env.reset(), np.arange(200, dtype=np.uint64)
        for _ in range(400):
            env.step(env.sample(batch, counters))
            for name, value in known.items():
                if name != FEW_ROADS:
                    assert (env.states()[name] == value).all(), name
        assert (env.states()["road"] == 1).sum(axis=1).max() <= routes.MANY_ROADS


ROUTES = """
import sys
import numpy as np
from sevenhex.rules import routes
from sevenhex.rules.state import RECORD

wide = 0
for state in np.fromfile(sys.argv[1], RECORD):
    for seat in range(4):
        wide += sum(int(word).bit_count() for word in state.near_corners[seat]) >= 15
        for edge in np.flatnonzero(state.road == 1 + seat):
            found = []
            for known in (False, True):
                routes.roads_are_few = lambda state: known
                found.append(max(int(state.route[seat]), int(routes.route_through(state, seat, int(edge)))))
            assert found[0] == found[1]
print(wide)
"""


def test_the_search_without_a_bound_finds_the_same(tmp_path):
    with VectorEnv(60, seed=3) as env:
        batch, counters = env.reset(), np.arange(60, dtype=np.uint64)
        for _ in range(1500):
            env.step(env.sample(batch, counters))
        env.states().tofile(tmp_path / "states")
    # as plain Python: compiled, the answer would be compiled in
    command = [sys.executable, "-c", ROUTES, str(tmp_path / "states")]
    said = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr[-1500:]
    assert int(said.stdout) > 5  # networks where the two go different ways


def test_a_block_is_whole_warps():
    assert replace(step.USUAL, threads=96).block() == 96
    with pytest.raises(OptionError, match="multiple of 32"):
        replace(step.USUAL, threads=100).block()
