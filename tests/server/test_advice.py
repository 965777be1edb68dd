"""Hints, the coach and the winning chances: only for those who play against bots alone, only with their own knowledge."""

from __future__ import annotations

import asyncio
import random

import pytest
import random_client

from sevenhex.game.game import Game
from sevenhex.study import evaluation, openings

BOTS = ["me", {"bot": "random"}, {"bot": "random"}]


@pytest.fixture(scope="module")
def over(server):
    opened = server.open(edition="sixth", players=3, options={"victory_points": 4}, seats=BOTS, start=True)
    asyncio.run(asyncio.wait_for(random_client.play(server.url, opened["code"], opened["token"], random.Random(1)), 120))
    return opened["code"], server.browser()


def at_set_up(player):
    """Wait until our first settlement is due."""
    player.wait_until(lambda p: p.view and p.view["phase"] == "setup_settlement" and p.view["to_act"] == [p.view["seat"]])


def test_the_coach_ranks_what_may_be_built(server):
    browser = server.browser()
    opened = server.open(browser, edition="sixth", players=3, seats=BOTS, start=True)
    with server.player(opened["code"], opened["token"]) as player:
        at_set_up(player)
        assert player.can["hint"] is None
        answer = browser.get(f"/api/tables/{opened['code']}/coach").json()
        assert answer["version"] == player.version
        corners = answer["corners"]
        assert {f"settle {corner['name']}" for corner in corners} == set(player.legal)
        assert [corner["score"] for corner in corners] == sorted((corner["score"] for corner in corners), reverse=True)
        assert all(reason["code"] and reason["sentence"] for corner in corners for reason in corner["why"])
        game = server.table(opened["code"]).game
        assert [corner["name"] for corner in corners] == [corner["name"] for corner in openings.ranked(game.view(player.view["seat"]))]
        hint = player.ask(type="hint")  # one voice: the coach's first corner is the hint
        assert hint["action"] == f"settle {corners[0]['name']}"
        stranger = server.browser().get(f"/api/tables/{opened['code']}/coach")
        assert stranger.json()["code"] == "not_seated"
        player.act(f"settle {corners[0]['name']}")
        late = browser.get(f"/api/tables/{opened['code']}/coach").json()
        assert late["code"] == "illegal"
        assert "set-up" in late["sentence"]


def test_a_hint_is_legal_and_explained(server):
    opened = server.open(edition="sixth", players=3, seats=BOTS, start=True)
    with server.player(opened["code"], opened["token"]) as player:
        at_set_up(player)
        answer = player.ask(type="hint")
        assert answer["action"] in player.legal
        assert answer["code"] in ("settle", "settle_best", "settle_harbor")
        assert answer["arguments"]["rolls"] >= 0
        assert "36 rolls" in answer["sentence"] or "harbor" in answer["sentence"]


def test_several_people_get_no_advice(server):
    browser, friend = server.browser(), server.browser()
    opened = server.open(browser, edition="sixth", players=3, seats=["me", "open", {"bot": "random"}])
    joined = friend.post(f"/api/tables/{opened['code']}/join", json={"name": "Bo"}).json()
    browser.post(f"/api/tables/{opened['code']}/start")
    for asker, token in ((browser, opened["token"]), (friend, joined["token"])):
        with server.player(opened["code"], token) as player:
            player.wait_until(lambda p: p.view is not None)
            assert player.can["hint"]["code"] == "several_people"
            assert player.ask(type="hint")["code"] == "illegal"
            assert asker.get(f"/api/tables/{opened['code']}/coach").json()["code"] == "illegal"
            chances = asker.get(f"/api/tables/{opened['code']}/chances")
            assert chances.json()["code"] == "illegal"  # it would show hidden cards


def test_winning_chances_after_the_end(over):
    code, browser = over
    chances = browser.get(f"/api/tables/{code}/chances").json()["chances"]
    game = Game.load(browser.get(f"/api/tables/{code}/record").text)
    assert [row["n"] for row in chances] == evaluation.moments(game, every_move=False)
    assert all(sum(row["chances"]) == pytest.approx(1, abs=1e-3) for row in chances)
    assert chances[-1]["chances"][game.outcome.winner] == 1
    assert browser.get(f"/api/tables/{code}/report").json()["chances"] == chances


def test_winning_chances_of_a_record(over):
    code, browser = over
    text = browser.get(f"/api/tables/{code}/record").text
    plain = {"Content-Type": "text/plain"}
    chances = browser.post("/api/replay/chances", content=text, headers=plain).json()["chances"]
    assert chances[-1]["chances"] == browser.get(f"/api/tables/{code}/chances").json()["chances"][-1]["chances"]
    assert browser.post("/api/replay/chances", content="no record", headers=plain).json()["code"] == "malformed"
