"""One warmed process from which every test here forks its servers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from nursery import Nursery

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    found = Nursery()
    yield found
    found.close()
