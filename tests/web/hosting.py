"""What the browser tests stand on: a built page, a server of their own on a free port, and a real Chromium.

Run as a program (`python hosting.py PORT SETTINGS`) it is that server: the production application with settings for tests, and with the
same dice, islands and bots every time.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "sevenhex" / "server" / "static" / "index.html"
START_SECONDS = 400.0  # the first start may compile the rules, on a busy machine
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip
NO_BROWSER = (
    "no Chromium here: `apt install chromium-headless-shell`, or `.venv/bin/playwright install chromium` (`make browser` tries the first)"
)


def web_sources() -> list[Path]:
    """What the page is built from."""
    listed = ("src", "public", "index.html", "package.json", "package-lock.json", "svelte.config.js", "vite.config.ts", "tsconfig.json")
    tops = [WEB / name for name in listed]
    return [path for top in tops for path in (top.rglob("*") if top.is_dir() else [top]) if path.is_file()]


def build_page() -> str | None:
    """Build the page when it is missing or older than its sources; returns why it could not be, or None."""
    with (Path(tempfile.gettempdir()) / "sevenhex-web-build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one of several test processes builds, the others wait for it
        return build_if_old()


def build_if_old() -> str | None:
    unwanted = os.environ.get("SEVENHEX_SKIP_WEB") == "1"
    if PAGE.exists() and (unwanted or PAGE.stat().st_mtime >= max(path.stat().st_mtime for path in web_sources())):
        return None
    done = subprocess.run([sys.executable, "hatch_build.py", "build"], cwd=ROOT, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 and PAGE.exists() else f"the page could not be built: {(done.stdout + done.stderr).strip()[-400:]}"


def find_browser(playwright: Playwright) -> str | None:
    """Playwright's own Chromium where it was installed, else the machine's; one without windows draws with half the work."""
    own = playwright.chromium.executable_path
    if own and Path(own).exists():
        return own
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    found = find_browser(playwright)
    if found is None:
        raise LookupError(NO_BROWSER)
    return playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))


class Host:
    """A server process. Use as a context; it is ended by its own process id."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.settings = {"store": str(folder), "bot_pause": [0.0, 0.0], **settings}
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Host:
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(self.port), json.dumps(self.settings)], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        limit = time.monotonic() + START_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > limit:
                    raise RuntimeError(f"the server did not start: {self.log.read_text()[-800:]}") from None
                time.sleep(0.05)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)

    def complaints(self) -> list[str]:
        """What the server logged as a fault of its own. That it was ended while a page still asked is ours."""
        ended = ("running task(s)", "timeout graceful shutdown exceeded")
        lines = self.log.read_text().splitlines()
        return [line for line in lines if ("Traceback" in line or '"error"' in line.lower()) and not any(word in line for word in ended)]


def fix_words() -> None:
    """The word that a page mixes into the dice of a table it opens is chance, too (what it seals later: see `conftest.PAGE_CHANCE`)."""
    from sevenhex.server.table import lobby

    new_table = lobby.new_table

    def with_same_word(player: str, name: str, wanted: dict[str, Any], *kind: bool) -> Any:
        return new_table(player, name, wanted | ({"word": "the same"} if wanted.get("word") else {}), *kind)

    lobby.new_table = with_same_word


def serve(port: int, given: dict[str, Any]) -> None:
    import uvicorn

    from sevenhex.server.app import create_app
    from sevenhex.server.base import logs
    from sevenhex.server.base.settings import Limits, Settings
    from sevenhex.server.web.doors import uvicorn_options

    sys.path.insert(0, str(ROOT / "tests"))
    from repeatable import fix_chance

    fix_chance()
    fix_words()
    logs.set_up("warning")
    wanted = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    settings = Settings(**({"limits": Limits.none(), "bot_seconds": 60.0} | wanted))  # a busy machine is no fault of a bot
    app = create_app(settings)
    config = uvicorn.Config(app, "127.0.0.1", port, **uvicorn_options(app), timeout_graceful_shutdown=1)
    uvicorn.Server(config).run()


if __name__ == "__main__":
    serve(int(sys.argv[1]), json.loads(sys.argv[2]))
