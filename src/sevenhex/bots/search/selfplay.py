"""Games between weights at compiled speed, for tuning. Seats know all hands here (the bots themselves never do)."""

from __future__ import annotations

from sevenhex.playout.generator import advance, number
from sevenhex.rules.actions import get_of, kind_of, recipients_of
from sevenhex.rules.apply import apply
from sevenhex.rules.cards import covers
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, domestic_trade_is_open

from .evaluation import SIZE, VALUES, corner_worths, progress_of, terms
from .policy import MAIN, decide
from .trading import best_offer, consider_offers, gain_by_accepting
from .turn import best_plan, first_action, search_turn

ONE_STEP, SEARCH = 0, 1


@rule
def try_trade(states, seat, minds, memory, sums, least):
    """The seat makes its best offer; everybody answers by value; the best acceptor for the seat is confirmed."""
    for index in range(sums.shape[0]):
        sums[index] = 0.0
    consider_offers(states, 0, seat, minds[seat], memory, 0.0, sums)
    offer = best_offer(states, 0, seat, sums, 1, least)
    if offer == 0:
        return False
    apply(states[0], seat, offer)
    for step in range(1, states[0].players):
        other = (seat + step) % int(states[0].players)
        if (recipients_of(offer) >> other) & 1 == 0:
            continue
        glad = covers(states[0].hand[other], get_of(offer)) and gain_by_accepting(states, 0, other, minds[other], memory) > 0.0
        apply(states[0], other, Kind.ACCEPT if glad else Kind.REFUSE)
    chosen = decide(states, seat, minds[seat], memory, 0)
    if kind_of(chosen) == Kind.CONFIRM:
        apply(states[0], seat, chosen)
        return True
    apply(states[0], seat, Kind.WITHDRAW)
    return False


@rule
def note(state, weights, memory, row):
    """Write down the terms of all seats, and how far the game is."""
    corner_worths(state, weights, memory[3][0])
    for each in range(state.players):
        terms(state, each, weights, memory[3][0], memory[3][1])
        for place in range(SIZE):
            row[each, place] = memory[3][1][VALUES + place]
    row[0, SIZE] = progress_of(state)


@rule
def contest(states, minds, styles, trades, counter, limit, memory, beam, paths, values, sums, width, depth, least, rows):
    """Play `states[0]` to its end; each seat has weights, a style of thought and a number of offers a turn.

    Writes the terms of all seats into `rows` while there is room: after each round of the set-up, then at each end of a turn.
    Returns how many rows.
    """
    steps = 0
    written = 0
    offers = 0
    while states[0].phase != Phase.OVER and steps < limit:
        steps += 1
        if states[0].phase <= LAST_CHANCE_PHASE:
            counter = advance(counter)
            apply(states[0], CHANCE, pick(states[0], number(counter)))
            continue
        seat = lowest_bit(awaited(states[0]))
        turning = states[0].phase == Phase.MAIN or states[0].phase == Phase.ROLL or states[0].phase == Phase.FREE_ROADS
        if styles[seat] == SEARCH and turning:
            found = search_turn(states, seat, minds[seat], memory, beam, paths, values, width, depth, 1)
            action = first_action(states[0], paths, best_plan(values, found))
        else:
            action = decide(states, seat, minds[seat], memory, 0)
        if action == Kind.END and offers < trades[seat] and domestic_trade_is_open(states[0]):
            offers += 1
            if try_trade(states, seat, minds, memory, sums, least):
                continue
        if action == Kind.END:
            offers = 0
        if action == Kind.END and written < rows.shape[0]:
            note(states[0], minds[0][MAIN], memory, rows[written])
            written += 1
        apply(states[0], seat, action)
        placed = states[0].phase == Phase.SETUP_SETTLEMENT and states[0].setup_step == states[0].players and kind_of(action) == Kind.ROAD
        if (placed or (states[0].turn == 1 and kind_of(action) == Kind.ROAD and states[0].phase == Phase.ROLL)) and written < rows.shape[0]:
            note(states[0], minds[0][MAIN], memory, rows[written])
            written += 1
    return written
