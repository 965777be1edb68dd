"""The strongest bot: a network that learnt by playing itself judges what its own turn, chance and trades lead to."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from sevenhex.knowledge.sample import worlds
from sevenhex.nets.network import NetworkError
from sevenhex.nets.shipped import AnyNetwork, shipped
from sevenhex.rules.actions import get_of, give_of, kind_of, trade
from sevenhex.rules.cards import covers
from sevenhex.rules.ids import Kind

from .bargaining import Bargaining, broken_promises, is_asked
from .lookahead import Exchange, Lookahead, Question
from .protocol import Bot, Limit, log
from .scholar import Scholar
from .trades import Bundle, Promise, TradeJudge
from .wholes import Whole, wholes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sevenhex.knowledge.views import View


class MasterEffort(NamedTuple):
    """How much is looked at, counted in positions so that a seed repeats a game."""

    tries: int  # actions that are played on
    samples: int  # times each, in imagined worlds and with dice of their own
    worlds: int  # imagined hands of the others
    rotations: int = 1  # of the island, by which the end of a line and the first choice are judged
    offer_worlds: int = 2  # worlds in which trades are judged
    kept: int = 0  # of these actions so many are looked into again,
    branches: int = 0  # each with so many ways to go on instead of the policy's one,
    depth: int = 0  # so many times over
    rolls: int = 0  # 1: lines are judged after the next roll, in the mean over what may be rolled
    offers: int = 0  # the best so many offers are played on as actions are, and must promise more than the best action
    wary: int = 0  # 1: who is ahead of everybody is not helped more than oneself


EFFORTS = {
    "quick": MasterEffort(tries=1, samples=1, worlds=1, offer_worlds=1),
    "normal": MasterEffort(tries=12, samples=48, worlds=12, rotations=6),
}
OFFERS_A_TURN = 3
TRUST = 0.0005  # in the policy: what an action that it finds e times likelier is worth in chances to win
LEAST_LIKING = -7.0  # of the policy, as a logarithm: what it likes less is not worth the time
LEAST_GAIN = 0.004  # of an offer, in chances to win
ANSWER_GAIN = 0.001
UNKNOWN = -1.0  # the worth of an action that was not looked into


class Tried(NamedTuple):
    """An action that may be chosen."""

    action: int
    worth: float  # the chance to win after it
    liking: float  # the logarithm of the policy's chance for it

    @property
    def score(self) -> float:
        return self.worth + TRUST * self.liking


class Thought(NamedTuple):
    """One decision: the worlds that the seat imagines, in a look-ahead."""

    view: View
    seat: int
    ahead: Lookahead
    roots: list[int]


class Master(Bot):
    name = "master"
    title = "Master"
    description = (
        "The strongest opponent. A network that has played itself many million times judges every position; it looks ahead over its own "
        "turn and chance, imagines what the hidden cards may be, and makes and takes the trades after which its chances to win are better."
    )
    complaints: ClassVar[set[str]] = set()  # about weight files, each logged once

    def __init__(self, level: str = "normal", seed: int = 0) -> None:
        super().__init__(level, seed)
        self.bargaining = Bargaining(OFFERS_A_TURN)
        self.scholar: Scholar | None = None

    @property
    def effort(self) -> MasterEffort:
        return EFFORTS[self.level]

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        network = self.network(view)
        if network is None:
            return self.stand_in().choose(view, legal, limit)
        self.bargaining.begin(view)
        thought = self.imagine(network, view, legal)
        if is_asked(view):
            return self.reply(thought)
        if len(legal) == 1 and kind_of(legal[0]) != Kind.END:
            return legal[0]
        chosen = self.best(thought, legal) if len(legal) > 1 else legal[0]
        if self.trades and self.bargaining.may_offer(view) and kind_of(chosen) not in (Kind.CONFIRM, Kind.TAKE):
            return self.offer(thought, chosen) or chosen
        return chosen

    # --- the network

    def network(self, view: View) -> AnyNetwork | None:
        """The network of this island; without one a sentence is logged once, and `scholar` thinks instead."""
        try:
            return shipped(int(view.state["island"][0]), alone=self.effort.tries == 1)
        except NetworkError as error:
            if str(error) not in self.complaints:
                self.complaints.add(str(error))
                log.warning("master plays like scholar: %s", error)
            return None

    def stand_in(self) -> Scholar:
        if self.scholar is None:
            self.scholar = Scholar(self.level, self.seed)
        return self.scholar

    def imagine(self, network: AnyNetwork, view: View, legal: list[int]) -> Thought:
        """Worlds that agree with the view; all positions are judged with the seat's own cards, also where somebody else acts."""
        assert view.seat is not None
        effort = self.effort
        imagined = islice(worlds(view, self.generator(view), broken_promises(view, legal)), max(effort.worlds, effort.offer_worlds))
        ahead = Lookahead(network, view.state, effort.rotations)
        return Thought(view, view.seat, ahead, ahead.put(view, list(imagined), viewer=view.seat))

    # --- the turn

    def best(self, thought: Thought, legal: list[int]) -> int:
        """The action after which the chances are best; among like ones what the policy likes."""
        return max(self.tried(thought, legal), key=lambda each: each.score).action

    def tried(self, thought: Thought, legal: list[int]) -> list[Tried]:
        """What the policy likes, with the chances after it; a single favourite is not looked into."""
        effort, seat, roots = self.effort, thought.seat, thought.roots
        liked = thought.ahead.favourites(roots[0], seat, legal, effort.tries, LEAST_LIKING)
        if len(liked) == 1:
            return [Tried(liked[0][0], UNKNOWN, liked[0][1])]
        plans = wholes(thought.ahead, roots[0], seat, [action for action, _ in liked])
        worths = self.worths(thought, roots, plans)
        for _ in range(effort.depth):
            best = sorted(plans, key=lambda plan: -worths[plan])[: effort.kept]
            deeper = [plan for plan in thought.ahead.deepen(roots[0], seat, best, effort.branches, LEAST_LIKING) if plan not in worths]
            if not deeper:
                break
            worths |= self.worths(thought, roots, deeper)
            plans = deeper
        best_of: dict[int, float] = {}
        for plan, worth in worths.items():
            best_of[plan[0]] = max(worth, best_of.get(plan[0], 0.0))
        return [Tried(action, best_of[action], liking) for action, liking in liked]

    def worths(self, thought: Thought, roots: Sequence[int], plans: Sequence[Whole]) -> dict[Whole, float]:
        """The seat's chance to win after each plan, in the mean over worlds and dice. One decision has the same dice throughout."""
        effort, before = self.effort, thought.ahead.used
        question = Question(thought.seat, roots, (), self.number(thought.view) & 0xFFFFFFFF, plans)
        (chances,) = thought.ahead.try_out([question], effort.samples, exchanges=False, rolls=bool(effort.rolls))
        thought.ahead.forget(before)
        return dict(zip(plans, chances[:, :, thought.seat].mean(axis=1).tolist(), strict=True))

    # --- trade

    def trade_judge(self, thought: Thought) -> TradeJudge:
        return TradeJudge(thought.ahead, thought.seat, thought.roots[: self.effort.offer_worlds], bool(self.effort.wary))

    def offer(self, thought: Thought, chosen: int) -> int:
        """The offer that promises most, or 0."""
        promises = self.trade_judge(thought).offers(without=self.bargaining.offered)
        gains = {bundle: promise.gain for bundle, promise in promises.items() if promise.gain >= LEAST_GAIN}
        if gains and self.effort.offers:
            gains = self.played_on(thought, promises, gains, chosen)
        give, get = max(gains, key=lambda bundle: gains[bundle], default=(0, 0))
        if not give or gains[give, get] < LEAST_GAIN:
            return 0
        offer = int(trade(Kind.OFFER, give, get, promises[give, get].recipients))
        self.bargaining.remember(offer)
        return offer

    def played_on(self, thought: Thought, promises: dict[Bundle, Promise], gains: dict[Bundle, float], chosen: int) -> dict[Bundle, float]:
        """The best of these offers, each with what the turn is worth after it and without it: both are played on to the turn's end."""
        ahead, seat, effort = thought.ahead, thought.seat, self.effort
        roots = thought.roots[: effort.offer_worlds]
        (without,) = self.worths(thought, roots, wholes(ahead, roots[0], seat, [chosen])).values()
        found = {}
        for bundle in sorted(gains, key=lambda bundle: -gains[bundle])[: effort.offers]:
            give, get = bundle
            partner = max(promises[bundle].partners, key=lambda other: sum(own for own, _ in promises[bundle].partners[other]))
            before = ahead.used
            exchanges = [
                Exchange(root, seat, partner, give, get) for root in roots if covers(int(ahead.pool.states[root]["hand"][partner]), get)
            ]
            after = ahead.exchanged(exchanges, seat)
            liked = ahead.favourites(after[0], seat, ahead.sensible(after[0], seat), effort.tries, LEAST_LIKING)
            plans = wholes(ahead, after[0], seat, [action for action, _ in liked])
            found[bundle] = max(self.worths(thought, after, plans).values()) - without
            ahead.forget(before)
        return found

    def reply(self, thought: Thought) -> int:
        """Accept what improves the own chances, counter what could, refuse the rest."""
        state, judge = thought.view.state[0], self.trade_judge(thought)
        actor, wanted, offered = int(state["actor"]), int(get_of(int(state["offer"]))), int(give_of(int(state["offer"])))
        if covers(int(state["hand"][thought.seat]), wanted) and judge.accepting(actor, wanted, offered) > ANSWER_GAIN:
            return int(Kind.ACCEPT)
        if not self.bargaining.has_countered:
            promises = judge.counters(actor, wanted, offered)
            give, get = max(promises, key=lambda bundle: promises[bundle].gain, default=(0, 0))
            if give and promises[give, get].gain > LEAST_GAIN:
                self.bargaining.has_countered = True
                return int(trade(Kind.COUNTER, give, get, 0))
        return int(Kind.REFUSE)
