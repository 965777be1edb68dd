"""The load command measures what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.load import Result, Soaked, percentile
from sevenhex.cli import app


def test_a_small_load_is_measured(tmp_path: Path) -> None:
    numbers, picture = tmp_path / "load.json", tmp_path / "load.svg"
    given = ["load", "--tables", "2", "--seconds", "2", "--pace", "0.4", "--json", str(numbers), "--plot", str(picture)]
    done = CliRunner().invoke(app, given)
    assert done.exit_code == 0, done.output
    (row,) = json.loads(numbers.read_text())
    result = Result(**row)
    assert result.seats == 8
    assert result.actions > 1
    assert result.broken == 0
    assert 0 < result.median_ms <= result.p99_ms <= result.worst_ms
    assert picture.read_text().lstrip().startswith("<?xml")
    assert "Knee" in done.output


def test_percentiles() -> None:
    waits = [n / 1000 for n in range(1, 101)]
    assert round(percentile(waits, 0.5)) == 51
    assert round(percentile(waits, 0.99)) == 100
    assert percentile([], 0.5) == 0.0


def test_a_soak_that_grows_or_logs_an_error_fails(tmp_path: Path) -> None:
    numbers = tmp_path / "soak.json"
    done = CliRunner().invoke(app, ["load", "--tables", "2", "--pace", "0.4", "--soak", "4", "--json", str(numbers)])
    numbers_ = json.loads(numbers.read_text())
    growth = numbers_.pop("growth")
    soaked = Soaked(**numbers_)
    assert soaked.growth == growth
    assert done.exit_code == (0 if soaked.holds else 1), done.output  # two tables of a few seconds may grow by chance
    assert "0 errors in the server's log" in done.output
    assert "0 connections lost" in done.output
    good = Soaked(1800, 250, 500, 5, 50, 900, 150, [200, 206, 209], 0, 0)
    assert good.holds
    assert not Soaked(*list(vars(good).values())[:7], [200, 206, 211], 0, 0).holds
    assert not Soaked(*list(vars(good).values())[:7], [200, 206, 209], 0, 1).holds


def test_bots_take_some_of_the_seats(tmp_path: Path) -> None:
    numbers = tmp_path / "load.json"
    done = CliRunner().invoke(
        app,
        [
            "load",
            "--tables",
            "1",
            "--seats",
            "3",
            "--bots",
            "2",
            "--bot",
            "random",
            "--seconds",
            "3",
            "--pace",
            "0.3",
            "--json",
            str(numbers),
        ],
    )
    assert done.exit_code == 0, done.output
    (row,) = json.loads(numbers.read_text())
    assert row["seats"] == 3
    assert row["actions"] > 0


@pytest.mark.parametrize("attack", ["pings", "halves"])
def test_a_hostile_client_is_cut_off_while_others_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    monkeypatch.setattr("benchmarks.load.LONG_LOG", 30)
    numbers = tmp_path / "load.json"
    done = CliRunner().invoke(app, ["load", "--tables", "1", "--seconds", "3", "--hostile", attack, "--json", str(numbers)])
    quiet, beside = json.loads(numbers.read_text())
    assert quiet["attack"] == "nobody"
    assert beside["attack"] == attack
    assert beside["got"]["cut off"] > 0
    assert beside["result"]["actions"] > 0
    assert beside["result"]["broken"] == 0
    assert isinstance(beside["blocks"], int)
    assert "faults" not in done.output


def test_an_unknown_attack_is_refused() -> None:
    done = CliRunner().invoke(app, ["load", "--hostile", "kindness"])
    assert done.exit_code == 2
    assert "pings" in done.output
