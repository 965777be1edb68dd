"""The card counter: what one viewer can work out about the resource cards in other hands.

Two kinds of knowledge, both fed by one log entry at a time:

* **Ranges** (`low`, `high`) are certain. Each place where cards lie (every hand, the discards set aside, the supply) has a least and a most
  of each resource; they are tightened until the known sizes of the places and the known number of cards in the box agree.
* **Hypotheses** are possible joint hands with weights. Everything public moves them all alike; a card taken unseen splits each of them by
  what the victim could have lost (exact); a card shown, paid, offered or taken by a monopoly removes those that cannot be.

Discards of a seven stay in their owner's range until all have chosen: then everybody sees them (SEVEN-1), and what was known before is
known again.

What is approximate, and only there: discards that are not seen (yet, or with HOUSE-6 never) are weighted as if chosen at random; beyond
`CAP` the least likely hypotheses are dropped (`exact` becomes False, and ranges then rest on their own reasoning); a game that begins in
the middle, or a truth that was dropped and is missed later, is seeded anew with hands drawn within the ranges.
"""

from __future__ import annotations

import random
from functools import cache
from operator import add
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .rules.actions import KIND_BITS, KIND_MASK, get_of, give_of
from .rules.cards import BITS, FIELD, GUARD, KINDS, counts, pack
from .rules.ids import Kind, Phase
from .rules.state import State

CAP = 384  # hypotheses kept
SEEDS = 96  # hypotheses drawn when there is nothing better than the ranges
ROUNDS = 100  # of tightening; a few are enough, and stopping early is still sound
SHIFTS = tuple(BITS * kind for kind in range(KINDS))
ONE = tuple(1 << shift for shift in SHIFTS)

# Actions that neither move resource cards nor prove any.
SILENT = frozenset(
    {Kind.ROLL, Kind.DRAW, Kind.KNIGHT, Kind.ROAD_BUILDING, Kind.STOP, Kind.ROBBER, Kind.REFUSE, Kind.DECLINE, Kind.WITHDRAW, Kind.END}
)
SPOKEN = frozenset({Kind.OFFER, Kind.COUNTER, Kind.PROPOSE})  # the speaker shows what it would give (TRADE-5)

Words = NDArray[np.int64]
Weights = NDArray[np.float64]


class Knowledge(NamedTuple):
    """A counter's findings at one moment; later events do not change them."""

    low: tuple[tuple[int, ...], ...]  # by seat, then the discards set aside, then the supply
    high: tuple[tuple[int, ...], ...]
    hands: Words  # hypothesis by seat, and last the discards set aside that the viewer knows
    weights: Weights
    pending: tuple[int, ...]  # cards each seat has put aside unseen; still in `hands`
    exact: bool  # no possible hypothesis is missing

    def joint(self) -> tuple[Words, Weights]:
        """The hypotheses with every unseen discard worked out, and weights that add up to one."""
        hands, weights = self.hands, self.weights
        for seat, number in enumerate(self.pending):
            if number:
                hands, weights, _ = capped(*put_aside(hands, weights, seat, number))
        return hands, weights / weights.sum()


# --- sets of hypotheses


@cache
def bundles(number: int, most: tuple[int, ...]) -> Words:
    """Every way to pick this many cards with at most so many of each kind, as words."""

    def pick(left: int, kind: int) -> list[int]:
        if kind == KINDS - 1:
            return [left << SHIFTS[kind]] if left <= most[kind] else []
        return [(here << SHIFTS[kind]) + rest for here in range(min(left, most[kind]) + 1) for rest in pick(left - here, kind + 1)]

    return np.array(pick(number, 0), np.int64)


@cache
def choose_table() -> Weights:
    """Binomial coefficients up to the largest count of a kind."""
    table = np.zeros((FIELD + 1, FIELD + 1))
    table[:, 0] = 1
    for size in range(1, 64):
        table[size, 1:] = table[size - 1, 1:] + table[size - 1, :-1]
    return table


def most_of(words: Words) -> list[int]:
    """The largest count of each kind."""
    return [int(((words >> shift) & FIELD).max()) for shift in SHIFTS]


def put_aside(
    hands: Words, weights: Weights, seat: int, number: int, shown: int | None = None, last: bool = False
) -> tuple[Words, Weights]:
    """Split every hypothesis by what the seat discarded, as if at random; all discards together are `shown` when the supply tells."""
    held = hands[:, seat]
    room = held if shown is None else shown - hands[:, -1]
    if last and shown is not None:  # what nobody else put aside
        keep = covers_all(held, room)
        rows, taken = np.nonzero(keep)[0], room[keep]
    else:
        options = bundles(number, tuple(min(pair) for pair in zip(most_of(held), most_of(room), strict=True)))
        fits = covers_all(held[:, None], options[None, :]) & covers_all(room[:, None], options[None, :])
        rows, columns = np.nonzero(fits)
        taken = options[columns]
    table = choose_table()
    ways = np.ones(len(rows))
    for shift in SHIFTS:
        ways *= table[(held[rows] >> shift) & FIELD, (taken >> shift) & FIELD]
    split = hands[rows]
    split[:, seat] -= taken
    split[:, -1] += taken
    return split, weights[rows] * ways


def covers_all(held: Words | np.int64, cost: Words | int) -> NDArray[np.bool_]:
    """`cards.covers` for whole arrays."""
    answer: NDArray[np.bool_] = ((held | GUARD) - cost) & GUARD == GUARD
    return answer


def merged(hands: Words, weights: Weights) -> tuple[Words, Weights]:
    """Equal hypotheses become one."""
    factors = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93] * 2, np.uint64)
    keys = (hands.astype(np.uint64) * (factors[: hands.shape[1]] + np.arange(hands.shape[1], dtype=np.uint64) * np.uint64(2))).sum(axis=1)
    _, places, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return hands[places], np.bincount(inverse, weights).astype(np.float64)


def capped(hands: Words, weights: Weights) -> tuple[Words, Weights, bool]:
    """At most `CAP` hypotheses, the likeliest; and whether all could stay."""
    hands, weights = merged(hands, weights)
    if len(weights) <= CAP:
        return hands, weights, True
    best = np.argpartition(weights, -CAP)[-CAP:]
    return hands[best], weights[best], False


# --- ranges


def tighten(lows: list[list[int]], highs: list[list[int]], sizes: list[int], totals: list[int]) -> None:
    """Until nothing changes: each place holds as many cards as is known, and each kind as many as lie in the box."""
    places = [place for place, low in enumerate(lows) if low != highs[place]]
    if not places:
        return
    left = totals[:]
    for place, low in enumerate(lows):
        if place not in places:
            left = [total - known for total, known in zip(left, low, strict=True)]
    lines = [(sizes[place], [(place, kind) for kind in range(KINDS)]) for place in places]
    lines += [(left[kind], [(place, kind) for place in places]) for kind in range(KINDS)]
    for _ in range(ROUNDS):
        changed = False
        for total, cells in lines:
            least = most = total
            for place, kind in cells:
                least -= highs[place][kind]
                most -= lows[place][kind]
            for place, kind in cells:
                low, high = lows[place], highs[place]
                if least + high[kind] > low[kind]:
                    most -= least + high[kind] - low[kind]
                    low[kind] += least + high[kind] - low[kind]
                    changed = True
                if most + low[kind] < high[kind]:
                    least += high[kind] - most - low[kind]
                    high[kind] = most + low[kind]
                    changed = True
        if not changed:
            return


# --- the counter


class Counter:
    """The knowledge of one viewer (a seat, or None for somebody who watches), brought up to date event by event."""

    def __init__(self, start: State, viewer: int | None) -> None:
        self.viewer = viewer
        record = start[0]
        self.players = int(record["players"])
        self.aside, self.supply = self.players, self.players + 1  # the places beside the hands
        self.open = bool(record["open_hands"])
        self.hidden_supply = bool(record["hidden_supply"])
        self.hidden_discards = bool(record["hidden_discards"])
        hands, aside = record["hand"][: self.players].tolist(), record["set_aside"][: self.players].tolist()
        unseen = [0 if self.open or seat == viewer else word for seat, word in enumerate(aside)]
        places = [*map(add, hands, unseen), sum(aside) - sum(unseen), int(record["supply"])]
        self.total = [sum(column) for column in zip(*map(counts, places), strict=True)]
        self.size = [sum(counts(place)) for place in places]
        self.pending = [sum(counts(word)) for word in unseen]  # cards put aside unseen: they still count as in the hand
        self.exact = True
        # Before the first roll every card came openly; a game that begins later has a past nobody saw.
        unplayed = record["turn"] == 0 or (record["turn"] == 1 and not record["rolled"])
        shown = set(range(len(places))) if self.open or unplayed else {viewer, self.aside}
        if not self.hidden_supply:
            shown.add(self.supply)
        self.low = [counts(word) if place in shown else [0] * KINDS for place, word in enumerate(places)]
        self.high = [counts(word) if place in shown else [self.size[place]] * KINDS for place, word in enumerate(places)]
        self.hands: Words = np.array([places[: self.supply]], np.int64)
        self.weights: Weights = np.ones(1)
        if self.low != self.high:
            self.tighten()
            self.seed()

    def knowledge(self) -> Knowledge:
        low, high, size = self.low, self.high, self.size
        if any(self.pending):
            low, high, size = [row[:] for row in low], [row[:] for row in high], size[:]
            self.lose_pending(low, high, size)
        return Knowledge(tuple(map(tuple, low)), tuple(map(tuple, high)), self.hands, self.weights, tuple(self.pending), self.exact)

    def observe(self, before: State, seat: int, action: int, after: State) -> None:
        """Take in one entry of the log. Only a steal and a discard hide something, and only from those whom they do not concern."""
        kind = action & KIND_MASK
        if kind in SILENT:
            return
        if kind in SPOKEN:
            self.prove(seat, int(give_of(action)))
        elif kind == Kind.ACCEPT:
            self.prove(seat, int(get_of(int(before["offer"][0]))))
        elif kind == Kind.STEAL:
            thief, victim = int(before["actor"][0]), int(before["victim"][0])
            if self.open or self.viewer in (thief, victim):
                self.see_steal(victim, thief, action >> KIND_BITS)
            else:
                self.miss_steal(victim, thief)
        elif kind == Kind.DISCARD:
            if self.open or seat == self.viewer:
                self.move(seat, self.aside, action >> KIND_BITS)
            else:
                self.pending[seat] += 1
            if after["phase"][0] != Phase.DISCARD:
                if not self.hidden_discards:
                    returned = before["set_aside"][0, : self.players].tolist()
                    returned[seat] += ONE[action >> KIND_BITS]
                    self.see_discards(returned)
                else:
                    self.miss_discards(None if self.hidden_supply else int(after["supply"][0]) - int(before["supply"][0]))
        else:
            if kind == Kind.MONOPOLY:
                self.see_monopoly(seat, action >> KIND_BITS, before)
            self.see_changes(before, after)

    # --- what everybody sees

    def see_changes(self, before: State, after: State) -> None:
        """Production, payments, trades, cards played: every hand changes by known cards, and who pays has had them."""
        changes = [0] * (self.players + 1)
        for seat, (was, now) in enumerate(zip(before["hand"][0].tolist(), after["hand"][0].tolist(), strict=True)):
            if was == now:
                continue
            changes[seat] = now - was
            differences = [new - old for new, old in zip(counts(now), counts(was), strict=True)]
            self.prove(seat, pack(*(max(0, -difference) for difference in differences)))
            for kind, difference in enumerate(differences):
                if difference:
                    self.shift(seat, kind, difference)
                    self.shift(self.supply, kind, -difference)
        if any(changes):
            self.hands = self.hands + np.array(changes, np.int64)

    def see_monopoly(self, player: int, resource: int, before: State) -> None:
        """DEV-6: all others show how many they have of it, by handing them over."""
        for seat in range(self.players):
            if seat != player and self.low[seat] != self.high[seat]:
                held = counts(int(before["hand"][0, seat]))[resource]
                self.low[seat][resource] = self.high[seat][resource] = held
                self.keep((self.hands[:, seat] >> SHIFTS[resource]) & FIELD == held)
        self.tighten()
        self.mend()

    def prove(self, seat: int, cards: int) -> None:
        """The seat shows that it holds at least these cards (TRADE-5, BUILD-5)."""
        if not cards or self.low[seat] == self.high[seat]:
            return
        self.low[seat] = [max(pair) for pair in zip(self.low[seat], counts(cards), strict=True)]
        self.tighten()
        self.keep(covers_all(self.hands[:, seat], cards))
        self.mend()

    # --- the robber (ROB-5)

    def see_steal(self, victim: int, thief: int, resource: int) -> None:
        """One of the two knows the card; hands with many of that kind become likelier."""
        if self.low[victim] != self.high[victim]:
            self.low[victim][resource] = max(1, self.low[victim][resource])
            self.weights = self.weights * ((self.hands[:, victim] >> SHIFTS[resource]) & FIELD)
            self.keep(self.weights > 0)
            self.tighten()
            self.mend()
        self.move(victim, thief, resource)

    def miss_steal(self, victim: int, thief: int) -> None:
        """Everybody else splits: the card was any one of the victim's."""
        self.lose_one(victim, thief)
        parts: list[Words] = []
        weights: list[Weights] = []
        for kind in range(KINDS):
            held = (self.hands[:, victim] >> SHIFTS[kind]) & FIELD
            rows = np.nonzero(held)[0]
            if len(rows):
                part = self.hands[rows]
                part[:, victim] -= ONE[kind]
                part[:, thief] += ONE[kind]
                parts.append(part)
                weights.append(self.weights[rows] * held[rows])
        self.replace(np.concatenate(parts), np.concatenate(weights))

    # --- discards (SEVEN-1, SEVEN-2)

    def see_discards(self, returned: list[int]) -> None:
        """All have chosen, and the cards go back face up: everybody sees what each player returned."""
        for seat, number in enumerate(self.pending):
            if number:
                self.pending[seat] = 0
                self.prove(seat, returned[seat])
                for kind, given in enumerate(counts(returned[seat])):
                    if given:
                        self.shift(seat, kind, -given)
                        self.shift(self.supply, kind, given)
                self.hands = self.hands.copy()
                self.hands[:, seat] -= returned[seat]
        self.clear_aside()

    def miss_discards(self, shown: int | None) -> None:
        """HOUSE-6: all are done, and at most the grown supply shows what was given back, though not by whom."""
        self.lose_pending(self.low, self.high, self.size)
        if shown is not None:
            self.low[self.aside], self.high[self.aside] = counts(shown), counts(shown)
            self.tighten()
        waiting = [seat for seat, number in enumerate(self.pending) if number]
        if shown is not None:
            self.keep(covers_all(np.int64(shown), self.hands[:, -1]) if waiting else self.hands[:, -1] == shown)
        for seat in waiting:
            if len(self.weights):
                self.replace(*put_aside(self.hands, self.weights, seat, self.pending[seat], shown, seat == waiting[-1]))
            self.pending[seat] = 0
        self.clear_aside()

    def clear_aside(self) -> None:
        """What lies aside goes to the supply."""
        for kind in range(KINDS):
            self.low[self.supply][kind] += self.low[self.aside][kind]
            self.high[self.supply][kind] += self.high[self.aside][kind]
        self.size[self.supply] += self.size[self.aside]
        self.low[self.aside], self.high[self.aside], self.size[self.aside] = [0] * KINDS, [0] * KINDS, 0
        self.hands = self.hands.copy()
        self.hands[:, -1] = 0
        self.mend()

    def lose_pending(self, low: list[list[int]], high: list[list[int]], size: list[int]) -> None:
        """Take the unseen discards out of their owners' ranges: any cards of the hand may be the ones that lie aside."""
        for seat, number in enumerate(self.pending):
            if number:
                for kind in range(KINDS):
                    high[self.aside][kind] += min(number, high[seat][kind])
                    low[seat][kind] = max(0, low[seat][kind] - number)
                size[seat] -= number
                size[self.aside] += number
                for kind in range(KINDS):
                    high[seat][kind] = min(high[seat][kind], size[seat])
        tighten(low, high, size, self.total)

    # --- ranges

    def shift(self, place: int, kind: int, number: int) -> None:
        self.low[place][kind] += number
        self.high[place][kind] += number
        self.size[place] += number

    def move(self, source: int, target: int, kind: int) -> None:
        """A card whose face the viewer knows goes from one place to another."""
        self.shift(source, kind, -1)
        self.shift(target, kind, 1)
        self.hands = self.hands.copy()
        self.hands[:, source] -= ONE[kind]
        self.hands[:, target] += ONE[kind]

    def lose_one(self, source: int, target: int) -> None:
        """A card the viewer does not see goes from one place to another."""
        for kind in range(KINDS):
            if self.high[source][kind]:
                self.high[target][kind] += 1
                self.low[source][kind] = max(0, self.low[source][kind] - 1)
        # A source of a single kind gives just that one; sizes find it out.
        self.size[source] -= 1
        self.size[target] += 1
        self.tighten()

    def tighten(self) -> None:
        tighten(self.low, self.high, self.size, self.total)

    # --- hypotheses

    def keep(self, possible: NDArray[np.bool_]) -> None:
        if not possible.all():
            self.hands, self.weights = self.hands[possible], self.weights[possible]

    def replace(self, hands: Words, weights: Weights) -> None:
        self.hands, self.weights, complete = capped(hands, weights)
        self.exact = self.exact and complete
        if len(self.weights):
            self.weights = self.weights / self.weights.sum()

    def mend(self) -> None:
        """When the truth was among the hypotheses once dropped, begin anew from the ranges."""
        if not len(self.weights):
            self.seed()

    def seed(self) -> None:
        """Hypotheses drawn within the ranges, because nothing better is known."""
        source = random.Random(SEEDS)  # the same for everybody: knowledge must not depend on chance
        drawn = {tuple(self.draw(source)) for _ in range(SEEDS)}
        self.hands = np.array(sorted(drawn), np.int64)
        self.weights = np.full(len(drawn), 1 / len(drawn))
        self.exact = False

    def draw(self, source: random.Random) -> list[int]:
        """One set of hands within the ranges: the least everywhere, then the missing cards along random paths."""
        places = range(len(self.low))
        held = [low[:] for low in self.low]
        missing = [self.size[place] - sum(held[place]) for place in places]
        spare = [self.total[kind] - sum(held[place][kind] for place in places) for kind in range(KINDS)]
        while any(missing):
            place = source.choice([place for place in places if missing[place]])
            path = self.find_path(place, held, spare, source)
            for step, (at, kind) in enumerate(path):
                held[at][kind] += 1
                if step + 1 < len(path):
                    held[path[step + 1][0]][kind] -= 1
            spare[path[-1][1]] -= 1
            missing[place] -= 1
        return [pack(*held[place]) for place in range(self.supply)]

    def find_path(self, place: int, held: list[list[int]], spare: list[int], source: random.Random) -> list[tuple[int, int]]:
        """How a place gets a card: one that is to spare, or one of another place, which gets another in turn."""
        came: dict[int, list[tuple[int, int]]] = {place: []}
        queue = [place]
        for here in queue:
            kinds = [kind for kind in range(KINDS) if held[here][kind] < self.high[here][kind]]
            source.shuffle(kinds)
            for kind in kinds:
                if spare[kind]:
                    return [*came[here], (here, kind)]
            for kind in kinds:
                for there in source.sample(range(len(held)), len(held)):
                    if there not in came and held[there][kind] > self.low[there][kind]:
                        came[there] = [*came[here], (here, kind)]
                        queue.append(there)
        raise AssertionError("ranges always contain the truth, so there is a way")
