"""What all seats may do at one moment, asked in one call: for the server, which informs everybody after each action."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import legal, options, score
from .actions import KIND_MASK
from .ids import MAX_SEATS, RESOURCES, Kind
from .jit import rule
from .options import MAX_ACTIONS
from .state import State

RATE_BITS = 8  # for each resource; no rate is as high


@rule
def survey_into(
    states: State, out: NDArray[np.int64], sizes: NDArray[np.int64], kinds: NDArray[np.int64], points: NDArray[np.int64]
) -> int:
    """For each seat its listed actions, how many these are, the kinds of which something is legal as bits, and all its points.

    Returns the seats that are awaited, as bits. Free-form trade is not listed, but among the kinds.
    """
    state = states[0]
    for seat in range(state.players):
        size = options.legal_actions(state, seat, True, out[seat])
        bits = 0
        listed = 0
        for place in range(size):
            kind = out[seat, place] & KIND_MASK
            bits |= 1 << kind
            if kind != Kind.OFFER and kind != Kind.COUNTER and kind != Kind.PROPOSE:
                out[seat, listed] = out[seat, place]
                listed += 1
        sizes[seat] = listed
        kinds[seat] = bits
        points[seat] = score.total_points(state, seat)
    return legal.awaited(state)


@rule
def entitlements(states: State, seat: int) -> int:
    """TRADE-6: every rate that the seat's harbors give, for each resource, as bits."""
    bits = 0
    for resource in range(RESOURCES):
        for rate in range(RATE_BITS):
            if legal.is_entitled(states[0], seat, resource, rate):
                bits |= 1 << (resource * RATE_BITS + rate)
    return bits


class Survey(NamedTuple):
    """By seat."""

    actions: list[list[int]]  # as `Game.legal` lists them
    kinds: list[int]  # of which something is legal, as bits
    points: list[int]  # hidden ones too
    awaited: list[int]  # the seats themselves


def survey(states: State, players: int) -> Survey:
    out = np.empty((MAX_SEATS, MAX_ACTIONS), np.int64)
    counts = np.zeros((3, MAX_SEATS), np.int64)
    awaited = survey_into(states, out, counts[0], counts[1], counts[2])
    sizes, kinds, points = counts[:, :players].tolist()
    actions = [out[seat, :size].tolist() if size else [] for seat, size in enumerate(sizes)]
    return Survey(actions, kinds, points, [seat for seat in range(players) if awaited >> seat & 1])
