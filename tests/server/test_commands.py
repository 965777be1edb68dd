"""Bad input is answered with a typed refusal, the table goes on, and nothing is applied twice."""

from __future__ import annotations

import json

import pytest
from serving import Server

BOTS = [{"bot": "random"}, {"bot": "random"}]


@pytest.fixture
def table(server):
    """A game of one person and two bots, and the person at it."""
    opened = server.open(edition="sixth", players=3, seats=["me", *BOTS], start=True)
    with server.player(opened["code"], opened["token"]) as player:
        player.wait_until(awaited)
        player.code, player.token = opened["code"], opened["token"]
        yield player


def awaited(player):
    return player.view["seat"] in player.view["to_act"]


def goes_on(player):
    """One more action is accepted."""
    player.wait_until(awaited)
    answer = player.act(player.legal[0])
    while answer["type"] == "refused" and answer["code"] == "stale":
        player.wait_until(awaited)
        answer = player.act(player.legal[0])
    assert answer["type"] == "done", answer


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "null",
        "[]",
        '"act"',
        "{}",
        '{"type":"act"}',
        '{"type":"dance","id":"x"}',
        '{"type":"act","id":"x","version":"new","action":"roll"}',
        '{"type":"act","id":"x","version":-1,"action":"roll"}',
        '{"type":"act","id":"x","version":1e99,"action":"roll"}',
        '{"type":"act","id":"","version":1,"action":"roll"}',
        '{"type":"act","id":"' + "x" * 65 + '","version":1,"action":"roll"}',
        '{"type":"act","id":"x","version":1,"action":"roll","seat":1}',
        '{"type":"act","id":7,"version":1,"action":"roll"}',
        '{"type":"vote","id":"x","choice":"explode"}',
        "[" * 3000,
        "\x00",
        '{"type":"chat","id":"x","text":"\\ud800"}',
    ],
)
def test_what_cannot_be_read_is_malformed(table, raw):
    table.socket.send(raw)
    assert table.wait("refused")["code"] == "malformed"
    goes_on(table)


def test_bytes_are_read_like_text_and_noise_is_malformed(table):
    table.socket.send(b"\xff\xfe\x00")
    assert table.wait("refused")["code"] == "malformed"
    table.socket.send(json.dumps({"type": "ping"}).encode())
    assert table.wait("pong")


def test_a_message_that_is_too_long_is_refused(table):
    table.send(type="chat", id="long", text="x" * 5000)
    assert table.wait("refused")["code"] == "too_large"
    goes_on(table)


def test_a_refusal_names_the_command(table):
    answer = table.ask(type="chat", id="c9", text="")
    assert (answer["type"], answer["id"], answer["code"]) == ("refused", "c9", "malformed")


def test_nothing_comes_before_hello(server, table):
    from serving import Player
    from websockets.sync.client import connect

    with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/{table.code}/play") as socket:
        stranger = Player(socket)
        assert stranger.ask(type="act", version=1, action="roll")["code"] == "malformed"
        stranger.send(type="hello")
        assert stranger.wait("welcome")["seat"] is None


def test_an_action_that_is_no_action_is_malformed(table):
    version = table.version
    for text in ("jump", "settle", "settle Z9.N", "road A1.E twice", "dice", "offer", "bank 4 gold for 1 ore"):
        answer = table.act(text)
        assert answer["code"] == "malformed", text
        assert answer["sentence"]
    assert table.version == version
    goes_on(table)


def test_a_forbidden_action_is_illegal_with_reasons(table):
    answer = table.act("buy")
    assert answer["code"] == "illegal"
    assert answer["reasons"][0]["sentence"]
    assert answer["reasons"][0]["clause"]
    assert table.act("dice 6 6")["code"] == "illegal"  # chance is nobody's to play
    goes_on(table)


def test_why_gives_the_same_reasons(table):
    assert table.ask(type="why", action="buy")["reasons"][0]["sentence"]
    assert table.ask(type="why", action=table.legal[0])["reasons"] == []
    assert table.ask(type="why", action="nonsense")["code"] == "malformed"


def test_the_same_command_twice_is_applied_once(server, table):
    version, action = table.version, table.legal[0]
    first = table.act(action, version, id="once")
    again = table.act(action, version, id="once")
    assert first == again
    assert first["type"] == "done"
    live = server.table(table.code)
    assert live.answers.version_of(table.view["seat"], "once") == first["version"]
    mine = [action for who, action in live.game.log if who == table.view["seat"]]
    assert len(mine) == 1


def test_a_stale_command_is_refused_and_changes_nothing(table):
    old, action = table.version, table.legal[0]
    assert table.act(action)["type"] == "done"
    table.wait_until(lambda p: awaited(p) and p.version > old)
    version = table.version
    assert table.act(table.legal[0], version=old)["code"] == "stale"
    assert table.act(table.legal[0], version=version + 1000)["code"] == "stale"
    assert table.version == version
    goes_on(table)


def test_a_watcher_may_not_act(server, table):
    with server.player(table.code) as watcher:
        assert watcher.act("roll")["code"] == "not_seated"
        for kind in ({"type": "chat", "text": "hi"}, {"type": "undo"}, {"type": "agree", "undo": True}, {"type": "hint"}):
            assert watcher.ask(**kind)["code"] == "not_seated"
        assert watcher.ask(type="vote", choice="abort")["code"] == "not_seated"
        assert watcher.legal == []
    goes_on(table)


def test_a_foreign_token_opens_no_seat(server, table):
    other = server.open(edition="sixth", players=3, seats=["me", *BOTS], start=True)
    from serving import Player
    from websockets.sync.client import connect

    with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/{table.code}/play") as socket:
        thief = Player(socket)
        for token in (other["token"], "x" * 22, "", "x" * 64):
            thief.send(type="hello", token=token)
            answer = thief.wait("refused", "welcome")
            assert answer.get("code") == "not_seated" or answer["seat"] is None
    with server.player(other["code"], other["token"]) as owner:
        owner.send(type="hello")
        assert owner.wait("welcome")["seat"] == 0  # a second hello asks for a fresh welcome, and cannot change seats
        owner.send(type="hello", token=table.token)
        assert owner.wait("refused")["code"] == "not_seated"


def test_acting_out_of_turn_is_illegal(server):
    browsers = [server.browser(), server.browser(), server.browser()]
    opened = server.open(browsers[0], edition="sixth", players=3, seats=["me", "open", "open"])
    code = opened["code"]
    tokens = [opened["token"], *[browser.post(f"/api/tables/{code}/join", json={}).json()["token"] for browser in browsers[1:]]]
    browsers[0].post(f"/api/tables/{code}/start")
    with server.player(code, tokens[0]) as one, server.player(code, tokens[1]) as two, server.player(code, tokens[2]) as three:
        players = [one, two, three]
        turn = one.view["to_act"][0]
        waiting = players[(turn + 1) % 3]
        assert waiting.act(players[turn].legal[0])["code"] == "illegal"
        assert waiting.legal == []
        assert waiting.can["road"]["code"] == "not_your_turn"
        assert players[turn].act(players[turn].legal[0])["type"] == "done"


def test_codes_and_facts_travel_and_sentences_for_those_who_ask(server, table):
    colours = [seat["colour"] for seat in table.view["seats"]]
    with server.player(table.code, table.token) as plain, server.player(table.code, table.token, sentences=True) as worded:
        for player in (plain, worded):
            assert {"sentence" in reason for reason in player.can.values() if reason} == {player is worded}
            assert {"text" in event for event in player.welcome["events"]} <= {player is worded}
        assert table.act(table.legal[0])["type"] == "done"
        events = {}
        for player in (plain, worded):
            update = player.wait("update")
            events[player] = update["events"]
            assert all(("text" in event) == (player is worded) for event in update["events"])
            reason = next(reason for reason in player.can.values() if reason)
            assert ("sentence" in reason) == (player is worded)
        assert [{**event, "text": ""} for event in events[plain]] == [{**event, "text": ""} for event in events[worded]]
        assert events[worded][0]["text"].startswith(colours[events[worded][0]["seat"]].capitalize())
        assert all(
            reason is None or {**reason, "sentence": ""} == {**worded.can[what], "sentence": ""} for what, reason in plain.can.items()
        )


def test_hints_are_for_those_who_play_against_bots(server, table):
    answer = table.ask(type="hint")
    assert answer["type"] == "hint"
    assert answer["action"] in table.legal
    browsers = [server.browser(), server.browser()]
    opened = server.open(browsers[0], edition="sixth", players=2, seats=["me", "open"])
    browsers[1].post(f"/api/tables/{opened['code']}/join", json={})
    browsers[0].post(f"/api/tables/{opened['code']}/start")
    with server.player(opened["code"], opened["token"]) as player:
        assert player.ask(type="hint")["code"] == "illegal"


def test_chat_reaches_everybody_once_and_as_it_was(server, table):
    text = "<script>alert(1)</script> ☃"
    with server.player(table.code) as watcher:
        assert table.ask(type="chat", id="line", text=text)["type"] == "done"
        assert table.ask(type="chat", id="line", text=text)["type"] == "done"
        assert watcher.wait("chat")["text"] == text
    with server.player(table.code) as late:
        welcome = json.loads(late.frames[0])
        assert [line["text"] for line in welcome["chat"]] == [text]


def test_the_line_of_a_chatterer_is_limited(tmp_path):
    from sevenhex.server.base.settings import Limits

    with Server(tmp_path, limits=Limits(messages_per_second=1, message_burst=5)) as server:
        opened = server.open(edition="sixth", players=3, seats=["me", *BOTS])
        with server.player(opened["code"], opened["token"]) as player:
            codes = []
            for n in range(8):
                player.send(type="chat", id=f"c{n}", text="hi")
            while len(codes) < 8:
                answer = player.wait("done", "refused")
                codes.append(answer.get("code"))
            assert codes.count("too_many") >= 3


def test_after_the_end_commands_are_over(server):
    opened = server.open(edition="sixth", players=3, seats=["me", *BOTS], start=True)
    browser = server.browser(Authorization=f"Bearer {opened['token']}")
    with server.player(opened["code"], opened["token"]) as player:
        assert browser.post(f"/api/tables/{opened['code']}/leave").status_code == 200
        player.wait_until(lambda p: p.table["status"] == "aborted")
        assert player.act("roll")["code"] in ("over", "not_seated")


@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("POST", "/api/tables", b"{", "This cannot be read: the body is no JSON at character 1."),
        ("POST", "/api/tables", b"[" * 100_000, "This cannot be read: the body is no JSON."),
        ("POST", "/api/tables", b"[]", "This cannot be read: body: Input should be"),
        ("POST", "/api/replay", b"", "This cannot be read: body: Field required."),
        ("PUT", "/api/tables", b"", "PUT is not a way to call this; see /api/openapi.json."),
    ],
)
def test_a_request_that_makes_no_sense_gets_one_sentence(server, method, path, body, said):
    kind = "text/plain" if path == "/api/replay" else "application/json"
    answer = server.browser().request(method, path, content=body, headers={"Content-Type": kind})
    assert answer.json()["code"] == "malformed"
    assert answer.json()["sentence"].startswith(said)
