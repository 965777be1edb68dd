"""REINFORCE in JAX on thousands of games: `python examples/jax_loop.py --updates 50` (needs sevenhex[env] and jax).

The environment steps outside of jit; choosing and learning are jitted. With `GpuEnv` the arrays go to JAX by DLPack
(`jax.dlpack.from_dlpack`); as JAX takes them for constant, they are taken again after each step.
"""

from __future__ import annotations

import argparse
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from sevenhex.env import VectorEnv
from sevenhex.env.trajectory import advantages


def network(weights, numbers):
    for matrix, bias in weights[:-1]:
        numbers = jax.nn.relu(numbers @ matrix + bias)
    matrix, bias = weights[-1]
    return numbers @ matrix + bias


@jax.jit
def choose(weights, numbers, mask, key):
    scores = jnp.where(mask, network(weights, numbers), -1e9)
    return jax.random.categorical(key, scores)


@partial(jax.jit, donate_argnums=0)
def update(weights, numbers, mask, action, gain, rate):
    def loss(weights):
        scores = jnp.where(mask, network(weights, numbers), -1e9)
        chances = jax.nn.log_softmax(scores)
        return -(jnp.take_along_axis(chances, action[:, None], 1)[:, 0] * gain).mean()

    slopes = jax.grad(loss)(weights)
    return jax.tree.map(lambda weight, slope: weight - rate * slope, weights, slopes)


def start(sizes, key):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(each, (inputs, outputs)) * (2 / inputs) ** 0.5 * (0.01 if outputs == sizes[-1] else 1), jnp.zeros(outputs))
        for each, inputs, outputs in zip(keys, sizes[:-1], sizes[1:], strict=True)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=50)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--players", type=int, default=4)
    given = parser.parse_args()
    env = VectorEnv(given.games, players=given.players, seed=1)
    batch, key = env.reset(), jax.random.key(1)
    weights = start([env.expand().shape[1], 128, env.setting.menu_size], key)
    for number in range(given.updates):
        kept = {name: [] for name in ("numbers", "mask", "action", "seat", "reward", "done")}
        for _ in range(given.steps):
            key, own = jax.random.split(key)
            numbers, mask, seat = env.expand(), batch.mask.copy(), batch.seat.copy()
            action = np.asarray(choose(weights, numbers, mask, own), np.int64)
            batch = env.step(action)
            for name, column in zip(kept, (numbers, mask, action, seat, batch.reward.copy(), batch.done.copy()), strict=True):
                kept[name].append(column)
        stored = {name: np.stack(columns) for name, columns in kept.items()}
        zeros = np.zeros((given.steps, given.games), np.float32)  # without a critic the whole return is the advantage
        gain, _ = advantages(stored["seat"], zeros, stored["reward"], stored["done"], np.zeros_like(batch.reward), 0.999, 1.0)
        rows = {name: stored[name].reshape(-1, *stored[name].shape[2:]) for name in ("numbers", "mask", "action")}
        weights = update(weights, rows["numbers"], rows["mask"], rows["action"], gain.reshape(-1), 0.05)
        print(f"update {number}: {int((stored['done'] > 0).sum())} games ended", flush=True)


if __name__ == "__main__":
    main()
