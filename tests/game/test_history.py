"""A game's past in little room is the same past."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sevenhex.game.game import Game
from sevenhex.game.history import BLOCK, RECENT, History
from sevenhex.rules.ids import CHANCE
from sevenhex.rules.state import RECORD, State, copy
from walks import KINDS, begin, walk


def bytes_of(states) -> list[bytes]:
    return [state.tobytes() for state in states]


@pytest.fixture(scope="module")
def played() -> tuple[Game, list[State]]:
    """A game, and its states as they were when they arose."""
    game, luck = begin(0), random.Random(3)
    states = [copy(game.state)]
    while len(game.log) < 300 and not game.is_over:
        walk(game, luck, 1)
        states += [copy(game.states[n]) for n in range(len(states), len(game.states))]
    return game, states


def test_every_past_state_is_kept(played):
    game, states = played
    assert bytes_of(game.states) == bytes_of(states)
    for place in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, -1, -2, -RECENT - 1, -40, -len(states)):
        assert game.states[place].tobytes() == states[place].tobytes()
    assert bytes_of(game.states[5:70]) == bytes_of(states[5:70])
    assert bytes_of(game.states[::-7]) == bytes_of(states[::-7])
    assert game.state.tobytes() == states[-1].tobytes()
    for place in (len(states), -len(states) - 1):
        with pytest.raises(IndexError):
            game.states[place]


@given(some.data())
def test_a_history_is_a_list_that_grows_and_shrinks(played, data):
    states = played[1]
    history, model = History(states[:1]), states[:1]
    for _ in range(data.draw(some.integers(1, 5))):
        for state in data.draw(some.sampled_from((states[:3], states[40:70], states[100:200]))):
            history.append(state)
            model.append(state)
        keep = data.draw(some.integers(1, len(model)))
        if data.draw(some.booleans()):
            twin, whole = history.until(keep), bytes_of(model)
            twin.append(states[7])
            assert bytes_of(twin) == [*whole[:keep], states[7].tobytes()]
            assert bytes_of(history) == whole, "a branch leaves its origin alone"
        else:
            del history[keep:], model[keep:]
        assert len(history) == len(model)
        assert history.last.tobytes() == model[-1].tobytes()
        assert bytes_of(history) == bytes_of(model)


def test_only_the_end_can_be_taken_back(played):
    history = History(played[1][:40])
    for wrong in (slice(3, 7), slice(0, None)):
        with pytest.raises(IndexError):
            del history[wrong]
    assert bytes_of(history) == bytes_of(played[1][:40])


def test_a_past_takes_little_room(played):
    history = played[0].states
    assert len(history.recent) < BLOCK + RECENT
    assert sum(map(len, history.packed)) < 0.05 * BLOCK * len(history.packed) * RECORD.itemsize


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_outcomes_of_chance_are_counted_through_undo_and_branches(kind):
    game, luck = begin(kind), random.Random(kind)
    walk(game, luck, 150)

    def counted(some_game: Game) -> bool:
        return some_game.chance_count == sum(seat == CHANCE for seat, _ in some_game.log)

    assert game.chance_count
    assert all(counted(one) for one in (game, game.copy(), game.until(len(game.log) // 2), game.until(0)))
    events = [event.to_json(1) for event in game.events]
    for back in (1, 13, BLOCK, len(game.log) - 30 - BLOCK, 1, BLOCK - 1):
        game.undo(back)
        assert counted(game)
        assert [event.to_json(1) for event in game.events] == [event for event in events if event["n"] < len(game.log)]
    assert counted(walk(game, luck, 50))
