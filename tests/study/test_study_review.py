"""The review of a game: its parts add up, grades follow from losses, mistakes are confirmed, and the command prints the same."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest
from typer.testing import CliRunner

from sevenhex import bots
from sevenhex.cli import app
from sevenhex.game.game import Game
from sevenhex.study import review as reviewing
from sevenhex.study.review import GRADES, SURE, Reviewer, ReviewError, grade_of, outline, review, slices


@pytest.fixture(scope="module")
def finished() -> Game:
    """A short game with trades."""
    game = Game.new("sixth", 4, seed=13, starter=0, victory_points=5)
    return bots.play(game, [bots.make(name, seed=2) for name in ("random", "steady", "planner", "greedy")], Random(2))


@pytest.fixture(scope="module")
def said(finished) -> dict:
    return review(finished, "quick")


def test_the_curve_ends_where_the_game_ended(finished, said):
    assert said["curve"][-1]["n"] == len(finished.log)
    assert said["curve"][-1]["chances"][finished.outcome.winner] == 100
    assert all(sum(point["chances"]) == pytest.approx(100, abs=0.1) for point in said["curve"])


def test_luck_and_play_add_up_to_the_end(finished, said):
    for page in said["players"]:
        parts = page["parts"]
        way = sum(parts[part] for part in ("opening", *reviewing.PARTS))
        assert way == pytest.approx(parts["end"], abs=0.1)
        assert page["luck"] == pytest.approx(sum(parts[part] for part in ("dice", "steals", "draws")), abs=0.03)


def test_chance_takes_from_one_what_it_gives_to_others(said):
    for part in ("dice", "steals", "draws"):
        assert sum(page["parts"][part] for page in said["players"]) == pytest.approx(0, abs=0.2)


def test_every_decision_is_graded_once(finished, said):
    places = [row["n"] for row in said["decisions"]]
    assert places == sorted(set(places))
    for row in said["decisions"]:
        assert finished.say(finished.log[row["n"]][1], row["seat"]) == row["action"]
        assert row["lost"] >= 0
        assert (row["grade"] == "best") == (row["lost"] < GRADES["good"])
        if row["grade"] in ("mistake", "blunder"):
            assert row["lost"] - SURE * row["error"] >= GRADES["mistake"] - 0.01
            assert row["best"][0]["action"] != row["action"]
    assert sum(page["decisions"] for page in said["players"]) == len(places)


def test_the_pages_of_players(said):
    for page in said["players"]:
        own = [row for row in said["decisions"] if row["seat"] == page["seat"]]
        assert sum(page["grades"].values()) == page["decisions"] == len(own)
        assert page["lost"] == pytest.approx(sum(row["lost"] for row in own), abs=0.01)
        dear = [next(row for row in own if row["n"] == n)["lost"] for n in page["dearest"]]
        assert dear == sorted(dear, reverse=True)


def test_a_random_player_loses_most(said):
    lost = [page["average"] for page in said["players"]]
    assert lost[0] == max(lost)


def test_three_turning_points_with_what_was_better(finished, said):
    points = said["turning_points"]
    assert len(points) == 3
    for point in points:
        assert len(point["before"]) == len(point["after"]) == finished.players
        if point["kind"] == "decision":
            assert finished.until(point["n"]).is_legal(point["better"], point["seat"])


def test_openings_and_trades(finished, said):
    assert len(said["openings"]) == 2 * finished.players
    for row in said["openings"]:
        assert 1 <= row["rank"] <= row["of"]
        assert (row["rank"] == 1) == (row["lost"] == 0) == (row["corner"] == row["best"])
    closed = [n for n, (_, action) in enumerate(finished.log) if finished.say(action).startswith(("confirm", "take"))]
    assert [row["n"] for row in said["trades"]] == closed


def test_pieces_are_the_whole(finished, said):
    reviewer = Reviewer(finished)
    pieces = [row for first, last in slices(finished) for row in reviewer.grade(first, last, "quick")]
    assert pieces == said["decisions"]
    again = slices(finished)[1]  # a piece that took too long is asked for once more
    assert reviewer.grade(*again, "quick") == [row for row in pieces if again[0] <= row["n"] < again[1]]


def test_the_game_is_replayed_once_for_all_pieces(finished, monkeypatch):
    begun: list[int] = []
    monkeypatch.setattr(Game, "until", lambda self, n, until=Game.until: begun.append(n) or until(self, n))
    monkeypatch.setattr("sevenhex.study.review.look_over", lambda *given: None)
    reviewer = Reviewer(finished)
    for first, last in slices(finished):
        reviewer.grade(first, last, "quick")
    assert begun == [0]


def test_the_ends_of_the_pieces(finished):
    assert slices(finished)[0][0] == 0
    assert slices(finished)[-1][1] == len(finished.log)


def test_surveys_of_pieces_are_the_whole(finished):
    """A server surveys a few entries at a time, so that nobody waits for somebody else's long game."""
    cuts = [*range(0, len(finished.log), 50), len(finished.log)]
    pieces = [reviewing.survey(finished, first, last) for first, last in pairwise(cuts)]
    whole, found = outline(finished), reviewing.overview(finished, pieces)
    assert (found["openings"], found["trades"]) == (whole["openings"], whole["trades"])
    assert [point["n"] for point in found["curve"]] == [point["n"] for point in whole["curve"]]
    for mine, theirs in zip(found["curve"], whole["curve"], strict=True):
        assert mine["chances"] == pytest.approx(theirs["chances"], abs=0.02)


def test_progress_is_reported(finished):
    told: list[float] = []
    review(finished.until(60), "quick", told.append)
    assert told == sorted(told)
    assert told[0] == 0
    assert told[-1] == 1


def test_a_game_in_its_opening_has_no_curve():
    game = Game.new("sixth", 4, seed=3, starter=0)
    game.play(game.legal_texts(0)[0], 0)
    found = review(game, "quick")
    assert found["curve"] == []
    assert len(found["openings"]) == 1


def test_a_game_that_waits_for_the_order_can_be_looked_at():
    found = outline(Game.new("sixth", 4, seed=3))
    assert found["openings"] == []


def test_unsure_or_unconfirmed_losses_are_no_mistakes():
    assert grade_of(5.0, 1.0, is_confirmed=True) == "mistake"
    assert grade_of(9.9, 1.0, is_confirmed=True) == "blunder"
    assert grade_of(9.0, 1.0, is_confirmed=True) == "mistake"
    assert grade_of(5.0, 3.0, is_confirmed=True) == "inaccuracy"
    assert grade_of(5.0, 1.0, is_confirmed=False) == "inaccuracy"
    assert grade_of(0.1, 1.0, is_confirmed=True) == "best"


def test_without_a_network(finished, monkeypatch):
    monkeypatch.setattr(reviewing, "network_for", lambda state: None)
    found = review(finished, "quick")
    assert found["judge"] == "evaluation"
    assert found["decisions"]
    assert not any(row["grade"] in ("mistake", "blunder") for row in found["decisions"])


def test_unknown_levels_are_refused(finished):
    with pytest.raises(ReviewError, match="no level 'endless'"):
        review(finished, "endless")


def test_the_command_prints_the_same(finished, said, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(finished.record(), encoding="utf-8")
    printed = CliRunner().invoke(app, ["analyse", str(file), "--json", "--level", "quick"])
    assert json.loads(printed.stdout) == json.loads(json.dumps(said))
    shown = CliRunner().invoke(app, ["analyse", str(file), "--level", "quick"])
    assert "Where it turned" in shown.stdout
    page = CliRunner().invoke(app, ["analyse", str(file), "--level", "quick", "--player", finished.colours[0]])
    assert "decisions (" in page.stdout
