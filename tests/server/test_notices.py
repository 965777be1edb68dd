"""It is your turn: said by push and by webhook, only where the operator allows it, and nothing of what happened at the table."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from serving import Server, until
from test_slow import DAY, Days, browser, look, on_loop, prepare, until_phase

from sevenhex.rules.ids import Phase
from sevenhex.server.people import notices

AUTH = bytes(range(16))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Endpoint:
    """A push service and a chat, on this machine: remembers what it was sent."""

    def __init__(self, status=201):
        self.got, self.status = [], status
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.got.append((self.path, dict(self.headers), body))
                self.send_response(outer.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(10)


def test_a_slow_game_is_reported_by_push_and_webhook_through_a_restart(tmp_path, compiled):
    days, key = Days(), ec.generate_private_key(ec.SECP256R1())
    public = encoded(key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint))
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    actor, following = game.actor, (game.actor + 1) % 3
    code, secrets = prepare(tmp_path, game, DAY, days)
    with Endpoint() as endpoint:
        with Server(tmp_path, now=days, notify=(endpoint.url,)) as server:
            vapid = server.browser().get("/api/notices").json()["key"]
            one, two = browser(server, secrets[following]), browser(server, secrets[(actor + 2) % 3])
            push = {"kind": "push", "address": f"{endpoint.url}/push/1", "p256dh": public, "auth": encoded(AUTH)}
            assert one.post("/api/notices", json=push).status_code == 201
            assert two.post("/api/notices", json={"kind": "discord", "address": f"{endpoint.url}/hook"}).status_code == 201
            three = browser(server, secrets[actor])
            broken = {"kind": "push", "address": f"{endpoint.url}/broken", "p256dh": "AAAA", "auth": "!"}
            assert three.post("/api/notices", json=broken).status_code == 201  # nobody is harmed by it later
            days.at += 0.6 * DAY
            assert endpoint.got == []
        with Server(tmp_path, now=days, notify=(endpoint.url,)) as server:
            assert server.browser().get("/api/notices").json()["key"] == vapid  # browsers' subscriptions still hold
            days.at += 0.6 * DAY
            look(server, code)  # the table ends the turn: the next player is awaited
            until(lambda: endpoint.got)
            path, headers, body = endpoint.got[0]
            assert (path, headers["Content-Encoding"]) == ("/push/1", "aes128gcm")
            assert vapid in headers["Authorization"]
            said = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=AUTH))
            assert said == {"table": code, "name": "Slow", "what": "turn"}  # which table, and nothing of what happened there
            days.at += 1.1 * DAY
            look(server, code)
            until(lambda: len(endpoint.got) > 1)
            path, _, body = endpoint.got[1]
            content = json.loads(body)
            assert (path, content["allowed_mentions"], "Slow" in content["content"]) == ("/hook", {"parse": []}, True)


ELSEWHERE = [
    "http://127.0.0.1:1/x",
    "http://localhost/x",
    "https://allowed.example:8443/x",
    "http://allowed.example/x",
    "https://allowed.example.evil/x",
    "https://user@allowed.example/x",
    "https://allowed.example@evil.example/x",
    "https://evil.example/https://allowed.example",
    "file:///etc/passwd",
    "ftp://allowed.example",
    "//allowed.example",
    "allowed.example",
    "",
    "https://[::1]/",
    "https://169.254.169.254/latest",
    "https://allowed.example/\x01",  # our HTTP client does not read it
    "https://allowed.example\\@evil.example/",
    "https://allowed.example\t.evil.example/",
    "https://allowed.example:x/",
]


def test_nothing_is_sent_where_the_operator_has_not_said_so(tmp_path):
    with Server(tmp_path, notify=("https://allowed.example",)) as server:
        one = server.browser()
        server.open(one, players=3)
        for address in ELSEWHERE:
            refused = one.post("/api/notices", json={"kind": "plain", "address": address})
            assert refused.json()["key"] == "not_notified", address
        assert one.post("/api/notices", json={"kind": "plain", "address": "https://ALLOWED.example:443/x"}).status_code == 201


def test_by_default_nothing_is_sent_at_all(server):
    one = server.browser()
    server.open(one, players=3)
    assert one.get("/api/notices").json() == {"allowed": [], "key": None, "notices": []}
    assert one.post("/api/notices", json={"kind": "plain", "address": "https://discord.com/x"}).status_code == 403
    assert server.app.state.notices.senders == []


def test_a_name_that_leads_into_a_private_network_is_not_followed():
    assert asyncio.run(notices.is_public("https://localhost/x")) is False
    assert asyncio.run(notices.is_public("http://127.0.0.1:9/x")) is True  # only what the operator wrote as numbers comes here


def test_notices_are_ones_own_limited_and_go_with_the_player(tmp_path):
    with Server(tmp_path, notify=("https://allowed.example",)) as server:
        one, two = server.browser(), server.browser()
        for each in (one, two):
            server.open(each, players=3, player="N")
        for n in range(10):
            assert one.post("/api/notices", json={"kind": "plain", "address": f"https://allowed.example/{n}"}).status_code == 201
        assert one.post("/api/notices", json={"kind": "plain", "address": "https://allowed.example/10"}).status_code == 429
        first = one.get("/api/notices").json()["notices"][0]["id"]
        assert two.get("/api/notices").json()["notices"] == []
        assert two.delete(f"/api/notices/{first}").status_code == 404
        assert one.delete(f"/api/notices/{first}").status_code == 204
        assert len(one.get("/api/notices").json()["notices"]) == 9
        assert one.post("/api/account/delete", json={}).status_code == 204
        assert b"allowed.example/5" not in (tmp_path / "sevenhex.db").read_bytes()


def test_a_service_that_redirects_is_not_followed(tmp_path, compiled):
    days = Days()
    game = until_phase(lambda game: game.phase == Phase.MAIN)
    code, secrets = prepare(tmp_path, game, DAY, days)
    with Endpoint(307) as endpoint, Server(tmp_path, now=days, notify=(endpoint.url,)) as server:
        for secret in secrets:
            browser(server, secret).post("/api/notices", json={"kind": "matrix", "address": f"{endpoint.url}/hook"})
        days.at += 1.1 * DAY
        look(server, code)
        until(lambda: endpoint.got)
        assert json.loads(endpoint.got[0][2])["username"] == "Sevenhex"
        days.at += 1.1 * DAY
        look(server, code)
        until(lambda: len(endpoint.got) > 1)
        assert {path for path, _, _ in endpoint.got} == {"/hook"}


def test_a_service_that_never_answers_keeps_only_its_own_players_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(notices, "SECONDS", 600.0)
    hanging = socket.create_server(("127.0.0.1", 0))  # connections wait in its queue, and nobody reads them
    with hanging, Endpoint() as endpoint:
        dead = f"http://127.0.0.1:{hanging.getsockname()[1]}"
        with Server(tmp_path, notify=(endpoint.url, dead)) as server:
            hung, other = (player(server, address) for address in (f"{dead}/x", f"{endpoint.url}/y"))
            say = server.app.state.notices.add_waiting
            on_loop(server, called(lambda: [say(hung, about(f"table {n}")) for n in range(2 * notices.SENDERS)]))
            on_loop(server, called(lambda: [say(other, about("table")), say(other, about("table"))]))
            until(lambda: endpoint.got)
            assert [path for path, _, _ in endpoint.got] == ["/y"]  # once: the second one said the same


def test_a_service_that_is_away_keeps_only_its_own_players_waiting(tmp_path, monkeypatch):
    """However many players it has."""
    monkeypatch.setattr(notices, "SECONDS", 600.0)
    hanging = socket.create_server(("127.0.0.1", 0))
    with hanging, Endpoint() as endpoint:
        dead = f"http://127.0.0.1:{hanging.getsockname()[1]}"
        with Server(tmp_path, notify=(endpoint.url, dead)) as server:
            hung = [player(server, f"{dead}/{n}") for n in range(2 * notices.SENDERS)]
            both = player(server, f"{endpoint.url}/y")
            on_loop(server, server.app.state.notices.add(both, "plain", f"{dead}/y", "", "", "", 10))
            say = server.app.state.notices.add_waiting
            on_loop(server, called(lambda: [say(each, about("table")) for each in [*hung, both]]))
            until(lambda: endpoint.got)
            threading.Event().wait(0.3)  # it stands in the queue again because of the other place
            assert [path for path, _, _ in endpoint.got] == ["/y"]


def test_one_player_has_only_so_many_notices_waiting(tmp_path):
    with Server(tmp_path) as server:  # nobody sends
        found = server.app.state.notices
        on_loop(server, called(lambda: [found.add_waiting("one", about(f"table {n}")) for n in range(2 * notices.EACH)]))
        on_loop(server, called(lambda: found.add_waiting("two", about("table"))))
        assert {who: len(waiting) for who, waiting in found.waiting.items()} == {"one": notices.EACH, "two": 1}


def about(code):
    return notices.News(notices.TURN, code, "Slow")


async def called(work):
    return work()


def player(server, address):
    """Somebody with one place for notices: the player's id."""
    one = server.browser()
    server.open(one, players=3)
    made = one.post("/api/notices", json={"kind": "plain", "address": address})
    assert made.status_code == 201, made.text
    secret = next(iter(one.cookies.jar)).value
    return on_loop(server, server.app.state.tables.player(secret)).id
