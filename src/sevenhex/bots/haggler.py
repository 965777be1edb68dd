"""How bots trade with people at the table: a simple offer once a turn, an answer with a reason, a counteroffer instead of a plain no.

A `Haggler` stands around one of the named bots and leaves the building to it. The gentle ones, who offer nothing unasked, trade by
its rules; the others keep their own and only say why they refuse. The named bots of the arena stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sevenhex.rules import engine
from sevenhex.rules.actions import first, get_of, give_of, kind_of, trade
from sevenhex.rules.cards import count, covers, one, total
from sevenhex.rules.ids import RESOURCES, Kind
from sevenhex.search.trading import is_near_winning

from . import plans
from .bargaining import Bargaining, is_asked
from .protocol import Bot, Limit

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

    from .plans import Plan

GENTLE = ("random", "greedy", "gentle", "steady")  # they make no offers of their own
BY_VALUE = ("gentle", "steady")  # they answer by what a trade is worth to them
FEW = 2  # missing cards at most for which it is worth asking
AHEAD = 2  # points by which somebody leads who gets a "you are ahead"
FORGETS = 3  # own turns after which an offer that nobody wanted is made again
REMARKS = ("too_much", "ahead", "need_it", "no_use", "not_now")  # why an offer is refused, as the page says it


class Haggler(Bot):
    """A bot of ours at a table with people."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name, self.level, self.seed = bot, bot.name, bot.level, bot.seed  # type: ignore[misc]
        self.is_gentle = bot.name in GENTLE
        self.bargaining = Bargaining(1)
        self.refused: dict[tuple[int, int], int] = {}  # an own offer, and the turn in which it was made
        self.remark = ""  # why the last offer was refused; empty after anything else

    def close(self) -> None:
        self.bot.close()

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        self.remark = ""
        self.bargaining.begin(view)
        if not self.is_gentle:
            return self.explained(view, self.bot.choose(view, legal, limit))
        if is_asked(view):
            return self.explained(view, self.answer(view, legal, limit))
        closing = self.close_deal(view, legal)
        if closing is not None:
            return closing
        action = self.bot.choose(view, legal, limit)
        return (self.offer(view) or action) if kind_of(action) == Kind.END else action

    # --- own offers

    def offer(self, view: View) -> int:
        """One card to spare for one that is missing, to all who are not about to win; 0 where there is nothing to ask for."""
        if not self.bot.trades or not self.bargaining.may_offer(view):
            return 0
        plan = plans.plan(view)
        if plan is None or not 0 < plan.lacks <= FEW or not any(plan.spare):
            return 0
        state = view.state[0]
        recipients = sum(1 << seat for seat in self.others(view) if not is_near_winning(state, seat) and view.hand_sizes[seat])
        get = one(max(range(RESOURCES), key=lambda kind: plan.missing[kind]))
        give = one(max(range(RESOURCES), key=lambda kind: plan.spare[kind]))
        made = self.refused.get((give, get), -FORGETS * view.players)
        if not recipients or view.turn - made < FORGETS * view.players:
            return 0
        offer = int(trade(Kind.OFFER, give, get, recipients))
        self.bargaining.remember(offer)
        self.refused[give, get] = view.turn
        return offer

    def close_deal(self, view: View, legal: list[int]) -> int | None:
        """What came of the own offer: the partner who is furthest behind, a counteroffer that helps, or nothing."""
        points = view.state["points"][0]
        takers = [action for action in legal if kind_of(action) == Kind.CONFIRM]
        if takers:
            return min(takers, key=lambda action: int(points[first(action)]))
        state, plan = view.state[0], plans.plan(view)
        for action in legal:
            if kind_of(action) == Kind.TAKE:
                proposed = int(state["proposal"][first(action)])
                if plan is not None and self.is_good(view, plan, int(first(action)), int(get_of(proposed)), int(give_of(proposed))):
                    return action
        for kind in (Kind.DECLINE, Kind.WITHDRAW):
            for action in legal:
                if kind_of(action) == kind and view.actor == view.seat:
                    return action
        return None

    # --- answers

    def answer(self, view: View, legal: list[int], limit: Limit) -> int:
        """Take what helps, ask for something better where that could help both, refuse the rest."""
        state, plan = view.state[0], plans.plan(view)
        offer = int(state["offer"])
        give, get = int(get_of(offer)), int(give_of(offer))  # as seen from here
        if Kind.ACCEPT in legal:
            if self.bot.name in BY_VALUE:
                if self.bot.choose(view, legal, limit) == Kind.ACCEPT:
                    return int(Kind.ACCEPT)
            elif plan is not None and self.is_good(view, plan, view.actor, give, get):
                return int(Kind.ACCEPT)
        counter = 0 if plan is None else self.counter(view, plan, give, get)
        return counter or int(Kind.REFUSE)

    def is_good(self, view: View, plan: Plan, other: int, give: int, get: int) -> bool:
        """Is this exchange good: it fills a gap, or brings as many cards for such that are to spare; never with somebody about to win."""
        if is_near_winning(view.state[0], other) or total(give) > total(get) + 1:
            return False
        return plans.spares(plan, give) and (plans.helps(plan, get) or total(get) > total(give))

    def counter(self, view: View, plan: Plan, give: int, get: int) -> int:
        """One of the cards that are asked for, where it is to spare, for one that is missing: once a turn."""
        if self.bargaining.has_countered or is_near_winning(view.state[0], view.actor) or not 0 < plan.lacks <= FEW:
            return 0
        _low, high = view.ranges
        for mine in range(RESOURCES):
            if not count(give, mine) or not plan.spare[mine]:
                continue
            for wanted in sorted(range(RESOURCES), key=lambda kind: -plan.missing[kind]):
                possible = wanted != mine and plan.missing[wanted] and count(int(high[view.actor]), wanted)
                if possible and (one(mine), one(wanted)) != (give, get):
                    counter = int(trade(Kind.COUNTER, one(mine), one(wanted), 0))
                    if engine.is_legal(view.state, view.own_seat, counter):
                        self.bargaining.has_countered = True
                        return counter
        return 0

    # --- reasons

    def explained(self, view: View, action: int) -> int:
        """The action; a refusal gets its reason."""
        if kind_of(action) == Kind.REFUSE:
            self.remark = why(view)
        return action

    @staticmethod
    def others(view: View) -> list[int]:
        return [seat for seat in range(view.players) if seat != view.seat]


def why(view: View) -> str:
    """Why this seat refuses the offer, as it would say it: one of `REMARKS`."""
    state, plan = view.state[0], plans.plan(view)
    offer = int(state["offer"])
    give, get, points = int(get_of(offer)), int(give_of(offer)), state["points"][: view.players].tolist()
    leads = points[view.actor] == max(points) and points[view.actor] >= points[view.seat or 0] + AHEAD
    if leads or is_near_winning(state, view.actor):
        return "ahead"
    if total(give) > total(get):
        return "too_much"
    if plan is not None and covers(int(state["hand"][view.seat or 0]), give):
        if not plans.spares(plan, give):
            return "need_it"
        if not plans.helps(plan, get):
            return "no_use"
    return "not_now"


def seated(name: str, level: str = "normal", seed: int = 0) -> Haggler:
    """One of our own bots as it plays with people: `make_own`, and it haggles."""
    from . import make_own

    return Haggler(make_own(name, level, seed))
