"""Programs as guests: an account that is a program's for ever, tokens with scopes, a stream of events, a label everywhere."""

from __future__ import annotations

import asyncio
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor

import guest_program
import pytest
import random_client
from serving import Server, until
from test_accounts import ok, refused, register
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sevenhex.server.base.settings import Limits
from sevenhex.server.people.programs import SCOPES


@pytest.fixture
def own_server(tmp_path, compiled):
    with Server(tmp_path) as server:
        yield server


def program_of(server, name="Robo"):
    """A browser with a program's account."""
    browser = server.browser()
    register(browser, name)
    ok(browser.post("/api/account/program", json={"name": name}))
    return browser


def token_of(browser, *scopes):
    made = browser.post("/api/account/tokens", json={"name": "laptop", "scopes": list(scopes) or ["events", "play"]})
    assert made.status_code == 201, made.text
    return made.json()["token"]


def by_token(server, token):
    return server.browser(authorization=f"Bearer {token}")


def test_an_account_becomes_a_programs_once_and_for_ever(own_server):
    guest = own_server.browser()
    refused(guest.post("/api/account/program", json={"name": ""}), 403, "not_registered")
    person = own_server.browser()
    register(person, "Person")
    refused(person.get("/api/account/tokens"), 409, "programs_only")
    refused(person.post("/api/account/tokens", json={"name": "x", "scopes": ["play"]}), 409, "programs_only")
    refused(person.post("/api/account/program", json={"name": "Somebody"}), 409, "other_name_given")
    own_server.open(person, players=3)
    refused(person.post("/api/account/program", json={"name": "Person"}), 409, "program_played")  # ratings do not change hands
    program = program_of(own_server)
    assert ok(program.get("/api/account"))["program"] is True
    refused(program.post("/api/account/program", json={"name": "Robo"}), 409, "program_already")


def test_a_token_opens_what_its_scope_says_and_nothing_else(own_server):
    """Every route of the server is tried with either scope."""
    program = program_of(own_server)
    person = own_server.browser()
    code = own_server.open(person, players=3, player="Ann")["code"]
    schema = own_server.app.openapi()
    names = {(method, path): call["operationId"] for path, calls in schema["paths"].items() for method, call in calls.items()}
    known = set(names.values()) | {"play"}  # the WebSocket is not in the description
    assert set().union(*SCOPES.values()) <= known, "the scopes name routes that are there"
    for scope, allowed in SCOPES.items():
        browser = by_token(own_server, token_of(program, scope))
        for (method, path), name in names.items():
            if name in ("events", "leave", "resign") or not re.search(r"account|desk|mine|program|profile|notices|tables/\{code\}", path):
                continue
            filled = re.sub(r"\{(\w+)\}", lambda found: code if found[1] == "code" else "1", path)
            answer = browser.request(method, filled, json={} if method in ("post", "put") else None)
            found = answer.json() if "json" in answer.headers.get("content-type", "") else {}
            key = found.get("key", "") if isinstance(found, dict) else ""
            if name in allowed or answer.status_code in (400, 404, 405):  # allowed, or refused before anybody asked who calls
                assert key != "token_scope", name
            elif answer.status_code == 403:
                assert key in ("token_scope", "not_seated", "host_only"), (name, answer.text)
            else:
                assert method == "get", (name, answer.status_code, answer.text)  # what anybody may read
        refused(browser.get("/api/account"), 403, "token_scope")
        refused(browser.get("/api/desk"), 403, "token_scope")
        refused(browser.post("/api/account/delete", json={"name": "Robo"}), 403, "token_scope")
        refused(browser.get("/api/account/tokens"), 403, "token_scope")
    refused(by_token(own_server, "program_nothing").get("/api/mine"), 403, "unknown_program")
    refused(by_token(own_server, token_of(program, "play")).get("/api/program/events"), 403, "token_scope")
    refused(by_token(own_server, token_of(program, "events")).post(f"/api/tables/{code}/join", json={}), 403, "token_scope")
    refused(program.get("/api/program/events"), 403, "programs_only")  # a browser has the page


def test_a_program_sits_down_is_labelled_and_plays(own_server):
    robot = by_token(own_server, token_of(program_of(own_server)))
    person = own_server.browser()
    opened = own_server.open(person, players=3, player="Ann", seats=["me", "open", {"bot": "random"}])
    code = opened["code"]
    seated = ok(robot.post(f"/api/tables/{code}/join", json={"name": "Anything"}))
    seat = ok(person.get(f"/api/tables/{code}"))["seats"][seated["seat"]]
    assert (seat["name"], seat["program"], seat["guest"], seat["kind"]) == ("Robo", True, False, "human")
    assert [each["program"] for each in ok(person.get("/api/mine"))[0]["seats"]] == [False, True, False]
    ok(person.post(f"/api/tables/{code}/start"))
    token = robot.headers["authorization"].split()[1]
    with own_server.player(code, additional_headers={"Authorization": f"Bearer {token}"}) as line:  # no seat's token: the account's
        assert line.view["seat"] == next(n for n, each in enumerate(line.table["seats"]) if each["program"])
        assert {each["name"]: each["program"] for each in line.table["seats"]}["Ann"] is False


def test_a_dropped_token_ends_lines_and_opens_nothing(own_server):
    program = program_of(own_server)
    token = token_of(program)
    robot = by_token(own_server, token)
    code = own_server.open(own_server.browser(), players=3, player="Ann")["code"]
    seated = ok(robot.post(f"/api/tables/{code}/join", json={}))
    with own_server.player(code, seated["token"]) as line:
        found = ok(program.get("/api/account/tokens"))["tokens"]
        assert [(each["name"], each["scopes"]) for each in found] == [("laptop", ["events", "play"])]
        refused(program.delete("/api/account/tokens/other"), 404, "no_such_token")
        ok(program.delete(f"/api/account/tokens/{found[0]['id']}"))
        with pytest.raises(ConnectionClosed):
            line.wait("nothing that a server sends")
    refused(robot.get("/api/mine"), 403, "unknown_program")
    refused(by_token(own_server, seated["token"]).get(f"/api/tables/{code}"), 403, "unknown_token")
    try:
        with own_server.player(code, additional_headers={"Authorization": f"Bearer {token}"}):
            raise AssertionError("a dropped token opened a line")
    except (ConnectionClosed, InvalidStatus):
        pass


def test_the_stream_says_what_concerns_the_program_and_no_more(own_server):
    robot = by_token(own_server, token_of(program_of(own_server)))
    person = own_server.browser()
    own_server.open(person, players=3, player="Elsewhere")
    code = own_server.open(person, players=3, player="Ann", seats=["me", "open", {"bot": "random"}])["code"]
    with robot.stream("GET", "/api/program/events") as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        lines = (json.loads(line) for line in answer.iter_lines() if line.strip())
        until(lambda: ok(person.get("/api/programs")) == [{"name": "Robo", "listening": True}])
        refused(robot.get("/api/program/events"), 429, "stream_stands")
        seat = ok(robot.post(f"/api/tables/{code}/join", json={}))["seat"]
        assert next(lines) == {"type": "table", "table": code, "status": "waiting", "seat": seat}
        ok(person.post(f"/api/tables/{code}/start"))
        begun = next(lines)
        assert (begun["table"], begun["status"]) == (code, "playing")
        assert set(begun) == {"type", "table", "status", "seat", "version", "awaited"}
        ok(person.post(f"/api/tables/{code}/leave"))
    until(lambda: ok(person.get("/api/programs")) == [{"name": "Robo", "listening": False}])


def test_a_program_hears_of_an_invitation(own_server):
    robot, person = by_token(own_server, token_of(program_of(own_server))), own_server.browser()
    register(person, "Ann")
    code = own_server.open(person, players=3)["code"]
    with robot.stream("GET", "/api/program/events") as answer:
        lines = (json.loads(line) for line in answer.iter_lines() if line.strip())
        ok(person.post(f"/api/tables/{code}/invitations", json={"name": "Robo"}))
        event = next(lines)
        assert (event["type"], event["table"], event["name"]) == ("invited", code, "Ann")
        assert ok(robot.post(f"/api/tables/{code}/join", json={}))
        assert next(lines)["type"] == "table"


def test_the_example_accepts_an_invitation_and_plays_the_game(own_server, capsys):
    """`examples/guest_program.py`, as a reader would start it."""
    token, person = token_of(program_of(own_server)), own_server.browser()
    register(person, "Ann")
    opened = own_server.open(person, edition="zip", players=2, seats=["me", "open"], options={"victory_points": 3})
    code = opened["code"]
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(guest_program.serve, own_server.url, token, 1)
        ok(person.post(f"/api/tables/{code}/invitations", json={"name": "Robo"}))
        until(lambda: ok(person.get(f"/api/tables/{code}"))["seats"][1]["program"])
        ok(person.post(f"/api/tables/{code}/start"))
        asyncio.run(asyncio.wait_for(random_client.play(own_server.url, code, opened["token"], random.Random(1)), 120))
        playing.result(60)
    assert f"{code}: " in capsys.readouterr().out


def test_a_program_comes_by_invitation_only(own_server):
    """Who seeks a game, or enters a tournament, expects people and the server's own bots; and nothing of a person's becomes a program's."""
    robot, person = program_of(own_server), own_server.browser()
    wish = {"editions": ["zip"], "players": 2}
    refused(robot.post("/api/seeks", json=wish), 403, "programs_wait")
    register(person, "Ann")
    id = ok(person.post("/api/tournaments", json={"name": "Cup"}))["id"]
    refused(robot.post(f"/api/tournaments/{id}/join", json={}), 403, "programs_wait")
    ok(person.post(f"/api/tournaments/{id}/join", json={}))
    refused(person.post("/api/account/program", json={"name": "Ann"}), 409, "program_played")
    seeking = own_server.browser()
    ok(seeking.post("/api/seeks", json=wish))
    register(seeking, "Seeker")
    refused(seeking.post("/api/account/program", json={"name": "Seeker"}), 409, "program_played")


def test_tokens_and_streams_have_limits(tmp_path, compiled):
    with Server(tmp_path, limits=Limits(tokens_per_program=2, streams=0)) as server:
        program = program_of(server)
        token_of(program)
        robot = by_token(server, token_of(program))
        refused(program.post("/api/account/tokens", json={"name": "third", "scopes": ["play"]}), 429, "too_many_tokens")
        refused(robot.get("/api/program/events"), 429, "too_many_streams")
        assert program.post("/api/account/tokens", json={"name": "x", "scopes": ["everything"]}).status_code == 400


def test_a_banned_program_is_shut_out_and_deleting_the_account_ends_its_tokens(own_server):
    program = program_of(own_server)
    robot = by_token(own_server, token_of(program))
    player = ok(program.get("/api/account/export"))["everything"]["player"]["id"]
    own_server.app.state.tables.bans.players = {player: float("inf")}
    refused(robot.get("/api/mine"), 403, "banned")
    own_server.app.state.tables.bans.players = {}
    assert "tokens" in ok(program.get("/api/account/export"))["everything"]["account"]
    ok(program.post("/api/account/delete", json={"name": "Robo"}))
    refused(robot.get("/api/mine"), 403, "unknown_program")
