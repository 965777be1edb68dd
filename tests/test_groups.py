"""Which worker runs a test: browsers fill two of them, and the tests of one file in tests/server share its server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio import events
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from groups import SHARING, Groups, Scheduling


def test_what_shares_something_is_one_group() -> None:
    groups = Groups()
    browsers = [groups.of(f"tests/web/test_web_{n}.py::test_it[{n}]") for n in (1, 2, 3, 1)]
    assert browsers == ["browser 0", "browser 1", "browser 0", "browser 0"]
    assert (
        groups.of("tests/server/test_room.py::test_a[1]")
        == groups.of("tests/server/test_room.py::test_b")
        != groups.of("tests/server/test_x.py::test_a")
    )
    assert groups.of("tests/test_turn.py::test_a") != groups.of("tests/test_turn.py::test_b")
    assert all(Path(each).exists() for each in SHARING), "a file that was renamed shares no longer"


class Worker:
    """What the scheduler asks of a worker."""

    numbers = count()

    def __init__(self) -> None:
        self.given: list[int] = []
        self.gateway = SimpleNamespace(id=f"gw{next(self.numbers)}")
        self.shutting_down = False

    def send_runtest_some(self, places: list[int]) -> None:
        self.given += places

    def shutdown(self) -> None:
        self.shutting_down = True


def test_workers_get_whole_groups_in_the_order_of_the_tests() -> None:
    options = SimpleNamespace(loadscopereorder=False)
    config = SimpleNamespace(option=options, getvalue=lambda name: ["popen", "popen"] if name == "tx" else None)
    scheduling = Scheduling(config, None)
    scheduling.numnodes = 2
    names = [f"tests/web/test_it.py::test_{n}" for n in range(4)] + [f"tests/server/test_it.py::test_{n}" for n in range(3)]
    workers = [Worker(), Worker()]
    for worker in workers:
        scheduling.add_node(worker)
        scheduling.add_node_collection(worker, names)
    scheduling.schedule()
    assert [sorted(worker.given) for worker in workers] == [[0, 2, 4, 5, 6], [1, 3]]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted as Linux lists them")
def test_a_worker_multiplies_on_one_core() -> None:
    """Four that multiply on two cores each wait for one another's threads: three times as long, and more beside other programs."""
    script = "import os, numpy; a = numpy.ones((900, 900)); a @ a; print(len(os.listdir('/proc/self/task')))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "1"


def test_no_event_loop_is_left_running_here() -> None:
    """Playwright's own stays open in a worker that has opened a browser."""
    assert events._get_running_loop() is None
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"
