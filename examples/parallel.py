"""PettingZoo's parallel form: every agent sees every step, the action of one is played. `python examples/parallel.py --games 600`.

Who must act is named by `infos[agent]["active_agent"]`; the others may give anything (here: None). The first seat learns, the others choose
at random; every 50 games it says how many of them the learner won.
"""

from __future__ import annotations

import argparse

import numpy as np
from learning import Policy

from sevenhex.env import pettingzoo
from sevenhex.observation import encoding
from sevenhex.observation.observation import places


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--points", type=int, default=10, help="victory points to win")
    parser.add_argument("--rate", type=float, default=0.2)
    given = parser.parse_args()
    env, rng = pettingzoo.parallel_env(players=given.players, victory_points=given.points), np.random.default_rng(1)
    learner, island = env.possible_agents[0], env.aec_env.setting.island
    points = places(island, given.players)["own.points"].start
    policy = Policy(encoding.size(island, given.players), env.action_space(learner).n, given.rate)
    won: list[bool] = []
    for game in range(given.games):
        observations, infos = env.reset(seed=game)
        rewards, seen = {}, observations[learner]["observation"]
        while env.agents:
            acting = infos[env.agents[0]]["active_agent"]
            allowed = np.flatnonzero(observations[acting]["action_mask"])
            if acting == learner:
                numbers = encoding.expand(seen[None], island, given.players)[0]
                chosen = policy.choose(numbers, allowed, float(seen[points]))
            else:
                chosen = int(rng.choice(allowed))
            observations, rewards, _, _, infos = env.step({agent: chosen if agent == acting else None for agent in env.agents})
            seen = observations[learner]["observation"]
        policy.end(float(seen[points]))
        won.append(rewards[learner] > 0)
        if game % 50 == 49 or game == given.games - 1:
            print(f"game {game + 1}: {sum(won[-50:])} of the last {len(won[-50:])} won", flush=True)


if __name__ == "__main__":
    main()
