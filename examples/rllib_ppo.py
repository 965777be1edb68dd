"""RLlib's PPO at a table of bots: `python examples/rllib_ppo.py --iterations 20` (needs "ray[rllib]" and PyTorch beside sevenhex[env]).

RLlib's own `ActionMaskingTorchRLModule` wants the mask under the key `action_mask`; a small wrapper renames it. Everything else is as
registered.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


class Named(gymnasium.Wrapper):
    """The observation as numbers from 0 to 1 under `observations`, the mask under `action_mask`."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        seen, mask = env.observation_space["observation"], env.observation_space["mask"]
        self.observation_space = spaces.Dict(
            {"action_mask": spaces.Box(0.0, 1.0, mask.shape, np.float32), "observations": spaces.Box(0.0, 32.0, seen.shape, np.float32)}
        )

    def named(self, seen):
        return {"action_mask": seen["mask"].astype(np.float32), "observations": seen["observation"].astype(np.float32) / 8}

    def reset(self, **given):
        seen, info = self.env.reset(**given)
        return self.named(seen), info

    def step(self, action):
        seen, reward, terminated, truncated, info = self.env.step(action)
        return self.named(seen), reward, terminated, truncated, info


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=2000, help="decisions before an update")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0 for this one")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--points", type=int, default=5, help="victory points to win")
    given = parser.parse_args()

    def table(_):
        settings = {"opponents": given.opponents, "players": given.players, "victory_points": given.points}
        return Named(gymnasium.make("sevenhex.env:sevenhex/Table-v0", disable_env_checker=True, **settings))

    register_env("sevenhex", table)
    config = (
        PPOConfig()
        .environment("sevenhex")
        .env_runners(num_env_runners=given.runners)
        .training(train_batch_size_per_learner=given.batch, minibatch_size=250, num_epochs=4, lr=5e-4, gamma=0.999, entropy_coeff=0.01)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [128, 128], "head_fcnet_activation": "relu"}
            )
        )
        .debugging(seed=1)
    )
    learner = config.build_algo()
    for iteration in range(given.iterations):
        found = learner.train()["env_runners"]
        print(f"iteration {iteration + 1}: mean return {found.get('episode_return_mean', float('nan')):.3f}", flush=True)
    learner.stop()


if __name__ == "__main__":
    main()
