"""One worker process: it can be ended at every moment, while it starts too."""

from __future__ import annotations

import pytest

from sevenhex.server.review import workers
from sevenhex.server.review.workers import Worker

MEMORY, SECONDS = 1 << 30, 5.0


def test_a_worker_that_is_killed_while_it_starts_is_gone(monkeypatch):
    """As when the server is stopped in its first second: `kill` comes from another thread before the process has begun."""
    worker = Worker(MEMORY, SECONDS)
    process = workers.context().Process
    original = process.start

    def start(self):
        worker.kill()  # before there is anything to kill
        original(self)

    monkeypatch.setattr(process, "start", start)
    with pytest.raises(EOFError):
        worker.start()
    worker.process.join(10)
    assert not worker.process.is_alive()
    worker.end()


def test_a_worker_can_be_ended_before_it_was_ever_started():
    worker = Worker(MEMORY, SECONDS)
    worker.kill()
    worker.end()
    assert worker.process is None
