"""Self-play PPO in CleanRL's manner, one file: every seat is the learner, games and learning stay where they are (CPU or one GPU).

python examples/selfplay.py --minutes 10 (needs sevenhex[env,example]; --device cuda for `GpuEnv`). A seat's choices are judged by its own
next choice and its own end (`sevenhex.env.trajectory`); every few updates the network as it is joins a league, and plays some of the seats.
"""

from __future__ import annotations

import argparse
import copy
import time

import numpy as np
import torch
from torch import nn

from sevenhex.env import VectorEnv
from sevenhex.env.league import League
from sevenhex.env.setting import Setting
from sevenhex.env.trajectory import advantages, arrays_of


class Network(nn.Module):
    """Numbers in, a score for each index and a value out."""

    def __init__(self, inputs: int, outputs: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, outputs), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.value.weight)

    def forward(self, numbers, mask):
        seen = self.body(numbers)
        return self.policy(seen).masked_fill(~mask, -1e9), self.value(seen)[:, 0]


class Player:
    """A network that takes bytes; `expand` of the environment makes numbers of them."""

    def __init__(self, env, network: Network) -> None:
        self.env, self.network = env, network

    def numbers(self, observation):
        if isinstance(self.env, VectorEnv):
            return torch.from_numpy(self.env.expand(observation.numpy()))
        return torch.from_dlpack(self.env.expand(observation.contiguous()))

    @torch.no_grad()
    def look(self, observation, mask):
        scores, value = self.network(self.numbers(observation), mask)
        choice = torch.distributions.Categorical(logits=scores, validate_args=False)
        action = choice.sample()
        return action, choice.log_prob(action), value

    def __call__(self, observation, mask):
        return self.look(observation, mask)[0]


def collect(env, batch, player: Player, league: League, steps: int, discount: float):
    """So many steps of every game; rows where the learner chose, with their advantages."""
    like = next(player.network.parameters())
    kept = {name: [] for name in ("observation", "mask", "seat", "action", "chance", "value", "reward", "done", "own")}
    for _ in range(steps):
        seen = arrays_of(batch, like)
        observation, mask, seat = (seen[name].clone() for name in ("observation", "mask", "seat"))
        action, chance, value = player.look(observation, mask)
        theirs, own = league.choose(lambda seen, mask: mask.long().argmax(dim=1), batch, like)  # the learner's rows are replaced
        action = torch.where(own, action, theirs)
        batch = env.step(action.numpy() if isinstance(env, VectorEnv) else action)
        league.note(batch)
        after = arrays_of(batch, like)
        row = (observation, mask, seat, action, chance, value, after["reward"].clone(), after["done"].clone(), own)
        for name, column in zip(kept, row, strict=True):
            kept[name].append(column)
    stored = {name: torch.stack(columns) for name, columns in kept.items()}
    everybody = torch.from_dlpack(env.observe())
    games, players, size = everybody.shape
    rows = everybody.reshape(games * players, size)
    last = player.look(rows, torch.ones((len(rows), env.setting.menu_size), dtype=torch.bool, device=rows.device))[2].reshape(
        games, players
    )
    gain, target = advantages(stored["seat"], stored["value"], stored["reward"], stored["done"], last, discount)
    stored |= {"gain": gain, "target": target}
    own = stored["own"].flatten()
    samples = {name: column.flatten(0, 1)[own] for name, column in stored.items() if name not in ("reward", "done", "own", "seat")}
    return batch, samples, int((stored["done"] == 1).sum())


def learn(player: Player, optimizer, samples, epochs: int, size: int) -> None:
    """PPO's clipped step over shuffled minibatches."""
    gain = samples["gain"]
    samples["gain"] = (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(epochs):
        for chosen in torch.randperm(len(gain), device=gain.device).split(size):
            part = {name: column[chosen] for name, column in samples.items()}
            scores, value = player.network(player.numbers(part["observation"]), part["mask"])
            choice = torch.distributions.Categorical(logits=scores, validate_args=False)
            ratio = (choice.log_prob(part["action"]) - part["chance"]).exp()
            policy = -torch.min(ratio * part["gain"], ratio.clamp(0.8, 1.2) * part["gain"]).mean()
            loss = policy + 0.5 * (value - part["target"]).square().mean() - 0.01 * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.network.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def judge(player: Player, setting: Setting, device: str, opponents: str, games: int, most: int) -> float:
    """The share of games won against bots that play inside `step`."""
    rival = Setting(edition=setting.edition, players=setting.players, options=setting.options, opponents=opponents, seat=None)
    env = make(games, device, rival, seed=99)
    batch, won, ended = env.reset(), 0, 0
    like = next(player.network.parameters())
    judged = Player(env, player.network)
    for _ in range(most):
        seen = arrays_of(batch, like)
        action = judged(seen["observation"], seen["mask"])
        batch = env.step(action.numpy() if isinstance(env, VectorEnv) else action)
        seen = arrays_of(batch, like)
        over = seen["own_done"] > 0  # what this seat hears of its last game
        won, ended = won + int((seen["own_reward"][over] > 0).sum()), ended + int(over.sum())
        if ended >= games:
            break
    return won / max(1, ended)


def make(games: int, device: str, setting: Setting, seed: int):
    if device == "cuda":
        from sevenhex.env.gpu import GpuEnv

        return GpuEnv(games, seed=seed, setting=setting)
    return VectorEnv(games, seed=seed, setting=setting)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--updates", type=int, default=1_000_000, help="stop after so many")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--games", type=int, default=0, help="at once; 0 for 256 (CPU) or 16,384 (CUDA)")
    parser.add_argument("--steps", type=int, default=64, help="of every game before an update")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--opponents", default="greedy", help="bots that the result is judged against")
    parser.add_argument("--judge", type=int, default=512, help="games")
    given = parser.parse_args()
    torch.manual_seed(1)
    setting = Setting(players=given.players)
    env = make(given.games or (16384 if given.device == "cuda" else 256), given.device, setting, seed=1)
    inputs = env.expand(np.zeros((1, setting.observation_size), np.uint8) if isinstance(env, VectorEnv) else None).shape[1]
    network = Network(inputs, setting.menu_size, given.width).to(given.device)
    player, league = Player(env, network), League(env.games, setting.players, share=0.75, seed=1)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-4, eps=1e-5)
    batch, decisions, begun = env.reset(), 0, time.perf_counter()
    for update in range(given.updates):
        if time.perf_counter() - begun > 60 * given.minutes:
            break
        if update % 20 == 10:
            league.join(Player(env, copy.deepcopy(network)))
        batch, samples, ended = collect(env, batch, player, league, given.steps, 0.999)
        decisions += given.steps * env.games
        learn(player, optimizer, samples, epochs=3, size=max(1024, len(samples["action"]) // 16))
        seconds = time.perf_counter() - begun
        print(f"{decisions:,} decisions  {seconds:.0f} s  {decisions / seconds:,.0f} a second  {ended} games ended", flush=True)
    share = judge(player, setting, given.device, given.opponents, given.judge, most=3000)
    print(f"won {share:.1%} of {given.judge} games against {given.players - 1} {given.opponents}")


if __name__ == "__main__":
    main()
