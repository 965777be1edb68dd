"""The card counter: what one viewer can work out about the resource cards in other hands.

Two kinds of knowledge, both fed by one log entry at a time:

* **Ranges** (`low`, `high`) are certain: the compiled bounds of `bounds.py`, the same that environments use.
* **Hypotheses** are possible joint hands with weights, for bots. Everything public moves them all alike; a card taken unseen splits each of
  them by what the victim could have lost (exact); a card shown, paid, offered or taken by a monopoly removes those that cannot be.

Discards of a seven stay in their owner's hypotheses until all have chosen: then everybody sees them (SEVEN-1), and what was known before is
known again.

What is approximate, and only there: discards that are not seen (yet, or with HOUSE-6 never) are weighted as if chosen at random; beyond
`CAP` the least likely hypotheses are dropped (`exact` becomes False, and ranges then rest on their own reasoning); a game that begins in
the middle, or a truth that was dropped and is missed later, is seeded anew with hands drawn within the ranges.
"""

from __future__ import annotations

import random
from functools import cache
from operator import add
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import KIND_BITS, KIND_MASK, get_of, give_of
from sevenhex.rules.cards import BITS, FIELD, GUARD, KINDS, counts, pack
from sevenhex.rules.ids import Kind, Phase
from sevenhex.rules.snapshot import int_members
from sevenhex.rules.state import State, copy

from .bounds import DOUBTS, WATCHER, begin_one, follow_one, ranges_of_one
from .hypotheses import follow_public, known_ranges

CAP = 384  # hypotheses kept
SEEDS = 96  # hypotheses drawn when there is nothing better than the ranges
SHIFTS = tuple(BITS * kind for kind in range(KINDS))
ONE = tuple(1 << shift for shift in SHIFTS)

# Actions that neither move resource cards nor prove any.
SILENT = frozenset(
    {Kind.ROLL, Kind.DRAW, Kind.KNIGHT, Kind.ROAD_BUILDING, Kind.STOP, Kind.ROBBER, Kind.REFUSE, Kind.DECLINE, Kind.WITHDRAW, Kind.END}
)
SPOKEN = frozenset({Kind.OFFER, Kind.COUNTER, Kind.PROPOSE})  # the speaker shows what it would give (TRADE-5)
TALK_OR_HIDDEN = frozenset({*SPOKEN, Kind.ACCEPT, Kind.STEAL, Kind.DISCARD})  # all others move cards for everybody to see
KIND, PHASE = int_members(Kind), int_members(Phase)

Words = NDArray[np.int64]
Weights = NDArray[np.float64]


class Knowledge(NamedTuple):
    """A counter's findings at one moment; later events do not change them."""

    low: tuple[int, ...]  # by seat, as words
    high: tuple[int, ...]
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


def bounds_in(doubts: NDArray[Any]) -> Words:
    """The fields `low` and `high` of a record of doubts, which lie side by side, as one array."""
    fields = doubts.dtype.fields
    assert fields is not None
    first, last = fields["low"][1], fields["high"][1]
    seats = (last - first) // 8
    return doubts.view(np.uint8)[first : first + 16 * seats].view(np.int64).reshape(2, seats)


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


# --- the counter


class Counter:
    """The knowledge of one viewer (a seat, or None for somebody who watches), brought up to date event by event."""

    def __init__(self, start: State, viewer: int | None) -> None:
        self.viewer = viewer
        self.observer = WATCHER if viewer is None else viewer
        self.state = start
        record = start[0]
        self.players = int(record["players"])
        self.open = bool(record["open_hands"])
        self.hidden_supply = bool(record["hidden_supply"])
        self.hidden_discards = bool(record["hidden_discards"])
        self.doubts = np.zeros(1, DOUBTS)
        self.bounds = bounds_in(self.doubts)
        begin_one(start, self.doubts, self.observer)
        hands, aside = record["hand"][: self.players].tolist(), record["set_aside"][: self.players].tolist()
        unseen = [0 if self.open or seat == viewer else word for seat, word in enumerate(aside)]
        places = [*map(add, hands, unseen), sum(aside) - sum(unseen)]
        self.total = [sum(column) for column in zip(*map(counts, (*places, int(record["supply"]))), strict=True)]
        self.pending = [sum(counts(word)) for word in unseen]  # cards put aside unseen: they still count as in the hand
        self.exact = True
        self.hands: Words = np.array([places], np.int64)
        self.weights: Weights = np.ones(1)
        if not self.open and (self.doubts["below"].any() or self.doubts["above"].any()):
            self.seed()

    def ranges(self) -> tuple[list[int], list[int]]:
        """The certain least and most of each hand as words, without what lies aside."""
        ranges_of_one(self.state, self.doubts, self.observer)
        low, high = self.bounds.tolist()
        return low[: self.players], high[: self.players]

    def sharp_ranges(self) -> list[list[int]]:
        """The certain least and the certain most of each hand, as `views.ranges_of` finds them, without the rest of the knowledge."""
        spans = np.empty((2, self.players), np.int64)
        known_ranges(self.state, self.doubts, self.observer, self.hands, self.exact and not any(self.pending), spans)
        found: list[list[int]] = spans.tolist()
        return found

    def knowledge(self) -> Knowledge:
        low, high = self.ranges()
        return Knowledge(tuple(low), tuple(high), self.hands, self.weights, tuple(self.pending), self.exact)

    def observe(self, before: State, seat: int, action: int, after: State) -> None:
        """Take in one entry of the log. Only a steal and a discard hide something, and only from those whom they do not concern."""
        kind = action & KIND_MASK
        self.state = after
        if kind in SILENT:
            return
        if kind == KIND.MONOPOLY:
            self.see_monopoly(seat, action >> KIND_BITS, before)
        if kind not in TALK_OR_HIDDEN:
            self.see_changes(before, after, seat, action)
            return
        follow_one(before, after, self.doubts, self.observer, seat, action)
        if kind in SPOKEN:
            self.prove(seat, int(give_of(action)))
        elif kind == KIND.ACCEPT:
            self.prove(seat, int(get_of(int(before["offer"][0]))))
        elif kind == KIND.STEAL:
            thief, victim = int(before["actor"][0]), int(before["victim"][0])
            if self.open or self.viewer in (thief, victim):
                self.see_steal(victim, thief, action >> KIND_BITS)
            else:
                self.miss_steal(victim, thief)
        elif kind == KIND.DISCARD:
            if self.open or seat == self.viewer:
                self.move(seat, self.players, action >> KIND_BITS)
            else:
                self.pending[seat] += 1
            if after["phase"][0] != PHASE.DISCARD:
                if not self.hidden_discards:
                    returned = before["set_aside"][0, : self.players].tolist()
                    returned[seat] += ONE[action >> KIND_BITS]
                    self.see_discards(returned)
                else:
                    self.miss_discards(None if self.hidden_supply else int(after["supply"][0]) - int(before["supply"][0]))
        self.seed_if_lost()

    def seed_if_lost(self) -> None:
        if not len(self.weights):  # the truth was among the hypotheses once dropped
            self.seed()

    # --- what everybody sees

    def see_changes(self, before: State, after: State, seat: int, action: int) -> None:
        """Production, payments, trades, cards played: every hand changes by known cards, and who pays has had them."""
        hands, weights = self.hands.copy(), self.weights.copy()  # what was asked for before stays as it was
        left = follow_public(before, after, self.doubts, self.observer, seat, action, hands, weights)
        self.hands, self.weights = hands[:left], weights[:left]
        self.seed_if_lost()

    def see_monopoly(self, player: int, resource: int, before: State) -> None:
        """DEV-6: all others show how many they have of it, by handing them over."""
        for seat in range(self.players):
            if seat != player:
                held = counts(int(before["hand"][0, seat]))[resource]
                self.keep((self.hands[:, seat] >> SHIFTS[resource]) & FIELD == held)

    def prove(self, seat: int, cards: int) -> None:
        """The seat shows that it holds at least these cards (TRADE-5, BUILD-5)."""
        if cards and not (self.exact and len(self.weights) == 1):
            self.keep(covers_all(self.hands[:, seat], cards))

    # --- the robber (ROB-5)

    def see_steal(self, victim: int, thief: int, resource: int) -> None:
        """One of the two knows the card; hands with many of that kind become likelier."""
        self.weights = self.weights * ((self.hands[:, victim] >> SHIFTS[resource]) & FIELD)
        self.keep(self.weights > 0)
        self.move(victim, thief, resource)

    def miss_steal(self, victim: int, thief: int) -> None:
        """Everybody else splits: the card was any one of the victim's."""
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

    def move(self, source: int, target: int, kind: int) -> None:
        """A card whose face the viewer knows goes from one place to another."""
        self.hands = self.hands.copy()
        self.hands[:, source] -= ONE[kind]
        self.hands[:, target] += ONE[kind]

    # --- discards (SEVEN-1, SEVEN-2)

    def see_discards(self, returned: list[int]) -> None:
        """All have chosen, and the cards go back face up: everybody sees what each player returned."""
        for seat, number in enumerate(self.pending):
            if number:
                self.pending[seat] = 0
                self.prove(seat, returned[seat])
                self.hands = self.hands.copy()
                self.hands[:, seat] -= returned[seat]
        self.clear_aside()

    def miss_discards(self, shown: int | None) -> None:
        """HOUSE-6: all are done, and at most the larger supply shows what was given back, though not by whom."""
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
        self.hands = self.hands.copy()
        self.hands[:, -1] = 0

    # --- hypotheses

    def keep(self, possible: NDArray[np.bool_]) -> None:
        if not possible.all():
            self.hands, self.weights = self.hands[possible], self.weights[possible]

    def replace(self, hands: Words, weights: Weights) -> None:
        self.hands, self.weights, complete = capped(hands, weights)
        self.exact = self.exact and complete
        if len(self.weights):
            self.weights = self.weights / self.weights.sum()

    def seed(self) -> None:
        """Hypotheses drawn within the ranges, because nothing better is known."""
        source = random.Random(SEEDS)  # the same for everybody: knowledge must not depend on chance
        deal = self.deal()
        drawn = {tuple(deal.draw(source)) for _ in range(SEEDS)}
        self.hands = np.array(sorted(drawn), np.int64)
        self.weights = np.full(len(drawn), 1 / len(drawn))
        self.exact = False

    def deal(self) -> Deal:
        """Where cards lie, with the certain least and most of each kind: the hands (unseen discards with them), what the viewer knows to
        lie aside, and the supply."""
        known = self.state
        if any(self.pending) and not self.hidden_discards:
            self.state = copy(known)
            for seat in range(self.players):
                if self.pending[seat]:
                    self.state["hand"][0, seat] += known["set_aside"][0, seat]
                    self.state["set_aside"][0, seat] = 0
        low, high = ([counts(word) for word in side] for side in self.ranges())
        self.state = known
        hands, aside = (known[name][0, : self.players].tolist() for name in ("hand", "set_aside"))
        size = [sum(counts(hand)) + number for hand, number in zip(hands, self.pending, strict=True)]
        if self.hidden_discards:
            high = [[count + number for count in row] for row, number in zip(high, self.pending, strict=True)]
        seen = counts(sum(word for word, number in zip(aside, self.pending, strict=True) if not number))
        low, high, size = [*low, seen], [*high, seen], [*size, sum(seen)]
        left = sum(self.total) - sum(size)
        lost = self.hidden_supply and bool(self.doubts["supply_lost"][0])
        supply = counts(int(known["supply"][0]))
        return Deal([*low, [0] * KINDS if lost else supply], [*high, [left] * KINDS if lost else supply], [*size, left], self.total)


class Deal(NamedTuple):
    """Places with bounds, sizes and all cards together, to be filled in some way that fits."""

    low: list[list[int]]
    high: list[list[int]]
    size: list[int]
    total: list[int]

    def draw(self, source: random.Random) -> list[int]:
        """One way, without the supply: the least everywhere, then the missing cards along random paths."""
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
        return [pack(*held[place]) for place in places[:-1]]

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
