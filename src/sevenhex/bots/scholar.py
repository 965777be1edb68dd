"""Plans of the own turn, compared in several imagined worlds, and trades as part of the plan."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenhex.rules.ids import Phase
from sevenhex.rules.state import RECORD
from sevenhex.search.memory import SearchEffort
from sevenhex.search.trading import accept_with_margin
from sevenhex.search.turn import PLANS, best_plan, first_action, search_turn

from . import minds
from .bargaining import is_asked
from .protocol import Limit
from .thinker import Thinker, shared_desk

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

SEARCHED = (Phase.MAIN, Phase.ROLL, Phase.FREE_ROADS)
EFFORT = SearchEffort(width=20, depth=8, plans=10)
AGAIN = EFFORT._replace(plans=1)  # behind an offer only the best plan counts
# Levels are numbers of positions. Worlds in which the turn is searched, and offers after each of which the turn is searched again:
WORLDS = {"quick": 1, "normal": 4}
BARGAINS = {"quick": 0, "normal": 4}


class Scholar(Thinker):
    name = "scholar"
    title = "Scholar"
    description = (
        "A very strong opponent. It imagines what the hidden cards may be, searches its turn in those worlds, and searches it again behind "
        "every trade that another player should like, so that it offers what opens the best turn. It counts cards, counters offers, "
        "and never helps a player who is about to win."
    )
    mind_name = "scholar"
    offers_a_turn = 3
    least_gain = 0.008
    counters = True

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.begin(view, legal)
        if is_asked(view):
            return self.answer(view, legal)
        if view.phase in SEARCHED:
            return self.search(view)
        return self.one_step(view)

    def imagine(self, view: View, number: int) -> Any:
        """Some worlds that agree with the view."""
        worlds = np.zeros(number, RECORD)
        for place, world in enumerate(islice(self.worlds(view), number)):
            worlds[place] = world[0]
        return worlds

    def search(self, view: View) -> int:
        """An offer that makes the turn worth more, or else the first action of the best plan."""
        worlds = self.imagine(view, WORLDS[self.level])
        worths, bests = self.plans(view, worlds)
        return self.bargain(view, worlds, bests) or max(worths, key=lambda action: worths[action])

    def plans(self, view: View, worlds: Any) -> tuple[dict[int, float], list[float]]:
        """For each first action the worth of the best plan, in the mean over the worlds; and the best worth in each world."""
        desk = shared_desk()
        mind = minds.mind(self.mind_name, view.players)
        worths: dict[int, float] = {}
        bests, leasts = [], 0.0
        for world in worlds:
            desk.memory.states[0] = world
            number = int(search_turn(desk, view.own_seat, mind, EFFORT))
            best: dict[int, float] = {}
            for plan in range(PLANS, PLANS + number):
                action, worth = int(first_action(desk, plan)), float(desk.values[plan])
                best[action] = max(best.get(action, 0.0), worth)
            least = min(best.values())  # a plan that this world did not bring up is at most as good as the worst that it did
            for action in worths.keys() | best.keys():
                worths[action] = worths.get(action, leasts) + best.get(action, least)
            leasts += least
            bests.append(max(best.values()))
        return {each: worths[each] / len(worlds) for each in worths}, bests

    def bargain(self, view: View, worlds: Any, bests: list[float]) -> int:
        """The offer after which the turn is worth most more than without it, or 0. It is for everybody who is not about to win."""
        if not (BARGAINS[self.level] and self.may_offer(view)):
            return 0
        desk = shared_desk()
        mind = minds.mind(self.mind_name, view.players)
        best, chosen = self.least_gain, 0
        for offer in self.promising(view, worlds, BARGAINS[self.level]):
            gain = 0.0
            for world, without in zip(worlds, bests, strict=True):
                desk.memory.states[0] = world
                if accept_with_margin(view.own_seat, mind, desk.memory, offer):
                    number = search_turn(desk, view.own_seat, mind, AGAIN)
                    gain += float(desk.values[best_plan(desk, number)]) - without
            if gain / len(worlds) > best:
                best, chosen = gain / len(worlds), offer
        if chosen:
            self.bargaining.remember(chosen)
        return chosen
