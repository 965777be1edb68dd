"""The policy that a search asks for is better than the one it began with, by what the search found."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from sevenhex.learn.improvement import draw, keep, target  # noqa: E402
from sevenhex.nets.model import LEAST_CHANCE  # noqa: E402


def table(rows: int = 200, choices: int = 12, seed: int = 1):
    torch.manual_seed(seed)
    scores, allowed = torch.randn(rows, choices) * 2, torch.rand(rows, choices) < 0.6
    allowed[:, 0] = True
    return scores, allowed, torch.rand(rows, choices)  # and what each choice is really worth


def test_different_choices_are_drawn_by_the_policys_chances():
    scores, allowed = torch.tensor([[1.0, 0.0, 3.0, 9.0]]).repeat(20_000, 1), torch.tensor([[True, True, True, False]]).repeat(20_000, 1)
    tried, drawn = draw(scores, allowed, 4, torch.rand(scores.shape, generator=torch.Generator().manual_seed(2)))
    assert (tried.sort(dim=1).values == torch.arange(4)).all()
    assert (tried[:, 3] == 3).all()
    assert (drawn[:, 3] == LEAST_CHANCE).all()
    found = torch.bincount(tried[:, 0], minlength=4) / len(tried)
    wanted = torch.softmax(scores[0].masked_fill(~allowed[0], LEAST_CHANCE), dim=0)
    assert torch.allclose(found, wanted, atol=0.02)


def test_what_was_found_better_is_kept():
    tried, drawn = torch.tensor([[4, 2, 7, 1]]), torch.tensor([[0.5, 0.4, 0.3, LEAST_CHANCE]])
    worths = torch.tensor([[0.1, 0.2, 0.3, 1.0]])
    place, left, _ = keep(tried, drawn, worths, 100.0, 2)
    assert left.tolist() == [[7, 2]]
    assert place.tolist() == [[2, 1]]
    assert keep(tried, drawn, worths, 0.0, 2)[1].tolist() == [[4, 2]]


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_the_target_is_a_better_policy(count):
    scores, allowed, worth = table()
    policy = torch.softmax(scores.masked_fill(~allowed, LEAST_CHANCE), dim=1)
    value = (policy * worth).sum(dim=1)
    tried, _ = draw(scores, allowed, count, torch.rand(scores.shape))
    found = target(scores, allowed, tried, worth.gather(1, tried), value, 20.0)
    assert torch.allclose(found.sum(dim=1), torch.ones(len(found)), atol=1e-5)
    assert (found[~allowed] < 1e-6).all()
    # what was not tried is believed to be worth the value; by that belief no row is worse than before, and on the whole much is better
    real = allowed.gather(1, tried)
    mean = ((policy.gather(1, tried) * real) * worth.gather(1, tried)).sum(1) / (policy.gather(1, tried) * real).sum(1)
    believed = ((value + mean) / 2)[:, None].expand_as(worth).scatter(1, tried, worth.gather(1, tried))
    believed = torch.where(allowed, believed, torch.zeros(()))
    assert ((found * believed).sum(1) >= (policy * believed).sum(1) - 1e-5).all()
    assert ((found - policy) * worth).sum(1).mean() > 0.01


def test_like_worths_leave_the_policy_as_it_is():
    scores, allowed, _ = table()
    tried, _ = draw(scores, allowed, 4, torch.rand(scores.shape))
    found = target(scores, allowed, tried, torch.full(tried.shape, 0.3), torch.full((len(scores),), 0.3), 50.0)
    assert torch.allclose(found, torch.softmax(scores.masked_fill(~allowed, LEAST_CHANCE), dim=1), atol=1e-5)
