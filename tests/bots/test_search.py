"""The compiled judgement: chances add up, better is better, and time is counted right."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sevenhex import bots
from sevenhex.bots import minds
from sevenhex.bots.search.evaluation import (
    INCOME,
    NAMES,
    NEVER,
    RATE,
    SCRATCH,
    SIZE,
    corner_worths,
    rolls_until,
    standing,
    standing_again,
    value,
)
from sevenhex.bots.search.policy import room
from sevenhex.bots.search.trading import gain_by_accepting
from sevenhex.bots.thinker import shared_desk
from sevenhex.game import Game
from sevenhex.rules.actions import give_of, trade
from sevenhex.rules.board import refresh
from sevenhex.rules.cards import BITS, CITY_COST, ROAD_COST, one, pack, total
from sevenhex.rules.ids import Kind, Phase, Resource
from sevenhex.rules.state import copy
from sevenhex.rules.topology import HEX_CORNERS


def scratch(income, rate=4):
    row = np.zeros(SCRATCH)
    row[INCOME : INCOME + 5] = income
    row[RATE : RATE + 5] = 1 / rate
    return row


def middle(seed: int = 3, actions: int = 120) -> Game:
    game = Game.new("sixth", 4, seed=seed, starter=0)
    guards = [bots.Guard(bots.make("steady", seed=seat), patient=True) for seat in range(4)]
    rng = Random(seed)
    while game.version < actions or game.phase != Phase.MAIN:
        if game.awaits_chance:
            game.resolve(rng)
        else:
            bots.step(game, guards)
    return game


def chances(state) -> list[float]:
    memory = shared_desk()[0]
    weights = minds.mind("planner", 4)[0]
    corner_worths(state[0], weights, memory[3][0])
    return [float(value(state[0], seat, weights, memory[3][0], memory[3][1], memory[3][3])) for seat in range(4)]


def test_time_is_counted_in_rolls():
    assert rolls_until(ROAD_COST, ROAD_COST, scratch([0, 0, 0, 0, 0])) == 0
    assert rolls_until(ROAD_COST, 0, scratch([0.5, 0.25, 0, 0, 0])) == pytest.approx(4, rel=0.2)
    assert rolls_until(CITY_COST, 0, scratch([0, 0, 0, 0, 0])) == NEVER
    # four wool for one: 8 wool buy a road's two cards
    assert rolls_until(ROAD_COST, 0, scratch([0, 0, 1, 0, 0])) == pytest.approx(8)
    assert rolls_until(ROAD_COST, 0, scratch([0, 0, 1, 0, 0], rate=2)) == pytest.approx(4)


def test_chances_to_win_add_up_to_one():
    assert sum(chances(middle().state)) == pytest.approx(1)


def test_more_is_better():
    state = copy(middle().state)
    state["hand"][0, 0] = 0
    before = chances(state)
    state["hand"][0, 0] = pack(0, 0, 0, 2, 3)
    assert chances(state)[0] > before[0]
    assert chances(state)[1] < before[1]


def test_the_robber_hurts_whom_it_blocks():
    state = copy(middle().state)
    record = state[0]
    mine = [tile for tile in range(19) if any(int(record["building"][corner]) == 1 for corner in HEX_CORNERS[0, tile])]
    tiles = [tile for tile in mine if tile != record["robber"] and record["number"][tile] in (5, 6, 8, 9)]
    before = chances(state)[0]
    record["robber"] = tiles[0]
    refresh(record)
    assert chances(state)[0] < before


def test_nobody_trades_with_somebody_about_to_win():
    game = middle()
    state = copy(game.state)
    actor = int(state["actor"][0])
    other = (actor + 1) % 4
    give, get = one(Resource.ORE) * 2, one(Resource.WOOL)
    state["hand"][0, actor] = pack(1, 1, 1, 1, 3)
    state["hand"][0, other] = pack(0, 0, 4, 2, 1)  # an ore short of a city, and wool to spare
    offer = int(trade(Kind.OFFER, give, get, 1 << other))
    state["offer"] = offer
    memory = shared_desk()[0]
    memory[0][0] = state[0]
    mind = minds.mind("planner", 4)
    assert gain_by_accepting(memory[0], 0, other, mind, memory) > 0
    state["points"][0, actor] = state["target"][0] - 1
    memory[0][0] = state[0]
    assert gain_by_accepting(memory[0], 0, other, mind, memory) < 0


def test_a_refused_offer_is_not_made_again():
    made: dict[tuple[int, int], list[int]] = {}
    game = Game.new("sixth", 4, seed=4, starter=0)
    guards = [bots.Guard(bots.make("scholar", level="quick", seed=seat), patient=True) for seat in range(4)]
    rng = Random(4)
    while not game.is_over:
        if game.awaits_chance:
            game.resolve(rng)
            continue
        bots.step(game, guards)
        seat, action = game.log[-1]
        if action & 63 == Kind.OFFER:
            made.setdefault((int(game.state["turn"][0]), seat), []).append(action)
    assert made, "nobody offered anything: the test proves nothing"
    for offers in made.values():
        assert len(set(offers)) == len(offers) <= 3
        assert all(total(give_of(offer)) >= 1 for offer in offers)


def test_weights_are_complete_and_known():
    for name in ("steady", "planner", "scholar"):
        assert minds.mind(name, 4).shape == (3, len(NAMES))
    with pytest.raises(bots.BotError, match="unknown terms luck"):
        minds.read({"main": {"luck": 1.0}})
    with pytest.raises(bots.BotError, match="lacks early_points"):
        minds.read({"main": {}})


def test_weights_survive_writing():
    import tomllib

    mind = minds.mind("planner", 4)
    again = minds.read(tomllib.loads(minds.write({"x": mind}))["x"])
    assert np.allclose(mind, again, atol=1e-4)


def test_a_hand_changed_is_judged_as_if_all_were_looked_at_anew():
    """The short way (only the terms of the hand) and the long way agree, for every seat and many hands."""
    game = Game.new("sixth", 4, seed=6)
    bots.play(game, [bots.Guard(bots.make("planner", seed=seat), patient=True) for seat in range(4)], Random(6), most=180)
    memory, weights = room(), minds.mind("scholar", 4)[0].copy()
    weights[SIZE - 1] = weights[2 * SIZE - 1] = 0.3  # whoever is next counts too
    corner_worths(game.state[0], weights, memory[3][0])
    rng = Random(1)
    for seat in range(4):
        standing(game.state[0], seat, weights, memory[3][0], memory[3][1])
        for _ in range(30):
            other = copy(game.state)
            other["hand"][0, seat] = sum(rng.randrange(4) << (BITS * kind) for kind in range(5))
            again = standing_again(other[0], seat, weights, memory[3][1])
            assert again == pytest.approx(standing(other[0], seat, weights, memory[3][0], memory[3][2]), abs=1e-12)
