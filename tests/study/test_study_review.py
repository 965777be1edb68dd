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
from sevenhex.study.accuracy import ALIKE, GRADES, SURE, accuracy, grade_of, moments, share_of
from sevenhex.study.decisions import Decision
from sevenhex.study.review import Reviewer, ReviewError, outline, review, slices


def played(names: tuple[str, ...], seed: int, victory_points: int) -> Game:
    game = Game.new("sixth", len(names), seed=seed, starter=0, victory_points=victory_points)
    return bots.play(game, [bots.make(name, seed=2) for name in names], Random(2))


@pytest.fixture(scope="module")
def finished() -> Game:
    """A short game of somebody who plays at random and two who do not."""
    return played(("random", "steady", "planner"), seed=14, victory_points=4)


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
        assert (row["grade"] in ("best", "even")) == (row["share"] < GRADES["good"])
        assert (row["grade"] == "even") == (max(row["share"], row["stake"]) < ALIKE)
        if row["grade"] in ("mistake", "blunder"):
            assert row["share"] >= GRADES["mistake"] - 0.01
            assert row["lost"] >= SURE * row["error"]
            assert row["best"][0]["action"] != row["action"]
    assert sum(page["decisions"] for page in said["players"]) == len(places)


def test_the_pages_of_players(said):
    for page in said["players"]:
        own = [row for row in said["decisions"] if row["seat"] == page["seat"]]
        assert sum(page["grades"].values()) == page["decisions"] == len(own)
        assert page["lost"] == pytest.approx(sum(row["lost"] for row in own), abs=0.01)
        dear = [next(row for row in own if row["n"] == n)["share"] for n in page["dearest"]]
        assert dear == sorted(dear, reverse=True)
        offers = [row for row in said["offers"] if row["seat"] == page["seat"]]
        assert page["accuracy"] == accuracy([*own, *offers])
        assert 0 < len(page["moments"]) <= 3
        assert {each["n"] for each in page["moments"]} <= {row["n"] for row in own}


def test_a_random_player_decides_worst(said):
    """It once had the most best moves and the smallest loss, since a hopeless player cannot lose chances."""
    found = [page["accuracy"] for page in said["players"]]
    assert found[0] == min(found)
    assert found[0] < 50 < max(found)


def graded(n: int, share: float, stake: float, grade: str) -> dict:
    return {"n": n, "share": share, "first": share, "stake": stake, "grade": grade}


def test_a_loss_is_a_share_of_what_could_still_be_won_or_lost():
    assert share_of(0.05, 0.5) == pytest.approx(10)
    assert [share_of(0.01, 0.05), share_of(0.01, 0.95)] == pytest.approx([20, 20])  # hopeless, or all but won: as dear
    assert share_of(0.3, 0.25) == 100
    assert share_of(0.001, 0.001) == pytest.approx(5)  # what is too small to be known counts as little


def test_accuracy_goes_from_a_choice_at_random_to_the_judge():
    assert accuracy([graded(1, 0, 20, "best"), graded(2, 0, 5, "best")]) == 100
    assert accuracy([graded(1, 20, 20, "mistake"), graded(2, 5, 5, "inaccuracy")]) == 0
    assert accuracy([graded(1, 0, 30, "best"), graded(2, 10, 10, "mistake")]) == 75
    assert accuracy([graded(1, 0, 0.2, "even")]) is None  # nothing was at stake


def test_where_all_choices_are_alike_none_is_praised():
    assert grade_of(0.2, 0.1, True, stake=0.5) == "even"
    assert grade_of(0.2, 0.1, True, stake=5) == "best"
    assert grade_of(12, 1, True, stake=0.5) == "mistake"  # worse than a choice at random


def test_three_moments_begin_with_what_was_missed():
    rows = [
        graded(1, 0, 50, "best"),
        graded(2, 30, 40, "blunder"),
        graded(3, 5, 40, "inaccuracy"),
        graded(4, 0, 9, "best"),
        graded(5, 0, 2, "best"),
    ]
    assert moments(rows) == [{"n": 1, "kind": "found"}, {"n": 2, "kind": "missed"}, {"n": 3, "kind": "missed"}]
    assert moments(rows[3:]) == [{"n": 4, "kind": "found"}]  # what hardly mattered is no moment


def test_three_turning_points_with_what_was_better(finished, said):
    points = said["turning_points"]
    assert len(points) == 3
    for point in points:
        assert len(point["before"]) == len(point["after"]) == finished.players
        if point["kind"] == "decision":
            assert finished.until(point["n"]).is_legal(point["better"], point["seat"])


def test_openings(finished, said):
    assert len(said["openings"]) == 2 * finished.players
    for row in said["openings"]:
        assert 1 <= row["rank"] <= row["of"]
        assert (row["rank"] == 1) == (row["lost"] == 0) == (row["corner"] == row["best"])


def test_trades():
    finished = played(("steady", "steady", "planner"), seed=6, victory_points=6)
    closed = [n for n, (_, action) in enumerate(finished.log) if finished.say(action).startswith(("confirm", "take"))]
    assert [row["n"] for row in outline(finished)["trades"]] == closed
    assert closed


def test_pieces_are_the_whole(finished, said):
    """In order, as the review itself asks for them, or any piece alone; one that took too long is asked for once more."""
    reviewer, opened = Reviewer(finished), {row["n"] for row in said["openings"]}  # these are graded by the overview
    for first, last in [slices(finished)[number] for number in (2, 3, 2)]:
        rows = reviewer.grade(first, last, "quick")
        assert [row for row in rows if row["n"] not in opened] == [
            row for row in [*said["decisions"], *said["offers"]] if first <= row["n"] < last and row["n"] not in opened
        ]
        assert rows


def test_the_game_is_replayed_once_for_all_pieces(finished, monkeypatch):
    begun: list[int] = []
    monkeypatch.setattr(Game, "until", lambda self, n, until=Game.until: begun.append(n) or until(self, n))
    monkeypatch.setattr("sevenhex.study.review.look_over", lambda *given, **also: None)
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


def test_progress_is_reported(finished, monkeypatch):
    monkeypatch.setattr(reviewing, "look_over", lambda *given, **also: None)
    shares: list[float] = []
    review(finished.until(60), "quick", shares.append)
    assert len(shares) == 2 + len(slices(finished.until(60)))
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == 1


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
    assert grade_of(15.0, 2.0, is_confirmed=True) == "mistake"
    assert grade_of(28.1, 2.0, is_confirmed=True) == "blunder"
    assert grade_of(27.0, 2.0, is_confirmed=True) == "mistake"
    assert grade_of(15.0, 4.0, is_confirmed=True) == "inaccuracy"
    assert grade_of(15.0, 1.0, is_confirmed=False) == "inaccuracy"
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


def test_the_command_prints_the_same(finished, said, tmp_path, monkeypatch):
    file = tmp_path / "game.txt"
    file.write_text(finished.record(), encoding="utf-8")
    printed = CliRunner().invoke(app, ["analyse", str(file), "--json", "--level", "quick"])
    assert json.loads(printed.stdout) == json.loads(json.dumps(said))
    monkeypatch.setattr(reviewing, "review", lambda *given: said)  # once is enough; what follows is only shown in another way
    shown = CliRunner().invoke(app, ["analyse", str(file), "--level", "quick"])
    assert "Where it turned" in shown.stdout
    page = CliRunner().invoke(app, ["analyse", str(file), "--level", "quick", "--player", finished.colours[0]])
    assert "decisions (" in page.stdout


def test_openings_and_decisions_speak_with_one_voice(finished, said):
    opened = {row["n"]: row for row in said["openings"]}
    rows = [row for row in said["decisions"] if row["n"] in opened]
    assert rows
    for row in rows:
        opening = opened[row["n"]]
        assert row["lost"] == opening["lost"]
        assert row["best"][0]["action"] == f"settle {opening['best']}"
        if opening["rank"] == 1:
            assert row["grade"] in ("best", "even")


def test_a_thorough_review_searches_again_until_the_word_is_certain(monkeypatch):
    """What is doubtful is searched again, twice as often each time; what is certain is left."""
    decisions = [
        Decision(n, 0, 0, [], None, 0, [], lost=lost, error=0.02, best=0.5, depth=3, stake=0.3) for n, lost in enumerate((0.08, 0.3))
    ]
    searched = []

    def dig(ahead, some, depth, seed):
        searched.append(([each.n for each in some], depth.samples))
        for each in some:
            each.error = 1.0 / depth.samples

    monkeypatch.setattr(reviewing, "look_over", lambda *given, **more: None)
    monkeypatch.setattr(reviewing, "dig", dig)
    reviewing.grade_decisions(None, decisions, reviewing.EFFORTS["thorough"], 1)
    third = reviewing.EFFORTS["thorough"].third.samples
    assert searched[:2] == [([0, 1], 24), ([0, 1], third)]
    assert all(0 in some or not some for some, _ in searched[2:])
    assert [samples for _, samples in searched[2:]] == [third * 2, third * 4, third * 8, third * 16]
    assert not searched[-1][0]  # certain by then
    searched.clear()
    reviewing.grade_decisions(None, decisions, reviewing.EFFORTS["deep"], 1)
    assert len(searched) == 2
