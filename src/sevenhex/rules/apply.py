"""What each action does. `apply` trusts its caller: ask `legal.is_legal` first.

One function a kind of action, in the order of a game: beginning, roll, seven and robber, building, cards, trade, end of the turn.
"""

from __future__ import annotations

from .actions import NONE, first, get_of, give_of, kind_of, recipients_of, second, third
from .board import put_city, put_road, put_robber, put_settlement
from .cards import CARD_COST, CITY_COST, GUARD, KINDS, ROAD_COST, SETTLEMENT_COST, count, one, only, total
from .chance import ALL_ROLLS, FACES, SEVEN
from .ids import DESERT, NOBODY, Answer, Card, Kind, Pairing, Part, Phase, Shortage
from .jit import count_bits, lowest_bit, rule
from .legal import any_road_place, is_talking, phases_allow_trade, supply_holds
from .record import StateRecord
from .score import settle_army, settle_route, settle_victory
from .state import FIRST_SUM
from .topology import CORNER_HEXES

TO_PLAYER_TWO = 3  # PAIR-1: the third player to the left
FREE_ROADS = 2  # DEV-4


@rule
def apply(state: StateRecord, seat: int, action: int) -> None:
    """Change the state as the action of this seat (or of CHANCE) says."""
    kind = kind_of(action)
    if kind == Kind.END:
        end_part(state)
    elif kind == Kind.ROLL:
        state.phase = Phase.DICE
    elif kind == Kind.DICE:
        if state.phase == Phase.ORDER_DICE:
            roll_for_start(state, first(action) + second(action))
        else:
            roll(state, first(action), second(action))
    elif kind == Kind.BANK:
        trade_with_supply(state, seat, first(action), second(action), third(action))
    elif kind == Kind.DISCARD:
        discard(state, seat, first(action))
    elif kind == Kind.ROAD:
        build_road(state, seat, first(action))
    elif kind == Kind.SETTLE:
        build_settlement(state, seat, first(action))
    elif kind == Kind.CITY:
        build_city(state, seat, first(action))
    elif kind == Kind.BUY:
        buy_card(state, seat)
    elif kind == Kind.DRAW:
        draw_card(state, first(action))
    elif kind == Kind.ROBBER:
        move_robber(state, first(action), second(action))
    elif kind == Kind.STEAL:
        steal(state, first(action))
    elif kind <= Kind.MONOPOLY:
        play_card(state, seat, kind, first(action), second(action))
    elif kind == Kind.STOP:
        finish_roads(state)
    else:
        bargain(state, seat, action)
    settle_victory(state)


@rule
def pay(state: StateRecord, seat: int, cost: int) -> None:
    """BUILD-5: what is paid goes to the supply."""
    state.hand[seat] -= cost
    state.supply += cost


@rule
def take(state: StateRecord, seat: int, cards: int) -> None:
    """The supply hands cards to a seat."""
    state.supply -= cards
    state.hand[seat] += cards


# --- the beginning


@rule
def roll_for_start(state: StateRecord, points: int) -> None:
    """SETUP-9: everybody rolls, the highest starts, and those who tie roll again."""
    roller = 0
    while roller < state.players - 1 and ((int(state.contenders) >> roller) & 1 == 0 or state.order_roll[roller] != 0):
        roller += 1
    state.order_roll[roller] = points
    best = 0
    winners = 0
    for seat in range(state.players):
        if (int(state.contenders) >> seat) & 1 == 1:
            thrown = int(state.order_roll[seat])
            if thrown == 0:
                return
            if thrown > best:
                best = thrown
                winners = 0
            if thrown == best:
                winners |= 1 << seat
    if count_bits(winners) > 1:
        state.contenders = winners
        for seat in range(state.players):
            state.order_roll[seat] = 0
        return
    start(state, lowest_bit(winners))


@rule
def start(state: StateRecord, seat: int) -> None:
    """The starting player is known: place pieces, or play where the picture has placed them (SETUP-1, SETUP-10)."""
    state.starter = seat
    state.contenders = 0
    for each in range(state.players):
        state.order_roll[each] = 0
    if state.placed_start == 1:
        begin_turn(state, seat)
    else:
        state.actor = seat
        state.roller = seat
        state.phase = Phase.SETUP_SETTLEMENT


@rule
def setup_seat(state: StateRecord, step: int) -> int:
    """SETUP-10: who places at this step of the set-up, once round clockwise and then back."""
    players = int(state.players)
    return (int(state.starter) + (step if step < players else 2 * players - 1 - step)) % players


@rule
def place_first_settlement(state: StateRecord, seat: int, corner: int) -> None:
    """SETUP-10, SETUP-12: the second settlement pays."""
    put_settlement(state, seat, corner)
    state.setup_corner = corner
    state.phase = Phase.SETUP_ROAD
    if state.setup_step >= state.players:
        take_start_cards(state, seat, corner)


@rule
def take_start_cards(state: StateRecord, seat: int, corner: int) -> None:
    """SETUP-1, SETUP-12: one card for each producing hex around the settlement, as far as the supply has it."""
    for place in range(3):
        tile = int(CORNER_HEXES[state.island, corner, place])
        if tile >= 0 and state.terrain[tile] != DESERT and supply_holds(state, int(state.terrain[tile])):
            take(state, seat, one(int(state.terrain[tile])))


@rule
def place_first_road(state: StateRecord, seat: int, edge: int) -> None:
    put_road(state, seat, edge)
    state.setup_corner = NOBODY
    state.setup_step += 1
    if state.setup_step == 2 * state.players:
        begin_turn(state, int(state.starter))
    else:
        state.actor = setup_seat(state, int(state.setup_step))
        state.phase = Phase.SETUP_SETTLEMENT


# --- the roll


@rule
def roll(state: StateRecord, one_die: int, other_die: int) -> None:
    """TURN-1: production, or a seven."""
    state.die_one = one_die
    state.die_two = other_die
    state.rolled = 1
    if state.dice_deck > 0:
        draw_from_dice_deck(state, (one_die - 1) * FACES + other_die - 1)
    if one_die + other_die == SEVEN:
        seven(state)
    else:
        produce(state, one_die + other_die)
        state.phase = Phase.MAIN


@rule
def draw_from_dice_deck(state: StateRecord, place: int) -> None:
    """HOUSE-3: each of the 36 rolls comes once until a few are left."""
    if (state.dice_left >> place) & 1 == 0:  # only barred sevens were left (HOUSE-4)
        state.dice_left = ALL_ROLLS
    state.dice_left &= ~(1 << place)
    if count_bits(state.dice_left) <= state.dice_deck:
        state.dice_left = ALL_ROLLS


@rule
def produce(state: StateRecord, points: int) -> None:
    """PROD-1: everybody takes what the hexes of this number yield."""
    row = points - FIRST_SUM
    claims = 0
    for seat in range(state.players):
        claims += state.income[row, seat]
    if claims == 0:
        return
    enough = ((state.supply | GUARD) - claims) & GUARD
    if enough == GUARD:
        for seat in range(state.players):
            state.hand[seat] += state.income[row, seat]
        state.supply -= claims
    else:
        for kind in range(KINDS):
            produce_one_kind(state, row, kind, count(claims, kind))


@rule
def produce_one_kind(state: StateRecord, row: int, kind: int, claimed: int) -> None:
    """PROD-4, PROD-5: a short supply pays nobody, or all that is left to the only claimant."""
    left = count(state.supply, kind)
    for seat in range(state.players):
        mine = count(state.income[row, seat], kind)
        if claimed > left:
            sole = mine == claimed and state.shortage == Shortage.SOLE_CLAIMANT
            mine = left if sole else 0
        take(state, seat, mine * one(kind))


# --- seven and robber


@rule
def seven(state: StateRecord) -> None:
    """SEVEN-1: a player who holds too many cards gives back half, rounded down."""
    state.phase = Phase.ROBBER
    for seat in range(state.players):
        held = total(state.hand[seat])
        if held > state.discard_limit:
            state.discard_left[seat] = held // 2
            state.phase = Phase.DISCARD


@rule
def discard(state: StateRecord, seat: int, resource: int) -> None:
    """SEVEN-1, SEVEN-2: unseen until all have finished; only then the robber moves."""
    state.hand[seat] -= one(resource)
    state.set_aside[seat] += one(resource)
    state.discard_left[seat] -= 1
    for other in range(state.players):
        if state.discard_left[other] > 0:
            return
    for other in range(state.players):
        state.supply += state.set_aside[other]
        state.set_aside[other] = 0
    state.phase = Phase.ROBBER


@rule
def move_robber(state: StateRecord, tile: int, victim: int) -> None:
    """ROB-2: the victim loses one card at random, if it has any."""
    put_robber(state, tile)
    if victim != NONE and state.hand[victim] != 0:
        state.victim = victim
        state.phase = Phase.STEAL
    else:
        resume(state)


@rule
def steal(state: StateRecord, resource: int) -> None:
    state.hand[state.victim] -= one(resource)
    state.hand[state.actor] += one(resource)
    state.victim = NOBODY
    resume(state)


@rule
def resume(state: StateRecord) -> None:
    """Back to where the turn was: a card may have been played before the roll."""
    state.phase = Phase.MAIN if state.rolled == 1 else Phase.ROLL


# --- building


@rule
def note_built(state: StateRecord) -> None:
    """TURN-4: with separate phases the first build ends all talk of trade."""
    state.built = 1
    if not phases_allow_trade(state):
        end_talk(state)


@rule
def build_road(state: StateRecord, seat: int, edge: int) -> None:
    """BUILD-1."""
    if state.phase == Phase.SETUP_ROAD:
        place_first_road(state, seat, edge)
        return
    if state.phase == Phase.MAIN:
        pay(state, seat, ROAD_COST)
        note_built(state)
    put_road(state, seat, edge)
    if state.route[seat] >= 5:
        settle_route(state, False)
    if state.phase == Phase.FREE_ROADS:
        state.free_roads -= 1
        if state.free_roads == 0 or not any_road_place(state, seat):
            finish_roads(state)


@rule
def build_settlement(state: StateRecord, seat: int, corner: int) -> None:
    """BUILD-2, ROUTE-3."""
    if state.phase == Phase.SETUP_SETTLEMENT:
        place_first_settlement(state, seat, corner)
        return
    pay(state, seat, SETTLEMENT_COST)
    note_built(state)
    holder = int(state.route_holder)
    length = int(state.route[holder]) if holder != NOBODY else 0
    put_settlement(state, seat, corner)
    settle_route(state, holder != NOBODY and state.route[holder] < length)


@rule
def build_city(state: StateRecord, seat: int, corner: int) -> None:
    """BUILD-3."""
    pay(state, seat, CITY_COST)
    note_built(state)
    put_city(state, seat, corner)


@rule
def buy_card(state: StateRecord, seat: int) -> None:
    """BUILD-4."""
    pay(state, seat, CARD_COST)
    note_built(state)
    state.phase = Phase.DRAW


@rule
def draw_card(state: StateRecord, card: int) -> None:
    state.deck -= one(card)
    state.cards[state.actor] += one(card)
    state.fresh += one(card)
    state.phase = Phase.MAIN


# --- development cards


@rule
def play_card(state: StateRecord, seat: int, kind: int, argument: int, other_argument: int) -> None:
    """DEV-1: one a turn."""
    state.card_played = 1
    if kind == Kind.KNIGHT:
        play_knight(state, seat)
    elif kind == Kind.ROAD_BUILDING:
        play_road_building(state, seat)
    elif kind == Kind.PLENTY:
        play_plenty(state, seat, argument, other_argument)
    else:
        play_monopoly(state, seat, argument)


@rule
def play_knight(state: StateRecord, seat: int) -> None:
    """DEV-3, DEV-8: it stays face up and counts for the army."""
    state.cards[seat] -= one(Card.KNIGHT)
    state.knights[seat] += 1
    settle_army(state, seat)
    state.phase = Phase.ROBBER


@rule
def remove_card(state: StateRecord, seat: int, card: int) -> None:
    """DEV-7: progress cards leave the game."""
    state.cards[seat] -= one(card)
    state.removed += one(card)


@rule
def play_road_building(state: StateRecord, seat: int) -> None:
    """DEV-4."""
    remove_card(state, seat, Card.ROAD_BUILDING)
    state.free_roads = FREE_ROADS
    state.phase = Phase.FREE_ROADS


@rule
def finish_roads(state: StateRecord) -> None:
    """DEV-4: no more free roads, because both stand, none can, or the player stops."""
    state.free_roads = 0
    resume(state)


@rule
def play_plenty(state: StateRecord, seat: int, resource: int, other_resource: int) -> None:
    """DEV-5."""
    remove_card(state, seat, Card.YEAR_OF_PLENTY)
    take(state, seat, one(resource))
    if other_resource != NONE:
        take(state, seat, one(other_resource))


@rule
def play_monopoly(state: StateRecord, seat: int, resource: int) -> None:
    """DEV-6."""
    remove_card(state, seat, Card.MONOPOLY)
    for other in range(state.players):
        if other != seat:
            taken = only(state.hand[other], resource)
            state.hand[other] -= taken
            state.hand[seat] += taken


# --- trade


@rule
def trade_with_supply(state: StateRecord, seat: int, give: int, get: int, rate: int) -> None:
    """TRADE-6."""
    pay(state, seat, rate * one(give))
    take(state, seat, one(get))


@rule
def bargain(state: StateRecord, seat: int, action: int) -> None:
    """TRADE-2: what is said in a trade, and what closes it."""
    kind = kind_of(action)
    if kind == Kind.OFFER:
        clear_offer(state)
        state.offer = action
        for other in range(state.players):
            if (recipients_of(action) >> other) & 1 == 1:
                state.answer[other] = Answer.WAITING
    elif kind == Kind.ACCEPT:
        state.answer[seat] = Answer.ACCEPTED
    elif kind == Kind.REFUSE:
        state.answer[seat] = Answer.REFUSED
    elif kind == Kind.COUNTER:
        state.answer[seat] = Answer.REFUSED
        state.proposal[seat] = action
    elif kind == Kind.PROPOSE:
        state.proposal[seat] = action
    elif kind == Kind.CONFIRM:
        exchange(state, first(action), get_of(state.offer), give_of(state.offer))
        clear_offer(state)
    elif kind == Kind.TAKE:
        said = state.proposal[first(action)]
        exchange(state, first(action), give_of(said), get_of(said))
        state.proposal[first(action)] = 0
    elif kind == Kind.DECLINE:
        state.proposal[first(action)] = 0
    elif kind == Kind.WITHDRAW:
        withdraw(state, seat)


@rule
def exchange(state: StateRecord, other: int, given: int, taken: int) -> None:
    """The other player gives and takes; the player in turn is always the second party (TRADE-1)."""
    state.hand[other] += taken - given
    state.hand[state.actor] += given - taken


@rule
def withdraw(state: StateRecord, seat: int) -> None:
    """The player in turn takes the offer back; another an acceptance and a proposal."""
    if seat == state.actor:
        clear_offer(state)
        return
    state.proposal[seat] = 0
    if state.answer[seat] == Answer.ACCEPTED:
        state.answer[seat] = Answer.REFUSED


@rule
def clear_offer(state: StateRecord) -> None:
    state.offer = 0
    for seat in range(state.players):
        state.answer[seat] = Answer.NOT_ASKED


@rule
def end_talk(state: StateRecord) -> None:
    """Nothing that was said in a trade stands any longer."""
    if is_talking(state):
        clear_offer(state)
        for seat in range(state.players):
            state.proposal[seat] = 0


# --- the end of a turn


@rule
def end_part(state: StateRecord) -> None:
    """TURN-1, PAIR-2, PAIR-4, PAIR-5: the next part of this turn, or the next turn."""
    end_talk(state)
    players = int(state.players)
    roller = int(state.roller)
    if state.part == Part.FIRST and state.pairing == Pairing.PAIRED:
        begin_part(state, Part.PAIRED, (roller + TO_PLAYER_TWO) % players)
    elif state.pairing == Pairing.SPECIAL_BUILDING and (int(state.actor) + 1) % players != roller:
        begin_part(state, Part.SPECIAL, (int(state.actor) + 1) % players)
    else:
        begin_turn(state, (roller + 1) % players)


@rule
def begin_part(state: StateRecord, part: int, seat: int) -> None:
    """A fresh part: nothing bought, built or played in it yet."""
    state.part = part
    state.actor = seat
    state.fresh = 0
    state.built = 0
    state.card_played = 0
    state.phase = Phase.MAIN


@rule
def begin_turn(state: StateRecord, seat: int) -> None:
    begin_part(state, Part.FIRST, seat)
    state.roller = seat
    state.turn += 1
    state.rolled = 0
    state.die_one = 0
    state.die_two = 0
    state.phase = Phase.ROLL
