"""Masked PPO against random opponents, in one file: `python examples/ppo.py --minutes 10` (needs sevenhex[env,example]).

One network looks at the bytes of an observation and scores every index of the menu; indices whose mask is False get no chance. It plays
seat 0 of every game; the other seats play at random inside the environment (`random_seats`), so that one step is one decision of the
learner. With a GPU (`--device cuda`) games, observations and learning stay on the device and nothing is copied.
Progress goes to `ppo.csv`, and with matplotlib to `ppo.png`.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from sevenhex.env.observation import sections
from sevenhex.env.setting import Setting
from sevenhex.env.vector import VectorEnv


class Games:
    """Many games as tensors, on the CPU or on the GPU."""

    def __init__(self, games: int, device: str, setting: Setting, seed: int) -> None:
        self.device = device
        if device == "cuda":
            from sevenhex.env.gpu import GpuEnv

            self.env = GpuEnv(games, seed=seed, setting=setting)
        else:
            self.env = VectorEnv(games, seed=seed, setting=setting)

    def tensors(self, batch):
        if self.device == "cuda":
            found = batch.tensors()
            return found["observation"], found["mask"], found["reward"][:, 0], found["done"]
        return tuple(map(torch.from_numpy, (batch.observation, batch.mask, batch.reward[:, 0], batch.done)))

    def reset(self):
        return self.tensors(self.env.reset())

    def step(self, actions):
        return self.tensors(self.env.step(actions if self.device == "cuda" else actions.numpy()))


class Network(nn.Module):
    """Bytes in (categories one-hot, counts scaled), a score for each index and a value out."""

    def __init__(self, setting: Setting, width: int) -> None:
        super().__init__()
        self.parts, size, start = [], 0, 0
        for part in sections(setting.island, setting.players):
            self.parts.append((start, part.size, part.categories, part.scale))
            start += part.size
            size += part.size * (part.categories or 1)
        self.body = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, setting.menu_size), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, observation, mask):
        columns = []
        for start, size, categories, scale in self.parts:
            bytes_ = observation[:, start : start + size]
            if categories:
                columns.append(nn.functional.one_hot(bytes_.long(), categories).flatten(1).float())
            else:
                columns.append(bytes_.float() / scale)
        seen = self.body(torch.cat(columns, dim=1))
        return self.policy(seen).masked_fill(~mask, -1e9), self.value(seen)[:, 0]


def collect(games: Games, network: Network, start, length: int, discount: float, trace: float):
    """Play `length` decisions in every game; returns the samples with their advantages, what is seen now, and the ended games' rewards."""
    observation, mask = start
    store = {name: [] for name in ("observation", "mask", "action", "chance", "value", "reward", "alive")}
    ended = []
    for _ in range(length):
        with torch.no_grad():
            scores, value = network(observation, mask)
            choice = torch.distributions.Categorical(logits=scores)
            action = choice.sample()
        kept = (observation.clone(), mask.clone(), action, choice.log_prob(action), value)
        observation, mask, reward, done = games.step(action)
        ended.append(reward[done == 1].clone())
        for name, column in zip(store, (*kept, reward.clone(), (done == 0).float()), strict=True):
            store[name].append(column)
    with torch.no_grad():
        following = network(observation, mask)[1]
    advantage, advantages = torch.zeros_like(following), []
    for step in reversed(range(length)):
        alive = store["alive"][step]
        surprise = store["reward"][step] + discount * following * alive - store["value"][step]
        advantage = surprise + discount * trace * alive * advantage
        advantages.insert(0, advantage)
        following = store["value"][step]
    samples = {name: torch.cat(columns) for name, columns in store.items()}
    samples["advantage"] = torch.cat(advantages)
    samples["target"] = samples["advantage"] + samples["value"]
    return samples, (observation, mask), torch.cat(ended)


def learn(network: Network, optimizer, samples, epochs: int, size: int, clip: float, entropy: float) -> None:
    """PPO's clipped step over shuffled minibatches."""
    count = len(samples["action"])
    for _ in range(epochs):
        for chosen in torch.randperm(count, device=samples["action"].device).split(size):
            part = {name: column[chosen] for name, column in samples.items()}
            scores, value = network(part["observation"], part["mask"])
            choice = torch.distributions.Categorical(logits=scores)
            ratio = (choice.log_prob(part["action"]) - part["chance"]).exp()
            gain = (part["advantage"] - part["advantage"].mean()) / (part["advantage"].std() + 1e-8)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
            loss = policy + 0.5 * (value - part["target"]).square().mean() - entropy * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def draw(rows, path: Path) -> None:
    """The share of won games over the decisions made."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    axes.plot([row["decisions"] for row in rows], [row["won"] for row in rows])
    axes.axhline(0.25, linestyle=":", color="grey")
    axes.set(xlabel="decisions of the learner", ylabel="games won against three random players", ylim=(0, 1))
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--games", type=int, default=0, help="games at once (0: 256 on the CPU, 16384 on a GPU)")
    parser.add_argument("--length", type=int, default=64, help="decisions of each game between updates")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--edition", default="sixth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("ppo"))
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    setting = Setting(edition=given.edition, players=4, random_seats=(1, 2, 3), islands=1024)
    count = given.games or (16_384 if given.device == "cuda" else 256)
    games = Games(count, given.device, setting, given.seed)
    network = Network(setting, given.width).to(given.device)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-4, eps=1e-5)
    seen, rows, begun, decisions = games.reset()[:2], [], time.perf_counter(), 0
    recent: list[float] = []
    while time.perf_counter() - begun < 60 * given.minutes:
        samples, seen, ended = collect(games, network, seen, given.length, discount=0.999, trace=0.95)
        learn(network, optimizer, samples, epochs=3, size=max(1024, len(samples["action"]) // 16), clip=0.2, entropy=0.01)
        decisions += len(samples["action"])
        recent = (recent + (ended > 0).float().tolist())[-2000:]
        rows.append(
            {"decisions": decisions, "seconds": round(time.perf_counter() - begun, 1), "won": round(float(np.mean(recent or [0])), 4)}
        )
        print("  ".join(f"{name} {value:,}" for name, value in rows[-1].items()), f" games {len(recent)}", flush=True)
    with given.out.with_suffix(".csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, given.out.with_suffix(".png"))
    torch.save(network.state_dict(), given.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
