"""What the bots with a hand-made evaluation share: worlds that agree with the view, offers, answers, and one step of thought."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sevenhex.knowledge.sample import worlds
from sevenhex.rules.ids import RESOURCES, Kind
from sevenhex.rules.state import State
from sevenhex.search.memory import Desk, Memory
from sevenhex.search.policy import decide
from sevenhex.search.trading import SHAPES, best_counter, best_offer, consider_offers, gain_by_accepting
from sevenhex.search.turn import desk

from . import minds
from .bargaining import Bargaining, broken_promises
from .protocol import Bot

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

BUNDLES = RESOURCES * RESOURCES * SHAPES * RESOURCES


desks = threading.local()


def shared_desk() -> Desk:
    """Memory to think in. One thought at a time uses it, so one is enough for a thread (compiled code runs beside other threads)."""
    if not hasattr(desks, "own"):
        desks.own = desk()
    found: Desk = desks.own
    return found


def memory_of(world: Any) -> Memory:
    """The same without what a search needs; the world is the position to think about."""
    memory = shared_desk().memory
    memory.states[0] = world
    return memory


class Thinker(Bot):
    """A bot that imagines the hidden cards, weighs what it could do, and remembers what was offered in this turn."""

    mind_name: ClassVar[str] = ""
    offers_a_turn: ClassVar[int] = 0
    least_gain: ClassVar[float] = 0.01  # of an offer or counteroffer, in chances to win
    counters: ClassVar[bool] = False

    def __init__(self, level: str = "normal", seed: int = 0) -> None:
        super().__init__(level, seed)
        self.bargaining = Bargaining(self.offers_a_turn)
        self.void: dict[str, list[int]] = {}  # promises that other seats cannot keep

    def begin(self, view: View, legal: list[int]) -> None:
        self.void = broken_promises(view, legal)
        self.bargaining.begin(view)

    def worlds(self, view: View) -> Iterator[State]:
        """States that agree with the view, always the same ones for the same view."""
        return worlds(view, self.generator(view), self.void)

    # --- trade

    def answer(self, view: View, legal: list[int]) -> int:
        """Accept what gains, counter what could, refuse the rest."""
        memory = memory_of(next(self.worlds(view))[0])
        mind = minds.mind(self.mind_name, view.players)
        seat = view.own_seat
        if Kind.ACCEPT in legal and gain_by_accepting(seat, mind, memory) > 0.0:
            return int(Kind.ACCEPT)
        if self.counters and not self.bargaining.has_countered:
            counter = int(best_counter(seat, mind, memory, self.least_gain, 0.0))
            if counter:
                self.bargaining.has_countered = True
                return counter
        return int(Kind.REFUSE)

    def may_offer(self, view: View) -> bool:
        return self.trades and self.bargaining.may_offer(view)

    def promising(self, view: View, worlds: Any, most: int, least: float = 0.0) -> list[int]:
        """Offers that somebody should accept and that promise us more than the least, the best first; none twice in a turn."""
        memory = shared_desk().memory
        mind = minds.mind(self.mind_name, view.players)
        sums = np.zeros(BUNDLES)
        for world in worlds:
            memory.states[0] = world
            consider_offers(view.own_seat, mind, memory, 0.0, sums)
        found: list[int] = []
        while len(found) < most:
            offer = int(best_offer(view.own_seat, memory, sums, len(worlds), least))
            if not offer:
                break
            if self.bargaining.is_new(offer):
                found.append(offer)
            sums[int(np.argmax(sums))] = 0.0
        return found

    def offer(self, view: View, number: int) -> int:
        """The best offer not made yet in this turn, or 0."""
        if not self.may_offer(view):
            return 0
        offers = self.promising(view, [world[0] for world in islice(self.worlds(view), number)], 1, self.least_gain)
        for offer in offers:
            self.bargaining.remember(offer)
        return offers[0] if offers else 0

    # --- one step of thought

    def one_step(self, view: View) -> int:
        """The action that stands best in an imagined world."""
        memory = memory_of(next(self.worlds(view))[0])
        return int(decide(view.own_seat, minds.mind(self.mind_name, view.players), memory))
