"""TorchRL at a table of bots: `python examples/torchrl_ppo.py --frames 20000` (needs torchrl beside sevenhex[env]).

`GymWrapper` takes the registered environment as it is; the mask that lies in the observation goes to a `MaskedCategorical`, so that only
what may be done is drawn. Learnt by clipped PPO with TorchRL's own collector, advantages and loss.
"""

from __future__ import annotations

import argparse

import gymnasium
import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE


def table(opponents: str, players: int, points: int):
    made = gymnasium.make(
        "sevenhex.env:sevenhex/Table-v0", opponents=opponents, players=players, victory_points=points, disable_env_checker=True
    )
    return GymWrapper(made, categorical_action_encoding=True)


class Bytes(nn.Module):
    """Layers over the observation's bytes."""

    def __init__(self, outputs: int, width: int = 128) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.LazyLinear(width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, outputs))

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return self.layers(observation.float() / 8)


class Allowed(nn.Module):
    """The mask as truth values."""

    def forward(self, mask: torch.Tensor) -> torch.Tensor:
        return mask.bool()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=20_000, help="decisions of the learner")
    parser.add_argument("--batch", type=int, default=1000, help="decisions before an update")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--points", type=int, default=5, help="victory points to win")
    given = parser.parse_args()
    torch.manual_seed(1)
    env = table(given.opponents, given.players, given.points)
    parts = nn.ModuleList([Bytes(env.action_spec.n), Allowed(), Bytes(1)])
    scores = TensorDictModule(parts[0], ["observation"], ["logits"])
    allowed = TensorDictModule(parts[1], ["mask"], ["allowed"])
    actor = ProbabilisticActor(
        TensorDictSequential(allowed, scores),
        in_keys={"logits": "logits", "mask": "allowed"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(parts[2], in_keys=["observation"])
    with torch.no_grad():
        critic(actor(env.reset()))  # the layers learn their sizes
    advantage = GAE(gamma=0.999, lmbda=0.95, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=5e-4)
    collector = Collector(env, actor, frames_per_batch=given.batch, total_frames=given.frames)
    played = 0
    for data in collector:
        played += data.numel()
        for _ in range(given.epochs):
            advantage(data)
            order = torch.randperm(data.numel())
            for rows in order.split(250):
                losses = loss_of(data.reshape(-1)[rows])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimizer.step()
        done = data["next", "done"].reshape(-1)
        won = int((data["next", "reward"].reshape(-1)[done] > 0).sum())
        print(f"{played} decisions: {won} of {int(done.sum())} games won", flush=True)
    collector.shutdown()


if __name__ == "__main__":
    main()
