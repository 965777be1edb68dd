"""Decisions that take several actions are made whole: a discard of many cards, the two free roads.

Card by card a policy would have to see the end in the beginning. Here all ways to finish are judged, and an action stands for the best
whole that begins with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from sevenhex.rules.actions import KIND_BITS, kind_of
from sevenhex.rules.cards import count
from sevenhex.rules.ids import RESOURCES, Kind, Phase

if TYPE_CHECKING:
    from .lookahead import Lookahead

MOST_WHOLES = 400  # that are judged for one decision; a discard of more ways than that is judged card by card
SHORTLIST = 24  # of these are looked at with rotations of the island

Whole = tuple[int, ...]  # actions, one after the other


def wholes(ahead: Lookahead, root: int, seat: int, actions: Sequence[int]) -> list[Whole]:
    """For each action the best whole that begins with it, as the seat judges where it leads; just the action where that is all."""
    state = ahead.pool.states[root]
    found: dict[int, Whole] = {}
    before = ahead.used
    if state["phase"] == Phase.DISCARD:
        found = best_discards(ahead, root, seat, actions)
    elif state["phase"] == Phase.FREE_ROADS or any(kind_of(action) == Kind.ROAD_BUILDING for action in actions):
        found = best_roads(ahead, root, seat, [action for action in actions if kind_of(action) in (Kind.ROAD, Kind.ROAD_BUILDING)])
    ahead.forget(before)
    return [found.get(action, (action,)) for action in actions]


def bundles(hand: int, size: int) -> Iterator[tuple[int, ...]]:
    """All ways to take so many cards out of a hand: how many of each resource."""
    most = [min(size, int(count(hand, kind))) for kind in range(RESOURCES)]
    for some in product(*(range(each + 1) for each in most[:-1])):
        rest = size - sum(some)
        if 0 <= rest <= most[-1]:
            yield (*some, rest)


def best_discards(ahead: Lookahead, root: int, seat: int, actions: Sequence[int]) -> dict[int, Whole]:
    state = ahead.pool.states[root]
    ways = list(bundles(int(state["hand"][seat]), int(state["discard_left"][seat])))
    if len(ways) == 1 or len(ways) > MOST_WHOLES or sum(ways[0]) < 2:
        return {}
    plans = [tuple(int(Kind.DISCARD) | kind << KIND_BITS for kind in range(RESOURCES) for _ in range(way[kind])) for way in ways]
    worths = judged(ahead, root, seat, plans)
    found: dict[int, Whole] = {}
    for action in actions:
        fitting = [place for place, plan in enumerate(plans) if action in plan]
        if fitting:
            best = plans[max(fitting, key=lambda place: worths[place])]
            rest = Counter(best) - Counter([action])
            found[action] = (action, *sorted(rest.elements()))
    return found


def best_roads(ahead: Lookahead, root: int, seat: int, actions: Sequence[int]) -> dict[int, Whole]:
    plans: list[Whole] = [(int(action),) for action in actions]
    begin = ahead.play([root] * len(plans), [seat] * len(plans), actions)
    finished: dict[tuple[int, frozenset[int]], Whole] = {}
    open_ = list(zip(plans, range(begin, ahead.used), strict=True))
    while open_ and len(finished) < MOST_WHOLES:
        following: dict[tuple[int, frozenset[int]], tuple[Whole, int]] = {}
        for plan, place in open_:
            state = ahead.pool.states[place]
            if state["phase"] != Phase.FREE_ROADS or state["actor"] != seat:
                finished[plan[0], frozenset(plan)] = plan
                continue
            for action in ahead.sensible(place, seat):
                if kind_of(action) == Kind.ROAD:
                    following.setdefault((plan[0], frozenset((*plan, action))), ((*plan, action), place))
        steps = list(following.values())
        if not steps:
            break
        begin = ahead.play([place for _, place in steps], [seat] * len(steps), [plan[-1] for plan, _ in steps])
        open_ = [(plan, begin + place) for place, (plan, _) in enumerate(steps)]
    ready = list(finished.values())
    if not ready:
        return {}
    worths = judged(ahead, root, seat, ready)
    found: dict[int, tuple[float, Whole]] = {}
    for worth, plan in zip(worths, ready, strict=True):
        if plan[0] not in found or worth > found[plan[0]][0]:
            found[plan[0]] = worth, plan
    return {action: plan for action, (_, plan) in found.items()}


def judged(ahead: Lookahead, root: int, seat: int, plans: Sequence[Whole]) -> list[float]:
    """The seat's chance to win after each of these plans, as it sees the position then. Where the network looks at rotations of the island,
    those that are best at first sight are looked at again; the others stay behind them."""
    if ahead.rotations == 1 or len(plans) <= SHORTLIST:
        return looked_at(ahead, root, seat, plans, ahead.rotations)
    worths = looked_at(ahead, root, seat, plans, 1)
    best = sorted(range(len(plans)), key=lambda place: -worths[place])[:SHORTLIST]
    found = [worth - 1 for worth in worths]
    for place, worth in zip(best, looked_at(ahead, root, seat, [plans[place] for place in best], ahead.rotations), strict=True):
        found[place] = worth
    return found


def looked_at(ahead: Lookahead, root: int, seat: int, plans: Sequence[Whole], rotations: int) -> list[float]:
    begin = ahead.play([root] * len(plans), [seat] * len(plans), [plan[0] for plan in plans])
    ahead.go_on(range(begin, ahead.used), [seat] * len(plans), [plan[1:] for plan in plans])
    ahead.pool.viewers[begin : ahead.used] = seat
    worths: list[float] = ahead.judge(begin, ahead.used, policy=False, rotations=rotations).chances[:, seat].tolist()
    return worths
