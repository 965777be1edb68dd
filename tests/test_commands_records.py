"""The commands around records, positions and rules: replay, show, board, perft, rules, editions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from clauses import clause
from sevenhex.clauses import clauses
from sevenhex.cli import app
from sevenhex.commands.editions import markdown
from sevenhex.editions import difference, load, names
from sevenhex.game.game import Game
from sevenhex.rulebook import rules
from sevenhex.rulebook.standing import ABSENT, OPTION, STANDARD, standing
from sevenhex.rules.ids import Island

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
    assert "changed.txt: line " in result.stderr  # the file, and the place in it
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
    for each in clauses().values():
        shown = f"\n  {each.id:9}" in said
        assert shown == (standing(load(edition), each.id) != ABSENT), each.id
        if edition in each.editions:
            assert shown, each.id


@pytest.mark.parametrize("edition", names())
def test_rules_fit_a_hundred_columns_and_repeat_no_title(edition):
    said = run("rules", "--edition", edition).output
    assert max(len(line) for line in said.splitlines()) <= 100
    for number, page in rules(load(edition)).items():
        assert not re.match(rf"{re.escape(page.title)}\s*[:.]", page.text, re.IGNORECASE), number


OTHERS = {  # words that this edition does not use
    "fourth": ("wood", "wheat", "port", "Invention", "Longest Route", "tile", "number disc", "bag"),
    "summary": ("wood", "wheat", "port", "Invention", "Longest Route", "tile", "number disc", "Soldier"),
    "extension": ("wood", "wheat", "port", "Invention", "Longest Route", "tile", "number disc", "Soldier"),
    "sixth": ("lumber", "grain", "harbor", "Year of Plenty", "Longest Road", "number token", "bank", "Soldier"),
    "zip": ("lumber", "grain", "harbor", "Year of Plenty", "Longest Road", "number token", "bank", "card", "Soldier"),
}


@clause("COMP-9")
@pytest.mark.parametrize("edition", names())
def test_rules_speak_the_editions_own_words(edition):
    book = load(edition)
    said = " ".join(f"{page.title} {page.text}" for page in rules(book).values())
    for word in OTHERS[edition]:
        assert not re.search(rf"\b{word}s?\b", said, re.IGNORECASE), word
    for key in ("lumber", "grain", "harbor", "year_of_plenty", "longest_road", "card", "place", "supply"):
        assert book.words[key] in said
    assert not re.search(r"\b(zip|(fourth|fifth|sixth|other) editions?)\b", said, re.IGNORECASE)


@clause("SETUP-6", "DEV-4", "COMP-2", "SETUP-4")
def test_rules_say_what_this_edition_does():
    def text(name, known):
        return rules(load(name))[known].text

    ways = {name: text(name, "SETUP-6") for name in ("fourth", "extension", "sixth")}
    assert "harbor pieces are shuffled" in ways["fourth"]
    assert "By house rule, a table may instead keep the frame" in ways["fourth"]
    assert "always joined in the same way" in ways["extension"]
    assert "house rule" not in ways["extension"]
    assert "pieces of the frame are shuffled" in ways["sixth"]
    assert "may stop" in text("fourth", "DEV-4")
    assert "Both must be built" not in text("fourth", "DEV-4")
    assert "Both must be built" in text("sixth", "DEV-4")
    assert "stop" not in text("sixth", "DEV-4")
    assert "lettered" in text("sixth", "COMP-2")
    for each in ("COMP-2", "SETUP-4"):
        assert "letter" not in text("zip", each).lower()
    assert "printed" in text("zip", "SETUP-4")
    assert "by house rule with five and six" in text("summary", "TURN-4")
    assert "five and six" not in text("fourth", "TURN-4")


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
    assert max(len(line) for line in said.splitlines()) <= 100
    same = run("rules", "--diff", "sixth", "sixth").output
    assert "PROD" not in same
    assert run("rules", "--diff", "fourth", "seventh").exit_code == 2


@pytest.mark.parametrize(("left", "right"), [("fourth", "sixth"), ("sixth", "zip"), ("extension", "sixth"), ("fourth", "extension")])
def test_a_difference_is_more_than_an_island_that_one_has_not(left, right):
    rows = difference(load(left), load(right))
    assert rows
    shared = set(load(left).islands) & set(load(right).islands)
    for row in rows:
        absent = "5-6 players" if Island.LARGE not in shared else "3-4 players" if Island.SMALL not in shared else "-players-"
        assert absent not in row.topic
        assert "Colours" not in row.topic or "-" not in (row.left, row.right)
    said = run("rules", "--diff", left, right).output
    if Island.LARGE not in shared:
        assert "PAIR-2" not in said
        assert "COMP-7" not in said
    assert "PAIR-5" not in said or left in ("fourth", "extension")


def test_editions_are_listed():
    said = run("editions").output
    assert [line.split()[0] for line in said.splitlines()] == list(names())


def test_the_page_of_editions_is_up_to_date():
    page = HERE.parent / "docs" / "editions.md"
    assert page.read_text(encoding="utf-8") == markdown(), "run: sevenhex editions --markdown > docs/editions.md"


def test_whose_rule_it_is_stands_beside_it():
    """The edition's own book, another one, or none."""
    said = " ".join(run("rules", "--edition", "zip").output.split())
    assert "[another book: 6th edition rules, Components]" in said
    assert "[Zip! edition rules, Choose a Map]" in said
    page = rules(load("sixth"))
    assert [page[number].origin for number in ("PAIR-5", "ROUTE-5", "TURN-3")] == ["house rule", "another book", "own book"]
    assert page["PAIR-5"].book == ""
