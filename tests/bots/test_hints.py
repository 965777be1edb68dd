"""Reasons name the plan, and say "no better place" only where there is none."""

from __future__ import annotations

import pytest

from sevenhex.bots import hints
from sevenhex.game.game import Game
from sevenhex.study import openings

POSITION = (
    "sixth/4 island=Fo5,Hi8,Pa4/Mo2,Fi10,Fi3,Hi11/Fo6,Fo9,Mo11,Fo6,Fi12/Pa3,Hi4,Pa5,Mo9/Pa8,De,Fi10 "
    "harbors=A1.NW:any,A2.NE:brick,B4.NE:any,C5.E:any,D4.SE:grain,E2.SE:ore,D1.SW:lumber,C1.W:any,B1.NW:wool robber=E2 "
    "red=s:A2.SE,C4.SE;r:A3.SW,C4.E;h:{red} blue=s:A3.SE,B3.SE,D3.SE;r:A3.SE,B3.E,D3.E;h:3o orange=s:B2.S,C1.SE;r:B2.SE,C2.SW;h:2l "
    "white=s:A1.SE,C3.SE;r:A1.E,C3.E phase={phase} turn=9 starter=red roller=red actor=red dice={dice} flags=rolled setup=8"
)


def said(action: str, red: str, phase: str = "main") -> dict:
    game = Game.at(POSITION.format(red=red, phase=phase, dice="3+4" if phase == "robber" else "1+2"))
    return hints.reason(game.view(0), game.read(action, 0))


def test_an_exchange_names_the_build_and_what_is_missing():
    reason = said("bank 4 lumber for 1 ore", "4l2g2o")
    assert reason["code"] == "bank_ready"
    assert reason["arguments"]["build"] == "city"
    assert "city" in reason["sentence"]
    reason = said("bank 4 lumber for 1 ore", "4l2g1o")
    assert (reason["code"], reason["arguments"]["missing"]) == ("bank_plan", {"ore": 1})
    assert "1 ore is missing for a city" in reason["sentence"]


def test_to_save_names_what_for():
    reason = said("end", "2g2o")
    assert (reason["code"], reason["arguments"]["build"]) == ("end_plan", "city")


def test_the_robber_names_the_hex():
    reason = said("robber B3 rob blue", "1w", "robber")
    assert reason["code"] == "robber_hex"
    assert reason["arguments"]["resource"] == "grain"
    assert reason["arguments"]["number"] == 3


def test_an_offer_names_its_plan():
    assert said("offer 1 lumber for 1 ore", "1l2g2o")["code"] == "offer_ready"


def test_no_better_place_only_where_there_is_none():
    game = Game.new("sixth", 4, seed=3, starter=0)
    view = game.view(0)
    rows = openings.corners(game)
    most = max(row["pips"] for row in rows)
    for row in rows:
        reason = hints.reason(view, game.read(f"settle {row['name']}", 0))
        assert (reason["code"] == "settle_best") == (row["pips"] == most), row["name"]
        assert ("no better place" in reason["sentence"]) == (row["pips"] == most)


def test_cities_likewise():
    game = Game.at(POSITION.format(red="2g3o", phase="main", dice="1+2"))
    codes = {text: hints.reason(game.view(0), game.read(text, 0))["code"] for text in game.legal_texts(0) if text.startswith("city")}
    assert len(codes) == 2
    assert sorted(codes.values()) in (["city", "city_best"], ["city_best", "city_best"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_reasons_of_a_game_can_be_said(players):
    game = Game.new("sixth", players, seed=2, starter=0)
    from random import Random

    rng = Random(5)
    for _ in range(150):
        if game.is_over:
            break
        if game.awaits_chance:
            game.resolve(rng)
            continue
        seat = game.to_act[0]
        legal = game.legal(seat)
        view = game.view(seat)
        for action in legal[:12]:
            assert "{" not in hints.reason(view, action)["sentence"]
        game.push(rng.choice(legal), seat)
