"""A PostgreSQL server of one's own, in a temporary folder, where the machine has one installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

PLACES = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *map(Path, os.environ.get("PATH", "").split(":"))]


def programs() -> Path | None:
    """The folder with initdb and pg_ctl."""
    return next((place for place in PLACES if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


def why_not() -> str:
    """Why there can be none here; empty when there can."""
    if programs() is None:
        return "PostgreSQL is not installed here (no initdb and pg_ctl)"
    if os.geteuid() == 0 and not (shutil.which("runuser") and has_user("postgres")):
        return "PostgreSQL does not run as root, and there is no user postgres to run it as"
    return ""


def has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


class Postgres:
    """Started with the context, gone with it."""

    def __enter__(self) -> Postgres:
        self.folder = Path(tempfile.mkdtemp(prefix="sevenhex-postgres-"))
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_user:
            shutil.chown(self.folder, "postgres")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data = self.folder / "data"
        self.call("initdb", "-D", str(self.data), "-U", "sevenhex", "--auth=trust", "-E", "UTF8", "--no-sync")
        self.start()
        self.made = 0
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, name: str, *given: str) -> None:
        found = programs()
        assert found is not None
        done = subprocess.run(
            [*self.as_user, str(found / name), *given],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        self.call("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-o", options, "-w", "start")

    def stop(self, how: str = "fast") -> None:
        self.call("pg_ctl", "-D", str(self.data), "-m", how, "-w", "stop")

    @property
    def pid(self) -> int:
        """Of the process that started all others of the database."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def base(self) -> str:
        """The URL of a new, empty database."""
        self.made += 1
        self.call("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "sevenhex", f"games{self.made}")
        return f"postgresql://sevenhex@127.0.0.1:{self.port}/games{self.made}"
