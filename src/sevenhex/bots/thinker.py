"""What the thinking bots share: a world that agrees with the view, the answer to an offer, and the memory of what was refused."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from sevenhex.knowledge.sample import sample
from sevenhex.rules import engine
from sevenhex.rules.actions import first, get_of, give_of, kind_of
from sevenhex.rules.ids import RESOURCES, Answer, Kind
from sevenhex.rules.state import State
from sevenhex.search.memory import Desk, Memory
from sevenhex.search.quick import decide
from sevenhex.search.trading import SHAPES, best_counter, best_offer, consider_offers, gain_by_accepting
from sevenhex.search.turn import desk

from . import minds
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
    """A bot that imagines the hidden cards, weighs what it could do, and keeps in mind what was offered in this turn."""

    mind_name: ClassVar[str] = ""
    offers_a_turn: ClassVar[int] = 0
    least_gain: ClassVar[float] = 0.01  # of an offer or counteroffer, in chances to win
    counters: ClassVar[bool] = False

    def __init__(self, level: str = "normal", seed: int = 0) -> None:
        super().__init__(level, seed)
        self.offered: set[int] = set()  # in this turn
        self.countered = 0
        self.turn = (-1, -1)
        self.void: dict[str, list[int]] = {}  # what other seats have said in a trade and cannot keep, as fields of a state

    # --- what is known

    def worlds(self, view: View) -> Iterator[State]:
        """States that agree with the view, always the same ones for the same view."""
        rng = self.generator(view)
        while True:
            world = sample(view, rng)
            for said, seats in self.void.items():
                world[said][0, seats] = 0
            yield world

    def begin(self, view: View, legal: list[int]) -> None:
        """A new turn, a new bargain."""
        self.void = self.broken_words(view, legal)
        turn = (view.turn, view.actor)
        if turn != self.turn:
            self.turn = turn
            self.offered.clear()
            self.countered = 0

    @staticmethod
    def broken_words(view: View, legal: list[int]) -> dict[str, list[int]]:
        """Who was robbed since may lack what a trade takes: it could be closed now, and is not legal."""
        proposals, answers = view.state["proposal"][0], view.state["answer"][0]
        said = {"proposal": (Kind.TAKE, proposals != 0), "answer": (Kind.CONFIRM, answers == Answer.ACCEPTED)}
        if view.actor != view.seat or not any(words.any() for _, words in said.values()) or not engine.domestic_trade_is_open(view.state):
            return {}
        closing = {(kind_of(action), first(action)) for action in legal}
        return {
            field: [seat for seat in np.flatnonzero(words).tolist() if (kind, seat) not in closing] for field, (kind, words) in said.items()
        }

    # --- trade

    def answer(self, view: View, legal: list[int]) -> int:
        """Accept what gains, counter what could, refuse the rest."""
        memory = memory_of(next(self.worlds(view))[0])
        mind = minds.mind(self.mind_name, view.players)
        seat = view.seat
        if Kind.ACCEPT in legal and gain_by_accepting(seat, mind, memory) > 0.0:
            return int(Kind.ACCEPT)
        if self.counters and self.countered == 0:
            counter = int(best_counter(seat, mind, memory, self.least_gain, 0.0))
            if counter:
                self.countered += 1
                return counter
        return int(Kind.REFUSE)

    def may_offer(self, view: View) -> bool:
        return len(self.offered) < self.offers_a_turn and view.players > 2 and self.may_bargain(view)

    def promising(self, view: View, worlds: Any, most: int, least: float = 0.0) -> list[int]:
        """Offers that somebody should gladly accept and that promise us more than the least, the best first; none twice in a turn."""
        memory = shared_desk().memory
        mind = minds.mind(self.mind_name, view.players)
        sums = np.zeros(BUNDLES)
        for world in worlds:
            memory.states[0] = world
            consider_offers(view.seat, mind, memory, 0.0, sums)
        found: list[int] = []
        while len(found) < most:
            offer = int(best_offer(view.seat, memory, sums, len(worlds), least))
            if not offer:
                break
            if self.pair(offer) not in self.offered:
                found.append(offer)
            sums[int(np.argmax(sums))] = 0.0
        return found

    def offer(self, view: View, number: int) -> int:
        """The best offer not made yet in this turn, or 0."""
        if not self.may_offer(view):
            return 0
        offers = self.promising(view, [world[0] for world in islice(self.worlds(view), number)], 1, self.least_gain)
        self.offered.update(map(self.pair, offers))
        return offers[0] if offers else 0

    @staticmethod
    def pair_of(give: int, get: int) -> int:
        """Two bundles as one number."""
        return give << 20 ^ get

    def pair(self, offer: int) -> int:
        """An offer without its recipients, for remembering."""
        return self.pair_of(int(give_of(offer)), int(get_of(offer)))

    def may_bargain(self, view: View) -> bool:
        return (
            self.trades and view.actor == view.seat and view.hand_sizes[view.seat] > 0 and bool(engine.domestic_trade_is_open(view.state))
        )

    def is_asked(self, view: View) -> bool:
        return bool(engine.is_asked(view.state, view.seat))

    # --- one step of thought

    def one_step(self, view: View) -> int:
        """The action that stands best in an imagined world."""
        memory = memory_of(next(self.worlds(view))[0])
        return int(decide(view.seat, minds.mind(self.mind_name, view.players), memory))
