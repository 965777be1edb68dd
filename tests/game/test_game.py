"""`Game`: making, playing, taking back, and the texts with which it refuses."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from clauses import clause
from sevenhex import Game
from sevenhex.errors import ActionError, EditionError, OptionError, SevenhexError
from sevenhex.game.game import number32
from sevenhex.notation.speech import Naming
from sevenhex.rules import engine
from sevenhex.rules.ids import CHANCE, Phase
from stories import story


def started(**options) -> Game:
    return Game.new("sixth", 4, seed=7, starter="red", **options)


def test_a_seed_lays_the_same_island_in_every_process():
    script = "from sevenhex import Game; print(Game.new('sixth', 4, seed=7).position())"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()
    assert said == Game.new("sixth", 4, seed=7).position()
    assert said != Game.new("sixth", 4, seed=8).position()
    assert Game.new().position() != Game.new().position()


def test_a_starter_needs_no_roll():
    assert started().to_act == (0,)
    assert Game.new("sixth", 4, seed=7, starter=2).to_act == (2,)
    with pytest.raises(ActionError, match="Nobody here plays 'pink'"):
        Game.new("sixth", 4, seed=7, starter="pink")
    with pytest.raises(ActionError, match="no seat 4"):
        Game.new("sixth", 4, seed=7, starter=4)


def test_what_does_not_exist_is_refused():
    with pytest.raises(EditionError, match="did you mean 'sixth'"):
        Game.new("sixt")
    with pytest.raises(OptionError, match="victory_points"):
        Game.new(victory_point=8)
    with pytest.raises(OptionError, match="players"):
        Game.new("fourth", 6)


def test_texts_and_numbers_play_the_same():
    one, other = started(), started()
    one.play("settle B2.SE")
    other.play(other.read("settle C3.N"), "red")
    assert one == other
    assert one.say(one.log[0][1]) == "settle B2.SE"
    assert one.legal_texts("red") == ["road B2.E", "road B2.SE", "road B3.SW"]


def test_a_refused_action_changes_nothing_and_says_why():
    game = started()
    before = game.copy()
    for said, why in [("settle Z9.N", "no corner"), ("road A1.E", "settlement"), ("dance", "no action"), ("", "too early")]:
        with pytest.raises(ActionError, match=why):
            game.play(said)
        assert not game.is_legal(said, "red")
    with pytest.raises(ActionError):
        game.play("settle B2.SE", "blue")
    with pytest.raises(ActionError):
        game.play(-5, "red")
    with pytest.raises(ActionError):
        game.play(1 << 70, "red")
    with pytest.raises(ActionError, match="no seat 9"):
        game.play("settle B2.SE", 9)
    with pytest.raises(ActionError, match="Chance cannot bring"):
        game.play("dice 1 1", CHANCE)
    assert game == before
    assert game.state.tobytes() == before.state.tobytes()


def test_undo_goes_back_by_any_number_and_no_further():
    game = story("sixth", 3, 3, victory_points=4)
    whole, first = game.copy(), game.until(0)
    taken = game.undo(10)
    assert taken == whole.log[-10:]
    assert game == whole.until(whole.version - 10)
    for seat, action in taken:
        game.play(action, seat)
    assert game == whole
    game.undo(game.version)
    assert game == first
    with pytest.raises(ActionError, match="Cannot take back 1 of 0"):
        game.undo()
    with pytest.raises(SevenhexError, match="expected a number"):
        whole.until(whole.version + 1)


def test_chance_resolves_from_any_generator():
    for source in (random.Random(1), np.random.default_rng(1), lambda: 123456789):
        game = Game.new("sixth", 4, seed=7, starter=0)
        assert game.resolve(source) == []
        for text in ("settle B2.SE", "road B2.E"):
            game.play(text)
        assert 0 <= number32(source) < 1 << 32
    with pytest.raises(SevenhexError, match="got str"):
        number32("dice")  # type: ignore[arg-type]
    with pytest.raises(ActionError, match="left to chance"):
        game.pick(0)
    with pytest.raises(ActionError, match="from 0 to"):
        Game.new(seed=1).pick(1 << 32)


def test_several_awaited_seats_must_be_named():
    game = Game.load(record_with_discards())
    assert len(game.to_act) == 2
    with pytest.raises(ActionError, match="say whose"):
        game.play(game.legal(game.to_act[0])[0])
    game.play(game.legal(game.to_act[1])[0], game.to_act[1])


def record_with_discards() -> str:
    """A game in which two players have to discard at once."""
    for seed in range(50):
        game = story("sixth", 4, seed, most=600)
        for n, state in enumerate(game.states):
            if state[0].phase == Phase.DISCARD and np.count_nonzero(state[0].discard_left) > 1:
                return game.until(n).record()
    raise AssertionError("no such game")


@clause("WIN-5", "WIN-1")
def test_the_score_table_adds_up():
    game = story("sixth", 4, 5, victory_points=7)
    assert game.outcome is not None
    for row in game.score_table():
        parts = (row.settlement_points, row.city_points, row.route_points, row.army_points, row.victory_point_cards)
        assert sum(parts) == row.total == engine.total_points(game.state, row.seat)
        assert (row.settlement_points, row.city_points) == (row.settlements, 2 * row.cities)
        assert (row.knights, row.route) == (game.state[0].knights[row.seat], game.state[0].route[row.seat])
    assert game.outcome.points == tuple(row.total for row in game.score_table())
    assert game.outcome.points[game.outcome.winner] >= 7
    assert game.outcome.turns == game.state[0].turn
    assert game.to_act == ()
    with pytest.raises(ActionError, match="over"):
        game.play("end")


def test_a_game_on_has_no_outcome_and_shows_where_it_is():
    game = started()
    assert game.outcome is None
    assert repr(game) == "<Game sixth, 4 players, turn 0, setup_settlement, 0 entries>"
    assert "won" in repr(story("zip", 3, 5, victory_points=4))


def test_games_of_other_options_differ():
    assert started() != started(victory_points=8)
    assert started() != "sixth"
    assert started() == started()


def test_events_grow_with_the_log_and_shrink_with_undo():
    game = started()
    news = game.play("settle B2.SE")
    assert [event.kind for event in news] == ["placed"]
    assert game.events == news
    game.play("road B2.E")
    assert [event.n for event in game.events] == [0, 1]
    assert [event.n for event in game.events_since(1)] == [1]
    game.undo()
    assert game.events == news
    assert game.events_at(0) == news


def test_the_names_of_seats():
    naming = Naming(0, ("red", "blue"))
    assert (naming.seat("Blue"), naming.colour(0), naming.others(0)) == (1, "red", 2)
    with pytest.raises(ActionError, match="no seat True"):
        naming.known_seat(True)
