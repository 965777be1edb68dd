"""A bot's words in a turn: it repeats no offer and counters once. Which promises of others cannot be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sevenhex.rules import engine
from sevenhex.rules.actions import first, get_of, give_of, kind_of
from sevenhex.rules.ids import Answer, Kind

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View


class Bargaining:
    """One bot's side of the bargains of the present turn."""

    def __init__(self, offers_a_turn: int) -> None:
        self.offers_a_turn = offers_a_turn
        self.turn = (-1, -1)
        self.offered: set[tuple[int, int]] = set()  # cards offered, cards wanted
        self.has_countered = False

    def begin(self, view: View) -> None:
        """A new turn begins new bargains."""
        turn = (view.turn, view.actor)
        if turn != self.turn:
            self.turn = turn
            self.offered.clear()
            self.has_countered = False

    def may_offer(self, view: View) -> bool:
        return (
            len(self.offered) < self.offers_a_turn
            and view.players > 2
            and view.actor == view.seat
            and view.hand_sizes[view.own_seat] > 0
            and bool(engine.domestic_trade_is_open(view.state))
        )

    def is_new(self, offer: int) -> bool:
        return (int(give_of(offer)), int(get_of(offer))) not in self.offered

    def remember(self, offer: int) -> None:
        self.offered.add((int(give_of(offer)), int(get_of(offer))))


def is_asked(view: View) -> bool:
    """Does an offer wait for this seat's answer?"""
    return bool(engine.is_asked(view.state, view.own_seat))


def broken_promises(view: View, legal: list[int]) -> dict[str, list[int]]:
    """The seats that said yes and lack the cards now (they were robbed since), by field of the state: closing is not legal with them."""
    proposals, answers = view.state["proposal"][0], view.state["answer"][0]
    said = {"proposal": (Kind.TAKE, proposals != 0), "answer": (Kind.CONFIRM, answers == Answer.ACCEPTED)}
    if view.actor != view.seat or not any(words.any() for _, words in said.values()) or not engine.domestic_trade_is_open(view.state):
        return {}
    closing = {(kind_of(action), first(action)) for action in legal}
    return {name: [seat for seat in np.flatnonzero(words).tolist() if (kind, seat) not in closing] for name, (kind, words) in said.items()}
