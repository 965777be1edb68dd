"""The commands around records, positions and rules: replay, show, board, perft, rules, editions."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sevenhex.clauses import clauses
from sevenhex.cli import app
from sevenhex.commands.editions import markdown
from sevenhex.commands.rules import ABSENT, OPTION, STANDARD, standing
from sevenhex.editions import load, names
from sevenhex.game.game import Game

HERE = Path(__file__).parent
RECORD = HERE / "golden" / "sixth-3.txt"


def run(*words: object, given: str = ""):
    return CliRunner().invoke(app, [str(word) for word in words], input=given)


def test_replay_prints_sentences_and_the_table():
    said = run("replay", RECORD).output
    assert "CATAN, 6th edition (2025), 3 players (red, blue, orange)" in said
    assert "rolls" in said
    assert "wins with" in said
    assert "Longest Route" in said.replace("\n", " ") or "Longest" in said


def test_replay_verifies():
    result = run("replay", RECORD, "--verify")
    game = Game.load(RECORD.read_text(encoding="utf-8"))
    assert result.exit_code == 0
    assert f"{len(game.log)} entries verified" in result.output


def test_replay_refuses_a_changed_record_with_its_place(tmp_path):
    changed = tmp_path / "changed.txt"
    changed.write_text(RECORD.read_text(encoding="utf-8").replace("roll; dice", "roll; dice 9", 1), encoding="utf-8")
    result = run("replay", changed, "--verify")
    assert result.exit_code == 2
    assert result.stderr.startswith("line ")
    assert "column" in result.stderr
    assert run("replay", tmp_path / "missing.txt").exit_code == 2
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    assert "no text in UTF-8" in run("replay", tmp_path / "bytes.txt").stderr


def test_replay_steps_forward_and_back():
    said = run("replay", RECORD, "--step", given="\n\nb\n20\np\nx\nq\n").output
    assert "2/" in said
    assert "20/" in said
    assert "sixth/3" in said
    assert said.count("Enter: next") == 2


def test_replay_prints_positions_and_reads_json(tmp_path):
    import json

    game = Game.load(RECORD.read_text(encoding="utf-8")).until(20)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_json()), encoding="utf-8")
    said = run("replay", file, "--positions").output
    assert game.position() in said
    assert "result: unfinished" in said


def test_show_tells_and_draws(tmp_path):
    game = Game.load(RECORD.read_text(encoding="utf-8")).until(60)
    picture = tmp_path / "out.svg"
    result = run("show", game.position(), "--svg", picture, "--labels")
    assert result.exit_code == 0
    assert " may: " in result.output
    assert "points, route" in result.output
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "red" in run("show", RECORD).output
    assert run("show", "sixth/4 island=x").exit_code == 2
    assert "Cannot write" in run("show", game.position(), "--svg", tmp_path / "no" / "where.svg").stderr


def test_show_knows_unknown_cards():
    from sevenhex.notation import position

    game = Game.load(RECORD.read_text(encoding="utf-8")).until(90)
    said = run("show", position.write(position.of_view(game.view(0)))).output
    assert "unknown cards" in said
    assert " may: " not in said


def test_board_deals_by_seed(tmp_path):
    out = tmp_path / "island.svg"
    assert run("board", "--edition", "zip", "--seed", 4, "--out", out).exit_code == 0
    assert "<svg" in out.read_text(encoding="utf-8")
    one, other = (run("board", "--seed", seed, "--option", "victory_points=8").output for seed in (4, 4))
    assert one == other
    assert "+victory_points=8" in one
    assert run("board", "--edition", "extension").output.startswith("extension/6")
    assert "expected one of" in run("board", "--option", "points=8").stderr
    assert "--option victory_points=x" in run("board", "--option", "victory_points=x").stderr


def test_perft_counts():
    said = run("perft", 3, "--divide").output
    assert "depth 3: 7236" in said
    divided = [int(line.rpartition(": ")[2]) for line in said.splitlines() if line.startswith("settle")]
    assert (len(divided), sum(divided)) == (54, 7236)
    game = Game.load(RECORD.read_text(encoding="utf-8")).until(60)
    assert "depth 1:" in run("perft", 1, "--position", game.position()).output


@pytest.mark.parametrize("edition", names())
def test_rules_name_every_clause_that_holds(edition):
    said = run("rules", "--edition", edition).output
    for clause in clauses().values():
        shown = f"  {clause.id:8} " in said
        assert shown == (standing(load(edition), clause.id) != ABSENT), clause.id
        if edition in clause.editions:
            assert shown, clause.id


def test_what_a_clause_is_in_an_edition_follows_from_its_data():
    fourth, sixth, zip_edition = load("fourth"), load("sixth"), load("zip")
    assert [standing(each, "PROD-4") for each in (fourth, sixth)] == [STANDARD, ABSENT]
    assert [standing(each, "PROD-5") for each in (fourth, sixth)] == [ABSENT, STANDARD]
    assert [standing(each, "TURN-3") for each in (fourth, sixth)] == [OPTION, STANDARD]
    assert [standing(each, "SETUP-7") for each in (sixth, zip_edition)] == [ABSENT, STANDARD]
    assert standing(sixth, "HOUSE-1") == OPTION


def test_the_difference_of_two_editions():
    said = run("rules", "--diff", "fourth", "sixth").output
    assert "PROD-4" in said
    assert "ROB-1" not in said
    assert "Word for lumber" in said
    same = run("rules", "--diff", "sixth", "sixth").output
    assert "PROD" not in same
    assert run("rules", "--diff", "fourth", "seventh").exit_code == 2


def test_editions_are_listed():
    said = run("editions").output
    assert [line.split()[0] for line in said.splitlines()] == list(names())


def test_the_page_of_editions_is_up_to_date():
    page = HERE.parent / "docs" / "editions.md"
    assert page.read_text(encoding="utf-8") == markdown(), "run: sevenhex editions --markdown > docs/editions.md"
