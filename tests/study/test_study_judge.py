"""The judge: chances, best actions with reasons, growing depth; it sees what its viewer may know, and repeats itself."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from sevenhex import bots
from sevenhex.game.game import Game
from sevenhex.knowledge import views
from sevenhex.rules.ids import RESOURCES
from sevenhex.study import judge as judging
from sevenhex.study.judge import JudgeError, judge, think


@pytest.fixture(scope="module")
def finished() -> Game:
    game = Game.new("sixth", 4, seed=5, starter=0)
    return bots.play(game, [bots.make("greedy", seed=seat) for seat in range(4)], Random(3))


def moment(game: Game, least: int, choices: int = 3) -> Game:
    """The first moment from entry `least` on where a seat has some choices."""
    for n in range(least, len(game.log)):
        found = game.until(n)
        if not found.awaits_chance and len(found.legal(found.to_act[0])) >= choices:
            return found
    raise AssertionError("no such moment")


def test_chances_add_up_and_actions_are_ranked(finished):
    game = moment(finished, 150)
    said = judge(game, level="quick")
    assert sum(said.chances) == pytest.approx(100, abs=0.1)
    assert said.seat == game.to_act[0]
    assert [choice.worth for choice in said.choices] == sorted((choice.worth for choice in said.choices), reverse=True)
    assert said.best[0].lost == 0
    assert all(game.is_legal(choice.text, said.seat) for choice in said.best)
    assert all(choice.why["sentence"] for choice in said.best)


def test_each_step_is_deeper_and_can_be_the_last(finished):
    steps = list(think(moment(finished, 150), level="normal"))
    assert [step.depth for step in steps] == [1, 2, 3]
    assert [step.positions for step in steps] == sorted({step.positions for step in steps})
    assert next(iter(think(moment(finished, 150), level="normal"))) == steps[0]


def test_a_seed_repeats_the_answer(finished):
    game = moment(finished, 220)
    assert judge(game, viewer=game.to_act[0], seed=4) == judge(game.copy(), viewer=game.to_act[0], seed=4)


def test_what_a_viewer_cannot_see_changes_nothing(finished):
    """Two games that look alike to a seat are judged alike by it, and differently with open cards."""
    differ = 0
    for least in range(100, 300, 25):
        game = moment(finished, least)
        seat = game.to_act[0]
        view = game.view(seat)
        other = Game.at(game.position())
        hidden = [each for each in range(game.players) if each != seat and view.low[each] != view.high[each]]
        if not hidden:
            continue
        worlds = judging.worlds_of(view, 8, 1)
        assert all(np.array_equal(world["hand"][0, seat], game.state["hand"][0, seat]) for world in worlds)
        assert all(engine_size(world, each) == view.hand_sizes[each] for world in worlds for each in range(game.players))
        differ += len({world.tobytes() for world in worlds}) > 1
        assert judging.worlds_of(views.open_view(other, seat), 8, 1)[0].tobytes() == game.state.tobytes()
    assert differ


def engine_size(world, seat) -> int:
    word = int(world["hand"][0, seat])
    return sum(word >> 8 * kind & 255 for kind in range(RESOURCES))


def test_whose_choices_a_viewer_cannot_know_are_not_reported(finished):
    game = moment(finished, 150)
    other = (game.to_act[0] + 1) % game.players
    said = judge(game, viewer=other, level="quick")
    assert said.seat is None
    assert said.best == ()
    assert sum(said.chances) == pytest.approx(100, abs=0.1)


def test_chance_and_the_end(finished):
    waiting = next(finished.until(n) for n in range(100, len(finished.log)) if finished.until(n).awaits_chance)
    assert judge(waiting).best == ()
    over = judge(finished)
    assert over.chances[finished.outcome.winner] == 100


def test_a_trade_is_judged_by_its_exchange():
    """Red needs one ore for a city and is offered it; refusing is worse, and so is giving what the city needs."""
    base = "sixth/4 island=Fo5,Hi8,Pa4/Mo2,Fi10,Fi3,Hi11/Fo6,Fo9,Mo11,Fo6,Fi12/Pa3,Hi4,Pa5,Mo9/Pa8,De,Fi10 "
    base += "harbors=A1.NW:any,A2.NE:brick,B4.NE:any,C5.E:any,D4.SE:grain,E2.SE:ore,D1.SW:lumber,C1.W:any,B1.NW:wool robber=E2 "
    red = "red=s:A2.SE,C4.SE;r:A3.SW,C4.E;h:4w2g2o blue=s:A3.SE,B3.SE,D3.SE;r:A3.SE,B3.E,D3.E;h:3o orange=s:B2.S,C1.SE;r:B2.SE,C2.SW "
    game = Game.at(
        base + red + "white=s:A1.SE,C3.SE;r:A1.E,C3.E phase=main turn=9 starter=blue roller=blue actor=blue dice=1+2 flags=rolled setup=8"
    )
    game.play("offer 1 ore for 1 wool to red", "blue")
    said = judge(game, seat=0)
    assert said.best[0].text == "accept"
    assert said.best[1].lost > 1
    game.undo()
    game.play("offer 1 ore for 2 grain to red", "blue")
    assert judge(game, seat=0).best[0].text == "refuse"


def test_bad_questions_are_refused_in_words(finished):
    game = moment(finished, 150)
    with pytest.raises(JudgeError, match="no level 'endless'"):
        judge(game, level="endless")
    with pytest.raises(JudgeError, match="no seat 9"):
        judge(game, viewer=9)
    with pytest.raises(JudgeError, match="not awaited"):
        judge(game, seat=(game.to_act[0] + 1) % 4)


def test_without_a_network_the_evaluation_judges(finished, monkeypatch):
    monkeypatch.setattr(judging, "network_for", lambda state: None)
    said = judge(moment(finished, 150))
    assert said.judge == "evaluation"
    assert said.best
    assert said.best[0].lost == 0


def test_it_thinks_until_it_is_certain(finished, monkeypatch):
    """The last step is repeated with new dice, all of which count; what is certain ends the thought, and nothing goes on for ever."""
    lighter = [depth._replace(samples=max(2, depth.samples // 8)) for depth in judging.DEPTHS]  # the same way, with fewer dice
    monkeypatch.setattr(judging, "DEPTHS", tuple(lighter))
    ends = Counter()
    for least in (60, 120):
        steps = list(think(moment(finished, least), level="thorough"))
        assert [step.depth for step in steps] == list(range(1, len(steps) + 1))
        assert len(steps) <= judging.MOST_STEPS
        assert not any(step.settled for step in steps[:-1])
        ends[steps[-1].settled] += 1
        if len(steps) > len(judging.DEPTHS) + 1:
            early, late = steps[len(judging.DEPTHS) - 1], steps[-1]
            assert late.choices[1].error < early.choices[1].error
            ends["repeated"] += 1
        if steps[-1].settled and len(steps[-1].choices) > 1:
            assert judging.is_settled(steps[-1].choices)
    assert min(ends[True], ends[False], ends["repeated"]) > 0
