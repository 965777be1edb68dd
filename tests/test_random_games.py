"""Thousands of random games in every edition, every state checked; and the same log from machine code and plain Python."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from amounts import amount
from sevenhex.editions import load
from sevenhex.editions.start import new_state
from sevenhex.playout.batch import check_games
from sevenhex.rules.check import check
from sevenhex.rules.defect import Defect
from sevenhex.rules.totals import TOTALS

GAMES = amount(1000, 4000)
ISLANDS = 50
TABLES = [
    *[("fourth", players) for players in (2, 3, 4)],
    *[("summary", players) for players in (2, 3, 4, 5, 6)],
    *[("extension", players) for players in (5, 6)],
    *[("sixth", players) for players in (2, 3, 4, 5, 6)],
    *[("zip", players) for players in (2, 3, 4)],
]
# Choices and house options that change the course of a game.
VARIANTS = [
    ("fourth", 4, {"phases": "combined", "route_tie_after_break": "tied holder keeps", "tokens": "random", "harbors": "shuffled frame"}),
    ("fourth", 3, {"setup": "beginner"}),
    ("summary", 6, {"turn": "special building"}),
    ("extension", 5, {"setup": "beginner"}),
    ("extension", 6, {"turn": "special building", "route_tie_after_break": "set aside", "harbors": "shuffled pieces"}),
    ("sixth", 4, {"victory_points": 11, "friendly_robber": True, "dice": "deck", "no_seven_rounds": 3, "discard_limit": 10}),
    ("sixth", 3, {"setup": "beginner", "route_tie_after_break": "set aside"}),
    ("zip", 4, {"map": 17, "victory_points": 8}),
]


def starts(edition, players, options=None):
    configuration = load(edition).configure(players, **(options or {}))
    return np.concatenate([new_state(configuration, island)[0] for island in range(ISLANDS)])


def fault(bad, found, state):
    """What went wrong, for the report of a failure."""
    names = "stuck" if found < 0 else ", ".join(defect.name for defect in Defect if found >> defect & 1)
    return f"game {bad}: {names} {check(state)}"


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_state_of_random_games_is_sound(edition, players):
    bad, found, steps, state = check_games(starts(edition, players), 11, GAMES)
    assert bad == -1, fault(bad, found, state)
    assert steps > 500 * GAMES


@pytest.mark.parametrize(("edition", "players", "options"), VARIANTS)
def test_every_state_is_sound_under_other_options(edition, players, options):
    bad, found, _, state = check_games(starts(edition, players, options), 12, 300)
    assert bad == -1, fault(bad, found, state)


@pytest.mark.parametrize(("edition", "players"), [("fourth", 4), ("sixth", 3), ("extension", 6), ("zip", 2)])
def test_every_state_is_sound_while_players_haggle(edition, players):
    """Offers, counteroffers and proposals from the menu, answered at random."""
    bad, found, _, state = check_games(starts(edition, players), 13, 40, menu=True)
    assert bad == -1, fault(bad, found, state)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_first_state_is_sound_and_the_box_is_the_books(edition, players):
    state = new_state(load(edition).configure(players), 3)[0]
    assert check(state, TOTALS[int(state["island"][0])]) == []


LOG = """
import hashlib, sys
import numpy as np
from sevenhex.editions import load
from sevenhex.editions.start import new_state
from sevenhex.playout import games, generator
from sevenhex.rules.ids import Phase
from sevenhex.rules.jit import COMPILED
from sevenhex.rules.state import blank

for edition, players in (("sixth", 4), ("fourth", 3), ("extension", 6), ("zip", 2)):
    state = new_state(load(edition).configure(players), 5)[0]
    digest = hashlib.sha256()
    counter = generator.stream(21, players)
    steps = 0
    while state[0].phase != Phase.OVER and steps < 1500:
        counter, _ = games.random_step(state[0], generator.word(counter))
        digest.update(state.tobytes())
        steps += 1
    print(edition, players, steps, digest.hexdigest())
print(COMPILED, file=sys.stderr)
"""


def test_machine_code_and_plain_python_play_the_same_games():
    """Every state of four games, byte by byte."""

    def log(disabled):
        environment = os.environ | {"NUMBA_DISABLE_JIT": str(disabled)}
        ran = subprocess.run([sys.executable, "-W", "ignore", "-c", LOG], env=environment, capture_output=True, text=True, check=True)
        assert ran.stderr.strip().splitlines()[-1] == str(disabled == 0)
        return ran.stdout

    compiled = log(0)
    assert len(compiled.splitlines()) == 4
    assert compiled == log(1)
