"""Who meets whom in the next round of a tournament, and at which seat: numbers in, numbers out.

Close to a Swiss system for tables of three or four: people with equal results play together, nobody meets the same person again while
that can be avoided, and seats take turns. With five people, or two, one place is left over; it is `HOUSE`'s, a bot of the server.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations

HOUSE = -1
SIZES = (3, 4)
STEPS = 40_000  # of the search for a round without second meetings; then the best round that was found so far
APART = 1_000  # keeping two apart who avoid each other counts as much as so many second meetings

Tables = list[tuple[int, ...]]  # of each table, who sits at which seat


@dataclass(frozen=True)
class Past:
    """What the rounds so far say about the next one."""

    rounds: Sequence[Tables] = ()
    avoided: Collection[tuple[int, int]] = field(default_factory=tuple)  # pairs of people who do not want to play together

    @cached_property
    def met(self) -> dict[frozenset[int], int]:
        """How often two have met; two who avoid each other count as if they had met very often."""
        found: dict[frozenset[int], int] = {}
        for table in (table for tables in self.rounds for table in tables):
            for pair in map(frozenset, combinations(table, 2)):
                found[pair] = found.get(pair, 0) + 1
        for pair in map(frozenset, self.avoided):
            found[pair] = found.get(pair, 0) + APART
        return found

    @cached_property
    def sat(self) -> dict[int, list[int]]:
        """How often each has sat at each seat."""
        found: dict[int, list[int]] = {}
        for table in (table for tables in self.rounds for table in tables):
            for seat, who in enumerate(table):
                found.setdefault(who, [0] * max(SIZES))[seat] += 1
        return found


def sizes(people: int, wanted: int = 4) -> list[int]:
    """The tables for so many people, the larger ones first; one place more than there are people is the house's."""
    if people < 2:
        return []
    other = SIZES[0] + SIZES[1] - wanted
    for places in (people, people + 1):
        for count in range(places // wanted, -1, -1):
            rest = places - count * wanted
            if rest % other == 0 and count + rest // other:
                return sorted([wanted] * count + [other] * (rest // other), reverse=True)
    raise AssertionError("three and four make every number but one, two and five, and those lack one or have one to spare")


def next_round(order: Sequence[int], past: Past, size: int = 4, seed: int = 0) -> Tables:
    """The tables of the next round for these people, the leaders first; the first round is drawn by lot."""
    people = list(order)
    if not past.rounds:
        random.Random(seed).shuffle(people)
    places = sizes(len(people), size)
    people += [HOUSE] * (sum(places) - len(people))
    groups = without_repeats(people, places, past) or fewest_repeats(people, places, past, seed)
    return [seated(group, past) for group in groups]


def repeats(groups: Iterable[Sequence[int]], past: Past) -> int:
    return sum(past.met.get(frozenset(pair), 0) for group in groups for pair in combinations(group, 2))


# --- who with whom


def without_repeats(people: Sequence[int], places: Sequence[int], past: Past) -> list[list[int]] | None:
    """Nobody meets anybody again, the leader with those next in the order; None where that was not found."""
    if not past.met:
        return dealt(people, places)
    steps = STEPS
    strangers = {each: {other for other in people if other != each and not past.met.get(frozenset((each, other)))} for each in people}

    def partners(free: Sequence[int], count: int, suit: set[int]) -> Iterator[list[int]]:
        nonlocal steps
        if count == 0:
            yield []
            return
        for n, who in enumerate(free):
            steps -= 1
            if steps < 0 or len(free) - n < count:
                return
            if who in suit:
                for rest in partners(free[n + 1 :], count - 1, suit & strangers[who]):
                    yield [who, *rest]

    def fill(free: Sequence[int], left: Sequence[int]) -> list[list[int]] | None:
        if not left:
            return []
        first = free[0]
        for size in sorted(set(left), reverse=True):
            rest_sizes = list(left)
            rest_sizes.remove(size)
            for found in partners(free[1:], size - 1, strangers[first]):
                taken = {first, *found}
                rest = fill([who for who in free if who not in taken], rest_sizes)
                if rest is not None:
                    return [[first, *found], *rest]
                if steps < 0:
                    return None
        return None

    return fill(list(people), list(places))


def dealt(people: Sequence[int], places: Sequence[int]) -> list[list[int]]:
    """In their order, table by table."""
    queue = list(people)
    return [[queue.pop(0) for _ in range(size)] for size in places]


def fewest_repeats(people: Sequence[int], places: Sequence[int], past: Past, seed: int) -> list[list[int]]:
    """Swap two people for as long as fewer meet again, from several beginnings; small fields are searched in whole."""
    rank = {who: n for n, who in enumerate(people)}
    if len(people) <= 9:
        return min(every(people, places), key=lambda groups: cost(groups, rank, past))
    generator = random.Random(seed)
    found = [swapped(dealt(start, places), rank, past) for start in beginnings(people, generator)]
    return min(found, key=lambda groups: cost(groups, rank, past))


def beginnings(people: Sequence[int], generator: random.Random) -> Iterator[list[int]]:
    yield list(people)
    for _ in range(7):
        mixed = list(people)
        generator.shuffle(mixed)
        yield mixed


def cost(groups: Sequence[Sequence[int]], rank: Mapping[int, int], past: Past) -> tuple[int, int]:
    """Second meetings first; then how far apart in the order those are who play together."""
    return repeats(groups, past), sum(abs(rank[a] - rank[b]) for group in groups for a, b in combinations(group, 2))


def swapped(groups: list[list[int]], rank: Mapping[int, int], past: Past) -> list[list[int]]:
    better = True
    while better:
        better = False
        for one, other in combinations(groups, 2):
            best = cost((one, other), rank, past)  # no other table's changes
            for i in range(len(one)):
                for k in range(len(other)):
                    one[i], other[k] = other[k], one[i]
                    now = cost((one, other), rank, past)
                    if now < best:
                        best, better = now, True
                    else:
                        one[i], other[k] = other[k], one[i]
    return groups


def every(people: Sequence[int], places: Sequence[int]) -> Iterator[list[list[int]]]:
    """All ways to make tables of these sizes."""
    if not places:
        yield []
        return
    for size in sorted(set(places), reverse=True):
        rest_sizes = list(places)
        rest_sizes.remove(size)
        for others in combinations(people[1:], size - 1):
            taken = {people[0], *others}
            for rest in every([who for who in people if who not in taken], rest_sizes):
                yield [[people[0], *others], *rest]


# --- where they sit


def seated(group: Sequence[int], past: Past) -> tuple[int, ...]:
    """Everybody where they have sat least."""
    none = [0] * max(SIZES)

    def weight(order: tuple[int, ...]) -> int:
        return sum((1 + past.sat.get(who, none)[seat]) ** 2 - past.sat.get(who, none)[seat] ** 2 for seat, who in enumerate(order))

    return min(permutations(group), key=weight)


# --- who leads


@dataclass
class Score:
    """What somebody has reached: wins, then points, then the share of each table's points."""

    wins: int = 0
    points: int = 0
    share: float = 0.0
    games: int = 0

    @property
    def key(self) -> tuple[int, int, float]:
        return -self.wins, -self.points, -round(self.share, 9)


@dataclass(frozen=True)
class Outcome:
    """How a table of a tournament ended: who sat there, their points, the winner's seat, and the seats that were left."""

    table: tuple[int, ...]
    points: Sequence[int]
    winner: int | None
    left: Collection[int] = ()


def scores(people: Iterable[int], outcomes: Iterable[Outcome]) -> dict[int, Score]:
    """Who has left a table wins nothing there and has no points; what a bot made of the seat counts in the table's sum only."""
    found = {who: Score() for who in people}
    for outcome in outcomes:
        total = sum(outcome.points)
        for seat, who in enumerate(outcome.table):
            if who not in found:
                continue
            score = found[who]
            score.games += 1
            if seat in outcome.left or seat >= len(outcome.points):
                continue
            score.wins += outcome.winner == seat
            score.points += outcome.points[seat]
            score.share += outcome.points[seat] / total if total else 0.0
    return found


def ranking(found: Mapping[int, Score]) -> list[tuple[int, int]]:
    """Place and person, the leader first; equal results share a place, and who came first stands first."""
    order = sorted(found, key=lambda who: (found[who].key, who))
    place, shown = 0, list[tuple[int, int]]()
    for n, who in enumerate(order, 1):
        if n == 1 or found[who].key != found[order[n - 2]].key:
            place = n
        shown.append((place, who))
    return shown
