"""Figures of a run for other people's programs; what is not installed is said before anything is learnt."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType

import pytest

from sevenhex.errors import OptionError, SevenhexError
from sevenhex.learn.reports import figures, reports

ROW = {"seconds": 1.5, "choices": 40, "turns": [50.0, 61.5], "note": "text", "surprise": 0.25}


def test_rows_become_numbers_by_name():
    assert figures(ROW) == {"seconds": 1.5, "choices": 40.0, "turns/0": 50.0, "turns/1": 61.5, "surprise": 0.25}


def test_an_unknown_report_lists_the_known_ones(tmp_path):
    with pytest.raises(OptionError, match="'tensorboard', 'wandb'"):
        reports(["tensorbord"], tmp_path, {})


def test_weights_and_biases_gets_every_row(tmp_path, monkeypatch):
    logged: list[tuple[dict[str, float], int]] = []
    service = ModuleType("wandb")
    run = type("Run", (), {"log": staticmethod(lambda row, step: logged.append((row, step)))})
    service.init = lambda **given: run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "wandb", service)
    for report in reports(["wandb", "wandb"], tmp_path, {"width": 8}):
        report(ROW)
    assert logged == [(figures(ROW), 40)]


@pytest.mark.parametrize("name", ["tensorboard", "wandb"])
def test_what_is_not_installed_is_said(tmp_path, monkeypatch, name):
    monkeypatch.setitem(sys.modules, {"tensorboard": "torch.utils.tensorboard", "wandb": "wandb"}[name], None)
    with pytest.raises(SevenhexError, match=f"--report {name} needs"):
        reports([name], tmp_path, {})


@pytest.mark.skipif(find_spec("tensorboard") is None or find_spec("torch") is None, reason="needs torch and tensorboard")
def test_tensorboard_files_are_written(tmp_path):
    for report in reports(["tensorboard"], tmp_path, {}):
        report(ROW)
    assert list((tmp_path / "tensorboard").glob("events.*"))
