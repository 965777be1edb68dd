"""Servers for the tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

from serving import Server

from repeatable import fix_chance
from sevenhex.server.table import warmup


@pytest.fixture(scope="session")
def compiled():
    """The server of a test runs in this process: compiling while it serves would keep its clients waiting."""
    warmup.rules()


@pytest.fixture(scope="module", autouse=True)
def same_chance():
    """Games of servers in this process go the same way every time."""
    with pytest.MonkeyPatch.context() as patch:
        fix_chance(patch.setattr)
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory, compiled):
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running
