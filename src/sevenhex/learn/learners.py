"""One training run by several processes, on several GPUs or machines: each learns from games of its own, and after every update all of them
go on from the mean of their weights.

`sevenhex train --cluster` gives the work to Ray (the extra `cluster`): a local one, or the one at `--address`, whose machines need this
package and PyTorch. Who is lost on the way is left out, and the others go on. The folder of the run, its checkpoint and log are as of any
other run, so that it can be gone on with alone.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from sevenhex.arena.cluster import connected
from sevenhex.errors import SevenhexError

from . import config as configuration
from .trainer import SAVE_SECONDS, Progress, Round, Trainer

APART = 1_000_003  # between the seeds of two learners
Weights = dict[str, Any]  # arrays by name


class Task(NamedTuple):
    """What a learner is asked for: one update, from these weights."""

    weights: Weights
    mean: Weights  # of the averaged model; empty where there is none
    progress: dict[str, Any]
    planned: float
    rate: float
    entropy: float
    state: bool  # whether the optimizer's memory is wanted too


class Found(NamedTuple):
    """What came of it."""

    weights: Weights
    mean: Weights
    round: Round
    state: Any  # of the optimizer, or None


class Learner:
    """One process of a run: a trainer whose weights come and go."""

    def __init__(self, config: str, device: str, rank: int, progress: dict[str, Any], state: Any) -> None:
        own = configuration.kept(config)
        own = replace(own, seed=own.seed + APART * rank)
        with tempfile.TemporaryDirectory() as folder:  # nothing of a learner's own is kept
            self.trainer = Trainer(Path(folder), own, device, 0.0, Progress(**progress))
        if state is not None:
            self.trainer.optimizer.load_state_dict(state)
        self.work: Callable[[float, float], Round] | None = None

    def update(self, task: Task) -> Found:
        trainer = self.trainer
        trainer.progress, trainer.planned = Progress(**task.progress), task.planned
        put_weights(trainer.model, task.weights)
        if trainer.average is not None:
            put_weights(trainer.average.model, task.mean)
        self.work = self.work or trainer.prepare()
        found = self.work(task.rate, task.entropy)
        mean = {} if trainer.average is None else weights_of(trainer.average.model)
        return Found(weights_of(trainer.model), mean, found, trainer.optimizer.state_dict() if task.state else None)


def weights_of(model: Any) -> Weights:
    return {name: part.detach().float().cpu().numpy() for name, part in model.state_dict().items()}


def put_weights(model: Any, weights: Weights) -> None:
    model.load_state_dict({name: torch.from_numpy(np.array(part)) for name, part in weights.items()})


def middle(parts: Sequence[Weights]) -> Weights:
    """The mean of the same arrays of several."""
    return {name: np.mean([part[name] for part in parts], axis=0) for name in parts[0]}


def together(rounds: Sequence[Round]) -> Round:
    """What several came to in the same update: counts added up, figures averaged."""
    first = rounds[0]
    return Round(
        np.mean([each.facts for each in rounds], axis=0).tolist(),
        np.sum([each.ended for each in rounds], axis=0).tolist(),
        np.sum([each.turns for each in rounds], axis=0).tolist(),
        sum(each.steps for each in rounds),
        sum(each.choices for each in rounds),
        {name: float(np.mean([each.searched[name] for each in rounds if name in each.searched])) for name in first.searched},
    )


@dataclass
class TogetherTrainer(Trainer):
    """A trainer that lets others learn; it keeps the weights, the log and the checkpoint."""

    learners: int = 0  # how many; 0 for one a GPU of the cluster, or one a processor where there is none
    address: str | None = None
    tell: Callable[[str], None] = print
    connect: Callable[[str | None], AbstractContextManager[Any]] = connected
    _open: ExitStack = field(default_factory=ExitStack)

    def run(self, seconds: float, stop: Callable[[], bool] = lambda: False) -> None:
        with self._open:
            super().run(seconds, stop)

    def prepare(self) -> Callable[[float, float], Round]:
        ray = self._open.enter_context(self.connect(self.address))
        there = ray.cluster_resources()
        gpus = int(there.get("GPU", 0))
        count = self.learners or gpus or max(1, int(there.get("CPU", 1)))
        share = {"num_gpus": 1} if gpus else {"num_cpus": 1}
        if count > (gpus or int(there.get("CPU", 1))):
            kind = "GPUs" if gpus else "processors"
            raise SevenhexError(f"{count} learners were asked for; this cluster has {int(gpus or there.get('CPU', 1))} {kind}.")
        remote = ray.remote(**share, max_restarts=0)(Learner)
        state = self.optimizer.state_dict() if self.progress.updates else None
        config, progress = self.config.to_toml(), vars(self.progress)
        crew = [remote.remote(config, "cuda" if gpus else "cpu", rank, progress, state) for rank in range(count)]
        self.tell(f"{count} learners on {'GPUs' if gpus else 'processors'} of {'a cluster' if self.address else 'this machine'}.")
        lost = (ray.exceptions.RayActorError, ray.exceptions.ObjectLostError)
        asked = -inf

        def work(rate: float, entropy: float) -> Round:
            nonlocal asked
            wants = time.monotonic() - asked > SAVE_SECONDS / 2
            mean = {} if self.average is None else weights_of(self.mean)
            task = Task(weights_of(self.model), mean, dict(vars(self.progress)), self.planned, rate, entropy, False)
            shared = ray.put(task)
            begun = [
                (learner, learner.update.remote(ray.put(task._replace(state=True)) if wants and place == 0 else shared))
                for place, learner in enumerate(crew)
            ]
            found: list[Found] = []
            for learner, reference in begun:
                try:
                    found.append(ray.get(reference))
                except lost as error:
                    crew.remove(learner)
                    self.tell(f"A learner was lost ({type(error).__name__}); {len(crew)} go on.")
            if not found:
                raise SevenhexError("All learners of the cluster were lost; the same command goes on from the last checkpoint.")
            put_weights(self.model, middle([each.weights for each in found]))
            if self.average is not None:
                put_weights(self.average.model, middle([each.mean for each in found]))
            if found[0].state is not None:
                self.optimizer.load_state_dict(found[0].state)
                asked = time.monotonic()
            return together([each.round for each in found])

        return work
