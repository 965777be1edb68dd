"""The rules as Python calls them: the same functions over an array of one state, quick to enter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from . import apply as _apply
from . import chance, legal, options, score
from .jit import rule
from .state import State


@rule
def apply(states: State, seat: int, action: int) -> None:
    _apply.apply(states[0], seat, action)


@rule
def is_legal(states: State, seat: int, action: int) -> bool:
    return legal.is_legal(states[0], seat, action)


@rule
def legal_actions(states: State, seat: int, menu: bool, out: NDArray[np.int64]) -> int:
    return options.legal_actions(states[0], seat, menu, out)


@rule
def awaited(states: State) -> int:
    return legal.awaited(states[0])


@rule
def outcomes(states: State, out: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    return chance.outcomes(states[0], out, weights)


@rule
def pick(states: State, number: int) -> int:
    return chance.pick(states[0], number)


@rule
def total_points(states: State, seat: int) -> int:
    return score.total_points(states[0], seat)


# --- what `reasons/` asks


@rule
def any_road_place(states: State, seat: int) -> bool:
    return legal.any_road_place(states[0], seat)


@rule
def can_accept(states: State, seat: int) -> bool:
    return legal.can_accept(states[0], seat)


@rule
def can_bank(states: State, seat: int, give: int, get: int, rate: int) -> bool:
    return legal.can_bank(states[0], seat, give, get, rate)


@rule
def can_confirm(states: State, other: int) -> bool:
    return legal.can_confirm(states[0], other)


@rule
def can_plenty(states: State, one_kind: int, other_kind: int) -> bool:
    return legal.can_plenty(states[0], one_kind, other_kind)


@rule
def can_take(states: State, other: int) -> bool:
    return legal.can_take(states[0], other)


@rule
def can_withdraw(states: State, seat: int) -> bool:
    return legal.can_withdraw(states[0], seat)


@rule
def card_may_be_played(states: State) -> bool:
    return legal.card_may_be_played(states[0])


@rule
def domestic_trade_is_open(states: State) -> bool:
    return legal.domestic_trade_is_open(states[0])


@rule
def is_asked(states: State, seat: int) -> bool:
    return legal.is_asked(states[0], seat)


@rule
def is_entitled(states: State, seat: int, resource: int, rate: int) -> bool:
    return legal.is_entitled(states[0], seat, resource, rate)


@rule
def is_in_box(states: State, cards: int) -> bool:
    return legal.is_in_box(states[0], cards)


@rule
def is_member(states: State, seat: int, kind: int, place: int) -> bool:
    return legal.is_member(states[0], seat, kind, place)


@rule
def owners_around(states: State, tile: int) -> int:
    return legal.owners_around(states[0], tile)


@rule
def phases_allow_trade(states: State) -> bool:
    return legal.phases_allow_trade(states[0])


@rule
def playable(states: State, seat: int, card: int) -> bool:
    return legal.playable(states[0], seat, card)


@rule
def roads_may_stop(states: State) -> bool:
    return legal.roads_may_stop(states[0])


@rule
def robber_goals(states: State, seat: int) -> int:
    return legal.robber_goals(states[0], seat)


@rule
def supply_trade_is_open(states: State) -> bool:
    return legal.supply_trade_is_open(states[0])
