"""Around the game: the room's rules, the rematch, a game thrown away, what the lobby tells, what a start waits for."""

from __future__ import annotations

import warnings

import pytest
from serving import Server, until
from starlette.requests import HTTPConnection

from sevenhex.server.base.settings import Limits
from sevenhex.server.store.store import OVER
from sevenhex.server.web.routes import health as calls

BOT = {"bot": "random"}
SHORT = {"victory_points": 3}


def begun(server, *browsers, rated=False):
    """A game of these people and bots; they sit in this order."""
    seats = ["me", *["open"] * (len(browsers) - 1), BOT]
    options = {} if rated else SHORT
    code = server.open(browsers[0], players=3, seats=([*seats, BOT])[:3], options=options, player="Ann", rated=rated)["code"]
    tokens = [browser.post(f"/api/tables/{code}/join", json={"name": f"P{n}"}).json()["token"] for n, browser in enumerate(browsers)]
    browsers[0].post(f"/api/tables/{code}/start")
    return code, tokens


def end(server, code):
    """The game is over, as far as the table knows."""
    record = server.table(code).record
    record.status, record.result = OVER, {"winner": 0, "points": [3, 0, 0], "turns": 1}


def test_the_room_changes_its_rules_before_the_start_and_everybody_keeps_a_seat(server):
    ann, bob = server.browser(), server.browser()
    code = server.open(ann, players=4, seats=["me", BOT, "open", "open"], player="Ann")["code"]
    assert bob.post(f"/api/tables/{code}/join", json={"name": "Bob", "colour": "white"}).json()["seat"] == 3
    change = {"edition": "zip", "players": 3, "options": {}, "turn_seconds": 60, "public": True, "name": "Evening"}
    assert bob.post(f"/api/tables/{code}/rules", json=change).status_code == 403
    table = ann.post(f"/api/tables/{code}/rules", json=change).json()
    assert (table["edition"], table["players"], table["turn_seconds"], table["name"]) == ("zip", 3, 60, "Evening")
    assert [seat["name"] for seat in table["seats"] if seat["kind"] == "human"] == ["Ann", "Bob"]
    assert [seat["seat"] for seat in table["seats"]] == [0, 1, 2]
    more = ann.post(f"/api/tables/{code}/rules", json={"edition": "extension", "players": 6}).json()
    assert len(more["seats"]) == len({seat["colour"] for seat in more["seats"]}) == 6
    assert bob.get(f"/api/tables/{code}").json()["your_seat"] == 2


@pytest.mark.parametrize(("first", "then"), [(None, 60), (60, 30), (60, None)])
def test_the_clock_is_the_one_that_the_room_chose_last(server, first, then):
    ann = server.browser()
    code = server.open(ann, players=2, seats=["me", BOT], player="Ann", turn_seconds=first)["code"]
    change = {"edition": "sixth", "players": 2, "options": {}, "turn_seconds": then}
    assert ann.post(f"/api/tables/{code}/rules", json=change).json()["turn_seconds"] == then
    ann.post(f"/api/tables/{code}/start")
    clock = server.table(code).clock
    assert (clock.seconds if clock else None) == then


def test_a_room_never_drops_people_and_refuses_what_no_edition_offers(server):
    ann, bob, cem = server.browser(), server.browser(), server.browser()
    code = server.open(ann, players=3, seats=["me", "open", "open"])["code"]
    for browser in (bob, cem):
        browser.post(f"/api/tables/{code}/join", json={})
    assert ann.post(f"/api/tables/{code}/rules", json={"players": 2}).json()["code"] == "illegal"
    assert ann.post(f"/api/tables/{code}/rules", json={"players": 3, "options": {"victory_points": 99}}).status_code == 400
    assert ann.post(f"/api/tables/{code}/rules", json={"players": 3, "rated": True, "options": SHORT}).status_code == 400
    assert len(ann.get(f"/api/tables/{code}").json()["seats"]) == 3
    ann.post(f"/api/tables/{code}/start")
    assert ann.post(f"/api/tables/{code}/rules", json={"players": 4}).json()["code"] == "illegal"


def test_a_table_does_not_become_rated_under_those_who_sit_there(server):
    ann, bob = server.browser(), server.browser()
    code = server.open(ann, players=3, seats=["me", "open", BOT])["code"]
    rules = f"/api/tables/{code}/rules"
    assert ann.post(rules, json={"players": 3, "rated": True}).json()["rated"] is True  # nobody else is there yet
    assert ann.post(rules, json={"players": 3, "rated": False}).json()["rated"] is False
    bob.post(f"/api/tables/{code}/join", json={"name": "Bob"})
    refused = ann.post(rules, json={"players": 3, "rated": True})
    assert (refused.status_code, refused.json()["key"]) == (409, "rated_guests")
    assert "Bob" in refused.json()["sentence"]
    assert ann.get(f"/api/tables/{code}").json()["rated"] is False
    bob.post(f"/api/tables/{code}/leave")
    assert ann.post(rules, json={"players": 3, "rated": True}).json()["rated"] is True
    assert bob.post(f"/api/tables/{code}/join", json={"name": "Bob"}).status_code == 200  # knowing what it is
    assert ann.post(rules, json={"players": 3, "rated": True, "turn_seconds": 60}).status_code == 200


def test_a_rematch_takes_everybody_along(server):
    ann, bob = server.browser(), server.browser()
    code, tokens = begun(server, ann, bob)
    assert ann.post(f"/api/tables/{code}/rematch").json()["code"] == "illegal"
    end(server, code)
    with server.player(code, tokens[1]) as watching:
        following = bob.post(f"/api/tables/{code}/rematch").json()["code"]
        assert ann.post(f"/api/tables/{code}/rematch").json()["code"] == following  # not a second one
        watching.wait_until(lambda player: (player.table["result"] or {}).get("rematch") == following)
    table = ann.get(f"/api/tables/{following}").json()
    assert table["status"] == "waiting"
    assert table["options"] == SHORT
    assert [seat["kind"] for seat in table["seats"]] == ["human", "human", "bot"]
    assert table["your_seat"] == 0
    assert bob.get(f"/api/tables/{following}").json()["creator"]
    assert bob.post(f"/api/tables/{following}/start").json()["status"] == "playing"
    assert server.browser().post(f"/api/tables/{code}/rematch").status_code == 403


def test_nobody_is_seated_unasked_at_a_rated_rematch(server):
    """Who is away would lose a game that somebody else has begun for them."""
    ann, bob = server.browser(), server.browser()
    code, _ = begun(server, ann, bob, rated=True)
    end(server, code)
    following = ann.post(f"/api/tables/{code}/rematch").json()["code"]
    table = ann.get(f"/api/tables/{following}").json()
    assert (table["rated"], [seat["kind"] for seat in table["seats"]]) == (True, ["human", "open", "bot"])
    assert ann.post(f"/api/tables/{following}/start").status_code != 200
    assert following not in [each["code"] for each in bob.get("/api/mine").json()]
    assert bob.post(f"/api/tables/{following}/join", json={"name": "Bob"}).json()["seat"] == 1
    assert ann.post(f"/api/tables/{following}/start").json()["status"] == "playing"


def test_a_rematch_counts_as_a_new_table(tmp_path):
    with Server(tmp_path, limits=Limits(new_table_burst=1, new_tables_per_minute=0.001)) as server:
        ann = server.browser()
        code, _ = begun(server, ann)
        end(server, code)
        assert ann.post(f"/api/tables/{code}/rematch").json()["key"] == "too_many_new_tables"


def test_against_bots_alone_a_rematch_begins_at_once(server):
    ann = server.browser()
    code, _ = begun(server, ann)
    end(server, code)
    following = ann.post(f"/api/tables/{code}/rematch").json()["code"]
    assert ann.get(f"/api/tables/{following}").json()["status"] == "playing"


def test_a_rematch_of_a_game_with_a_level_that_is_gone(server):
    ann = server.browser()
    code, _ = begun(server, ann)
    end(server, code)
    for seat in server.table(code).seats[1:]:
        seat.bot, seat.level = "planner", "deep"
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        following = ann.post(f"/api/tables/{code}/rematch").json()["code"]
    assert [seat["level"] for seat in ann.get(f"/api/tables/{following}").json()["seats"]] == [None, "normal", "normal"]


def test_a_game_against_bots_is_thrown_away(server):
    ann = server.browser()
    code = server.open(ann, players=3, seats=["me", BOT, BOT], start=True)["code"]
    assert server.browser().delete(f"/api/tables/{code}").status_code == 403
    assert ann.delete(f"/api/tables/{code}").status_code == 204
    assert ann.get(f"/api/tables/{code}").status_code == 404
    assert code not in [table["code"] for table in ann.get("/api/mine").json()]


def test_nobody_throws_away_what_others_play_or_what_counts(server):
    ann, bob = server.browser(), server.browser()
    code, _ = begun(server, ann, bob)
    assert ann.delete(f"/api/tables/{code}").json()["code"] == "illegal"
    end(server, code)
    assert ann.delete(f"/api/tables/{code}").status_code == 204
    assert code not in [table["code"] for table in ann.get("/api/mine").json()]
    assert code in [table["code"] for table in bob.get("/api/mine").json()]
    rated = server.open(ann, players=3, seats=["me", BOT, BOT], rated=True, start=True)["code"]
    assert ann.delete(f"/api/tables/{rated}").json()["code"] == "illegal"


def test_the_lobby_tells_points_and_whose_turn_it_is(server):
    ann = server.browser()
    code = server.open(ann, players=3, seats=["me", BOT, BOT], start=True, public=True)["code"]
    until(lambda: ann.get("/api/mine").json()[0]["standing"]["to_act"] == [0])
    standing = ann.get("/api/mine").json()[0]["standing"]
    assert len(standing["points"]) == 3
    listed = next(table for table in server.browser().get("/api/tables").json() if table["code"] == code)
    assert listed["standing"] == standing
    server.app.state.tables.live.clear()  # forgotten, as after a restart
    assert ann.get("/api/mine").json()[0]["standing"]["to_act"] == [0]


def test_the_start_says_what_it_waits_for(server):
    browser, tables = server.browser(), server.app.state.tables
    until(tables.warmed.is_set)
    assert browser.get("/api/ready").json()["ready"]
    code = server.open(browser, players=3, seats=["me", BOT, BOT], start=True)["code"]
    tables.live.clear()
    tables.warmed.clear()
    assert browser.get("/api/ready").json()["waits_for"] == "rules"
    from websockets.sync.client import connect

    with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/play") as socket:
        assert '"preparing"' in socket.recv()
        tables.warmed.set()
        socket.send('{"type":"hello","version":null}')
        assert '"welcome"' in socket.recv()


def test_the_address_for_friends_says_whether_it_works(server, monkeypatch):
    monkeypatch.setattr(calls, "network_address", lambda: "192.168.7.9")
    port = server.url.rsplit(":", 1)[1]
    assert server.browser().get("/api/address").json() == {"network": f"http://192.168.7.9:{port}", "open": False}
    near, far = (server.browser(**{"X-Forwarded-For": address}).get("/api/address").json() for address in ("192.168.7.30", "8.8.8.8"))
    assert (near["network"], far["network"]) == (f"http://192.168.7.9:{port}", None)  # a stranger learns nothing of that network
    connection = HTTPConnection(
        {"type": "http", "server": ("0.0.0.0", 80), "path": "/", "headers": [(b"host", b"box:8000")], "scheme": "http"}
    )
    assert calls.reached_at(connection, "0.0.0.0") == {"network": "http://192.168.7.9:8000", "open": True}
    monkeypatch.setattr(calls, "network_address", lambda: None)
    assert server.browser().get("/api/address").json()["network"] is None
