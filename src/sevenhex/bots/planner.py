"""Plans the whole turn: every sequence of own actions that is worth a look, with chance weighed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules.ids import Kind, Phase
from sevenhex.search.memory import SearchEffort
from sevenhex.search.turn import plan_turn

from . import minds
from .bargaining import is_asked
from .protocol import Limit
from .thinker import Thinker, shared_desk

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

SEARCHED = (Phase.MAIN, Phase.ROLL, Phase.FREE_ROADS)
OFFER_WORLDS = 2  # imagined hands that an offer is judged by
EFFORTS = {"quick": SearchEffort(2, 2, 1), "normal": SearchEffort(12, 6, 1)}


class Planner(Thinker):
    name = "planner"
    title = "Planner"
    description = (
        "Searches its whole turn before it moves: which trades with the supply, builds and cards in which order leave it best placed, "
        "draws and steals weighed by their chances. It counts cards, offers and accepts trades that gain, counters "
        "others, and refuses trades with a player who is about to win. A strong club player who answers within a few milliseconds."
    )
    mind_name = "planner"
    offers_a_turn = 1
    least_gain = 0.02
    counters = True

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.begin(view, legal)
        if is_asked(view):
            return self.answer(view, legal)
        if view.phase not in SEARCHED:
            return self.one_step(view)
        action = int(Kind.END) if legal == [Kind.END] else self.search(view)
        return action if action != Kind.END else self.offer(view, OFFER_WORLDS) or action

    def search(self, view: View) -> int:
        desk = shared_desk()
        desk.memory.states[0] = next(self.worlds(view))[0]
        return int(plan_turn(desk, view.own_seat, minds.mind(self.mind_name, view.players), EFFORTS[self.level]))
