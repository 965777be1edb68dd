"""Looking back on a game with the hand-made evaluation."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

from sevenhex import bots
from sevenhex.bots import minds
from sevenhex.bots.thinker import memory_of
from sevenhex.cli import app
from sevenhex.game.game import Game
from sevenhex.rules import engine
from sevenhex.rules.actions import act
from sevenhex.rules.ids import CHANCE, Kind, Phase
from sevenhex.rules.state import copy
from sevenhex.search.policy import decide
from sevenhex.study import evaluation

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.txt"))


@pytest.fixture(scope="module")
def finished() -> Game:
    """A game of planners that is won by an action in place of which the winner could have ended the turn."""
    for seed in range(8, 20):
        game = Game.new("sixth", 3, seed=seed)
        bots.play(game, [bots.Guard(bots.make("planner", seed=seat), same_thread=True) for seat in range(3)], Random(seed))
        assert game.is_over
        n = len(game.log) - 1
        if game.log[n][0] >= 0 and int(Kind.END) in game.until(n).legal(game.log[n][0]):
            return game
    raise AssertionError("no such game among twelve")


def test_the_curve_ends_with_the_winner(finished):
    points = evaluation.curve(finished)
    assert all(sum(point["chances"]) == pytest.approx(1, abs=2e-3) for point in points)
    assert points[-1]["chances"][finished.outcome.winner] == 1
    assert points[-1]["n"] == finished.version
    assert 0.05 < points[0]["chances"][finished.outcome.winner] < 0.95


def whole_way(row: dict[str, float]) -> float:
    return row["opening"] + sum(row[part] for part in evaluation.PARTS)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_parts_of_a_way_add_up_to_the_outcome(file):
    game = Game.load(file.read_text(encoding="utf-8"))
    rows = evaluation.luck(game, 1)
    for seat, row in enumerate(rows):
        assert whole_way(row) == pytest.approx(float(seat == game.outcome.winner), abs=1e-9)
        assert row["opening"] + row["dice"] + row["cards"] + row["play"] == pytest.approx(whole_way(row))
    for part in evaluation.PARTS:
        if part not in ("own", "others"):
            assert sum(row[part] for row in rows) == pytest.approx(0, abs=1e-6), part
    assert sum(row["own"] + row["others"] for row in rows) == pytest.approx(0, abs=1e-6)


def test_one_step_of_thought_neither_gains_nor_loses_by_play():
    game = Game.new("sixth", 3, seed=5, starter=0)
    mind, rng = minds.mind(evaluation.MIND, 3), Random(5)
    while not game.is_over:
        if game.awaits_chance:
            game.resolve(rng)
        else:
            game.play(int(decide(game.to_act[0], mind, memory_of(game.state[0]))), game.to_act[0])
    rows = evaluation.luck(game, 2)
    assert [row["own"] for row in rows] == pytest.approx([0.0] * 3, abs=1e-9)
    assert [row["others"] for row in rows] == pytest.approx([0.0] * 3, abs=1e-9)
    assert max(abs(row["dice"]) for row in rows) > 0.05


def test_a_blunder_is_booked_on_who_made_it(finished):
    """To end the turn with the winning build at hand costs its player, and helps the others."""
    n, (seat, _) = len(finished.log) - 1, finished.log[-1]
    game = finished.until(n)
    before = evaluation.luck(game, 4)
    game.play("end")
    after = evaluation.luck(game, 4)
    assert after[seat]["own"] < before[seat]["own"] - 0.05
    assert all(after[other]["others"] > before[other]["others"] for other in range(3) if other != seat)


def test_an_expectation_weighs_every_outcome(finished):
    """Over all 36 rolls the luck of one roll is none."""
    n = next(n for n, state in enumerate(finished.states) if state["phase"][0] == Phase.DICE and state["turn"][0] > 6)
    state = finished.states[n]
    mean = np.zeros(3)
    for one in range(1, 7):
        for two in range(1, 7):
            after = copy(state)
            engine.apply(after, CHANCE, int(act(Kind.DICE, one, two)))
            mean += evaluation.outlook(after, 2, 3) / 36
    assert evaluation.expected(state, 2, 3) == pytest.approx(mean)


def test_a_curve_by_turns_shows_each_turn_and_the_end(finished):
    points = evaluation.curve(finished, every_move=False)
    turns = [int(finished.states[point["n"]]["turn"][0]) for point in points]
    assert turns == sorted(turns)
    assert set(turns) == set(range(1, finished.outcome.turns + 1))
    assert points[-1]["n"] == finished.version


def test_played_on_positions_are_chances_too_and_repeat(finished):
    middle = finished.states[len(finished.log) // 2]
    before = middle.tobytes()
    first = evaluation.chances(middle, 8)
    assert first.sum() == pytest.approx(1)
    assert (first == evaluation.chances(middle, 8)).all()
    assert (first != evaluation.chances(middle)).any()
    assert middle.tobytes() == before
    assert evaluation.chances(finished.state, 8)[finished.outcome.winner] == 1


def test_calibration_keeps_order_and_certainty():
    steep = evaluation.calibrated(np.array([0.5, 0.3, 0.2, 0.0]), 2.0)
    assert steep.sum() == pytest.approx(1)
    assert steep[0] > 0.5
    assert 0.3 > steep[1] > steep[2] > steep[3] == 0


def test_choices_are_weighed_against_the_best(finished):
    rows = evaluation.decisions(finished)
    assert len(rows) > 30
    for row in rows:
        seat, action = finished.log[row["n"]]
        assert row["lost"] >= 0
        assert row["seat"] == seat
        assert row["action"] == finished.say(action, seat)
        assert finished.until(row["n"]).is_legal(row["best"], seat)
    # a planner mostly does what one step of thought likes too
    assert sum(row["lost"] < 0.005 for row in rows) > len(rows) / 2


def test_a_blunder_is_named(finished):
    """Ending the turn with a won game in hand is the dearest choice there is."""
    n, (seat, _) = len(finished.log) - 1, finished.log[-1]
    game = finished.until(n)
    end = next((action for action in game.legal(seat) if game.say(action) == "end"), None)
    assert end is not None
    game.play(end)
    (row,) = [row for row in evaluation.decisions(game) if row["n"] == n]
    assert row["best"] == finished.say(finished.log[-1][1], seat)
    assert row["lost"] > 0.01


def test_openings_are_ranked_among_what_was_free(finished):
    rows = evaluation.openings(finished)
    assert rows[0]["of"] == 54
    assert len(rows) == 6
    assert all(1 <= row["rank"] <= row["of"] and row["lost"] >= 0 for row in rows)
    assert all((row["rank"] == 1) == (row["corner"] == row["best"]) for row in rows)


@pytest.mark.parametrize("content", [None, "no record at all"])
def test_bad_input_is_explained(content, tmp_path):
    file = tmp_path / "nothing.txt"
    if content is not None:
        file.write_text(content)
    answer = CliRunner().invoke(app, ["analyse", str(file)])
    assert answer.exit_code == 2
    assert "Traceback" not in answer.output
