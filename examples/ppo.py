"""Masked PPO against random opponents, in one file: `python examples/ppo.py --minutes 15` (needs sevenhex[env,example]).

One network looks at the bytes of an observation and scores every index of the menu; indices whose mask is False get no chance. It plays
seat 0 of every game; the other seats play at random inside the environment (`random_seats`), so that one step is one decision of the
learner. With a GPU (`--device cuda`) games, observations and learning stay on the device and nothing is copied.

Winning is rare news, so the learner also hears of its points as they come: `--shaping` adds that much for a whole game's worth of points,
in the form that leaves the best way to play as it is (discount * points after - points before; Ng, Harada and Russell, 1999). 0 turns it
off. What is reported is always the share of games won. Progress goes to `ppo.csv` and `ppo.svg`, the network to `ppo.pt`.
"""

from __future__ import annotations

import argparse
import csv
import math
import time
from pathlib import Path

import torch
from torch import nn

from sevenhex.env.setting import Setting
from sevenhex.env.vector import VectorEnv
from sevenhex.observation.observation import places, sections
from sevenhex.tools import chart

NAMES = ("observation", "mask", "action", "chance", "value", "reward", "alive")
RECENT = 1000  # games that the reported share is taken over


class Games:
    """Many games as tensors, on the CPU or on the GPU."""

    def __init__(self, games: int, device: str, setting: Setting, seed: int, shaping: float, discount: float) -> None:
        self.is_gpu = device == "cuda"
        if self.is_gpu:
            from sevenhex.env.gpu import GpuEnv

            self.env = GpuEnv(games, seed=seed, setting=setting)
            found = self.env.reset().tensors()
        else:
            self.env = VectorEnv(games, seed=seed, setting=setting)
            found = {name: torch.from_numpy(array) for name, array in vars(self.env.reset()).items()}
        # the environment writes every step into the same memory
        self.observation, self.mask, self.reward, self.done = (found[name] for name in ("observation", "mask", "reward", "done"))
        self.points = places(setting.island, setting.players)["own.points"].start
        self.scale = shaping / setting.configuration.options.victory_points
        self.discount = discount

    def step(self, actions):
        """Play; returns the rewards with their shaping, and who won the games that ended (1, 0, or -1 for games that go on)."""
        before = self.observation[:, self.points].float() * self.scale
        self.env.step(actions if self.is_gpu else actions.numpy())
        alive = self.done == 0
        after = self.observation[:, self.points].float() * self.scale * alive  # nothing is left to hope for when a game has ended
        won = self.reward[:, 0]
        return won + self.discount * after - before, torch.where(alive, -1, (won > 0).long())


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
        nn.init.zeros_(self.value.weight)

    def forward(self, observation, mask):
        columns = []
        for start, size, categories, scale in self.parts:
            bytes_ = observation[:, start : start + size]
            if categories:
                kinds = torch.arange(categories, dtype=torch.uint8, device=bytes_.device)
                columns.append((bytes_[:, :, None] == kinds).flatten(1).float())
            else:
                columns.append(bytes_.float() / scale)
        seen = self.body(torch.cat(columns, dim=1))
        return self.policy(seen).masked_fill(~mask, -1e9), self.value(seen)[:, 0]


def collect(games: Games, network: Network, length: int, discount: float, trace: float):
    """Play `length` decisions in every game; returns the samples with their advantages, and for each ended game whether it was won."""
    store, ended = {name: [] for name in NAMES}, []
    for _ in range(length):
        with torch.no_grad():
            scores, value = network(games.observation, games.mask)
            choice = torch.distributions.Categorical(logits=scores, validate_args=False)
            action = choice.sample()
        kept = (games.observation.clone(), games.mask.clone(), action, choice.log_prob(action), value)
        reward, won = games.step(action)
        ended.append(won[won >= 0])
        for name, column in zip(NAMES, (*kept, reward, (won < 0).float()), strict=True):
            store[name].append(column)
    with torch.no_grad():
        following = network(games.observation, games.mask)[1]
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
    return samples, torch.cat(ended)


def learn(network: Network, optimizer, samples, epochs: int, size: int, clip: float, entropy: float) -> None:
    """PPO's clipped step over shuffled minibatches."""
    count = len(samples["action"])
    advantage = samples["advantage"]
    samples["gain"] = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(epochs):
        for chosen in torch.randperm(count, device=advantage.device).split(size):
            part = {name: column[chosen] for name, column in samples.items()}
            scores, value = network(part["observation"], part["mask"])
            choice = torch.distributions.Categorical(logits=scores, validate_args=False)
            ratio = (choice.log_prob(part["action"]) - part["chance"]).exp()
            policy = -torch.min(ratio * part["gain"], ratio.clamp(1 - clip, 1 + clip) * part["gain"]).mean()
            loss = policy + 0.5 * (value - part["target"]).square().mean() - entropy * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def judge(network: Network, games: Games, wanted: int, likeliest: bool) -> str:
    """The share won of fresh games with its 95% interval, with choices drawn as in training or the likeliest one each time."""
    count = len(games.done)
    each = math.ceil(wanted / count)  # the same number at every place: games that end first would be counted too often
    results, ended = [], torch.zeros(count, dtype=torch.long, device=games.done.device)
    with torch.no_grad():
        while (ended < each).any():
            scores, _ = network(games.observation, games.mask)
            _, won = games.step(scores.argmax(dim=1) if likeliest else torch.distributions.Categorical(logits=scores).sample())
            results.append(won[(won >= 0) & (ended < each)])
            ended += won >= 0
    found = torch.cat(results).float()
    share = float(found.mean())
    return f"won {share:.1%} +- {1.96 * math.sqrt(share * (1 - share) / len(found)):.1%} of {len(found)} new games"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=0, help="processors for the network (0: all)")
    parser.add_argument("--games", type=int, default=0, help="games at once (0: 256 on the CPU, 16384 on a GPU)")
    parser.add_argument("--length", type=int, default=64, help="decisions of each game between updates")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate, falling to a tenth")
    parser.add_argument("--shaping", type=float, default=1.0, help="what all points of a game are worth besides winning")
    parser.add_argument("--edition", default="sixth")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", type=int, default=2048, help="games that judge the result")
    parser.add_argument("--load", type=Path, help="go on from a saved network (with --minutes 0: only judge it)")
    parser.add_argument("--out", type=Path, default=Path("ppo"))
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads or torch.get_num_threads())
    discount = 0.999
    setting = Setting(edition=given.edition, players=given.players, random_seats=tuple(range(1, given.players)), islands=1024)
    count = given.games or (16_384 if given.device == "cuda" else 256)
    games = Games(count, given.device, setting, given.seed, given.shaping, discount)
    network = Network(setting, given.width).to(given.device)
    if given.load:
        network.load_state_dict(torch.load(given.load, map_location=given.device))
    optimizer = torch.optim.Adam(network.parameters(), lr=given.rate, eps=1e-5)
    rows, recent, decisions, begun = [], [], 0, time.perf_counter()
    while (passed := (time.perf_counter() - begun) / (60 * given.minutes + 1e-9)) < 1:
        optimizer.param_groups[0]["lr"] = given.rate * (1 - 0.9 * passed)
        samples, ended = collect(games, network, given.length, discount, trace=0.95)
        learn(network, optimizer, samples, epochs=3, size=max(1024, len(samples["action"]) // 16), clip=0.2, entropy=0.01 * (1 - passed))
        decisions += len(samples["action"])
        recent = (recent + ended.tolist())[-RECENT:]
        if len(recent) == RECENT:  # before, only the shortest games would be counted
            seconds, won = round(time.perf_counter() - begun, 1), round(sum(recent) / len(recent), 4)
            rows.append({"decisions": decisions, "seconds": seconds, "won": won})
            print(f"{decisions:,} decisions  {seconds} s  won {won:.1%} of the last {RECENT} games", flush=True)
    for way in (False, True):
        new = Games(count, given.device, setting, given.seed + 1000, 0, discount)
        print("likeliest choices:" if way else "drawn choices:", judge(network, new, given.judge, way), flush=True)
    if not rows:
        return
    with given.out.with_suffix(".csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, ("decisions", "seconds", "won"))
        writer.writeheader()
        writer.writerows(rows)
    line = {f"PPO, {given.minutes:g} min": [(row["decisions"], row["won"]) for row in rows]}
    title = f"Games won against {given.players - 1} random players ({given.edition})"
    level = (1 / given.players, "chance")
    chart.save(given.out.with_suffix(".svg"), chart.draw(line, title, "decisions of the learner", "share won", level=level))
    torch.save(network.state_dict(), given.out.with_suffix(".pt"))


if __name__ == "__main__":
    main()
