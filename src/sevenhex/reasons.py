"""Why an action is refused: every reason with a stable code, a sentence in the edition's words, the clause, and where the book says it.

The rules stand in `rules/legal.py`; here their answers are put into words. `why_not` is empty exactly when the action is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from .errors import ActionError, one_of
from .events import listed
from .rules import engine, legal
from .rules.actions import KIND_MASK, NONE, Action, get_of, give_of, typed
from .rules.board import CITY
from .rules.cards import CARD_COST, CITY_COST, ROAD_COST, SETTLEMENT_COST, counts, covers, one, pack
from .rules.ids import (
    CARD_NAMES,
    CHANCE,
    LAST_CHANCE_KIND,
    LAST_CHANCE_PHASE,
    NEUTRAL,
    RESOURCE_NAMES,
    RESOURCES,
    Answer,
    Card,
    Kind,
    Part,
    Phase,
)
from .rules.legal import GENERAL_RATE, SPECIAL_RATE
from .rules.options import MAX_ACTIONS
from .rules.routes import owner
from .rules.state import WORDS, State
from .rules.topology import CORNER_BIT, CORNER_NEIGHBORS, EDGE_BIT
from .snapshot import Snapshot

CARD_OF = {
    Kind.KNIGHT: Card.KNIGHT,
    Kind.ROAD_BUILDING: Card.ROAD_BUILDING,
    Kind.PLENTY: Card.YEAR_OF_PLENTY,
    Kind.MONOPOLY: Card.MONOPOLY,
}
CLAUSE_OF_CARD = {Kind.KNIGHT: "DEV-3", Kind.ROAD_BUILDING: "DEV-4", Kind.PLENTY: "DEV-5", Kind.MONOPOLY: "DEV-6"}
ANSWERS = frozenset({Kind.ACCEPT, Kind.REFUSE, Kind.COUNTER, Kind.PROPOSE})  # what only the others say
SPEECHES = frozenset({*ANSWERS, Kind.WITHDRAW})
BARGAINS = frozenset({*SPEECHES, Kind.OFFER, Kind.CONFIRM, Kind.TAKE, Kind.DECLINE})
COSTS = {
    Kind.ROAD: ("road", ROAD_COST, "BUILD-1"),
    Kind.SETTLE: ("settlement", SETTLEMENT_COST, "BUILD-2"),
    Kind.CITY: ("city", CITY_COST, "BUILD-3"),
    Kind.BUY: ("development card", CARD_COST, "BUILD-4"),
}
HELD_UP = frozenset({*(phase for phase in Phase if phase <= LAST_CHANCE_PHASE), Phase.OVER, Phase.DISCARD})  # nobody may do as they like
FREE = {Kind.ROAD: (Phase.SETUP_ROAD, Phase.FREE_ROADS), Kind.SETTLE: (Phase.SETUP_SETTLEMENT,)}  # where nothing is paid
PIECES = {
    Kind.ROAD: ("roads_left", "roads"),
    Kind.SETTLE: ("settlements_left", "settlements"),
    Kind.CITY: ("cities_left", "cities"),
}
WHOLE = {  # the buttons of `why_no`
    "roll": Kind.ROLL,
    "end": Kind.END,
    "stop": Kind.STOP,
    "road": Kind.ROAD,
    "settlement": Kind.SETTLE,
    "city": Kind.CITY,
    "card": Kind.BUY,
    "bank": Kind.BANK,
    "offer": Kind.OFFER,
    "propose": Kind.PROPOSE,
    "knight": Kind.KNIGHT,
    "road_building": Kind.ROAD_BUILDING,
    "plenty": Kind.PLENTY,
    "monopoly": Kind.MONOPOLY,
}


class Reason(Struct, frozen=True, gc=False):
    """One reason for a refusal; `code` never changes its meaning, `source` names the rulebook and its section."""

    code: str
    sentence: str
    clause: str
    source: str

    def to_json(self) -> dict[str, str]:
        return {"code": self.code, "sentence": self.sentence, "clause": self.clause, "source": self.source}


class Table(Protocol):
    """What reasons need of a `Game`."""

    @property
    def state(self) -> State: ...
    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def configuration(self) -> Any: ...
    @property
    def words(self) -> Mapping[str, str]: ...
    @property
    def naming(self) -> Any: ...


def why_not(table: Table, action: int, seat: int) -> list[Reason]:
    """Every reason why the seat (or chance, -1) may not do this now; none when it may."""
    inquiry = Inquiry(table, seat)
    inquiry.ask(int(action))
    return inquiry.reasons


def why_no(table: Table, what: str, seat: int) -> list[Reason]:
    """Why nothing of this kind (a whole button) can be done now; none when something can."""
    if what not in WHOLE:
        raise ActionError(f"{what!r} is no kind of action here; {one_of(what, WHOLE)}.", action=what)
    inquiry = Inquiry(table, seat)
    inquiry.ask_whole(WHOLE[what])
    return inquiry.reasons


def why_none(table: Table, seat: int) -> dict[str, Reason | None]:
    """For every button the first reason why it is of no use now, or None: as `why_no` for each, but the table is looked at once."""
    return Inquiry(table, seat).buttons()


def is_in(words: Any, bits: Any) -> bool:
    """Is the place with these bits a member of the set?"""
    return any(int(words[word]) & int(bits[word]) for word in range(WORDS))


@lru_cache(1024)
def most_first(wanted: int) -> tuple[int, ...]:
    """The kinds of which there are some, the most first."""
    needed = counts(wanted)
    return tuple(sorted((kind for kind in range(RESOURCES) if needed[kind]), key=lambda kind: -needed[kind]))


class Enough(Exception):
    """The first reason is found, and nobody asks for more."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason


class Inquiry:
    """One question about one seat: collects reasons, kind by kind."""

    def __init__(self, table: Table, seat: int) -> None:
        self.states = table.state
        self.state = table.state[0]  # as the rules take it
        self.now = table.snapshot  # the same, quicker to read
        self.seat = seat
        self.words = table.words
        self.colours: Sequence[str] = table.naming.colours
        self.geometry = table.naming.geometry
        self.edition = table.configuration.edition
        self.reasons: list[Reason] = []
        self.first_only = False
        self.phase = Phase(self.now.phase)
        self.part = Part(self.now.part)
        self.actor = self.now.actor
        self.players = self.now.players
        self.island = self.now.island
        self.hand = self.now.hand[seat] if 0 <= seat < self.players else 0

    # --- words

    def add(self, code: str, sentence: str, clause: str) -> None:
        self.reasons.append(Reason(code, sentence[0].upper() + sentence[1:], clause, self.edition.cite(clause)))
        if self.first_only:
            raise Enough(self.reasons[-1])

    def word(self, key: str) -> str:
        return self.words.get(key, key.replace("_", " "))

    def resource(self, kind: int) -> str:
        return self.word(RESOURCE_NAMES[kind])

    def card(self, card: int) -> str:
        return self.word(CARD_NAMES[card])

    def bundle(self, cards: int) -> str:
        """`3 ore and 2 wheat`: the most first."""
        return self.told(cards, cards)

    def against(self, wanted: int) -> str:
        """What the seat has of the kinds that are wanted, in the same order."""
        return self.told(wanted, self.hand)

    def told(self, wanted: int, cards: int) -> str:
        held = counts(cards)
        return listed([f"{held[kind]} {self.resource(kind)}" for kind in most_first(wanted)])

    def names(self, seats: int) -> str:
        return listed([colour for seat, colour in enumerate(self.colours) if seats >> seat & 1])

    # --- the whole question

    def ask(self, action: int) -> None:
        if self.seat != CHANCE and not 0 <= self.seat < self.players:
            self.add("no_such_seat", f"there is no seat {self.seat}; the seats are 0 to {self.players - 1}.", "TURN-1")
            return
        try:
            value = typed(action) if 0 < action < 1 << 63 else None
        except ValueError:
            value = None
        if value is None:
            self.add("malformed", f"{action} is no action.", "TURN-1")
        elif self.seat == CHANCE:
            self.ask_chance(value, action)
        elif value.kind <= LAST_CHANCE_KIND:
            self.add("chance_only", "dice, drawn cards and stolen cards come by chance; nobody chooses them.", "TURN-1")
        elif self.knows_arguments(value) and self.is_running():
            self.ask_kind(value)

    def ask_chance(self, value: Action, action: int) -> None:
        if engine.is_legal(self.states, CHANCE, action):
            return
        if value.kind > LAST_CHANCE_KIND:
            self.add("not_by_chance", "this is for a player to decide, not for chance.", "TURN-1")
        elif self.phase > LAST_CHANCE_PHASE:
            self.add("not_left_to_chance", "nothing is left to chance now.", "TURN-1")
        else:
            self.add("impossible_outcome", "chance cannot bring this now.", "TURN-1")

    def ask_kind(self, value: Action) -> None:
        kind = value.kind
        if kind == Kind.DISCARD:
            self.ask_discard(value.arguments[0])
        elif self.phase == Phase.DISCARD:
            self.discards_first()
        elif kind in BARGAINS:
            self.ask_bargain(value)
        elif self.seat != self.actor:
            self.not_in_turn()
        else:
            self.ask_in_turn(value)

    def ask_in_turn(self, value: Action) -> None:
        kind = value.kind
        if kind in COSTS:
            self.ask_purchase(kind)
            if kind != Kind.BUY:
                self.ask_place(kind, value.arguments[0])
        elif kind in CARD_OF:
            self.ask_card(kind)
            self.ask_card_use(value)
        elif kind == Kind.ROLL:
            self.ask_roll()
        elif kind == Kind.END:
            self.need_main("end the turn", "TURN-1")
        elif kind == Kind.STOP:
            self.ask_stop()
        elif kind == Kind.ROBBER:
            self.ask_robber(*value.arguments)
        elif kind == Kind.BANK:
            self.ask_supply_trade()
            self.ask_bank(*value.arguments)

    def is_running(self) -> bool:
        if self.phase == Phase.OVER:
            self.add("over", f"the game is over: {self.colours[self.now.winner]} has won.", "WIN-2")
            return False
        if self.phase <= LAST_CHANCE_PHASE:
            waits = {
                Phase.ORDER_DICE: ("the dice decide first who starts.", "SETUP-9"),
                Phase.DICE: ("the dice are still rolling.", "TURN-1"),
                Phase.STEAL: (f"first a stolen {self.word('card')} changes hands.", "ROB-2"),
                Phase.DRAW: (f"first the bought {self.word('card')} is drawn.", "BUILD-4"),
            }
            self.add("waits_for_chance", *waits[self.phase])
            return False
        return True

    # --- arguments that mean nothing here

    def knows_arguments(self, value: Action) -> bool:
        """Do the arguments name things that exist on this island and at this table?"""
        wrong = ""
        match value.kind:
            case Kind.SETTLE | Kind.CITY:
                wrong = self.unknown(value.arguments[0], self.geometry.corner_names, "corner")
            case Kind.ROAD:
                wrong = self.unknown(value.arguments[0], self.geometry.edge_names, "edge")
            case Kind.ROBBER:
                wrong = self.unknown(value.arguments[0], self.geometry.hex_names, "hex")
                if not wrong and value.arguments[1] != NONE:
                    wrong = self.unknown(value.arguments[1], self.colours, "seat")
            case Kind.DISCARD | Kind.MONOPOLY:
                wrong = self.unknown(value.arguments[0], RESOURCE_NAMES, "resource")
            case Kind.BANK:
                wrong = self.unknown(max(value.arguments[:2]), RESOURCE_NAMES, "resource")
            case Kind.PLENTY:
                first, second = value.arguments
                wrong = self.unknown(first, RESOURCE_NAMES, "resource")
                if not wrong and second != NONE:
                    wrong = self.unknown(second, RESOURCE_NAMES, "resource")
                if not wrong and first > second:
                    wrong = f"the two resources are named in the order {listed([self.resource(kind) for kind in range(RESOURCES)])}."
            case Kind.CONFIRM | Kind.TAKE | Kind.DECLINE:
                wrong = self.unknown(value.arguments[0], self.colours, "seat")
            case Kind.OFFER:
                if value.arguments[0] >> self.players:
                    wrong = f"the offer goes to a seat that does not exist; the seats are 0 to {self.players - 1}."
        if wrong:
            self.add("malformed", wrong, "TURN-1")
        return not wrong

    def unknown(self, number: int, names: Sequence[str], what: str) -> str:
        return "" if number < len(names) else f"there is no {what} {number}; the last one is {len(names) - 1} ({names[-1]})."

    # --- when

    def not_in_turn(self) -> None:
        whose = self.colours[self.actor]
        if self.part == Part.FIRST or self.phase < Phase.ROLL:
            self.add("not_your_turn", f"it is {whose}'s turn.", "SETUP-10" if self.phase < Phase.ROLL else "TURN-1")
        elif self.part == Part.PAIRED:
            self.add("not_your_turn", f"it is {whose}'s part of the paired turn.", "PAIR-2")
        else:
            self.add("not_your_turn", f"it is {whose}'s turn to build in the special building phase.", "PAIR-5")

    def not_trading(self) -> None:
        whose = self.colours[self.actor]
        self.add("not_your_turn", f"all trade is with {whose}, whose turn it is: others answer, or propose on their own.", "TRADE-1")

    def discards_first(self) -> None:
        due = [f"{self.colours[seat]} {left}" for seat, left in enumerate(self.now.discard_left) if left]
        self.add("discards_first", f"first {self.word('cards')} go back because of the 7; still due: {listed(due)}.", "SEVEN-2")

    def need_main(self, doing: str, clause: str) -> bool:
        """Is it the time to trade and build? Else say what comes first."""
        if self.phase == Phase.MAIN:
            return True
        if self.phase == Phase.ROLL:
            self.add("roll_first", f"roll the dice before you {doing}.", clause)
        elif self.phase == Phase.ROBBER:
            self.add("robber_first", f"move the {self.word('robber')} before you {doing}.", "ROB-1")
        elif self.phase == Phase.FREE_ROADS:
            left = self.now.free_roads
            name = self.card(Card.ROAD_BUILDING)
            self.add("free_roads_first", f"{self.word('place')} the {left} free {self.roads(left)} of {name} before you {doing}.", "DEV-4")
        else:
            piece = self.word("settlement" if self.phase == Phase.SETUP_SETTLEMENT else "road")
            self.add("setup_first", f"the set-up is not finished: {self.word('place')} a {piece}.", "SETUP-10")
        return False

    def roads(self, number: int) -> str:
        return self.word("road" if number == 1 else "roads")

    def ask_roll(self) -> None:
        if self.phase == Phase.ROLL:
            return
        if self.phase == Phase.MAIN:
            if self.part == Part.FIRST:
                self.add("already_rolled", "you have rolled the dice this turn.", "TURN-1")
            else:
                self.add("no_roll", "nobody rolls in this part of the turn.", "PAIR-2" if self.part == Part.PAIRED else "PAIR-5")
        else:
            self.need_main("roll", "TURN-1")

    # --- building

    def ask_purchase(self, kind: Kind) -> None:
        """Time, pieces and price of a road, settlement, city or card."""
        what, cost, clause = COSTS[kind]
        if kind != Kind.BUY:
            self.ask_pieces(kind)
        elif self.now.deck == 0:
            self.add("deck_empty", f"the {self.word('deck')} of development {self.word('cards')} is empty.", "BUILD-4")
        if self.phase in FREE.get(kind, ()):
            return
        doing = f"buy a development {self.word('card')}" if kind == Kind.BUY else f"{self.word('build')} a {self.word(what)}"
        in_time = self.need_main(doing, "TURN-5")
        if (in_time or self.phase >= Phase.ROLL) and not covers(self.hand, cost):
            name = f"development {self.word('card')}" if kind == Kind.BUY else self.word(what)
            self.add("cannot_afford", f"a {name} costs {self.bundle(cost)}; you have {self.against(cost)}.", clause)

    def ask_pieces(self, kind: Kind) -> None:
        field, what = PIECES[kind]
        if self.now[field][self.seat] <= 0:
            hint = f" A {self.word('city')} gives a {self.word('settlement')} back." if kind == Kind.SETTLE else ""
            self.add("no_pieces", f"you have no {self.word(what)} left.{hint}", "BUILD-5")

    def ask_place(self, kind: Kind, place: int) -> None:
        setup = {Kind.ROAD: Phase.SETUP_ROAD, Kind.SETTLE: Phase.SETUP_SETTLEMENT}.get(kind)
        if self.phase < Phase.ROLL and self.phase != setup:
            return  # nothing of this kind is due, so no place is better than another
        if not engine.is_member(self.states, self.seat, int(kind), place):
            {Kind.ROAD: self.ask_edge, Kind.SETTLE: self.ask_corner, Kind.CITY: self.ask_upgrade}[kind](place)

    def ask_edge(self, edge: int) -> None:
        name = self.geometry.edge_names[edge]
        road = self.word("road")
        piece = self.now.road[edge]
        if piece:
            whose = "you have" if piece - 1 == self.seat else f"{self.colours[piece - 1]} has"
            self.add("occupied", f"{whose} a {road} on {name} already.", "BUILD-1")
        elif self.phase == Phase.SETUP_ROAD:
            corner = self.geometry.corner_names[self.now.setup_corner]
            settlement = f"{self.word('settlement')} just {self.word('placed')} on {corner}"
            self.add("not_at_settlement", f"this {road} must touch the {settlement}.", "SETUP-10")
        elif not is_in(self.state["near_edges"][self.seat], EDGE_BIT[self.island, edge]):
            blocked = self.blocking(edge)
            if blocked:
                self.add("blocked", f"your way to {name} is blocked by {blocked}.", "BUILD-1")
            else:
                pieces = listed([road, self.word("settlement"), self.word("city")], "or")
                self.add("not_connected", f"{name} touches no {pieces} of yours.", "BUILD-1")

    def blocking(self, edge: int) -> str:
        """The opponent's building that stands between an own road and the edge."""
        for corner in self.geometry.edge_corners[edge]:
            if is_in(self.state["near_corners"][self.seat], CORNER_BIT[self.island, corner]):
                return f"{self.building(corner)} on {self.geometry.corner_names[corner]}"
        return ""

    def building(self, corner: int) -> str:
        piece = self.now.building[corner]
        what = self.word("city" if piece >= CITY else "settlement")
        seat = int(owner(piece))
        return f"your {what}" if seat == self.seat else f"a neutral {what}" if seat == NEUTRAL else f"{self.colours[seat]}'s {what}"

    def ask_corner(self, corner: int) -> None:
        name = self.geometry.corner_names[corner]
        if self.now.building[corner]:
            self.add("occupied", f"{self.building(corner)} stands on {name}.", "BUILD-2")
        elif not is_in(self.state["open_corners"], CORNER_BIT[self.island, corner]):
            near = [int(each) for each in CORNER_NEIGHBORS[self.island, corner] if each >= 0 and self.now.building[each]]
            whose = listed([f"{self.building(each)} on {self.geometry.corner_names[each]}" for each in near])
            self.add("too_close", f"{name} is next to {whose}; a corner between must stay empty.", "SETUP-11")
        if self.phase != Phase.SETUP_SETTLEMENT and not is_in(self.state["near_corners"][self.seat], CORNER_BIT[self.island, corner]):
            self.add("no_road", f"none of your {self.word('roads')} leads to {name}.", "BUILD-2")

    def ask_upgrade(self, corner: int) -> None:
        name = self.geometry.corner_names[corner]
        what = f"{self.building(corner)} stands there" if self.now.building[corner] else "nothing stands there"
        self.add("no_settlement", f"a {self.word('city')} replaces a {self.word('settlement')} of yours; on {name}, {what}.", "BUILD-3")

    # --- development cards

    def ask_card(self, kind: Kind) -> None:
        card = CARD_OF[kind]
        name = self.card(card)
        if not engine.card_may_be_played(self.states):
            if self.part == Part.SPECIAL:
                self.add("no_cards_now", f"no development {self.word('cards')} are played in the special building phase.", "PAIR-5")
            elif self.phase != Phase.ROLL:
                self.need_main(f"play a {self.word('card')}", "TURN-2")
            if self.now.card_played:
                self.add("one_card_a_turn", f"you have played a development {self.word('card')} this turn already.", "DEV-1")
        if not engine.playable(self.states, self.seat, int(card)):
            held = counts(self.now.cards[self.seat])[card]
            if held:
                self.add("bought_this_turn", f"your {name} was bought in this turn; it can be played from the next on.", "DEV-1")
            else:
                self.add("no_card", f"you have no {name} {self.word('card')}.", CLAUSE_OF_CARD[kind])

    def ask_card_use(self, value: Action) -> None:
        if value.kind == Kind.ROAD_BUILDING:
            self.ask_free_roads()
        elif value.kind == Kind.PLENTY and not engine.can_plenty(self.states, *value.arguments):
            self.ask_plenty(*value.arguments)

    def ask_free_roads(self) -> None:
        if not engine.any_road_place(self.states, self.seat):
            if self.now.roads_left[self.seat] <= 0:
                self.add("no_pieces", f"you have no {self.word('roads')} left.", "DEV-4")
            else:
                self.add("no_place", f"there is no edge where you could {self.word('place')} a {self.word('road')}.", "DEV-4")

    def ask_stop(self) -> None:
        if engine.roads_may_stop(self.states):
            return
        if self.phase == Phase.FREE_ROADS:
            self.add("build_both", f"both free {self.word('roads')} are built where there is a place for them.", "DEV-4")
        else:
            self.add("no_free_roads", f"you have no free {self.word('roads')} that could be left unbuilt.", "DEV-4")

    def ask_plenty(self, first: int, second: int) -> None:
        supply = self.word("supply")
        if second == NONE:
            if counts(self.now.supply)[first]:
                self.add("take_two", f"take two {self.word('cards')}; a single one only when the {supply} holds no more.", "DEV-5")
            else:
                self.add("supply_short", f"the {supply} has no {self.resource(first)}.", "DEV-5")
            return
        wanted = int(one(first) + one(second))
        have = [f"{held} {self.resource(kind)}" for kind, held in enumerate(counts(self.now.supply)) if kind in (first, second)]
        told = "not enough" if self.now.hidden_supply else listed(have)
        self.add("supply_short", f"you want {self.bundle(wanted)}; the {supply} has {told}.", "DEV-5")

    # --- seven and robber

    def ask_discard(self, resource: int) -> None:
        if self.now.discard_left[self.seat] <= 0:
            if self.phase == Phase.DISCARD:
                limit = self.now.discard_limit
                told = f"you need return no {self.word('cards')} now: half of a hand, once, and only of more than {limit}."
                self.add("nothing_to_discard", told, "SEVEN-1")
            else:
                self.add("nothing_to_discard", f"nobody returns {self.word('cards')} now; that happens when a 7 is rolled.", "SEVEN-1")
        if not counts(self.hand)[resource]:
            self.add("not_held", f"you have no {self.resource(resource)}.", "SEVEN-1")

    def ask_robber(self, tile: int, victim: int) -> None:
        robber = self.word("robber")
        if self.phase != Phase.ROBBER:
            self.add("robber_stays", f"the {robber} moves only after a 7 or by a {self.card(Card.KNIGHT)}.", "ROB-4")
        name = self.geometry.hex_names[tile]
        if tile == self.now.robber:
            self.add("robber_must_move", f"the {robber} is on {name} already and must move to another hex.", "ROB-1")
        elif not int(engine.robber_goals(self.states, self.seat)) >> tile & 1:
            self.add("friendly_robber", f"somebody on {name} has too few points to be robbed or blocked.", "HOUSE-2")
        around = int(engine.owners_around(self.states, tile))
        victims = around & ~(1 << self.seat)
        if victim == NONE:
            if victims:
                self.add("must_rob", f"choose whom to rob on {name}: {self.names_or(victims)}.", "ROB-2")
        elif victim == self.seat:
            self.add("own_building", "you cannot rob yourself.", "ROB-2")
        elif not victims >> victim & 1:
            there = f"; {self.names_or(victims)} could be robbed" if victims else ""
            self.add("not_there", f"{self.colours[victim]} has no building on {name}{there}.", "ROB-2")

    def names_or(self, seats: int) -> str:
        return listed([colour for seat, colour in enumerate(self.colours) if seats >> seat & 1], "or")

    # --- trade with the supply

    def ask_supply_trade(self) -> None:
        if not engine.supply_trade_is_open(self.states):
            in_time = self.need_main("trade", "TURN-5")
            if in_time and not engine.phases_allow_trade(self.states):
                self.add("trade_before_build", "you have built this turn; trading comes before building.", "TURN-4")
            if self.part == Part.SPECIAL:
                self.add("no_trade_now", "nobody trades in the special building phase.", "PAIR-5")

    def ask_bank(self, give: int, get: int, rate: int) -> None:
        if engine.can_bank(self.states, self.seat, give, get, rate):
            return
        if give == get:
            self.add("like_for_like", f"you would give and take the same: {self.resource(give)}.", "TRADE-6")
        if not engine.is_entitled(self.states, self.seat, give, rate):
            best = listed([f"{each}:1" for each in self.rates(give)], "or")
            self.add("no_such_rate", f"you cannot trade {self.resource(give)} at {rate}:1; your rate is {best}.", "TRADE-6")
        held = counts(self.hand)[give]
        if held < rate:
            self.add("cannot_afford", f"this trade takes {rate} {self.resource(give)}; you have {held}.", "TRADE-6")
        if not counts(self.now.supply)[get]:
            self.add("supply_empty", f"the {self.word('supply')} has no {self.resource(get)} left.", "TRADE-7")

    def rates(self, resource: int) -> list[int]:
        return [rate for rate in range(SPECIAL_RATE, GENERAL_RATE + 1) if engine.is_entitled(self.states, self.seat, resource, rate)]

    # --- trade among players

    def ask_bargain(self, value: Action) -> None:
        kind = value.kind
        mine = self.seat == self.actor
        if kind in ANSWERS and mine:
            self.add("own_turn", "it is your turn: the others answer your offers, and you make them.", "TRADE-2")
        if kind not in SPEECHES and not mine:
            self.not_trading()
        self.ask_domestic_trade(mine)
        if kind == Kind.OFFER and mine:
            self.ask_recipients(value.arguments[0])
        if value.give or value.get:
            self.ask_bundle(pack(*value.give), pack(*value.get))
        if kind == Kind.WITHDRAW:
            self.ask_withdraw(mine)
        elif kind in ANSWERS and not mine:
            self.ask_answer(kind)
        elif kind in (Kind.CONFIRM, Kind.TAKE, Kind.DECLINE) and mine:
            self.ask_close(kind, value.arguments[0])

    def ask_domestic_trade(self, mine: bool) -> None:
        if engine.domestic_trade_is_open(self.states):
            return
        if self.part != Part.FIRST:
            clause = "PAIR-2" if self.part == Part.PAIRED else "PAIR-5"
            roller = self.colours[self.now.roller]
            self.add("no_trade_now", f"players trade with each other only while {roller}, who rolled, is in turn.", clause)
        elif self.phase == Phase.MAIN:
            who = "you have" if mine else f"{self.colours[self.actor]} has"
            self.add("trade_before_build", f"{who} built this turn; trading comes before building.", "TURN-4")
        elif mine:
            self.need_main("trade", "TURN-5")
        else:
            self.add("no_trade_now", f"{self.colours[self.actor]} cannot trade yet.", "TRADE-1")

    def ask_recipients(self, recipients: int) -> None:
        if not recipients:
            self.add("no_recipients", "the offer goes to nobody; name at least one player.", "TRADE-2")
        if recipients >> self.seat & 1:
            self.add("own_offer", "the offer goes to yourself; name other players only.", "TRADE-2")

    def ask_bundle(self, give: int, get: int) -> None:
        """TRADE-3 to 5 for what is offered, proposed or countered."""
        if not legal.is_fair_bundle(give, get):
            if not give or not get:
                self.add("no_gifts", f"both sides give at least one {self.word('card')}; this would be a gift.", "TRADE-3")
            both = [self.resource(kind) for kind, pair in enumerate(zip(counts(give), counts(get), strict=True)) if all(pair)]
            if both:
                self.add("like_for_like", f"both sides would give the same: {listed(both)}.", "TRADE-4")
        if not engine.is_in_box(self.states, get):
            told = f"you ask for {self.bundle(get)}; there are only {self.now.cards_each} {self.word('cards')} of each kind in the game."
            self.add("not_in_box", told, "TRADE-5")
        if not covers(self.hand, give):
            self.add("not_held", f"you would give {self.bundle(give)}; you have {self.against(give)}.", "TRADE-5")

    def ask_withdraw(self, mine: bool) -> None:
        if not engine.can_withdraw(self.states, self.seat):
            what = "made no offer" if mine else "proposed and accepted nothing"
            self.add("nothing_to_withdraw", f"you have {what} that is still open.", "TRADE-2")

    def ask_answer(self, kind: Kind) -> None:
        asked = engine.is_asked(self.states, self.seat)
        if kind == Kind.PROPOSE:
            if asked:
                self.add("answer_first", f"{self.colours[self.actor]} waits for your answer: accept, refuse or counter.", "TRADE-2")
            return
        if not asked:
            told = "you have answered this offer already" if self.now.answer[self.seat] else "no offer waits for your answer"
            self.add("not_asked", f"{told}.", "TRADE-2")
        elif kind == Kind.ACCEPT and not engine.can_accept(self.states, self.seat):
            wanted = int(get_of(self.now.offer))
            self.add("not_held", f"you would give {self.bundle(wanted)}; you have {self.against(wanted)}.", "TRADE-5")

    def ask_close(self, kind: Kind, other: int) -> None:
        """Confirm an acceptance, take or decline a proposal."""
        if other == self.seat:
            self.add("own_offer", "nobody trades alone; name another player.", "TRADE-2")
            return
        colour = self.colours[other]
        if kind == Kind.CONFIRM:
            said = self.now.offer
            if not said:
                self.add("no_offer", "you have made no offer that is still open.", "TRADE-2")
            elif self.now.answer[other] != Answer.ACCEPTED:
                self.add("not_accepted", f"{colour} has not accepted your offer.", "TRADE-2")
            elif not engine.can_confirm(self.states, other):
                self.ask_holdings(int(give_of(said)), int(get_of(said)), other)
            return
        said = self.now.proposal[other]
        if not said:
            self.add("no_proposal", f"{colour} has proposed nothing that is still open.", "TRADE-2")
        elif kind == Kind.TAKE and not engine.can_take(self.states, other):
            self.ask_holdings(int(get_of(said)), int(give_of(said)), other)

    def ask_holdings(self, mine: int, theirs: int, other: int) -> None:
        """TRADE-5: who no longer holds what the trade takes. Of the other hand no more is told than that."""
        if not covers(self.hand, mine):
            self.add("not_held", f"you would give {self.bundle(mine)}; you have {self.against(mine)}.", "TRADE-5")
        if not covers(self.now.hand[other], theirs):
            self.add("partner_lacks", f"{self.colours[other]} no longer holds {self.bundle(theirs)}.", "TRADE-5")

    # --- whole buttons

    def buttons(self) -> dict[str, Reason | None]:
        found: dict[str, Reason | None] = {}
        same: Reason | None = None  # where it does not depend on the kind, it is asked once
        for what, kind in WHOLE.items():
            if kind in self.possible:
                found[what] = None
            elif same is not None and self.is_not_awaited(kind):
                found[what] = same
            else:
                found[what] = self.first(kind)
                same = found[what] if same is None and self.is_not_awaited(kind) else same
        return found

    def first(self, kind: Kind) -> Reason | None:
        """The first reason why nothing of this kind can be done."""
        self.reasons, self.first_only = [], True
        try:
            self.ask_whole(kind)
        except Enough as found:
            return found.reason
        return None

    def is_not_awaited(self, kind: Kind) -> bool:
        """Nothing of the kind is for this seat now, so the reason is the same for all such kinds."""
        return self.phase in HELD_UP or (kind not in BARGAINS and self.seat != self.actor)

    @cached_property
    def possible(self) -> frozenset[int]:
        """The kinds of which something is legal."""
        out = np.empty(MAX_ACTIONS, np.int64)
        size = engine.legal_actions(self.states, self.seat, True, out)
        return frozenset([action & KIND_MASK for action in out[:size].tolist()])

    def ask_whole(self, kind: Kind) -> None:
        if not 0 <= self.seat < self.players:
            self.add("no_such_seat", f"there is no seat {self.seat}; the seats are 0 to {self.players - 1}.", "TURN-1")
            return
        if kind in self.possible or not self.is_running():
            return
        if self.phase == Phase.DISCARD:
            self.discards_first()
        elif kind in BARGAINS:
            self.ask_whole_bargain(kind)
        elif self.seat != self.actor:
            self.not_in_turn()
        else:
            self.ask_whole_in_turn(kind)
        if not self.reasons:
            self.nowhere(kind)

    def ask_whole_bargain(self, kind: Kind) -> None:
        mine = self.seat == self.actor
        if kind == Kind.OFFER and not mine:
            self.not_trading()
        if kind == Kind.PROPOSE and mine:
            self.add("own_turn", "it is your turn: the others answer your offers, and you make them.", "TRADE-2")
        self.ask_domestic_trade(mine)
        if kind == Kind.PROPOSE and not mine:
            self.ask_answer(kind)
        if not self.hand:
            self.add("not_held", f"you have no {self.word('cards')} to give.", "TRADE-5")

    def ask_whole_in_turn(self, kind: Kind) -> None:
        if kind in COSTS:
            self.ask_purchase(kind)
        elif kind in CARD_OF:
            self.ask_card(kind)
            if kind == Kind.ROAD_BUILDING:
                self.ask_free_roads()
        elif kind == Kind.ROLL:
            self.ask_roll()
        elif kind == Kind.END:
            self.need_main("end the turn", "TURN-1")
        elif kind == Kind.STOP:
            self.ask_stop()
        else:
            self.ask_supply_trade()

    def nowhere(self, kind: Kind) -> None:
        """Time and price are right, but there is no place, or nothing to take."""
        if kind == Kind.ROAD:
            self.add("no_place", f"there is no edge where you could {self.word('build')} a {self.word('road')}.", "BUILD-1")
        elif kind == Kind.SETTLE:
            self.add("no_place", f"no corner at your {self.word('roads')} is free and two edges away from every building.", "BUILD-2")
        elif kind == Kind.CITY:
            self.add("no_settlement", f"you have no {self.word('settlement')} on the board to replace.", "BUILD-3")
        elif kind == Kind.PLENTY:
            self.add("supply_short", f"the {self.word('supply')} is empty.", "DEV-5")
        else:
            self.ask_rates()

    def ask_rates(self) -> None:
        """TRADE-6, TRADE-7: nothing to give at any rate, or nothing to get."""
        best = [min(self.rates(kind)) for kind in range(RESOURCES)]
        if any(held >= best[kind] for kind, held in enumerate(counts(self.hand))):
            self.add("supply_empty", f"the {self.word('supply')} has nothing that you could take for it.", "TRADE-7")
            return
        told = listed([f"{held} {self.resource(kind)} at {best[kind]}:1" for kind, held in enumerate(counts(self.hand)) if held])
        self.add("cannot_afford", f"you have too few of a kind to trade: {told}.", "TRADE-6")
