"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from amounts import amount
from clauses import refuse_unknown

LONGEST = ("tests/trust/", "tests/bots/test_master.py", "tests/test_oracle.py")
BROWSER = "tests/web/"
BROWSERS = 2  # at a time: each fills a core with drawing, however many workers there are

# the first call of a rule compiles it, so a deadline per example would blame the wrong test
settings.register_profile("sevenhex", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=amount(50, 200, checked=15))
settings.load_profile("sevenhex")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("clause"):
            refuse_unknown(mark.args)
    items.sort(key=turn)
    for number, item in enumerate(item for item in items if item.nodeid.startswith(BROWSER)):
        item.add_marker(pytest.mark.xdist_group(f"browser{number % BROWSERS}"))


def turn(item: pytest.Item) -> int:
    """What takes longest begins first, so that no worker ends alone with it; Playwright's event loop stays, so its tests end the run."""
    return 0 if item.nodeid.startswith(LONGEST) else 2 if item.nodeid.startswith(BROWSER) else 1
