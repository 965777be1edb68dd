"""The card counter: certain ranges, and hypotheses with weights (ROB-5, SEVEN-1, DEV-6, TRADE-5, HOUSE-5)."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from clauses import clause
from positions import Table
from sevenhex.knowledge import counter
from sevenhex.knowledge.counter import Counter, counts
from sevenhex.rules.cards import pack
from walks import KINDS, begin, game_at, known_to_all, walk

BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
RED, BLUE, ORANGE, WHITE = range(4)


def story():
    """Blue holds a brick and three ore, orange two wool, white nothing; red is to roll. All of it is public."""
    table = Table().settlement("red", "C3.N", "C3.NE").settlement("blue", "D4.N", "D4.NE").settlement("orange", "E1.S", "E1.SE")
    table.turn("red", rolled=False).hand("blue", brick=1, ore=3).hand("orange", wool=2)
    return known_to_all(table)


def within(view, seat, resource):
    return counts(view.low[seat])[resource], counts(view.high[seat])[resource]


def chances_of(view, seat):
    """Hands of one seat with their probability."""
    found: dict[tuple[int, ...], float] = {}
    for weight, hands in view.hypotheses:
        hand = tuple(counts(hands[seat]))
        found[hand] = found.get(hand, 0) + weight
    return found


# --- small stories


def rob(game, thief, hexagon, victim, card):
    for text, seat in ((f"robber {hexagon} rob {victim}", thief), (f"steal {card}", -1)):
        game.play(text, seat)


def seven(game, seat=RED):
    game.play("roll", seat)
    game.play("dice 3 4", -1)


@clause("ROB-5")
def test_an_unseen_steal_splits_by_what_the_victim_held():
    game = game_at(story())
    seven(game)
    rob(game, RED, "D4", "blue", "ore")
    third = game.view(WHITE)
    assert chances_of(third, BLUE) == pytest.approx({(0, 0, 0, 0, 3): 0.25, (1, 0, 0, 0, 2): 0.75})
    assert chances_of(third, RED) == pytest.approx({(1, 0, 0, 0, 0): 0.25, (0, 0, 0, 0, 1): 0.75})
    assert (within(third, BLUE, ORE), within(third, BLUE, BRICK), within(third, RED, ORE)) == ((2, 3), (0, 1), (0, 1))
    for concerned in (RED, BLUE):
        assert chances_of(game.view(concerned), BLUE) == {(1, 0, 0, 0, 2): 1}
        assert within(game.view(concerned), RED, ORE) == (1, 1)


@clause("ROB-5", "TRADE-5")
def test_a_payment_proves_what_was_stolen():
    table = story().hand("red", brick=1)
    game = game_at(table)
    seven(game)
    rob(game, RED, "D4", "blue", "ore")
    before = game.view(WHITE)
    assert within(before, RED, ORE) == (0, 1)
    game.play("offer 1 ore for 1 wool to orange", RED)  # who offers must hold it
    assert within(game.view(WHITE), RED, ORE) == (1, 1)
    assert chances_of(game.view(WHITE), BLUE) == {(1, 0, 0, 0, 2): 1}
    assert within(before, RED, ORE) == (0, 1)  # a view is a picture of its moment


@clause("DEV-6", "ROB-5")
def test_a_monopoly_shows_how_many_each_had():
    game = game_at(story().cards("red", monopoly=1))
    seven(game)
    rob(game, RED, "D4", "blue", "brick")
    assert len(game.view(ORANGE).hypotheses) == 2
    game.play("monopoly ore", RED)  # blue hands over three, so the stolen card was the brick
    for viewer in (ORANGE, WHITE, None):
        assert chances_of(game.view(viewer), RED) == {(1, 0, 0, 0, 3): 1}
        assert within(game.view(viewer), BLUE, ORE) == (0, 0)


@clause("SEVEN-1")
def test_after_a_seven_everything_is_known_again():
    """Two return cards: unseen while they choose, face up when both have chosen, so that every hand is known as it was before."""
    game = game_at(known_to_all(Table(hidden_supply=1).turn("red", rolled=False).hand("blue", wool=4, ore=4).hand("white", wool=2, ore=6)))
    seven(game)
    for card in ("wool", "wool", "ore", "ore"):
        game.play(f"discard {card}", BLUE)
    for card in ("ore", "ore", "ore"):
        game.play(f"discard {card}", WHITE)
    for viewer in (RED, None):
        assert within(game.view(viewer), BLUE, ORE) == (0, 4)
        assert len(chances_of(game.view(viewer), BLUE)) == 5
        assert sum(game.view(viewer).state["set_aside"][0]) == 0
    assert counts(int(game.view(WHITE).state["set_aside"][0, WHITE])) == [0, 0, 0, 0, 3]
    game.play("discard ore", WHITE)
    for viewer in (RED, ORANGE, None):
        view = game.view(viewer)
        assert chances_of(view, BLUE) == {(0, 0, 2, 0, 2): 1}
        assert chances_of(view, WHITE) == {(0, 0, 2, 0, 2): 1}
        assert view.low == view.high
        assert view.hypotheses.exact


@clause("SEVEN-1", "ROB-5")
def test_returned_cards_prove_what_was_stolen_before():
    game = game_at(story().hand("red", wool=7))
    seven(game)
    rob(game, RED, "D4", "blue", "brick")
    assert within(game.view(WHITE), RED, BRICK) == (0, 1)
    game.play("end", RED)
    seven(game, BLUE)
    for card in ("brick", "wool", "wool", "wool"):
        game.play(f"discard {card}", RED)
    assert chances_of(game.view(WHITE), RED) == {(0, 0, 4, 0, 0): 1}
    assert chances_of(game.view(WHITE), BLUE) == {(0, 0, 0, 0, 3): 1}


@clause("HOUSE-6", "SEVEN-2")
def test_face_down_the_supply_tells_what_a_single_player_returned():
    table = known_to_all(Table(hidden_discards=1).turn("red", rolled=False).hand("blue", wool=4, ore=4))
    game = game_at(table, discards="hidden")
    seven(game)
    for card in ("ore", "ore", "wool"):
        game.play(f"discard {card}", BLUE)
        assert within(game.view(RED), BLUE, ORE)[1] == 4  # it could all have been wool
        assert game.view(RED).to_json()["supply"]["ore"] == 15  # still unseen
    assert within(game.view(RED), BLUE, ORE) == (1, 4)
    assert within(game.view(BLUE), BLUE, ORE) == (2, 2)
    game.play("discard wool", BLUE)
    assert chances_of(game.view(RED), BLUE) == {(0, 0, 2, 0, 2): 1}


@clause("HOUSE-6")
def test_two_players_hidden_discards_are_weighted_as_if_drawn_at_random():
    table = Table(hidden_discards=1).turn("red", rolled=False).hand("blue", wool=4, ore=4).hand("white", wool=2, ore=6)
    game = game_at(known_to_all(table), discards="hidden")
    seven(game)
    for seat, cards in ((BLUE, "wool wool ore ore"), (WHITE, "ore ore ore ore")):
        for card in cards.split():
            game.play(f"discard {card}", seat)
    # two wool came back: blue's two, white's two, or one each; ways are products of binomials
    ways = {2: 6 * 6 * 1 * 15, 1: 4 * 4 * 2 * 20, 0: 1 * 1 * 1 * 15}
    expected = {(0, 0, 4 - own, 0, own): ways[own] / sum(ways.values()) for own in ways}
    assert chances_of(game.view(RED), BLUE) == pytest.approx(expected)
    assert within(game.view(RED), BLUE, WOOL) == (2, 4)
    assert chances_of(game.view(WHITE), BLUE) == {(0, 0, 2, 0, 2): 1}  # who knows the own cards knows the rest


@clause("HOUSE-5", "HOUSE-6")
def test_a_hidden_supply_tells_nothing_about_hidden_discards():
    table = known_to_all(Table(hidden_supply=1, hidden_discards=1).turn("red", rolled=False).hand("blue", wool=4, ore=4))
    game = game_at(table, supply_counts="hidden", discards="hidden")
    seven(game)
    for _ in range(4):
        game.play("discard ore", BLUE)
    assert within(game.view(RED), BLUE, ORE) == (0, 4)
    assert chances_of(game.view(RED), BLUE)[0, 0, 2, 0, 2] == pytest.approx(36 / 70)


def test_a_game_that_begins_in_the_middle_knows_sizes_and_the_supply_only():
    table = Table().hand("blue", brick=2, ore=1).hand("orange", wool=1)
    view = game_at(table).view(WHITE)
    assert within(view, BLUE, BRICK) == (1, 2)  # two bricks, an ore and a wool are out, and orange holds but one card
    assert within(view, ORANGE, WOOL) == (0, 1)
    assert len(chances_of(view, BLUE)) == 3
    assert all(sum(hand) == 3 for hand in chances_of(view, BLUE))
    assert not view.hypotheses.exact


# --- properties over random games


def truth_of(state, players):
    return [int(hand) for hand in state["hand"][0, :players]]


@pytest.mark.parametrize("seed", range(len(KINDS)))
@clause("ROB-5", "HOUSE-5")
def test_ranges_contain_the_truth_and_no_hypothesis_is_impossible(seed):
    rng = random.Random(seed)
    game = walk(begin(seed), rng, 700)
    for viewer in (None, *range(game.players)):
        follower = Counter(game.states[0], viewer)
        for n, (seat, action) in enumerate(game.log):
            follower.observe(game.states[n], seat, action, game.states[n + 1])
            state = game.states[n + 1]
            truth = truth_of(state, game.players)
            known = follower.knowledge()
            for place, hand in enumerate(truth):
                assert fits(known, place, hand)
            if n % 20 == 0 or any(known.pending):
                check_hypotheses(known, state, truth, viewer, follower)


def fits(known, place, hand):
    """Are the counts of a hand between the certain least and most of a seat?"""
    words = (known.low[place], hand, known.high[place])
    return all(low <= held <= high for low, held, high in zip(*map(counts, words), strict=True))


def check_hypotheses(known, state, truth, viewer, follower):
    hands, weights = known.joint()
    assert weights.sum() == pytest.approx(1)
    assert (weights > 0).all()
    if known.exact and len(weights) < counter.CAP:
        assert truth in hands[:, :-1].tolist()
    for row in hands.tolist():
        assert [sum(counts(hand)) for hand in row[:-1]] == [sum(counts(hand)) for hand in truth]
        assert viewer is None or row[viewer] == truth[viewer]
        assert sum(counts(row[-1])) == sum(counts(int(state["set_aside"].sum())))
        if not follower.hidden_supply:
            columns = zip(*(counts(hand) for hand in (*row, int(state["supply"][0]))), strict=True)
            assert [sum(column) for column in columns] == follower.total
        if not any(known.pending):
            for place, hand in enumerate(row[:-1]):
                assert fits(known, place, hand)


def enumerate_steals(victim):
    """Every order of two steals from one hand, by brute force: the posterior after two unseen robberies."""
    found: dict[tuple[int, ...], float] = {}
    for one, two in product(range(5), repeat=2):
        hand = list(victim)
        chance = hand[one] / sum(hand)
        hand[one] -= 1
        if chance == 0:
            continue
        chance *= hand[two] / sum(hand)
        hand[two] -= 1
        if chance:
            found[tuple(hand)] = found.get(tuple(hand), 0) + chance
    return found


def test_two_unseen_steals_agree_with_brute_force():
    game = game_at(story())
    follower = Counter(game.state, WHITE)
    for thief in (RED, ORANGE):
        follower.miss_steal(BLUE, thief)
    follower_chances: dict[tuple[int, ...], float] = {}
    for hands, weight in zip(follower.hands.tolist(), follower.weights.tolist(), strict=True):
        key = tuple(counts(hands[BLUE]))
        follower_chances[key] = follower_chances.get(key, 0) + weight
    assert follower_chances == pytest.approx(enumerate_steals([1, 0, 0, 0, 3]))


def test_seeing_a_card_makes_hands_full_of_it_likelier():
    follower = Counter(game_at(story()).state, WHITE)
    follower.miss_steal(BLUE, RED)  # now blue holds three ore (1/4) or a brick and two ore (3/4)
    follower.see_steal(BLUE, WHITE, ORE)
    found = {tuple(counts(hands[BLUE])): weight for hands, weight in zip(follower.hands.tolist(), follower.weights, strict=True)}
    total = 0.25 * 3 + 0.75 * 2
    assert found[0, 0, 0, 0, 2] / sum(found.values()) == pytest.approx(0.75 / total)


def test_beyond_the_cap_ranges_stay_true_and_a_lost_truth_is_replaced(monkeypatch):
    monkeypatch.setattr(counter, "CAP", 3)
    for seed in range(4):
        game = walk(begin(3 + seed * len(KINDS)), random.Random(seed), 900, talk=0.02)
        follower = Counter(game.states[0], None)
        for n, (seat, action) in enumerate(game.log):
            follower.observe(game.states[n], seat, action, game.states[n + 1])
            assert len(follower.weights) > 0
            known = follower.knowledge()
            for place, hand in enumerate(truth_of(game.states[n + 1], game.players)):
                assert fits(known, place, hand)
        assert not follower.exact


def test_bundles_are_all_and_only_the_ways_to_pick():
    most = (2, 0, 1, 3, 1)
    found = counter.bundles(3, most).tolist()
    brute = [pack(*pick) for pick in product(range(4), repeat=5) if sum(pick) == 3 and all(p <= m for p, m in zip(pick, most, strict=True))]
    assert sorted(found) == sorted(brute)


def test_merging_adds_weights():
    hands, weights = counter.merged(np.array([[1, 2], [1, 3], [1, 2]], np.int64), np.array([0.2, 0.3, 0.5]))
    assert dict(zip(map(tuple, hands.tolist()), weights.tolist(), strict=True)) == pytest.approx({(1, 2): 0.7, (1, 3): 0.3})
