"""What a step of `TableEnv` against three random bots costs, in processor time: `python -m benchmarks.table_step [--steps 3000]`."""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np

import sevenhex.env  # noqa: F401 (registers the environment)

ROUNDS = 3


def measure(steps: int, seed: int = 1) -> tuple[float, float]:
    """Microseconds of a step: mean and median."""
    env, rng, taken = gymnasium.make("sevenhex/Table-v0", opponents="random"), np.random.default_rng(seed), []
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        begun = time.process_time_ns()
        _, _, over, cut, info = env.step(action)
        taken.append((time.process_time_ns() - begun) / 1000)
        if over or cut:
            _, info = env.reset()
    return float(np.mean(taken)), float(np.median(taken))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3000)
    given = parser.parse_args()
    measure(300)  # compiles
    for _ in range(ROUNDS):
        mean, median = measure(given.steps)
        print(f"{mean:.1f} us a step in the mean, {median:.1f} in the median")


if __name__ == "__main__":
    main()
