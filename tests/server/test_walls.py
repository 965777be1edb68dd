"""What a worker is kept from: files that are not the program's own, writing, connections, other programs."""

from __future__ import annotations

import logging
import multiprocessing
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sevenhex.server.base.settings import Limits
from sevenhex.server.review import walls, workers

linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are Linux's")


def attempts(secret, folder, port):
    """Each must fail behind the walls; the last two must not."""
    yield "read a file of the store", lambda: Path(secret).read_bytes()
    yield "list the store", lambda: list(Path(folder).iterdir())
    yield "write", lambda: Path(folder, "new").write_text("x")
    yield "spoil the compiled rules", lambda: (walls.cache_home() / "spoilt").write_text("x")
    yield "read other people's files", lambda: Path("/etc/hostname").read_bytes()
    yield "connect", lambda: socket.create_connection(("127.0.0.1", port), 5)
    yield "send a datagram", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", port))
    yield "run a program", lambda: subprocess.run(["/bin/true"], check=False)
    yield "import", lambda: __import__("colorsys")
    yield "read the package", lambda: (walls.PACKAGE / "__init__.py").read_bytes()


def inside(line, secret, folder, port):
    line.send(walls.build())
    results = {}
    for name, attempt in attempts(secret, folder, port):
        try:
            attempt()
            results[name] = "done"
        except OSError as error:
            results[name] = type(error).__name__
    line.send(results)


@linux
def test_a_worker_reads_only_the_programs_own_files_and_has_no_network(tmp_path):
    secret = tmp_path / "sevenhex.db"
    secret.write_text("seeds")
    ours, theirs = multiprocessing.Pipe()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        made = multiprocessing.get_context("fork").Process(
            target=inside, args=(theirs, str(secret), str(tmp_path), listening.getsockname()[1])
        )
        made.start()
        still_open = ours.recv()
        if still_open:
            made.join()
            pytest.skip(f"this system cannot: {still_open}")
        results = ours.recv()
        made.join()
    *forbidden, imported, read = results.values()
    assert "done" not in forbidden, results
    assert (imported, read) == ("done", "done")


@linux
def test_the_working_folder_is_not_readable_even_where_python_looks_for_modules(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), *sys.path])
    monkeypatch.chdir(tmp_path)
    assert not [path for path in walls.readable() if tmp_path.is_relative_to(path.resolve())]


@pytest.mark.parametrize("missing", ["landlockpy", "pyseccomp"])
def test_without_walls_the_log_says_so(monkeypatch, caplog, missing):
    def gone(name):
        raise ImportError(name)

    monkeypatch.setattr(walls, "import_module", gone)
    what = {"landlockpy": walls.close_files, "pyseccomp": walls.close_network}[missing]()
    assert missing in what
    workers.note_walls.cache_clear()
    with caplog.at_level(logging.INFO):
        workers.note_walls(f"files: {what}")
        workers.note_walls(f"files: {what}")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert missing in caplog.records[0].open


def test_all_workers_together_have_a_total():
    limits = Limits()
    processes = limits.uploads_at_once + limits.games_at_once
    assert limits.bytes_of_a_worker * processes <= limits.workers_bytes
    assert replace(limits, worker_bytes=1000).bytes_of_a_worker == 1000
