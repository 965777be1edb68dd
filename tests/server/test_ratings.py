"""Rated tables: no help, nothing taken back, the edition's own rules, and a rating that anybody can compute again from the results."""

from __future__ import annotations

import asyncio

import random_client

from sevenhex.server.review.ratings import Ladder, anchors
from sevenhex.server.store.seats import BOT, HUMAN, Seat
from sevenhex.server.store.store import OVER, TableRecord

BOTS = ["me", {"bot": "random"}, {"bot": "random"}]


def finished(code, when, players, winner, points=(10, 7, 5)):
    seats = [
        Seat(n, kind=BOT if who in anchors() else HUMAN, player=None if who in anchors() else who, bot=who if who in anchors() else None)
        for n, who in enumerate(players)
    ]
    result = {"winner": winner, "points": list(points), "turns": 60}
    return TableRecord(
        code, "", "sixth", 3, {}, False, None, None, "00", status=OVER, result=result, updated=when, rated=True, seats=seats
    )  # fmt: skip


def ladder(*records):
    told = Ladder()
    for record in records:
        told.note(record)
    return told


def test_a_winner_rises_and_a_loser_falls():
    told = ladder(finished("a", 1.0, ["ann", "ben", "steady"], 0, (10, 5, 7)))
    assert told.of("ann").rating.strength > 25 > told.of("ben").rating.strength
    assert told.of("ann").games == told.of("ben").games == 1
    assert told.of("ann").rating.doubt < told.of("somebody").rating.doubt


def test_the_second_is_ahead_of_the_third():
    told = ladder(finished("a", 1.0, ["ann", "ben", "cleo"], 2, (9, 4, 10)))
    assert told.of("cleo").rating.strength > told.of("ann").rating.strength > told.of("ben").rating.strength


def test_beating_the_strong_counts_more_and_bots_stay_where_they_are():
    weak = ladder(finished("a", 1.0, ["ann", "random", "random"], 0))
    strong = ladder(finished("a", 1.0, ["ann", "scholar", "scholar"], 0))
    assert strong.of("ann").rating.strength > weak.of("ann").rating.strength
    assert set(strong.known) == {"ann"}


def test_a_game_counts_once_and_forgotten_players_keep_their_place():
    record = finished("a", 1.0, ["ann", "ben", "steady"], 1)
    once, twice = ladder(record), ladder(record, record)
    assert once.known == twice.known
    record.seats[1].player = None
    assert ladder(record).of("ann") == once.of("ann")


def test_a_rated_table_gives_no_help_and_takes_nothing_back(server):
    browser = server.browser()
    opened = server.open(browser, edition="sixth", players=3, seats=BOTS, start=True, rated=True)
    assert browser.get(f"/api/tables/{opened['code']}").json()["rated"] is True
    with server.player(opened["code"], opened["token"]) as player:
        player.wait_until(lambda p: p.view and p.view["phase"] == "setup_settlement" and p.view["to_act"] == [p.view["seat"]])
        assert player.can["hint"]["code"] == "rated"
        assert player.ask(type="hint")["code"] == "illegal"
        assert browser.get(f"/api/tables/{opened['code']}/coach").json()["code"] == "illegal"
        player.act(player.legal[0])
        assert player.can["undo"]["code"] == "rated_undo"
        answer = player.ask(type="undo", version=player.version)
        assert "rated" in answer["sentence"]


def test_a_rated_table_plays_by_the_book(server):
    refused = server.browser().post("/api/tables", json={"players": 3, "seats": BOTS, "rated": True, "options": {"victory_points": 5}})
    assert refused.status_code == 400
    assert "5 instead of 10" in refused.json()["sentence"]


def test_a_finished_rated_game_is_rated_and_leaving_does_not_help(server):
    browser = server.browser()
    assert browser.get("/api/ratings").json()["you"] == {"strength": 25.0, "doubt": 8.3, "games": 0}
    opened = server.open(browser, edition="sixth", players=3, seats=BOTS, start=True, rated=True)
    asyncio.run(asyncio.wait_for(random_client.play(server.url, opened["code"], opened["token"]), 120))
    first = browser.get("/api/ratings").json()
    assert first["you"]["games"] == 1
    assert first["you"]["strength"] != 25.0
    assert first["bots"]["scholar"] > first["bots"]["random"]
    second = server.open(browser, edition="sixth", players=3, seats=BOTS, start=True, rated=True)
    browser.post(f"/api/tables/{second['code']}/leave")
    seat = browser.get(f"/api/tables/{second['code']}").json()
    assert seat["status"] == "playing"
    assert seat["your_seat"] == 0
