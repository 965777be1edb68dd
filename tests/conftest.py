"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from clauses import refuse_unknown

# the first call of a rule compiles it, so a deadline per example would blame the wrong test
settings.register_profile("sevenhex", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sevenhex")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("clause"):
            refuse_unknown(mark.args)
