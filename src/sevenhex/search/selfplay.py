"""Games between weights at compiled speed, for tuning. Seats know all hands here (the bots themselves never do)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.playout.generator import advance, number
from sevenhex.rules.actions import get_of, kind_of, recipients_of
from sevenhex.rules.apply import apply
from sevenhex.rules.cards import covers
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, domestic_trade_is_open
from sevenhex.rules.record import StateRecord

from .evaluation import SIZE, progress_of
from .memory import POSITION, Desk, Memory, SearchEffort
from .policy import MAIN, decide, note_standings, refresh_island
from .trading import best_offer, consider_offers, gain_by_accepting
from .turn import plan_turn

ONE_STEP, SEARCH = 0, 1


class Lineup(NamedTuple):
    """Who plays, seat by seat."""

    minds: NDArray[np.float64]  # weights
    styles: NDArray[np.int64]  # of thought: one step, or a search of the turn
    trades: NDArray[np.int64]  # offers in a turn


@rule
def choose(seat: int, table: Lineup, desk: Desk, effort: SearchEffort) -> int:
    """What the seat does in the position."""
    phase = int(desk.memory.states[0].phase)
    if table.styles[seat] == SEARCH and (phase == Phase.MAIN or phase == Phase.ROLL or phase == Phase.FREE_ROADS):
        return plan_turn(desk, seat, table.minds[seat], effort)
    return decide(seat, table.minds[seat], desk.memory)


@rule
def try_trade(seat: int, minds: NDArray[np.float64], memory: Memory, sums: NDArray[np.float64], least: float) -> bool:
    """The seat makes its best offer; everybody answers by value; the best acceptor for the seat is confirmed."""
    state = memory.states[0]
    for index in range(sums.shape[0]):
        sums[index] = 0.0
    consider_offers(seat, minds[seat], memory, 0.0, sums)
    offer = best_offer(seat, memory, sums, 1, least)
    if offer == 0:
        return False
    apply(state, seat, offer)
    for step in range(1, state.players):
        other = (seat + step) % int(state.players)
        if (recipients_of(offer) >> other) & 1 == 0:
            continue
        glad = covers(state.hand[other], get_of(offer)) and gain_by_accepting(other, minds[other], memory) > 0.0
        apply(state, other, Kind.ACCEPT if glad else Kind.REFUSE)
    chosen = decide(seat, minds[seat], memory)
    if kind_of(chosen) == Kind.CONFIRM:
        apply(state, seat, chosen)
        return True
    apply(state, seat, Kind.WITHDRAW)
    return False


@rule
def note(state: StateRecord, weights: NDArray[np.float64], memory: Memory, row: NDArray[np.float64]) -> None:
    """Write down the terms of all seats, and how far the game is."""
    refresh_island(state, weights, memory)
    note_standings(state, memory)
    for each in range(state.players):
        for place in range(SIZE):
            row[each, place] = memory.rows[POSITION, each].term[place]
    row[0, SIZE] = progress_of(state)


@rule
def contest(
    table: Lineup,
    desk: Desk,
    sums: NDArray[np.float64],
    effort: SearchEffort,
    least: float,
    counter: int,
    limit: int,
    rows: NDArray[np.float64],
) -> int:
    """Play the position to its end.

    Writes the terms of all seats into `rows` while there is room: after each round of the set-up, then at each end of a turn.
    Returns how many rows.
    """
    state, weights = desk.memory.states[0], table.minds[0][MAIN]
    steps = 0
    written = 0
    offers = 0
    while state.phase != Phase.OVER and steps < limit:
        steps += 1
        if state.phase <= LAST_CHANCE_PHASE:
            counter = advance(counter)
            apply(state, CHANCE, pick(state, number(counter)))
            continue
        seat = lowest_bit(awaited(state))
        action = choose(seat, table, desk, effort)
        if action == Kind.END and offers < table.trades[seat] and domestic_trade_is_open(state):
            offers += 1
            if try_trade(seat, table.minds, desk.memory, sums, least):
                continue
        if action == Kind.END:
            offers = 0
        if action == Kind.END and written < rows.shape[0]:
            note(state, weights, desk.memory, rows[written])
            written += 1
        apply(state, seat, action)
        placed = state.phase == Phase.SETUP_SETTLEMENT and state.setup_step == state.players and kind_of(action) == Kind.ROAD
        if (placed or (state.turn == 1 and kind_of(action) == Kind.ROAD and state.phase == Phase.ROLL)) and written < rows.shape[0]:
            note(state, weights, desk.memory, rows[written])
            written += 1
    return written
