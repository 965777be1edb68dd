"""Games between weights at compiled speed, for tuning. Seats know all hands here (the bots themselves never do)."""

from __future__ import annotations

from sevenhex.playout.generator import advance, number
from sevenhex.rules.actions import get_of, recipients_of
from sevenhex.rules.apply import apply
from sevenhex.rules.cards import covers
from sevenhex.rules.chance import pick
from sevenhex.rules.ids import CHANCE, LAST_CHANCE_PHASE, Kind, Phase
from sevenhex.rules.jit import lowest_bit, rule
from sevenhex.rules.legal import awaited, domestic_trade_is_open

from .policy import decide
from .trading import best_offer, consider_offers, gain_by_accepting
from .turn import search_turn

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
    if chosen & 63 == Kind.CONFIRM:
        apply(states[0], seat, chosen)
        return True
    apply(states[0], seat, Kind.WITHDRAW)
    return False


@rule
def contest(states, minds, styles, trades, counter, limit, memory, beam, firsts, values, sums, width, depth):
    """Play `states[0]` to its end; each seat has weights, a style of thought and a number of offers a turn. Returns the steps."""
    steps = 0
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
            action, _ = search_turn(states, seat, minds[seat], memory, beam, firsts, values, width, depth)
        else:
            action = decide(states, seat, minds[seat], memory, 0)
        if action == Kind.END and offers < trades[seat] and domestic_trade_is_open(states[0]):
            offers += 1
            if try_trade(states, seat, minds, memory, sums, 0.05):
                continue
        if action == Kind.END:
            offers = 0
        apply(states[0], seat, action)
    return steps
