"""Golden games: records of every edition and number of players, committed as text. A changed rule shows up as a readable diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from sevenhex.game.game import Game
from sevenhex.rules.actions import typed
from sevenhex.rules.check import check
from sevenhex.rules.ids import Kind
from stories import TABLES, annotated

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_game_replays_to_the_same_text(file):
    text = file.read_text(encoding="utf-8")
    game = Game.load(text)
    assert annotated(game).record() == text
    assert game.headers["End"] == game.position()
    assert game.is_over
    assert not [said for state in game.states for said in check(state)]


def test_a_record_replays_without_random_numbers(monkeypatch):
    def refuse(*given):
        raise AssertionError("a record needs no random numbers")

    text = GOLDEN[0].read_text(encoding="utf-8")
    monkeypatch.setattr("random.Random.__init__", refuse)
    monkeypatch.setattr("numpy.random.default_rng", refuse)
    monkeypatch.setattr("secrets.randbits", refuse)
    assert Game.load(text).is_over


def test_every_edition_and_number_of_players_has_a_golden_game():
    assert {f"{edition}-{players}" for edition, players in TABLES} <= {file.stem for file in GOLDEN}


def test_the_golden_games_know_every_kind_of_action():
    seen = {typed(action).kind for file in GOLDEN for _, action in Game.load(file.read_text(encoding="utf-8")).log}
    assert seen == set(Kind)
