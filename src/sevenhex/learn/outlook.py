"""What a policy should have been, by a search in batches: some choices of some positions are played on in imagined worlds, all at once.

The same code runs on the CPU's environment and on the GPU's. Each position is copied with other hidden cards and dice; every choice meets
the same ones. The policy plays on until the seat that asked must act in a later turn, and the network judges what it has come to there, so
a choice is weighed by more than the own turn. `improvement` says which choices are tried and what follows for the policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from sevenhex.env.snapshot import Snapshot
from sevenhex.nets.model import LEAST_CHANCE, without_gradients
from sevenhex.nets.models import Learner
from sevenhex.observation.notes import NOTES
from sevenhex.observation.observation import places
from sevenhex.rules.state import RECORD
from sevenhex.search import positions

from .config import Config
from .games import Games
from .improvement import draw, target
from .ppo import Compiled


@dataclass(frozen=True)
class Lookout:
    """How far the search looks."""

    tries: int = 6  # choices of a position
    copies: int = 8  # worlds and dice that each of them meets
    steps: int = 24  # of playing on, at most
    scale: float = 100.0  # a choice becomes e times likelier for every 1/scale of a chance to win


@dataclass(frozen=True)
class Outlooks:
    """Positions with a choice, a row each, and what the search says of them."""

    seen: Tensor
    absent: Tensor
    allowed: Tensor
    policy: Tensor  # what the policy should be
    worth: Tensor  # the seat's chance to win, as the policy should be
    trust: float  # how much of the differences between choices is more than chance


class Outlook:
    """Looks ahead from the games of a rollout in games of its own, of the same number and kinds."""

    def __init__(self, source: Games, own: Games, lookout: Lookout, seed: int = 0) -> None:
        if source.rotated or [group.games for group in source.groups] != [group.games for group in own.groups]:
            raise ValueError("A search needs as many games of each kind as the rollout has, and none of them rotated.")
        self.source, self.own, self.lookout = source, own, lookout
        self.rng = np.random.default_rng(seed)
        each = lookout.tries * lookout.copies
        self.counts = [group.games // each for group in source.groups]  # of positions
        island = source.groups[0].island
        self.turn = places(island, source.seats)["turn"].start

    @without_gradients
    def look(self, model: Learner, how: Compiled) -> Outlooks | None:
        """Search some of the games that have a choice now; None where none has."""
        source, lookout = self.source, self.lookout
        open_ = source.allowed().sum(dim=1) > 1
        chosen: list[np.ndarray[Any, Any]] = []
        begin = 0
        for group, count in zip(source.groups, self.counts, strict=True):
            rows = open_[begin : begin + group.games].nonzero()[:, 0].cpu().numpy()
            chosen.append(self.rng.permutation(rows)[:count].astype(np.int64))
            begin += group.games
        if not sum(map(len, chosen)):
            return None
        starts = np.cumsum([0, *(group.games for group in source.groups)])[:-1]
        rows = torch.from_numpy(np.concatenate([some + start for some, start in zip(chosen, starts, strict=True)])).to(source.device)
        seen, allowed, absent, seats = source.seen()[rows], source.allowed()[rows], source.absent[rows], source.seat[rows]
        scores, chances = model(seen, absent)
        scores = scores.float()
        noise = torch.rand(scores.shape, device=scores.device)
        tried, drawn = draw(scores, allowed, lookout.tries, noise)
        real = drawn > LEAST_CHANCE / 2
        found = self.play_on(model, how, chosen, torch.where(real, tried, tried[:, :1]), seats, seen[:, self.turn])
        worths, trust = trusted(found, real)
        value = chances[:, 0].exp().float()
        policy = target(scores, allowed, tried, worths, value, lookout.scale)
        share = policy.gather(1, tried) * real
        worth = (share * worths).sum(dim=1) / share.sum(dim=1).clamp(min=1e-9)
        return Outlooks(seen.clone(), absent.clone(), allowed.clone(), policy, worth.clamp(1e-4, 1 - 1e-4), trust)

    def play_on(self, model: Learner, how: Compiled, chosen: list[Any], tried: Tensor, seats: Tensor, turns: Tensor) -> Tensor:
        """The chance to win of each position's seat after each of its tried choices, in every copy."""
        own, lookout = self.own, self.lookout
        each, device = lookout.tries * lookout.copies, own.device
        rows: list[Tensor] = []  # for each game of ours the position that it is a copy of
        choices: list[Tensor] = []
        used: list[tuple[int, int]] = []
        before, begin = 0, 0
        for source, group, some in zip(self.source.groups, own.groups, chosen, strict=True):
            number = len(some)
            row = np.zeros(group.games, np.int64)
            row[: number * each] = np.repeat(np.arange(number), each)
            world = np.zeros(group.games, np.int64)
            if number:
                world[: number * each] = (
                    (np.arange(number)[:, None, None] * lookout.copies + np.arange(lookout.copies)).repeat(lookout.tries, axis=1).ravel()
                )
                group.env.put(imagined(source.env.some(some), world, lookout.copies, self.rng))
            rows.append(torch.from_numpy(row + before).to(device))
            at = torch.arange(group.games, device=device) // lookout.copies % lookout.tries
            choices.append(at)
            used.append((begin, number * each))
            before, begin = before + number, begin + group.games
        row, which = torch.cat(rows), torch.cat(choices)
        row = row.clamp(max=len(tried) - 1)
        asking, turn = seats[row], turns[row]
        own.step(tried[row, which])
        worth, known = torch.zeros(own.games, device=device), torch.zeros(own.games, dtype=torch.bool, device=device)
        for step in range(lookout.steps):
            over = own.done & ~known
            won = own.won().gather(1, asking[:, None])[:, 0]
            worth, known = torch.where(over, won, worth), known | over
            seen, allowed = own.seen(), own.allowed()
            choice, _, value = how.act(model, seen, allowed, own.absent)
            back = ~known & (own.seat == asking) & (seen[:, self.turn] != turn)
            worth, known = torch.where(back, value.float(), worth), known | back
            if step % 4 == 3 and bool(known.all()):
                break
            own.step(choice.clone())
        over = own.done & ~known
        won = own.won().gather(1, asking[:, None])[:, 0]
        worth, known = torch.where(over, won, worth), known | over
        chances = model(own.seen_by(asking), own.absent)[1]
        worth = torch.where(known, worth, chances[:, 0].exp().float())
        parts = [worth[start : start + size] for start, size in used]
        return torch.cat(parts).reshape(-1, lookout.tries, lookout.copies)


def trusted(found: Tensor, real: Tensor) -> tuple[Tensor, float]:
    """What each choice is worth by its copies, brought nearer to the mean of its position by the share of the differences that is chance.

    A few copies differ by as much as choices do; a policy that follows such differences as if they were certain learns noise.
    """
    there, copies = real.float(), found.shape[2]
    number = there.sum(dim=1, keepdim=True).clamp(min=1)
    centre = (found * there[:, :, None]).sum(dim=1, keepdim=True) / number[:, :, None]
    apart = found - centre  # all choices meet the same dice, so that these vary less than the worths
    several = there * (number > 1)
    counted = several.sum().clamp(min=1)
    noise = float((apart.var(dim=2) * several).sum() / counted / copies) if copies > 1 else 0.0
    spread = float((apart.mean(dim=2).square() * several).sum() / counted)
    trust = max(0.0, spread - noise) / max(spread, 1e-12)
    return centre.mean(dim=2) + trust * apart.mean(dim=2), trust


def imagined(games: Snapshot, world: Any, copies: int, rng: np.random.Generator) -> Snapshot:
    """These games, each in some worlds that its acting seat cannot tell from the true one, with dice of their own; then in this order."""
    rows = np.repeat(np.arange(len(games.seats)), copies)
    counters = rng.integers(1, 1 << 63, len(rows)).astype(np.uint64)
    worlds, doubts = np.zeros(len(rows), RECORD), np.zeros(len(rows), NOTES)
    positions.imagine_many(games.states, games.notes, games.seats.astype(np.int64), rows, counters, worlds, doubts)
    return Snapshot(worlds[world], doubts[world], games.seats[rows[world]])


def loss_of(model: Learner, part: Outlooks) -> tuple[Tensor, Tensor]:
    """How far the policy is from what it should be, and the surprise about the seat's chance."""
    scores, chances = model(part.seen, part.absent)
    logs = torch.log_softmax(scores.float().masked_fill(~part.allowed, LEAST_CHANCE), dim=1)
    known = part.policy.clamp(min=1e-12).log()
    gap = (part.policy * (known - logs)).masked_fill(~part.allowed, 0.0).sum(dim=1).mean()
    own = chances[:, 0].float().clamp(max=-1e-6)
    others = torch.log1p(-own.exp())
    surprise = -(part.worth * own + (1 - part.worth) * others).mean()
    return gap, surprise


def learn_from(found: Outlooks, model: Learner, optimizer: torch.optim.Optimizer, config: Config) -> dict[str, float]:
    """One step of the gradient by all of them; returns what is worth logging."""
    gap, surprise = loss_of(model, found)
    optimizer.zero_grad(set_to_none=True)
    (config.searched * (gap + surprise)).backward()
    nn.utils.clip_grad_norm_(list(model.parameters()), config.norm)
    optimizer.step()
    mean = {"gap": float(gap.detach()), "worth": float(found.worth.mean()), "trust": found.trust}
    return {"searched": len(found.seen)} | {name: round(value, 4) for name, value in mean.items()}
