"""Rated tables: no help, nothing taken back, the edition's own rules, and a rating that anybody can compute again from the results."""

from __future__ import annotations

import asyncio
import importlib.util
import random
from pathlib import Path

import random_client

from sevenhex import bots
from sevenhex.server.review.ratings import Ladder, Ratings, anchors
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
    people = Ladder()
    for record in records:
        people.note(record)
    return people


def test_a_winner_rises_and_a_loser_falls():
    people = ladder(finished("a", 1.0, ["ann", "ben", "steady"], 0, (10, 5, 7)))
    assert people.of("ann").rating.strength > 25 > people.of("ben").rating.strength
    assert people.of("ann").games == people.of("ben").games == 1
    assert people.of("ann").rating.uncertainty < people.of("somebody").rating.uncertainty


def test_the_second_is_ahead_of_the_third():
    people = ladder(finished("a", 1.0, ["ann", "ben", "cleo"], 2, (9, 4, 10)))
    assert people.of("cleo").rating.strength > people.of("ann").rating.strength > people.of("ben").rating.strength


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


def test_a_finished_rated_game_is_rated_and_one_that_is_left_is_lost(server):
    browser = server.browser()
    assert browser.get("/api/ratings").json()["you"] == {"strength": 25.0, "uncertainty": 8.3, "games": 0}
    opened = server.open(browser, edition="sixth", players=3, seats=BOTS, start=True, rated=True)
    asyncio.run(asyncio.wait_for(random_client.play(server.url, opened["code"], opened["token"], random.Random(1)), 120))
    first = browser.get("/api/ratings").json()
    assert first["you"]["games"] == 1
    assert first["you"]["strength"] != 25.0
    assert first["bots"]["scholar"] > first["bots"]["random"]
    second = server.open(browser, edition="sixth", players=3, seats=BOTS, start=True, rated=True)
    assert browser.post(f"/api/tables/{second['code']}/resign").json()["result"]["forfeited"] == [0]
    left = browser.get(f"/api/tables/{second['code']}").json()
    assert left["status"] == "aborted"
    assert left["your_seat"] is None
    assert left["seats"][0]["resigned"]
    after = browser.get("/api/ratings").json()["you"]
    assert after["games"] == 2
    assert after["strength"] < first["you"]["strength"]


def test_a_player_who_left_is_behind_everybody_whatever_the_bot_made_of_it():
    record = finished("a", 1.0, ["ann", "ben", "cleo"], 0, (10, 9, 2))
    record.result["forfeited"] = [0, 1]  # Ann left first, and the bot in her seat won
    people = ladder(record)
    assert people.of("cleo").rating.strength > people.of("ben").rating.strength > people.of("ann").rating.strength


class Shelf:
    """A store of rated games; some are written later than they ended."""

    def __init__(self):
        self.games = []

    async def rated_games(self, since, after, limit):
        later = sorted((game for game in self.games if (game.ended, game.code) > (since, after)), key=lambda game: (game.ended, game.code))
        return later[:limit]


def ended(code, when, players, winner):
    record = finished(code, when, players, winner)
    record.ended = when
    return record


def test_the_order_of_rated_games_is_that_of_their_ends_whatever_is_saved_later(monkeypatch):
    games = [ended(f"{n:03}", 1000.0 + n, ["ann", "ben", "cleo"], n % 3) for n in range(120)]
    shelf = Shelf()
    ratings = Ratings(shelf)
    now = [1100.0]
    monkeypatch.setattr("sevenhex.server.review.ratings.time.time", lambda: now[0])
    shelf.games = [game for game in games if game.code != "070"]  # written last, though it ended before others
    asyncio.run(ratings.of("ann"))
    games[3].updated = 5000.0  # somebody was forgotten, and the row saved again
    shelf.games = games
    now[0] = 2000.0
    assert asyncio.run(ratings.of("ann")) == ladder(*games).of("ann")
    assert asyncio.run(Ratings(shelf).of("ann")) == ladder(*games).of("ann")
    assert ratings.until == (1119.0, "119")


def test_a_long_history_is_sent_in_slices():
    shelf = Shelf()
    shelf.games = [ended(f"{n:03}", float(n), ["ann", "ben", "cleo"], n % 3) for n in range(60)]

    async def both():
        turns = 0
        telling = asyncio.create_task(Ratings(shelf).of("ann"))
        while not telling.done():
            await asyncio.sleep(0)
            turns += 1
        return turns

    assert asyncio.run(both()) >= 60


def test_every_bot_has_the_rating_that_its_matches_give():
    """The strongest stands highest, and the file says what the named script prints."""
    spec = importlib.util.spec_from_file_location("rate_bots", Path(__file__).parents[2] / "scripts" / "rate_bots.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert dict(anchors()) == script.ratings()
    assert list(anchors()) == list(bots.LADDER)
    assert list(anchors().values()) == sorted(anchors().values())
