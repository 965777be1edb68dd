"""Curves as SVG, without a plotting library: what the benchmarks and the examples draw."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import count
from pathlib import Path

from sevenhex.errors import SevenhexError

Points = Sequence[tuple[float, float]]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 74, 150, 34, 46
COLOURS = ("#1b6ca8", "#c2571a", "#3a7d34", "#8a3ea8", "#a8961b", "#555555")
UNITS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


def short(value: float) -> str:
    """A number as people say it: 250k, 1.5M."""
    for size, letter in UNITS:
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def marks(low: float, high: float, logarithmic: bool) -> list[float]:
    """Where an axis gets its lines."""
    if logarithmic:
        return [10.0**power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    rough = (high - low) / 5 or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in STEPS if each * power >= rough * 0.999)
    first = math.floor(low / step + 1e-9)
    return [round((first + each) * step, 12) for each in range(math.ceil((high - first * step) / step - 1e-9) + 1)]


class Axis:
    """Numbers to places along one side."""

    def __init__(self, values: Sequence[float], start: float, end: float, logarithmic: bool) -> None:
        self.logarithmic = logarithmic
        self.marks = marks(min(values), max(values), logarithmic)
        self.start, self.end = start, end
        self.low, self.high = self._scale(self.marks[0]), self._scale(self.marks[-1])

    def _scale(self, value: float) -> float:
        return math.log10(value) if self.logarithmic else value

    def __call__(self, value: float) -> float:
        return self.start + (self._scale(value) - self.low) / ((self.high - self.low) or 1.0) * (self.end - self.start)


def draw(
    series: Mapping[str, Points],
    title: str,
    x_name: str,
    y_name: str,
    log_x: bool = False,
    log_y: bool = False,
    level: tuple[float, str] | None = None,
) -> str:
    """An SVG of one line for each series; `level` is a dotted line across with its name."""
    points = [point for line in series.values() for point in line]
    if not points:
        raise SevenhexError("There is nothing to draw; expected at least one point.")
    heights = [y for _, y in points] + ([level[0]] if level else []) + ([] if log_y else [0.0])
    across = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT, log_x)
    up = Axis(heights, HEIGHT - BOTTOM, TOP, log_y)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<title>{escape(title)}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="14" fill="#222">{escape(title)}</text>',
    ]
    for mark in across.marks:
        x = across(mark)
        parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle" fill="#444">{short(mark)}</text>')
    for mark in up.marks:
        y = up(mark)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#444">{short(mark)}</text>')
    if level:
        y = up(level[0])
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#555" stroke-dasharray="4 4"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y + 4:.1f}" fill="#555">{escape(level[1])}</text>')
    for number, (name, line) in zip(count(), series.items(), strict=False):
        colour = COLOURS[number % len(COLOURS)]
        way = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in sorted(line))
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = TOP + 14 + 18 * number
        parts.append(f'<path d="M{WIDTH - RIGHT + 8} {y - 4}h18" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 32}" y="{y}" fill="#222">{escape(name)}</text>')
    middle = (HEIGHT - BOTTOM + TOP) / 2
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle" fill="#222">{escape(x_name)}</text>')
    rotated = f'x="16" y="{middle}" transform="rotate(-90 16 {middle})"'
    parts.append(f'<text {rotated} text-anchor="middle" fill="#222">{escape(y_name)}</text></svg>')
    return "\n".join(parts) + "\n"


def save(path: str | Path, picture: str) -> None:
    """Write an SVG; complains in words where that cannot be."""
    try:
        Path(path).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise SevenhexError(f"Cannot write {path}: {error.strerror or error}.") from None
