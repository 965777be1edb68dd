"""Nobody gets more than their share: one address against many others, at every entrance that costs something."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest
from serving import SECONDS, Server, until
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from sevenhex.server.base.limits import Flooders
from sevenhex.server.base.settings import Limits, Settings
from sevenhex.server.review import turns
from sevenhex.server.store import probe
from sevenhex.server.store.errors import StoreError
from sevenhex.server.store.lock import only_server
from sevenhex.server.table import warmup
from sevenhex.study import openings

PLAIN = {"Content-Type": "text/plain"}
OPEN = {"edition": "sixth", "players": 3, "seats": ["me", "open", "open"]}


def at(server, address):
    """A browser at this address."""
    return server.browser(**{"X-Forwarded-For": address})


# --- workers


def test_one_address_does_not_keep_the_workers_from_a_stranger(serve, record, monkeypatch):
    """Its slow questions have one place at most; a stranger's small one is answered meanwhile."""
    monkeypatch.setattr(turns, "SLICE", 0.1)
    server = serve(Limits(request_burst=1e6))
    uploads = server.app.state.uploads
    greedy = [at(server, "192.0.2.1") for _ in range(2)]
    stranger = at(server, "192.0.2.9")
    assert stranger.post("/api/replay?to=1", content=record, headers=PLAIN).status_code == 200  # a worker has started
    stopped = set()
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(each.post, f"/api/replay?to={n + 2}", content=record, headers=PLAIN) for n, each in enumerate(greedy)]
        try:
            for _ in range(20):  # whatever worker has a question of the greedy one does not get on with it
                for one in uploads.all:
                    if one.busy and one.process is not None and one.process.pid not in stopped:
                        with contextlib.suppress(ProcessLookupError):
                            os.kill(one.process.pid, signal.SIGSTOP)
                        stopped.add(one.process.pid)
                if uploads.turns.waiting or len(stopped) > 1:
                    break
                threading.Event().wait(0.05)
            answer = stranger.post("/api/replay?to=4", content=record, headers=PLAIN, timeout=60)
            assert answer.status_code == 200
        finally:
            for pid in stopped:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
        assert all(each.result().status_code in (200, 413, 503) for each in asked)


def test_a_review_says_its_place_and_is_cancelled_by_its_asker_only(serve, record):
    server = serve(Limits(request_burst=1e6))
    asker, other = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    begun = asker.post("/api/reviews", content=record, headers=PLAIN)
    assert begun.status_code == 202
    assert (begun.json()["place"], begun.json()["of"]) == (1, 1)
    key = begun.json()["key"]
    refused = other.delete(f"/api/reviews/{key}")
    assert (refused.status_code, refused.json()["key"]) == (403, "review_not_yours")
    assert asker.delete(f"/api/reviews/{key}").status_code == 204
    assert asker.get(f"/api/reviews/{key}").json()["key"] == "review_cancelled"
    assert other.delete("/api/reviews/none").status_code == 404


# --- requests of every kind


def test_files_have_a_limit_too(serve):
    server = serve(Limits(file_burst=5, files_per_second=0.001))
    greedy, other = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    codes = [greedy.get("/icon.svg").status_code for _ in range(7)]
    assert codes == [codes[0]] * 5 + [429] * 2
    assert other.get("/icon.svg").status_code == codes[0]
    assert greedy.get("/api/editions").status_code == 200  # calls are another share


def test_a_client_that_goes_on_after_many_refusals_is_cut(serve):
    limits = Limits(file_burst=1, files_per_second=0.001, refusal_burst=3, refusals_per_second=0.001)
    server = serve(limits, proxies="192.0.2.77")
    with httpx.Client(base_url=server.url, timeout=SECONDS) as greedy:
        answers = [greedy.get("/icon.svg") for _ in range(5)]
        assert [answer.status_code for answer in answers[1:]] == [429] * 4
        with pytest.raises(httpx.TransportError):  # the next connection is not even listened to
            deque((greedy.get("/icon.svg") for _ in range(3)), 0)


def test_a_flooder_behind_a_proxy_is_answered_without_any_work(serve):
    limits = Limits(request_burst=1, requests_per_second=0.001, refusal_burst=2, refusals_per_second=0.001)
    server = serve(limits)
    greedy = at(server, "192.0.2.1")
    answers = [greedy.get("/api/editions") for _ in range(5)]
    assert answers[-1].headers["connection"] == "close"
    assert answers[-1].text.startswith("Too many requests")
    assert at(server, "192.0.2.2").get("/api/editions").status_code == 200
    with (
        pytest.raises(InvalidStatus),
        connect(server.url.replace("http", "ws", 1) + "/api/tables/abc/play", additional_headers={"X-Forwarded-For": "192.0.2.1"}),
    ):
        pass


def test_a_cut_ends():
    now = 0.0
    flooders = Flooders(Limits(refusal_burst=1, refusals_per_second=0.001, cut_seconds=10), lambda: now)
    flooders.note("192.0.2.1")
    assert not flooders.is_cut("192.0.2.1")
    flooders.note("192.0.2.1")
    assert flooders.is_cut("192.0.2.1")
    assert not flooders.is_cut("192.0.2.2")
    now = 11.0
    assert not flooders.is_cut("192.0.2.1")
    assert not flooders.until


def test_a_large_answer_is_packed_once_and_by_a_worker(serve, monkeypatch):
    server = serve(Limits.none())
    text = warmup.game(400).record()

    def never(*given):
        raise AssertionError("packed in the server's own process")

    monkeypatch.setattr("sevenhex.server.web.answers.gzip.compress", never)
    browser = server.browser()
    first = browser.post("/api/replay", content=text, headers=PLAIN)
    assert first.headers["content-encoding"] == "gzip"
    assert len(first.content) > 16_000
    plain = server.browser(**{"Accept-Encoding": "identity"}).post("/api/replay", content=text, headers=PLAIN)
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content
    for one in server.app.state.uploads.all:
        one.kill()
    again = browser.post("/api/replay", content=text, headers=PLAIN)
    assert again.content == first.content  # kept as it was sent


def test_the_description_of_all_calls_is_written_and_packed_once(serve):
    server = serve(Limits.none())
    browser = server.browser()
    first = browser.get("/api/openapi.json")
    assert first.headers["content-encoding"] == "gzip"
    assert first.json() == server.app.openapi()
    server.app.openapi = None  # nobody asks for it any more
    assert browser.get("/api/openapi.json").content == first.content
    plain = server.browser(**{"Accept-Encoding": "identity"}).get("/api/openapi.json")
    assert plain.content == first.content
    assert browser.get("/api/openapi.json", headers={"If-None-Match": first.headers["etag"]}).status_code == 304


def test_the_coach_thinks_once_about_a_position(serve, monkeypatch):
    """However often and by how many lines it is asked: it takes a twentieth of a second, and nobody waits for a turn there."""
    server = serve(Limits.none())
    browser = server.browser()
    bots = [{"bot": "random"}] * 2
    code = server.open(browser, edition="sixth", players=3, seats=["me", *bots], start=True)["code"]
    times, ranked = [], openings.ranked
    monkeypatch.setattr(openings, "ranked", lambda view: times.append(1) or ranked(view))
    until(lambda: browser.get(f"/api/tables/{code}/coach").status_code == 200)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: browser.get(f"/api/tables/{code}/coach"), range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == len(times) == 1


def test_requests_that_are_reset_write_no_traceback(serve, caplog, capfd):
    server = serve(Limits.none())
    host = ("127.0.0.1", int(server.url.rpartition(":")[2]))
    with caplog.at_level(logging.WARNING):
        for number in range(40):
            line = socket.create_connection(host, SECONDS)
            path = b"/api/replay" if number % 2 else b"/api/study/look"
            line.sendall(
                b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 9000\r\n\r\n" % path + b"x" * 4000
            )
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if number % 4 > 1:
                threading.Event().wait(0.02)
            line.close()
        assert server.browser().get("/healthz").status_code == 200
        threading.Event().wait(0.3)
    assert not [line for line in caplog.records if line.exc_info or line.levelno >= logging.ERROR]
    assert "Traceback" not in capfd.readouterr().err


NEWER = {  # what came later, each with a share of its own: the limits that make it one, how it is asked, and what a refusal is called
    "accounts": ({"new_account_burst": 2, "new_accounts_per_minute": 1e-6}, ("POST", "/api/account", {"name": "Ann Own"})),
    "passkeys": ({"new_account_burst": 2, "new_accounts_per_minute": 1e-6}, ("POST", "/api/account/passkeys/ask", {"name": "Ann Own"})),
    "what is kept": ({"new_account_burst": 2, "new_accounts_per_minute": 1e-6}, ("GET", "/api/account/export", None)),
    "signing in": ({"sign_in_burst": 2, "sign_ins_per_minute": 1e-6}, ("POST", "/api/signin/phrase", {"phrase": "none"})),
    "signing in by passkey": ({"sign_in_burst": 2, "sign_ins_per_minute": 1e-6}, ("POST", "/api/signin/ask", None)),
    "profiles": ({"history_burst": 2, "histories_per_second": 1e-6}, ("GET", "/api/profile", None)),
    "profiles of others": ({"history_burst": 2, "histories_per_second": 1e-6}, ("GET", "/api/profiles/Ann", None)),
    "records in an archive": ({"archive_burst": 2, "archives_per_minute": 1e-6}, ("GET", "/api/profile/records", None)),
    "games as a file": ({"history_burst": 2, "histories_per_second": 1e-6}, ("GET", "/api/profile/games", None)),
}


@pytest.mark.parametrize("what", NEWER)
def test_what_costs_something_has_a_share_of_its_own(serve, what):
    """Asked three times the third is refused, for this address only; and everything else is still answered."""
    limits, (method, path, body) = NEWER[what]
    server = serve(Limits(**limits))
    greedy, other = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    codes = [greedy.request(method, path, json=body).status_code for _ in range(3)]
    assert 429 not in codes[:2]
    assert codes[2] == 429
    assert other.request(method, path, json=body).status_code != 429
    assert greedy.get("/api/editions").status_code == 200


def test_every_call_counts(serve):
    """Those to come too: a visitor who has used up the share of calls is refused at each of them."""
    server = serve(Limits(request_burst=1, requests_per_second=1e-6, refusal_burst=1e6, file_burst=0, files_per_second=0))
    greedy = at(server, "192.0.2.1")
    assert greedy.get("/api/editions").status_code == 200
    described = server.app.openapi()["paths"]
    calls = [(method.upper(), path.format_map(Anything())) for path, methods in described.items() for method in methods]
    assert len(calls) > 50
    assert {call: status for call in calls if (status := greedy.request(*call).status_code) != 429} == {}


class Anything(dict):
    """A value for every part of a path."""

    def __missing__(self, key):
        return "1"


# --- tables and those who watch


def test_one_address_does_not_take_all_places_to_watch(serve):
    server = serve(Limits(spectators_per_table=10, spectators_per_address=3))
    code = server.open(at(server, "192.0.2.1"), **OPEN)["code"]
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(server.player(code, additional_headers={"X-Forwarded-For": "192.0.2.2"}))
        with pytest.raises((AssertionError, ConnectionClosed, TimeoutError)):
            stack.enter_context(refused(server, code, "192.0.2.2"))
        stack.enter_context(server.player(code, additional_headers={"X-Forwarded-For": "192.0.2.3"}))


@contextlib.contextmanager
def refused(server, code, address):
    """A spectator who must not be welcomed."""
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/play", additional_headers={"X-Forwarded-For": address}) as line:
        line.send('{"type": "hello"}')
        while True:
            message = line.recv(timeout=SECONDS)
            assert "too_many_watching" not in message
            if '"welcome"' in message:
                yield


def test_tables_have_a_share_for_each_address(serve):
    server = serve(Limits(open_tables_per_address=2, new_table_burst=1e6))
    for _ in range(2):
        last = at(server, "2001:db8::1")
        code = server.open(last, **OPEN)["code"]
    full = at(server, "2001:db8::2").post("/api/tables", json=OPEN)  # another address of the same network
    assert (full.status_code, full.json()["key"]) == (429, "too_many_from_address")
    assert at(server, "192.0.2.1").post("/api/tables", json=OPEN).status_code == 201
    assert last.delete(f"/api/tables/{code}").status_code == 204
    assert at(server, "2001:db8::3").post("/api/tables", json=OPEN).status_code == 201  # what is gone counts no more


def test_tables_that_come_of_wishes_count_for_an_address_too(serve):
    """Else one address would fill the server by wishing with itself, and its bots would think in as many shares as it has tables."""
    server = serve(Limits(open_tables_per_address=2, new_table_burst=1e6, seeks_per_address=100))
    wish = {"editions": ["zip"], "players": 2, "turn_seconds": 77}

    def pair(address):
        return [at(server, address).post("/api/seeks", json=wish) for _ in range(2)]

    codes = [pair(address)[1].json()["own"][0]["table"] for address in ("2001:db8::1", "2001:db8::2")]
    assert {server.table(code).address for code in codes} == {"2001:db8::/64"}
    full = at(server, "2001:db8::3").post("/api/seeks", json=wish)
    assert (full.status_code, full.json()["key"]) == (429, "too_many_from_address")
    assert pair("192.0.2.1")[1].json()["own"][0]["table"]


def test_one_network_is_one_share_of_the_bots(serve):
    """Of IPv6 a household has a whole network, and each of its addresses would else have bots of its own."""
    server = serve(Limits(bot_tables_per_address=1, new_table_burst=1e6), bot_pause=(600.0, 600.0))
    bots = {"edition": "zip", "players": 2, "seats": [{"bot": "random"}] * 2, "start": True}
    code = server.open(at(server, "2001:db8::1"), **bots)["code"]
    assert server.table(code).address == "2001:db8::/64"
    assert at(server, "2001:db8::2").post("/api/tables", json=bots).json()["key"] == "too_many_bot_tables"
    server.open(at(server, "2001:db8:0:1::1"), **bots)


def test_new_guests_have_a_share_whatever_they_come_for(serve):
    """Each is a row in the store: who is refused afterwards has made one too."""
    server = serve(Limits(new_guest_burst=3, new_guests_per_minute=1e-6, new_table_burst=1e6))
    host = at(server, "192.0.2.9")
    code = server.open(host, **OPEN)["code"]
    host.post(f"/api/tables/{code}/lock", json={"locked": True})
    answers = [at(server, "192.0.2.1").post(f"/api/tables/{code}/join", json={"name": f"G {n}"}) for n in range(5)]
    assert [answer.status_code for answer in answers] == [403] * 3 + [429] * 2
    for path, body in (("/api/tables", OPEN), ("/api/seeks", {"editions": ["zip"], "players": 2}), ("/api/account", {"name": "Ann Own"})):
        assert at(server, "192.0.2.1").post(path, json=body).status_code == 429, path
    assert host.post("/api/tables", json=OPEN).status_code == 201  # who is known already
    assert at(server, "192.0.2.2").post("/api/tables", json=OPEN).status_code == 201
    with contextlib.closing(sqlite3.connect(server.app.state.store.file)) as store:
        assert store.execute("SELECT count(*) FROM players").fetchone() == (1 + 3 + 1,)


def test_one_address_does_not_take_all_streams(serve):
    server = serve(Limits(streams=10, streams_per_address=1))

    def robot(address, name):
        browser = at(server, address)
        assert browser.post("/api/account", json={"name": name}).status_code == 201
        assert browser.post("/api/account/program", json={"name": name}).status_code == 204
        token = browser.post("/api/account/tokens", json={"name": "x"}).json()["token"]
        return server.browser(**{"X-Forwarded-For": address, "Authorization": f"Bearer {token}"})

    one, two, other = robot("192.0.2.1", "One"), robot("192.0.2.1", "Two"), robot("192.0.2.2", "Other")
    programs = server.app.state.programs
    with one.stream("GET", "/api/program/events") as answer:
        assert answer.status_code == 200
        until(lambda: programs.listening)
        assert two.get("/api/program/events").json()["key"] == "too_many_streams"
        with other.stream("GET", "/api/program/events") as others:
            assert others.status_code == 200
    until(lambda: not programs.listening)
    with two.stream("GET", "/api/program/events") as answer:
        assert answer.status_code == 200


def test_who_hands_over_to_a_bot_and_back_fills_nobodys_chat(serve):
    """Each time a line of the table says so, which no mute keeps away; nor does who wishes for a pause again and again."""
    server = serve(Limits(chat_burst=4, chat_per_second=1e-6))
    one, other = at(server, "192.0.2.1"), at(server, "192.0.2.2")
    code = server.open(one, edition="zip", players=2, seats=["me", "open"])["code"]
    assert other.post(f"/api/tables/{code}/join", json={"name": "B"}).status_code == 200
    assert one.post(f"/api/tables/{code}/start").status_code == 200
    answers = [one.post(f"/api/tables/{code}/bot", json={"plays": n % 2 == 0}).status_code for n in range(7)]
    assert answers == [200] * 4 + [429] * 3
    assert other.post(f"/api/tables/{code}/bot", json={"plays": True}).status_code == 200
    assert sum(line.seat is None for line in server.table(code).chat) == 5
    pauses = [other.post(f"/api/tables/{code}/pause", json={"wanted": True}).status_code for _ in range(5)]
    assert pauses[-1] == 429
    assert sum(line.seat is None for line in server.table(code).chat) <= 9


# --- operation


def test_a_second_server_on_the_same_file_is_reported_why_not(tmp_path):
    file = str(tmp_path / "sevenhex.db")
    with only_server(file), pytest.raises(StoreError, match=rf"process {os.getpid()}.*--data FOLDER"), only_server(file):
        pass
    with only_server(file):
        command = [sys.executable, "-m", "sevenhex", "serve", "--data", str(tmp_path), "--port", "0"]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        assert answer.returncode
        assert "already uses the games" in answer.stderr
        assert "Traceback" not in answer.stderr


def test_two_running_servers_do_not_share_a_folder(tmp_path):
    with Server(tmp_path):
        other = Server(tmp_path)
        with pytest.raises(SystemExit):  # it ends instead of serving
            other.uvicorn.run(sockets=[other.socket])
        assert not other.uvicorn.started
        other.socket.close()


def test_ready_is_said_only_when_the_store_can_be_written(serve, tmp_path, monkeypatch):
    monkeypatch.setattr(probe, "EVERY", 0.0)
    server = serve(Limits.none(), store_patience=0.3)
    browser = server.browser()
    assert browser.get("/readyz").json()["status"] == "ok"
    blocker = sqlite3.connect(server.app.state.store.file, timeout=1, isolation_level=None)
    try:
        blocker.execute("BEGIN IMMEDIATE")
        locked = browser.get("/readyz")
        assert (locked.status_code, locked.json()["status"]) == (503, "store unavailable")
        assert browser.get("/healthz").status_code == 200  # it lives, and a restart would not help
    finally:
        blocker.close()
    until(lambda: browser.get("/readyz").status_code == 200, 30)


def test_metrics_are_not_shown_through_a_proxy(serve):
    server = serve()
    assert server.browser().get("/metrics").status_code == 200
    assert server.browser(**{"X-Forwarded-Proto": "https"}).get("/metrics").status_code == 403
    assert server.browser(Via="1.1 proxy").get("/metrics").status_code == 403
    assert server.browser(Host=f"{socket.gethostname()}").get("/metrics").status_code == 403
    named = serve(names=("play.example",))
    assert named.browser().get("/metrics").status_code == 403
    known = serve(metrics_token="a word")
    assert known.browser().get("/metrics").status_code == 403
    assert known.browser(Authorization="Bearer another").get("/metrics").status_code == 403
    assert known.browser(Authorization="Bearer a word", Via="1.1 proxy").get("/metrics").status_code == 200


def test_over_tls_the_cookie_has_a_safe_name_and_browsers_remember_tls(serve):
    server = serve()
    browser = server.browser(**{"X-Forwarded-Proto": "https"})
    opened = browser.post("/api/tables", json=OPEN)
    assert opened.headers["set-cookie"].startswith("__Host-sevenhex=")
    assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in opened.headers["set-cookie"].split(";")}
    assert "max-age" in opened.headers["strict-transport-security"]
    secret = opened.headers["set-cookie"].partition(";")[0].partition("=")[2]
    same = {"X-Forwarded-Proto": "https"}
    assert server.browser(**same, Cookie=f"__Host-sevenhex={secret}").get("/api/mine").json()
    assert server.browser(**same, Cookie=f"sevenhex={secret}").get("/api/mine").json()  # from before
    assert not server.browser(**same, Cookie=f"__Host-sevenhex=x; sevenhex={secret}").get("/api/mine").json()
    plain = server.browser().post("/api/tables", json=OPEN)
    assert plain.headers["set-cookie"].startswith("sevenhex=")
    assert "strict-transport-security" not in plain.headers


def test_without_limits_means_all_shares():
    free = Limits.none()
    for name in ("spectators_per_address", "open_tables_per_address", "files_per_second", "refusal_burst", "judged_per_address"):
        assert getattr(free, name) >= 10**9
    assert replace(Settings(), limits=free).limits is free
