"""A real server on loopback for the tests, and a client that remembers every byte it was sent."""

from __future__ import annotations

import asyncio
import json
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import httpx
import uvicorn
from websockets.sync.client import connect

from sevenhex.commands.play import free_socket
from sevenhex.protocol.patch import applied
from sevenhex.server.app import create_app
from sevenhex.server.base.settings import Limits, Settings
from sevenhex.server.store.store import Store, file_of, keep_private
from sevenhex.server.web.doors import uvicorn_options

SECONDS = 120  # the rules may have to be compiled first
# a busy machine is no fault of a bot: it may think for long
QUICK = Settings(bot_pause=(0.0, 0.0), bot_seconds=60.0, grace_seconds=0.0, limits=Limits.none())


@cache
def empty_store():
    """A store without a table, as a server makes it from nothing; several hundred tests begin with a copy (`test_upgrade.py` with none)."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as apart:  # the test may run in a loop of its own

        async def make():
            store = Store(folder)
            await store.open()
            await store.close()
            return Path(store.file)

        return apart.submit(lambda: asyncio.run(make())).result().read_bytes()


class Server:
    """uvicorn in a thread."""

    def __init__(self, data, **changes):
        self.settings = replace(QUICK, store=str(data), **changes)
        file = file_of(str(data))
        if file and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            keep_private(str(file))
            file.write_bytes(empty_store())
        self.app = create_app(self.settings)
        self.socket = free_socket("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        config = uvicorn.Config(self.app, **uvicorn_options(self.app), timeout_graceful_shutdown=2)
        self.uvicorn = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.browsers = []

    def __enter__(self):
        self.thread.start()
        until(lambda: self.uvicorn.started)
        return self

    def __exit__(self, *_):
        for browser in self.browsers:
            browser.close()
        self.uvicorn.should_exit = True
        self.thread.join(20)
        self.socket.close()
        assert not self.thread.is_alive()

    def browser(self, **headers):
        """An HTTP client with its own cookies."""
        browser = httpx.Client(base_url=self.url, timeout=SECONDS, headers=headers, verify=False)  # nothing here goes over TLS
        self.browsers.append(browser)
        return browser

    def table(self, code):
        return self.app.state.tables.live[code]

    def open(self, browser=None, **wanted):
        browser = browser or self.browser()
        answer = browser.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()

    @contextmanager
    def player(self, code, token=None, version=None, sentences=False, **options):
        with connect(
            f"{self.url.replace('http', 'ws', 1)}/api/tables/{code}/play", max_size=None, open_timeout=SECONDS, **options
        ) as socket:
            player = Player(socket)
            player.send(type="hello", token=token, version=version, **({"sentences": True} if sentences else {}))
            player.wait("welcome")
            yield player


class Player:
    """One WebSocket; `frames` is all that ever came."""

    def __init__(self, socket):
        self.socket, self.frames, self.sent = socket, [], 0
        self.view, self.version, self.legal, self.table, self.can = None, None, [], None, {}

    @property
    def welcome(self):
        """The first welcome; a server that is just starting may have said so before."""
        return next(message for message in map(json.loads, self.frames) if message["type"] == "welcome")

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def take(self):
        text = self.socket.recv(timeout=SECONDS)
        self.frames.append(text)
        message = json.loads(text)
        if message["type"] in ("welcome", "update"):
            if "patch" in message:
                assert message["from"] == self.version, "a patch fits to what was sent before"
                self.view, self.legal, self.can = applied(message["patch"], message["version"], self.view, self.legal, self.can)
            else:
                self.view, self.legal, self.can = message["view"], message["legal"], message["can"]
            self.version = message["version"]
        if message["type"] in ("welcome", "table"):
            self.table = message["table"]
        return message

    def wait(self, *kinds):
        while True:
            message = self.take()
            if message["type"] in kinds:
                return message

    def wait_until(self, condition):
        while not condition(self):
            self.take()

    def reach(self, version):
        self.wait_until(lambda p: p.version >= version)

    def ask(self, **message):
        """Send a command and wait for its own answer."""
        if "id" not in message:
            self.sent += 1
            message["id"] = f"test-{self.sent}"
        self.send(**message)
        while True:
            answer = self.take()
            if answer.get("id") == message["id"] and answer["type"] in ("done", "refused", "why", "hint"):
                return answer

    def act(self, action, version=None, **more):
        return self.ask(type="act", version=self.version if version is None else version, action=action, **more)


def until(condition, seconds=SECONDS):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)


def seat_of(view):
    return view["seat"]
