"""One careful step at a time, by a hand-made judgement of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules.ids import Kind

from .bargaining import is_asked
from .protocol import Limit
from .thinker import Thinker

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View


class Steady(Thinker):
    name = "steady"
    title = "Steady"
    description = (
        "Opens on corners with good numbers, different resources, a harbor or room to grow, works towards the nearest valuable "
        "build, robs the leader and takes trades that help it. It looks one step ahead and answers at once: "
        "a fair opponent for a family evening."
    )
    levels = ("normal",)
    mind_name = "steady"

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.begin(view, legal)
        if is_asked(view):
            return self.answer(view, legal)
        if legal == [Kind.END]:
            return int(Kind.END)
        return self.one_step(view)
