"""PettingZoo's parallel form: every agent sees every step, the action of one is played. `python examples/parallel.py --games 3`.

Who must act is named by `infos[agent]["active_agent"]`; the others may give anything (here: None).
"""

from __future__ import annotations

import argparse

import numpy as np

from sevenhex.env import pettingzoo


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--points", type=int, default=10, help="victory points to win")
    given = parser.parse_args()
    env = pettingzoo.parallel_env(players=given.players, victory_points=given.points)
    rng = np.random.default_rng(1)
    for game in range(given.games):
        observations, infos = env.reset(seed=game)
        rewards, steps = {}, 0
        while env.agents:
            acting = infos[env.agents[0]]["active_agent"]
            chosen = int(rng.choice(np.flatnonzero(observations[acting]["action_mask"])))
            observations, rewards, _, _, infos = env.step({agent: chosen if agent == acting else None for agent in env.agents})
            steps += 1
        print(f"game {game}: {steps} steps, {max(rewards, key=rewards.get)} won")


if __name__ == "__main__":
    main()
