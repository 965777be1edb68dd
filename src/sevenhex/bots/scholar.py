"""The strongest: plans of the own turn, tested against each other in imagined worlds, and trades as part of the plan."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.state import RECORD

from . import minds
from .protocol import Limit
from .thinker import Thinker, shared_desk
from .thought.rollouts import compare, rank
from .thought.turn import PLANS, first_action, search_turn

if TYPE_CHECKING:
    from sevenhex.views import View

SEARCHED = (Phase.MAIN, Phase.ROLL, Phase.FREE_ROADS)
WIDTH, DEPTH, PLANS_KEPT = 20, 8, 10
WORLDS = {"quick": 1, "normal": 4, "deep": 16}
# The opening: how many corners are tried, how often each in the first round, and how far ahead, in rounds of the table.
CORNERS = {"quick": 4, "normal": 8, "deep": 12}
OPENINGS = {"quick": 6, "normal": 16, "deep": 100}
OPENING_ROUNDS = 4


class Scholar(Thinker):
    name = "scholar"
    title = "Scholar"
    description = (
        "The strongest opponent. It imagines what the hidden cards may be, searches its turn in those worlds, and plays the best plans on "
        "through the others' turns before it decides. It counts cards, builds trades into its plans, counters offers, "
        "and never helps whoever is about to win. Even its quick level is hard to beat."
    )
    mind_name = "scholar"
    offers_a_turn = 3
    least_gain = 0.008
    counters = True

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.note_turn(view)
        if self.is_asked(view):
            return self.answer(view, legal)
        if legal == [Kind.END]:
            return self.offer(view, worlds=4) or int(Kind.END)
        if view.phase == Phase.SETUP_SETTLEMENT:
            return self.open(view, legal)
        if view.phase not in SEARCHED:
            return self.one_step(view)
        action = self.search(view)
        if action == Kind.END:
            return self.offer(view, worlds=4) or action
        return action

    def imagine(self, view: View) -> Any:
        """Some worlds that agree with the view."""
        worlds = np.zeros(WORLDS[self.level], RECORD)
        for place, world in enumerate(islice(self.worlds(view), len(worlds))):
            worlds[place] = world[0]
        return worlds

    def search(self, view: View) -> int:
        """The first action whose best plan is worth most over the imagined worlds."""
        memory, beam, paths, values = shared_desk()
        mind = minds.mind(self.mind_name, view.players)
        worths: dict[int, float] = {}
        for world in self.imagine(view):
            memory[0][0] = world
            found = int(search_turn(memory[0], view.seat, mind, memory, beam, paths, values, WIDTH, DEPTH, PLANS_KEPT))
            best: dict[int, float] = {}
            for plan in range(PLANS, PLANS + found):
                action = int(first_action(memory[0][0], paths, plan))
                best[action] = max(best.get(action, 0.0), float(values[plan]))
            least = min(best.values())  # a plan that this world did not bring up is at most as good as the worst that it did
            for action in worths.keys() | best.keys():
                worths[action] = worths.get(action, 0.0) + best.get(action, least)
        return max(worths, key=lambda action: worths[action])

    def open(self, view: View, legal: list[int]) -> int:
        """A settlement of the set-up: the most promising corners are played on, and the better half kept until one is left."""
        memory = shared_desk()[0]
        mind = minds.mind(self.mind_name, view.players)
        memory[0][0] = next(self.worlds(view))[0]
        worths = np.zeros(len(legal))
        actions = np.array(legal)
        rank(memory[0], view.seat, mind, memory, actions, worths)
        order = np.argsort(-worths, kind="stable")[: CORNERS[self.level]]
        paths = np.zeros((len(order), 2), np.int64)
        paths[:, 0] = 1
        paths[:, 1] = actions[order]
        return int(paths[self.test(view, paths, OPENINGS[self.level], OPENING_ROUNDS * view.players), 1])

    def test(self, view: View, paths: Any, tests: int, turns: int) -> int:
        """The path whose play-outs end best: each round tests twice as often the half that did better."""
        memory = shared_desk()[0]
        mind = minds.mind(self.mind_name, view.players)
        worlds = self.imagine(view)
        sums, counts, alive = np.zeros(len(paths)), np.zeros(len(paths)), np.ones(len(paths), np.bool_)
        seed, start = self.number(view) & 0xFFFFFFFF, 0
        while alive.sum() > 1:
            compare(memory[0], worlds, view.seat, paths, sums, counts, alive, mind, memory, seed, start, tests, turns)
            start += tests
            tests *= 2
            means = np.where(alive, sums / np.maximum(counts, 1), -1.0)
            alive[np.argsort(-means, kind="stable")[int(alive.sum() + 1) // 2 :]] = False
        return int(np.argmax(alive))
