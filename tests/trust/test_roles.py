"""Who may name what: visitors and models name our own bots; programs and files are named on the person's own command line only."""

from __future__ import annotations

import ast
import asyncio
import re
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import sevenhex
from sevenhex import bots
from sevenhex.bots import BotError
from sevenhex.errors import SevenhexError
from sevenhex.protocol import reach
from sevenhex.protocol.client import Client, Lobby, Refusal
from sevenhex.server.table import bot_pool

PACKAGE = Path(sevenhex.__file__).parent
# The entrances at which a name comes from somebody else. A new one belongs here.
# these run or open what they are given
BROUGHT = ("bots.external", "bots.network", "bots.search", "bots.onnx", "bots.socket", "bots.model", "bots.classes")
ENTRANCES = [*sorted((PACKAGE / "server").rglob("*.py")), PACKAGE / "study" / "seats.py", PACKAGE / "commands" / "mcp.py"]


@pytest.mark.parametrize("make", [bots.make_own, lambda name: bot_pool.make(name, None, 1)], ids=["own", "server"])
@pytest.mark.parametrize(
    "name",
    [
        "exec:{run}", "net:{file}", "search:{file}", "EXEC:{run}", " exec:{run}", "exec:", "net:", "planner/../x", "", ":normal",
        "onnx:{file}", "ws://127.0.0.1:{port}", "wss://127.0.0.1:{port}", "{module}:Mine", "{module}.py:Mine", "./{module}.py:Mine",
        "os:system", "sevenhex.bots.external:Program", "subprocess:Popen", "mcp:{run}",
    ],
)  # fmt: skip
def test_a_name_from_others_never_runs_or_opens_anything(tmp_path, monkeypatch, make, name):
    monkeypatch.chdir(tmp_path)
    mark, file, module = tmp_path / "ran", tmp_path / "net.npz", tmp_path / "strangers_bot.py"
    file.write_bytes(b"")
    module.write_text(f"open({str(mark)!r}, 'w')\nclass Mine:\n    def choose(self, view, legal, limit): return legal[0]\n")
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.setblocking(False)
        with pytest.raises(BotError, match="There is no bot"):
            make(name.format(run=f"touch {mark}", file=file, port=door.getsockname()[1], module=module.stem))
        with pytest.raises(BlockingIOError):
            door.accept()  # nobody has come
    assert not mark.exists()


def test_visitors_may_ask_for_what_the_operator_brought_by_its_word_alone(monkeypatch):
    """`sevenhex play --bot mine=...`: the word is on the list, what is behind it is nowhere to be seen or named."""
    made = []
    monkeypatch.setattr(bot_pool, "brought", {})
    bot_pool.bring("mine", lambda seed: made.append(seed) or bots.make_own("random", seed=seed))
    try:
        assert {"name": "mine", "title": "mine", "description": "A bot of this machine's owner.", "levels": ["normal"]} in bot_pool.known()
        assert bot_pool.check("mine", None) == ("mine", "normal")
        bot_pool.make("mine", "normal", 5)
        assert made == [5]
        assert bot_pool.here("mine") == "mine"
        for other in ("mine:normal", "MINE", "mine=exec:true", "theirs"):
            with pytest.raises(SevenhexError, match="There is no bot"):
                bot_pool.check(other, None)
        assert bot_pool.here("theirs") == bot_pool.default()  # a table that was stored when it was there goes on
    finally:
        bot_pool.known.cache_clear()


def test_our_own_bots_are_made_with_their_levels():
    assert [bots.make_own(name).name for name in bots.names()] == bots.names()
    assert bots.make_own("planner:quick").level == "quick"
    with pytest.raises(BotError, match="no level"):
        bots.make_own("planner:exec")


def test_a_question_to_the_rules_opens_nothing(tmp_path):
    """A model's question, edition and language are names and texts of ours, never files; a long question is refused."""
    from sevenhex.errors import SevenhexError
    from sevenhex.rulebook.search import LONGEST, ask

    file = tmp_path / "edition.toml"
    file.write_text("name = 'secret'")
    for edition, language in ((str(file), None), ("../sixth", None), ("sixth", str(file)), ("sixth", "../en")):
        with pytest.raises(SevenhexError):
            ask("robber", edition, language)
    with pytest.raises(SevenhexError, match="at most"):
        ask("robber " * LONGEST)
    assert ask(f"{file} ../../etc/passwd robber")[0].clauses


def test_entrances_make_bots_only_by_the_function_for_others():
    """`bots.make` runs what it is given, so no module that others reach may call it, whatever it is called there."""
    assert len(ENTRANCES) > 50
    for source in ENTRANCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and "bots" in (node.module or ""):
                assert not {"make", "OWN", "is_brought"} & {name.name for name in node.names}, source
                assert not (node.module or "").endswith(BROUGHT), source
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "bots":
                assert node.attr not in ("make", "hint", "OWN"), source
            if isinstance(node, ast.Import):
                assert not any(name.name.endswith(BROUGHT) for name in node.names), source


def test_every_way_to_bring_a_bot_is_barred_at_the_entrances():
    assert {module for module, _ in bots.OWN.values()} | {"classes"} == {each.rpartition(".")[2] for each in BROUGHT}


HERE = ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000", "https://127.8.9.1", "http://LOCALHOST:1"]
ELSEWHERE = [
    "http://192.0.2.1:8000", "https://example.org", "http://169.254.169.254/latest/meta-data", "http://0.0.0.0:8000", "http://[::]:80",
    "http://127.0.0.1.example.org", "http://localhost.example.org", "http://localhost@example.org", "http://example.org#@localhost",
    "http://2130706433", "http://0x7f.1", "file:///etc/passwd", "ftp://localhost", "unix:/tmp/x", "//localhost", "localhost:8000", "",
    "http://local host", "http://localhost:99999", "http://[::ffff:192.0.2.1]", "http://example.org\\@localhost", "http://intranet",
]  # fmt: skip


@pytest.mark.parametrize("url", HERE)
def test_a_model_may_join_tables_of_this_machine(url):
    assert reach.check(url) == url


@pytest.mark.parametrize("url", ELSEWHERE)
def test_a_model_is_sent_to_no_other_machine(url):
    with pytest.raises(SevenhexError, match=r"not on this machine|Expected a server's address"):
        reach.check(url)


def test_the_person_allows_a_server_on_the_command_line():
    named = ["https://games.example.org"]
    assert reach.check("https://games.example.org:443/", named)
    for other in (
        "http://games.example.org",
        "https://games.example.org:8443",
        "https://example.org",
        "https://games.example.org.evil.org",
    ):
        with pytest.raises(SevenhexError, match="not on this machine"):
            reach.check(other, named)


def test_join_table_asks_nobody_else(monkeypatch):
    """The tool itself, as a model calls it: no connection is made to an address that is not allowed."""
    pytest.importorskip("mcp")
    from sevenhex.commands.mcp import make_server

    reached = []
    monkeypatch.setattr(
        "urllib.request.OpenerDirector.open", lambda *given, **_: reached.append(given) or (_ for _ in ()).throw(OSError("no"))
    )
    server = make_server()

    async def call(url, code):
        return await server.call_tool("join_table", {"url": url, "code": code})

    for url, code in [("http://192.0.2.1", "ABC"), ("https://example.org", "ABC"), ("http://localhost:1", "../../x")]:
        with pytest.raises(Exception, match=r"not on this machine|letters and digits"):
            asyncio.run(call(url, code))
    assert reached == []


def test_no_server_sends_a_program_on_to_another_one():
    """Cookie, account and seat would go along, to wherever the first server likes; that it may be asked says nothing about the next."""
    asked = []

    class Elsewhere(BaseHTTPRequestHandler):
        def answer(self):
            asked.append((self.server.server_address[1], self.headers.get("Authorization"), self.path))
            self.send_response(307 if self.path.endswith("/play") else 302)
            self.send_header("Location", f"http://127.0.0.1:{other.server_address[1]}{self.path}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_POST = answer

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as first, HTTPServer(("127.0.0.1", 0), Elsewhere) as other:
        threads = [threading.Thread(target=each.serve_forever, daemon=True) for each in (first, other)]
        for each in threads:
            each.start()
        url = f"http://127.0.0.1:{first.server_address[1]}"
        with pytest.raises(Refusal, match="302"):
            Lobby(url, account="program_secret").join("abc", "Ann")

        async def sit():
            async with Client(url, "abc", "a token", patience=0.5):
                pass

        with pytest.raises(TimeoutError):
            asyncio.run(sit())
        for each in (first, other):
            each.shutdown()
        for each in threads:
            each.join(10)
    assert {port for port, *_ in asked} == {first.server_address[1]}
    assert ("Bearer program_secret", "/api/tables/abc/join") in {each[1:] for each in asked}
    assert any(path.endswith("/play") for *_, path in asked)


def test_every_promise_names_a_test_that_exists():
    root = PACKAGE.parents[1]
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (root / "docs" / "security.md").read_text("utf-8"))
    assert len([test for _, test in named if test]) >= 5
    for file, test in named:
        assert (root / file).exists(), file
        assert not test or f"def {test}(" in (root / file).read_text("utf-8"), f"{file}::{test}"
