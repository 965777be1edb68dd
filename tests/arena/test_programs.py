"""Programs as bots: they may crash, hang, talk nonsense or cheat, and lose their time, never the game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from shlex import quote

import pytest

from sevenhex import bots
from sevenhex.arena import Plan, play_match
from sevenhex.bots.external import STARTS, TIMEOUTS, Program
from sevenhex.game.game import Game

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"
LISTEN = "import json, sys, time\nfor line in sys.stdin:\n    question = json.loads(line)\n    "


def program(tmp_path, body, name="bot.py"):
    """The command of a bot with this body; `question` is what it was asked."""
    file = tmp_path / name
    file.write_text(LISTEN + body.replace("\n", "\n    ") + "\n")
    return f"exec:{quote(sys.executable)} {quote(str(file))}"


def game_at_choice():
    """A game whose first settlement is to be placed."""
    return Game.new("sixth", 3, seed=1, starter=0)


def ask(bot, seconds=20.0, game=None):
    game = game or game_at_choice()
    guard = bots.Guard(bot, bots.Limit(seconds), same_thread=True)
    action = guard.choose(game.view(0), game.legal(0))
    return game.say(action, 0), [fault.what for fault in guard.faults]


@pytest.fixture
def made(tmp_path):
    """Makes programs from bodies, and ends them."""
    running = []

    def make(body):
        bot = bots.make(program(tmp_path, body))
        running.append(bot)
        return bot

    yield make
    for bot in running:
        bot.close()


def test_the_example_plays_a_whole_game():
    plan = Plan((f"exec:{quote(sys.executable)} {quote(str(EXAMPLE))}", "random"), 1, 2, seed=2)
    result = play_match(plan, 0)
    assert result.winner is not None
    assert result.faults == (0, 0)
    assert len([line for line in EXAMPLE.read_text().splitlines() if line.strip()]) <= 20


def test_a_good_answer_is_played(made):
    said, faults = ask(made('print(json.dumps({"id": question["id"], "action": question["legal"][-1]}), flush=True)'))
    assert said == game_at_choice().legal_texts(0)[-1]
    assert faults == []


def test_the_view_is_the_seats_own(made, tmp_path):
    game = game_at_choice()
    ask(made(f'open({str(tmp_path / "seen.json")!r}, "w").write(line); print(json.dumps({{"action": question["legal"][0]}}), flush=True)'))
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert seen["type"] == "choose"
    assert seen["view"] == json.loads(json.dumps(game.view(0).to_json()))
    assert seen["legal"] == game.legal_texts(0)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('print("hello", flush=True)', "no JSON"),
        ('print("[" * 50000, flush=True)', "no JSON"),
        ("print(7, flush=True)", "expected"),
        ('print(json.dumps({"id": question["id"], "action": 5}), flush=True)', "expected"),
        ('print(json.dumps({"id": question["id"], "action": "fly away"}), flush=True)', "fly"),
        ('print(json.dumps({"id": question["id"], "action": "roll"}), flush=True)', "no legal action"),
        ('print("x" * 70000, flush=True)', "more than 65536 bytes"),
        ('sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()', "no JSON"),
        ('raise SystemExit("out of ideas")', "status 1; it said: out of ideas"),
        ("import os; os.close(1); time.sleep(60)", "closed its output"),
    ],
)
def test_nonsense_is_replaced_and_reported(made, body, said):
    action, faults = ask(made(body))
    assert action in game_at_choice().legal_texts(0)
    assert len(faults) == 1
    assert said in faults[0]


def test_a_hanging_program_is_started_anew_and_then_given_up(made):
    """After three questions without an answer; at once, where a busy machine did not even get the question across in time."""
    bot = made("time.sleep(60)")
    faults = [fault for _ in range(TIMEOUTS * STARTS + 1) for fault in ask(bot, 0.05)[1]]
    unanswered = faults.count("no answer within 0.05 s")
    assert STARTS <= unanswered <= TIMEOUTS * STARTS
    assert all("given up" in fault for fault in faults[unanswered:])
    assert len(faults) == TIMEOUTS * STARTS + 1
    assert bot.starts == STARTS
    assert bot.run is None


def test_a_late_answer_is_not_taken_for_the_next(made):
    late = 'time.sleep(0.5 if question["id"] == 1 else 0); print(json.dumps({"action": question["legal"][-question["id"]]}), flush=True)'
    bot = made(late)
    assert ask(bot, 0.2)[1] == ["no answer within 0.2 s"]
    assert ask(bot, 20) == (game_at_choice().legal_texts(0)[-2], [])


def test_a_program_that_never_reads_does_not_hold_us_up(tmp_path):
    file = tmp_path / "deaf.py"
    file.write_text("import time; time.sleep(60)")
    bot = Program(f"{quote(sys.executable)} {quote(str(file))}")
    try:
        assert all(ask(bot, 0.1)[1] for _ in range(4))
    finally:
        bot.close()


def test_a_broken_program_does_not_stop_an_arena(tmp_path):
    broken = program(tmp_path, 'raise SystemExit("broken")')
    result = play_match(Plan((broken, "greedy"), 2, 2, seed=1), 0)
    seat = result.seating.index(0)
    assert result.winner == 1 - seat
    assert result.faults[seat] == result.decisions[seat] > 0
    assert result.faults[1 - seat] == 0
    assert "it said: broken" in result.said[0]
