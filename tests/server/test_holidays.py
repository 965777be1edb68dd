"""Holidays at slow tables, the feed of what waits, and slow games that were wished for."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from serving import Server, until
from test_slow import DAY, Days, browser, look, on_loop, prepare, until_phase

from sevenhex.rules.ids import Phase
from sevenhex.server.table import appointment, slow

ATOM = "{http://www.w3.org/2005/Atom}"


def registered(server, name):
    found = server.browser()
    assert found.post("/api/account", json={"name": name}).status_code == 201
    return found


def test_a_holiday_has_an_end_and_a_year_has_so_many_days(tmp_path, compiled):
    days = Days()
    with Server(tmp_path, now=days) as server:
        ann = registered(server, "Ann Away")
        assert ann.get("/api/holiday").json() == {"until": None, "left": 30, "most": 30}
        assert server.browser().post("/api/holiday", json={"days": 3}).status_code == 403
        for wrong in (0, -1, 31, 1.5, "x"):
            assert ann.post("/api/holiday", json={"days": wrong}).status_code == 400
        assert ann.post("/api/holiday", json={"days": 20}).json() == {"until": days.at + 20 * DAY, "left": 10, "most": 30}
        assert ann.post("/api/holiday", json={"days": 1}).json()["key"] == "holiday_running"
        days.at += 5 * DAY
        assert ann.delete("/api/holiday").json() == {"until": None, "left": 25, "most": 30}  # what was not used stays
        assert ann.delete("/api/holiday").json()["key"] == "no_holiday"
        assert ann.post("/api/holiday", json={"days": 25}).status_code == 201
        days.at += 26 * DAY
        assert ann.post("/api/holiday", json={"days": 1}).json()["key"] == "holiday_short"
        days.at += 340 * DAY
        assert ann.get("/api/holiday").json()["left"] > 4  # last year's come back


def test_time_stands_still_for_who_is_on_holiday_and_for_nobody_else(tmp_path, compiled):
    days = Days()
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, DAY, days)
    seat = game.actor
    with Server(tmp_path, now=days) as server:
        ann, ben = browser(server, secrets[seat]), browser(server, secrets[(seat + 1) % 3])
        ben.post("/api/holiday", json={"days": 9})  # it is not Ben who is awaited
        days.at += 0.5 * DAY
        assert ann.get(f"/api/tables/{code}").json()["clock"]["left"] == 0.5 * DAY
        ann.post("/api/holiday", json={"days": 4})
        shown = ben.get(f"/api/tables/{code}").json()
        assert shown["clock"]["left"] == 4.5 * DAY
        assert [each["holiday"] is not None for each in shown["seats"]] == [n in (seat, (seat + 1) % 3) for n in range(3)]
        days.at += 3 * DAY
        assert look(server, code) == len(game.log)
    with Server(tmp_path, now=days) as server:  # through a restart, too
        days.at += 1.2 * DAY
        assert look(server, code) == len(game.log)
        days.at += 0.4 * DAY
        assert look(server, code) > len(game.log)


def test_a_table_that_is_not_due_is_not_read_again_and_again(tmp_path, compiled):
    days = Days()
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, DAY, days)
    with Server(tmp_path, now=days) as server:
        ann = browser(server, secrets[game.actor])
        ann.post("/api/holiday", json={"days": 20})
        tables = server.app.state.tables
        days.at += 2 * DAY

        async def looks():
            tables.live.pop(code, None)
            first = await slow.look(tables)
            tables.live.pop(code, None)
            return first, await slow.look(tables)

        assert on_loop(server, looks()) == (1, 0)
        ann.delete("/api/holiday")  # then it may be due
        assert on_loop(server, looks())[0] == 1


def test_a_feed_names_what_waits_and_its_address_is_its_only_key(tmp_path, compiled):
    days = Days()
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, DAY, days)
    with Server(tmp_path, now=days) as server:
        ann, ben = (browser(server, secrets[seat]) for seat in (game.actor, (game.actor + 1) % 3))
        assert ann.get("/api/feed").json() == {"created": None}
        path, other = (each.post("/api/feed").json()["path"] for each in (ann, ben))
        stranger = server.browser()
        found = stranger.get(path, params={"language": "de"})
        assert found.headers["content-type"].startswith("application/atom+xml")
        feed = ElementTree.fromstring(found.content)
        titles = [each.findtext(f"{ATOM}title") for each in feed.iter(f"{ATOM}entry")]
        assert titles == ["Du bist am Zug: Slow"]
        link = feed.find(f"{ATOM}entry/{ATOM}link")
        assert link is not None
        assert link.get("href") == f"{server.url}/#/t/{code}"
        assert "<entry" not in stranger.get(other).text  # it is not Ben's turn
        # another turn, another entry; what is known of it is stored, so the table is not read for it
        with server.player(code, additional_headers={"Cookie": f"sevenhex={secrets[game.actor]}"}) as player:
            player.act("end")
        server.app.state.tables.live.pop(code)
        assert "<entry" not in stranger.get(path).text
        assert "It is your turn at Slow" in stranger.get(other).text
        assert code not in server.app.state.tables.live
        # a new address makes the old one void
        after = ann.post("/api/feed").json()["path"]
        assert stranger.get(path).json()["key"] == "no_such_feed"
        assert stranger.get(after).status_code == 200
        assert ann.delete("/api/feed").status_code == 204
        assert stranger.get(after).status_code == 404
        ben.post("/api/account/delete", json={})
        assert stranger.get(other).status_code == 404
    assert path.rpartition("/")[2].encode() not in (tmp_path / "sevenhex.db").read_bytes()


@pytest.mark.parametrize("secret", ["x", "x" * 64, "%27%20OR%201", "..%2Faccount", "é"])
def test_what_is_no_feed_is_answered_alike(server, secret):
    answer = server.browser().get(f"/api/feeds/{secret}")
    assert answer.status_code in (404, 400)


def test_slow_games_that_were_wished_for_begin_without_everybody_there(tmp_path, compiled, monkeypatch):
    monkeypatch.setattr(appointment, "SLOW_WAIT", 0.0)
    with Server(tmp_path) as server:
        people = [registered(server, name) for name in ("Ann Slow", "Ben Slow")]
        for each in people:
            made = each.post("/api/seeks", json={"editions": ["sixth"], "players": 2, "turn_seconds": DAY, "name": "N"})
            assert made.status_code == 201, made.text
        code = people[0].get("/api/seeks").json()["own"][0]["table"]
        until(lambda: people[0].get(f"/api/tables/{code}").json()["status"] == "playing")
        server.app.state.tables.live.clear()
        path = people[0].post("/api/feed").json()["path"]
        assert "wished for is ready" in server.browser().get(path).text


def test_a_slow_table_that_left_memory_before_it_began_begins_all_the_same(tmp_path, compiled, monkeypatch):
    with Server(tmp_path) as server:
        people = [registered(server, name) for name in ("Ann Slow", "Ben Slow")]
        for each in people:
            each.post("/api/seeks", json={"editions": ["sixth"], "players": 2, "turn_seconds": DAY, "name": "N"})
        code = people[0].get("/api/seeks").json()["own"][0]["table"]
        server.app.state.tables.live.pop(code)
        monkeypatch.setattr(appointment, "SLOW_WAIT", 0.0)
        on_loop(server, slow.look(server.app.state.tables))
        until(lambda: server.app.state.tables.live[code].status == "playing")
