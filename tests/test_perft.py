"""How many sequences of actions and outcomes an edition's start has: a table that any change of legality changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sevenhex.game.game import Game
from sevenhex.playout.perft import perft
from stories import TABLES

GOLDEN = Path(__file__).parent / "golden"
DEPTHS = (1, 2, 3, 4, 5)
TABLE = {
    ("fourth", 2): (54, 144, 7236, 19248, 897180),
    ("fourth", 3): (54, 144, 7236, 19248, 897180),
    ("fourth", 4): (54, 144, 7236, 19248, 897180),
    ("summary", 2): (54, 144, 7236, 19248, 897180),
    ("summary", 3): (54, 144, 7236, 19248, 897180),
    ("summary", 4): (54, 144, 7236, 19248, 897180),
    ("summary", 5): (80, 218, 16612, 45204, 3276320),
    ("summary", 6): (80, 218, 16612, 45204, 3276320),
    ("extension", 5): (80, 218, 16612, 45204, 3276320),
    ("extension", 6): (80, 218, 16612, 45204, 3276320),
    ("sixth", 2): (54, 144, 7236, 19248, 897180),
    ("sixth", 3): (54, 144, 7236, 19248, 897180),
    ("sixth", 4): (54, 144, 7236, 19248, 897180),
    ("sixth", 5): (80, 218, 16612, 45204, 3276320),
    ("sixth", 6): (80, 218, 16612, 45204, 3276320),
    ("zip", 2): (54, 144, 7236, 19248, 897180),
    ("zip", 3): (54, 144, 7236, 19248, 897180),
    ("zip", 4): (54, 144, 7236, 19248, 897180),
}
# two thirds into each golden game, so that dice, robber, cards and trade are in it
MIDDLES = {
    "extension-5-inactive-colour": (2, 68, 269, 2452, 16671),
    "extension-5": (1, 11, 11, 46, 838),
    "extension-6": (13, 146, 1050, 2211, 16518),
    "fourth-2": (5, 5, 5, 180, 1330),
    "fourth-3-beginner": (2, 2, 37, 471, 4303),
    "fourth-3": (3, 5, 40, 340, 1868),
    "fourth-4": (6, 36, 188, 869, 3405),
    "sixth-2": (18, 34, 122, 504, 5744),
    "sixth-3": (4, 8, 112, 1288, 4568),
    "sixth-4-house": (1, 1, 13, 105, 200),
    "sixth-4-whole": (3, 16, 34, 139, 1087),
    "sixth-4": (1, 36, 324, 2006, 8478),
    "sixth-5": (1, 11, 11, 46, 838),
    "sixth-6": (2, 17, 90, 311, 1241),
    "summary-2": (5, 5, 5, 180, 1330),
    "summary-3": (3, 5, 40, 340, 1868),
    "summary-4": (6, 36, 188, 869, 3405),
    "summary-5": (36, 242, 764, 1664, 6206),
    "summary-6-special-building": (5, 20, 60, 120, 120),
    "summary-6": (36, 327, 696, 1682, 4903),
    "zip-2": (1, 36, 150, 222, 1308),
    "zip-3-map-7": (1, 36, 101, 176, 1258),
    "zip-3": (2, 3, 58, 244, 1535),
    "zip-4": (2, 8, 87, 148, 370),
}


def slow(game: Game, depth: int) -> int:
    """The same count through `Game`, one action at a time."""
    if depth == 0:
        return 1
    found = 0
    for seat in game.to_act:
        for action in game.legal(seat):
            game.push(action, seat)
            found += slow(game, depth - 1)
            game.undo()
    return found


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_table_of_starts(edition, players):
    game = Game.new(edition, players, seed=1, starter=0)
    assert tuple(perft(game.state, depth) for depth in DEPTHS) == TABLE[edition, players]


@pytest.mark.parametrize("name", MIDDLES)
def test_the_table_of_middles(name):
    game = Game.load((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))
    game = game.until(len(game.log) * 2 // 3)
    assert tuple(perft(game.state, depth) for depth in DEPTHS) == MIDDLES[name]


@pytest.mark.parametrize("entries", [0, 60, 90])
def test_the_compiled_count_is_the_plain_one(entries):
    game = Game.load((GOLDEN / "sixth-4.txt").read_text(encoding="utf-8")).until(entries)
    assert [perft(game.state, depth) for depth in range(3)] == [slow(game, depth) for depth in range(3)]


def test_a_finished_game_goes_no_further():
    game = Game.load((GOLDEN / "sixth-4.txt").read_text(encoding="utf-8"))
    assert [perft(game.state, depth) for depth in range(4)] == [1, 0, 0, 0]


def test_a_depth_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="expected 0 to"):
        perft(Game.new(seed=1).state, -1)
