"""A pause that everybody wants: nobody's time runs, nothing is played, until one of them goes on."""

from __future__ import annotations

import time

from serving import Server, until
from test_slow import DAY, Days, browser, look, on_loop, prepare, until_phase

from sevenhex.rules.ids import Phase
from sevenhex.server.table import housekeeping


def table_of_two(server, **wanted):
    """Two people and a bot at a quick table that has begun: the browsers, the code, their tokens."""
    one, two = server.browser(), server.browser()
    opened = server.open(one, players=3, seats=["me", "open", {"bot": "random"}], **wanted)
    joined = two.post(f"/api/tables/{opened['code']}/join", json={"name": "Two"}).json()
    assert one.post(f"/api/tables/{opened['code']}/start").status_code == 200
    return (one, two), opened["code"], (opened["token"], joined["token"])


def wish(browser, code, wanted=True):
    return browser.post(f"/api/tables/{code}/pause", json={"wanted": wanted})


def test_a_game_has_a_pause_when_all_its_people_want_one_and_goes_on_when_one_of_them_does(server, compiled):
    (one, two), code, tokens = table_of_two(server, turn_seconds=600)
    with server.player(code, tokens[0]) as first, server.player(code, tokens[1]):
        asked = wish(one, code).json()
        assert asked["pause"] == {"wished": [0], "since": None}  # the other one has not agreed
        assert wish(server.browser(), code).status_code == 403
        paused = wish(two, code).json()
        assert paused["pause"]["since"] is not None
        assert paused["clock"]["running"] is False
        left = paused["clock"]["left"]
        seat = first.view["to_act"][0]
        with server.player(code, tokens[seat] if seat < 2 else tokens[0]) as player:
            refused = player.act((player.legal or ["roll"])[0])
            assert (refused["type"], refused["key"]) == ("refused", "paused")
            assert player.ask(type="undo")["key"] == "paused"
        version = server.table(code).version
        time.sleep(0.5)
        assert server.table(code).version == version  # bots wait too
        after = wish(two, code, wanted=False).json()
        assert after["pause"] is None
        assert after["clock"]["left"] <= left
        first.wait_until(lambda seen: "game_goes_on" in "".join(seen.frames))
        assert all(key in "".join(first.frames) for key in ("pause_wished", "game_paused"))  # everybody hears of it


def test_a_wish_for_a_pause_is_taken_back_and_nobody_votes_about_who_is_away_in_one(tmp_path, compiled):
    with Server(tmp_path, grace_seconds=0.2) as server:
        (one, two), code, tokens = table_of_two(server)
        assert wish(one, code).json()["pause"]["wished"] == [0]
        assert wish(one, code, wanted=False).json()["pause"] is None
        for each in (one, two):
            wish(each, code)
        with server.player(code, tokens[0]) as player:
            time.sleep(0.5)
            assert server.browser().get(f"/api/tables/{code}").json()["away"] is None
            assert player.ask(type="vote", choice="bot")["key"] == "nobody_away"


def test_a_pause_outlives_a_restart_and_keeps_the_time_of_a_slow_table(tmp_path, compiled):
    days = Days()
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, 2 * DAY, days)
    with Server(tmp_path, now=days) as server:
        days.at += DAY
        for secret in secrets:
            assert wish(browser(server, secret), code).status_code == 200
        days.at += 5 * DAY
        assert look(server, code) == len(game.log)
    with Server(tmp_path, now=days) as server:
        days.at += 5 * DAY
        look(server, code)
        shown = browser(server, secrets[0]).get(f"/api/tables/{code}").json()
        assert (shown["clock"]["left"], shown["clock"]["running"], shown["version"]) == (DAY, False, len(game.log))
        on_loop(server, housekeeping.tidy(server.app.state.tables, days.at + 25 * DAY))  # abandoned, if it were not for the pause
        assert browser(server, secrets[0]).get(f"/api/tables/{code}").json()["status"] == "playing"
        assert wish(browser(server, secrets[1]), code, wanted=False).json()["clock"]["left"] == DAY
        days.at += 1.1 * DAY
        assert look(server, code) > len(game.log)


def test_alone_with_bots_a_pause_is_there_at_once(server, compiled):
    one = server.browser()
    opened = server.open(one, players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], turn_seconds=600, start=True)
    assert wish(one, opened["code"]).json()["pause"]["since"] is not None
    assert wish(one, opened["code"], wanted=False).json()["pause"] is None
    until(lambda: server.table(opened["code"]).game is not None)
