"""One update of self-play by proximal policy optimization (PPO): every seat of every game is the same network.

A seat's next value is that of its own next position, so advantages run along each seat's own positions. The chances of the other seats at
a position are learnt from what those seats themselves come to next. What a rollout cuts off is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from .config import Config
from .games import Games
from .model import LEAST_CHANCE, Model

Act = Callable[[Tensor, Tensor, Tensor], tuple[Tensor, Tensor, Tensor]]


def act(model: Model, seen: Tensor, allowed: Tensor, absent: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """A choice for each game by the policy's chances, its log-probability, and the acting seat's chance to win."""
    scores, chances = model(seen, absent)
    scores = scores.masked_fill(~allowed, LEAST_CHANCE)
    noise = torch.rand_like(scores).clamp_(1e-9, 1 - 1e-7)
    choice = (scores - torch.log(-torch.log(noise))).argmax(dim=1)
    chosen = torch.log_softmax(scores, dim=1).gather(1, choice[:, None])[:, 0]
    return choice, chosen, chances[:, 0].exp()


def loss_of(
    model: Model, part: dict[str, Tensor], absent: Tensor, entropy_weight: Tensor, clip: float, value_weight: float
) -> tuple[Tensor, Tensor]:
    """PPO's clipped loss, the cross-entropy of the chances, and the entropy bonus; and what is worth logging."""
    scores, chances = model(part["seen"], absent)
    logs = torch.log_softmax(scores.masked_fill(~part["allowed"], LEAST_CHANCE), dim=1)
    chosen = logs.gather(1, part["choice"][:, None])[:, 0]
    ratio = (chosen - part["log"]).exp()
    gain, had_choice, judged = part["gain"], part["had_choice"], part["judged"]
    gained = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain)
    choices = had_choice.sum().clamp(min=1)
    policy = -(gained * had_choice).sum() / choices
    entropy = -((logs.exp() * logs.clamp(min=-50)).sum(dim=1) * had_choice).sum() / choices
    surprise = -((part["target"] * chances.clamp(min=-30)).sum(dim=1) * judged).sum() / judged.sum().clamp(min=1)
    loss = policy + value_weight * surprise - entropy_weight * entropy
    drift = ((part["log"] - chosen) * had_choice).sum() / choices
    return loss, torch.stack([policy, surprise, entropy, drift]).detach()


@dataclass
class Compiled:
    """The two functions that take all the time, compiled where that pays."""

    act: Any = act
    loss: Any = loss_of

    @classmethod
    def by(cls, config: Config, device: str) -> Compiled:
        if device != "cuda" or not config.compiled:
            return cls()
        return cls(torch.compile(act, dynamic=False), torch.compile(loss_of, dynamic=False))


class Rollout:
    """Some steps of many games, and what is learnt from them."""

    def __init__(self, games: Games, length: int, choices: int) -> None:
        count, device = games.games, games.device
        seen = games.seen()

        def empty(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.empty((length, count, *shape), dtype=dtype, device=device)

        self.games, self.length = games, length
        self.seen, self.allowed = empty(seen.shape[1], dtype=torch.uint8), empty(choices, dtype=torch.bool)
        self.choice, self.seat = empty(dtype=torch.int64), empty(dtype=torch.int64)
        self.log, self.value, self.gain = empty(), empty(), empty()
        self.won, self.target = empty(games.players), empty(games.seats)
        self.done, self.known, self.judged = (empty(dtype=torch.bool) for _ in range(3))
        self.ended, self.turns = torch.zeros((), device=device), torch.zeros((), device=device)

    @torch.no_grad()
    def collect(self, model: Model, how: Compiled, turn_byte: int) -> None:
        games = self.games
        self.ended.zero_()
        self.turns.zero_()
        for step in range(self.length):
            seen, allowed = games.seen(), games.allowed()
            self.seen[step].copy_(seen)
            self.allowed[step].copy_(allowed)
            self.seat[step].copy_(games.seat)
            choice, self.log[step], self.value[step] = how.act(model, seen, allowed, games.absent)
            self.choice[step] = choice
            turn = seen[:, turn_byte].float()
            games.step(choice)
            done = games.done != 0
            self.done[step], self.won[step] = done, games.won()
            self.ended += done.sum()
            self.turns += (turn * done).sum()

    @torch.no_grad()
    def judge(self, trace: float) -> None:
        """Advantages and targets, from the last step to the first."""
        players, count, device = self.games.players, self.games.games, self.games.device
        value, gain, target, reward = (torch.zeros((count, players), device=device) for _ in range(4))  # of each seat's next position
        known = torch.zeros((count, players), dtype=torch.bool, device=device)
        clockwise = torch.arange(players, device=device)
        for step in reversed(range(self.length)):
            done, won = self.done[step][:, None], self.won[step]
            value, gain = value.masked_fill(done, 0.0), gain.masked_fill(done, 0.0)
            reward, target = torch.where(done, won, reward), torch.where(done, won, target)
            known = known | done
            seat = self.seat[step][:, None]
            now = self.value[step][:, None]
            own = reward.gather(1, seat) + value.gather(1, seat) - now + trace * gain.gather(1, seat)
            sure = known.gather(1, seat)
            own = own.masked_fill(~sure, 0.0)
            self.gain[step], self.known[step] = own[:, 0], sure[:, 0]
            self.judged[step] = known.all(dim=1)
            target = target.scatter(1, seat, own + now)
            shares = target.gather(1, (seat + clockwise) % players).clamp(1e-4, 1.0)
            self.target[step, :, :players] = shares / shares.sum(dim=1, keepdim=True)
            self.target[step, :, players:] = 0.0
            value, gain = value.scatter(1, seat, now), gain.scatter(1, seat, own)
            reward, known = reward.scatter(1, seat, 0.0), known.scatter(1, seat, torch.ones_like(sure))

    def samples(self, forced: float) -> tuple[Tensor, dict[str, Tensor]]:
        """Which steps are learnt from, and everything about all steps."""
        had_choice = self.allowed.sum(dim=2) > 1
        drawn = torch.rand(had_choice.shape, device=had_choice.device) < forced
        index = (self.known & (had_choice | (drawn & self.judged))).reshape(-1).nonzero()[:, 0]
        told = self.known & had_choice
        gain = self.gain[told]
        gains = (self.gain - gain.mean()) / (gain.std() + 1e-8)
        flat = {
            "seen": self.seen.flatten(0, 1),
            "allowed": self.allowed.flatten(0, 1),
            "choice": self.choice.flatten(),
            "log": self.log.flatten(),
            "gain": gains.flatten(),
            "target": self.target.flatten(0, 1),
            "had_choice": had_choice.flatten().float(),
            "judged": self.judged.flatten().float(),
        }
        return index, flat


def minibatches(rollouts: list[Rollout], config: Config) -> Iterator[tuple[dict[str, Tensor], Tensor]]:
    """Shuffled samples of all tables, each minibatch of one table, all tables in turn."""
    prepared = [(rollout, *rollout.samples(config.forced)) for rollout in rollouts]
    for _ in range(config.epochs):
        parts: list[tuple[int, Tensor]] = []
        for place, (_, index, _) in enumerate(prepared):
            size = min(config.batch, len(index))
            shuffled = index[torch.randperm(len(index), device=index.device)]
            parts += [(place, chosen) for chosen in shuffled.split(size) if len(chosen) == size]
        order = torch.randperm(len(parts)).tolist()
        for place, chosen in (parts[each] for each in order):
            rollout, _, flat = prepared[place]
            yield {name: column[chosen] for name, column in flat.items()}, rollout.games.absent


def update(
    model: Model, optimizer: torch.optim.Optimizer, rollouts: list[Rollout], how: Compiled, config: Config, entropy: float
) -> Tensor:
    """One pass of learning; returns the means of policy loss, surprise, entropy and drift."""
    weight = torch.tensor(entropy, device=rollouts[0].games.device)
    seen: list[Tensor] = []
    for part, absent in minibatches(rollouts, config):
        loss, facts = how.loss(model, part, absent, weight, config.clip, config.value_weight)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), config.norm)
        optimizer.step()
        seen.append(facts)
    return torch.stack(seen).mean(dim=0)
