"""Server processes for the tests: imported and warmed once, then forked, so that one can be killed and another started in a moment.

A server's listening socket belongs to the test and outlives the process, as under systemd: a client that connects while no server runs
waits until the next one accepts.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

START_SECONDS = 600.0  # the first start may compile the rules, on a busy machine
RATES = ("messages_per_second", "message_burst", "messages_per_address", "address_burst", "chat_per_second", "chat_burst")
RATES += (
    "hellos_per_second",
    "hello_burst",
    "tellings_per_second",
    "telling_burst",
    "requests_per_second",
    "request_burst",
    "new_tables_per_minute",
    "new_table_burst",
    "new_accounts_per_minute",
    "new_account_burst",
    "sign_ins_per_minute",
    "sign_in_burst",
    "histories_per_second",
    "history_burst",
    "new_tournaments_per_minute",
    "new_tournament_burst",
    "askings_per_minute",
    "asking_burst",
    "archives_per_minute",
    "archive_burst",
    "complaints_per_minute",
    "complaint_burst",
    "new_guests_per_minute",
    "new_guest_burst",
)
NUMBERS = (
    "connections_per_address",
    "open_tables_per_player",
    "open_tables_per_address",
    "uploads_per_address",
    "uploads_waiting",
    "reviews_per_address",
)
NUMBERS += (
    "complaints_per_day",
    "complaints_open",
    "tournaments",
    "tournaments_per_player",
    "tournaments_per_address",
    "entrants_per_address",
    "seeks_per_player",
    "seeks_per_address",
    "seeks",
)
GENEROUS: dict[str, float] = {**dict.fromkeys(RATES, 1e6), **dict.fromkeys(NUMBERS, 10_000)}


class Nursery:
    """The process whose children the servers are."""

    def __init__(self) -> None:
        self.control, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self.mother = subprocess.Popen([sys.executable, __file__, str(other.fileno())], pass_fds=[other.fileno()])

    def listen(self) -> str:
        if not select.select([self.control], [], [], START_SECONDS)[0]:
            raise TimeoutError(f"no server within {START_SECONDS} s")
        said = self.control.recv(1000).decode()
        assert said, "the nursery is gone"
        return said

    def close(self) -> None:
        self.control.close()
        self.mother.wait(300)  # it ends its servers first

    def server(self, store: str | Path, folder: Path, **settings: Any) -> Server:
        return Server(self, store, folder, **settings)


class Server:
    """`start` forks it, `kill` ends it the hard way, `stop` the polite way. Use as a context: it is started, and killed at the end."""

    def __init__(self, nursery: Nursery, store: str | Path, folder: Path, **settings: Any) -> None:
        self.nursery = nursery
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.port = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self.settings = {"store": str(store), "limits": GENEROUS, **settings}
        self.child = 0

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.child:
            self.kill()
        self.listening.close()

    def start(self, wait: bool = True) -> int:
        with self.log.open("ab") as log:
            socket.send_fds(self.nursery.control, [json.dumps(self.settings).encode()], [self.listening.fileno(), log.fileno()])
        self.child = int(self.nursery.listen())
        if wait:
            self.wait_until_healthy()
        return self.child

    def wait_until_healthy(self) -> None:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def end(self, number: int) -> None:
        child, self.child = self.child, 0
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)
        while Path(f"/proc/{child}/stat").exists():  # the mother buries it
            time.sleep(0.002)

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        self.end(signal.SIGTERM)

    def restart(self) -> None:
        self.kill()
        self.start()

    @property
    def memory(self) -> int:
        """Resident bytes of the server."""
        pages = int(Path(f"/proc/{self.child}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def faults(self) -> list[dict[str, Any]]:
        """The log's lines that tell of a fault of ours."""
        found = []
        for line in self.log.read_text(errors="replace").splitlines():
            try:
                said = json.loads(line)
            except ValueError:
                said = {"level": "error", "message": line}
            if said.get("level") in ("error", "critical") or "trace" in said:
                found.append(said)
        return found


def raise_child(listening: int, log: int, wanted: dict[str, Any]) -> None:
    """Run a server on the inherited socket until it is asked to end."""
    import uvicorn

    from sevenhex.server.app import create_app
    from sevenhex.server.base import logs
    from sevenhex.server.base.settings import Limits, Settings
    from sevenhex.server.web.doors import uvicorn_options

    os.dup2(log, 2)
    os.environ.update(wanted.pop("environment", {}))
    logs.set_up("warning")
    for name in wanted.pop("wrap", []):
        import_wrapper(name)()
    limits = Limits(**wanted.pop("limits"))
    if "bot_pause" in wanted:
        wanted["bot_pause"] = tuple(wanted["bot_pause"])
    app = create_app(Settings(limits=limits, **wanted))
    config = uvicorn.Config(app, **uvicorn_options(app), timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=listening)])


def import_wrapper(name: str) -> Any:
    """A function `module:name` of the tests that spoils something in the server before it starts."""
    from importlib import import_module

    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    sys.path.insert(0, str(Path(__file__).parent))
    import uvicorn  # noqa: F401

    from sevenhex.server.app import create_app  # noqa: F401
    from sevenhex.server.table import warmup

    warmup.rules()
    warmup.bots()
    children: set[int] = set()
    poll = select.poll()
    poll.register(control, select.POLLIN | select.POLLHUP)
    while True:
        for _ in poll.poll(5):
            message, descriptors, _, _ = socket.recv_fds(control, 65536, 2)
            if not message:
                for child in children:
                    os.kill(child, signal.SIGKILL)
                return
            child = os.fork()
            if child == 0:
                control.close()
                try:
                    raise_child(*descriptors, json.loads(message))
                finally:
                    os._exit(0)
            for descriptor in descriptors:
                os.close(descriptor)
            children.add(child)
            control.send(str(child).encode())
        for child in list(children):
            if os.waitpid(child, os.WNOHANG)[0]:
                children.discard(child)


if __name__ == "__main__":
    main()
