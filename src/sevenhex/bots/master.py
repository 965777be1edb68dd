"""The strongest: a network that learnt by playing itself judges what its own turn, chance and trades lead to."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from sevenhex.nets.network import Network, NetworkError, shipped
from sevenhex.rules.actions import get_of, give_of, trade
from sevenhex.rules.cards import count, covers, one
from sevenhex.rules.ids import RESOURCES, Kind

from .lookahead import Effort, Exchange, Lookahead
from .protocol import Limit, kind_of, log
from .scholar import Scholar
from .thinker import Thinker

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

EFFORTS = {
    "quick": Effort(tries=1, samples=1, worlds=1),
    "normal": Effort(tries=12, samples=48, worlds=12, rotations=6),
}
OFFER_WORLDS = {"quick": 1, "normal": 2}
TRUST = 0.0005  # in the policy: what an action that it finds e times likelier is worth in chances to win
LEAST_LIKING = -7.0  # of the policy, as a logarithm: what it likes less is not worth the time
LEAST_GAIN = 0.004  # of an offer, in chances to win
THEIR_GAIN = -0.01  # that makes another player accept: others judge otherwise than we do
ANSWER_GAIN = 0.001
SHORTLIST = 8  # bundles that are judged again, by more rotations of the island
UNKNOWN = -1.0  # the worth of an action that was not looked into


class Tried(NamedTuple):
    """An action that may be chosen."""

    action: int
    worth: float  # the chance to win after it
    liking: float  # the logarithm of the policy's chance for it

    @property
    def score(self) -> float:
        return self.worth + TRUST * self.liking


class Master(Thinker):
    name = "master"
    title = "Master"
    description = (
        "The strongest opponent. A network that has played itself many million times judges every position; it looks ahead over its own "
        "turn and chance, imagines what the hidden cards may be, and makes and takes the trades after which its chances to win are better."
    )
    mind_name = "scholar"
    offers_a_turn = 3
    counters = True
    said: ClassVar[set[str]] = set()  # complaints about weight files, each once

    def choose(self, view: View, legal: list[int], limit: Limit) -> int:
        network = self.network(view)
        if network is None:
            return self.stand_in().choose(view, legal, limit)
        self.begin(view, legal)
        effort = EFFORTS[self.level]
        worlds = list(islice(self.worlds(view), max(effort.worlds, OFFER_WORLDS[self.level])))
        ahead = Lookahead(network, view, worlds, effort.rotations)
        ahead.pool.viewers[ahead.roots] = ahead.seat  # the own cards count, also where somebody else acts
        if self.is_asked(view):
            return self.reply(view, ahead)
        if len(legal) == 1 and kind_of(legal[0]) != Kind.END:
            return legal[0]
        chosen = self.best(view, ahead, legal) if len(legal) > 1 else legal[0]
        if self.may_offer(view) and kind_of(chosen) not in (Kind.CONFIRM, Kind.TAKE):
            return self.bargain(view, ahead) or chosen
        return chosen

    # --- the network

    def network(self, view: View) -> Network | None:
        """The network of this island; without one a sentence is logged once, and `scholar` thinks instead."""
        try:
            return shipped(int(view.state["island"][0]))
        except NetworkError as error:
            if str(error) not in self.said:
                self.said.add(str(error))
                log.warning("master plays like scholar: %s", error)
            return None

    def stand_in(self) -> Scholar:
        if not hasattr(self, "_scholar"):
            self._scholar = Scholar(self.level, self.seed)
        return self._scholar

    # --- the turn

    def best(self, view: View, ahead: Lookahead, legal: list[int]) -> int:
        """The action after which the chances are best; among like ones what the policy likes."""
        return max(self.tried(view, ahead, legal), key=lambda each: each.score).action

    def tried(self, view: View, ahead: Lookahead, legal: list[int]) -> list[Tried]:
        """What the policy likes, with the chances after it; a single favourite is not looked into."""
        effort = EFFORTS[self.level]
        liked = ahead.favourites(legal, effort.tries, LEAST_LIKING)
        if len(liked) == 1:
            return [Tried(liked[0][0], UNKNOWN, liked[0][1])]
        worths = ahead.worths([action for action, _ in liked], effort, self.number(view) & 0xFFFFFFFF)
        return [Tried(action, worth, liking) for worth, (action, liking) in zip(worths, liked, strict=True)]

    # --- trade

    def bargain(self, view: View, ahead: Lookahead) -> int:
        """The offer that promises most, or 0: in each world the best partner who would gain by it too."""
        number, seat = OFFER_WORLDS[self.level], ahead.seat
        exchanges: list[Exchange] = []
        for root in ahead.roots[:number]:
            hands = ahead.pool.states[root]["hand"]
            for give, get in bundles(int(hands[seat])):
                if self.pair_of(give, get) in self.offered:
                    continue
                for other in range(view.players):
                    if other != seat and covers(int(hands[other]), get):
                        exchanges.append((root, seat, other, give, get))
        promise: dict[tuple[int, int], np.ndarray] = {}
        partners: dict[tuple[int, int], int] = {}
        for (root, _, other, give, get), mine, theirs in self.good(ahead, exchanges):
            partners[give, get] = partners.get((give, get), 0) | 1 << other
            if theirs > THEIR_GAIN:
                sums = promise.setdefault((give, get), np.zeros(number))
                sums[root] = max(sums[root], mine)
        if not promise:
            return 0
        give, get = max(promise, key=lambda bundle: promise[bundle].mean())
        if promise[give, get].mean() < LEAST_GAIN:
            return 0
        offer = int(trade(Kind.OFFER, give, get, partners[give, get]))
        self.offered.add(self.pair(offer))
        return offer

    @staticmethod
    def shortlist(ahead: Lookahead, exchanges: list[Exchange]) -> list[Exchange]:
        """The exchanges of the bundles that gain most at first sight, where there is a second one."""
        if ahead.rotations == 1:
            return exchanges
        best: dict[tuple[int, int], float] = {}
        for (_, _, _, give, get), gain in zip(exchanges, ahead.gains(exchanges, [ahead.seat] * len(exchanges), rotations=1), strict=True):
            best[give, get] = max(gain, best.get((give, get), -1.0))
        kept = set(sorted(best, key=lambda bundle: -best[bundle])[:SHORTLIST])
        return [exchange for exchange in exchanges if exchange[3:] in kept]

    def good(self, ahead: Lookahead, exchanges: list[Exchange]) -> list[tuple[Exchange, float, float]]:
        """The exchanges by which we gain, each with our gain and the partner's, each judged as seen by its own seat."""
        if not exchanges:
            return []
        exchanges = self.shortlist(ahead, exchanges)
        mine = ahead.gains(exchanges, [ahead.seat] * len(exchanges))
        found = [(exchange, gain) for exchange, gain in zip(exchanges, mine, strict=True) if gain > 0]
        if not found:
            return []
        theirs = ahead.gains([exchange for exchange, _ in found], [other for (_, _, other, _, _), _ in found])
        return [(exchange, gain, their) for (exchange, gain), their in zip(found, theirs, strict=True)]

    def reply(self, view: View, ahead: Lookahead) -> int:
        """Accept what improves the own chances, counter what could, refuse the rest."""
        state = view.state[0]
        number, seat, actor = OFFER_WORLDS[self.level], ahead.seat, int(state["actor"])
        offer = int(state["offer"])
        wanted, offered = int(get_of(offer)), int(give_of(offer))
        if covers(int(state["hand"][seat]), wanted):
            exchanges = [(root, seat, actor, wanted, offered) for root in ahead.roots[:number]]
            gains = ahead.gains(exchanges, [seat] * len(exchanges))
            if sum(gains) / len(gains) > ANSWER_GAIN:
                return int(Kind.ACCEPT)
        if self.countered == 0:
            counter = self.counter(view, ahead, number, wanted, offered)
            if counter:
                self.countered += 1
                return counter
        return int(Kind.REFUSE)

    def counter(self, view: View, ahead: Lookahead, number: int, wanted: int, offered: int) -> int:
        """A counteroffer of a card that was asked for, by which both gain; 0 for none."""
        seat, actor = ahead.seat, int(view.state["actor"][0])
        exchanges: list[Exchange] = []
        for root in ahead.roots[:number]:
            hands = ahead.pool.states[root]["hand"]
            for give, get in bundles(int(hands[seat])):
                asked = any(count(wanted, kind) and count(give, kind) for kind in range(RESOURCES))
                if asked and (give, get) != (wanted, offered) and covers(int(hands[actor]), get):
                    exchanges.append((root, seat, actor, give, get))
        sums: dict[tuple[int, int], float] = {}
        for (_, _, _, give, get), mine, theirs in self.good(ahead, exchanges):
            if theirs > THEIR_GAIN:
                sums[give, get] = sums.get((give, get), 0.0) + mine / number
        give, get = max(sums, key=lambda bundle: sums[bundle], default=(0, 0))
        return int(trade(Kind.COUNTER, give, get, 0)) if give and sums[give, get] > LEAST_GAIN else 0


def bundles(hand: int) -> list[tuple[int, int]]:
    """Small exchanges that a hand allows: one for one, two for one (of a kind or mixed), one for two."""
    held = [kind for kind in range(RESOURCES) if count(hand, kind)]
    gives = [int(one(kind)) for kind in held]
    gives += [int(one(kind)) * 2 for kind in held if count(hand, kind) > 1]
    gives += [int(one(kind) + one(other)) for kind in held for other in held if kind < other]
    found = []
    for give in gives:
        for kind in range(RESOURCES):
            if not count(give, kind):
                found.append((give, int(one(kind))))
                if give in gives[: len(held)]:
                    found.append((give, int(one(kind)) * 2))
    return found
