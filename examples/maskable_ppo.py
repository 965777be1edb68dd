"""Stable-Baselines3's MaskablePPO from nothing: `python examples/maskable_ppo.py --minutes 15` (needs sevenhex[env,example]).

It learns at many tables at once against bots that play inside `step` (`sevenhex.env.stable_baselines.Tables`), then plays new games against
three others and says how many it has won. Its network is a small one of those that know the island's geometry: what it learns of one corner
it knows of all, so it needs a fifth of the games that a plain one needs. `--reward win` pays for the end of a game alone; by default ten
points on the way are worth as much as a win, since who has learnt nothing yet never wins against these. `--processor-minutes 30` is 15
minutes of two cores however busy the machine is.
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from sevenhex.arena.statistics import wilson
from sevenhex.env import VectorEnv
from sevenhex.env.stable_baselines import Tables
from sevenhex.nets.graph_model import GraphModel
from sevenhex.nets.layout import ABSENT, layout
from sevenhex.nets.messages import Sizes
from sevenhex.observation.observation import places

FULL = 10.0  # points that are worth a win
DISCOUNT = 0.999
SMALL = Sizes(places=16, seats=32, whole=64, rounds=1)
WIDTH = 32  # of the layer that values a position


class Geometry(BaseFeaturesExtractor):
    """The island's network: a score for each choice on the menu, then what the value is made of."""

    def __init__(self, space: gymnasium.spaces.Box, island: int, players: int, sizes: Sizes) -> None:
        own = layout(island, players)  # the network has room for the most players of its island
        choices = int(own.choice.max()) + 1
        super().__init__(space, choices + 2 * own.seats + 1)
        self.model = GraphModel(island, sizes)
        self.points = places(island, players)["own.points"].start
        there = own.choice != ABSENT
        order = np.empty(choices, np.int64)
        order[own.choice[there]] = np.flatnonzero(there)
        self.register_buffer("order", torch.from_numpy(order))
        self.register_buffer("source", torch.from_numpy(np.where(own.source == ABSENT, space.shape[0], own.source)))
        self.register_buffer("absent", torch.arange(own.seats) >= players)

    def forward(self, seen: Tensor) -> Tensor:
        scores, worth = self.model(nn.functional.pad(seen, (0, 1))[:, self.source].to(torch.uint8), self.absent)
        chances = worth.exp()  # of each seat to win, from the observer's on
        points = seen[:, self.points : self.points + 1] / FULL
        return torch.cat([scores[:, self.order], worth.clamp(min=-FULL), chances, points], dim=1)


class Scores(nn.Module):
    """The network has scored the menu already."""

    def __init__(self, choices: int) -> None:
        super().__init__()
        self.choices = choices

    def forward(self, found: Tensor) -> Tensor:
        return found[:, : self.choices]


class Worth(nn.Module):
    """What is still to be had, from everybody's chances and the own points."""

    def __init__(self, choices: int, inputs: int) -> None:
        super().__init__()
        self.choices = choices
        self.layers = nn.Sequential(nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))

    def forward(self, found: Tensor) -> Tensor:
        return self.layers(found[:, self.choices :])


class Policy(MaskableActorCriticPolicy):
    """Stable-Baselines3 puts a layer for each choice behind the features; here the network itself scores the places."""

    def _build(self, schedule) -> None:
        super()._build(schedule)
        choices = int(self.action_space.n)
        self.action_net, self.value_net = Scores(choices), Worth(choices, self.features_dim - choices)
        self.optimizer = self.optimizer_class(self.parameters(), lr=schedule(1), **self.optimizer_kwargs)


class Shaped(Tables):
    """Points are paid as they come, too."""

    def __init__(self, games: int, **settings) -> None:
        super().__init__(games, **settings)
        setting = self.env.setting
        self.points = places(setting.island, setting.players)["own.points"].start
        self.before = np.zeros(games)

    def reset(self):
        seen = super().reset()
        self.before = self.batch.observation[:, self.points] / FULL
        return seen

    def step_wait(self):
        seen, reward, done, infos = super().step_wait()
        after = self.batch.observation[:, self.points] / FULL
        paid = reward + np.where(done, 0.0, after - self.before)
        self.before = after
        return seen, paid.astype(np.float32), done, infos


class Watch(BaseCallback):
    """Ends the learning in time, and says how it goes."""

    def __init__(self, minutes: float, processor_minutes: float) -> None:
        super().__init__()
        self.limits = (minutes * 60, processor_minutes * 60)
        self.begun, self.said, self.ended, self.won = (time.monotonic(), time.process_time()), 0.0, 0, 0

    @property
    def gone(self) -> tuple[float, float]:
        return time.monotonic() - self.begun[0], time.process_time() - self.begun[1]

    @property
    def left(self) -> float:
        """The share of the time that is left."""
        return 1 - max(now / limit for now, limit in zip(self.gone, self.limits, strict=True) if limit)

    def _on_step(self) -> bool:
        ends = [info["won"] for info in self.locals["infos"] if "won" in info]
        self.ended, self.won = self.ended + len(ends), self.won + sum(ends)
        wall, busy = self.gone
        if wall - self.said > 30:
            print(f"{wall:5.0f} s ({busy:5.0f} s busy)  {self.num_timesteps:9,} decisions", end="  ")
            print(f"{self.ended:6,} games, {self.won / max(1, self.ended):.1%} won", flush=True)
            self.said, self.ended, self.won = wall, 0, 0
        return self.left > 0


def judge(learner: MaskablePPO, opponents: str, games: int, players: int, seed: int) -> int:
    """How many of so many new games it wins by its likeliest choices, at a seat that is drawn; one game at each table."""
    wins = np.full(games, -1)
    with VectorEnv(games, players=players, opponents=opponents, seat=None, seed=seed, deal=f"judge {seed}") as env:
        batch = env.reset()
        while (wins < 0).any():
            chosen, _ = learner.predict(batch.observation, action_masks=batch.mask, deterministic=True)
            batch = env.step(np.asarray(chosen, np.int64))
            first = (batch.own_done > 0) & (wins < 0)
            wins[first] = batch.own_reward[first] > 0
    return int(wins.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=15.0, help="by the clock")
    parser.add_argument("--processor-minutes", type=float, default=0.0, help="of all cores together; 0 for no such limit")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--length", type=int, default=32, help="decisions of each table before an update")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--opponents", default="sparring", help="whom it learns against")
    parser.add_argument("--against", default="greedy", help="whom it is judged against")
    parser.add_argument("--judge", type=int, default=200, help="games")
    parser.add_argument("--reward", choices=("points", "win"), default="points")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="of PyTorch; 0 for as many as it likes")
    given = parser.parse_args()
    if given.threads:
        torch.set_num_threads(given.threads)
    kind = Shaped if given.reward == "points" else Tables
    tables = kind(given.tables, players=given.players, opponents=given.opponents, seat=None, seed=given.seed)
    watch = Watch(given.minutes, given.processor_minutes)
    torch.distributions.Distribution.set_default_validate_args(False)  # a tenth of the time, for sums that are right by construction
    learner = MaskablePPO(
        Policy,
        tables,
        n_steps=given.length,
        batch_size=min(given.batch, given.length * given.tables),
        n_epochs=given.epochs,
        learning_rate=lambda _: 1e-3 * (0.1 + 0.9 * max(0.0, watch.left)),
        gamma=DISCOUNT,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={
            "features_extractor_class": Geometry,
            "features_extractor_kwargs": {"island": tables.env.setting.island, "players": given.players, "sizes": SMALL},
            "net_arch": [],
        },
        device="cpu",
        seed=given.seed,
    )
    learner.learn(10**9, callback=watch)
    wall, busy = watch.gone
    print(f"played {learner.num_timesteps:,} decisions in {wall / 60:.1f} minutes ({busy / 60:.1f} minutes of processors)")
    won = judge(learner, given.against, given.judge, given.players, seed=10_000 + given.seed)
    low, high = wilson(won, given.judge)
    against = f"{given.players - 1} {given.against}"
    print(f"won {won} of {given.judge} new games against {against}: {won / given.judge:.1%} [{low:.1%}, {high:.1%}]")


if __name__ == "__main__":
    main()
