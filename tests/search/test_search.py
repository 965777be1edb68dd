"""The compiled judgement: chances add up, better is better, and time is counted right."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from sevenhex import bots
from sevenhex.bots import minds
from sevenhex.bots.bargaining import broken_promises
from sevenhex.bots.thinker import memory_of
from sevenhex.game.game import Game
from sevenhex.knowledge.sample import worlds
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_BITS, first, give_of, kind_of, third, trade
from sevenhex.rules.board import refresh
from sevenhex.rules.cards import CITY_COST, ROAD_COST, one, pack, total
from sevenhex.rules.ids import Answer, Kind, Phase, Resource
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.rates import best_rate
from sevenhex.rules.state import copy
from sevenhex.rules.topology import HEX_CORNERS
from sevenhex.search.eagerness import eagerness
from sevenhex.search.evaluation import NAMES, NEVER, ROW, SIZE, rolls_until
from sevenhex.search.memory import ACTION, POSITION, make_memory
from sevenhex.search.policy import (
    MAIN,
    compare,
    is_wasteful,
    note_standings,
    refresh_island,
    row_of,
    sensible_actions,
    shares,
    touches_own_hand_only,
)
from sevenhex.search.trading import gain_by_accepting


def row(income, rate=4):
    found = np.zeros(1, ROW)
    found["income"] = income
    found["rate"] = 1 / rate
    return found[0]


def middle(seed: int = 3, actions: int = 120) -> Game:
    game = Game.new("sixth", 4, seed=seed, starter=0)
    guards = [bots.Guard(bots.make("steady", seed=seat), same_thread=True) for seat in range(4)]
    rng = Random(seed)
    while game.version < actions or game.phase != Phase.MAIN:
        if game.awaits_chance:
            game.resolve(rng)
        else:
            bots.step(game, guards)
    return game


def chances(state) -> list[float]:
    found = np.zeros(4)
    shares(minds.mind("planner", 4)[MAIN], memory_of(state[0]), found)
    return found.tolist()


def test_time_is_counted_in_rolls():
    assert rolls_until(ROAD_COST, ROAD_COST, row([0, 0, 0, 0, 0])) == 0
    assert rolls_until(ROAD_COST, 0, row([0.5, 0.25, 0, 0, 0])) == pytest.approx(4, rel=0.2)
    assert rolls_until(CITY_COST, 0, row([0, 0, 0, 0, 0])) == NEVER
    # four wool for one: 8 wool buy a road's two cards
    assert rolls_until(ROAD_COST, 0, row([0, 0, 1, 0, 0])) == pytest.approx(8)
    assert rolls_until(ROAD_COST, 0, row([0, 0, 1, 0, 0], rate=2)) == pytest.approx(4)


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
    mind = minds.mind("planner", 4)
    assert gain_by_accepting(other, mind, memory_of(state[0])) > 0
    state["points"][0, actor] = state["target"][0] - 1
    assert gain_by_accepting(other, mind, memory_of(state[0])) < 0


def test_a_refused_offer_is_not_made_again():
    made: dict[tuple[int, int], list[int]] = {}
    game = Game.new("sixth", 4, seed=4, starter=0)
    guards = [bots.Guard(bots.make("scholar", seed=seat), same_thread=True) for seat in range(4)]
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


def test_what_another_cannot_give_any_more_is_in_no_imagined_world():
    """TRADE-5: who was robbed after a word cannot keep it; a bot knows that from what is legal."""
    view = middle().view(0)
    actor = view.actor
    view = middle().view(actor)
    one_, other = (actor + 1) % 4, (actor + 2) % 4
    view.state["proposal"][0, [one_, other]] = trade(Kind.PROPOSE, one(0), one(1), 0)
    view.state["answer"][0, [one_, other]] = Answer.ACCEPTED
    closing = [int(kind) | one_ << KIND_BITS for kind in (Kind.TAKE, Kind.CONFIRM)]
    void = broken_promises(view, [int(Kind.END), *closing])
    for world in islice(worlds(view, Random(1), void), 4):
        assert (world["proposal"][0, one_], world["proposal"][0, other]) == (view.state["proposal"][0, one_], 0)
        assert (world["answer"][0, one_], world["answer"][0, other]) == (Answer.ACCEPTED, Answer.NOT_ASKED)
    assert view.state["proposal"][0, other]  # the view is as it was


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


@pytest.mark.parametrize(("edition", "players"), [("sixth", 4), ("fourth", 3), ("extension", 6), ("zip", 4), ("sixth", 2)])
def test_only_what_an_action_changes_is_looked_at_and_nothing_is_missed(edition, players):
    """After every kind of action the standings that were compared are those of a look at everything, to the last bit."""
    mind, memory, fresh = minds.mind("scholar", players).copy(), make_memory(), make_memory()
    mind[:, SIZE - 1] = mind[:, 2 * SIZE - 1] = 0.3  # the next player counts too
    rng, seen = Random(players), set()
    for seed in range(4):
        game = Game.new(edition, players, seed=seed)
        while not game.is_over and game.version < 700:
            if game.awaits_chance:
                game.resolve(rng)
                continue
            seat, weights = game.to_act[0], mind[int(row_of(game.state[0]))]
            memory.states[0] = game.state[0]
            refresh_island(memory.states[0], weights, memory)
            note_standings(memory.states[0], memory)
            refresh_island(memory.states[0], weights, fresh)
            actions = game.legal(seat)
            for action in rng.sample(actions, min(4, len(actions))):
                after = copy(game.state)
                engine.apply(after, seat, action)
                kind = int(kind_of(action))
                if kind == Kind.END or after["phase"][0] == Phase.OVER:
                    continue
                memory.states[1] = after[0]
                compare(0, 1, seat, action, memory, POSITION, ACTION)
                note_standings(after[0], fresh)
                for each in range(players):
                    alone = touches_own_hand_only(kind) and each != seat
                    level, wanted = (POSITION, memory) if alone else (POSITION, fresh)
                    assert memory.standings[ACTION, each] == wanted.standings[level, each], (Kind(kind), each)
                seen.add(kind)
            game.play(rng.choice(actions), seat)
    assert seen >= {Kind.SETTLE, Kind.ROAD, Kind.CITY, Kind.BUY, Kind.BANK, Kind.ROBBER, Kind.KNIGHT, Kind.DISCARD}


def test_nobody_pays_more_cards_than_its_harbors_ask_for():
    """A seat with harbors is offered the worse rates too: no thinking bot gives a thought to them, and the greedy one never draws them."""
    state, tried = copy(middle().state), 0
    seat = int(state["actor"][0])
    state["rates"][0, seat] = 0b111111
    state["hand"][0, seat] = pack(5, 5, 5, 5, 5)
    state["supply"] = pack(9, 9, 9, 9, 9)
    out = np.zeros(MAX_ACTIONS, np.int64)
    listed = out[: engine.legal_actions(state, seat, False, out)].tolist()
    rates = {int(third(action)) for action in listed if kind_of(action) == Kind.BANK}
    assert rates == {2, 3, 4}
    for action in listed:
        if kind_of(action) == Kind.BANK:
            assert (eagerness(state[0], action) == 0) == (third(action) > 2) == bool(is_wasteful(state[0], seat, action))
            tried += 1
    kept = out[: sensible_actions(state[0], seat, out)].tolist()
    assert tried == 60
    assert [action for action in listed if kind_of(action) != Kind.BANK or third(action) == 2] == kept


@pytest.mark.parametrize(("name", "level"), [("greedy", "normal"), ("steady", "normal"), ("planner", "quick")])
def test_games_have_no_trades_that_waste_cards(name, level):
    trades = 0
    for seed in range(3):
        game = Game.new("sixth", 4, seed=seed, starter=0)
        bots.play(
            game, [bots.Guard(bots.make(name, level=level, seed=seat), same_thread=True) for seat in range(4)], Random(seed), most=700
        )
        for (seat, action), state in zip(game.log, game.states, strict=False):
            if seat >= 0 and kind_of(action) == Kind.BANK:
                assert third(action) == best_rate(state[0], seat, first(action))
                trades += 1
    assert trades
