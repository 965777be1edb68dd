"""One step of thought: try each action, weigh chance exactly, take what stands best afterwards. Whole games at compiled speed.

Nearly all the time of a thought goes into the standings of the seats. So those of the position are noted once, with the terms that they are
made of, and after an action only what it has changed is looked at again (`compare`): whose income, whose places, whose cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sevenhex.rules.actions import first, kind_of
from sevenhex.rules.apply import apply
from sevenhex.rules.chance import outcomes
from sevenhex.rules.ids import CHANCE, Kind, Phase
from sevenhex.rules.jit import rule
from sevenhex.rules.options import legal_actions
from sevenhex.rules.rates import is_wasteful
from sevenhex.rules.record import StateRecord
from sevenhex.rules.topology import CORNER_SURROUNDING, CORNERS, EDGE_CORNER_SET, HEXES

from .evaluation import (
    CONTESTED,
    Row,
    card_terms,
    corner_worths,
    hand_terms,
    income_terms,
    keep_mixed,
    look_around,
    mix,
    place_terms,
    progress_of,
    roads_missing,
    terms,
    weighed,
    weighed_again,
)
from .memory import ACTION, CARD, FREED, HANDS, POSITION, Memory

MAIN, FIRST, SECOND = 0, 1, 2  # rows of a mind's weights: the game, the first and the second settlement
GIVEN_UP = 1e-6  # a talk ended or a free road left out is a little worse than nothing done
UNKNOWN = -1e300  # no standing is as low
NEARLY = 1e-3  # standings that differ by less could be the same chance
NEVER_ENOUGH = 2.0  # no chance to win is as high


@rule
def row_of(state: StateRecord) -> int:
    """Which weights judge now."""
    if state.phase == Phase.SETUP_SETTLEMENT or state.phase == Phase.SETUP_ROAD:
        return FIRST if state.setup_step < state.players else SECOND
    return MAIN


@rule
def sensible_actions(state: StateRecord, seat: int, out: NDArray[np.int64]) -> int:
    """The legal actions that are worth a thought; new offers and counteroffers are not among them. Returns how many."""
    size = 0
    for index in range(legal_actions(state, seat, False, out)):
        if not is_wasteful(state, seat, out[index]):
            out[size] = out[index]
            size += 1
    return size


# --- standings


@rule
def refresh_island(state: StateRecord, weights: NDArray[np.float64], memory: Memory) -> None:
    """Think about this island with these weights from now on; the worths of its corners are kept while both stay the same."""
    kept = memory.island[0]
    same = True
    for place in range(weights.shape[0]):
        same &= memory.weights[place] == weights[place]
    for tile in range(HEXES[state.island]):
        same &= kept.terrain[tile] == state.terrain[tile] and kept.number[tile] == state.number[tile]
    for corner in range(CORNERS[state.island]):
        same &= kept.harbor[corner] == state.corner_harbor[corner]
    if same:
        return
    for place in range(weights.shape[0]):
        memory.weights[place] = weights[place]
    for tile in range(HEXES[state.island]):
        kept.terrain[tile] = state.terrain[tile]
        kept.number[tile] = state.number[tile]
    for corner in range(CORNERS[state.island]):
        kept.harbor[corner] = state.corner_harbor[corner]
    corner_worths(state, weights, memory.worths)


@rule
def note_standing(state: StateRecord, seat: int, memory: Memory) -> None:
    row = memory.rows[POSITION, seat]
    terms(state, seat, memory.weights, memory.worths, row)
    memory.standings[POSITION, seat] = weighed(row, memory.mixture)


@rule
def note_standings(state: StateRecord, memory: Memory) -> None:
    """Write down every seat's terms and standing, to compare with what an action makes of them."""
    mix(memory.weights, progress_of(state), memory.mixture)
    for each in range(state.players):
        note_standing(state, each, memory)


@rule
def chance_of(memory: Memory, level: int, players: int, seat: int) -> float:
    """`evaluation.share` of a level: a power that was computed last is not computed again."""
    standings, powers = memory.standings[level], memory.powers
    most = standings[0]
    for each in range(1, players):
        most = max(most, standings[each])
    together = 0.0
    for each in range(players):
        below = standings[each] - most
        if below != powers[0, each]:
            powers[0, each] = below
            powers[1, each] = np.exp(below)
        together += powers[1, each]
    return float(powers[1, seat] / together)


@rule
def outcome_for(state: StateRecord, seat: int) -> float:
    """What a game that is over was worth to the seat."""
    return 1.0 if state.winner == seat else 0.0


@rule
def value(state: StateRecord, seat: int, memory: Memory) -> float:
    """The seat's chance to win."""
    if state.phase == Phase.OVER:
        return outcome_for(state, seat)
    note_standings(state, memory)
    return chance_of(memory, POSITION, int(state.players), seat)


@rule
def shares(weights: NDArray[np.float64], memory: Memory, out: NDArray[np.float64]) -> None:
    """The chance of every seat to win, in the position."""
    state = memory.states[0]
    refresh_island(state, weights, memory)
    note_standings(state, memory)
    for each in range(state.players):
        over = state.phase == Phase.OVER
        out[each] = outcome_for(state, each) if over else chance_of(memory, POSITION, int(state.players), each)


@rule
def standing_again(state: StateRecord, seat: int, memory: Memory) -> float:
    """The seat's standing where only resource cards changed hands since its terms were noted."""
    row = memory.rows[ACTION, seat]
    memory.rows[ACTION, seat] = memory.rows[POSITION, seat]
    hand_terms(state, seat, memory.weights, row)
    return weighed_again(row, memory.mixture)


# --- what an action changes


@rule
def touches_own_hand_only(kind: int) -> bool:
    """Is everybody else taken to stand as before? (A city that brings the end nearer counts for its owner alone.)"""
    mine = kind == Kind.BANK or kind == Kind.DISCARD or kind == Kind.PLENTY
    return mine or kind == Kind.CITY or kind == Kind.BUY or kind == Kind.DRAW


@rule
def looks_at(row: Row, state: StateRecord, before: StateRecord, seat: int, kind: int, place: int) -> bool:
    """Could this road or settlement of the seat change what another one, whose row this is, sees around it?"""
    low, high, island = row.looked_low, row.looked_high, int(state.island)
    if kind == Kind.ROAD:  # in its way, where it sees both ends; or free corners that the road is the first of the seat's to touch
        low_ends, high_ends = EDGE_CORNER_SET[island, place, 0], EDGE_CORNER_SET[island, place, 1]
        fresh_low = state.near_corners[seat, 0] & ~before.near_corners[seat, 0] & state.open_corners[0]
        fresh_high = state.near_corners[seat, 1] & ~before.near_corners[seat, 1] & state.open_corners[1]
        return low_ends & ~low | high_ends & ~high == 0 or fresh_low & low | fresh_high & high != 0
    return (low & CORNER_SURROUNDING[island, place, 0]) | (high & CORNER_SURROUNDING[island, place, 1]) != 0


@rule
def awards_differ(state: StateRecord, before: StateRecord) -> bool:
    """Has any seat's race for an award changed?"""
    differ = state.route_holder != before.route_holder or state.army_holder != before.army_holder
    for each in range(state.players):
        differ |= state.route[each] != before.route[each] or state.knights[each] != before.knights[each]
    return differ


@rule
def compare(before: int, at: int, seat: int, action: int, memory: Memory, level: int, out: int) -> None:
    """Write the standings of a state that the seat's action made of another, noted at `level`: only what has changed is looked at again.

    A seat for which nothing has changed keeps row and standing; `memory.changed` tells whose row is new.
    """
    state, base = memory.states[at], memory.states[before]
    weights, mixture = memory.weights, memory.mixture
    kind = kind_of(action)
    alone = touches_own_hand_only(kind)
    builds = kind == Kind.ROAD or kind == Kind.SETTLE
    late = keep_mixed(state, weights, mixture) != progress_of(base)
    turn_changed = (state.phase == Phase.ROLL) != (base.phase == Phase.ROLL) or state.actor != base.actor
    awards = awards_differ(state, base)
    moved = state.robber != base.robber
    robbed = (1 << int(state.robber)) | (1 << int(base.robber))
    for each in range(state.players):
        old = memory.rows[level, each]
        mine = each == seat
        cards = awards or state.cards[each] != base.cards[each] or state.points[each] != base.points[each]
        income = (moved and state.hexes[each] & robbed != 0) or (mine and (kind == Kind.SETTLE or kind == Kind.CITY))
        places = builds and (mine or looks_at(old, state, base, seat, kind, first(action)))
        hand = income or (mine and builds) or turn_changed or state.hand[each] != base.hand[each] or (state.deck == 0) != (base.deck == 0)
        memory.changed[each] = (mine or not alone) and (cards or places or hand or late)
        if not memory.changed[each]:
            memory.standings[out, each] = memory.standings[level, each]
            continue
        memory.rows[out, each] = old
        row = memory.rows[out, each]
        if income:
            income_terms(state, each, weights, row)
        if places:
            look_around(state, each, memory.worths, weights[CONTESTED], row)
        if places or kind == Kind.CITY:
            place_terms(state, each, row)
        if cards or places:
            card_terms(state, each, row)
        if hand or (places and roads_missing(row) != roads_missing(old)):
            hand_terms(state, each, weights, row)
        memory.standings[out, each] = weighed(row, mixture)


# --- what an action is worth


@rule
def expectation(before: int, at: int, seat: int, action: int, memory: Memory, level: int) -> float:
    """The value of a state that an action led to; if it waits for a draw or a steal, the mean over what can come."""
    state = memory.states[at]
    if state.phase == Phase.OVER:
        return outcome_for(state, seat)
    if state.phase == Phase.DRAW:
        return value_of_draw(before, at, seat, memory, level)
    compare(before, at, seat, action, memory, level, ACTION)
    forget_gains(memory)
    return value_compared(at, seat, memory, level)


@rule
def value_compared(at: int, seat: int, memory: Memory, level: int) -> float:
    """The value of a state whose standings were just compared, a steal that is due included."""
    if memory.states[at].phase == Phase.STEAL:
        return value_of_steal(at, seat, memory, level)
    return chance_of(memory, ACTION, int(memory.states[at].players), seat)


@rule
def value_of_draw(before: int, at: int, seat: int, memory: Memory, level: int) -> float:
    """The mean over the cards that may be drawn."""
    states = memory.states
    size = outcomes(states[at], memory.outcomes, memory.odds)
    compared = False
    whole = 0
    mean = 0.0
    for index in range(size):
        states[at + 1] = states[at]
        apply(states[at + 1], CHANCE, memory.outcomes[index])
        odds = memory.odds[index]
        whole += odds
        if states[at + 1].phase == Phase.OVER:
            mean += odds * outcome_for(states[at + 1], seat)
            continue
        if not compared:
            compare(before, at + 1, seat, memory.outcomes[index], memory, level, ACTION)
            compared = True
        else:  # the draws differ in this card alone
            row = memory.rows[ACTION, seat]
            card_terms(states[at + 1], seat, row)
            memory.standings[ACTION, seat] = weighed(row, memory.mixture)
        mean += odds * chance_of(memory, ACTION, int(states[at].players), seat)
    return mean / whole


@rule
def forget_gains(memory: Memory) -> None:
    for kind in range(memory.gained.shape[0]):
        memory.gained[kind] = UNKNOWN


@rule
def value_of_steal(at: int, seat: int, memory: Memory, level: int) -> float:
    """The mean over the cards that may be stolen: only two hands change. What they gain a thief whom nothing else has changed is kept."""
    states = memory.states
    players = int(states[at].players)
    other = int(states[at].victim)
    for each in range(players):
        memory.standings[HANDS, each] = memory.standings[ACTION, each]
    if not memory.changed[seat]:
        memory.rows[ACTION, seat] = memory.rows[level, seat]
    if not memory.changed[other]:
        memory.rows[ACTION, other] = memory.rows[level, other]
    state = states[at]
    before, hand, other_hand = state.phase, state.hand[seat], state.hand[other]
    size = outcomes(state, memory.outcomes, memory.odds)
    whole = 0
    mean = 0.0
    for index in range(size):
        apply(state, CHANCE, memory.outcomes[index])
        odds = memory.odds[index]
        whole += odds
        if state.phase == Phase.OVER:
            mean += odds * outcome_for(state, seat)
        else:
            card = first(memory.outcomes[index])
            if memory.changed[seat] or memory.gained[card] == UNKNOWN:
                memory.standings[HANDS, seat] = standing_after(state, seat, memory)
                if not memory.changed[seat]:
                    memory.gained[card] = memory.standings[HANDS, seat]
            else:
                memory.standings[HANDS, seat] = memory.gained[card]
            memory.standings[HANDS, other] = standing_after(state, other, memory)
            mean += odds * chance_of(memory, HANDS, players, seat)
        state.phase, state.victim = before, other  # all that a steal changes
        state.hand[seat], state.hand[other] = hand, other_hand
    return mean / whole


@rule
def standing_after(state: StateRecord, seat: int, memory: Memory) -> float:
    """The standing where only the seat's hand changed since its row was compared."""
    row = memory.rows[ACTION, seat]
    hand_terms(state, seat, memory.weights, row)
    return weighed_again(row, memory.mixture)


@rule
def compare_robber(before: int, at: int, memory: Memory, level: int) -> None:
    """`compare` after a move of the robber. A seat that it has left, and does not rob now, stands the same wherever the robber is now."""
    state, base = memory.states[at], memory.states[before]
    weights = memory.weights
    keep_mixed(state, weights, memory.mixture)
    roll_is_due = state.phase == Phase.ROLL
    robbed = (1 << int(state.robber)) | (1 << int(base.robber))
    for each in range(state.players):
        income = state.hexes[each] & robbed != 0
        memory.changed[each] = income or roll_is_due
        if not memory.changed[each]:
            memory.standings[ACTION, each] = memory.standings[level, each]
            continue
        freed = income and (state.hexes[each] >> int(state.robber)) & 1 == 0
        known = 2 if roll_is_due else 1
        if freed and memory.freed[each] == known:
            memory.rows[ACTION, each] = memory.rows[FREED, each]
            memory.standings[ACTION, each] = memory.standings[FREED, each]
            continue
        memory.rows[ACTION, each] = memory.rows[level, each]
        row = memory.rows[ACTION, each]
        if income:
            income_terms(state, each, weights, row)
        hand_terms(state, each, weights, row)
        memory.standings[ACTION, each] = weighed(row, memory.mixture) if income else weighed_again(row, memory.mixture)
        if freed:
            memory.freed[each] = known
            memory.rows[FREED, each] = row
            memory.standings[FREED, each] = memory.standings[ACTION, each]


@rule
def weigh_robberies(at: int, seat: int, size: int, memory: Memory, level: int, enough: float) -> None:
    """What each place for the robber is worth, from `states[at]`: hex by hex, as all that rob there leave the same incomes behind. Once one
    is worth more than `enough`, the rest may stay unknown."""
    states, actions, values = memory.states, memory.actions[at], memory.values[at]
    forget_gains(memory)
    for each in range(states[at].players):
        memory.freed[each] = 0
    for index in range(size):
        values[index] = UNKNOWN
    states[at + 1] = states[at]
    for index in range(size):
        if values[index] != UNKNOWN:
            continue
        rolls = False
        for same in range(index, size):
            if first(actions[same]) != first(actions[index]):
                continue
            states[at + 1].phase, states[at + 1].victim = states[at].phase, states[at].victim  # the robber alone has moved before
            apply(states[at + 1], seat, actions[same])
            if same == index or rolls != (states[at + 1].phase == Phase.ROLL):
                compare_robber(at, at + 1, memory, level)
                rolls = states[at + 1].phase == Phase.ROLL
            values[same] = value_compared(at + 1, seat, memory, level)
            if values[same] > enough:
                return


@rule
def value_of_card(seat: int, action: int, memory: Memory, enough: float) -> float:
    """A knight or Road Building is worth what its best first use is worth; the first use that is worth more than `enough` will do."""
    states = memory.states
    states[1] = states[0]
    apply(states[1], seat, action)
    if states[1].phase == Phase.OVER:
        return outcome_for(states[1], seat)
    compare(0, 1, seat, action, memory, POSITION, CARD)
    for each in range(states[1].players):
        if not memory.changed[each]:
            memory.rows[CARD, each] = memory.rows[POSITION, each]
    actions, values = memory.actions[1], memory.values[1]
    size = sensible_actions(states[1], seat, actions)
    if states[1].phase == Phase.ROBBER:
        weigh_robberies(1, seat, size, memory, CARD, enough)
    best = -1.0
    for index in range(size):
        if states[1].phase != Phase.ROBBER:
            states[2] = states[1]
            apply(states[2], seat, actions[index])
            values[index] = expectation(1, 2, seat, actions[index], memory, CARD)
        best = max(best, float(values[index]))
        if best > enough:
            break
    return best


@rule
def is_weighed_by_its_use(kind: int) -> bool:
    return kind == Kind.KNIGHT or kind == Kind.ROAD_BUILDING


@rule
def weigh(seat: int, weights: NDArray[np.float64], memory: Memory, size: int, only_best: bool) -> None:
    """What each of the listed actions is worth to the seat, chance weighed exactly. With `only_best` the highest value is that of the best
    one, but may be less than that is worth."""
    states, actions, values = memory.states, memory.actions[0], memory.values[0]
    refresh_island(states[0], weights, memory)
    note_standings(states[0], memory)
    if states[0].phase == Phase.ROBBER:
        weigh_robberies(0, seat, size, memory, POSITION, NEVER_ENOUGH)
        return
    unchanged = chance_of(memory, POSITION, int(states[0].players), seat)
    cards = 0
    best = UNKNOWN
    for index in range(size):
        action = actions[index]
        kind = kind_of(action)
        if is_weighed_by_its_use(kind):
            cards += 1
            continue
        if kind == Kind.END or kind == Kind.ROLL or kind == Kind.REFUSE:
            values[index] = unchanged
        elif kind == Kind.DECLINE or kind == Kind.WITHDRAW or kind == Kind.STOP:
            values[index] = unchanged - GIVEN_UP
        else:
            states[1] = states[0]
            apply(states[1], seat, action)
            values[index] = expectation(0, 1, seat, action, memory, POSITION)
        best = max(best, values[index])
    for index in range(size):
        if cards > 0 and is_weighed_by_its_use(kind_of(actions[index])):
            cards -= 1  # the last one need only be better than all others
            values[index] = value_of_card(seat, actions[index], memory, best if only_best and cards == 0 else NEVER_ENOUGH)
            best = max(best, values[index])


@rule
def best_for_own_hand(seat: int, mind: NDArray[np.float64], memory: Memory) -> int:
    """What `decide` says, where every action is about the own hand or a city alone: then the own chance rises with the own standing, and
    nobody else needs to be looked at. 0 where that does not tell."""
    state, states, actions, values = memory.states[0], memory.states, memory.actions[0], memory.values[0]
    size = sensible_actions(state, seat, actions)
    for index in range(size):
        kind = kind_of(actions[index])
        if kind != Kind.END and kind != Kind.ROLL and (kind == Kind.BUY or not touches_own_hand_only(kind)):
            return 0
    if size == 1:
        return actions[0]
    refresh_island(state, mind[row_of(state)], memory)
    mix(memory.weights, progress_of(state), memory.mixture)
    note_standing(state, seat, memory)
    best = 0
    for index in range(size):
        kind = kind_of(actions[index])
        values[index] = memory.standings[POSITION, seat]
        if kind != Kind.END and kind != Kind.ROLL:
            states[1] = state
            apply(states[1], seat, actions[index])
            if states[1].phase == Phase.OVER:
                return actions[index]
            compare(0, 1, seat, actions[index], memory, POSITION, ACTION)
            values[index] = memory.standings[ACTION, seat]
        if values[index] > values[best]:
            best = index
    for index in range(size):
        if values[index] != values[best] and values[index] > values[best] - NEARLY:
            return 0
    return actions[best]


@rule
def decide(seat: int, mind: NDArray[np.float64], memory: Memory) -> int:
    """The action of the position (`states[0]`) after which the seat stands best."""
    state, actions, values = memory.states[0], memory.actions[0], memory.values[0]
    size = sensible_actions(state, seat, actions)
    if size > 1:
        weigh(seat, mind[row_of(state)], memory, size, True)
    best = 0
    for index in range(1, size):
        if values[index] > values[best]:
            best = index
    return actions[best]
