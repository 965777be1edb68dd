"""Compiles what the tests call, in one process, so that no worker compiles it again (`make warm`)."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent / "trust")]

import fuzz  # noqa: E402

from sevenhex.env.vector import VectorEnv  # noqa: E402
from sevenhex.rules.jit import CHECKED  # noqa: E402
from sevenhex.server.table import warmup  # noqa: E402


def environments() -> None:
    for opponents in ((), "random", "greedy", "steady", "planner:quick"):
        with VectorEnv(2, threads=1, trade=True, opponents=opponents) as env:
            batch, counters = env.reset(), np.arange(2, dtype=np.uint64)
            for _ in range(30):
                batch = env.step(env.sample(batch, counters))
            env.load(env.save())


if __name__ == "__main__":
    warmup.rules()
    warmup.bots()
    if not CHECKED:
        warmup.stamp().touch()
    for kind in ("states", "positions", "json"):
        fuzz.run(kind, 1, {})
    environments()
