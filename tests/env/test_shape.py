"""What GPU kernels take for granted: only what holds for every game that begins so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba_cuda")

from sevenhex.env import VectorEnv
from sevenhex.env.gpu import shape, step
from sevenhex.env.setting import Setting
from sevenhex.errors import OptionError
from sevenhex.rules.ids import Island


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


def test_facts_stay_true_in_random_games():
    with VectorEnv(200, seed=2) as env:
        known = shape.facts(env.pool, talk=False)
        batch, counters = env.reset(), np.arange(200, dtype=np.uint64)
        for _ in range(400):
            env.step(env.sample(batch, counters))
            for name, value in known.items():
                assert (env.states()[name] == value).all(), name


def test_a_block_is_whole_warps():
    assert replace(step.USUAL, threads=96).block() == 96
    with pytest.raises(OptionError, match="multiple of 32"):
        replace(step.USUAL, threads=100).block()
