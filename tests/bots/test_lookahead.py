"""Looking further: plans of several actions, positions judged after the next roll, offers played on, a leader who is not fed."""

from __future__ import annotations

from copy import deepcopy
from itertools import product

import numpy as np
import pytest
from test_master import middle
from test_wholes import look, own_cards

from positions import Table
from sevenhex import bots
from sevenhex.bots.lookahead import Exchange, Question
from sevenhex.bots.master import EFFORTS, Master, MasterEffort
from sevenhex.bots.trades import Promise, TradeJudge
from sevenhex.game.game import Game
from sevenhex.rules.actions import kind_of
from sevenhex.rules.cards import count, one
from sevenhex.rules.ids import Kind, Phase

ALL = float("-inf")


def builder() -> Table:
    """Red can pay a road and a settlement at its end."""
    table = Table().settlement("red", "C3.SE", "D3.NE").roads("red", "C3.E")
    return table.hand("red", brick=2, lumber=2, wool=2, grain=2, ore=1)


def test_plans_go_on_where_the_turn_does_and_stop_at_chance():
    table = builder()
    ahead, root = look(table, lambda seen: 0.5)
    road, buy, end = (table.action("red", text) for text in ("road C3.NE", "buy", "end"))
    found = ahead.deepen(root, 0, [(road,), (buy,), (end,)], 50, ALL)
    assert {plan[0] for plan in found} == {road}
    assert set(found) == {(road, action) for action in deepcopy(table).play("red", "road C3.NE").actions("red")}
    assert ahead.used == root + 1


def test_a_plan_is_found_that_no_single_action_shows():
    """The settlement behind the road is worth everything; a policy without opinions does not build it."""
    table = builder()
    settled = deepcopy(table).play("red", "road C3.NE")
    behind = [action for action in settled.actions("red") if kind_of(action) == Kind.SETTLE]
    assert behind
    before = sum(1 for owner in table.state["building"][0].tolist() if owner == 1)
    ahead, root = look(table, lambda seen: 0.9 if seen["corner.building"].tolist().count(1) > before else 0.3)
    road = table.action("red", "road C3.NE")
    plans = [(road,), *ahead.deepen(root, 0, [(road,)], 50, ALL)]
    (chances,) = ahead.try_out([Question(0, [root], (), 3, plans)], samples=2)
    worths = dict(zip(plans, chances[:, :, 0].mean(axis=1).tolist(), strict=True))
    assert max(worths, key=lambda plan: worths[plan]) in {(road, action) for action in behind}


def test_after_the_next_roll_is_the_mean_over_all_rolls():
    table = Table().settlement("red", "C3.SE", "D3.NE").city("red", "B2.N", "B2.NE").settlement("blue", "D3.SE", "D3.SE").hand("red", ore=2)
    table.play("red", "end")
    assert table.phase == Phase.ROLL
    ahead, _ = look(table, lambda seen: 0.1 + 0.02 * sum(own_cards(seen).values()))
    ahead.put_open([table.state])  # the same once more
    ahead.pool.viewers[:2] = 0
    held = [deepcopy(table).roll("blue", low, high).held("red") for low, high in product(range(1, 7), repeat=2)]
    asked = ahead.network.asked
    chances = ahead.judge_rolls(0, 2)
    assert chances[:, 0] == pytest.approx(np.mean([0.1 + 0.02 * each for each in held]), abs=1e-6)
    assert ahead.network.asked - asked <= 11
    assert ahead.pool.states["phase"][0] == Phase.ROLL


def test_who_leads_is_not_helped_more_than_oneself():
    table = Table().hand("red", brick=1).hand("blue", ore=1).hand("white", ore=1)
    ahead, root = look(table, lambda seen: 0.5)
    now, to_leader, to_other = (0.2, 0.4, 0.2, 0.2), (0.22, 0.5, 0.14, 0.14), (0.22, 0.34, 0.14, 0.3)
    exchanges = [Exchange(root, 0, 1, 1, 2), Exchange(root, 0, 3, 1, 2)]
    ahead.judge_exchanges = lambda *_, **__: np.array([now, to_leader, to_other], np.float32)
    assert TradeJudge(ahead, 0, [root]).own_gains(exchanges) == pytest.approx([0.02, 0.02], abs=1e-6)
    assert TradeJudge(ahead, 0, [root], wary=True).own_gains(exchanges) == pytest.approx([0.02 - 0.08, 0.02], abs=1e-6)
    ahead.judge_exchanges = lambda *_, **__: np.array([now, now, to_leader, to_other], np.float32)
    assert TradeJudge(ahead, 0, [root], wary=True).gains(exchanges, [1, 3]) == pytest.approx([0.1, 0.1], abs=1e-6)  # theirs stay


def in_turn() -> Game:
    """A seat that may trade, and another one that could."""
    for seed in range(20):
        game = middle(seed)
        seat = game.to_act[0]
        others = [hand for place, hand in enumerate(game.view(seat).hand_sizes) if place != seat]
        if game.state["phase"][0] == Phase.MAIN and game.view(seat).hand_sizes[seat] > 1 and min(others) > 0:
            return game
    raise AssertionError("no such position was found")


@pytest.mark.parametrize(("after", "offers"), [(0.5, False), (0.7, True)])
def test_an_offer_must_bring_more_than_the_best_action(monkeypatch, after, offers):
    game = in_turn()
    seat = game.to_act[0]
    view, legal = game.view(seat), game.legal(seat)
    roots_of = []

    def worths(self, thought, roots, plans):
        roots_of.append(list(roots))
        traded = roots_of[-1] != thought.roots[: len(roots)]
        return dict.fromkeys(plans, after if traded else 0.5)

    def promised(self, without=()):
        hands = self.ahead.pool.states[self.roots[0]]["hand"]
        other = next(each for each in range(4) if each != self.seat and hands[each])
        give, get = (next(int(one(kind)) for kind in range(5) if count(int(hands[each]), kind)) for each in (self.seat, other))
        return {(give, get): Promise([0.1, 0.1], 1 << other, {other: [(0.1, 0.1)]})}

    monkeypatch.setattr(Master, "worths", worths)
    monkeypatch.setattr(TradeJudge, "offers", promised)
    monkeypatch.setitem(EFFORTS, "normal", EFFORTS["normal"]._replace(offers=2, offer_worlds=2))
    chosen = bots.make("master", seed=1).choose(view, legal, bots.Limit())
    assert (kind_of(chosen) == Kind.OFFER) == offers


def test_every_way_to_think_further_chooses_something_legal(monkeypatch):
    far = MasterEffort(tries=3, samples=2, worlds=2, kept=2, branches=2, depth=2, rolls=1, offers=2, wary=1)
    monkeypatch.setitem(EFFORTS, "normal", far)
    game = in_turn()
    seat = game.to_act[0]
    guard = bots.Guard(bots.make("master", seed=1), same_thread=True)
    first = guard.choose(game.view(seat), game.legal(seat))
    assert guard.faults == []
    assert bots.make("master", seed=1).choose(game.view(seat), game.legal(seat), bots.Limit()) == first
