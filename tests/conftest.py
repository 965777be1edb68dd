"""What all tests share."""

from __future__ import annotations

from asyncio import events
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from sevenhex.processes import one_thread

one_thread()  # before NumPy is imported, and for the processes that tests start, too: networks in four workers wait for one another else

from amounts import amount  # noqa: E402
from clauses import refuse_unknown  # noqa: E402

LONGEST = (
    "tests/trust/",
    "tests/learn/test_learnt_lessons.py",
    "tests/study/test_study_review.py",
    "tests/study/test_study_judge.py",
    "tests/study/test_study_puzzles.py",
    "tests/env/test_simulator.py",
    "tests/bots/test_master.py",
    "tests/server/test_pairing.py",
    "tests/server/test_store.py",
    "tests/server/test_study.py",
    "tests/test_oracle.py",
)
BROWSER = "tests/web/"

# the first call of a rule compiles it, so a deadline per example would blame the wrong test
settings.register_profile("sevenhex", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=amount(50, 200, checked=15))
settings.load_profile("sevenhex")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("clause"):
            refuse_unknown(mark.args)
    items.sort(key=turn)


def turn(item: pytest.Item) -> int:
    """What takes longest begins first, so that no worker ends alone with it: the browsers', and beside them what waits most."""
    return 0 if item.nodeid.startswith(BROWSER) else 1 if item.nodeid.startswith(LONGEST) else 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    from groups import Scheduling

    return Scheduling(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """In a worker that has opened a browser Playwright's event loop stays open between its tests; other tests run loops of their own."""
    open_loop = None if item.nodeid.startswith(BROWSER) else events._get_running_loop()
    if open_loop is None:
        return (yield)
    events._set_running_loop(None)
    try:
        return (yield)
    finally:
        events._set_running_loop(None if open_loop.is_closed() else open_loop)
