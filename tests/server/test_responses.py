"""What calls answer is what their description says, with no field more: a field that a form lacks would be dropped on the way."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import jsonschema
import msgspec
import pytest
import random_client
from serving import until
from starlette.routing import Route, WebSocketRoute

from sevenhex import rulebook
from sevenhex.editions import load
from sevenhex.game.game import Game
from sevenhex.rulebook import compare
from sevenhex.rulebook.table import table_rules
from sevenhex.server.app import create_app
from sevenhex.server.base.encoder import encode
from sevenhex.server.table import bot_pool, catalogue, hints
from sevenhex.server.table.broadcast import summary, table_json
from sevenhex.study import dealing, puzzles

SETUP = Game.new("sixth", 4, seed=3, starter=0).position()
LATER = puzzles.shipped().puzzles[0].position


@pytest.fixture(scope="module")
def over(server):
    """A finished game."""
    seats = ["me", {"bot": "random"}, {"bot": "random"}]
    opened = server.open(players=3, options={"victory_points": 3}, seats=seats, word="a word", start=True)
    asyncio.run(asyncio.wait_for(random_client.play(server.url, opened["code"], opened["token"], random.Random(1)), 120))
    return opened["code"]


@pytest.fixture(scope="module")
def closed(server):
    """The description, in which no object has a field that is not named."""
    found = msgspec.json.decode(msgspec.json.encode(server.app.openapi()))
    for schema in found["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    return found


def check(closed: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    jsonschema.validate(value, {**schema, "components": closed["components"]})


def check_form(closed: dict[str, Any], name: str, value: Any, several: bool = False) -> None:
    """A value before FastAPI has filtered it."""
    schema: dict[str, Any] = {"$ref": f"#/components/schemas/{name}"}
    check(closed, {"type": "array", "items": schema} if several else schema, msgspec.json.decode(encode(value)))


def check_answer(closed, method, path, answer, status="200"):
    assert answer.status_code == int(status), answer.text
    check(closed, closed["paths"][path][method]["responses"][status]["content"]["application/json"]["schema"], answer.json())


@pytest.mark.parametrize("what", ["replay", "fair", "report", "chances"])
def test_what_a_worker_says_of_a_game_has_the_form_of_its_description(server, closed, over, what):
    check_answer(closed, "get", f"/api/tables/{{code}}/{what}", server.browser().get(f"/api/tables/{over}/{what}"))


def test_the_fair_record_of_a_running_game_has_its_form(server, closed):
    code = server.open(players=2, seats=["me", {"bot": "random"}], start=True)["code"]
    check_answer(closed, "get", "/api/tables/{code}/fair", server.browser().get(f"/api/tables/{code}/fair"))


@pytest.mark.parametrize(
    ("what", "given"),
    [
        ("look", {"start": SETUP}),
        ("look", {"start": LATER, "log": True, "viewer": 0}),
        ("judge", {"start": LATER, "depth": 1}),
        ("corners", {"start": SETUP}),
    ],
)
def test_what_a_worker_says_of_a_position_has_the_form_of_its_description(server, closed, what, given):
    check_answer(closed, "post", f"/api/study/{what}", server.browser().post(f"/api/study/{what}", json=given))


def test_an_opening_has_the_form_of_its_description(server, closed):
    check_answer(closed, "get", "/api/study/opening", server.browser().get("/api/study/opening?seed=1&place=2"))


def test_a_record_that_somebody_sends_is_answered_in_the_same_forms(server, closed, over):
    browser, headers = server.browser(), {"Content-Type": "text/plain"}
    text = browser.get(f"/api/tables/{over}/record").text
    check_answer(closed, "post", "/api/replay", browser.post("/api/replay?sentences=true", content=text, headers=headers))
    check_answer(closed, "post", "/api/replay/chances", browser.post("/api/replay/chances", content=text, headers=headers))


def test_a_review_has_the_form_of_its_description_while_it_is_made_and_after(server, closed, over):
    browser, path = server.browser(), f"/api/tables/{over}/review"
    first = browser.post(path)
    check_answer(closed, "post", "/api/tables/{code}/review", first, str(first.status_code))
    until(lambda: browser.post(path).status_code == 200, 120)
    check_answer(closed, "post", "/api/tables/{code}/review", browser.post(path))


def test_what_is_said_without_workers_has_no_field_that_its_form_lacks(server, closed, over):
    check_form(closed, "EditionInfo", catalogue.all_editions(), several=True)
    check_form(closed, "ClauseInfo", catalogue.rules_of("sixth"), several=True)
    check_form(closed, "Rulebook", rulebook.to_json("sixth", "de"))
    check_form(closed, "Comparison", compare.to_json("fourth", "sixth", "de"))
    table = load("sixth").configure(4, friendly_robber=True)
    check_form(closed, "TableRules", msgspec.to_builtins(table_rules(table, "de")))
    check_form(closed, "DealtIsland", dealing.deal("1", "fourth", 3, "beginner"))
    check_form(closed, "BotInfo", bot_pool.known(), several=True)
    table = server.table(over)
    check_form(closed, "TableInfo", table_json(table, None, None))
    check_form(closed, "TableSummary", summary(table.record, None))


def test_reasons_of_puzzles_have_no_field_that_their_form_lacks(closed):
    for theme in {each.theme: each for each in puzzles.shipped().puzzles}.values():
        check_form(closed, "Puzzle", {**theme.to_json(), "why": theme.why()})


def test_the_coach_has_no_field_that_its_form_lacks(server, closed):
    opened = server.open(players=2, seats=["me", {"bot": "random"}], start=True)
    table = server.table(opened["code"])
    until(lambda: 0 in table.game.to_act)
    loop = server.app.state.tables.watch.get_loop()
    said = asyncio.run_coroutine_threadsafe(hints.coach(table, 0), loop).result(60)
    check_form(closed, "Coach", said)
    browser = server.browser(authorization=f"Bearer {opened['token']}")
    check_answer(closed, "get", "/api/tables/{code}/coach", browser.get(f"/api/tables/{opened['code']}/coach"))


def test_all_applications_share_their_calls():
    """The types of a call are worked out once in a process, when it is imported: not again at a server's first request."""
    one, other = create_app(), create_app()
    assert len(one.routes) > 100
    assert all(mine is theirs for mine, theirs in zip(one.routes, other.routes, strict=True))
    assert all(isinstance(route, Route | WebSocketRoute) for route in one.routes)
