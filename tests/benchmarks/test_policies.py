"""The duel of two policies counts every place's games once, each seat in turn the single one's, and sees who is better."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import policies
from sevenhex.env.setting import Setting
from sevenhex.observation import menu


class Builder:
    """Likes to build; or anything as well as anything else."""

    def __init__(self, builds: bool) -> None:
        self.builds, self.rng, self.asked = builds, np.random.default_rng(1), 0

    def evaluate(self, observations, players, rotations=1):
        self.asked += len(observations)
        scores = self.rng.random((len(observations), menu.size(0, players, False))).astype(np.float32)
        for block in menu.blocks(0, players, domestic=False):
            if self.builds and block.name in ("settle", "city"):
                scores[:, block.start : block.stop] += 1
        return None, scores


def test_a_duel_counts_what_ended_and_finds_the_better(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(policies, "PLACES", 30)
    setting = Setting(players=3, limit=9_000, islands=64, options={"victory_points": 8})
    one, others = Builder(True), Builder(False)
    wins, ended = policies.duel(one, others, setting, 90, seed=3)
    assert ended == 90
    assert wins > 36
    assert others.asked > 1.2 * one.asked
    wins, ended = policies.duel(others, one, setting, 90, seed=3)
    assert ended == 90
    assert wins < 24
