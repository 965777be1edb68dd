"""How much one connection or address may ask for: leaky buckets."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_KEPT = 10_000


class Bucket:
    """Allows `rate` a second, and `burst` at once."""

    __slots__ = ("at", "burst", "full", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst, self.full, self.at = rate, burst, burst, now

    def take(self, now: float) -> bool:
        self.full = min(self.burst, self.full + (now - self.at) * self.rate)
        self.at = now
        if self.full < 1.0:
            return False
        self.full -= 1.0
        return True


class Meter:
    """A bucket for each address; the longest unused are forgotten."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, address: str) -> bool:
        now = self.clock()
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket(self.rate, self.burst, now)
            while len(self.buckets) > MOST_KEPT:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(address)
        return bucket.take(now)
