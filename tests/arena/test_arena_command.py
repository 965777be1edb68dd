"""`sevenhex arena`."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from sevenhex.arena import tournament
from sevenhex.arena.match import play_match
from sevenhex.cli import app
from sevenhex.commands.arena import entrants

SMALL = ["arena", "--bots", "greedy,random", "--players", "2", "--games", "4", "--seed", "5", "--workers", "1"]


def call(*words, code=0):
    said = CliRunner().invoke(app, [*map(str, words)])
    assert said.exit_code == code, said.output
    return said


def test_json_file_and_page(tmp_path):
    out, html = tmp_path / "games.jsonl", tmp_path / "report.html"
    first = json.loads(call(*SMALL, "--json", "--out", out, "--html", html).stdout)
    assert {row["name"] for row in first["bots"]} == {"greedy", "random"}
    assert sum(row["wins"] for row in first["bots"]) == first["games"] == 4
    assert html.read_text().startswith("<!doctype html>")
    assert json.loads(call(*SMALL, "--json", "--out", out).stdout) == first  # nothing left to play, so even the times are the same


def test_table():
    said = call(*SMALL).stdout
    assert "greedy" in said
    assert "95% interval" in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (["--bots", "stedy"], "did you mean 'steady'"),
        (["--edition", "seventh"], "seventh"),
        (["--players", "12"], "12"),
        (["--level", "slow"], "the levels are quick, normal."),
        (["--address", "ray://nowhere"], "--cluster"),
        (["--option", "victory_points=many"], "victory_points"),
    ],
)
def test_bad_input_is_explained(change, said):
    assert said in call(*SMALL, *change, code=2).output


def test_a_level_that_is_gone_is_reported_in_a_sentence():
    gone = "The level 'deep' is gone, never proven stronger: it means 'normal' now, and the next version refuses it."
    assert call(*SMALL, "--level", "deep").stderr.strip() == gone
    assert call(*SMALL).stderr.strip() == ""


def test_an_interrupt_without_file_leaves_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def interrupted(plan, game):
        if game == 2:
            raise KeyboardInterrupt
        return play_match(plan, game)

    with monkeypatch.context() as patched:
        patched.setattr(tournament, "play_match", interrupted)
        said = call(*SMALL, "--json", code=130)
    assert "Interrupted after 2 of 4 games" in said.stderr
    (kept,) = tmp_path.glob("arena-*.jsonl")
    whole = json.loads(call(*SMALL, "--json", "--out", kept).stdout)
    assert whole["games"] == 4


def test_names_with_commas_stand_in_quotes():
    assert entrants(['"exec:bot --x 1,2", planner', "random"]) == ("exec:bot --x 1,2", "planner", "random")


def test_a_ladder_over_several_arenas(tmp_path):
    """Ratings of all kept games at once; what was played is printed, and other files are refused in a sentence."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    call(*SMALL, "--out", one)
    call(*SMALL[:2], "steady,greedy", *SMALL[3:], "--no-trade", "--edition", "fourth", "--players", "3", "--out", two)
    said = json.loads(call("ladder", one, two, "--json").stdout)
    assert {row["name"] for row in said["bots"]} == {"greedy", "random", "steady"}
    assert said["games"] == 8
    assert said["tables"] == {"sixth, 2 players": 4, "fourth, 3 players, nobody trades": 4}
    assert all(row["low"] < row["rating"] < row["high"] for row in said["bots"])
    assert "all fitted at once" in call("ladder", one, two).stdout
    two.write_text("nothing")
    assert "is no file of an arena" in call("ladder", two, code=2).output
    assert "Cannot read" in call("ladder", tmp_path / "none", code=2).output
