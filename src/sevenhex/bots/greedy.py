"""Wants points now: builds what it can, by rank, on the place with the best numbers; otherwise it improvises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.search.eagerness import ORDINARY, chances, eagerness

from .protocol import Bot, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

__all__ = ["Greedy", "chances"]


class Greedy(Bot):
    name = "greedy"
    title = "Greedy"
    description = (
        "Grabs points as soon as they can be paid for: a city before a settlement before a card, on the corners with the best numbers, "
        "and sends the robber to the leader. It plans nothing, saves for nothing and takes trades as they come. "
        "A friendly first opponent for somebody who has just learned the rules."
    )
    levels = ("normal",)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        weights = [self.weigh(view, action) for action in legal]
        target = float(self.generator(view).random()) * sum(weights)
        for action, weight in zip(legal, weights, strict=True):
            target -= weight
            if target <= 0:
                return action
        return legal[-1]

    def weigh(self, view: View, action: int) -> float:
        """How much likelier it does this than an ordinary action."""
        return int(eagerness(view.state[0], action)) / ORDINARY
