"""Thousands of games in one loop of NumPy, no other package: `python examples/vector_numpy.py --updates 60`.

The manner of PufferLib's vector environments and of other loops that bring their own arrays: the environment writes every step into buffers
that were made once, all seats but the learner's are played inside `step`, and the learner sees rows of games. What learns is the smallest
thing that can: a linear policy over the numbers of an observation, by REINFORCE with the mean as its baseline.
"""

from __future__ import annotations

import argparse

import numpy as np

from sevenhex.env import VectorEnv
from sevenhex.observation.observation import places


class Policy:
    """A score for each index of the menu, linear in the observation's numbers."""

    def __init__(self, inputs: int, outputs: int, rate: float) -> None:
        self.weights, self.rate = np.zeros((inputs, outputs), np.float32), rate

    def chances(self, numbers, mask):
        scores = np.where(mask, numbers @ self.weights, -np.inf)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)

    def choose(self, numbers, mask, rng):
        chances = self.chances(numbers, mask)
        chosen = (chances.cumsum(axis=1) > rng.random((len(chances), 1))).argmax(axis=1)
        return chosen, chances

    def learn(self, numbers, chances, chosen, gain) -> None:
        """Towards choices that came to more than usual."""
        slope = -chances * gain[:, None]
        slope[np.arange(len(chosen)), chosen] += gain
        self.weights += self.rate * (numbers.T @ slope) / len(chosen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--steps", type=int, default=16, help="decisions of each game before an update")
    parser.add_argument("--rate", type=float, default=2.0)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--players", type=int, default=3)
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    with VectorEnv(given.games, players=given.players, opponents=given.opponents, seat=None, seed=1) as env:
        buffers = env.batch()  # the learner's own arrays: each step is written there
        points = places(env.setting.island, given.players)["own.points"].start
        batch = env.reset(into=buffers)
        policy = Policy(env.expand(buffers.observation).shape[1], env.setting.menu_size, given.rate)
        for update in range(given.updates):
            seen, chances_of, choices, gains, ended, won = [], [], [], [], 0, 0
            for _ in range(given.steps):
                numbers, before = env.expand(batch.observation), batch.observation[:, points].astype(np.float32)
                chosen, chances = policy.choose(numbers, batch.mask, rng)
                batch = env.step(chosen, into=buffers)
                done = batch.done > 0
                gained = np.where(done, 0, batch.observation[:, points] - before) / 10 + batch.own_reward
                ended, won = ended + int(done.sum()), won + int((batch.own_reward > 0).sum())
                for column, value in zip((seen, chances_of, choices, gains), (numbers, chances, chosen, gained), strict=True):
                    column.append(value)
            later = np.cumsum(np.array(gains)[::-1], axis=0)[::-1]  # what came after a choice, over the ends of games for simplicity
            gain = (later - later.mean(axis=1, keepdims=True)).reshape(-1)
            policy.learn(np.concatenate(seen), np.concatenate(chances_of), np.concatenate(choices), gain.astype(np.float32))
            points_a_choice = float(np.mean(np.maximum(np.array(gains), 0)))
            if update % 10 == 9 or update == given.updates - 1:
                print(f"update {update + 1}: {points_a_choice:.4f} gained a choice, {won} of {ended} games won", flush=True)


if __name__ == "__main__":
    main()
