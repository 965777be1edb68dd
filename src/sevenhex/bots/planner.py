"""Plans the whole turn: every sequence of own actions that is worth a look, with chance weighed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules.ids import Kind, Phase

from . import minds
from .protocol import Limit
from .thinker import Thinker, shared_desk
from .turn import search_turn

if TYPE_CHECKING:
    from sevenhex.views import View

SEARCHED = (Phase.MAIN, Phase.ROLL, Phase.FREE_ROADS)
WIDTHS = {"quick": 4, "normal": 12, "deep": 32}
DEPTHS = {"quick": 4, "normal": 6, "deep": 9}


class Planner(Thinker):
    name = "planner"
    title = "Planner"
    description = (
        "Searches its whole turn before it moves: which trades with the supply, builds and cards in which order leave it best placed, "
        "draws and steals weighed by their chances. It counts cards, accepts trades that gain, offers one where it would finish a build, "
        "and refuses whoever is about to win. A strong club player who answers within a few milliseconds."
    )
    mind_name = "planner"
    offers_a_turn = 1
    least_gain = 0.15

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.note_turn(view)
        if self.is_asked(view):
            return self.answer(view, legal)
        if legal == [Kind.END]:
            return self.offer(view, worlds=2) or int(Kind.END)
        if view.phase not in SEARCHED:
            return self.one_step(view)
        action, _ = self.search(view)
        if action == Kind.END:
            return self.offer(view, worlds=2) or action
        return action

    def search(self, view: View) -> tuple[int, float]:
        memory, beam, firsts, values = shared_desk()
        memory[0][0] = next(self.worlds(view))[0]
        mind = minds.mind(self.mind_name, view.players)
        action, worth = search_turn(
            memory[0], view.seat, mind, memory, beam, firsts, values, WIDTHS[self.level], DEPTHS[self.level]
        )
        return int(action), float(worth)
