"""What README.md and docs/notation.md show in Python is true, and its two commands need nothing more."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/notation.md"])
def test_the_examples_are_true(page):
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=flags, encoding="utf-8")
    assert tried >= 4
    assert failed == 0


@pytest.mark.parametrize("target", ["test", "test-long"])
def test_a_machine_on_which_somebody_has_only_played_gets_what_tests_need(target: str) -> None:
    """`make play` leaves out the npm packages that only checks and tests use."""
    needs = re.search(rf"^{target}: (.*?) ##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert needs is not None
    assert "web-packages" in needs[1]
