"""Puzzles: found in games, confirmed by deeper searches, written as text; the shipped ones can be read and solved."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.study import goals, puzzles, solvers
from sevenhex.study.puzzles import BANDS, THEMES, Collection, Puzzle, PuzzleError
from sevenhex.study.review import Reviewer, slices


def puzzle(n: int, theme: str = "robber", rating: int = 1500, margin: float = 5.0) -> Puzzle:
    return Puzzle(f"p{n}", "", 0, "end", theme, margin, 0.5, rating, (("end", 30.0), ("roll", 25.0)))


@pytest.mark.parametrize("given", puzzles.shipped().puzzles, ids=lambda given: given.id)
def test_a_shipped_puzzle_can_be_solved(given):
    puzzles.check_readable(given)
    game = given.game()
    assert game.position() == given.position
    assert given.theme in THEMES
    assert given.choices[0][0] == given.answer
    assert len(given.choices) > 1
    assert given.margin > 0
    assert given.why()["sentence"]


def test_a_collection_survives_its_text():
    found = puzzles.shipped()
    assert puzzles.read(found.dump()) == found


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format":"sevenhex-puzzles","version":2,"made":{},"puzzles":[]}', "null"])
def test_what_is_no_collection_is_refused(text):
    with pytest.raises(PuzzleError):
        puzzles.read(text)


def test_an_impossible_answer_is_refused():
    wrong = Puzzle(**{**puzzles.shipped().puzzles[0].to_json(), "answer": "monopoly ore"})
    with pytest.raises(PuzzleError, match="not possible"):
        puzzles.check_readable(wrong)


def test_a_set_has_all_themes_and_difficulties():
    many = [
        puzzle(100 * n + place, theme, rating)
        for n, theme in enumerate(THEMES)
        for place, rating in enumerate([700] * 20 + [1000, 1300, 1700])
    ]
    chosen = puzzles.balanced(many, 28)
    assert Counter(each.theme for each in chosen) == dict.fromkeys(THEMES, 4)
    assert {sum(each.rating >= band for band in BANDS) for each in chosen if each.theme == "trade"} == {0, 1, 2, 3}
    assert len(puzzles.balanced(many[:5], 28)) == 5


def test_the_clearest_come_first():
    chosen = puzzles.balanced([puzzle(n, margin=float(n)) for n in range(10)], 2)
    assert {each.id for each in chosen} == {"p9", "p8"}


def test_what_many_find_is_easy():
    everybody, nobody = dict.fromkeys(solvers.PANEL, 1.0), dict.fromkeys(solvers.PANEL, 0.0)
    strong = {name: float(place > 1500) for name, place in solvers.PANEL.items()}
    assert solvers.rating(everybody) < 800 < solvers.rating(strong) < 1800 < solvers.rating(nobody)


def test_ratings_of_the_shipped_ones_spread_and_no_kind_of_answer_prevails():
    found = puzzles.shipped().puzzles
    assert all(each.rating == solvers.rating(each.solvers) for each in found)
    low, high = min(each.rating for each in found), max(each.rating for each in found)
    bins = Counter(min(9, 10 * (each.rating - low) // (high - low)) for each in found)
    assert len(bins) >= 8
    kinds = Counter(each.answer.split()[0] for each in found)
    assert max(kinds.values()) <= puzzles.MOST_OF_A_KIND * len(found)
    assert kinds["bank"] + kinds["end"] < len(found) / 2
    assert not kinds["discard"]  # a single card is no answer: a whole discard would be


def test_goals_are_true():
    for each in puzzles.shipped().puzzles:
        game = each.game()
        assert each.goal in goals.GOALS
        assert each.goal == goals.goal_of(game, each.seat, game.read(each.answer, each.seat))
    won = [each for each in puzzles.shipped().puzzles if each.goal == "win"]
    assert won
    assert not any(each.answer == "end" for each in won)


def test_the_line_that_follows_can_be_played():
    for each in puzzles.shipped().puzzles[::9]:
        game = each.game()
        for text in (each.answer, *each.line):
            assert game.is_legal(text, each.seat)
            game.push(game.read(text, each.seat), each.seat)


def test_a_graded_decision_becomes_a_puzzle():
    game = puzzles.simulated(2, 1).until(200)
    reviewer = Reviewer(game)
    rows = (row for first, last in slices(game) for row in reviewer.grade(first, last, "quick"))
    row = next(row for row in rows if row["grade"] in ("inaccuracy", "mistake", "blunder"))
    made = puzzles.of_decision(game, row, "game")
    puzzles.check_readable(made)
    assert made.answer == row["best"][0]["action"] != row["action"]
    assert puzzles.puzzle_of(json.loads(json.dumps(made.to_json()))) == made


def test_a_game_is_searched_and_rejections_are_counted():
    found = puzzles.make_from(puzzles.simulated(2, 1).until(120), "test", 1)
    counts = found.counts
    assert counts["positions"] > 30
    assert counts["accepted"] == len(found.puzzles) <= puzzles.A_GAME
    assert sum(counts.values()) - counts["games"] - counts["positions"] == counts["positions"]  # nothing is lost between the steps
    for each in found.puzzles:
        puzzles.check_readable(each)
        assert puzzles.again(each, 1 + 2)  # the dice that it was made with


def test_a_rare_theme_can_be_searched_alone():
    found = puzzles.make_from(puzzles.simulated(2, 1), "test", 1, "robber")
    counts = found.counts
    assert 0 < counts["positions"] < 50
    assert sum(counts.values()) - counts["games"] - counts["positions"] == counts["positions"]
    assert {each.theme for each in found.puzzles} <= {"robber"}


def test_commands(tmp_path):
    runner = CliRunner()
    listed = runner.invoke(app, ["puzzles", "list", "--json"])
    assert listed.exit_code == 0
    assert len(json.loads(listed.stdout)["puzzles"]) == len(puzzles.shipped().puzzles)
    assert not any("answer" in each or "choices" in each for each in json.loads(listed.stdout)["puzzles"])
    easy = puzzles.shipped().puzzles[0]
    wrong = next(text for text in easy.game().legal_texts(easy.seat) if text != easy.answer)
    solved = runner.invoke(app, ["puzzles", "try", easy.id, "--answer", easy.answer])
    assert (solved.exit_code, "Right!" in solved.output) == (0, True)
    missed = runner.invoke(app, ["puzzles", "try", easy.id], input=f"nonsense\n{wrong}\n{wrong}\n")
    assert (missed.exit_code, f"The answer: {easy.answer}" in missed.output) == (1, True)
    found = runner.invoke(app, ["puzzles", "try", easy.id], input=f"{wrong}\n{easy.answer}\n")
    assert found.exit_code == 0
    assert easy.answer not in runner.invoke(app, ["puzzles", "list"]).output.replace(easy.position, "")
    for command in (["list"], ["make", "--out", str(tmp_path / "none.json")]):
        assert "no theme" in runner.invoke(app, ["puzzles", *command, "--theme", "chess"]).output
    file = tmp_path / "two.json"
    first = puzzles.shipped().puzzles[0]
    other = next(text for text in first.game().legal_texts(first.seat) if text != first.answer)
    wrong = Puzzle(**{**first.to_json(), "id": "wrong", "answer": other})
    file.write_text(Collection((first, wrong), {"counts": {}}).dump())
    checked = runner.invoke(app, ["puzzles", "check", str(file), "--keep", str(tmp_path / "kept.json")])
    assert "1 of 2 puzzles" in checked.output
    kept = puzzles.read((tmp_path / "kept.json").read_text())
    assert [each.id for each in kept.puzzles] == [first.id]
    assert kept.made["counts"]["rejected by the check with other dice"] == 1


def test_files_are_put_together(tmp_path):
    one, two, out = (tmp_path / name for name in ("one.json", "two.json", "out.json"))
    first, second = puzzles.shipped().puzzles[:2]
    one.write_text(Collection((first,), {"seed": 1, "counts": {"accepted": 1, "games": 3}}).dump())
    two.write_text(Collection((first, second), {"seed": 2, "counts": {"accepted": 2, "games": 4}}).dump())
    assert CliRunner().invoke(app, ["puzzles", "join", str(one), str(two), "--out", str(out)]).exit_code == 0
    joined = puzzles.read(out.read_text())
    assert {each.id for each in joined.puzzles} == {first.id, second.id}
    assert joined.made["counts"] == {"accepted": 3, "games": 7}
    assert [each["seed"] for each in joined.made["from"]] == [1, 2]
