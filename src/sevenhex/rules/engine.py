"""The rules as Python calls them: the same functions over an array of one state, quick to enter."""

from __future__ import annotations

from . import apply as _apply
from . import chance, legal, options, score
from .jit import rule


@rule
def apply(states, seat, action):
    _apply.apply(states[0], seat, action)


@rule
def is_legal(states, seat, action):
    return legal.is_legal(states[0], seat, action)


@rule
def legal_actions(states, seat, menu, out):
    return options.legal_actions(states[0], seat, menu, out)


@rule
def awaited(states):
    return legal.awaited(states[0])


@rule
def outcomes(states, out, weights):
    return chance.outcomes(states[0], out, weights)


@rule
def pick(states, number):
    return chance.pick(states[0], number)


@rule
def total_points(states, seat):
    return score.total_points(states[0], seat)


# --- what `reasons/` asks


@rule
def any_road_place(states, seat):
    return legal.any_road_place(states[0], seat)


@rule
def can_accept(states, seat):
    return legal.can_accept(states[0], seat)


@rule
def can_bank(states, seat, give, get, rate):
    return legal.can_bank(states[0], seat, give, get, rate)


@rule
def can_confirm(states, other):
    return legal.can_confirm(states[0], other)


@rule
def can_plenty(states, one_kind, other_kind):
    return legal.can_plenty(states[0], one_kind, other_kind)


@rule
def can_take(states, other):
    return legal.can_take(states[0], other)


@rule
def can_withdraw(states, seat):
    return legal.can_withdraw(states[0], seat)


@rule
def card_may_be_played(states):
    return legal.card_may_be_played(states[0])


@rule
def domestic_trade_is_open(states):
    return legal.domestic_trade_is_open(states[0])


@rule
def is_asked(states, seat):
    return legal.is_asked(states[0], seat)


@rule
def is_entitled(states, seat, resource, rate):
    return legal.is_entitled(states[0], seat, resource, rate)


@rule
def is_in_box(states, cards):
    return legal.is_in_box(states[0], cards)


@rule
def is_member(states, seat, kind, place):
    return legal.is_member(states[0], seat, kind, place)


@rule
def owners_around(states, tile):
    return legal.owners_around(states[0], tile)


@rule
def phases_allow_trade(states):
    return legal.phases_allow_trade(states[0])


@rule
def playable(states, seat, card):
    return legal.playable(states[0], seat, card)


@rule
def roads_may_stop(states):
    return legal.roads_may_stop(states[0])


@rule
def robber_goals(states, seat):
    return legal.robber_goals(states[0], seat)


@rule
def supply_trade_is_open(states):
    return legal.supply_trade_is_open(states[0])
