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
