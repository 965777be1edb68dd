"""Openings: corners with chances and reasons, islands dealt for every place in the order, grades."""

from __future__ import annotations

import pytest

from sevenhex.game.game import Game
from sevenhex.rules.ids import Phase
from sevenhex.study import openings
from sevenhex.study.openings import OpeningError


def test_corners_are_ranked_with_reasons():
    rows = openings.corners(Game.new("sixth", 4, seed=3, starter=0))
    assert len(rows) == 54
    assert [row["chance"] for row in rows] == sorted((row["chance"] for row in rows), reverse=True)
    assert rows[0]["lost"] == 0
    assert rows[0]["score"] == 1
    assert rows[-1]["lost"] > 1
    assert rows[0]["pips"] > rows[-1]["pips"]
    assert all(row["why"] for row in rows)


@pytest.mark.parametrize("place", range(8))
def test_islands_are_dealt_for_every_place_in_the_order(place):
    game = openings.deal("train", place=place)
    assert game.phase == Phase.SETUP_SETTLEMENT
    assert int((game.state["building"] > 0).sum()) == place
    assert game.actor == (place if place < 4 else 7 - place)
    assert openings.deal("train", place=place) == game


def test_a_corner_is_graded_against_the_best():
    game = openings.deal(7, place=2)
    rows = openings.corners(game)
    worst = openings.grade(game, rows[-1]["name"])
    assert worst["rank"] == worst["of"] == len(rows)
    assert worst["lost"] == rows[-1]["lost"]
    assert openings.grade(game, rows[0]["name"])["rank"] == 1
    with pytest.raises(OpeningError, match="Nobody can settle"):
        openings.grade(game, "Z9.N")


def test_other_moments_are_refused():
    game = Game.new("sixth", 4, seed=3)
    with pytest.raises(OpeningError):
        openings.corners(game)
    with pytest.raises(OpeningError, match="0 to 5"):
        openings.deal(1, players=3, place=6)
