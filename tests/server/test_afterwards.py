"""When a game is over: report, replay with everything, fair numbers, verification."""

from __future__ import annotations

import asyncio
import random
import time

import pytest
import random_client
from serving import until
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.game.game import Game

SHORT = {"victory_points": 5}


@pytest.fixture(scope="module")
def over(server):
    """A finished game and a browser that did not play it."""
    opened = server.open(
        edition="sixth", players=3, options=SHORT, seats=["me", {"bot": "random"}, {"bot": "random"}], word="a word", start=True
    )
    asyncio.run(asyncio.wait_for(random_client.play(server.url, opened["code"], opened["token"], random.Random(1)), 120))
    return opened["code"], server.browser()


def test_the_report_adds_up(over):
    code, browser = over
    report = browser.get(f"/api/tables/{code}/report").json()
    game = Game.load(browser.get(f"/api/tables/{code}/record").text)
    assert report["winner"] == game.outcome.winner
    assert [row["total"] for row in report["scores"]] == list(game.outcome.points)
    assert report["points"][-1]["points"] == list(game.outcome.points)
    assert [row["turn"] for row in report["points"]] == sorted({int(state[0].turn) for state in game.states})
    assert len(report["luck"]) == len(report["cards"]) == 3
    steals = sum(event.kind == "robbed" and event.data["count"] for event in game.events)
    assert sum(row["stolen"] for row in report["cards"]) == sum(row["robbed_of"] for row in report["cards"]) == steals
    assert sum(row["discarded"] for row in report["cards"]) == sum(event.kind == "discarded" for event in game.events)
    assert sum(row["count"] for row in report["dice"]) == sum(event.kind == "rolled" for event in game.events)


def test_the_replay_shows_everything(over):
    code, browser = over
    answer = browser.get(f"/api/tables/{code}/replay").json()
    assert answer["total"] + 1 == len(answer["frames"])
    assert all(seat["hand"] is not None for frame in answer["frames"] for seat in frame["view"]["seats"])
    part = browser.get(f"/api/tables/{code}/replay?from=5&to=7").json()["frames"]
    assert part == answer["frames"][5:8]


def test_a_record_from_a_file_is_replayed(over):
    code, browser = over
    text = browser.get(f"/api/tables/{code}/record").text
    sent = browser.post("/api/replay", content=text, headers={"Content-Type": "text/plain"})
    assert sent.status_code == 200, sent.text
    assert len(sent.json()["frames"]) == len(browser.get(f"/api/tables/{code}/replay").json()["frames"])
    broken = browser.post("/api/replay", content=text.replace("roll", "rol"), headers={"Content-Type": "text/plain"})
    assert broken.json()["code"] == "malformed"
    assert "line" in broken.json()["sentence"]


def test_every_number_is_shown_and_holds(over, tmp_path, server):
    code, browser = over
    fair = browser.get(f"/api/tables/{code}/fair").json()
    assert fair["words"] == {"0": "a word"}
    assert fair["numbers"]
    for row in fair["numbers"]:
        assert row["holds"]
        laid_out = [outcome for outcome, weight in row["choices"] for _ in range(weight)]
        assert laid_out[row["number"] * len(laid_out) >> 32] == row["outcome"]
    result = CliRunner().invoke(app, ["verify", f"{server.url}/t/{code}"])
    assert result.exit_code == 0, result.output


def test_what_is_over_leaves_memory_before_what_goes_on(server):
    browser = server.browser()
    waiting = server.open(browser, players=3)["code"]
    ended = server.open(browser, players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)["code"]
    tables = server.app.state.tables
    assert browser.post(f"/api/tables/{ended}/leave").status_code == 200
    until(lambda: tables.live[ended].idle and tables.live[ended].status == "aborted")
    tables.sweep(time.monotonic() + 1)
    assert {waiting, ended} <= set(tables.live)
    tables.sweep(time.monotonic() + 20)
    assert waiting in tables.live
    assert ended not in tables.live
    assert browser.get(f"/api/tables/{ended}").json()["status"] == "aborted"  # and comes back when somebody asks
