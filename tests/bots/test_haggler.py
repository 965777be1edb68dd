"""Bots at a table with people: a simple offer once a turn, answers with a reason, counteroffers; the named bots stay as they are."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sevenhex import bots
from sevenhex.bots import plans
from sevenhex.bots.haggler import REMARKS, Haggler, seated, why
from sevenhex.bots.protocol import Limit
from sevenhex.game.game import Game
from sevenhex.rules.actions import get_of, give_of, kind_of
from sevenhex.rules.cards import pack
from sevenhex.rules.ids import Kind

ISLAND = (
    "sixth/4 island=Fo5,Hi8,Pa4/Mo2,Fi10,Fi3,Hi11/Fo6,Fo9,Mo11,Fo6,Fi12/Pa3,Hi4,Pa5,Mo9/Pa8,De,Fi10 "
    "harbors=A1.NW:any,A2.NE:brick,B4.NE:any,C5.E:any,D4.SE:grain,E2.SE:ore,D1.SW:lumber,C1.W:any,B1.NW:wool robber=E2 "
    "red=s:A2.SE,C4.SE;r:A3.SW,C4.E;h:{red} blue=s:A3.SE,B3.SE,D3.SE;r:A3.SE,B3.E,D3.E;h:{blue} orange=s:B2.S,C1.SE;r:B2.SE,C2.SW;h:2l "
    "white=s:A1.SE,C3.SE;r:A1.E,C3.E{more} phase=main turn=9 starter=red roller=red actor=red dice=1+2 flags=rolled setup=8"
)


def table(red: str = "2w2g2o", blue: str = "1b3o", more: str = "") -> Game:
    return Game.at(ISLAND.format(red=red, blue=blue, more=more))


def ask(game: Game, seat: int, name: str = "greedy") -> tuple[int, Haggler]:
    bot = seated(name, seed=1)
    return bot.choose(game.view(seat), game.legal(seat), Limit()), bot


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[Game, list[list[str]]]]:
    """A game of each gentle level, with what every seat said."""
    found = {}
    for name in ("greedy", "steady"):
        said: list[list[str]] = [[] for _ in range(4)]
        table = [seated(name, seed=seat) for seat in range(4)]

        def choose(view, legal, limit, bot, own):
            action = Haggler.choose(bot, view, legal, limit)
            if bot.remark:
                own.append(bot.remark)
            return action

        for bot, own in zip(table, said, strict=True):
            bot.choose = lambda view, legal, limit, bot=bot, own=own: choose(view, legal, limit, bot, own)
        guards = [bots.Guard(bot, same_thread=True) for bot in table]
        game = bots.play(Game.new("sixth", 4, seed=7, starter=0, victory_points=7), guards, Random(7))
        assert not any(guard.faults for guard in guards)
        found[name] = game, said
    return found


@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_a_gentle_bot_offers_at_most_once_a_turn_what_it_lacks(played, name):
    game, said = played[name]
    offers = [(n, seat, action) for n, (seat, action) in enumerate(game.log) if kind_of(action) == Kind.OFFER]
    assert len(offers) > 5
    turns = Counter(int(game.states[n]["turn"][0]) for n, _, _ in offers)
    assert max(turns.values()) == 1
    for n, seat, action in offers:
        plan = plans.plan(game.until(n).view(seat))
        assert plan is not None
        assert plans.helps(plan, int(get_of(action)))
        assert plans.spares(plan, int(give_of(action)))
    remarks = Counter(remark for own in said for remark in own)
    assert len(remarks) > 1
    assert set(remarks) <= set(REMARKS)
    assert any(kind_of(action) in (Kind.CONFIRM, Kind.TAKE) for _, action in game.log)


def test_the_named_bots_make_no_offers_still():
    for name in ("greedy", "steady"):
        game = bots.play(
            Game.new("sixth", 4, seed=7, starter=0, victory_points=4), [bots.make(name, seed=seat) for seat in range(4)], Random(7)
        )
        assert not any(kind_of(action) == Kind.OFFER for _, action in game.log)


def test_it_asks_for_the_missing_card():
    game = table(red="2g2o1l")  # a city wants one more ore
    action, _ = ask(game, 0)
    while kind_of(action) not in (Kind.OFFER, Kind.END):
        game.push(action, 0)
        action, _ = ask(game, 0)
    assert kind_of(action) == Kind.OFFER
    assert int(get_of(action)) == pack(0, 0, 0, 0, 1)
    assert int(give_of(action)) == pack(0, 1, 0, 0, 0)
    game.push(action, 0)


def test_answers_have_reasons():
    game = table(blue="1b3o2g")
    game.play("offer 1 wool for 2 ore", 0)
    answer, bot = ask(game, 1)
    assert kind_of(answer) in (Kind.REFUSE, Kind.COUNTER)
    assert why(game.view(1)) == "too_much"
    if kind_of(answer) == Kind.REFUSE:
        assert bot.remark == "too_much"
    game = table(blue="3o2g")
    game.play("offer 1 wool for 1 ore", 0)  # blue could build a city with it
    answer, bot = ask(game, 1)
    assert answer == Kind.REFUSE
    assert bot.remark == "need_it"


def test_a_leader_is_reported_so():
    game = table(more="").until(0)
    state = ISLAND.format(red="2w2g2o", blue="1b3o", more="").replace("red=s:A2.SE,C4.SE", "red=c:A2.SE,C4.SE")
    game = Game.at(state)
    game.play("offer 1 wool for 1 brick", 0)
    assert why(game.view(3)) == "ahead"


def test_a_counteroffer_asks_for_what_is_missing():
    game = table(red="3o2w", blue="2b2g2o")  # blue lacks ore for a city, and has brick to spare
    game.play("offer 1 wool for 1 brick", 0)
    plan = plans.plan(game.view(1))
    answer, bot = ask(game, 1)
    assert kind_of(answer) in (Kind.COUNTER, Kind.ACCEPT)
    if kind_of(answer) == Kind.COUNTER:
        assert plan is not None
        assert plans.helps(plan, int(get_of(answer)))
        assert game.is_legal(answer, 1)
        again = bot.choose(game.view(1), game.legal(1), Limit())
        assert kind_of(again) != Kind.COUNTER  # once a turn


def test_the_strong_keep_their_own_choices():
    game = table()
    game.play("offer 1 wool for 1 brick", 0)
    view, legal = game.view(1), game.legal(1)
    plain = bots.make("planner", seed=1).choose(view, legal, Limit())
    haggler = seated("planner", seed=1)
    assert haggler.choose(view, legal, Limit()) == plain
    assert (haggler.remark in REMARKS) == (plain == Kind.REFUSE)


def test_hidden_cards_change_nothing():
    """Blue's hand is hidden from red: what red asks for does not follow from it."""
    asked = set()
    for blue in ("4o", "4l", "1b1l1w1g"):
        action, _ = ask(table(red="2g2o1l", blue=blue), 0, "steady")
        asked.add(action)
    assert len(asked) == 1
