"""Every call of the lobby, fuzzed from its own description: no answer is a fault, every answer has the promised shape."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from nursery import Nursery
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


def fuzz(nursery: Nursery, folder: Path, examples: int) -> Counter[str]:
    """Returns how often each status came."""
    statuses: Counter[str] = Counter()
    with nursery.server(folder / "games", folder, bot_pause=[0, 0]) as server:
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        for found in schema.get_all_operations():
            operation: Any = found.ok()

            @settings(
                max_examples=examples,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                database=None,
                phases=[Phase.explicit, Phase.generate],
            )
            @given(case=operation.as_strategy())
            def keeps_its_promises(case: Any) -> None:
                answer = case.call()
                case.validate_response(answer, checks=CHECKS)
                statuses[f"{answer.status_code}"] += 1

            keeps_its_promises()
        assert not server.faults(), server.faults()[0]
    return statuses


def test_calls_keep_their_promises(nursery: Nursery, tmp_path: Path) -> None:
    statuses = fuzz(nursery, tmp_path, 5)
    assert statuses["200"] + statuses["201"] > 10
    assert statuses["404"] + statuses["400"] > 10


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_calls_keep_their_promises_for_long(nursery: Nursery, tmp_path: Path) -> None:
    print(fuzz(nursery, tmp_path, 500))
