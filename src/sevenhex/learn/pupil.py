"""Learning from lessons: the policy comes nearer to what the search found and, where that is asked for, the chances to who won.

Every lesson is shown rotated, another way each time. A tenth of the games is held out, and whatever does best on it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from sevenhex.errors import OptionError
from sevenhex.nets import symmetry
from sevenhex.nets.model import LEAST_CHANCE, Model, without_gradients
from sevenhex.nets.network import Network

from .lessons import LessonError, Lessons

HELD_OUT = 10  # one game in so many
LEAST_LOG = -30.0  # of a chance: less is never reported
AT_ONCE = 2048  # lessons that are measured together
ROWS = 5  # of what is reported of each lesson


@dataclass(frozen=True)
class Course:
    """All numbers of learning."""

    epochs: int = 4  # at most: it ends when the games held out are understood worse
    rate: float = 3e-5
    temperature: float = 0.01  # chances to win that make a choice e times likelier
    batch: int = 1024
    value_weight: float = 0.0  # of the chances beside the policy; 0 leaves them exactly as they are
    searched: float = 0.0  # of what the chances learn, the part that is the search's estimate instead of who won
    norm: float = 0.5  # the longest gradient
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("epochs", "batch"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is {getattr(self, name)}; expected at least 1.", option=name)
        for name in ("rate", "temperature", "norm"):
            if not getattr(self, name) > 0:
                raise OptionError(f"{name} is {getattr(self, name)}; expected more than 0.", option=name)
        if self.value_weight < 0 or not 0 <= self.searched <= 1:
            raise OptionError("value_weight is at least 0, and searched a part between 0 and 1.", option="searched")
        if self.searched and not self.value_weight:
            raise OptionError("searched says what the chances learn from, and with value_weight 0 they learn nothing.", option="searched")


class Facts(NamedTuple):
    """How well lessons are understood, in the mean."""

    loss: float
    gap: float  # from the policy to what the search found (Kullback-Leibler)
    surprise: float  # about who won
    agreement: float  # how often the policy's favourite is the search's, where that compared several

    @classmethod
    def of(cls, sums: Tensor, lessons: int) -> Facts:
        """From the sums over some lessons, as `Pupil.facts` tells them."""
        loss, gap, surprise, agreed, compared = sums.tolist()
        return cls(loss / lessons, gap / lessons, surprise / lessons, agreed / max(1.0, compared))


class Epoch(NamedTuple):
    """A pass over the lessons; the first row is before any."""

    number: int
    learnt: Facts | None
    held_out: Facts


def parted(lessons: Lessons) -> tuple[Lessons, Lessons]:
    """What is learnt, and every tenth game, by which it is judged: positions of one game know too much of each other."""
    held_out = lessons.game % HELD_OUT == 0
    if held_out.all() or not held_out.any():
        raise LessonError("These lessons are of too few games to hold one out; make some more (`sevenhex lessons make --games 100`).")
    return lessons.at(~held_out), lessons.at(held_out)


class Pupil:
    """A network that learns from lessons; it begins from a weight file."""

    def __init__(self, start: Network, course: Course, device: str = "cpu") -> None:
        if device == "cuda" and not torch.cuda.is_available():
            raise OptionError("There is no GPU that PyTorch can use here; learn with --device cpu.", option="device")
        self.course, self.device, self.start = course, device, start
        torch.manual_seed(course.seed)
        torch.set_float32_matmul_precision("high")
        self.model = Model(int(start.island), start.header.width, start.header.blocks, start.header.features).to(device)
        self.model.take(start)
        self.first = deepcopy(self.model).requires_grad_(False)  # whose policy is improved
        # what policy and chances share cannot move alone: `master` judges positions of seats that wait, and no lesson is of those
        self.model.requires_grad_(course.value_weight > 0)
        self.model.policy.requires_grad_(True)
        self.learning = [each for each in self.model.parameters() if each.requires_grad]
        self.optimizer = torch.optim.Adam(self.learning, lr=course.rate, eps=1e-5, betas=(0.9, 0.99), fused=device == "cuda")
        self.rng = np.random.default_rng(course.seed)
        self.ways = len(symmetry.rotations(start.island))

    def learn(
        self,
        lessons: Lessons,
        report: Callable[[Epoch], None] = lambda epoch: None,
        notify: Callable[[int, int], None] = lambda done, whole: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[Epoch]:
        """Pass over the lessons until the games held out are understood worse; the model is then the best of all passes."""
        learnt, held_out = parted(lessons)
        epochs = [Epoch(0, None, self.measure(held_out))]
        report(epochs[0])
        best = self.copy()
        batches = -(-len(learnt) // self.course.batch)
        for number in range(1, self.course.epochs + 1):
            sums = torch.zeros(ROWS, dtype=torch.float64)
            for step, part in enumerate(self.shuffled(learnt)):
                if stop():
                    break
                sums += self.step(part)
                notify((number - 1) * batches + step + 1, self.course.epochs * batches)
            if stop():
                break
            epochs.append(Epoch(number, Facts.of(sums, len(learnt)), self.measure(held_out)))
            report(epochs[-1])
            if epochs[-1].held_out.loss >= min(each.held_out.loss for each in epochs[:-1]):
                break
            best = self.copy()
        self.model.load_state_dict(best)
        return epochs

    def copy(self) -> dict[str, Tensor]:
        return {name: part.detach().clone() for name, part in self.model.state_dict().items()}

    def shuffled(self, lessons: Lessons) -> Iterator[Lessons]:
        """All of them in batches, each lesson rotated in a way of its own."""
        order = self.rng.permutation(len(lessons))
        for begin in range(0, len(lessons), self.course.batch):
            part = lessons.at(order[begin : begin + self.course.batch])
            yield part.rotated(self.model.island, self.rng.integers(self.ways, size=len(part)))

    def step(self, lessons: Lessons) -> Tensor:
        """One step of the gradient; returns the sums of the facts."""
        facts = self.facts(lessons)
        self.optimizer.zero_grad(set_to_none=True)
        facts[0].mean().backward()
        nn.utils.clip_grad_norm_(self.learning, self.course.norm)
        self.optimizer.step()
        return summed(facts)

    @without_gradients
    def measure(self, lessons: Lessons) -> Facts:
        """How well lessons are understood as they lie."""
        sums = torch.zeros(ROWS, dtype=torch.float64)
        for begin in range(0, len(lessons), AT_ONCE):
            sums += summed(self.facts(lessons.at(slice(begin, begin + AT_ONCE))))
        return Facts.of(sums, len(lessons))

    def facts(self, lessons: Lessons) -> Tensor:
        """Of each lesson: the loss, the gap, the surprise, whether both agree where several were compared, and whether they were."""

        def tensor(array: Any) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

        seats, course = self.model.seats, self.course
        absent = tensor(np.arange(seats) >= lessons.players[:, None])
        seen, tried = tensor(lessons.seen), tensor(lessons.tried.astype(np.int64))
        scores, chances = self.model(seen, absent)
        forbidden = ~tensor(lessons.mask(scores.shape[1]))
        scores = scores.masked_fill(forbidden, LEAST_CHANCE)
        with torch.no_grad():
            before = torch.log_softmax(self.first(seen, absent)[0].masked_fill(forbidden, LEAST_CHANCE), dim=1)
        liking = before.gather(1, tried.clamp(min=0)).cpu().numpy()
        gap = gap_of(torch.log_softmax(scores, dim=1), tried, tensor(lessons.targets(course.temperature, liking)))
        surprise = -chances.gather(1, tensor(lessons.winner.astype(np.int64))[:, None])[:, 0]
        worth = tensor(lessons.worth)
        known = (worth >= 0).float() * course.searched
        others = torch.logsumexp(chances[:, 1:], dim=1).clamp(min=LEAST_LOG)
        by_search = -(worth * chances[:, 0].clamp(min=LEAST_LOG) + (1 - worth) * others)
        loss = gap + course.value_weight * ((1 - known) * surprise + known * by_search)
        agrees = (scores.argmax(dim=1) == tensor(lessons.best())).float()
        compared = tensor((lessons.worth >= 0).astype(np.float32))
        return torch.stack([loss, gap, surprise, agrees * compared, compared])

    def weights(self, made: dict[str, Any]) -> Network:
        """What was learnt, as the package plays it; it also keeps how its beginning was made."""
        made_of = {**self.start.header.made, "lessons": [*self.start.header.made.get("lessons", []), made]}
        network: Network = self.model.weights(made_of)
        return network


def summed(facts: Tensor) -> Tensor:
    return facts.detach().double().sum(dim=1).cpu()


def gap_of(logs: Tensor, tried: Tensor, target: Tensor) -> Tensor:
    """How far the policy is from what it should be; all choices that were not tried count as one."""
    there = tried >= 0
    chosen = logs.gather(1, tried.clamp(min=0))
    rest = (1 - target.sum(dim=1, keepdim=True)).clamp(min=0)
    # a column more takes what is missing, so that no choice is covered twice
    places = torch.where(there, tried, logs.shape[1])
    covered = torch.zeros((len(logs), logs.shape[1] + 1), dtype=torch.bool, device=logs.device).scatter(1, places, True)[:, :-1]
    others = torch.logsumexp(logs.masked_fill(covered, LEAST_CHANCE), dim=1, keepdim=True)
    wanted, policy = torch.cat([target, rest], dim=1), torch.cat([chosen, others], dim=1).clamp(min=LEAST_LOG)
    return (wanted * (wanted.clamp(min=1e-12).log() - policy)).sum(dim=1)
