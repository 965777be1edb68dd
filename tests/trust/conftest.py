"""One warmed process from which tests fork their servers, and servers within the test's own process."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from nursery import Nursery

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))

from serving import Server

from repeatable import fix_chance
from sevenhex.server.base.settings import Limits
from sevenhex.server.table import warmup


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    found = Nursery()
    yield found
    found.close()


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    """Servers with limits of their own; their games go the same way every time."""
    fix_chance(monkeypatch.setattr)
    with contextlib.ExitStack() as stack:
        yield lambda limits=None, **settings: stack.enter_context(
            Server(tmp_path / f"{len(list(tmp_path.iterdir()))}", limits=limits or Limits(), **settings)
        )


@pytest.fixture(scope="session")
def record() -> str:
    return warmup.game(120).record()
