"""Studying on a server: positions, judge, openings, puzzles and reviews; bounded, and refused with reasons."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
import random_client
from serving import Server, until

import children
from sevenhex.game.game import Game
from sevenhex.server.base.refusal import Refused
from sevenhex.server.base.settings import Limits
from sevenhex.server.review.study import Begun, Judge, Line
from sevenhex.study import puzzles, review
from sevenhex.study.island import island_key, symmetries
from sevenhex.study.judge import MOST_STEPS, Judgement

POSITION = puzzles.shipped().puzzles[0].position


@pytest.fixture(scope="module")
def over(server):
    """A finished game and a browser that did not play it."""
    opened = server.open(
        edition="sixth",
        players=3,
        options={"victory_points": 3},
        seats=["me", {"bot": "random"}, {"bot": "random"}],
        word="a word",
        start=True,
    )
    asyncio.run(asyncio.wait_for(random_client.play(server.url, opened["code"], opened["token"], random.Random(1)), 120))
    return opened["code"], server.browser()


def test_a_position_is_looked_at(server):
    found = server.browser().post("/api/study/look", json={"start": POSITION}).json()
    assert found["position"] == POSITION
    game = Game.at(POSITION)
    assert found["legal"] == {str(seat): game.legal_texts(seat) for seat in game.to_act}


def test_a_bad_position_names_its_field(server):
    answer = server.browser().post("/api/study/look", json={"start": POSITION.replace("robber=", "robber=Q")})
    assert answer.status_code == 400
    assert answer.json()["facts"]["field"] == "robber"
    assert "is no hex of this island" in answer.json()["sentence"]


def test_a_position_is_judged_deeper_and_deeper(server):
    browser = server.browser()
    first, second = (browser.post("/api/study/judge", json={"start": POSITION, "depth": depth}).json() for depth in (1, 2))
    assert (first["depth"], second["depth"]) == (1, 2)
    assert first["depths"] == MOST_STEPS
    assert second["positions"] > first["positions"]
    assert sum(second["chances"]) == pytest.approx(100, abs=0.1)
    assert second["best"][0]["why"]["sentence"]


def test_the_next_step_of_a_question_goes_on_from_the_last_one():
    """A worker keeps its last thought: it does no step twice, and another question, or a thought that failed, begins anew."""
    begun, done = Begun(), []

    def thought(name, fails=0):
        for step in range(1, 5):
            if step == fails:
                raise ValueError(name)
            done.append((name, step))
            yield Judgement(0, (), (), (), step, 4, step)

    assert begun.judged(b"one", thought("one"), 2).depth == 2
    assert begun.judged(b"one", thought("one"), 3).depth == 3
    assert begun.judged(b"one", thought("one"), 1).depth == 1
    assert begun.judged(b"one", thought("one"), 9).depth == 4
    assert done == [("one", step) for step in range(1, 5)]
    with pytest.raises(ValueError, match="two"):
        begun.judged(b"two", thought("two", fails=2), 3)
    assert begun.judged(b"two", thought("two"), 2).depth == 2
    assert done[4:] == [("two", 1), ("two", 1), ("two", 2)]


def test_a_thought_that_was_begun_opens_no_shut_island():
    """What a worker still knows about a position is no answer once a rated game runs on its island."""
    asked = Judge(Line(POSITION, None, []), None, None, 1)
    assert json.loads(asked.answer())["best"]
    shut = Line(POSITION, None, [], [island_key(Line(POSITION, None, []).game())])
    with pytest.raises(Refused):
        Judge(shut, None, None, 1).answer()


@pytest.mark.parametrize(
    "wrong", [{"depth": MOST_STEPS + 1}, {"viewer": 7}, {"actions": [[0, "x" * 300]]}, {"start": "x" * 300_000}, {"more": 1}]
)
def test_too_much_is_refused(server, wrong):
    answer = server.browser().post("/api/study/judge", json={"start": POSITION, **wrong})
    assert answer.status_code in (400, 413)


def test_an_opening_is_dealt_and_its_corners_graded(server):
    browser = server.browser()
    found = browser.get("/api/study/opening?seed=five&place=3").json()
    assert found["seat"] == 3
    assert found["corners"][0]["lost"] == 0
    same = browser.post("/api/study/corners", json={"start": found["position"]}).json()
    assert same["corners"] == found["corners"]
    assert browser.get("/api/study/opening?seed=five&place=9").status_code == 400


def test_puzzles_are_served(server):
    browser = server.browser()
    rows = browser.get("/api/puzzles").json()["puzzles"]
    assert len(rows) == len(puzzles.shipped().puzzles)
    one = browser.get(f"/api/puzzles/{rows[0]['id']}").json()
    assert one["answer"] == puzzles.shipped().puzzles[0].answer
    assert one["why"]["sentence"]
    assert browser.get("/api/puzzles/none").status_code == 404


def waited(browser, call):
    """A review once it is there; progress never goes back."""
    progress, found = [0.0], []

    def is_ready():
        answer = call()
        if answer.status_code == 202:
            assert answer.json()["done"] >= progress[-1]
            progress.append(answer.json()["done"])
            return False
        found.append(answer)
        return True

    until(is_ready, seconds=180)
    return found[0]


def test_a_finished_game_is_reviewed_and_the_review_kept(over, server):
    code, browser = over
    found = waited(browser, lambda: browser.post(f"/api/tables/{code}/review")).json()
    game = Game.load(browser.get(f"/api/tables/{code}/record").text)
    assert found["entries"] == len(game.log)
    assert found["winner"] == game.outcome.winner
    assert len(found["players"]) == 3
    assert browser.post(f"/api/tables/{code}/review").json() == found


def test_a_record_that_somebody_sends_is_reviewed(over):
    code, browser = over
    text = browser.get(f"/api/tables/{code}/record").text
    send = {"content": text, "headers": {"Content-Type": "text/plain"}}
    first = browser.post("/api/reviews", **send)
    found = waited(browser, lambda: browser.get(f"/api/reviews/{first.json()['key']}")) if first.status_code == 202 else first
    assert found.json()["format"] == review.FORMAT
    assert browser.post("/api/reviews", **send).json() == found.json()
    broken = browser.post("/api/reviews", content="[Edition", headers={"Content-Type": "text/plain"})
    assert broken.status_code in (202, 400)
    if broken.status_code == 202:
        until(lambda: browser.get(f"/api/reviews/{broken.json()['key']}").status_code == 400, seconds=60)


def test_a_running_game_is_not_reviewed(server):
    opened = server.open(edition="sixth", players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)
    answer = server.browser().post(f"/api/tables/{opened['code']}/review")
    assert answer.json()["code"] == "illegal"


async def asked_of(client, tool, **given):
    """What a tool answers as data: such answers are given once, as JSON in words."""
    data = {} if tool == "legal_actions" else {"form": "json"}
    answer = await client.call_tool(tool, data | given)
    assert not answer.is_error, answer.content[0].text
    return answer.structured_content or json.loads(answer.content[0].text)


def test_a_language_model_sits_down_at_a_table(server):
    """The official client plays some turns at this server's table; it receives what its seat may know."""
    mcp = pytest.importorskip("mcp")
    owner = server.browser()
    host = server.open(owner, edition="sixth", players=3, seats=["open", {"bot": "random"}, {"bot": "random"}], public=True)
    parameters = mcp.StdioServerParameters(command=sys.executable, args=["-m", "sevenhex", "mcp"], env=dict(os.environ))

    async def work():
        async with mcp.Client(parameters, read_timeout_seconds=240) as client:
            joined = await asked_of(client, "join_table", url=server.url, code=host["code"], name="Model")
            name = joined["game"]
            started = await asyncio.to_thread(owner.post, f"/api/tables/{host['code']}/start")
            assert started.status_code == 200, started.text
            acted = 0
            while acted < 6:  # with data, as a program asks
                seen = await asked_of(client, "wait", game=name)
                await asked_of(client, "act", game=name, action=seen["legal"][0], seconds=0)
                acted += 1
            done = 0
            while done < 6:  # in words, as a model asks: every answer holds all that the next decision needs
                words = (await client.call_tool("wait", {"game": name})).content[0].text
                version = int(words.split()[0].removeprefix("v"))
                action = (await asked_of(client, "legal_actions", game=name))["legal"][0]
                answer = await client.call_tool("act", {"game": name, "action": action, "version": version})
                if answer.is_error and "look again" in answer.content[0].text:
                    continue  # somebody else was to act at the same moment, and did
                assert not answer.is_error, answer.content[0].text
                assert "You may: " in answer.content[0].text
                done += 1
            seen = await asked_of(client, "look", game=name)
            assert all(seat["hand"] is None for seat in seen["view"]["seats"] if seat["seat"] != seen["seat"])
            refused = await client.call_tool("analyse", {"game": name})
            assert refused.is_error
            return seen

    seen = children.run(work(), 240)
    assert seen["view"]["buildings"]


def test_strangers_who_judge_are_bounded_and_a_table_plays_on(tmp_path):
    """A flood of deep questions: few are computed, the others learn when to try again, and a table never waits for them."""
    limits = Limits(requests_per_second=1e6, request_burst=1e6)
    with Server(tmp_path, limits=limits) as server:
        opened = server.open(edition="sixth", players=3, seats=["me", {"bot": "random"}, {"bot": "random"}], start=True)
        question = {"start": POSITION, "depth": 5}
        with ThreadPoolExecutor(12) as pool, server.player(opened["code"], opened["token"]) as player:
            asked = [pool.submit(lambda: server.browser().post("/api/study/judge", json=question, timeout=120)) for _ in range(12)]
            acted = 0
            while acted < 20:
                player.wait_until(lambda seen: seen.legal)
                player.act(player.legal[0])
                acted += 1
            answers = [each.result() for each in asked]
        codes = Counter(answer.status_code for answer in answers)
        assert codes[200] + codes[413] >= 1  # a busy machine may be too slow for a deep one
        assert codes[429] >= 12 - limits.uploads_per_address - 2
        assert codes[200] + codes[413] + codes[429] == 12
        assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 429)


# --- rated games while they run


@pytest.fixture
def rated(server):
    """A rated game that is being played, and a game that is not rated on another island."""
    ann, ben = server.browser(), server.browser()
    seats = ["me", "open", {"bot": "random"}]
    code = server.open(ann, edition="sixth", players=3, seats=seats, rated=True, player="Ann")["code"]
    assert ben.post(f"/api/tables/{code}/join", json={"name": "Ben"}).status_code == 200
    assert ann.post(f"/api/tables/{code}/start").status_code == 200
    yield code, ann
    for browser in (ann, ben):
        browser.post(f"/api/tables/{code}/resign")


def asked(browser, text):
    """Every call that judges what somebody sends, and its answer. A new one belongs here."""
    return {
        "judge": browser.post("/api/study/judge", json={"start": text, "depth": 1}),
        "corners": browser.post("/api/study/corners", json={"start": text}),
        "chances": browser.post("/api/replay/chances", content=text, headers={"Content-Type": "text/plain"}),
        "review": settled(browser, text),
    }


def settled(browser, text):
    found = browser.post("/api/reviews", content=text, headers={"Content-Type": "text/plain"})
    while found.status_code == 202:
        time.sleep(0.05)
        found = browser.get(f"/api/reviews/{found.json()['key']}")
    return found


def test_nobody_gets_advice_about_a_running_rated_game(server, rated):
    code, ann = rated
    record = ann.get(f"/api/tables/{code}/record").text
    game = server.table(code).game
    stranger = server.browser()
    for browser in (ann, stranger):
        refused = asked(browser, record)
        assert {name: answer.json().get("key") for name, answer in refused.items()} == dict.fromkeys(refused, "rated_running")
    position = game.position()
    assert stranger.post("/api/study/judge", json={"start": position, "depth": 1}).json()["key"] == "rated_running"
    assert stranger.post("/api/study/corners", json={"start": position}).json()["key"] == "rated_running"
    assert stranger.post("/api/study/look", json={"start": position}).status_code == 200  # a board to look at is no advice
    assert stranger.post("/api/study/judge", json={"start": POSITION, "depth": 1}).status_code == 200  # another island


def test_when_the_rated_game_is_over_it_may_be_judged(server, rated):
    code, ann = rated
    position = server.table(code).game.position()
    assert ann.post("/api/study/corners", json={"start": position}).json()["key"] == "rated_running"
    table = server.table(code)
    browsers = [browser for browser in server.browsers if browser.get("/api/mine").json()]
    for browser in browsers:
        browser.post(f"/api/tables/{code}/resign")
    assert table.status == "aborted"
    assert ann.post("/api/study/corners", json={"start": position}).status_code == 200


def test_an_island_has_one_key_however_it_is_turned():
    game = Game.new("sixth", 3, seed=5)
    assert island_key(game) != island_key(Game.new("sixth", 3, seed=6))
    lying = game.state["terrain"][0][:19].copy(), game.state["number"][0][:19].copy()
    keys = set()
    for order in symmetries(game.naming.island):
        game.state["terrain"][0][:19], game.state["number"][0][:19] = lying[0][order], lying[1][order]
        keys.add(island_key(game))
    assert len(symmetries(game.naming.island)) == 12
    assert len(keys) == 1
