"""Whole games over the WebSocket, as documented for other people's programs."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path

import random_client
from serving import Server

from sevenhex.game.game import Game
from sevenhex.server.store.audit import audit_table
from sevenhex.server.store.store import Store

EXAMPLE = Path(random_client.__file__)
SHORT = {"victory_points": 5}  # a game of random players to ten takes long


def faults(data, code):
    async def look():
        store = Store(str(data))
        await store.open()
        try:
            return await audit_table(store, code)
        finally:
            await store.close()

    return asyncio.run(look())


def test_the_example_client_plays_a_whole_game_against_bots(server):
    seeded = "import random, runpy, sys; random.seed(1); runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", seeded, str(EXAMPLE), server.url], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "wins; we had" in done.stdout


def test_four_programs_play_to_the_end_and_the_record_tells_it(server):
    browsers = [server.browser() for _ in range(4)]
    opened = server.open(
        browsers[0], edition="sixth", players=4, options=SHORT, seats=["me", "open", "open", "open"], player="Ann", word="hello"
    )
    code = opened["code"]
    tokens = [opened["token"]]
    for browser in browsers[1:]:
        tokens.append(browser.post(f"/api/tables/{code}/join", json={"name": f"Bob {len(tokens)}"}).json()["token"])
    assert browsers[0].post(f"/api/tables/{code}/start").status_code == 200

    async def all_four():
        plays = [random_client.play(server.url, code, token, random.Random(seat)) for seat, token in enumerate(tokens)]
        return await asyncio.wait_for(asyncio.gather(*plays), 120)

    views = asyncio.run(all_four())
    assert {view["winner"] for view in views} == {views[0]["winner"]}
    assert [view["seat"] for view in views] == [0, 1, 2, 3]
    table = browsers[1].get(f"/api/tables/{code}").json()
    assert table["status"] == "over"
    assert table["result"]["winner"] == views[0]["winner"]
    game = Game.load(browsers[2].get(f"/api/tables/{code}/record").text)
    assert game.outcome is not None
    assert game.outcome.winner == views[0]["winner"]
    assert game.headers["Word0"] == "hello"
    assert faults(server.settings.store, code) == []


def test_six_players_and_the_drawn_edition_play_too(server):
    for wanted in ({"edition": "sixth", "players": 6, "options": SHORT}, {"edition": "zip", "players": 3, "options": {"map": 7} | SHORT}):
        opened = server.open(**wanted, seats=["me", *[{"bot": "random"}] * (wanted["players"] - 1)], start=True)
        view = asyncio.run(asyncio.wait_for(random_client.play(server.url, opened["code"], opened["token"], random.Random(1)), 120))
        assert view["winner"] is not None
        assert faults(server.settings.store, opened["code"]) == []


def test_a_restart_in_the_middle_loses_nothing(tmp_path):
    with Server(tmp_path) as first:
        seats = ["me", {"bot": "random"}, {"bot": "random"}]
        opened = first.open(edition="sixth", players=3, options=SHORT, seats=seats, start=True, turn_seconds=3600)
        with first.player(opened["code"], opened["token"]) as player:
            for _ in range(12):
                player.wait_until(lambda p: p.view["seat"] in p.view["to_act"])
                before = player.version
                answer = player.act(player.legal[0], id=f"move-{before}")
                assert answer["type"] == "done"
            player.wait_until(lambda p: p.view["seat"] in p.view["to_act"])
            version, view, left = player.version, player.view, player.table["clock"]["left"]
            last = answer["version"]
    assert left <= 3600
    with Server(tmp_path) as second, second.player(opened["code"], opened["token"], version) as player:
        assert player.version == version
        assert player.view == view
        welcome = next(message for message in map(json.loads, player.frames) if message["type"] == "welcome")
        assert welcome["events"] == []  # nothing was missed
        again = player.act("roll", version=before, id=f"move-{before}")
        assert again == {"type": "done", "id": f"move-{before}", "version": last}
        assert player.version == version
        view = asyncio.run(asyncio.wait_for(random_client.play(second.url, opened["code"], opened["token"], random.Random(1)), 120))
        assert view["winner"] is not None
    assert faults(tmp_path, opened["code"]) == []


def test_bots_alone_finish_and_resume_after_a_restart(tmp_path):
    with Server(tmp_path) as first:
        browser = first.browser()
        opened = first.open(browser, edition="sixth", players=3, options=SHORT, seats=[{"bot": "random"}] * 3, start=True, public=True)
        code = opened["code"]
        assert opened["seat"] is None
        with first.player(code) as watcher:
            watcher.wait("update")
    with Server(tmp_path) as second, second.player(code) as watcher:
        watcher.wait_until(lambda w: w.view["winner"] is not None)
        assert second.browser().get("/api/past").json()["games"][0]["code"] == code
    assert faults(tmp_path, code) == []
