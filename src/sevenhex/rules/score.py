"""Points, the two awards, and the end of the game."""

from __future__ import annotations

from .cards import count
from .ids import NOBODY, Card, Part, Phase, TieAfterBreak
from .jit import rule
from .record import StateRecord

AWARD = 2
SHORTEST_ROUTE = 5  # ROUTE-2
SMALLEST_ARMY = 3  # DEV-8


@rule
def total_points(state: StateRecord, seat: int) -> int:
    """WIN-1: all points, hidden cards too."""
    return int(state.points[seat]) + count(state.cards[seat], Card.VICTORY_POINT)


@rule
def pass_route(state: StateRecord, seat: int) -> None:
    """Hand the longest route to a seat, or set it aside (NOBODY)."""
    if state.route_holder != NOBODY:
        state.points[state.route_holder] -= AWARD
    if seat != NOBODY:
        state.points[seat] += AWARD
    state.route_holder = seat


@rule
def settle_route(state: StateRecord, holder_was_cut: bool) -> None:
    """ROUTE-2 and ROUTE-4 to 6: who holds the award now that lengths have changed."""
    holder = int(state.route_holder)
    longest = SHORTEST_ROUTE - 1
    leader = NOBODY
    leaders = 0
    for seat in range(state.players):
        length = int(state.route[seat])
        if length > longest:
            longest = length
            leader = seat
            leaders = 1
        elif length == longest and length >= SHORTEST_ROUTE:
            leaders += 1
    if leaders > 1:
        holder_leads = holder != NOBODY and state.route[holder] == longest
        if holder_leads and not (holder_was_cut and state.tie_after_break == TieAfterBreak.SET_ASIDE):
            leader = holder
        else:
            leader = NOBODY
    if leader != holder:
        pass_route(state, leader)


@rule
def settle_army(state: StateRecord, seat: int) -> None:
    """DEV-8: the first with three knights, then a player with strictly more."""
    holder = int(state.army_holder)
    knights = int(state.knights[seat])
    if knights >= SMALLEST_ARMY and holder != seat and (holder == NOBODY or knights > state.knights[holder]):
        if holder != NOBODY:
            state.points[holder] -= AWARD
        state.points[seat] += AWARD
        state.army_holder = seat


@rule
def settle_victory(state: StateRecord) -> None:
    """WIN-2, WIN-3, PAIR-3: only in an own turn or paired part, and at once."""
    if state.turn > 0 and state.part != Part.SPECIAL and state.phase != Phase.OVER:
        seat = int(state.actor)
        if total_points(state, seat) >= state.target:
            state.winner = seat
            state.phase = Phase.OVER
