"""Looking for a place to open on."""

from __future__ import annotations

import json
from random import Random

import pytest
from typer.testing import CliRunner

from sevenhex.bots.opening import around, explore
from sevenhex.cli import app
from sevenhex.errors import SevenhexError
from sevenhex.game.game import Game
from sevenhex.rules.ids import Phase, Resource


def test_corners_come_with_reasons():
    game = Game.new("sixth", 4, seed=3, starter=0)
    corners = explore(game.view(0))
    assert len(corners) == 54
    assert corners[0].score == 1.0
    assert corners[0].pips > corners[-1].pips
    assert [corner.chance for corner in corners] == sorted((corner.chance for corner in corners), reverse=True)
    assert all(f"{corner.pips} chances of 36" in corner.reasons[0] for corner in corners)
    assert any("three different resources" in corner.reasons for corner in corners[:5])


def test_reasons_carry_their_facts():
    game = Game.new("sixth", 4, seed=3, starter=0)
    corners = {corner.name: corner for corner in explore(game.view(0))}
    facts = {reason["code"] for corner in corners.values() for reason in corner.why}
    assert facts >= {"numbers", "variety", "twice", "harbor", "blocks"}
    harbors = [reason for corner in corners.values() for reason in corner.why if reason["code"] == "harbor"]
    assert {reason["rate"] for reason in harbors} == {2, 3}
    assert all((reason["rate"] == 3) == (reason["resource"] is None) for reason in harbors)


def test_corners_for_the_second_settlement_say_what_they_add():
    game = Game.new("sixth", 2, seed=3, starter=0)
    while game.to_act != (0,) or game.state["setup_step"][0] < 2 or game.phase != Phase.SETUP_SETTLEMENT:
        game.play(game.legal(game.to_act[0])[0])
    added = {kind for corner in explore(game.view(0)) for reason in corner.why if reason["code"] == "adds" for kind in reason["resources"]}
    state = game.state[0]
    (first,) = [corner for corner, piece in enumerate(state["building"].tolist()) if piece == 1]
    held = {Resource(kind).name.lower() for kind, _ in around(state, first)}
    assert held
    assert added == {kind.name.lower() for kind in Resource} - held


def test_corners_can_only_be_compared_in_the_set_up():
    game, rng = Game.new("sixth", 3, seed=3), Random(3)
    while game.phase in (Phase.ORDER_DICE, Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD):
        if game.awaits_chance:
            game.resolve(rng)
        else:
            game.play(game.legal(game.to_act[0])[0])
    with pytest.raises(SevenhexError, match="set-up"):
        explore(game.view(0))


def test_the_explorer_draws_a_heat_map(tmp_path):
    picture = tmp_path / "island.svg"
    answer = CliRunner().invoke(app, ["opening", "--seed", "3", "--svg", str(picture), "--json"])
    assert answer.exit_code == 0, answer.output
    assert len(json.loads(answer.stdout)["corners"]) == 54
    drawn = picture.read_text()
    assert drawn.startswith("<svg")
    assert drawn.count("<circle", drawn.index('class="heat"')) >= 54


def test_the_explorer_reads_a_position(tmp_path):
    game = Game.new("sixth", 3, seed=3, starter=0)
    game.play(game.legal(0)[0])
    game.play(game.legal(0)[0])
    file = tmp_path / "set-up.txt"
    file.write_text(game.record(), encoding="utf-8")
    for given in (str(file), game.position()):
        said = json.loads(CliRunner().invoke(app, ["opening", given, "--json"]).stdout)
        assert said["colour"] == game.colours[1]
        assert len(said["corners"]) == len(game.legal(1))


@pytest.mark.parametrize("wrong", [["nonsense"], ["--players", "9"], ["--edition", "tenth"], ["--svg", "/no/such/folder/x.svg"]])
def test_the_explorer_explains_bad_input(wrong):
    answer = CliRunner().invoke(app, ["opening", *wrong])
    assert answer.exit_code == 2
    assert "Traceback" not in answer.output
