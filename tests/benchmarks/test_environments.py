"""The benchmark measures what it says (how fast is no test's business)."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from benchmarks import environments as bench
from benchmarks import table_step
from sevenhex.env import VectorEnv
from sevenhex.env.vector import memory_of


def test_measured_games_stand_at_every_point_of_a_game():
    timing = bench.Timing(600, threads=1)
    assert len(np.unique(timing.env.states()["turn"])) > 50
    assert (timing.batch.mask.sum(axis=1) > 1).all()
    timing.run(0)
    assert timing.report()["games"] == 600
    assert len(timing.calls) == bench.FEWEST_STEPS


def test_copies_part_by_their_choices_and_go_on_like_the_first():
    with VectorEnv(4, seed=1) as few, VectorEnv(10, seed=9) as many, VectorEnv(4, players=3) as other:
        batch, counters = few.reset(), np.arange(4, dtype=np.uint64)
        for _ in range(50):
            few.step(few.sample(batch, counters))
        many.take_over(few)
        seen = many.show()
        assert (seen.observation[4:8] == few.show().observation).all()
        chosen = few.sample(batch, counters)
        few.step(chosen)
        many.step(np.resize(chosen, 10))
        assert (many.states()[:4] == few.states()).all()
        assert (seen.observation[8:] == batch.observation[:2]).all()
        with pytest.raises(Exception, match="other settings"):
            many.take_over(other)


def test_growth_stops_where_memory_ends(monkeypatch):
    each = memory_of(VectorEnv(1).setting)
    monkeypatch.setattr(bench, "room", lambda: 20 * each)
    rows = bench.growth(0, sizes=(1, 16, 64), players=(4,))
    assert [row["games"] for row in rows] == [1, 16]
    assert rows[0]["fit_in_memory"] == 20
    assert "<svg" in bench.picture(rows, "CPU")


def test_the_command_draws_growth(monkeypatch, tmp_path):
    from sevenhex.cli import app

    monkeypatch.setattr(bench, "SIZES", (1, 4))
    monkeypatch.setattr(bench, "growth", lambda progress: [bench.measure(4, seconds=0) | {"fit_in_memory": 9}])
    said = CliRunner().invoke(app, ["bench", "--env", "--growth", str(tmp_path / "g.svg"), "--json"])
    assert said.exit_code == 0, said.output
    assert json.loads(said.stdout.splitlines()[-1])[0]["games"] == 4
    assert "4 players" in (tmp_path / "g.svg").read_text()


def test_the_command_has_a_row_for_every_kind_of_opponent(capsys):
    found = bench.run(as_json=True, seconds=0, opponents=("random", "sparring"))
    assert list(found["against"]) == ["random", "sparring"]
    assert (bench.short(f"net:{bench.NETWORK}"), bench.NETWORK.exists()) == ("net:tiny.npz", True)
    assert all(row["steps_per_second"] > 0 for row in found["against"].values())
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == found
    assert {name.partition(":")[0] for name in bench.OPPONENTS} == {"random", "greedy", "sparring", "steady", "planner", "net"}


def test_a_step_of_the_table_is_measured():
    mean, median = table_step.measure(60)
    assert 0 < median < 2000
    assert mean > 0
