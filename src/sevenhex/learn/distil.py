"""A small graph network that learns to say what larger ones say (`copies`): the policy's scores and every seat's chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from math import cos, pi
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from sevenhex.nets.graph import GraphNetwork
from sevenhex.nets.graph_model import GraphModel
from sevenhex.nets.layout import Layout
from sevenhex.nets.messages import Sizes
from sevenhex.nets.model import LEAST_CHANCE, without_gradients
from sevenhex.rules.ids import Island

from . import copies
from .copies import Copies, Copy

HELD_OUT = 12  # one file of a table in so many
LONGEST = 1.0  # gradient
WARM = 0.02  # share of the learning in which the rate rises


class Facts(NamedTuple):
    """How near the small network is to its teachers, in the mean over positions."""

    gap: float  # of the policy (Kullback-Leibler), where the seat must choose
    agreement: float  # how often both have the same favourite there
    distance: float  # of the chances of each seat, in hundredths


class Batch(NamedTuple):
    """Positions of one table as tensors."""

    island: int
    players: int
    copies: Copies


def rate(progress: float, pair: tuple[float, float]) -> float:
    """Rises at first, then falls along half a cosine."""
    if progress < WARM:
        return pair[0] * (progress + 1e-4) / WARM
    return pair[1] + (pair[0] - pair[1]) * (1 + cos(pi * (progress - WARM) / (1 - WARM))) / 2


class Pupil:
    """The small network while it learns."""

    def __init__(self, copy: Copy, start: GraphNetwork | None = None) -> None:
        self.copy = copy
        torch.manual_seed(copy.seed)
        islands = sorted({table.setting(0, 1, 1).island for table in copy.tables})
        first = GraphModel(islands[0], Sizes(*copy.sizes))
        self.models = {island: first if island == islands[0] else GraphModel(island, first.sizes, first.learnt) for island in islands}
        self.first = first
        if start is not None:
            first.take(start)
        self.optimizer = torch.optim.Adam(first.parameters(), lr=copy.rate[0], eps=1e-6, betas=(0.9, 0.99))
        self.mean = {name: part.detach().clone() for name, part in first.learnt.items()}
        self.steps = 0
        self.rng = np.random.default_rng(copy.seed)

    def learn(self, folder: Path, report: Callable[[int, float, Facts], None] = lambda file, progress, facts: None) -> Facts:
        """Pass over all copies; the last file of every table is not learnt from."""
        numbers = [list(group) for _, group in groupby(copies.files(folder), key=lambda each: each[0])]
        held_out = [path for each in numbers[HELD_OUT - 1 :: HELD_OUT] or numbers[-1:] for _, path in each]
        learnt = [[path for _, path in each] for each in numbers if each[0][1] not in held_out]
        whole = len(learnt) * self.copy.passes
        for turn in range(whole):
            group = learnt[turn % len(learnt)]
            parts = list(self.batches([copies.load(path) for path in group]))
            sums = torch.zeros(5)
            for place in self.rng.permutation(len(parts)):
                for one in self.optimizer.param_groups:
                    one["lr"] = rate((turn + 0.5) / whole, self.copy.rate)
                sums += self.step(parts[place])
            report(turn + 1, (turn + 1) / whole, facts_of(sums))
        found: Facts = self.measure(held_out)
        return found

    def batches(self, given: list[tuple[Layout, Copies]]) -> Iterator[Batch]:
        for own, found in given:
            order = self.rng.permutation(len(found))
            for begin in range(0, len(found), self.copy.batch):
                rows = order[begin : begin + self.copy.batch]
                if len(rows) * 4 >= self.copy.batch or len(found) < self.copy.batch:
                    yield Batch(own.island, own.players, found.at(rows))

    def step(self, batch: Batch) -> Tensor:
        """One step of the gradient; returns the sums of the facts."""
        loss, sums = self.loss(batch)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.first.parameters(), LONGEST)
        self.optimizer.step()
        self.steps += 1
        share = min(self.copy.average, self.steps / (self.steps + 10))
        with torch.no_grad():
            for name, part in self.first.learnt.items():
                self.mean[name].lerp_(part, 1 - share)
        return sums

    def loss(self, batch: Batch) -> tuple[Tensor, Tensor]:
        given, model = batch.copies, self.models[batch.island]
        mask = np.unpackbits(given.allowed, axis=1, count=given.scores.shape[1]).astype(np.bool_)
        forbidden = torch.from_numpy(~mask)
        chooses = torch.from_numpy(mask.any(axis=1)).float()
        absent = torch.arange(model.seats) >= batch.players
        scores, logs = model(torch.from_numpy(given.seen), absent)
        wanted = torch.from_numpy(given.scores.astype(np.float32)).masked_fill(forbidden, LEAST_CHANCE)
        target = torch.log_softmax(wanted, dim=1)
        policy = torch.log_softmax(scores.masked_fill(forbidden, LEAST_CHANCE), dim=1)
        gap = ((target.exp() * (target - policy)).masked_fill(forbidden, 0.0)).sum(dim=1) * chooses
        chances = torch.from_numpy(given.chances.astype(np.float32))
        surprise = -(chances * logs.masked_fill(absent, 0.0)).sum(dim=1)
        loss = gap.sum() / len(gap) + self.copy.chances * surprise.mean()
        with torch.no_grad():
            agree = (policy.argmax(dim=1) == target.argmax(dim=1)).float() * chooses
            apart = (logs.exp() - chances).abs().sum(dim=1) / batch.players
            sums = torch.stack([gap.sum(), agree.sum(), chooses.sum(), apart.sum(), torch.tensor(float(len(gap)))])
        return loss, sums

    @without_gradients
    def measure(self, paths: list[Path]) -> Facts:
        """The averaged weights on files that nothing was learnt from."""
        kept = {name: part.detach().clone() for name, part in self.first.learnt.items()}
        self.take(self.mean)
        sums = torch.zeros(5)
        for path in paths:
            for batch in self.batches([copies.load(path)]):
                sums += self.loss(batch)[1]
        self.take(kept)
        return facts_of(sums)

    @without_gradients
    def take(self, parts: dict[str, Tensor]) -> None:
        for name, part in self.first.learnt.items():
            part.copy_(parts[name])

    def weights(self, made: dict[str, Any]) -> GraphNetwork:
        """The averaged weights, as the package plays them."""
        kept = {name: part.detach().clone() for name, part in self.first.learnt.items()}
        self.take(self.mean)
        found = self.first.weights(made)
        self.take(kept)
        return found


def facts_of(sums: Tensor) -> Facts:
    gap, agreed, chosen, apart, positions = sums.tolist()
    return Facts(gap / max(1, chosen), agreed / max(1, chosen), 100 * apart / max(1, positions))


def islands_of(copy: Copy) -> list[str]:
    return sorted({Island(table.setting(0, 1, 1).island).name.lower() for table in copy.tables})
