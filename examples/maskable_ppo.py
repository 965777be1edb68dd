"""Stable-Baselines3's MaskablePPO at a table of bots: `python examples/maskable_ppo.py --steps 200000` (needs sevenhex[env,example]).

The masks come from `TableEnv.action_masks`, where sb3-contrib looks for them; the observation's bytes become numbers in a small extractor.
One table a process would be slow: for millions of steps see `selfplay.py`, which plays thousands of games at once.
"""

from __future__ import annotations

import argparse

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

import sevenhex.env
from sevenhex.env.setting import Setting
from sevenhex.observation import encoding


class Numbers(BaseFeaturesExtractor):
    """Bytes of an observation as numbers: the columns of `encoding.columns`, on the network's own device."""

    def __init__(self, space: gymnasium.spaces.Dict, island: int, players: int) -> None:
        super().__init__(space, encoding.size(island, players))
        how, table = encoding.columns(island, players), encoding.number_table(island, players, "float32")
        self.source, self.category, self.scale = (torch.from_numpy(part).long() for part in how)
        self.table = torch.from_numpy(table)

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        bytes_ = seen["observation"].long()[:, self.source]
        return torch.where(self.category < 0, self.table[self.scale, bytes_], (bytes_ == self.category).float())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the learner")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--length", type=int, default=256, help="decisions of each table before an update")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--opponents", default="random")
    given = parser.parse_args()
    sevenhex.env.register()
    setting = Setting(players=given.players)

    def table() -> gymnasium.Env:
        return gymnasium.make("sevenhex/Table-v0", opponents=given.opponents, players=given.players, disable_env_checker=True)

    extractor = {"island": setting.island, "players": setting.players}
    learner = MaskablePPO(
        "MultiInputPolicy",
        DummyVecEnv([table] * given.tables),
        n_steps=given.length,
        batch_size=min(512, given.length * given.tables),
        gamma=0.999,
        policy_kwargs={"features_extractor_class": Numbers, "features_extractor_kwargs": extractor, "net_arch": [256, 256]},
        verbose=1,
        device="cpu",
        seed=1,
    )
    learner.learn(given.steps)
    print(f"played {learner.num_timesteps} decisions")


if __name__ == "__main__":
    main()
