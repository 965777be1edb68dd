"""Ctrl+C: every long command ends soon, says so, leaves no half files and no traceback. Options mean the same everywhere."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sevenhex.cli import COMMANDS, app
from sevenhex.game.game import Game

# What a person may wait for: the command, and what shows that it is at work (a file that comes, or words that it says).
LONG = {
    "perft": (["perft", "9"], "depth 4"),
    "perft --divide": (["perft", "9", "--divide"], "depth 4"),
    "simulate": (["simulate", "--games", "100000000"], None),
    "simulate --out FILE": (["simulate", "--games", "1000000", "--out", "games.parquet"], None),
    "simulate --out FOLDER": (["simulate", "--games", "1000000", "--out", "shards", "--shard", "50"], "shards"),
    "simulate --records": (["simulate", "--games", "200000", "--records", "records"], "records"),
    "arena": (["arena", "--bots", "random,greedy", "--games", "1000000", "--workers", "1", "--out", "games.jsonl"], "games.jsonl"),
    "lessons make": (["lessons", "make", "--out", "lessons", "--games", "100000"], "lessons"),
    "puzzles make": (["puzzles", "make", "--out", "puzzles.json"], None),
    "bench --env": (["bench", "--env"], None),
    "serve": (["serve", "--port", "0", "--data", "here"], "http://"),
    "play": (["play", "--no-browser", "--data", "here"], "Sevenhex is at"),
}
QUICK = ("perft", "serve")  # every time; the others every night
SOON = 30.0  # seconds; what is asked for is 5, but a test machine may have twenty programs to run


def begin(arguments, folder):
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        return subprocess.Popen(
            [sys.executable, "-m", "sevenhex", *arguments], cwd=folder, stdout=out, stderr=err,
            start_new_session=True, env=os.environ | {"COLUMNS": "100", "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip


def is_at_work(sign, folder, process):
    """The command has begun what takes long."""
    if process.poll() is not None:
        return True
    if sign is None:  # nothing is to be seen: it has computed for a while
        import psutil

        return psutil.Process(process.pid).cpu_times().user > 4
    said = (folder / "out").read_text() + (folder / "err").read_text()
    return sign in said or (folder / sign).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.nightly) for name in LONG])
def test_it_ends_soon_after_ctrl_c(name, tmp_path):
    arguments, sign = LONG[name]
    process = begin(arguments, tmp_path)
    try:
        until = time.monotonic() + 200
        while not is_at_work(sign, tmp_path, process) and time.monotonic() < until:
            time.sleep(0.02)
        assert process.poll() is None, (tmp_path / "err").read_text()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: workers hear of it too
        status = process.wait(SOON)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    said = (tmp_path / "err").read_text()
    assert "Traceback" not in said, said[-2000:]
    assert status in (0, 130)
    assert not [file for file in tmp_path.rglob("*.parquet") if file.stat().st_size == 0]


def test_help_loses_no_word_to_markup():
    """Rich takes [word] for a style and drops it."""
    for source in sorted(COMMANDS.glob("*.py")):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            texts = []
            if isinstance(node, ast.Call):
                texts = [each.value for each in node.keywords if each.arg == "help"]
            if isinstance(node, ast.FunctionDef | ast.Module):
                texts = [ast.Constant(ast.get_docstring(node) or "")]
            for text in texts:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    assert not re.search(r"\[[a-z/][^\]]*\]", text.value), (source.name, text.value)


STORES = [["store", "check"], ["store", "migrate"], ["admin", "list"], ["admin", "bans"], ["store", "backup", "all.jsonl"]]


@pytest.mark.parametrize("arguments", STORES)
def test_a_store_that_is_not_there_is_not_made(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(app, [*arguments, "--store", str(tmp_path / "nothing")])
    assert said.exit_code == 2
    assert "There is no store at" in said.output
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_is_there_answers_in_json(tmp_path, monkeypatch):
    import asyncio

    from sevenhex.server.store.store import Store

    async def make():
        store = Store(str(tmp_path))
        await store.open()
        await store.close()

    asyncio.run(make())
    for arguments, expected in (
        (["store", "check"], {"tables": 0, "faults": []}),
        (["admin", "list"], {"tables": []}),
        (["admin", "bans"], {"bans": []}),
    ):
        said = CliRunner().invoke(app, [*arguments, "--json", "--store", str(tmp_path)])
        assert said.exit_code == 0, said.output
        assert json.loads(said.stdout) == expected


def test_counts_and_positions_in_json(tmp_path):
    said = CliRunner().invoke(app, ["perft", "1", "--json", "--divide"])
    found = json.loads(said.stdout)
    assert found["depths"] == [1, 54]
    assert sum(found["divided"].values()) == 54
    Game.new("sixth", 3, seed=1, starter=0).save(tmp_path / "game.txt")
    found = json.loads(CliRunner().invoke(app, ["show", str(tmp_path / "game.txt"), "--json"]).stdout)
    assert (found["edition"], found["phase"], len(found["legal"]["red"])) == ("sixth", "setup_settlement", 54)


def test_replay_rules_editions_and_islands_in_json(tmp_path, monkeypatch):
    import random

    monkeypatch.chdir(tmp_path)
    game, rng = Game.new("sixth", 2, seed=1, victory_points=3), random.Random(1)
    while not game.is_over:
        game.resolve(rng) if game.awaits_chance else game.push(rng.choice(game.legal(game.to_act[0])), game.to_act[0])
    game.save("game.txt")

    def told(*arguments):
        said = CliRunner().invoke(app, [*arguments, "--json"])
        assert said.exit_code == 0, said.output
        return json.loads(said.stdout)

    found = told("replay", "game.txt")
    assert len(found["entries"]) == len(game.log)
    assert found["players"] == list(game.colours)
    assert [row["total"] for row in found["points"]] == list(game.outcome.points)
    assert told("replay", "game.txt", "--positions")["entries"][-1]["position"] == game.position()
    assert told("replay", "game.txt", "--verify")["verified"]
    assert CliRunner().invoke(app, ["replay", "game.txt", "--json", "--step"]).exit_code == 2
    assert [each["id"] for each in told("rules", "clause", "rob-1")["rules"]] == ["ROB-1"]
    assert len(told("rules")["rules"]) > 70
    assert told("rules", "ask", "may two harbors be combined")["answers"][0]["clauses"]
    assert CliRunner().invoke(app, ["rules", "course", "--json"]).exit_code == 2
    assert [each["key"] for each in told("editions")["editions"]] == ["fourth", "summary", "extension", "sixth", "zip"]
    assert Game.at(told("board", "--seed", "3")["position"]).players == 4
    assert told("board", "--out", "island.svg")["picture"] == "island.svg"


# What prints no facts, or only into a file; `analyse`, `arena` and others of a folder's sub-commands are looked at by name.
NO_JSON = {"bot", "distil", "export", "lessons", "mcp", "play", "serve", "train", "load"}


def test_every_command_that_prints_facts_prints_them_as_json():
    for source in sorted(COMMANDS.glob("[!_]*.py")):
        assert ('"--json"' in source.read_text("utf-8") or "Json" in source.read_text("utf-8")) != (source.stem in NO_JSON), source.stem


@pytest.mark.parametrize("command", ["show", "opening", "replay", "verify", "analyse"])
def test_a_file_that_is_not_there_or_wrong_is_named(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    Path("wrong.txt").write_text('[Sevenhex "1"]\n[Start "sixth/4 nonsense"]\n')
    for file, expected in (("missing.txt", "missing.txt"), ("wrong.txt", "wrong.txt: ")):
        said = CliRunner().invoke(app, [command, file])
        assert said.exit_code == 2
        assert expected in said.output.replace("\n", " ")
        assert "Traceback" not in said.output


TRAINING = """
import sys, time
from pathlib import Path
from rich.console import Console
from sevenhex.commands.train import learn

class Trainer:
    progress = type("Progress", (), {"choices": 0})()
    def save(self): Path("saved").write_text("as it stood")
    def run(self, seconds, stop):
        Path("begun").touch()
        until = time.monotonic() + 100
        while time.monotonic() < until and not (sys.argv[1] == "looks" and stop()):
            time.sleep(0.01)
        self.save()
print("interrupted", learn(Trainer(), 1000, Console(stderr=True)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("way", "number"), [("looks", signal.SIGTERM), ("compiles", signal.SIGINT)])
def test_training_is_saved_when_it_is_stopped(tmp_path, way, number):
    """In order where the trainer looks, and from outside where a compiler keeps it."""
    process = subprocess.Popen(
        [sys.executable, "-c", TRAINING, way], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        until = time.monotonic() + 200
        while not (tmp_path / "begun").exists() and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=SOON)
    finally:
        process.kill()
        process.wait()
    assert (tmp_path / "saved").read_text() == "as it stood"
    assert (process.returncode, "interrupted True" in out) == ((0, True) if way == "looks" else (130, False))
    assert "Interrupted: saved" in err
