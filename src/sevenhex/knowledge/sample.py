"""A full state that agrees with a view: what a fair player may imagine the hidden cards to be.

Resource cards come from the view's hypotheses, by their weights (see `counter.py` for what is exact in them). Development cards are dealt
from the unseen ones as a shuffled deck would deal them, given that a player who could have won now would have done so (WIN-2). What is not
used: that nobody won in earlier turns, or how players tend to act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.cards import count
from sevenhex.rules.ids import MAX_SEATS, Card
from sevenhex.rules.record import StateRecord
from sevenhex.rules.state import State, copy

from .views import View
from .worlds import TRIES, deal_once, most_points, swap_point, take_cards


class Chance(Protocol):
    """`random.Random` and `numpy.random.Generator` alike."""

    def random(self) -> float: ...


def sample(view: View, rng: Chance) -> State:
    """A state that the viewer cannot tell from the true one."""
    state = copy(view.state)
    if view.knowledge is not None:
        deal_resources(view, state, rng)
    if not view.everything:
        deal_cards(view, state, rng)
    return state


def worlds(view: View, rng: Chance, void: Mapping[str, Sequence[int]] | None = None) -> Iterator[State]:
    """Any number of samples; `void` names words of a bargain that count for nothing, as seats by field of the state."""
    while True:
        state = sample(view, rng)
        for name, seats in (void or {}).items():
            state[name][0, seats] = 0
        yield state


def shares(rng: Chance, size: int) -> NDArray[np.float64]:
    return np.array([rng.random() for _ in range(size)], np.float64)


def deal_resources(view: View, state: State, rng: Chance) -> None:
    """Hands from one hypothesis; discards still unseen leave them at random; the supply is what remains of the box."""
    known = view.knowledge
    assert known is not None
    place = int(np.searchsorted(view.cumulative, rng.random() * view.cumulative[-1], side="right")) if len(known.weights) > 1 else 0
    *hands, aside = known.hands[min(place, len(known.weights) - 1)].tolist()
    for seat, number in enumerate(known.pending):
        if number:
            put = take_cards(hands[seat], number, shares(rng, number))
            hands[seat] -= put
            state["set_aside"][0, seat] = put
            aside += put
    state["hand"][0, : view.players] = hands
    state["supply"] = view.box - aside - sum(hands)


def deal_cards(view: View, state: State, rng: Chance) -> None:
    """Each opponent's hidden development cards from the unseen ones, and the rest is the deck."""
    world, actor = state[0], view.actor
    missing = np.full(MAX_SEATS, -1, np.int64)
    for seat in range(view.players):
        if not view.sees_cards(seat):
            missing[seat] = view.card_counts[seat]
    dealt = int(missing[missing > 0].sum())
    most = most_points(world, view.card_counts[actor])
    is_hidden = missing[actor] >= 0
    for _ in range(TRIES):
        deal_once(world, missing, view.unseen, shares(rng, dealt))
        if not is_hidden or points_of(world, actor) <= most:
            break
    if is_hidden:
        while points_of(world, actor) > most and swap_point(world, missing, rng.random()):
            pass
        state["fresh"] = take_cards(int(world.cards[actor]), view.fresh_count, shares(rng, view.fresh_count))


def points_of(world: StateRecord, seat: int) -> int:
    return count(int(world.cards[seat]), Card.VICTORY_POINT)
