"""No bot knows a hidden card: whatever lies where a seat cannot see it, the choice is the same."""

from __future__ import annotations

from random import Random

import pytest

from clauses import clause
from sevenhex import bots
from sevenhex.game.game import Game
from sevenhex.rules.cards import count, one
from sevenhex.rules.ids import Card
from sevenhex.rules.state import copy

PLAYERS = 4


def positions(wanted: int):
    """Positions from the middle of games between steady players, one seat to act with a choice."""
    found = 0
    seed = 0
    while found < wanted:
        seed += 1
        game = Game.new("sixth", PLAYERS, seed=seed, starter=0)
        guards = [bots.Guard(bots.make("steady", seed=seat), same_thread=True) for seat in range(PLAYERS)]
        rng = Random(seed)
        stop = 90 + 37 * seed % 160
        while not game.is_over and game.version < stop:
            if game.awaits_chance:
                game.resolve(rng)
            else:
                bots.step(game, guards)
        while game.awaits_chance:
            game.resolve(rng)
        if not game.is_over and len(game.legal(game.to_act[0])) > 1:
            found += 1
            yield game


def swapped(game: Game, seat: int, rng: Random) -> Game:
    """The same game as far as the seat can see: others' cards exchanged among them and with the deck."""
    state = copy(game.state)
    others = [other for other in range(PLAYERS) if other != seat]
    for _ in range(40):
        a, b = rng.sample(others, 2)
        give, take = rng.randrange(5), rng.randrange(5)
        hand = state["hand"][0]
        if count(int(hand[a]), give) and count(int(hand[b]), take):
            hand[a] += one(take) - one(give)
            hand[b] += one(give) - one(take)
        cards, deck = state["cards"][0], int(state["deck"][0])
        give, take = rng.randrange(5), rng.randrange(5)
        safe = Card.VICTORY_POINT not in (give, take)
        if safe and count(int(cards[a]), give) and count(deck, take):
            cards[a] += one(take) - one(give)
            state["deck"][0] = deck + one(give) - one(take)
    return Game(game.configuration, state)


@clause("ROB-5", "DEV-2")
@pytest.mark.parametrize("name", bots.names())
def test_hidden_cards_do_not_change_a_choice(name):
    rng = Random(name)
    moved = 0
    for game in positions(8):
        seat = game.to_act[0]
        shown = Game(game.configuration, game.state)
        level = "quick" if "quick" in bots.find(name).levels else "normal"
        expected = bots.make(name, level=level, seed=5).choose(shown.view(seat), shown.legal(seat), bots.Limit())
        for _ in range(3):
            other = swapped(game, seat, rng)
            moved += other.state.tobytes() != game.state.tobytes()
            assert other.view(seat) == shown.view(seat)
            assert bots.make(name, level=level, seed=5).choose(other.view(seat), other.legal(seat), bots.Limit()) == expected
    assert moved > 10, "nothing was swapped: the test proves nothing"


@pytest.mark.parametrize("name", bots.names())
def test_the_same_view_and_seed_bring_the_same_choice(name):
    for game in positions(3):
        seat = game.to_act[0]
        level = "quick" if "quick" in bots.find(name).levels else "normal"
        choices = {bots.make(name, level=level, seed=9).choose(game.view(seat), game.legal(seat), bots.Limit()) for _ in range(3)}
        assert len(choices) == 1
