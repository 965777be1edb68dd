"""One update of self-play by proximal policy optimization (PPO): every seat of every game is the same network.

A seat's next value is that of its own next position, so advantages run along each seat's own positions. The chances of the other seats at
a position are learnt from what those seats themselves come to next. What a rollout cuts off is left out. Now and then a seat that need
not act is shown the game as well, so that the judgement also knows positions in which one waits.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import torch
from torch import Tensor, nn

from sevenhex.nets import symmetry
from sevenhex.nets.model import LEAST_CHANCE, without_gradients
from sevenhex.nets.models import Learner

from .config import Config
from .games import Games

Act = Callable[[Tensor, Tensor, Tensor], tuple[Tensor, Tensor, Tensor]]


def act(model: Learner, seen: Tensor, allowed: Tensor, absent: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """A choice for each game by the policy's chances, its log-probability, and the acting seat's chance to win."""
    scores, chances = model(seen, absent)
    scores = scores.masked_fill(~allowed, LEAST_CHANCE)
    noise = torch.rand_like(scores).clamp_(1e-9, 1 - 1e-7)
    choice = (scores - torch.log(-torch.log(noise))).argmax(dim=1)
    chosen = torch.log_softmax(scores, dim=1).gather(1, choice[:, None])[:, 0]
    return choice, chosen, chances[:, 0].exp()


def loss_of(
    model: Learner, part: dict[str, Tensor], entropy_weight: Tensor, clip: float, value_weight: float, share: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """PPO's clipped loss, the cross-entropy of the chances, and the entropy bonus; and what is worth logging.

    With a teacher, `share` of the loss is how far policy and chances are from the teacher's.
    """
    scores, chances = model(part["seen"], part["absent"])
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
    if share is not None:
        policy_gap = -((part["taught_policy"] * logs.clamp(min=-50)).sum(dim=1) * had_choice).sum() / choices
        chances_gap = -(part["taught_chances"] * chances.clamp(min=-30)).sum(dim=1).mean()
        loss = (1 - share) * loss + share * (policy_gap + chances_gap)
    drift = ((part["log"] - chosen) * had_choice).sum() / choices
    return loss, torch.stack([policy, surprise, entropy, drift]).detach()


@without_gradients
def opinion(teacher: Learner, part: dict[str, Tensor], rotated: Tensor, back: Tensor) -> dict[str, Tensor]:
    """What a teacher thinks of samples when it sees the island rotated in one way."""
    scores, chances = teacher(part["seen"][:, rotated], part["absent"])
    policy = scores[:, back].masked_fill(~part["allowed"], LEAST_CHANCE).softmax(dim=1)
    return {"taught_policy": policy, "taught_chances": chances.exp()}


@dataclass
class Compiled:
    """The functions that take all the time, compiled where that pays."""

    act: Any = act
    loss: Any = loss_of
    opinion: Any = opinion

    @classmethod
    def by(cls, config: Config, device: str) -> Compiled:
        if device != "cuda" or not config.compiled:
            return cls()
        mode = "reduce-overhead" if config.replayed else None
        return cls(torch.compile(act, dynamic=False, mode=mode), *(torch.compile(each, dynamic=False) for each in (loss_of, opinion)))


class Teacher:
    """A network that another one imitates. It sees each batch rotated in the next way: on the whole its mean over all ways is learnt."""

    def __init__(self, model: Learner, island: int, device: str) -> None:
        self.model = model
        ways = [(way.bytes, way.choices) for way in symmetry.rotations(island)]
        self.ways = cycle([(torch.from_numpy(rotated).to(device), torch.from_numpy(back).to(device)) for rotated, back in ways])

    def opinion(self, how: Compiled, part: dict[str, Tensor]) -> dict[str, Tensor]:
        found: dict[str, Tensor] = how.opinion(self.model, part, *next(self.ways))
        return found


class Average:
    """The mean of the last weights, which plays better than the last ones: single steps are noisy."""

    def __init__(self, model: Learner, factor: float) -> None:
        self.model, self.factor = copy.deepcopy(model).requires_grad_(False), factor
        self._own, self._learnt = list(self.model.parameters()), list(model.parameters())

    def follow(self) -> None:
        torch._foreach_lerp_(self._own, self._learnt, 1 - self.factor)


class Rollout:
    """Some steps of many games, and what is learnt from them. The last rows are what seats saw that need not act."""

    def __init__(self, games: Games, length: int, choices: int, every: int = 0) -> None:
        count, device = games.games, games.device
        seen = games.seen()
        self.looks = len(range(0, length, every)) if every else 0
        rows = length + self.looks

        def empty(height: int, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros((height, count, *shape), dtype=dtype, device=device)

        self.games, self.length, self.every = games, length, every
        self.seen, self.allowed = empty(rows, seen.shape[1], dtype=torch.uint8), empty(rows, choices, dtype=torch.bool)
        self.choice, self.seat = empty(rows, dtype=torch.int64), empty(rows, dtype=torch.int64)
        self.log, self.gain, self.target = empty(rows), empty(rows), empty(rows, games.seats)
        self.value, self.won = empty(length), empty(length, games.seats)
        self.done = empty(length, dtype=torch.bool)
        self.known, self.judged = empty(rows, dtype=torch.bool), empty(rows, dtype=torch.bool)
        self.ended, self.turns = torch.zeros(count, device=device), torch.zeros(count, device=device)

    @without_gradients
    def collect(self, model: Learner, how: Compiled, turn_byte: int) -> None:
        games = self.games
        self.ended.zero_()
        self.turns.zero_()
        for step in range(self.length):
            seen, allowed = games.seen(), games.allowed()
            self.seen[step].copy_(seen)
            self.allowed[step].copy_(allowed)
            self.seat[step].copy_(games.seat)
            if self.every and step % self.every == 0:
                row = self.length + step // self.every
                self.seat[row] = torch.randint(0, 1 << 16, (games.games,), device=games.device) % games.players
                self.seen[row].copy_(games.seen_by(self.seat[row]))
            choice, self.log[step], self.value[step] = how.act(model, seen, allowed, games.absent)
            self.choice[step] = choice
            turn = seen[:, turn_byte].float()
            games.step(choice)
            done = games.done
            self.done[step], self.won[step] = done, games.won()
            self.ended += done
            self.turns += turn * done

    @without_gradients
    def judge(self, trace: float) -> None:
        """Advantages and targets, from the last step to the first."""
        games = self.games
        value, gain, target, reward = (torch.zeros_like(self.won[0]) for _ in range(4))  # of each seat's next position
        known = games.absent.clone()
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
            self.target[step] = self.shares(target, seat)
            if self.every and step % self.every == 0:
                row = self.length + step // self.every
                self.target[row], self.judged[row] = self.shares(target, self.seat[row][:, None]), self.judged[step]
            value, gain = value.scatter(1, seat, now), gain.scatter(1, seat, own)
            reward, known = reward.scatter(1, seat, 0.0), known.scatter(1, seat, torch.ones_like(sure))

    def shares(self, target: Tensor, observer: Tensor) -> Tensor:
        """Everybody's chances, counted from the observer."""
        games = self.games
        clockwise = (observer + torch.arange(games.seats, device=games.device)) % games.players[:, None]
        found = target.gather(1, clockwise).clamp(1e-4, 1.0).masked_fill(games.absent, 0.0)
        return found / found.sum(dim=1, keepdim=True)

    def samples(self, forced: float) -> tuple[Tensor, dict[str, Tensor]]:
        """Which rows are learnt from, and everything about all rows."""
        had_choice = self.allowed.sum(dim=2) > 1
        drawn = torch.rand(had_choice.shape, device=had_choice.device) < forced
        drawn[self.length :] = True
        learned = self.known & had_choice
        index = (learned | (drawn & self.judged)).reshape(-1).nonzero()[:, 0]
        gain = self.gain[learned]
        gains = (self.gain - gain.mean()) / (gain.std() + 1e-8)
        flat = {
            "seen": self.seen.flatten(0, 1),
            "absent": self.games.absent.expand(len(self.seen), -1, -1).flatten(0, 1),
            "allowed": self.allowed.flatten(0, 1),
            "choice": self.choice.flatten(),
            "log": self.log.flatten(),
            "gain": gains.flatten(),
            "target": self.target.flatten(0, 1),
            "had_choice": learned.flatten().float(),
            "judged": self.judged.flatten().float(),
        }
        return index, flat


def minibatches(rollout: Rollout, config: Config) -> Iterator[dict[str, Tensor]]:
    """Shuffled samples."""
    index, flat = rollout.samples(config.forced)
    size = min(config.batch, len(index))
    for _ in range(config.epochs):
        shuffled = index[torch.randperm(len(index), device=index.device)]
        for chosen in shuffled.split(size):
            if len(chosen) == size:
                yield {name: column[chosen] for name, column in flat.items()}


@dataclass
class Guidance:
    """What an update needs beside its samples."""

    entropy: float
    average: Average | None = None
    teacher: Teacher | None = None
    share: float = 0.0  # of the loss that is the teacher's


def update(model: Learner, optimizer: torch.optim.Optimizer, rollout: Rollout, how: Compiled, config: Config, guidance: Guidance) -> Tensor:
    """One pass of learning; returns the means of policy loss, surprise, entropy and drift."""
    device = rollout.games.device
    weight, share = torch.tensor(guidance.entropy, device=device), torch.tensor(guidance.share, device=device)
    seen: list[Tensor] = []
    for part in minibatches(rollout, config):
        if guidance.teacher is None or not guidance.share:
            loss, facts = how.loss(model, part, weight, config.clip, config.value_weight)
        else:
            taught = part | guidance.teacher.opinion(how, part)
            loss, facts = how.loss(model, taught, weight, config.clip, config.value_weight, share)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(list(model.parameters()), config.norm)
        optimizer.step()
        if guidance.average is not None:
            guidance.average.follow()
        seen.append(facts)
    return torch.stack(seen).mean(dim=0)
