"""Every legal action has its own index, and the index leads back to it."""

from __future__ import annotations

import random

import pytest

from sevenhex.game.game import Game
from sevenhex.observation import menu
from sevenhex.rules.ids import Kind

KIND = 63


@pytest.mark.parametrize(("players", "trade"), [(4, False), (4, True), (6, True), (2, False)])
def test_indices_and_actions_are_one_to_one(players, trade):
    rng = random.Random(players)
    game = Game.new("sixth" if players < 5 else "summary", players, seed=players)  # free roads may be left there (DEV-4)
    size = menu.size(int(game.state[0].island), players, trade)
    offers = 0
    for _ in range(900):
        game.resolve(rng)
        if game.is_over:
            break
        seat = game.to_act[0]
        legal = game.legal(seat, menu=trade and offers < 40)
        indices = [menu.index_in(game.state, seat, action) for action in legal]
        assert len(set(indices)) == len(legal)
        assert all(0 <= index < size for index in indices)
        assert [menu.action_of(game.state, seat, index) for index in indices] == legal
        chosen = rng.choice(legal)
        offers += chosen & KIND == Kind.OFFER
        game.push(chosen, seat)


def test_blocks_cover_the_menu_without_gaps():
    for players in range(2, 7):
        for trade in (False, True):
            found = menu.blocks(int(players > 4), players, trade)
            assert found[0].start == 0
            assert [block.stop for block in found[:-1]] == [block.start for block in found[1:]]
            assert found[-1].stop == menu.size(int(players > 4), players, trade)


def test_indices_outside_the_menu_lead_to_no_action():
    game = Game.new("sixth", 4, seed=1, starter=0)
    size = menu.size(0, 4, True)
    assert [menu.action_of(game.state, 0, index) for index in (-1, size, 10**9)] == [0, 0, 0]
