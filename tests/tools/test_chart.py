"""Curves as SVG: every point lies where its numbers say."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from sevenhex.errors import SevenhexError
from sevenhex.tools import chart

SVG = "{http://www.w3.org/2000/svg}"


def lines(picture: str) -> list[list[tuple[float, float]]]:
    found = ElementTree.fromstring(picture).iter(SVG + "polyline")
    return [[tuple(map(float, point.split(","))) for point in line.attrib["points"].split()] for line in found]


def test_a_straight_line_is_straight_and_a_power_is_straight_on_two_logarithms():
    for series, logarithmic in (([(0, 0), (5, 5), (10, 10)], False), ([(1, 10), (10, 100), (100, 1000)], True)):
        ((low, middle, high),) = lines(chart.draw({"a": series}, "t", "x", "y", log_x=logarithmic, log_y=logarithmic))
        assert middle == pytest.approx(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2), abs=0.11)
        assert low[0] < high[0]
        assert low[1] > high[1]


def test_axes_cover_the_numbers_and_names_are_escaped():
    picture = chart.draw({"a < b": [(3, 0.2), (17, 0.9)]}, "R&D", "x", "y", level=(0.25, "chance"))
    words = {element.text for element in ElementTree.fromstring(picture).iter(SVG + "text")}
    assert {"a < b", "R&D", "chance", "0", "1", "20"} <= words
    assert all(0 <= x <= chart.WIDTH and 0 <= y <= chart.HEIGHT for line in lines(picture) for x, y in line)


@pytest.mark.parametrize(("low", "high", "wanted"), [(0, 1, 0.2), (0, 1_700_000, 500_000), (7, 7, 1), (-3, 12, 5)])
def test_marks_are_round_numbers(low, high, wanted):
    marks = chart.marks(low, high, False)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert len(marks) < 9
    assert all(after - before == pytest.approx(wanted) for before, after in pairwise(marks))


def test_numbers_are_short():
    assert [chart.short(value) for value in (250_000, 1.5e6, 2e9, 0.25, 12)] == ["250k", "1.5M", "2G", "0.25", "12"]


def test_bad_input(tmp_path):
    with pytest.raises(SevenhexError, match="nothing to draw"):
        chart.draw({}, "t", "x", "y")
    with pytest.raises(SevenhexError, match="Cannot write"):
        chart.save(tmp_path / "no" / "a.svg", "")
    chart.save(tmp_path / "a.svg", chart.draw({"a": [(1, 1)]}, "t", "x", "y"))
    assert re.match("<svg", (tmp_path / "a.svg").read_text())
