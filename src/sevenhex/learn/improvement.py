"""A policy made better by a search in batches: which choices to try, which to try again, and what the policy should have been.

After Danihelka and others, "Policy improvement by planning with Gumbel" (2022): a few choices drawn without replacement, halved by what is
found out about them; the target is the policy with each choice's logarithm raised by what it is worth. With any number of tries the target
is at least as good as the policy in what the search measures. docs/training.md has the plan that this belongs to.
"""

from __future__ import annotations

import torch
from torch import Tensor

from sevenhex.nets.model import LEAST_CHANCE

TINY = 1e-9


def draw(scores: Tensor, allowed: Tensor, count: int, noise: Tensor) -> tuple[Tensor, Tensor]:
    """For each row `count` different choices by the policy's chances, and by how much each was drawn (its logarithm and its luck).

    `noise` is uniform between 0 and 1, one number for each choice. Where fewer are allowed, what is not comes last, with LEAST_CHANCE.
    """
    luck = -torch.log(-torch.log(noise.clamp(TINY, 1 - 1e-7)))
    logs = torch.log_softmax(scores.masked_fill(~allowed, LEAST_CHANCE), dim=1)
    drawn, tried = (logs + luck).masked_fill(~allowed, LEAST_CHANCE).topk(min(count, scores.shape[1]), dim=1)
    return tried, drawn


def keep(tried: Tensor, drawn: Tensor, worths: Tensor, scale: float, count: int) -> tuple[Tensor, Tensor, Tensor]:
    """The `count` best of the tried choices: their places among them, and both columns again."""
    place = torch.where(drawn > LEAST_CHANCE / 2, drawn + scale * worths, drawn).topk(count, dim=1).indices
    return place, tried.gather(1, place), drawn.gather(1, place)


def target(scores: Tensor, allowed: Tensor, tried: Tensor, worths: Tensor, value: Tensor, scale: float) -> Tensor:
    """What the policy should be: e times likelier for every 1/`scale` of a chance to win by which a choice is better.

    `worths` are the chances to win after the tried choices, `value` what the network says of the position. A choice that was not tried is
    worth the mean of both: of the value, and of the tried choices by their share of the policy.
    """
    masked = scores.masked_fill(~allowed, LEAST_CHANCE)
    policy = torch.softmax(masked, dim=1)
    real = allowed.gather(1, tried)
    share = policy.gather(1, tried) * real
    known = share.sum(dim=1, keepdim=True)
    mean = (share * worths).sum(dim=1, keepdim=True) / known.clamp(min=TINY)
    unknown = torch.where(known > TINY, (value[:, None] + mean) / 2, value[:, None])
    completed = unknown.expand_as(scores).scatter(1, tried, torch.where(real, worths, unknown.expand_as(worths)))
    return torch.softmax(masked + (scale * (completed - unknown)).masked_fill(~allowed, 0.0), dim=1)
