"""The judge of trades: what small exchanges of cards do to the chances of both sides, each as its own seat sees them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sevenhex.rules.cards import count, covers, one
from sevenhex.rules.ids import RESOURCES

from .lookahead import Exchange, Lookahead

THEIR_GAIN = -0.01  # that makes another player accept: others judge otherwise than we do
SHORTLIST = 8  # bundles that are judged again, by more rotations of the island

Bundle = tuple[int, int]  # what is given, what is got


@dataclass
class Promise:
    """What an offer of a bundle promises in some worlds."""

    own: list[float]  # in each world the gain with the best partner who should accept
    recipients: int = 0  # the seats with which it gains in some world, a bit for each
    partners: dict[int, list[tuple[float, float]]] = field(default_factory=dict)  # who should accept: our gain and theirs, world by world

    @property
    def gain(self) -> float:
        return sum(self.own) / len(self.own)


class TradeJudge:
    """Judges exchanges of one seat in some worlds (`roots` of a look-ahead)."""

    def __init__(self, ahead: Lookahead, seat: int, roots: Sequence[int], wary: bool = False) -> None:
        self.ahead, self.seat, self.roots, self.wary = ahead, seat, roots, wary

    def gains(self, exchanges: Sequence[Exchange], viewers: Sequence[int], rotations: int = 0) -> list[float]:
        """What each exchange adds to the chance to win of the seat that observes it, against nothing exchanged.

        Where the judge is wary, a partner who is ahead of everybody is not helped more than oneself: what that one gains beyond the own
        gain is taken away from it.
        """
        before = sorted({(exchange.root, viewer) for exchange, viewer in zip(exchanges, viewers, strict=True)})
        nothing = [Exchange(root, self.seat, self.seat, 0, 0) for root, _ in before]
        judged = self.ahead.judge_exchanges([*nothing, *exchanges], [viewer for _, viewer in before] + list(viewers), rotations)
        chances = {key: judged[place] for place, key in enumerate(before)}
        found = []
        for row, exchange, viewer in zip(judged[len(before) :], exchanges, viewers, strict=True):
            now = chances[exchange.root, viewer]
            gain, other = float(row[viewer] - now[viewer]), exchange.other
            if self.wary and viewer == self.seat and now.argmax() == other:
                gain -= max(0.0, float(row[other] - now[other]) - gain)
            found.append(gain)
        return found

    def own_gains(self, exchanges: Sequence[Exchange], rotations: int = 0) -> list[float]:
        return self.gains(exchanges, [self.seat] * len(exchanges), rotations)

    def accepting(self, other: int, give: int, get: int) -> float:
        """The mean gain of an exchange that is offered to the seat."""
        gains = self.own_gains([Exchange(root, self.seat, other, give, get) for root in self.roots])
        return sum(gains) / len(gains)

    def offers(self, without: Collection[Bundle] = ()) -> dict[Bundle, Promise]:
        """The bundles by which the seat and a partner gain, but for those that are left out."""
        exchanges = []
        for root in self.roots:
            hands = self.ahead.pool.states[root]["hand"]
            for give, get in bundles(int(hands[self.seat])):
                if (give, get) in without:
                    continue
                for other in range(self.ahead.players):
                    if other != self.seat and covers(int(hands[other]), get):
                        exchanges.append(Exchange(root, self.seat, other, give, get))
        return self._promises(exchanges)

    def counters(self, other: int, wanted: int, offered: int) -> dict[Bundle, Promise]:
        """The bundles with a card that the other one asked for, by which both gain."""
        exchanges = []
        for root in self.roots:
            hands = self.ahead.pool.states[root]["hand"]
            for give, get in bundles(int(hands[self.seat])):
                asked = any(count(wanted, kind) and count(give, kind) for kind in range(RESOURCES))
                if asked and (give, get) != (wanted, offered) and covers(int(hands[other]), get):
                    exchanges.append(Exchange(root, self.seat, other, give, get))
        return self._promises(exchanges)

    def _promises(self, exchanges: list[Exchange]) -> dict[Bundle, Promise]:
        places = {root: place for place, root in enumerate(self.roots)}
        found: dict[Bundle, Promise] = {}
        recipients: dict[Bundle, int] = {}
        for exchange, mine, theirs in self._good(exchanges):
            bundle = exchange.give, exchange.get
            recipients[bundle] = recipients.get(bundle, 0) | 1 << exchange.other
            if theirs > THEIR_GAIN:
                promise = found.setdefault(bundle, Promise([0.0] * len(self.roots)))
                place = places[exchange.root]
                promise.own[place] = max(promise.own[place], mine)
                promise.partners.setdefault(exchange.other, []).append((mine, theirs))
        for bundle, promise in found.items():
            promise.recipients = recipients[bundle]
        return found

    def _good(self, exchanges: list[Exchange]) -> list[tuple[Exchange, float, float]]:
        """The exchanges by which the seat gains, each with its gain and the partner's."""
        if not exchanges:
            return []
        exchanges = self._shortlist(exchanges)
        good = [(exchange, gain) for exchange, gain in zip(exchanges, self.own_gains(exchanges), strict=True) if gain > 0]
        if not good:
            return []
        theirs = self.gains([exchange for exchange, _ in good], [exchange.other for exchange, _ in good])
        return [(exchange, gain, their) for (exchange, gain), their in zip(good, theirs, strict=True)]

    def _shortlist(self, exchanges: list[Exchange]) -> list[Exchange]:
        """The exchanges of the bundles that gain most at first sight, where a second look with more rotations follows."""
        if self.ahead.rotations == 1:
            return exchanges
        best: dict[Bundle, float] = {}
        for exchange, gain in zip(exchanges, self.own_gains(exchanges, rotations=1), strict=True):
            bundle = exchange.give, exchange.get
            best[bundle] = max(gain, best.get(bundle, -1.0))
        kept = set(sorted(best, key=lambda bundle: -best[bundle])[:SHORTLIST])
        return [exchange for exchange in exchanges if (exchange.give, exchange.get) in kept]


def bundles(hand: int) -> list[Bundle]:
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
