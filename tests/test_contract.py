"""The contract of `Game`, for every edition and number of players: copy, undo, equality, hashing, texts, JSON, views and reasons."""

from __future__ import annotations

import json
from random import Random

import pytest

from sevenhex.errors import ActionError
from sevenhex.game.game import Game
from sevenhex.notation import position, reader
from sevenhex.notation.speech import read, say
from sevenhex.rules.actions import typed
from sevenhex.rules.check import check
from sevenhex.rules.ids import CHANCE
from stories import TABLES, wild_step

HOUSE = {"dice": "deck", "friendly_robber": True, "no_seven_rounds": 1}
LENGTH = 260


def listed(game: Game) -> list[tuple[int, int]]:
    return [(seat, action) for seat in game.to_act for action in game.legal(seat)]


def check_texts(game: Game) -> None:
    """Every legal action is said and read back, and the position too."""
    for seat, action in listed(game):
        assert read(say(action, game.naming, seat), game.naming, seat) == action
        assert read(say(action, game.naming), game.naming) == action
    text = game.position()
    again = Game.at(text)
    assert again.state.tobytes() == game.state.tobytes()
    assert again.configuration == game.configuration
    assert again.colours == game.colours
    assert again.position() == text


def check_copy(game: Game, rng: Random) -> None:
    """A copy equals and hashes as the original, and playing it leaves the original alone."""
    twin, bytes_before = game.copy(), game.state.tobytes()
    assert (twin, hash(twin)) == (game, hash(game))
    version = game.version
    wild_step(twin, rng)
    while twin.version == version:
        wild_step(twin, rng)
    assert twin != game
    assert (game.version, game.state.tobytes()) == (version, bytes_before)
    twin.undo(twin.version - version)
    assert (twin, hash(twin)) == (game, hash(game))
    assert listed(twin) == listed(game)


def check_refusals(game: Game, rng: Random) -> None:
    """Any number is legal exactly when there is no reason against it; a refused one changes nothing."""
    legal = listed(game)
    for _ in range(12):
        seat = rng.randrange(-1, game.players)
        action = rng.choice([rng.choice(legal)[1], rng.choice(legal)[1] ^ (1 << rng.randrange(24)), rng.getrandbits(30)])
        allowed = game.is_legal(action, seat)
        assert allowed == (not game.why_not(action, seat))
        if not allowed:
            before = (game.version, game.state.tobytes())
            with pytest.raises(ActionError):
                game.play(action, seat)
            assert (game.version, game.state.tobytes()) == before


def check_views(game: Game) -> None:
    """A view's position is read back, holds the right numbers, and is complete only where nothing is hidden."""
    for seat in (None, *range(game.players)):
        known = position.of_view(game.view(seat))
        assert reader.read(position.write(known)) == known
        for other in range(game.players):
            sizes = known.hand_sizes[other] if known.hand_sizes else None
            if sizes is not None:
                assert sizes == sum(int(game.state[0].hand[other]) >> shift & 255 for shift in range(0, 40, 8))


@pytest.mark.parametrize("options", [{}, HOUSE], ids=["book", "house"])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_random_play_keeps_the_contract(edition, players, options):
    rng = Random(f"{edition} {players} {options}")
    game = Game.new(edition, players, seed=rng.getrandbits(32), **options)
    while not game.is_over and game.version < LENGTH:
        wild_step(game, rng)
        assert not check(game.state)
        if game.is_over or rng.random() > 0.06:
            continue
        check_texts(game)
        check_copy(game, rng)
        check_refusals(game, rng)
        check_views(game)
    text = game.record()
    again = Game.load(text)
    assert (again, hash(again), again.record()) == (game, hash(game), text)
    assert [event.to_json() for event in again.events] == [event.to_json() for event in game.events]
    assert Game.from_json(game.to_json()) == game
    assert Game.from_json(json.dumps(game.to_json())) == game
    replayed = list(game)
    assert [entry for entry, _ in replayed] == game.log
    assert replayed[-1][1] == game
    assert replayed[100][1].state.tobytes() == game.states[101].tobytes()


def test_chance_is_only_what_it_lists():
    game = Game.new(seed=1)
    assert game.to_act == (CHANCE,)
    assert len(game.chances()) == 36
    assert sum(weight for _, weight in game.chances()) == 36
    picked = {game.pick(((number << 32) + 35) // 36) for number in range(36)}
    assert picked == {action for action, _ in game.chances()}
    assert {typed(action).kind.name for action in picked} == {"DICE"}
