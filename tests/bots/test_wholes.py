"""A discard of many cards and two free roads are judged whole: an action is worth the best that can begin with it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from positions import Table
from sevenhex.bots import wholes as module
from sevenhex.bots.lookahead import Lookahead, Question
from sevenhex.bots.wholes import bundles, wholes
from sevenhex.observation import menu
from sevenhex.observation.observation import places
from sevenhex.rules.actions import first, kind_of
from sevenhex.rules.cards import one
from sevenhex.rules.ids import RESOURCES, Kind, Phase


class Opinion:
    """A network that judges a position by a sentence of the test, and whose policy likes nothing better than anything else."""

    def __init__(self, players: int, worth) -> None:
        self.where, self.worth, self.asked, self.looks = places(0, players), worth, 0, 0

    def evaluate(self, seen, players, policy=True, rotations=1):
        self.asked += len(seen)
        self.looks += len(seen) * rotations
        own = np.array([self.worth({name: row[where] for name, where in self.where.items()}) for row in seen], np.float32)
        chances = np.repeat(((1 - own) / (players - 1))[:, None], players, axis=1)
        chances[:, 0] = own
        return chances, np.zeros((len(seen), menu.size(0, players, False)), np.float32)


def look(table: Table, worth, rotations: int = 1) -> tuple[Lookahead, int]:
    ahead = Lookahead(Opinion(int(table.state["players"][0]), worth), table.state, rotations)
    (root,) = ahead.put_open([table.state])
    return ahead, root


HAND = {"brick": 3, "lumber": 1, "wool": 2, "grain": 4, "ore": 1}


def robbed_of_half() -> Table:
    table = Table().settlement("red", "C3.SE", "D3.NE").settlement("blue", "B2.N", "B2.NE").hand("red", **HAND).turn("red", rolled=False)
    return table.roll("red", 3, 4)


def own_cards(seen) -> Counter[int]:
    return Counter(dict(enumerate(seen["seats.low"][:RESOURCES].tolist())))


def keeps(wanted: Counter[int]):
    """Nothing is worth anything but this hand, and each single card of it is best given away."""
    return lambda seen: 0.9 if own_cards(seen) == wanted else 0.1 + 0.01 * sum((own_cards(seen) - wanted).values())


def test_bundles_are_all_ways_to_take_cards():
    hand = sum(int(one(kind)) * size for kind, size in enumerate(HAND.values()))
    cards = [kind for kind, size in enumerate(HAND.values()) for _ in range(size)]
    wanted = {tuple(Counter(some)[kind] for kind in range(RESOURCES)) for some in combinations(cards, 5)}
    assert sorted(bundles(hand, 5)) == sorted(wanted)


def test_a_card_stands_for_the_best_discard_that_begins_with_it():
    table = robbed_of_half()
    assert table.phase == Phase.DISCARD
    kept = Counter({0: 3, 3: 2, 4: 1})
    best = Counter(dict(enumerate(HAND.values()))) - kept
    ahead, root = look(table, keeps(kept))
    legal = table.actions("red")
    found = wholes(ahead, root, 0, legal)
    for action, whole in zip(legal, found, strict=True):
        assert whole[0] == action
        assert len(whole) == sum(best.values())
        assert (Counter(int(first(each)) for each in whole) == best) == (int(first(action)) in best)
    (chances,) = ahead.try_out([Question(0, [root], legal, 1)], samples=2)
    worths = dict(zip([int(first(action)) for action in legal], chances[:, :, 0].mean(axis=1), strict=True))
    assert {kind for kind, worth in worths.items() if worth > 0.85} == set(best)


def test_rotations_are_for_the_best_at_first_sight():
    table = robbed_of_half()
    kept = Counter({0: 3, 3: 2, 4: 1})
    legal = table.actions("red")
    once, root = look(table, keeps(kept))
    six, _ = look(table, keeps(kept), rotations=6)
    plain, found = wholes(once, root, 0, legal), wholes(six, root, 0, legal)
    best = Counter(dict(enumerate(HAND.values()))) - kept
    assert [whole for whole in plain if int(first(whole[0])) in best] == [whole for whole in found if int(first(whole[0])) in best]
    assert once.network.looks > module.SHORTLIST
    assert six.network.looks == once.network.looks + 6 * module.SHORTLIST


def test_a_discard_of_too_many_ways_is_judged_card_by_card(monkeypatch):
    monkeypatch.setattr(module, "MOST_WHOLES", 3)
    table = robbed_of_half()
    ahead, root = look(table, lambda seen: 0.5)
    legal = table.actions("red")
    assert wholes(ahead, root, 0, legal) == [(action,) for action in legal]
    assert ahead.network.asked == 0


def test_positions_are_forgotten_and_the_first_one_stays():
    table = robbed_of_half()
    ahead, root = look(table, lambda seen: 0.5)
    before = ahead.pool.states[root].tobytes()
    wholes(ahead, root, 0, table.actions("red"))
    assert ahead.used == root + 1
    assert ahead.pool.states[root].tobytes() == before


@pytest.mark.parametrize("played", [False, True])
def test_two_free_roads_are_one_decision(played):
    """The pair is worth a lot, each of its roads alone is worth least of all: road by road neither would be found."""
    table = Table().settlement("red", "C3.SE", "D3.NE").cards("red", road_building=1)
    if played:
        table.play("red", "road-building")
    pair = {int(first(table.action("red", text))) for text in ("road C3.E", "road C3.SE")}

    def worth(seen):
        own = {edge for edge, owner in enumerate(seen["edge.road"].tolist()) if owner == 1}
        return 0.9 if own >= pair else 0.4 - 0.1 * len(own & pair)

    ahead, root = look(table, worth)
    legal = [action for action in table.actions("red") if kind_of(action) in (Kind.ROAD, Kind.ROAD_BUILDING)]
    found = dict(zip(legal, wholes(ahead, root, 0, legal), strict=True))
    if not played:
        (whole,) = found.values()
        assert {int(first(action)) for action in whole[1:]} == pair
        return
    assert len(legal) > 3
    assert pair <= {int(first(action)) for action in legal}
    for action, whole in found.items():
        assert (whole[0], len(whole)) == (action, 2)
        if int(first(action)) in pair:
            assert {int(first(each)) for each in whole} == pair
    (chances,) = ahead.try_out([Question(0, [root], legal, 1)], samples=1)
    assert {int(first(action)) for action, row in zip(legal, chances[:, 0, 0], strict=True) if row > 0.85} == pair
