"""One stranger cannot stall, starve or deceive the others: frames, connections, uploads, names, addresses and logs."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import signal
import socket
import struct
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from serving import SECONDS, until
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from wire import CLOSE, PING, PONG, Wire

from sevenhex.cli import app as cli
from sevenhex.game.game import Game
from sevenhex.server.base import files, logs
from sevenhex.server.base.kept import Kept
from sevenhex.server.base.limits import Places
from sevenhex.server.base.settings import Limits, Settings
from sevenhex.server.base.text import clean
from sevenhex.server.cluster import relay
from sevenhex.server.cluster.leases import Elsewhere
from sevenhex.server.review import worker, workers
from sevenhex.server.review.histories import SHORT
from sevenhex.server.table import warmup
from sevenhex.server.web.proxies import Proxies

POLICY = 1008
PLAIN = {"Content-Type": "text/plain"}
BOTS = {"edition": "sixth", "players": 3, "seats": ["me", {"bot": "random"}, {"bot": "random"}]}


def lengthen(server, opened, entries=3 * SHORT):
    """A table whose log is long enough for a worker."""
    with server.player(opened["code"], opened["token"]) as player:
        while len(server.table(opened["code"]).game.log) < entries:
            player.wait_until(lambda seen: seen.legal)
            player.act(player.legal[0])


# --- frames


def answers(wire, most):
    """Everything that comes until the line is cut, or so many frames."""
    seen = []
    while len(seen) < most:
        try:
            seen.append(wire.read())
        except (AssertionError, OSError):
            break
    return seen


@pytest.mark.parametrize("kind", ["pings", "continuations"])
def test_empty_frames_count(serve, kind):
    server = serve()
    opened = server.open(**BOTS)
    wire = Wire(server, opened["code"], opened["token"])
    begun = wire.frame(b"{", final=False) if kind == "continuations" else b""
    flood = begun + wire.frame(b"", PING if kind == "pings" else 0, final=kind == "pings") * 2000
    with contextlib.suppress(OSError):
        wire.socket.sendall(flood)
    seen = answers(wire, 500)
    wire.socket.close()
    assert sum(each == PONG for each, _ in seen) < 100
    assert (CLOSE, struct.pack("!H", POLICY) + b"too many frames") in seen


def test_a_client_that_pings_and_never_reads_is_cut_off(serve):
    server = serve(Limits(message_burst=1e9, messages_per_second=1e9, address_burst=1e9))
    opened = server.open(**BOTS)
    wire = Wire(server, opened["code"], opened["token"])
    wire.socket.settimeout(SECONDS)
    flood = wire.frame(b"x" * 125, PING) * 1000
    with pytest.raises(OSError):
        deque((wire.socket.sendall(flood) for _ in range(200)), 0)
    wire.socket.close()


def test_frames_of_somebody_who_never_says_hello_count_too(serve):
    server = serve()
    opened = server.open(**BOTS)
    wire = Wire(server, opened["code"])
    with contextlib.suppress(OSError):
        wire.socket.sendall(wire.frame(b"", PONG) * 3000)
    assert [kind for kind, _ in answers(wire, 100)][-1] == CLOSE
    wire.socket.close()


def test_texts_in_one_piece_are_read_a_few_at_a_time(serve):
    server = serve(Limits(message_burst=1e9, messages_per_second=1e9, address_burst=1e9))
    opened = server.open(**BOTS)
    wire = Wire(server, opened["code"], opened["token"])
    wire.socket.sendall(wire.frame(b'{"type":"ping"}') * 5000)
    heard = [wire.hear()["type"] for _ in range(5000)]
    assert heard == ["pong"] * 5000
    wire.socket.close()


# --- telling a long game


def test_a_long_game_is_sent_by_a_worker(serve, monkeypatch):
    server = serve(Limits.none())
    opened = server.open(**BOTS, start=True)
    lengthen(server, opened)
    table = server.table(opened["code"])
    loaded, usual = [], Game.events_since
    monkeypatch.setattr(Game, "events_since", lambda game, n: loaded.append((game, len(game.log) - n)) or usual(game, n))
    with server.player(opened["code"], opened["token"]) as player:
        first = player.welcome
        player.send(type="hello", version=None)
        again = player.wait("welcome")
    assert max(entries for game, entries in loaded if game is table.game) <= SHORT
    assert first["since"] == again["since"] == 0
    seat = first["seat"]
    wanted = [event.to_json(seat) for event in usual(table.game, 0) if event.n < len(table.game.log)]
    for event in wanted:
        del event["text"]  # the page makes its own sentences
    assert json.loads(json.dumps(wanted))[: len(first["events"])] == first["events"]
    assert len(first["events"]) > SHORT
    assert server.app.state.house.histories.kept.size > 0


def test_repeated_requests_for_the_whole_game_must_wait(serve):
    server = serve(Limits(tellings_per_second=0.001, telling_burst=2))
    opened = server.open(**BOTS, start=True)
    lengthen(server, opened)
    with server.player(opened["code"], opened["token"]) as player:
        player.send(type="hello", version=None, id="again")
        player.wait("welcome")
        player.send(type="hello", version=None, id="thrice")
        assert player.wait("refused")["code"] == "too_many"
        player.send(type="hello", version=player.version)  # what was missed still comes
        player.wait("welcome")


def test_repeated_hellos_must_wait(serve):
    server = serve(Limits(hellos_per_second=0.001, hello_burst=2))
    opened = server.open(**BOTS, start=True)
    with server.player(opened["code"], opened["token"]) as player:
        player.send(type="hello", version=player.version)
        player.wait("welcome")
        player.send(type="hello", version=player.version, id="thrice")
        assert player.wait("refused")["code"] == "too_many"
        player.send(type="ping")
        player.wait("pong")  # the line stays


def test_what_is_reported_was_not_taken_back_meanwhile():
    from sevenhex.server.review.histories import EncodedEvents

    encoded = EncodedEvents(3, 30, b"")
    assert encoded.holds([0, 10, 20, 30, 40])
    assert not encoded.holds([0, 10, 20, 30, 40, 29, 50])
    assert not encoded.holds([0, 10])


def test_records_and_fair_numbers_are_not_computed_on_the_loop(serve, monkeypatch):
    server = serve(Limits.none())
    opened = server.open(**BOTS, start=True)
    lengthen(server, opened, 50)

    def never(*given, **named):
        raise AssertionError("computed in the server's own process")

    monkeypatch.setattr("sevenhex.notation.record.write", never, raising=False)
    monkeypatch.setattr(Game, "record", never)
    monkeypatch.setattr("sevenhex.game.fairdice.check", never)
    browser = server.browser()
    assert browser.get(f"/api/tables/{opened['code']}/record").status_code == 200
    assert browser.get(f"/api/tables/{opened['code']}/replay?to=3").json()["total"] >= 50
    table = server.table(opened["code"])
    table.record.status = "over"
    assert browser.get(f"/api/tables/{opened['code']}/fair").json()["numbers"]


# --- connections


def half_a_request(server):
    line = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), SECONDS)
    line.sendall(b"GET /api/editions HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    return line


def is_cut(line):
    try:
        return line.recv(1000) == b""
    except OSError:
        return True


def test_half_sent_requests_shut_nobody_out(serve):
    server = serve(Limits(connections=20, head_seconds=1000))
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(half_a_request(server)) for _ in range(60)]
        assert httpx.get(f"{server.url}/healthz", timeout=SECONDS).status_code == 200
        assert is_cut(lines[0])


def test_one_address_holds_only_so_many_connections(serve):
    server = serve(Limits(sockets_per_address=5, head_seconds=1000), proxies="192.0.2.1")
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(half_a_request(server)) for _ in range(6)]
        assert is_cut(lines[-1])
    until(lambda: httpx.get(f"{server.url}/healthz", timeout=SECONDS).status_code == 200)


POST = b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: "


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nHost:", b"", b"\r\n\r\n", POST + b"9\r\n\r\nab"])
def test_a_request_that_never_ends_is_cut_off(serve, sent):
    server = serve(Limits(head_seconds=0.3, body_seconds=0.3))
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), SECONDS) as line:
        line.sendall(sent)
        assert is_cut(line)


def test_a_body_that_comes_after_its_refusal_is_cut_off_too(serve):
    server = serve(Limits(body_seconds=0.3))
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), SECONDS) as line:
        line.sendall(POST + b"999999999\r\n\r\nx")
        assert b"too_large" in line.recv(10_000)
        until(lambda: is_cut(line))


def test_a_head_without_end_is_refused(serve):
    server = serve()
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])), SECONDS) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with pytest.raises(OSError):
            deque((line.sendall(b"X-%d: %b\r\n" % (n, b"x" * 1000)) for n in range(20_000)), 0)


def test_connections_count_before_anything_is_awaited(serve, monkeypatch):
    server = serve(Limits(connections_per_address=2))
    opened = server.open(**BOTS)
    tables, gate = server.app.state.tables, threading.Event()

    async def slow(code, *more):
        import asyncio

        await asyncio.to_thread(gate.wait)
        raise Elsewhere("http://127.0.0.1:9")

    async def passing_on(visitor, address, code):
        await visitor.receive()
        await visitor.receive()

    monkeypatch.setattr(tables, "obtain", slow)
    monkeypatch.setattr(relay, "socket", passing_on)
    url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{opened['code']}/play"
    places: Places = server.app.state.house.budgets.sockets
    try:
        with connect(url), connect(url):
            with pytest.raises(InvalidStatus), connect(url):
                pass
            gate.set()  # relayed ones count as long as they last
            with pytest.raises(InvalidStatus), connect(url):
                pass
    finally:
        gate.set()
    until(lambda: not places.taken)


def test_the_system_allows_as_many_files_as_the_settings_need(monkeypatch, caplog):
    resource = pytest.importorskip("resource")
    limits = Limits(connections=5000)
    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1024, 100_000))
    monkeypatch.setattr(resource, "setrlimit", lambda which, pair: asked.append(pair))
    assert files.make_room(limits) == limits
    assert asked == [(5000 + files.OTHERS, 100_000)]
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1024, 2048))
    with caplog.at_level("WARNING"):
        assert files.make_room(limits).connections == 2048 - files.OTHERS
    assert "fewer open files" in caplog.text


# --- what strangers upload


def test_uploads_are_computed_apart_and_few_at_a_time(serve, record):
    server = serve(Limits(uploads_at_once=1, uploads_waiting=0, uploads_per_address=1, request_burst=1e6))
    browser = server.browser()
    assert browser.post("/api/replay?to=1", content=record, headers=PLAIN).status_code == 200
    (worker,) = server.app.state.uploads.all
    os.kill(worker.process.pid, signal.SIGSTOP)  # as long as it likes
    with ThreadPoolExecutor(1) as other:
        first = other.submit(server.browser().post, "/api/replay?to=2", content=record, headers=PLAIN)
        until(lambda: server.app.state.uploads.inside == 1)
        second = browser.post("/api/replay/chances", content=record, headers=PLAIN)
        assert second.status_code == 429
        assert second.json()["retry_after"] > 0
        assert int(second.headers["retry-after"]) > 0
        assert browser.get("/api/editions").status_code == 200
        os.kill(worker.process.pid, signal.SIGCONT)
        assert first.result().status_code == 200


def test_a_worker_that_takes_too_long_or_dies_is_replaced(serve, record):
    server = serve(Limits(uploads_at_once=1, upload_seconds=30))
    browser, uploads = server.browser(), server.app.state.uploads
    assert browser.post("/api/replay?to=3", content=record, headers=PLAIN).status_code == 200
    (worker,) = uploads.all
    first = worker.process.pid
    os.kill(first, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as other:
        waiting = other.submit(server.browser().post, "/api/replay?to=4", content=record, headers=PLAIN)
        until(lambda: worker.busy)  # killed before that, it would only be started again
        os.kill(first, signal.SIGKILL)
        assert waiting.result().json()["code"] == "unavailable"
    assert browser.post("/api/replay?to=5", content=record, headers=PLAIN).status_code == 200
    second = worker.process.pid
    assert second != first
    uploads.seconds = 0.5
    os.kill(second, signal.SIGSTOP)
    assert browser.post("/api/replay?to=6", content=record, headers=PLAIN).json()["code"] == "too_large"
    uploads.seconds = 60
    assert browser.post("/api/replay?to=7", content=record, headers=PLAIN).status_code == 200
    assert uploads.ended == 2
    assert not uploads.places.taken


def test_the_same_question_again_needs_no_worker(serve, record):
    server = serve(Limits(uploads_at_once=1))
    browser = server.browser()
    first = browser.post("/api/replay?to=1", content=record, headers=PLAIN)
    (worker,) = server.app.state.uploads.all
    os.kill(worker.process.pid, signal.SIGSTOP)
    try:
        again = browser.post("/api/replay?to=1", content=record, headers=PLAIN)
        assert (again.status_code, again.content) == (200, first.content)
    finally:
        os.kill(worker.process.pid, signal.SIGCONT)


def test_only_so_many_answers_are_kept():
    answers = Kept(len)
    for n in range(20):
        answers.keep(b"%d" % n, b"x" * 1024 * 1024)
    answers.keep(b"19", b"y")
    assert answers.find(b"0") is None
    assert answers.find(b"18") is not None
    assert answers.find(b"19") == b"y"
    assert answers.size == sum(len(value) for _, value in answers.values.values()) <= 16 * 1024 * 1024


def test_a_worker_whose_server_has_gone_ends_quietly():
    made = workers.context()
    here, other = made.Pipe()
    here.close()
    with other:
        process = made.Process(target=worker.serve, args=(other, 1 << 30, 5.0))
        process.start()
    process.join(SECONDS)
    assert process.exitcode == 0


def test_a_worker_has_only_so_much_memory(serve):
    """A long game, which surely takes more than a worker that was cut off from a large server may have to spare."""
    server = serve(Limits(worker_bytes=1_000_000))
    browser = server.browser()
    answer = browser.post("/api/replay", content=warmup.game(1500).record(), headers=PLAIN)
    assert answer.json()["code"] in ("too_large", "unavailable")
    assert browser.get("/healthz").json()["status"] == "ok"


def test_an_upload_never_enters_the_servers_own_process(serve, record, monkeypatch):
    server = serve()

    def never(*given, **named):
        raise AssertionError("read in the server's own process")

    monkeypatch.setattr(Game, "load", never)
    assert server.browser().post("/api/replay?to=1", content=record, headers=PLAIN).status_code == 200
    assert server.browser().post("/api/replay/chances", content=record, headers=PLAIN).json()["chances"]


# --- budgets


def test_a_seat_has_one_budget_over_all_its_connections(serve):
    server = serve(Limits(messages_per_second=0.001, message_burst=12))
    opened = server.open(**BOTS)
    with server.player(opened["code"], opened["token"]) as one, server.player(opened["code"], opened["token"]) as two:
        answers = [player.ask(type="why", action="roll")["type"] for _ in range(8) for player in (one, two)]
    assert answers.count("refused") == len(answers) - answers.count("why")
    codes = [json.loads(frame).get("code") for player in (one, two) for frame in player.frames]
    assert codes.count("too_many") >= 4


def test_an_address_has_one_budget_over_all_its_connections(serve):
    server = serve(Limits(messages_per_address=0.001, address_burst=6))
    opened = server.open(players=3)
    with server.player(opened["code"]) as one, server.player(opened["code"]) as two:
        for player in (one, two):
            for _ in range(4):
                player.send(type="ping")
        kinds = [player.take()["type"] for player in (one, two) for _ in range(4)]
    assert kinds.count("pong") == 4
    assert kinds.count("refused") == 4


def test_chat_has_a_pace(serve):
    server = serve(Limits(chat_per_second=0.001, chat_burst=3))
    opened = server.open(**BOTS)
    with server.player(opened["code"], opened["token"]) as player:
        said = [player.ask(type="chat", text=f"line {n}") for n in range(5)]
    assert [answer["type"] for answer in said] == ["done"] * 3 + ["refused"] * 2
    assert said[-1]["code"] == "too_many"


# --- who is who


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", ""])
def test_a_foreign_name_is_turned_away(serve, host):
    server = serve()
    assert httpx.get(f"{server.url}/api/tables", headers={"Host": host}, timeout=SECONDS).json()["code"] == "forbidden"
    assert httpx.get(f"{server.url}/metrics", headers={"Host": host}, timeout=SECONDS).status_code == 403
    opened = server.open(players=3)
    with pytest.raises(InvalidStatus):
        connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/{opened['code']}/play", additional_headers={"Host": host}).close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:80", "[::1]:80", socket.gethostname(), "games.example.org", "GAMES.example.org."])
def test_own_names_are_answered(serve, host):
    server = serve(names=("games.example.org",))
    assert httpx.get(f"{server.url}/api/tables", headers={"Host": host}, timeout=SECONDS).status_code == 200


def test_the_last_proxy_is_believed_not_the_visitor(serve):
    async def nobody(*given):
        pass

    assert Proxies(nobody, "*").visitor("6.6.6.6, 7.7.7.7") == "7.7.7.7"
    assert Proxies(nobody, "10.0.0.0/8").visitor("6.6.6.6, 7.7.7.7, 10.1.1.1") == "7.7.7.7"
    assert Proxies(nobody, "10.0.0.0/8").visitor("6.6.6.6, nonsense, [2001:db8::1]:77") == "2001:db8::1"
    server = serve(proxies="*")
    forged = {"X-Forwarded-For": "127.0.0.1, 8.8.8.8"}
    assert httpx.get(f"{server.url}/metrics", headers=forged, timeout=SECONDS).status_code == 403
    assert httpx.get(f"{server.url}/metrics", timeout=SECONDS).status_code == 200


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/assets/" + "b" * 5000 + ".js", "/" + "c/" * 3000])
def test_a_long_path_is_no_fault_of_ours(serve, path):
    assert httpx.get(f"{serve().url}{path}", timeout=SECONDS).status_code in (200, 404)


# --- what others are shown


def test_names_and_chat_hide_and_pile_up_nothing(serve):
    assert clean("a\u202eb\u200b\u2066c\u0000d\ufeff") == "abcd"
    assert clean("Z" + "\u0337" * 30 + "a") == "Z\u0337\u0337a"
    assert clean("  two \n lines\t") == "two lines"
    assert clean("e\u0301") == "é"
    assert clean("👩\u200d🚀 אב ไทย") == "👩\u200d🚀 אב ไทย"
    server = serve()
    opened = server.open(**BOTS, player="A\u202enn" + "\u0300" * 20)
    with server.player(opened["code"], opened["token"]) as player:
        assert player.table["seats"][0]["name"] == "An\u01f9\u0300\u0300"
        player.send(type="chat", id="c", text="hi\u202e there\u200b")
        assert player.wait("chat")["text"] == "hi there"
        assert player.ask(type="chat", text="\u200b\u202e")["code"] == "malformed"


def test_a_record_cannot_steer_the_terminal(tmp_path):
    game = warmup.game(10)
    game.comments = {0: ["\x1b]0;owned\x07 red \x1b[31m \u202e"]}
    file = tmp_path / "evil.txt"
    file.write_text(game.record())
    assert "owned" in file.read_text()
    for given in ([], ["--positions"]):
        done = CliRunner().invoke(cli, ["replay", str(file), *given])
        assert done.exit_code == 0, done.output
        assert "\x1b" not in done.output
        assert "\u202e" not in done.output
        assert "\\x1b]0;owned" in done.output


# --- logs


def test_logs_tell_no_address_code_query_or_chat(serve, monkeypatch):
    root, heard = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr", heard)
    try:
        logs.set_up("debug")
        server = serve(Limits.none())
        opened = server.open(**BOTS, start=True)
        url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{opened['code']}/play?secret=word"
        with connect(url) as line:
            line.send(json.dumps({"type": "hello", "token": opened["token"]}))
            line.recv(timeout=SECONDS)
            line.send(json.dumps({"type": "chat", "id": "1", "text": "between us"}))
            while json.loads(line.recv(timeout=SECONDS))["type"] != "chat":
                pass
        server.browser().get(f"/api/tables/{opened['code']}?secret=word")
        until(lambda: "table opened" in heard.getvalue())
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    lines = [line for line in heard.getvalue().splitlines() if not json.loads(line)["part"].startswith("http")]  # the clients' own
    log = "\n".join(lines)
    for secret in ("secret=word", opened["code"], opened["token"], "between us", "127.0.0.1"):
        assert secret not in log, secret
    assert logs.fingerprint(opened["code"]) in log


# --- the event loop


def test_a_blocked_loop_is_counted_and_named(serve, caplog):
    server = serve()
    loop = server.app.state.tables.watch.get_loop()

    def block():
        until = time.thread_time() + 0.1
        while time.thread_time() < until:
            pass

    count = lambda: server.app.state.metrics.loop_blocks._sum.get()  # noqa: E731
    with caplog.at_level("WARNING", "sevenhex.watchdog"):
        before = count()
        loop.call_soon_threadsafe(block)
        until(lambda: count() > before)
        until(lambda: "the event loop was blocked" in caplog.text)
    assert "sevenhex_loop_block_seconds_count" in server.browser().get("/metrics").text


def test_settings_without_limits_keep_sizes_and_times():
    free, usual = Limits.none(), Settings().limits
    for name in ("body_bytes", "outgoing_bytes", "head_seconds", "body_seconds", "upload_seconds", "worker_bytes", "uploads_at_once"):
        assert getattr(free, name) == getattr(usual, name)
    assert free.connections == 10**9


def test_a_visitor_who_leaves_before_the_refusal_is_no_fault(serve, monkeypatch, caplog):
    from starlette.websockets import WebSocket

    from sevenhex.server.base.refusal import Refused

    server = serve()
    refused = threading.Event()

    async def refuse(*given):
        raise Refused("unavailable", "busy")

    async def gone(*given, **named):
        refused.set()
        raise RuntimeError('Cannot call "send" once a close message has been sent.')

    monkeypatch.setattr(server.app.state.tables, "obtain", refuse)
    monkeypatch.setattr(WebSocket, "send_json", gone)
    with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/abc/play"):
        assert refused.wait(SECONDS)
    until(lambda: not server.app.state.house.budgets.sockets.taken)
    assert not [line for line in caplog.records if line.levelname == "ERROR"]
