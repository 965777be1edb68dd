"""Durations of many decisions in little memory: a count for each step of five percent, which adds up over games and processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import floor, log

STEP = log(1.05)
SHORTEST = 1e-7  # seconds


def step_of(seconds: float) -> int:
    return floor(log(max(seconds, SHORTEST)) / STEP)


def seconds_at(step: float) -> float:
    return float(1.05**step)


class Times:
    """A histogram of seconds."""

    def __init__(self, counts: Iterable[tuple[int, int]] = ()) -> None:
        self.counts: Counter[int] = Counter(dict(counts))

    def note(self, seconds: float) -> None:
        self.counts[step_of(seconds)] += 1

    def add(self, counts: Iterable[tuple[int, int]]) -> None:
        for step, count in counts:
            self.counts[step] += count

    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple(sorted(self.counts.items()))

    def quantile(self, share: float = 0.5) -> float:
        """The time that this share of the decisions stays below, in seconds, to within a few percent."""
        wanted = share * sum(self.counts.values())
        for step, count in self.pairs():
            wanted -= count
            if wanted <= 0 and count:
                return seconds_at(step + 0.5)
        return 0.0
