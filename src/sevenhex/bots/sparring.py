"""A quick partner to learn against: what `steady` would do, by a few traits of each action (search/sparring.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sevenhex.search import sparring

from .protocol import Bot, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View


class Sparring(Bot):
    name = "sparring"
    title = "Sparring"
    description = (
        "Made for learning environments, where it plays inside a step on CPU and GPU: it does at once what Steady would probably do, "
        "plans nothing and makes no offers."
    )
    levels = ("normal",)

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        assert view.seat is not None
        listed = np.array(legal, np.int64)
        return int(sparring.choose_one(view.state, view.seat, listed, len(listed)))
