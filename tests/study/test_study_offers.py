"""Offers in a review: those that were made and those that could have been, by the judge of trades."""

from __future__ import annotations

from random import Random

import pytest

from sevenhex import bots
from sevenhex.game.game import Game
from sevenhex.rules.actions import kind_of
from sevenhex.rules.ids import Kind
from sevenhex.study.accuracy import accuracy, share_of
from sevenhex.study.decisions import Decision, decisions
from sevenhex.study.judge import lookahead, network_for
from sevenhex.study.offers import CLOSED, Bid, bids, bundle_of, may_offer, offered
from sevenhex.study.review import review

PART = 90  # entries of the game that are reviewed: it takes time


@pytest.fixture(scope="module")
def market() -> Game:
    """Somebody who offers much, and somebody who never does."""
    game = Game.new("sixth", 3, seed=6, starter=0, victory_points=9)
    return bots.play(game, [bots.Guard(bots.make(name, seed=6), same_thread=True) for name in ("scholar", "greedy", "steady")], Random(6))


@pytest.fixture(scope="module")
def found(market) -> list[Decision]:
    return list(decisions(market, worlds=2, offers=True))


@pytest.fixture(scope="module")
def judged(market, found) -> list[Bid]:
    network = network_for(market.state)
    assert network is not None
    return bids(lookahead(network, market.state), market, found, 2)


def test_offers_are_looked_at_only_where_they_are_asked_for(market, found):
    made = [n for n, (_, action) in enumerate(market.log) if kind_of(action) == Kind.OFFER]
    assert made
    assert [each.n for each in found if kind_of(each.action) == Kind.OFFER] == made
    assert not any(kind_of(each.action) == Kind.OFFER for each in decisions(market, worlds=1))


def test_offers_made_and_turns_that_ended_without_one_are_judged(judged):
    kinds = {kind_of(each.action) for each in judged}
    assert kinds == {Kind.OFFER, Kind.END}
    for each in judged:
        assert each.gain > 0
        assert 0 <= each.own <= each.gain
        assert each.own == 0 or kind_of(each.action) == Kind.OFFER
    assert any(each.own == each.gain for each in judged)  # the best was offered


def test_what_was_refused_in_a_turn_is_not_to_be_offered_again(market, judged):
    again = [each for each in judged if offered(market, each.n, each.seat)]
    assert again
    assert all(bundle_of(each.better) not in offered(market, each.n, each.seat) for each in again)


def test_nothing_is_offered_while_something_lies_on_the_table(found):
    for each in found:
        if may_offer(each):
            assert int(each.worlds[0]["offer"][0]) == 0
    assert any(not may_offer(each) for each in found)


@pytest.fixture(scope="module")
def said(market) -> dict:
    return review(market.until(PART), "quick")


def test_a_review_counts_them(market, said):
    assert said["offers"]
    for row in said["offers"]:
        assert market.say(market.log[row["n"]][1], row["seat"]) == row["action"]
        assert row["better"].startswith("offer ")
        assert row["first"] <= row["stake"]
    for own in said["players"]:
        rows = [row for row in [*said["decisions"], *said["offers"]] if row["seat"] == own["seat"]]
        assert own["accuracy"] == accuracy(rows)


def test_the_accuracy_falls_where_nothing_is_offered(said):
    """The same decisions, once with the best offers made and once without them."""
    best, none = (accuracy([*said["decisions"], *({**row, "first": lost * row["stake"]} for row in said["offers"])]) for lost in (0.0, 1.0))
    assert best is not None
    assert none is not None
    assert best > none


def test_an_offer_promises_as_seldom_as_it_is_closed(market, found, judged):
    one = judged[0]
    assert share_of(one.lost, one.chance) == pytest.approx(100 * min(1.0, one.lost / max(0.02, min(one.chance, 1 - one.chance))))
    assert 0 < CLOSED < 1
