"""A full state that agrees with a view: what a fair player may imagine the hidden cards to be.

Resource cards come from the view's hypotheses, by their weights (see `counter.py` for what is exact in them). Development cards are dealt
from the unseen ones as a shuffled deck would deal them, given that a player who could have won now would have done so (WIN-2). What is not
used: that nobody won in earlier turns, or how players tend to act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from sevenhex.protocol.encoding import size_of
from sevenhex.rules.cards import counts, nth_kind, only
from sevenhex.rules.ids import Card, Part
from sevenhex.rules.state import State, copy

from .counter import ONE
from .views import View

TRIES = 50  # deals before the cards are put right by hand


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


def take_one(cards: int, rng: Chance) -> int:
    """One card of a word, each equally likely, as a word."""
    kind: int = nth_kind(cards, int(rng.random() * size_of(cards)))
    return ONE[kind]


def take(cards: int, number: int, rng: Chance) -> int:
    """Some cards of a word, each equally likely, as a word."""
    taken = 0
    for _ in range(number):
        taken += take_one(cards - taken, rng)
    return taken


def deal_resources(view: View, state: State, rng: Chance) -> None:
    """Hands from one hypothesis; discards still unseen leave them at random; the supply is what remains of the box."""
    known = view.knowledge
    assert known is not None
    place = int(np.searchsorted(view.cumulative, rng.random() * view.cumulative[-1], side="right")) if len(known.weights) > 1 else 0
    *hands, aside = known.hands[min(place, len(known.weights) - 1)].tolist()
    for seat, number in enumerate(known.pending):
        if number:
            put = take(hands[seat], number, rng)
            hands[seat] -= put
            state["set_aside"][0, seat] = put
            aside += put
    state["hand"][0, : view.players] = hands
    state["supply"] = view.box - aside - sum(hands)


def deal_cards(view: View, state: State, rng: Chance) -> None:
    """Each opponent's hidden development cards from the unseen ones, and the rest is the deck."""
    shown = state["cards"][0].tolist()
    missing = {seat: view.card_counts[seat] - size_of(shown[seat]) for seat in range(view.players) if not view.sees_cards(seat)}
    pool = view.unseen
    most = most_points(view, state)
    for _ in range(TRIES):
        dealt = deal(missing, pool, rng)
        if points_of(dealt.get(view.actor, 0)) <= most:
            break
    else:
        dealt = without_victory(dealt, view.actor, most, pool, rng)
    for seat, cards in dealt.items():
        state["cards"][0, seat] += cards
    state["deck"] = view.unseen - sum(dealt.values())
    if view.actor in missing:
        state["fresh"] = take(int(state["cards"][0, view.actor]), view.fresh_count, rng)


def deal(missing: dict[int, int], pool: int, rng: Chance) -> dict[int, int]:
    """As many cards for each as are missing."""
    dealt: dict[int, int] = {}
    for seat, number in missing.items():
        dealt[seat] = take(pool, number, rng)
        pool -= dealt[seat]
    return dealt


def points_of(cards: int) -> int:
    return counts(cards)[Card.VICTORY_POINT]


def most_points(view: View, state: State) -> int:
    """How many victory-point cards the acting player can hold without having won (WIN-2). The winner may hold any."""
    room = int(state["target"][0]) - 1 - int(state["points"][0, view.actor])
    if view.turn == 0 or state["part"][0] == Part.SPECIAL or room < 0:
        return view.card_counts[view.actor]
    return room


def without_victory(dealt: dict[int, int], actor: int, most: int, pool: int, rng: Chance) -> dict[int, int]:
    """Exchange the acting player's surplus victory points for other cards, from the deck or from other hands."""
    point = ONE[Card.VICTORY_POINT]
    while points_of(dealt[actor]) > most:
        deck = pool - sum(dealt.values())
        sources = {seat: cards for seat, cards in {**dealt, -1: deck}.items() if seat != actor}
        others = {seat: cards - only(cards, int(Card.VICTORY_POINT)) for seat, cards in sources.items()}
        seat = next((seat for seat, cards in others.items() if cards), None)
        if seat is None:
            break
        swapped = take_one(others[seat], rng)
        dealt[actor] += swapped - point
        if seat >= 0:
            dealt[seat] += point - swapped
    return dealt
