"""The offers of a game: each that was made against the best that could have been, and every turn that ended without one.

Who trades well gains by what is offered, and what is never offered is never refused: both count. An offer is worth what it promises by
the judge of trades (`bots/trades.py`) with what its seat knew, and as seldom as offers are closed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sevenhex.bots.trades import Bundle, TradeJudge
from sevenhex.rules import engine
from sevenhex.rules.actions import get_of, give_of, kind_of, trade
from sevenhex.rules.ids import Kind, Phase

if TYPE_CHECKING:
    from sevenhex.bots.lookahead import Lookahead
    from sevenhex.game.game import Game

    from .decisions import Decision

CLOSED = 0.5  # of the offers that planner, scholar and master make (0.48 of 345), whatever the judge thinks of them
MOMENTS = (Kind.OFFER, Kind.END)  # when it is known what was offered, and what was not


@dataclass(frozen=True)
class Bid:
    """A moment when something could be offered."""

    n: int
    seat: int
    turn: int
    action: int  # what was done: an offer, or the end of the turn
    better: int  # the best offer
    chance: float  # to win, before it
    gain: float  # what the best offer may be expected to add to that
    own: float  # what was done added by the same count: nothing where the turn ended

    @property
    def lost(self) -> float:
        return self.gain - self.own


def bids(ahead: Lookahead, game: Game, found: Iterable[Decision], worlds: int) -> list[Bid]:
    """Of these decisions those about offers, where an offer was to be gained by. What was offered before in the turn counts as refused."""
    judged = []
    for each in found:
        if kind_of(each.action) not in MOMENTS or not may_offer(each):
            continue
        ahead.forget()
        roots = ahead.put(each.view, each.worlds[:worlds])
        chance = float(ahead.judge(0, len(roots), policy=False).chances.mean(axis=0)[each.seat])
        promises = TradeJudge(ahead, each.seat, roots).offers(without=offered(game, each.n, each.seat))
        best = max(promises, key=lambda bundle: promises[bundle].gain, default=None)
        if best is None or promises[best].gain <= 0.0:
            continue
        own = promises.get(bundle_of(each.action))
        better = int(trade(Kind.OFFER, *best, promises[best].recipients))
        judged.append(
            Bid(each.n, each.seat, each.turn, each.action, better, chance, CLOSED * promises[best].gain, CLOSED * own.gain if own else 0.0)
        )
    return judged


def may_offer(one: Decision) -> bool:
    """Is the seat in its turn, with nothing on the table?"""
    state = one.worlds[0]
    return (
        int(state["phase"][0]) == Phase.MAIN
        and int(state["actor"][0]) == one.seat
        and int(state["offer"][0]) == 0
        and bool(engine.domestic_trade_is_open(state))
    )


def bundle_of(action: int) -> Bundle:
    return int(give_of(action)), int(get_of(action))


def offered(game: Game, n: int, seat: int) -> set[Bundle]:
    """What the seat has offered in this turn before entry `n`."""
    turn, found = int(game.states[n]["turn"][0]), set()
    for place in range(n - 1, -1, -1):
        if int(game.states[place]["turn"][0]) != turn:
            break
        by, action = game.log[place]
        if by == seat and kind_of(action) == Kind.OFFER:
            found.add(bundle_of(action))
    return found
