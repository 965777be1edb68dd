"""Plans the whole turn: every sequence of own actions that is worth a look, with chance weighed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules.ids import Kind, Phase

from . import minds
from .protocol import Limit
from .search.turn import best_plan, first_action, search_turn
from .thinker import Thinker, shared_desk

if TYPE_CHECKING:
    from sevenhex.views import View

SEARCHED = (Phase.MAIN, Phase.ROLL, Phase.FREE_ROADS)
WIDTHS = {"quick": 4, "normal": 12, "deep": 32}
OFFER_WORLDS = 2  # imagined hands that an offer is judged by
DEPTHS = {"quick": 4, "normal": 6, "deep": 9}


class Planner(Thinker):
    name = "planner"
    title = "Planner"
    description = (
        "Searches its whole turn before it moves: which trades with the supply, builds and cards in which order leave it best placed, "
        "draws and steals weighed by their chances. It counts cards, offers and accepts trades that gain, counters "
        "others, and refuses whoever is about to win. A strong club player who answers within a few milliseconds."
    )
    mind_name = "planner"
    offers_a_turn = 1
    least_gain = 0.02
    counters = True

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.note_turn(view)
        if self.is_asked(view):
            return self.answer(view, legal)
        if view.phase not in SEARCHED:
            return self.one_step(view)
        action = int(Kind.END) if legal == [Kind.END] else self.search(view)
        return action if action != Kind.END else self.offer(view, OFFER_WORLDS) or action

    def search(self, view: View) -> int:
        memory, beam, paths, values = shared_desk()
        memory[0][0] = next(self.worlds(view))[0]
        mind = minds.mind(self.mind_name, view.players)
        width, depth = WIDTHS[self.level], DEPTHS[self.level]
        found = search_turn(memory[0], view.seat, mind, memory, beam, paths, values, width, depth, 1)
        return int(first_action(memory[0][0], paths, best_plan(values, found)))
