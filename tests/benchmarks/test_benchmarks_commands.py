"""Commands that measure find the checkout's benchmarks, and say what to do where there are none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sevenhex.cli import app
from sevenhex.commands import _benchmarks


@pytest.mark.parametrize("given", [["load"], ["bench", "--env"], ["bench", "--gpu"]])
def test_an_installed_package_says_that_a_checkout_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: list[str]) -> None:
    monkeypatch.setattr(_benchmarks, "CHECKOUT", tmp_path)
    monkeypatch.delitem(sys.modules, "sevenhex.commands.load", raising=False)
    done = CliRunner().invoke(app, given)
    assert done.exit_code == 2
    assert "Clone the repository" in done.output


def test_a_checkout_has_them() -> None:
    assert _benchmarks.benchmark("load_command").command is not None
    assert "Numbers of tables" in CliRunner().invoke(app, ["load", "--help"]).output
