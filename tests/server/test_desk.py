"""The operator's desk: complaints with chat and game attached, bans that end, who plays where, pairs; for operators only."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time

import pytest
from serving import Server
from test_accounts import ok, refused, register
from test_pairs import fill, played
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.server.base.settings import Limits
from sevenhex.server.store import bans
from sevenhex.server.store.store import Store

WAYS = (
    ("GET", "/api/desk"), ("GET", "/api/desk/tables"), ("POST", "/api/desk/tables/abc/end"), ("GET", "/api/desk/complaints"),
    ("GET", "/api/desk/complaints/1"), ("POST", "/api/desk/complaints/1/close"), ("GET", "/api/desk/bans"), ("POST", "/api/desk/bans"),
    ("DELETE", "/api/desk/bans?subject=1"), ("GET", "/api/desk/pairs"),
)  # fmt: skip
BODIES = {"/api/desk/complaints/1/close": {"note": ""}, "/api/desk/bans": {"subject": "192.0.2.1"}}


def operator_of(server, name="Operator"):
    """A browser whose account is an operator's, named on the command line as an operator does it."""
    browser = server.browser()
    register(browser, name)
    named = CliRunner().invoke(app, ["admin", "operator", name, "--store", server.settings.store])
    assert named.exit_code == 0, named.output
    return browser


def at_one_table(server):
    """Two people and a bot, in a running game."""
    one, two = server.browser(), server.browser()
    opened = server.open(one, players=3, player="Ann", seats=["me", "open", {"bot": "random"}])
    code = opened["code"]
    other = ok(two.post(f"/api/tables/{code}/join", json={"name": "Ben"}))
    return one, two, code, opened["token"], other["token"]


@pytest.fixture
def own_server(tmp_path, compiled):
    with Server(tmp_path) as server:
        yield server


def test_nobody_but_an_operator_is_let_in(own_server):
    stranger, guest, account = own_server.browser(), own_server.browser(), own_server.browser()
    own_server.open(guest, players=3, player="Guest")
    register(account, "Somebody")
    assert {path for path in own_server.app.openapi()["paths"] if path.startswith("/api/desk")} == {
        path.partition("?")[0].replace("/abc", "/{code}").replace("/1", "/{id}") for _, path in WAYS
    }, "every door of the desk is tried here"
    for browser in (stranger, guest, account):
        for method, path in WAYS:
            refused(browser.request(method, path, json=BODIES.get(path)), 403, "operators_only")
    operator = operator_of(own_server)
    assert ok(operator.get("/api/account"))["operator"] is True
    assert ok(operator.get("/api/desk"))["accounts"] == 2
    revoked = CliRunner().invoke(app, ["admin", "operator", "Operator", "--revoke", "--store", own_server.settings.store])
    assert "There is no operator" in revoked.output
    refused(operator.get("/api/desk"), 403, "operators_only")


def test_only_a_registered_name_is_named_operator(tmp_path):
    asyncio.run(created(tmp_path))
    answer = CliRunner().invoke(app, ["admin", "operator", "Nobody", "--store", str(tmp_path)])
    assert answer.exit_code != 0
    assert "Nobody has registered the name" in answer.output


async def created(folder):
    store = Store(str(folder), 10.0)
    await store.open()
    await store.close()


def test_a_complaint_brings_the_chat_and_the_game_as_its_maker_knows_it(own_server):
    one, _two, code, ann, ben = at_one_table(own_server)
    ok(one.post(f"/api/tables/{code}/start"))
    with own_server.player(code, ann) as first, own_server.player(code, ben) as second:
        assert second.ask(type="chat", text="you are all fools")["type"] == "done"
        first.wait("chat")
    complaint = {"seat": 1, "kind": "abuse", "text": "  see\u202e the chat "}
    number = next(n for n, each in enumerate(ok(one.get(f"/api/tables/{code}"))["seats"]) if each["name"] == "Ben")
    made = one.post(f"/api/tables/{code}/complaint", json=complaint | {"seat": number})
    assert made.status_code == 201, made.text
    operator = operator_of(own_server)
    listed = ok(operator.get("/api/desk/complaints"))["complaints"]
    assert [(each["name"], each["about_name"], each["kind"], each["text"]) for each in listed] == [("Ann", "Ben", "abuse", "see the chat")]
    found = ok(operator.get(f"/api/desk/complaints/{listed[0]['id']}"))
    assert [(line["name"], line["text"]) for line in found["chat"]] == [("Ben", "you are all fools")]
    table = own_server.table(code)
    maker = next(each.seat for each in table.seats if each.name == "Ann")
    assert found["record"].strip() == table.game.until(found["version"]).record(seat=maker).strip()
    ok(operator.post(f"/api/desk/complaints/{found['id']}/close", json={"note": "warned"}))
    assert ok(operator.get("/api/desk/complaints"))["complaints"] == []
    closed = ok(operator.get("/api/desk/complaints?closed=true"))["complaints"]
    assert [(each["id"], each["note"]) for each in closed] == [(found["id"], "warned")]


def test_who_may_complain_about_whom(own_server):
    one, two, code, _, _ = at_one_table(own_server)
    stranger = own_server.browser()
    path = f"/api/tables/{code}/complaint"
    refused(stranger.post(path, json={"seat": 0, "kind": "abuse"}), 403, "not_here")
    own_server.open(stranger, players=3, player="Elsewhere")
    refused(stranger.post(path, json={"seat": 0, "kind": "abuse"}), 403, "not_here")
    refused(one.post(path, json={"seat": 0, "kind": "abuse"}), 409, "own_complaint")
    refused(one.post(path, json={"seat": 2, "kind": "abuse"}), 409, "nobody_there")
    refused(one.post(path, json={"seat": 5, "kind": "abuse"}), 400, "no_such_seat")
    assert one.post(path, json={"seat": 1, "kind": "magic"}).status_code == 400
    assert two.post(path, json={"seat": 0, "kind": "other"}).status_code == 201  # before the game, too


def test_complaints_have_limits(tmp_path, compiled):
    with Server(tmp_path, limits=Limits(complaint_burst=3, complaints_per_day=2)) as server:
        one, _, code, _, _ = at_one_table(server)
        path, body = f"/api/tables/{code}/complaint", {"seat": 1, "kind": "stalling"}
        assert [one.post(path, json=body).status_code for _ in range(4)] == [201, 201, 429, 429]


def test_deleting_an_account_takes_its_complaints_along_and_its_name_out_of_others(own_server):
    one, two, code, _, _ = at_one_table(own_server)
    ok(one.post(f"/api/tables/{code}/complaint", json={"seat": 1, "kind": "abuse", "text": "about Ben"}))
    ok(two.post(f"/api/tables/{code}/complaint", json={"seat": 0, "kind": "abuse", "text": "about Ann"}))
    everything = ok(two.get("/api/account/export"))["everything"]
    assert [each["text"] for each in everything["complaints"]] == ["about Ann"]
    ok(two.post("/api/account/delete", json={}))
    operator = operator_of(own_server)
    left = ok(operator.get("/api/desk/complaints"))["complaints"]
    assert [(each["text"], each["about"], each["about_name"]) for each in left] == [("about Ben", None, "")]


def test_a_ban_ends_and_one_of_the_chat_lets_people_play(own_server):
    _one, two, code, _, token = at_one_table(own_server)
    operator = operator_of(own_server)
    ben = next(seat.player for seat in own_server.table(code).seats if seat.name == "Ben")
    refused(operator.post("/api/desk/bans", json={"subject": "somebody"}), 400, "no_such_subject")
    refused(operator.post("/api/desk/bans", json={"subject": "192.0.2.1", "what": "chat"}), 400, "silence_player")
    assert operator.post("/api/desk/bans", json={"subject": ben, "what": "chat", "days": 1, "reason": "rude"}).status_code == 201
    with own_server.player(code, token) as second:
        assert second.ask(type="chat", text="hello")["key"] == "silenced"
    listed = ok(operator.get("/api/desk/bans"))["bans"]
    assert [(each["subject"], each["what"], each["reason"]) for each in listed] == [(ben, "chat", "rude")]
    assert operator.post("/api/desk/bans", json={"subject": ben}).status_code == 201  # now for everything, without an end
    refused(two.get(f"/api/tables/{code}"), 403, "banned")
    ok(operator.delete(f"/api/desk/bans?subject={ben}"))
    ok(two.get(f"/api/tables/{code}"))
    refused(operator.delete(f"/api/desk/bans?subject={ben}"), 404, "not_banned")
    own = next(each for each in ok(operator.get("/api/account/export"))["everything"]["player"].values() if len(str(each)) == 16)
    refused(operator.post("/api/desk/bans", json={"subject": own}), 409, "own_ban")


def test_a_ban_that_has_ended_holds_nobody_up(tmp_path, monkeypatch):
    async def work():
        store = Store(str(tmp_path), 10.0)
        await store.open()
        await bans.add(store, "0123456789abcdef", "", seconds=60.0)
        await bans.add(store, "192.0.2.0/24", "", seconds=60.0)
        known = bans.Bans(store)
        await known.read()
        during = known.has_player("0123456789abcdef"), known.has_address("192.0.2.7"), len(await bans.listed(store))
        later = time.time() + 61.0
        monkeypatch.setattr(time, "time", lambda: later)
        after = known.has_player("0123456789abcdef"), known.has_address("192.0.2.7"), len(await bans.listed(store))
        await store.close()
        return during, after

    assert asyncio.run(work()) == ((True, True, 2), (False, False, 0))


def test_the_operator_sees_who_plays_where_and_ends_a_table(own_server):
    one, _, code, token, _ = at_one_table(own_server)
    ok(one.post(f"/api/tables/{code}/start"))
    operator = operator_of(own_server)
    with own_server.player(code, token) as first:
        shown = ok(operator.get("/api/desk/tables?status=playing"))["tables"]
        assert [table["code"] for table in shown] == [code]
        seats = {seat["name"]: seat for seat in shown[0]["seats"]}
        assert seats["Ann"]["here"]
        assert not seats["Ben"]["here"]
        assert seats["Ben"]["guest"]
        assert len(seats["Ben"]["player"]) == 16
        found = ok(operator.get("/api/desk"))
        assert found["tables"]["playing"] == 1
        assert found["lines"] == 1
        assert found["kept"]["finished_games"] is None
        ok(operator.post(f"/api/desk/tables/{code}/end"))
        first.wait_until(lambda player: player.table["status"] == "aborted")
    refused(operator.post(f"/api/desk/tables/{code}/end"), 409, "over")
    refused(operator.post("/api/desk/tables/nothing/end"), 404, "no_such_table")


def test_what_the_desk_shows_holds_no_secret(own_server):
    """No token, seed, sealed word or hidden card of a running game, for an operator may play too."""
    one, _, code, token, _ = at_one_table(own_server)
    ok(one.post(f"/api/tables/{code}/start"))
    operator = operator_of(own_server)
    ben = next(seat.seat for seat in own_server.table(code).seats if seat.name == "Ben")
    ok(one.post(f"/api/tables/{code}/complaint", json={"seat": ben, "kind": "abuse"}))
    complaints = ok(operator.get("/api/desk/complaints"))["complaints"]
    texts = [operator.get(path).text for method, path in WAYS if method == "GET" and not path.endswith("/1")]
    texts += [operator.get(f"/api/desk/complaints/{each['id']}").text for each in complaints]
    record = own_server.table(code).record
    database = sqlite3.connect(f"file:{own_server.settings.store}/sevenhex.db?mode=ro", uri=True)
    hashes = [row[0] for row in database.execute("SELECT secret_hash FROM players UNION SELECT token_hash FROM seats") if row[0]]
    database.close()
    for text in texts:
        assert token not in text
        assert record.seed not in text
        assert not any(each in text for each in hashes)


def test_pairs_at_the_desk_are_those_of_the_command_line(tmp_path, compiled):
    asyncio.run(fill(tmp_path, played(1)))
    with Server(tmp_path) as server:
        shown = ok(operator_of(server).get("/api/desk/pairs?least=1"))["pairs"]
    line = CliRunner().invoke(app, ["admin", "pairs", "--least", "1", "--json", "--store", str(tmp_path)])
    expected = json.loads(line.output)["pairs"]
    assert [{key: one[key] for key in other} for one, other in zip(shown, expected, strict=True)] == expected
    assert len(expected) == 6
