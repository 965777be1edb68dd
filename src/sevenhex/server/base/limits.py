"""How much one connection, seat or address may ask for: leaky buckets, counted places, and seconds of work used."""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable

from .address import share_of
from .settings import Limits

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
    """A bucket for each address (or seat); one that is full again is as good as a new one and forgotten, and so are the longest unused."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.filled_after = burst / rate if rate else math.inf  # seconds
        self.buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def bucket(self, who: Hashable) -> Bucket:
        who = share_of(who) if isinstance(who, str) else who
        bucket = self.buckets.get(who)
        if bucket is None:
            now = self.clock()
            bucket = self.buckets[who] = Bucket(self.rate, self.burst, now)
            while len(self.buckets) > MOST_KEPT or now - next(iter(self.buckets.values())).at > self.filled_after:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(who)
        return bucket

    def allows(self, who: Hashable) -> bool:
        return self.bucket(who).take(self.clock())


class Places:
    """So many at once for each address; the holder gives its place back."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.taken: Counter[str] = Counter()

    def are_taken(self, address: str) -> bool:
        return self.taken[share_of(address)] >= self.each

    def take(self, address: str) -> bool:
        if self.are_taken(address):
            return False
        self.taken[share_of(address)] += 1
        return True

    def give_back(self, address: str) -> None:
        who = share_of(address)
        self.taken[who] -= 1
        if self.taken[who] <= 0:
            del self.taken[who]


class Flooders:
    """Addresses that go on after many refusals: cut off for a while, because even a refusal costs something."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.refusals = Meter(limits.refusals_per_second, limits.refusal_burst, clock)
        self.seconds, self.clock = limits.cut_seconds, clock
        self.until: OrderedDict[str, float] = OrderedDict()

    def note(self, address: str) -> None:
        """Somebody was refused because of too many requests."""
        if not self.refusals.allows(address):
            self.until[share_of(address)] = self.clock() + self.seconds
            while len(self.until) > MOST_KEPT:
                self.until.popitem(last=False)

    def is_cut(self, address: str) -> bool:
        if not self.until:
            return False
        until = self.until.get(share_of(address))
        if until is None:
            return False
        if until < self.clock():
            del self.until[share_of(address)]
            return False
        return True


class Usage:
    """Seconds of work done for each address; half of it is forgotten every `half_life` seconds."""

    def __init__(self, half_life: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.half_life, self.clock = half_life, clock
        self.used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when they were true

    def of(self, address: str) -> float:
        seconds, at = self.used.get(share_of(address), (0.0, 0.0))
        return seconds and seconds * 0.5 ** ((self.clock() - at) / self.half_life)

    def add(self, address: str, seconds: float) -> None:
        who = share_of(address)
        self.used[who] = (self.of(address) + seconds, self.clock())
        self.used.move_to_end(who)
        while len(self.used) > MOST_KEPT:
            self.used.popitem(last=False)


class Budgets:
    """What a server keeps count of for seats and addresses, over all their connections."""

    def __init__(self, limits: Limits) -> None:
        self.addresses = Meter(limits.messages_per_address, limits.address_burst)
        self.seats = Meter(limits.messages_per_second, limits.message_burst)
        self.chat = Meter(limits.chat_per_second, limits.chat_burst)
        self.hellos = Meter(limits.hellos_per_second, limits.hello_burst)
        self.tellings = Meter(limits.tellings_per_second, limits.telling_burst)
        self.sockets = Places(limits.connections_per_address)
