"""What a seat may do now. Each rule stands in one function; the check of a single action here and the sets of all actions in
`options.py` share them.

Conditions are joined by `&` and `|` where both sides are cheap: a branch that is predicted wrongly costs more.
"""

from __future__ import annotations

from .actions import NONE, act, first, get_of, give_of, kind_of, recipients_of, second, third, trade
from .board import serves, serves_all
from .cards import CARD_COST, CITY_COST, ONES, ROAD_COST, SETTLEMENT_COST, count, covers, kinds_with, one, total
from .chance import is_outcome
from .ids import CHANCE, LAST_CHANCE_KIND, LAST_CHANCE_PHASE, RESOURCES, Answer, Card, Kind, Part, Phase
from .jit import rule
from .record import StateRecord
from .state import WORDS
from .topology import ALL_HEXES, CORNER_BIT, CORNER_EDGE_SET, CORNERS, EDGE_BIT, EDGES, HEXES

GENERAL_RATE, GENERIC_RATE, SPECIAL_RATE = 4, 3, 2  # TRADE-6
FRIENDLY_POINTS = 2  # HOUSE-2
COUNTER, PROPOSE = int(Kind.COUNTER), int(Kind.PROPOSE)


@rule
def mask_if(bits: int, condition: bool) -> int:
    """The set if the condition holds, else none of it."""
    return bits & -(1 if condition else 0)


# --- who is awaited


@rule
def awaited(state: StateRecord) -> int:
    """The seats the game waits for, one bit each; 0 for chance and when the game is over."""
    phase = int(state.phase)
    if phase <= LAST_CHANCE_PHASE or phase == Phase.OVER:
        return 0
    seats = 0
    if phase == Phase.DISCARD:
        for seat in range(state.players):
            if state.discard_left[seat] > 0:
                seats |= 1 << seat
        return seats
    if state.offer != 0 and domestic_trade_is_open(state):
        for seat in range(state.players):
            if is_asked(state, seat):
                seats |= 1 << seat
        if seats != 0:
            return seats
    return 1 << int(state.actor)


# --- when: the gates of the turn


@rule
def may_roll(state: StateRecord) -> bool:
    """TURN-1: the roll comes first."""
    return state.phase == Phase.ROLL


@rule
def may_end(state: StateRecord) -> bool:
    """TURN-1: only after the roll, and with nothing half done."""
    return state.phase == Phase.MAIN


@rule
def phases_allow_trade(state: StateRecord) -> bool:
    """TURN-4: with separate phases no trade follows the first build; player 2's part has none (PAIR-2)."""
    return (state.phase == Phase.MAIN) & ((state.separate_phases == 0) | (state.built == 0) | (state.part == Part.PAIRED))


@rule
def supply_trade_is_open(state: StateRecord) -> bool:
    """TURN-5, PAIR-2, PAIR-5: with the supply, in one's own part after the roll, but not in the special building phase."""
    return phases_allow_trade(state) & (state.part != Part.SPECIAL)


@rule
def domestic_trade_is_open(state: StateRecord) -> bool:
    """TRADE-1, PAIR-2: only with the player who holds the dice."""
    return phases_allow_trade(state) & (state.part == Part.FIRST)


@rule
def card_may_be_played(state: StateRecord) -> bool:
    """TURN-2, DEV-1: one a turn, before the roll or after; none in the special building phase (PAIR-5)."""
    return ((state.phase == Phase.ROLL) | (state.phase == Phase.MAIN)) & (state.card_played == 0) & (state.part != Part.SPECIAL)


@rule
def playable(state: StateRecord, seat: int, card: int) -> bool:
    """DEV-1: held, and not bought in this turn."""
    return count(state.cards[seat] - state.fresh, card) > 0


@rule
def roads_may_stop(state: StateRecord) -> bool:
    """DEV-4: where the book says "may", the free roads that are left need not be built."""
    return (state.phase == Phase.FREE_ROADS) & (state.optional_roads == 1)


@rule
def can_build_free_roads(state: StateRecord, seat: int) -> bool:
    """DEV-4: Road Building needs a place for the first road."""
    return playable(state, seat, Card.ROAD_BUILDING) and any_road_place(state, seat)


# --- where: the free places, as sets


@rule
def road_places(state: StateRecord, seat: int, word: int) -> int:
    """BUILD-1 (and SETUP-10: the second road touches the settlement just placed)."""
    if state.phase == Phase.SETUP_ROAD:
        return CORNER_EDGE_SET[state.island, state.setup_corner, word] & state.empty_edges[word]
    return state.near_edges[seat, word] & state.empty_edges[word]


@rule
def settlement_places(state: StateRecord, seat: int, word: int) -> int:
    """BUILD-2, SETUP-11: the distance rule always; an own road except in the set-up."""
    if state.phase == Phase.SETUP_SETTLEMENT:
        return state.open_corners[word]
    return state.near_corners[seat, word] & state.open_corners[word]


@rule
def any_road_place(state: StateRecord, seat: int) -> bool:
    return state.roads_left[seat] > 0 and (road_places(state, seat, 0) | road_places(state, seat, 1)) != 0


# --- what one can pay for


@rule
def road_is_due(state: StateRecord, seat: int) -> bool:
    """Free in the set-up and by Road Building, else paid; always within the pieces (BUILD-5)."""
    free = (state.phase == Phase.SETUP_ROAD) | (state.phase == Phase.FREE_ROADS)
    paid = (state.phase == Phase.MAIN) & covers(state.hand[seat], ROAD_COST)
    return (state.roads_left[seat] > 0) & (free | paid)


@rule
def settlement_is_due(state: StateRecord, seat: int) -> bool:
    free = state.phase == Phase.SETUP_SETTLEMENT
    paid = (state.phase == Phase.MAIN) & covers(state.hand[seat], SETTLEMENT_COST)
    return (state.settlements_left[seat] > 0) & (free | paid)


@rule
def city_is_due(state: StateRecord, seat: int) -> bool:
    return (state.phase == Phase.MAIN) & (state.cities_left[seat] > 0) & covers(state.hand[seat], CITY_COST)


@rule
def card_is_for_sale(state: StateRecord, seat: int) -> bool:
    """BUILD-4: none when the deck is empty."""
    return (state.phase == Phase.MAIN) & (state.deck != 0) & covers(state.hand[seat], CARD_COST)


# --- seven and robber


@rule
def discards(state: StateRecord, seat: int) -> int:
    """SEVEN-1: the kinds that may be given back, the top bit of each kind's byte."""
    return mask_if(kinds_with(state.hand[seat], 1), state.discard_left[seat] > 0)


@rule
def owners_around(state: StateRecord, tile: int) -> int:
    """The seats with a building on the hex, one bit each."""
    seats = 0
    for seat in range(state.players):
        seats |= ((state.hexes[seat] >> tile) & 1) << seat
    return seats


@rule
def robber_goals(state: StateRecord, seat: int) -> int:
    """ROB-1: any hex but the one it stands on, one bit each; HOUSE-2 spares the poor, unless that would leave none."""
    goals = ALL_HEXES[state.island] & ~(1 << int(state.robber))
    if state.friendly_robber == 0:
        return goals
    friendly = goals
    for other in range(state.players):
        if other != seat and state.points[other] <= FRIENDLY_POINTS:
            friendly &= ~state.hexes[other]
    return friendly if friendly != 0 else goals


@rule
def robberies(state: StateRecord, seat: int, victim: int) -> int:
    """ROB-2: the hexes where this opponent may be robbed; for `NONE` those where no opponent has a building. One bit each."""
    goals = robber_goals(state, seat)
    if victim != NONE:
        return goals & state.hexes[victim]
    for other in range(state.players):
        if other != seat:
            goals &= ~state.hexes[other]
    return goals


@rule
def can_rob(state: StateRecord, seat: int, tile: int, victim: int) -> bool:
    if tile >= HEXES[state.island] or victim == seat or (victim != NONE and victim >= state.players):
        return False
    return (robberies(state, seat, victim) >> tile) & 1 == 1


# --- trade


@rule
def is_entitled(state: StateRecord, seat: int, resource: int, rate: int) -> bool:
    """TRADE-6: every rate the seat's harbors give, not only the best."""
    return (
        rate == GENERAL_RATE
        or (rate == GENERIC_RATE and serves_all(state, seat))
        or (rate == SPECIAL_RATE and serves(state, seat, resource))
    )


@rule
def can_pay_rate(state: StateRecord, seat: int, resource: int, rate: int) -> bool:
    """TRADE-6: enough of the kind, at a rate one is entitled to."""
    return (count(state.hand[seat], resource) >= rate) & is_entitled(state, seat, resource, rate)


@rule
def supply_holds(state: StateRecord, resource: int) -> bool:
    """TRADE-7."""
    return count(state.supply, resource) > 0


@rule
def can_bank(state: StateRecord, seat: int, give: int, get: int, rate: int) -> bool:
    """TRADE-6, TRADE-7: unlike kinds, enough to give, and a card that the supply still holds."""
    return give != get and can_pay_rate(state, seat, give, rate) and supply_holds(state, get)


@rule
def is_fair_bundle(give: int, get: int) -> bool:
    """TRADE-3, TRADE-4: something on each side, and no resource on both."""
    return (give != 0) & (get != 0) & (kinds_with(give, 1) & kinds_with(get, 1) == 0)


@rule
def is_in_box(state: StateRecord, cards: int) -> bool:
    """COMP-3: are there so many of each kind in the game?"""
    return covers(int(state.cards_each) * ONES, cards)


@rule
def can_give(state: StateRecord, seat: int, cards: int) -> bool:
    """TRADE-5: the speaker holds what it gives."""
    return covers(state.hand[seat], cards)


@rule
def can_say(state: StateRecord, seat: int, give: int, get: int) -> bool:
    """TRADE-3 to 5 for offers, counteroffers and proposals: a fair bundle of cards that exist, and the speaker holds what it gives."""
    return is_fair_bundle(give, get) & is_in_box(state, get) & can_give(state, seat, give)


@rule
def is_asked(state: StateRecord, seat: int) -> bool:
    """Does an offer wait for this seat's answer?"""
    return state.answer[seat] == Answer.WAITING


@rule
def can_accept(state: StateRecord, seat: int) -> bool:
    """TRADE-2, TRADE-5: one who is asked, and holds what the offer wants."""
    return is_asked(state, seat) and covers(state.hand[seat], get_of(state.offer))


@rule
def can_withdraw(state: StateRecord, seat: int) -> bool:
    """TRADE-2: the player in turn takes back an offer, another an acceptance or a proposal."""
    if seat == state.actor:
        return state.offer != 0
    return (state.answer[seat] == Answer.ACCEPTED) | (state.proposal[seat] != 0)


@rule
def can_confirm(state: StateRecord, other: int) -> bool:
    """TRADE-2, TRADE-5: an acceptor, and both still hold what they give."""
    return (
        state.offer != 0
        and state.answer[other] == Answer.ACCEPTED
        and covers(state.hand[state.actor], give_of(state.offer))
        and covers(state.hand[other], get_of(state.offer))
    )


@rule
def can_take(state: StateRecord, other: int) -> bool:
    """TRADE-2, TRADE-5: a standing proposal, and both still hold what they give."""
    said = state.proposal[other]
    return said != 0 and covers(state.hand[other], give_of(said)) and covers(state.hand[state.actor], get_of(said))


@rule
def can_decline(state: StateRecord, other: int) -> bool:
    return state.proposal[other] != 0


@rule
def is_talking(state: StateRecord) -> bool:
    """Is any offer or proposal open?"""
    said = state.offer
    for seat in range(state.players):
        said |= state.proposal[seat]
    return said != 0


@rule
def can_plenty(state: StateRecord, one_kind: int, other_kind: int) -> bool:
    """DEV-5: two cards the supply holds; a single one when no more is left."""
    if one_kind >= RESOURCES:
        return False
    if other_kind == NONE:
        return total(state.supply) == 1 and count(state.supply, one_kind) == 1
    return other_kind < RESOURCES and covers(state.supply, one(one_kind) + one(other_kind))


# --- one action


@rule
def is_legal(state: StateRecord, seat: int, action: int) -> bool:
    """May this seat (or chance) do this now? Accepts any number and never raises."""
    kind = kind_of(action)
    if seat == CHANCE:
        return kind <= LAST_CHANCE_KIND and is_outcome(state, action)
    if seat < 0 or seat >= state.players or state.phase <= LAST_CHANCE_PHASE or state.phase == Phase.OVER:
        return False
    if kind == Kind.DISCARD:
        resource = first(action)
        return action == act(kind, resource) and resource < RESOURCES and count(discards(state, seat), resource) > 0
    if seat != state.actor:
        return is_legal_answer(state, seat, action)
    if kind == Kind.ROLL:
        return action == kind and may_roll(state)
    if kind == Kind.END:
        return action == kind and may_end(state)
    if kind == Kind.STOP:
        return action == kind and roads_may_stop(state)
    if kind == Kind.ROAD or kind == Kind.SETTLE or kind == Kind.CITY:
        return action == act(kind, first(action)) and can_build(state, seat, kind, first(action))
    if kind == Kind.BUY:
        return action == kind and card_is_for_sale(state, seat)
    if kind == Kind.ROBBER:
        tile, victim = first(action), second(action)
        return action == act(kind, tile, victim) and state.phase == Phase.ROBBER and can_rob(state, seat, tile, victim)
    if kind == Kind.BANK:
        give, get, rate = first(action), second(action), third(action)
        known = action == act(kind, give, get, rate) and give < RESOURCES and get < RESOURCES
        return known and supply_trade_is_open(state) and can_bank(state, seat, give, get, rate)
    if kind == Kind.KNIGHT or kind == Kind.ROAD_BUILDING or kind == Kind.PLENTY or kind == Kind.MONOPOLY:
        return card_may_be_played(state) and can_play(state, seat, action)
    return is_legal_bargain(state, seat, action)


@rule
def can_build(state: StateRecord, seat: int, kind: int, place: int) -> bool:
    if kind == Kind.ROAD:
        return place < EDGES[state.island] and road_is_due(state, seat) and is_member(state, seat, kind, place)
    if place >= CORNERS[state.island]:
        return False
    if kind == Kind.SETTLE:
        return settlement_is_due(state, seat) and is_member(state, seat, kind, place)
    return city_is_due(state, seat) and is_member(state, seat, kind, place)


@rule
def is_member(state: StateRecord, seat: int, kind: int, place: int) -> bool:
    """Is the place one of those where this piece may stand?"""
    for word in range(WORDS):
        if kind == Kind.ROAD:
            found = road_places(state, seat, word) & EDGE_BIT[state.island, place, word]
        elif kind == Kind.SETTLE:
            found = settlement_places(state, seat, word) & CORNER_BIT[state.island, place, word]
        else:
            found = state.settled[seat, word] & CORNER_BIT[state.island, place, word]
        if found != 0:
            return True
    return False


@rule
def can_play(state: StateRecord, seat: int, action: int) -> bool:
    """DEV-3 to 6, once `card_may_be_played`."""
    kind = kind_of(action)
    if kind == Kind.KNIGHT:
        return action == kind and playable(state, seat, Card.KNIGHT)
    if kind == Kind.ROAD_BUILDING:
        return action == kind and can_build_free_roads(state, seat)
    if kind == Kind.MONOPOLY:
        return action == act(kind, first(action)) and first(action) < RESOURCES and playable(state, seat, Card.MONOPOLY)
    one_kind, other_kind = first(action), second(action)
    known = action == act(kind, one_kind, other_kind) and one_kind <= other_kind
    return known and playable(state, seat, Card.YEAR_OF_PLENTY) and can_plenty(state, one_kind, other_kind)


@rule
def is_legal_bargain(state: StateRecord, seat: int, action: int) -> bool:
    """What the player in turn may say in a trade."""
    kind = kind_of(action)
    if not domestic_trade_is_open(state):
        return False
    if kind == Kind.OFFER:
        recipients = recipients_of(action)
        everybody = ((1 << int(state.players)) - 1) & ~(1 << seat)
        give, get = give_of(action), get_of(action)
        known = action == trade(kind, give, get, recipients)
        return known and recipients != 0 and recipients & ~everybody == 0 and can_say(state, seat, give, get)
    if kind == Kind.WITHDRAW:
        return action == kind and can_withdraw(state, seat)
    other = first(action)
    if action != act(kind, other) or other >= state.players or other == seat:
        return False
    if kind == Kind.CONFIRM:
        return can_confirm(state, other)
    if kind == Kind.TAKE:
        return can_take(state, other)
    return kind == Kind.DECLINE and can_decline(state, other)


@rule
def is_legal_answer(state: StateRecord, seat: int, action: int) -> bool:
    """What the others may say while somebody else is in turn (TRADE-2)."""
    if not domestic_trade_is_open(state):
        return False
    kind = kind_of(action)
    if kind == Kind.ACCEPT:
        return action == kind and can_accept(state, seat)
    if kind == Kind.REFUSE:
        return action == kind and is_asked(state, seat)
    if kind == Kind.WITHDRAW:
        return action == kind and can_withdraw(state, seat)
    if kind == Kind.COUNTER or kind == Kind.PROPOSE:
        give, get = give_of(action), get_of(action)
        return action == trade(kind, give, get) and kind == own_words(state, seat) and can_say(state, seat, give, get)
    return False


@rule
def own_words(state: StateRecord, seat: int) -> int:
    """TRADE-2: one who is asked may counter, any other propose."""
    return COUNTER if is_asked(state, seat) else PROPOSE
