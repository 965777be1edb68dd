"""One warmed process from which every test here forks its servers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nursery import Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    found = Nursery()
    yield found
    found.close()
