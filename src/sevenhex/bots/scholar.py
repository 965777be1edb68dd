"""Plans of the own turn, tested against each other in imagined worlds, and trades as part of the plan."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenhex.rules.ids import Phase
from sevenhex.rules.state import RECORD

from . import minds
from .protocol import Limit
from .search.memory import Effort
from .search.rollouts import Candidates, Test, rank, test_plans
from .search.selfplay import SEARCH, Table
from .search.trading import trade_gladly
from .search.turn import PLANS, best_plan, first_action, search_turn
from .thinker import BUNDLES, Thinker, memory_of, shared_desk

if TYPE_CHECKING:
    from sevenhex.views import View

SEARCHED = (Phase.MAIN, Phase.ROLL, Phase.FREE_ROADS)
EFFORT = Effort(width=20, depth=8, plans=10)
AGAIN = EFFORT._replace(plans=1)  # behind an offer only the best plan counts
# Levels are numbers of positions. Worlds in which the turn is searched, and offers after each of which the turn is searched again:
WORLDS = {"quick": 1, "normal": 4, "deep": 8}
BARGAINS = {"quick": 2, "normal": 4, "deep": 4}
# Close decisions played on by players who plan and trade: how often each candidate in the first round (0: never), and in how many worlds.
TESTS = {"quick": 0, "normal": 0, "deep": 32}
TEST_WORLDS = 32
CANDIDATES, CLOSE = 3, 0.03
TEST_ROUNDS = 1  # of the table: others answer, and dice blur little
TEST_EFFORT = Effort(4, 4, 1)
TRUST = 1.0  # in the judgement at first sight, against the mean of the play-outs
CORNERS, OPENING_TESTS, OPENING_ROUNDS = 6, 8, 4  # of the set-up that are played on, how often at first, and how far


class Scholar(Thinker):
    name = "scholar"
    title = "Scholar"
    description = (
        "A very strong opponent. It imagines what the hidden cards may be, searches its turn in those worlds, and searches it again behind "
        "every trade that somebody should like, so that it offers what opens the best turn. It counts cards, counters offers, "
        "and never helps whoever is about to win. At its deep level it also plays close decisions on through the others' turns."
    )
    mind_name = "scholar"
    offers_a_turn = 3
    least_gain = 0.008
    counters = True

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.note_turn(view)
        if self.is_asked(view):
            return self.answer(view, legal)
        if view.phase == Phase.SETUP_SETTLEMENT and TESTS[self.level]:
            return self.open(view, legal)
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
        plans, worths, bests = self.plans(view, worlds)
        offer = self.bargain(view, worlds, bests)
        if offer:
            return offer
        order = sorted(worths, key=lambda action: -worths[action])[:CANDIDATES]
        close = [action for action in order if worths[order[0]] - worths[action] < CLOSE]
        if len(close) == 1 or TESTS[self.level] == 0:
            return order[0]
        paths = np.array([plans[action] for action in close])
        return close[self.test(view, paths, [worths[action] for action in close], TESTS[self.level], TEST_ROUNDS)]

    def plans(self, view: View, worlds: Any) -> tuple[dict[int, Any], dict[int, float], list[float]]:
        """For each first action its best plan and that plan's mean worth over the worlds; and the best worth in each world."""
        desk = shared_desk()
        mind = minds.mind(self.mind_name, view.players)
        found: dict[int, tuple[float, Any]] = {}
        worths: dict[int, float] = {}
        bests, leasts = [], 0.0
        for world in worlds:
            desk.memory.states[0] = world
            number = int(search_turn(desk, view.seat, mind, EFFORT))
            best: dict[int, float] = {}
            for plan in range(PLANS, PLANS + number):
                action, worth = int(first_action(desk, plan)), float(desk.values[plan])
                best[action] = max(best.get(action, 0.0), worth)
                if worth > found.get(action, (-1.0, None))[0]:
                    found[action] = (worth, desk.paths[plan].copy())
            least = min(best.values())  # a plan that this world did not bring up is at most as good as the worst that it did
            for action in worths.keys() | best.keys():
                worths[action] = worths.get(action, leasts) + best.get(action, least)
            leasts += least
            bests.append(max(best.values()))
        return {action: path for action, (_, path) in found.items()}, {each: worths[each] / len(worlds) for each in worths}, bests

    def bargain(self, view: View, worlds: Any, bests: list[float]) -> int:
        """The offer after which the turn is worth most more than without it, or 0. It is for everybody who is not about to win."""
        if not self.may_offer(view):
            return 0
        desk = shared_desk()
        mind = minds.mind(self.mind_name, view.players)
        best, chosen = self.least_gain, 0
        for offer in self.promising(view, worlds, BARGAINS[self.level]):
            gain = 0.0
            for world, without in zip(worlds, bests, strict=True):
                desk.memory.states[0] = world
                if trade_gladly(view.seat, mind, desk.memory, offer):
                    number = search_turn(desk, view.seat, mind, AGAIN)
                    gain += float(desk.values[best_plan(desk, number)]) - without
            if gain / len(worlds) > best:
                best, chosen = gain / len(worlds), offer
        if chosen:
            self.offered.add(self.pair(chosen))
        return chosen

    def open(self, view: View, legal: list[int]) -> int:
        """A settlement of the set-up: the most promising corners are played on."""
        memory = memory_of(next(self.worlds(view))[0])
        actions, worths = np.array(legal), np.zeros(len(legal))
        rank(view.seat, minds.mind(self.mind_name, view.players), memory, actions, worths)
        order = np.argsort(-worths, kind="stable")[:CORNERS]
        return int(actions[order[self.test(view, single(actions[order]), worths[order], OPENING_TESTS, OPENING_ROUNDS)]])

    def test(self, view: View, paths: Any, priors: Any, tests: int, rounds: int) -> int:
        """The path whose play-outs end best: each round tests twice as often the half that did better."""
        players = view.players
        table = Table(np.stack([minds.mind(self.mind_name, players)] * players), np.full(players, SEARCH), np.ones(players, np.int64))
        worlds, sums = self.imagine(view, TEST_WORLDS), np.zeros(BUNDLES)
        found = Candidates(paths, np.zeros(len(paths)), np.zeros(len(paths)), np.ones(len(paths), np.bool_))
        test = Test(self.number(view) & 0xFFFFFFFF, 0, tests, rounds * players, TEST_EFFORT, self.least_gain)
        while found.alive.sum() > 1:
            test_plans(worlds, view.seat, found, table, shared_desk(), sums, test)
            test = test._replace(first=test.first + test.tests, tests=2 * test.tests)
            means = np.where(found.alive, found.scores / np.maximum(found.counts, 1) + TRUST * np.asarray(priors), -1.0)
            found.alive[np.argsort(-means, kind="stable")[int(found.alive.sum() + 1) // 2 :]] = False
        return int(np.argmax(found.alive))


def single(actions: Any) -> Any:
    """Each action as a plan of its own."""
    paths = np.zeros((len(actions), 2), np.int64)
    paths[:, 0] = 1
    paths[:, 1] = actions
    return paths
