"""Plays any legal action, each with the same chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .protocol import Bot, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View


class Random(Bot):
    name = "random"
    title = "Random"
    description = (
        "Plays any legal action, each as likely as the other, and never offers a trade. "
        "Good for a first look at the buttons and as the floor that every other opponent is measured from."
    )
    levels = ("normal",)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        return legal[int(self.generator(view).integers(len(legal)))]
