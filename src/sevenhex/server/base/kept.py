"""A cache of answers for those who ask the same again: limited in bytes, and without what nobody has asked for in a while."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")

MOST_KEPT = 16 * 1024 * 1024  # bytes
SECONDS = 300.0


class Kept(Generic[Value]):
    """By question, the longest unused first."""

    def __init__(
        self, size: Callable[[Value], int], most: int = MOST_KEPT, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.size_of, self.most, self.seconds, self.clock = size, most, seconds, clock
        self.values: OrderedDict[Hashable, tuple[float, Value]] = OrderedDict()
        self.size = 0

    def find(self, question: Hashable) -> Value | None:
        found = self.values.get(question)
        if found is None:
            return None
        self.values[question] = (self.clock(), found[1])
        self.values.move_to_end(question)
        return found[1]

    def keep(self, question: Hashable, value: Value) -> None:
        self.forget(question)
        self.values[question] = (self.clock(), value)
        self.size += self.size_of(value)
        while self.values and (self.size > self.most or self.clock() - next(iter(self.values.values()))[0] > self.seconds):
            self.forget(next(iter(self.values)))

    def forget(self, question: Hashable) -> None:
        found = self.values.pop(question, None)
        if found is not None:
            self.size -= self.size_of(found[1])
