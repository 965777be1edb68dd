"""Looking back on a game, and looking for a place to open on."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest
from typer.testing import CliRunner

from sevenhex import analysis, bots
from sevenhex.bots.opening import explore
from sevenhex.cli import app
from sevenhex.errors import SevenhexError
from sevenhex.game import Game
from sevenhex.rules.ids import Phase


@pytest.fixture(scope="module")
def finished() -> Game:
    game = Game.new("sixth", 3, seed=8)
    bots.play(game, [bots.Guard(bots.make("planner", seed=seat), patient=True) for seat in range(3)], Random(8))
    assert game.is_over
    return game


def test_the_curve_ends_with_the_winner(finished):
    points = analysis.curve(finished)
    assert all(sum(point["chances"]) == pytest.approx(1, abs=2e-3) for point in points)
    assert points[-1]["chances"][finished.outcome.winner] == 1
    assert points[-1]["n"] == finished.version
    assert 0.05 < points[0]["chances"][finished.outcome.winner] < 0.95


def test_luck_and_play_explain_the_whole_way(finished):
    rows = analysis.luck(finished)
    for seat, row in enumerate(rows):
        end = 1.0 if seat == finished.outcome.winner else 0.0
        assert row["opening"] + row["dice"] + row["cards"] + row["play"] == pytest.approx(end)
    assert sum(row["dice"] for row in rows) == pytest.approx(0, abs=1e-6)


def test_turning_points_are_the_largest_changes(finished):
    points = analysis.turning_points(finished, 3)
    assert len(points) == 3
    assert [point["n"] for point in points] == sorted(point["n"] for point in points)
    steps = [point["chances"] for point in analysis.curve(finished)]
    largest = max(abs(now - then) for before, after in pairwise(steps) for then, now in zip(before, after, strict=True))
    assert max(abs(point["to"] - point["from"]) for point in points) == pytest.approx(largest, abs=1e-3)


def test_openings_are_ranked_among_what_was_free(finished):
    rows = analysis.openings(finished)
    assert rows[0]["of"] == 54
    assert len(rows) == 6
    assert all(1 <= row["rank"] <= row["of"] and row["lost"] >= 0 for row in rows)
    assert all((row["rank"] == 1) == (row["corner"] == row["best"]) for row in rows)


def test_the_command_reads_a_record(finished, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(finished.record(), encoding="utf-8")
    said = json.loads(CliRunner().invoke(app, ["analyse", str(file), "--json"]).stdout)
    assert said["winner"] == finished.outcome.winner
    assert len(said["curve"]) == len(analysis.curve(finished))
    shown = CliRunner().invoke(app, ["analyse", str(file)])
    assert "Where it turned" in shown.stdout


@pytest.mark.parametrize("content", [None, "no record at all"])
def test_bad_input_is_explained(content, tmp_path):
    file = tmp_path / "nothing.txt"
    if content is not None:
        file.write_text(content)
    answer = CliRunner().invoke(app, ["analyse", str(file)])
    assert answer.exit_code == 2
    assert "Traceback" not in answer.output


def test_corners_come_with_reasons():
    game = Game.new("sixth", 4, seed=3, starter=0)
    corners = explore(game.view(0))
    assert len(corners) == 54
    assert corners[0].score == 1.0
    assert corners[0].pips > corners[-1].pips
    assert [corner.chance for corner in corners] == sorted((corner.chance for corner in corners), reverse=True)
    assert all(f"{corner.pips} chances of 36" in corner.reasons[0] for corner in corners)
    assert any("three different resources" in corner.reasons for corner in corners[:5])


def test_corners_can_only_be_compared_in_the_set_up(finished):
    with pytest.raises(SevenhexError, match="set-up"):
        explore(finished.view(0))
    assert finished.phase == Phase.OVER


def test_the_explorer_draws_a_heat_map(tmp_path):
    picture = tmp_path / "island.svg"
    answer = CliRunner().invoke(app, ["opening", "--seed", "3", "--svg", str(picture), "--json"])
    assert answer.exit_code == 0, answer.output
    assert len(json.loads(answer.stdout)["corners"]) == 54
    assert picture.read_text().startswith("<svg")
