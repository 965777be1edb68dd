"""The time of day as this process counts it: it goes on evenly, whatever somebody does to the machine's clock meanwhile."""

from __future__ import annotations

import time


class Wall:
    def __init__(self) -> None:
        self.offset = time.time() - time.monotonic()

    def __call__(self) -> float:
        return time.monotonic() + self.offset
