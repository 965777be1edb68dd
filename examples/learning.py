"""What learns in the small examples: a policy that is linear in an observation's numbers, improved by what follows its choices (REINFORCE).

It is the smallest thing that learns, in NumPy alone, so that an example shows how an environment is used and little else.
"""

from __future__ import annotations

import numpy as np

SOON = 16  # choices: the points that come within so many are taken to be a choice's doing
BATCH = 1000  # choices before the policy changes


class Policy:
    """A score for each index of the menu."""

    def __init__(self, inputs: int, outputs: int, rate: float = 0.2, seed: int = 1) -> None:
        self.weights, self.rate, self.rng = np.zeros((inputs, outputs), np.float32), rate, np.random.default_rng(seed)
        self.past: list[tuple] = []  # of the present game
        self.learnt: list[tuple] = []  # of games before it, with what followed

    def choose(self, numbers: np.ndarray, allowed: np.ndarray, points: float) -> int:
        """One of the allowed indices, drawn; `points` are those that the player has."""
        scores = numbers @ self.weights[:, allowed]
        chances = np.exp((scores - scores.max()).astype(np.float64))
        chances /= chances.sum()
        place = int(self.rng.choice(len(allowed), p=chances))
        self.past.append((np.array(numbers), allowed, chances, place, points))
        return int(allowed[place])

    def end(self, points: float) -> None:
        """The game is over with so many points; after enough choices the policy turns to those after which more points came than usual."""
        at = np.array([*(each[-1] for each in self.past), *[points] * SOON])
        self.learnt += [(*each[:-1], at[place + SOON] - each[-1]) for place, each in enumerate(self.past)]
        self.past = []
        if len(self.learnt) < BATCH:
            return
        came = np.array([each[-1] for each in self.learnt])
        change = np.zeros_like(self.weights)
        for (numbers, allowed, chances, place, _), gain in zip(self.learnt, (came - came.mean()) / (came.std() + 1e-6), strict=True):
            slope = -chances * gain
            slope[place] += gain
            change[:, allowed] += np.outer(numbers, slope)
        self.weights += self.rate * change / len(came)
        self.learnt = []
