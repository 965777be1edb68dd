"""Server processes for the tests: imported and warmed once, then forked, so that one can be killed and another started in a moment.

The listening socket belongs to the nursery and outlives its children, as under systemd: a client that connects while no server runs
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

START_SECONDS = 120.0  # the first start may compile the rules


class Nursery:
    """`start` forks a server, `kill` ends it the hard way, `stop` the polite way. Use as a context."""

    def __init__(self, store: str | Path, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
        self.port = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self.settings = {"store": str(store), **settings}
        self.child = 0
        self.mother: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Nursery:
        with self.log.open("ab") as log:
            self.mother = subprocess.Popen(
                [sys.executable, __file__, str(self.listening.fileno()), json.dumps(self.settings)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, pass_fds=[self.listening.fileno()],
            )  # fmt: skip
        assert self.read_line() == "ready"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.child:
            self.kill()
        if self.mother is not None:
            assert self.mother.stdin is not None
            assert self.mother.stdout is not None
            self.mother.stdin.close()
            self.mother.wait(30)
            self.mother.stdout.close()
        self.listening.close()

    def read_line(self) -> str:
        assert self.mother is not None
        assert self.mother.stdout is not None
        readable, _, _ = select.select([self.mother.stdout], [], [], START_SECONDS)
        if not readable:
            raise TimeoutError(f"no server within {START_SECONDS} s; its log is {self.log}")
        return self.mother.stdout.readline().decode().strip()

    def start(self, wait: bool = True) -> int:
        assert self.mother is not None
        assert self.mother.stdin is not None
        self.mother.stdin.write(b"start\n")
        self.mother.stdin.flush()
        said = self.read_line()
        assert said, f"the nursery is gone; its log is {self.log}:\n{self.log.read_text()[-2000:]}"
        self.child = int(said)
        if wait:
            self.wait_until_healthy()
        return self.child

    def wait_until_healthy(self) -> None:
        until = time.monotonic() + 30
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
        assert self.read_line().startswith(f"ended {child}")  # the mother has seen it go

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


def raise_child(descriptor: int, wanted: dict[str, Any]) -> None:
    """Run a server on the inherited socket until it is told to end."""
    import uvicorn

    from sevenhex.server import logs
    from sevenhex.server.app import create_app
    from sevenhex.server.settings import Limits, Settings

    logs.set_up("warning")
    for name in wanted.pop("wrap", []):
        import_wrapper(name)()
    limits = Limits(**wanted.pop("limits", {}))
    if "bot_pause" in wanted:
        wanted["bot_pause"] = tuple(wanted["bot_pause"])
    app = create_app(Settings(limits=limits, **wanted))
    config = uvicorn.Config(app, log_config=None, ws_max_size=64 * 1024, ws="websockets-sansio", timeout_graceful_shutdown=2)
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


def import_wrapper(name: str) -> Any:
    """A function `module:name` of the tests that spoils something in the server before it starts."""
    from importlib import import_module

    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def main() -> None:
    descriptor, wanted = int(sys.argv[1]), json.loads(sys.argv[2])
    sys.path.insert(0, str(Path(__file__).parent))
    import uvicorn  # noqa: F401

    from sevenhex.server.app import create_app, warm  # noqa: F401

    warm()
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    print("ready", file=answers)
    poll = select.poll()
    poll.register(0, select.POLLIN | select.POLLHUP)
    children: set[int] = set()
    while True:
        for _, event in poll.poll(5):
            line = os.read(0, 100) if event & select.POLLIN else b""
            if not line:
                for child in children:
                    os.kill(child, signal.SIGKILL)
                return
            child = os.fork()
            if child == 0:
                os.close(0)
                answers.close()
                try:
                    raise_child(descriptor, wanted)
                finally:
                    os._exit(0)
            children.add(child)
            print(child, file=answers)
        for child in list(children):
            gone, status = os.waitpid(child, os.WNOHANG)
            if gone:
                children.discard(child)
                print(f"ended {child} {status}", file=answers)


if __name__ == "__main__":
    main()
