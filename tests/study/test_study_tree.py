"""Where a study begins and what follows: texts of all our forms, refusals that name the field, trees as files and links."""

from __future__ import annotations

import json
from random import Random

import pytest

from sevenhex import bots
from sevenhex.game.game import Game
from sevenhex.study import tree
from sevenhex.study.source import Source, SourceError, begin, log_texts, look
from sevenhex.study.tree import Study, TreeError

START = (
    "sixth/4 island=Fo5,Hi8,Pa4/Mo2,Fi10,Fi3,Hi11/Fo6,Fo9,Mo11,Fo6,Fi12/Pa3,Hi4,Pa5,Mo9/Pa8,De,Fi10 "
    "harbors=A1.NW:any,A2.NE:brick,B4.NE:any,C5.E:any,D4.SE:grain,E2.SE:ore,D1.SW:lumber,C1.W:any,B1.NW:wool robber=E2 "
    "red=s:A2.SE,C4.SE;r:A3.SW,C4.E;h:4w2g2o blue=s:A3.SE,B3.SE,D3.SE;r:A3.SE,B3.E,D3.E;h:3o orange=s:B2.S,C1.SE;r:B2.SE,C2.SW "
    "white=s:A1.SE,C3.SE;r:A1.E,C3.E phase=roll turn=9 starter=red roller=red actor=red setup=8"
)


@pytest.fixture(scope="module")
def finished() -> Game:
    game = Game.new("sixth", 4, seed=11, starter=0, victory_points=5)
    return bots.play(game, [bots.make("greedy", seed=2)] * 4, Random(2))


def test_all_our_texts_begin_a_study(finished):
    for text in (finished.record(), json.dumps(finished.to_json())):
        assert begin(text) == finished
        assert Source(text, 50).game() == finished.until(50)
    position = finished.until(80).position()
    assert begin(position).position() == position


def test_actions_are_played_from_there(finished):
    line = tuple((seat, action) for seat, action in log_texts(finished, 40)[:30])
    assert Source(finished.record(), 40, line).game().position() == finished.until(70).position()


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        (("Fo5", "Fo7"), "island", "No hex has the number 7"),
        (("Fo5", "Xx5"), "island", "is no hex"),
        (("A1.NW:any", "A1.NW:gold"), "harbors", "is no harbor"),
        (("robber=E2", "robber=Z9"), "robber", "is no hex of this island"),
        (("h:4w2g2o", "h:4w2g99o"), "red", "cards o"),
        (("s:B2.S,C1.SE", "s:B2.S,A2.SE"), "orange", "already a building"),
        (("phase=roll", "phase=dance"), "phase", "is no phase"),
        (("actor=red", "actor=pink"), "actor", "Nobody here plays"),
        ((" turn=9", ""), "turn", "lacks the field"),
        (("sixth/4", "seventh/4"), "edition", "seventh"),
        (("r:A1.E,C3.E", "r:E1.W,C3.E"), "white", "cannot arise"),
        (("turn=9", "turn=10"), "roller", "turn 10 is blue's"),
        ((" setup=8", " setup=8 luck=7"), "luck", "no field"),
    ],
)
def test_a_bad_position_names_its_field(change, field, reason):
    with pytest.raises(SourceError) as caught:
        begin(START.replace(*change, 1))
    assert caught.value.field == field
    assert reason in str(caught.value)
    assert "column" not in str(caught.value)


def test_a_bad_action_names_its_number():
    with pytest.raises(SourceError, match="roll") as caught:
        Source(START, None, ((0, "roll"), (-1, "dice 2 3"), (0, "roll"))).game()
    assert caught.value.entry in (1, 2)


def test_too_much_is_refused():
    with pytest.raises(SourceError, match="at most"):
        Source(START, None, ((0, "roll"),) * 3000).game()
    with pytest.raises(SourceError, match="0 entries"):
        Source(START, 5).game()


def test_a_board_is_sent_everything_it_needs():
    game = begin(START)
    found = look(game)
    assert found["position"] == game.position()
    assert found["to_act"] == [0]
    assert "roll" in found["legal"]["0"]
    assert all(seat["hand"] is not None for seat in found["view"]["seats"])
    game.play("roll", 0)
    rolled = look(game)
    assert sum(weight for _, weight in rolled["chances"]) == 36
    assert rolled["legal"] == {}
    seen = look(game, 1)["view"]
    assert seen["seats"][0]["hand"] is None
    assert seen["seats"][1]["hand"] is not None


@pytest.fixture
def study() -> Study:
    found = Study(START, name="A roll")
    rolled = found.add(0, "roll")
    for dice in found.at(rolled).legal_texts(-1)[:2]:
        found.add(-1, dice, rolled)
    rolled[0].comment = "what else?"
    rolled[0].children[0].name = "unlucky"
    return found


def test_a_tree_survives_its_file_and_its_link(study):
    assert tree.load(study.dump()) == study
    assert tree.unpack(study.link()) == study
    assert len(list(study.lines())) == 3
    assert study.add(0, "roll") == (study.root.children[0],)  # found again, not twice


def test_what_cannot_be_played_is_no_variation(study):
    with pytest.raises(SourceError):
        study.add(0, "city A1.N")
    assert len(study.root.children) == 1
    data = study.to_json()
    data["root"]["children"][0]["children"][0]["action"] = "dice 9 9"
    with pytest.raises(TreeError, match="cannot be played"):
        tree.load(json.dumps(data))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '{"format":"sevenhex-study","version":1}',
        '{"format":"sevenhex-study","version":1,"start":"","root":5}',
        "[" * 100_000,
    ],
)
def test_what_is_no_study_is_refused(text):
    with pytest.raises(TreeError):
        tree.load(text)


def test_a_broken_link_is_refused(study):
    with pytest.raises(TreeError):
        tree.unpack(study.link()[:40])
    with pytest.raises(TreeError):
        tree.unpack("%%%")
