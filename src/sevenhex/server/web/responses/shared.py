"""What answers of several subjects are made of."""

from __future__ import annotations

Chances = list[float]  # to win, of each seat
Entry = tuple[int, str]  # of a log: the seat (-1 for chance) and the action
