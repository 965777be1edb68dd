"""What the growth command makes of its figures, and that a farm of two processes really serves its load."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from benchmarks import growth
from benchmarks.load import Result
from benchmarks.postgres import why_not

ONE, OWNED, PASSED = growth.WAYS
HUNDRED = Result(100, 400, 200.0, 200.0, 5.0, 20.0, 20.0, 40.0, 500.0, 0.25, 0, 0, 0.7, 860)


def test_ratios_are_to_one_process_with_as_many_tables():
    rows = [
        growth.Row(ONE, HUNDRED, 0.1),
        growth.Row(OWNED, replace(HUNDRED, cpu=0.5), 0.1),
        growth.Row(PASSED, replace(HUNDRED, cpu=1.0), 0.1),
    ]
    said = growth.compared(rows).splitlines()[2:]
    assert [line.split(" | ")[6:8] for line in said] == [["400", "1.00"], ["200", "0.50"], ["100", "0.25"]]


def test_a_machine_without_time_does_not_look_like_a_core_that_holds_more():
    """Half of what was asked was done, in half of the time of a core."""
    hurried = growth.Row(ONE, replace(HUNDRED, actions=100.0, cpu=0.125), 0.05)
    assert hurried.tables_a_core == growth.Row(ONE, HUNDRED, 0.1).tables_a_core
    assert hurried.tables_a_database_core == growth.Row(ONE, HUNDRED, 0.1).tables_a_database_core


def test_what_players_need_is_multiplied_from_where_lines_are_passed_on():
    rows = [growth.Row(ONE, HUNDRED, 0.1), growth.Row(PASSED, replace(HUNDRED, cpu=0.5), 0.1)]
    said = {line.split(" | ")[0].strip("| "): line.strip("| ").split(" | ")[1:] for line in growth.needed(rows).splitlines()[2:]}
    assert said["10,000"] == ["2,500", "25", "5", "5,000", "10,000", "9,600", "17.2"]
    assert math.isnan(growth.Row(ONE, replace(HUNDRED, cpu=0.0), 0.0).tables_a_core)


@pytest.mark.nightly
@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_two_processes_share_a_load():
    rows = list(growth.run([2], 0.4, 1.0, 1))
    assert [row.way for row in rows] == list(growth.WAYS)
    assert all(row.result.actions > 0 and row.result.broken == 0 and row.database >= 0 for row in rows)
