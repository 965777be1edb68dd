"""Bots by name, and the guard that stands between a bot and a game."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import pytest

from sevenhex import bots
from sevenhex.bots.protocol import is_allowed
from sevenhex.game.game import Game
from sevenhex.rules.ids import Kind, Phase

EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"


def table(seed: int = 1, players: int = 3) -> Game:
    return Game.new("sixth", players, seed=seed, starter=0)


class Raises(bots.Bot):
    name = "raises"

    def choose(self, view, legal, limit):
        raise RuntimeError("broken on purpose")


class Hangs(bots.Bot):
    name = "hangs"

    def choose(self, view, legal, limit):
        time.sleep(5)
        return legal[0]


class Talks(bots.Bot):
    name = "talks"

    def __init__(self, said):
        super().__init__()
        self.said = said

    def choose(self, view, legal, limit):
        return self.said


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(
        bots.BotError, match=r"'stedy'.*'random', 'greedy', 'gentle', 'steady', 'planner', 'scholar'.*did you mean 'steady'"
    ):
        bots.make("stedy")


def test_an_unknown_level_lists_the_known_ones():
    with pytest.raises(bots.BotError, match=r"no level 'genius'.*'quick', 'normal'\."):
        bots.make("planner", level="genius")


def test_a_level_may_stand_in_the_name():
    assert bots.make("scholar:quick").level == "quick"


@pytest.mark.parametrize("name", ["planner", "scholar", "master"])
def test_a_level_that_is_gone_means_another_one_with_a_warning(name):
    for asked in ({"name": f"{name}:deep"}, {"name": name, "level": "deep"}):
        with pytest.warns(DeprecationWarning, match=r"^The level 'deep' is gone.* it means 'normal' now.* refuses it\.$") as warnings:
            assert bots.make(**asked).level == "normal"
        assert [warning.filename for warning in warnings] == [__file__]


@pytest.mark.parametrize("name", ["random", "greedy", "steady"])
def test_a_level_that_is_gone_is_refused_where_there_was_none(name):
    with pytest.raises(bots.BotError, match="no level 'deep'"):
        bots.make(f"{name}:deep")


def test_a_bot_of_ones_own_keeps_its_levels():
    class Own(Talks):
        levels = ("normal", "deep")

        def __init__(self):
            bots.Bot.__init__(self, "deep")

    assert Own().level == "deep"


def test_the_lobby_gets_a_paragraph_for_each():
    said = bots.describe()
    assert [bot["name"] for bot in said] == bots.names()
    assert all(len(bot["description"]) > 80 and bot["levels"] for bot in said)


@pytest.mark.parametrize(
    ("bot", "what"),
    [
        (Raises(), "broken on purpose"),
        (Hangs(), "no answer within 0.05 s"),
        (Talks("settle somewhere"), "is no legal action"),
        (Talks(None), "is no legal action"),
        (Talks(int(Kind.END)), "is no legal action"),
        (Talks(-7), "is no legal action"),
        (Talks(True), "is no legal action"),
    ],
    ids=["raises", "hangs", "text", "nothing", "illegal", "negative", "boolean"],
)
def test_a_bad_bot_loses_its_time_and_not_the_game(bot, what):
    game = table()
    guard = bots.Guard(bot, bots.Limit(0.05))
    legal = game.legal(0)
    action = guard.choose(game.view(0), legal)
    assert action in legal
    assert what in guard.faults[0].what
    assert guard.faults[0].done == action


def test_a_broken_bot_still_finishes_its_game():
    game = table(3)
    guards = [bots.Guard(Raises(), same_thread=True), *(bots.Guard(bots.make("steady", seed=seat), same_thread=True) for seat in (1, 2))]
    bots.play(game, guards, Random(1))
    assert game.is_over
    assert len(guards[0].faults) > 10
    assert not guards[1].faults


def test_the_fallback_is_the_mildest_action():
    assert bots.fallback([int(Kind.BUY), int(Kind.END)]) == Kind.END
    assert bots.fallback([int(Kind.KNIGHT), int(Kind.ROLL)]) == Kind.ROLL


def test_an_own_offer_need_not_be_listed():
    game = table(5)
    rng = Random(5)
    seats = [bots.Guard(bots.make("steady", seed=seat), same_thread=True) for seat in range(3)]
    while not (game.phase == Phase.MAIN and game.legal(game.to_act[0], menu=True) != game.legal(game.to_act[0])):
        if game.awaits_chance:
            game.resolve(rng)
        else:
            bots.step(game, seats)
    seat = game.to_act[0]
    offer = next(action for action in game.legal(seat, menu=True) if action & 63 == Kind.OFFER)
    assert offer not in game.legal(seat)
    assert is_allowed(game.view(seat), game.legal(seat), offer)


def program(source: str, folder: Path) -> bots.Bot:
    file = folder / "bot.py"
    file.write_text(source)
    return bots.make(f"exec:{sys.executable} {file}")


def test_the_example_in_twenty_lines_plays_a_game():
    game = table(2)
    guard = bots.Guard(bots.make(f"exec:{sys.executable} {EXAMPLE}"), bots.Limit(20))
    bots.play(game, [guard, bots.make("steady"), bots.make("steady", seed=1)], Random(2))
    guard.bot.close()
    assert game.is_over
    assert not guard.faults


@pytest.mark.parametrize(
    "source",
    [
        "raise SystemExit(3)",
        "import time; time.sleep(60)",
        "print('not json', flush=True); import time; time.sleep(60)",
        "print('[1, 2]', flush=True); import time; time.sleep(60)",
        """print('{"action": "fly to the moon"}', flush=True); import time; time.sleep(60)""",
        """print('{"action": "end"}', flush=True); import time; time.sleep(60)""",
    ],
    ids=["ends", "hangs", "no json", "no action", "no sense", "illegal"],
)
def test_a_bad_program_loses_its_time_and_not_the_game(source, tmp_path):
    bot = program(f"import sys; sys.stdin.readline()\n{source}\n", tmp_path)
    game = table()
    guard = bots.Guard(bot, bots.Limit(0.5), same_thread=True)
    action = guard.choose(game.view(0), game.legal(0))
    bot.close()
    assert action in game.legal(0)
    assert guard.faults[0].done == action


def test_a_program_that_cannot_start_is_explained():
    game = table()
    with pytest.raises(bots.BotError, match="/nowhere/at-all"):
        bots.make("exec:/nowhere/at-all").choose(game.view(0), game.legal(0), bots.Limit())
