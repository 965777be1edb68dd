"""Why an action is refused: every reason with a stable code, facts, a sentence in the edition's words, the clause, and where the book
says it.

The rules stand in `rules/legal.py`; here their answers become facts, which `wording.py` and the page put into words. `why_not` is empty
exactly when the action is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from msgspec import Struct, structs, to_builtins

from .errors import ActionError, one_of
from .rules import engine, legal
from .rules.actions import NONE, Action, get_of, give_of, typed
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
from .rules.routes import owner
from .rules.state import WORDS, State
from .rules.survey import RATE_BITS, entitlements, survey
from .rules.topology import CORNER_BIT, CORNER_NEIGHBORS, EDGE_BIT
from .snapshot import Snapshot, numbers
from .wording import Facts, reason_sentence

PHASE, PART, KIND = numbers(Phase), numbers(Part), numbers(Kind)
CARD_OF = {
    KIND.KNIGHT: Card.KNIGHT,
    KIND.ROAD_BUILDING: Card.ROAD_BUILDING,
    KIND.PLENTY: Card.YEAR_OF_PLENTY,
    KIND.MONOPOLY: Card.MONOPOLY,
}
CLAUSE_OF_CARD = {KIND.KNIGHT: "DEV-3", KIND.ROAD_BUILDING: "DEV-4", KIND.PLENTY: "DEV-5", KIND.MONOPOLY: "DEV-6"}
ANSWERS = frozenset({KIND.ACCEPT, KIND.REFUSE, KIND.COUNTER, KIND.PROPOSE})  # what only the others say
SPEECHES = frozenset({*ANSWERS, KIND.WITHDRAW})
BARGAINS = frozenset({*SPEECHES, KIND.OFFER, KIND.CONFIRM, KIND.TAKE, KIND.DECLINE})
COSTS = {
    KIND.ROAD: ("road", ROAD_COST, "BUILD-1"),
    KIND.SETTLE: ("settlement", SETTLEMENT_COST, "BUILD-2"),
    KIND.CITY: ("city", CITY_COST, "BUILD-3"),
    KIND.BUY: ("", CARD_COST, "BUILD-4"),
}
WAITS = {
    PHASE.ORDER_DICE: ("SETUP-9", "order"),
    PHASE.DICE: ("TURN-1", "dice"),
    PHASE.STEAL: ("ROB-2", "steal"),
    PHASE.DRAW: ("BUILD-4", "draw"),
}
HELD_UP = frozenset({*(phase for phase in Phase if phase <= LAST_CHANCE_PHASE), PHASE.OVER, PHASE.DISCARD})  # nobody may do as they like
FREE = {KIND.ROAD: (PHASE.SETUP_ROAD, PHASE.FREE_ROADS), KIND.SETTLE: (PHASE.SETUP_SETTLEMENT,)}  # where nothing is paid
PIECES = {
    KIND.ROAD: ("roads_left", "roads"),
    KIND.SETTLE: ("settlements_left", "settlements"),
    KIND.CITY: ("cities_left", "cities"),
}
WHOLE = {  # the buttons of `why_no`
    "roll": KIND.ROLL,
    "end": KIND.END,
    "stop": KIND.STOP,
    "road": KIND.ROAD,
    "settlement": KIND.SETTLE,
    "city": KIND.CITY,
    "card": KIND.BUY,
    "bank": KIND.BANK,
    "offer": KIND.OFFER,
    "propose": KIND.PROPOSE,
    "knight": KIND.KNIGHT,
    "road_building": KIND.ROAD_BUILDING,
    "plenty": KIND.PLENTY,
    "monopoly": KIND.MONOPOLY,
}


class Reason(Struct, frozen=True, omit_defaults=True):
    """One reason for a refusal; `code` never changes its meaning, `source` names the rulebook and its section.

    Which sentence it is say code, variant and facts (`wording.py`); the sentence itself is made for those who ask for it.
    """

    code: str
    sentence: str = ""
    clause: str = ""
    source: str = ""
    variant: str = ""
    facts: Facts = {}

    def __hash__(self) -> int:
        return hash((self.code, self.variant, self.clause))

    @property
    def key(self) -> str:
        """Under which its sentence is found."""
        return f"{self.code}_{self.variant}" if self.variant else self.code

    def with_sentence(self, words: Mapping[str, str]) -> Reason:
        """The same with its sentence."""
        return structs.replace(self, sentence=reason_sentence(self.key, self.facts, words))

    def to_json(self) -> dict[str, Any]:
        fields: dict[str, Any] = to_builtins(self)
        return fields


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
    return [reason.with_sentence(table.words) for reason in inquiry.reasons]


def why_no(table: Table, what: str, seat: int) -> list[Reason]:
    """Why nothing of this kind (a whole button) can be done now; none when something can."""
    if what not in WHOLE:
        raise ActionError(f"{what!r} is no kind of action here; {one_of(what, WHOLE)}.", action=what)
    inquiry = Inquiry(table, seat)
    inquiry.ask_whole(WHOLE[what])
    return [reason.with_sentence(table.words) for reason in inquiry.reasons]


def why_none(table: Table, seat: int) -> dict[str, Reason | None]:
    """For every button the first reason why it is of no use now, or None: as `why_no` for each, without sentences."""
    return Buttons(table).of(seat)


class Buttons:
    """The buttons of one moment, for one seat after the other: what seats have in common is asked once."""

    def __init__(self, table: Table, kinds: Sequence[int] = ()) -> None:
        """`kinds` are those of a survey, if there is one."""
        self.kinds = kinds or survey(table.state, table.snapshot.players).kinds
        self.inquiry = Inquiry(table, 0)
        self.others: dict[str, Reason | None] = {}

    def of(self, seat: int) -> dict[str, Reason | None]:
        self.inquiry.turn_to(seat)
        self.inquiry.kinds = self.kinds[seat]
        return self.inquiry.buttons(self.others)


def is_in(words: Any, bits: Any) -> bool:
    """Is the place with these bits a member of the set?"""
    return any(int(words[word]) & int(bits[word]) for word in range(WORDS))


@lru_cache(1024)
def most_first(wanted: int) -> tuple[int, ...]:
    """The kinds of which there are some, the most first."""
    needed = counts(wanted)
    return tuple(sorted((kind for kind in range(RESOURCES) if needed[kind]), key=lambda kind: -needed[kind]))


@lru_cache(4096)
def amounts(wanted: int, cards: int) -> dict[str, int]:
    """How many of the wanted kinds there are, the most wanted first."""
    held = counts(cards)
    return {RESOURCE_NAMES[kind]: held[kind] for kind in most_first(wanted)}


class Enough(Exception):
    """The first reason is found, and nobody asks for more."""


class Inquiry:
    """One question about one seat: collects reasons, kind by kind."""

    def __init__(self, table: Table, seat: int) -> None:
        self.states = table.state
        self.state = table.state[0]  # as the rules take it
        self.now = table.snapshot  # the same, quicker to read
        self.colours: Sequence[str] = table.naming.colours
        self.geometry = table.naming.geometry
        self.edition = table.configuration.edition
        self.reasons: list[Reason] = []
        self.first_only = False
        self.phase = self.now.phase
        self.part = self.now.part
        self.actor = self.now.actor
        self.players = self.now.players
        self.island = self.now.island
        self.turn_to(seat)

    def turn_to(self, seat: int) -> None:
        """Ask about another seat."""
        self.seat = seat
        self.hand = self.now.hand[seat] if 0 <= seat < self.players else 0
        for found in ("kinds", "entitled"):
            self.__dict__.pop(found, None)

    # --- facts

    def add(self, code: str, clause: str, variant: str = "", /, **facts: Any) -> None:
        self.reasons.append(Reason(code, "", clause, self.edition.cite(clause), variant, facts))
        if self.first_only:
            raise Enough

    def against(self, wanted: int) -> dict[str, int]:
        """What the seat has of the kinds that are wanted, in the same order."""
        return amounts(wanted, self.hand)

    def chosen(self, seats: int) -> list[str]:
        return [colour for seat, colour in enumerate(self.colours) if seats >> seat & 1]

    # --- the whole question

    def ask(self, action: int) -> None:
        if self.seat != CHANCE and not 0 <= self.seat < self.players:
            self.add("no_such_seat", "TURN-1", seat=self.seat, last=self.players - 1)
            return
        try:
            value = typed(action) if 0 < action < 1 << 63 else None
        except ValueError:
            value = None
        if value is None:
            self.add("malformed", "TURN-1", action=str(action))
        elif self.seat == CHANCE:
            self.ask_chance(value, action)
        elif value.kind <= LAST_CHANCE_KIND:
            self.add("chance_only", "TURN-1")
        elif self.knows_arguments(value) and self.is_running():
            self.ask_kind(value)

    def ask_chance(self, value: Action, action: int) -> None:
        if engine.is_legal(self.states, CHANCE, action):
            return
        if value.kind > LAST_CHANCE_KIND:
            self.add("not_by_chance", "TURN-1")
        elif self.phase > LAST_CHANCE_PHASE:
            self.add("not_left_to_chance", "TURN-1")
        else:
            self.add("impossible_outcome", "TURN-1")

    def ask_kind(self, value: Action) -> None:
        kind = value.kind
        if kind == KIND.DISCARD:
            self.ask_discard(value.arguments[0])
        elif self.phase == PHASE.DISCARD:
            self.discards_first()
        elif kind in BARGAINS:
            self.ask_bargain(value)
        elif self.seat != self.actor:
            self.not_in_turn()
        else:
            self.ask_in_turn(value)

    def ask_in_turn(self, value: Action) -> None:
        kind = value.kind
        self.ask_time_and_price(kind)
        if kind in PIECES:
            self.ask_place(kind, value.arguments[0])
        elif kind in CARD_OF:
            self.ask_card_use(value)
        elif kind == KIND.ROBBER:
            self.ask_robber(*value.arguments)
        elif kind == KIND.BANK:
            self.ask_bank(*value.arguments)

    def ask_time_and_price(self, kind: int) -> None:
        """Whatever the place or the cards, of somebody in turn."""
        if kind in COSTS:
            self.ask_purchase(kind)
        elif kind in CARD_OF:
            self.ask_card(kind)
        elif kind == KIND.ROLL:
            self.ask_roll()
        elif kind == KIND.END:
            self.need_main("TURN-1", "end")
        elif kind == KIND.STOP:
            self.ask_stop()
        elif kind == KIND.BANK:
            self.ask_supply_trade()

    def is_running(self) -> bool:
        if self.phase == PHASE.OVER:
            self.add("over", "WIN-2", who=self.colours[self.now.winner])
            return False
        if self.phase <= LAST_CHANCE_PHASE:
            self.add("waits_for_chance", *WAITS[self.phase])
            return False
        return True

    # --- arguments that mean nothing here

    def knows_arguments(self, value: Action) -> bool:
        """Do the arguments name things that exist on this island and at this table?"""
        wrong: tuple[str, Facts] | None = None
        match value.kind:
            case KIND.SETTLE | KIND.CITY:
                wrong = self.unknown(value.arguments[0], self.geometry.corner_names, "corner")
            case KIND.ROAD:
                wrong = self.unknown(value.arguments[0], self.geometry.edge_names, "edge")
            case KIND.ROBBER:
                wrong = self.unknown(value.arguments[0], self.geometry.hex_names, "hex")
                if not wrong and value.arguments[1] != NONE:
                    wrong = self.unknown(value.arguments[1], self.colours, "seat")
            case KIND.DISCARD | KIND.MONOPOLY:
                wrong = self.unknown(value.arguments[0], RESOURCE_NAMES, "resource")
            case KIND.BANK:
                wrong = self.unknown(max(value.arguments[:2]), RESOURCE_NAMES, "resource")
            case KIND.PLENTY:
                first, second = value.arguments
                wrong = self.unknown(first, RESOURCE_NAMES, "resource")
                if not wrong and second != NONE:
                    wrong = self.unknown(second, RESOURCE_NAMES, "resource")
                if not wrong and first > second:
                    wrong = ("order", {"order": list(RESOURCE_NAMES)})
            case KIND.CONFIRM | KIND.TAKE | KIND.DECLINE:
                wrong = self.unknown(value.arguments[0], self.colours, "seat")
            case KIND.OFFER:
                if value.arguments[0] >> self.players:
                    wrong = ("recipient", {"last": self.players - 1})
        if wrong:
            variant, facts = wrong
            self.add("malformed", "TURN-1", variant, **facts)
        return not wrong

    def unknown(self, number: int, names: Sequence[str], what: str) -> tuple[str, Facts] | None:
        return None if number < len(names) else (what, {"number": number, "last": len(names) - 1, "name": names[-1]})

    # --- when

    def not_in_turn(self) -> None:
        whose = self.colours[self.actor]
        if self.part == PART.FIRST or self.phase < PHASE.ROLL:
            self.add("not_your_turn", "SETUP-10" if self.phase < PHASE.ROLL else "TURN-1", who=whose)
        elif self.part == PART.PAIRED:
            self.add("not_your_turn", "PAIR-2", "paired", who=whose)
        else:
            self.add("not_your_turn", "PAIR-5", "special", who=whose)

    def not_trading(self) -> None:
        self.add("not_your_turn", "TRADE-1", "trade", who=self.colours[self.actor])

    def discards_first(self) -> None:
        due = {self.colours[seat]: left for seat, left in enumerate(self.now.discard_left) if left}
        self.add("discards_first", "SEVEN-2", due=due)

    def need_main(self, clause: str, doing: str, piece: str = "") -> bool:
        """Is it the time to trade and build? Else say what comes first."""
        if self.phase == PHASE.MAIN:
            return True
        done = {"doing": doing, "piece": piece} if piece else {"doing": doing}
        if self.phase == PHASE.ROLL:
            self.add("roll_first", clause, **done)
        elif self.phase == PHASE.ROBBER:
            self.add("robber_first", "ROB-1", **done)
        elif self.phase == PHASE.FREE_ROADS:
            left = self.now.free_roads
            self.add("free_roads_first", "DEV-4", left=left, roads="road" if left == 1 else "roads", **done)
        else:
            self.add("setup_first", "SETUP-10", piece="settlement" if self.phase == PHASE.SETUP_SETTLEMENT else "road")
        return False

    def ask_roll(self) -> None:
        if self.phase == PHASE.ROLL:
            return
        if self.phase == PHASE.MAIN:
            if self.part == PART.FIRST:
                self.add("already_rolled", "TURN-1")
            else:
                self.add("no_roll", "PAIR-2" if self.part == PART.PAIRED else "PAIR-5")
        else:
            self.need_main("TURN-1", "roll")

    # --- building

    def ask_purchase(self, kind: int) -> None:
        """Time, pieces and price of a road, settlement, city or card."""
        what, cost, clause = COSTS[kind]
        if kind != KIND.BUY:
            self.ask_pieces(kind)
        elif self.now.deck == 0:
            self.add("deck_empty", "BUILD-4")
        if self.phase in FREE.get(kind, ()):
            return
        in_time = self.need_main("TURN-5", "build" if what else "buy", what)
        if (in_time or self.phase >= PHASE.ROLL) and not covers(self.hand, cost):
            facts = {"cost": amounts(cost, cost), "held": self.against(cost)}
            if what:
                self.add("cannot_afford", clause, piece=what, **facts)
            else:
                self.add("cannot_afford", clause, "card", **facts)

    def ask_pieces(self, kind: int) -> None:
        field, what = PIECES[kind]
        if self.now[field][self.seat] <= 0:
            self.add("no_pieces", "BUILD-5", "settlement" if kind == KIND.SETTLE else "", pieces=what)

    def ask_place(self, kind: int, place: int) -> None:
        setup = {KIND.ROAD: PHASE.SETUP_ROAD, KIND.SETTLE: PHASE.SETUP_SETTLEMENT}.get(kind)
        if self.phase < PHASE.ROLL and self.phase != setup:
            return  # nothing of this kind is due, so no place is better than another
        if not engine.is_member(self.states, self.seat, int(kind), place):
            {KIND.ROAD: self.ask_edge, KIND.SETTLE: self.ask_corner, KIND.CITY: self.ask_upgrade}[kind](place)

    def ask_edge(self, edge: int) -> None:
        name = self.geometry.edge_names[edge]
        piece = self.now.road[edge]
        if piece == self.seat + 1:
            self.add("occupied", "BUILD-1", "own_road", place=name)
        elif piece:
            self.add("occupied", "BUILD-1", "road", who=self.colours[piece - 1], place=name)
        elif self.phase == PHASE.SETUP_ROAD:
            self.add("not_at_settlement", "SETUP-10", corner=self.geometry.corner_names[self.now.setup_corner])
        elif not is_in(self.state["near_edges"][self.seat], EDGE_BIT[self.island, edge]):
            blocked = self.blocking(edge)
            if blocked:
                self.add("blocked", "BUILD-1", place=name, there=blocked)
            else:
                self.add("not_connected", "BUILD-1", place=name)

    def blocking(self, edge: int) -> list[str]:
        """The opponent's building that stands between an own road and the edge."""
        for corner in self.geometry.edge_corners[edge]:
            if is_in(self.state["near_corners"][self.seat], CORNER_BIT[self.island, corner]):
                return self.building_at(corner)
        return []

    def building(self, corner: int) -> list[str]:
        """Whose it is (`own`, `neutral` or a colour), and what."""
        piece = self.now.building[corner]
        seat = int(owner(piece))
        whose = "own" if seat == self.seat else "neutral" if seat == NEUTRAL else self.colours[seat]
        return [whose, "city" if piece >= CITY else "settlement"]

    def building_at(self, corner: int) -> list[str]:
        """And where."""
        return [*self.building(corner), self.geometry.corner_names[corner]]

    def ask_corner(self, corner: int) -> None:
        name = self.geometry.corner_names[corner]
        if self.now.building[corner]:
            self.add("occupied", "BUILD-2", place=name, there=self.building(corner))
        elif not is_in(self.state["open_corners"], CORNER_BIT[self.island, corner]):
            near = [int(each) for each in CORNER_NEIGHBORS[self.island, corner] if each >= 0 and self.now.building[each]]
            self.add("too_close", "SETUP-11", place=name, near=[self.building_at(each) for each in near])
        if self.phase != PHASE.SETUP_SETTLEMENT and not is_in(self.state["near_corners"][self.seat], CORNER_BIT[self.island, corner]):
            self.add("no_road", "BUILD-2", place=name)

    def ask_upgrade(self, corner: int) -> None:
        name = self.geometry.corner_names[corner]
        if self.now.building[corner]:
            self.add("no_settlement", "BUILD-3", place=name, there=self.building(corner))
        else:
            self.add("no_settlement", "BUILD-3", "empty", place=name)

    # --- development cards

    def ask_card(self, kind: int) -> None:
        card = CARD_OF[kind]
        if not self.cards_may_be_played:
            if self.part == PART.SPECIAL:
                self.add("no_cards_now", "PAIR-5")
            elif self.phase != PHASE.ROLL:
                self.need_main("TURN-2", "play")
            if self.now.card_played:
                self.add("one_card_a_turn", "DEV-1")
        if not engine.playable(self.states, self.seat, int(card)):
            held = counts(self.now.cards[self.seat])[card]
            if held:
                self.add("bought_this_turn", "DEV-1", card=CARD_NAMES[card])
            else:
                self.add("no_card", CLAUSE_OF_CARD[kind], card=CARD_NAMES[card])

    @cached_property
    def cards_may_be_played(self) -> bool:
        return bool(engine.card_may_be_played(self.states))

    def ask_card_use(self, value: Action) -> None:
        if value.kind == KIND.ROAD_BUILDING:
            self.ask_free_roads()
        elif value.kind == KIND.PLENTY and not engine.can_plenty(self.states, *value.arguments):
            self.ask_plenty(*value.arguments)

    def ask_free_roads(self) -> None:
        if not engine.any_road_place(self.states, self.seat):
            if self.now.roads_left[self.seat] <= 0:
                self.add("no_pieces", "DEV-4", pieces="roads")
            else:
                self.add("no_place", "DEV-4")

    def ask_stop(self) -> None:
        if engine.roads_may_stop(self.states):
            return
        if self.phase == PHASE.FREE_ROADS:
            self.add("build_both", "DEV-4")
        else:
            self.add("no_free_roads", "DEV-4")

    def ask_plenty(self, first: int, second: int) -> None:
        if second == NONE:
            if counts(self.now.supply)[first]:
                self.add("take_two", "DEV-5")
            else:
                self.add("supply_short", "DEV-5", "kind", resource=RESOURCE_NAMES[first])
            return
        wanted = amounts(int(one(first) + one(second)), int(one(first) + one(second)))
        if self.now.hidden_supply:
            self.add("supply_short", "DEV-5", "hidden", wanted=wanted)
        else:
            left = {RESOURCE_NAMES[kind]: held for kind, held in enumerate(counts(self.now.supply)) if kind in (first, second)}
            self.add("supply_short", "DEV-5", wanted=wanted, left=left)

    # --- seven and robber

    def ask_discard(self, resource: int) -> None:
        if self.now.discard_left[self.seat] <= 0:
            if self.phase == PHASE.DISCARD:
                self.add("nothing_to_discard", "SEVEN-1", limit=self.now.discard_limit)
            else:
                self.add("nothing_to_discard", "SEVEN-1", "now")
        if not counts(self.hand)[resource]:
            self.add("not_held", "SEVEN-1", "kind", resource=RESOURCE_NAMES[resource])

    def ask_robber(self, tile: int, victim: int) -> None:
        if self.phase != PHASE.ROBBER:
            self.add("robber_stays", "ROB-4")
        name = self.geometry.hex_names[tile]
        if tile == self.now.robber:
            self.add("robber_must_move", "ROB-1", place=name)
        elif not int(engine.robber_goals(self.states, self.seat)) >> tile & 1:
            self.add("friendly_robber", "HOUSE-2", place=name)
        around = int(engine.owners_around(self.states, tile))
        victims = around & ~(1 << self.seat)
        if victim == NONE:
            if victims:
                self.add("must_rob", "ROB-2", place=name, who=self.chosen(victims))
        elif victim == self.seat:
            self.add("own_building", "ROB-2")
        elif not victims >> victim & 1:
            others = {"others": self.chosen(victims)} if victims else {}
            self.add("not_there", "ROB-2", "others" if victims else "", who=self.colours[victim], place=name, **others)

    # --- trade with the supply

    def ask_supply_trade(self) -> None:
        if not engine.supply_trade_is_open(self.states):
            in_time = self.need_main("TURN-5", "trade")
            if in_time and not engine.phases_allow_trade(self.states):
                self.add("trade_before_build", "TURN-4")
            if self.part == PART.SPECIAL:
                self.add("no_trade_now", "PAIR-5", "special")

    def ask_bank(self, give: int, get: int, rate: int) -> None:
        if engine.can_bank(self.states, self.seat, give, get, rate):
            return
        if give == get:
            self.add("like_for_like", "TRADE-6", resource=RESOURCE_NAMES[give])
        if not engine.is_entitled(self.states, self.seat, give, rate):
            self.add("no_such_rate", "TRADE-6", resource=RESOURCE_NAMES[give], rate=rate, rates=self.rates(give))
        held = counts(self.hand)[give]
        if held < rate:
            self.add("cannot_afford", "TRADE-6", "trade", rate=rate, resource=RESOURCE_NAMES[give], held=held)
        if not counts(self.now.supply)[get]:
            self.add("supply_empty", "TRADE-7", resource=RESOURCE_NAMES[get])

    def rates(self, resource: int) -> list[int]:
        bits = self.entitled >> (resource * RATE_BITS)
        return [rate for rate in range(SPECIAL_RATE, GENERAL_RATE + 1) if bits >> rate & 1]

    @cached_property
    def entitled(self) -> int:
        return int(entitlements(self.states, self.seat))

    # --- trade among players

    def ask_bargain(self, value: Action) -> None:
        kind = value.kind
        mine = self.seat == self.actor
        if kind in ANSWERS and mine:
            self.add("own_turn", "TRADE-2")
        if kind not in SPEECHES and not mine:
            self.not_trading()
        self.ask_domestic_trade(mine)
        if kind == KIND.OFFER and mine:
            self.ask_recipients(value.arguments[0])
        if value.give or value.get:
            self.ask_bundle(pack(*value.give), pack(*value.get))
        if kind == KIND.WITHDRAW:
            self.ask_withdraw(mine)
        elif kind in ANSWERS and not mine:
            self.ask_answer(kind)
        elif kind in (KIND.CONFIRM, KIND.TAKE, KIND.DECLINE) and mine:
            self.ask_close(kind, value.arguments[0])

    def ask_domestic_trade(self, mine: bool) -> None:
        if engine.domestic_trade_is_open(self.states):
            return
        if self.part != PART.FIRST:
            self.add("no_trade_now", "PAIR-2" if self.part == PART.PAIRED else "PAIR-5", "roller", who=self.colours[self.now.roller])
        elif mine and self.phase == PHASE.MAIN:
            self.add("trade_before_build", "TURN-4")
        elif self.phase == PHASE.MAIN:
            self.add("trade_before_build", "TURN-4", "other", who=self.colours[self.actor])
        elif mine:
            self.need_main("TURN-5", "trade")
        else:
            self.add("no_trade_now", "TRADE-1", who=self.colours[self.actor])

    def ask_recipients(self, recipients: int) -> None:
        if not recipients:
            self.add("no_recipients", "TRADE-2")
        if recipients >> self.seat & 1:
            self.add("own_offer", "TRADE-2")

    def ask_bundle(self, give: int, get: int) -> None:
        """TRADE-3 to 5 for what is offered, proposed or countered."""
        if not legal.is_fair_bundle(give, get):
            if not give or not get:
                self.add("no_gifts", "TRADE-3")
            both = [RESOURCE_NAMES[kind] for kind, pair in enumerate(zip(counts(give), counts(get), strict=True)) if all(pair)]
            if both:
                self.add("like_for_like", "TRADE-4", "both", kinds=both)
        if not engine.is_in_box(self.states, get):
            self.add("not_in_box", "TRADE-5", get=amounts(get, get), most=self.now.cards_each)
        if not covers(self.hand, give):
            self.add("not_held", "TRADE-5", give=amounts(give, give), held=self.against(give))

    def ask_withdraw(self, mine: bool) -> None:
        if not engine.can_withdraw(self.states, self.seat):
            self.add("nothing_to_withdraw", "TRADE-2", "" if mine else "answer")

    def ask_answer(self, kind: int) -> None:
        asked = engine.is_asked(self.states, self.seat)
        if kind == KIND.PROPOSE:
            if asked:
                self.add("answer_first", "TRADE-2", who=self.colours[self.actor])
            return
        if not asked:
            self.add("not_asked", "TRADE-2", "again" if self.now.answer[self.seat] else "")
        elif kind == KIND.ACCEPT and not engine.can_accept(self.states, self.seat):
            wanted = int(get_of(self.now.offer))
            self.add("not_held", "TRADE-5", give=amounts(wanted, wanted), held=self.against(wanted))

    def ask_close(self, kind: int, other: int) -> None:
        """Confirm an acceptance, take or decline a proposal."""
        if other == self.seat:
            self.add("own_offer", "TRADE-2", "alone")
            return
        colour = self.colours[other]
        if kind == KIND.CONFIRM:
            deal = self.now.offer
            if not deal:
                self.add("no_offer", "TRADE-2")
            elif self.now.answer[other] != Answer.ACCEPTED:
                self.add("not_accepted", "TRADE-2", who=colour)
            elif not engine.can_confirm(self.states, other):
                self.ask_holdings(int(give_of(deal)), int(get_of(deal)), other)
            return
        deal = self.now.proposal[other]
        if not deal:
            self.add("no_proposal", "TRADE-2", who=colour)
        elif kind == KIND.TAKE and not engine.can_take(self.states, other):
            self.ask_holdings(int(get_of(deal)), int(give_of(deal)), other)

    def ask_holdings(self, mine: int, theirs: int, other: int) -> None:
        """TRADE-5: who no longer holds what the trade takes. Of the other hand no more is told than that."""
        if not covers(self.hand, mine):
            self.add("not_held", "TRADE-5", give=amounts(mine, mine), held=self.against(mine))
        if not covers(self.now.hand[other], theirs):
            self.add("partner_lacks", "TRADE-5", who=self.colours[other], cards=amounts(theirs, theirs))

    # --- whole buttons

    def buttons(self, others: dict[str, Reason | None]) -> dict[str, Reason | None]:
        """For every button the first reason. What all who are not in turn have in common is put into `others` by the first of them."""
        if self.seat == self.actor and self.phase not in HELD_UP:
            return {what: None if self.can(kind) else self.first(kind) for what, kind in WHOLE.items()}
        if not others:
            same = self.first(KIND.ROLL)
            others.update(dict.fromkeys(WHOLE, same))
            if self.phase not in HELD_UP:
                others["offer"] = self.first(KIND.OFFER)
        found = others.copy()
        if self.phase not in HELD_UP:
            found["propose"] = None if self.can(KIND.PROPOSE) else self.first(KIND.PROPOSE)
        return found

    def first(self, kind: int) -> Reason | None:
        """The first reason why nothing of this kind can be done."""
        self.reasons, self.first_only = [], True
        try:
            self.ask_whole(kind)
        except Enough:
            return self.reasons[0]
        return None

    def can(self, kind: int) -> bool:
        """Is something of the kind legal?"""
        return bool(self.kinds >> kind & 1)

    @cached_property
    def kinds(self) -> int:
        """The kinds of which something is legal, as bits."""
        return survey(self.states, self.players).kinds[self.seat]

    def ask_whole(self, kind: int) -> None:
        if not 0 <= self.seat < self.players:
            self.add("no_such_seat", "TURN-1", seat=self.seat, last=self.players - 1)
            return
        if self.can(kind) or not self.is_running():
            return
        if self.phase == PHASE.DISCARD:
            self.discards_first()
        elif kind in BARGAINS:
            self.ask_whole_bargain(kind)
        elif self.seat != self.actor:
            self.not_in_turn()
        else:
            self.ask_whole_in_turn(kind)
        if not self.reasons:
            self.nowhere(kind)

    def ask_whole_bargain(self, kind: int) -> None:
        mine = self.seat == self.actor
        if kind == KIND.OFFER and not mine:
            self.not_trading()
        if kind == KIND.PROPOSE and mine:
            self.add("own_turn", "TRADE-2")
        self.ask_domestic_trade(mine)
        if kind == KIND.PROPOSE and not mine:
            self.ask_answer(kind)
        if not self.hand:
            self.add("not_held", "TRADE-5", "any")

    def ask_whole_in_turn(self, kind: int) -> None:
        self.ask_time_and_price(kind)
        if kind == KIND.ROAD_BUILDING:
            self.ask_free_roads()

    def nowhere(self, kind: int) -> None:
        """Time and price are right, but there is no place, or nothing to take."""
        if kind == KIND.ROAD:
            self.add("no_place", "BUILD-1", "road")
        elif kind == KIND.SETTLE:
            self.add("no_place", "BUILD-2", "settlement")
        elif kind == KIND.CITY:
            self.add("no_settlement", "BUILD-3", "none")
        elif kind == KIND.PLENTY:
            self.add("supply_short", "DEV-5", "empty")
        else:
            self.ask_rates()

    def ask_rates(self) -> None:
        """TRADE-6, TRADE-7: nothing to give at any rate, or nothing to get."""
        best = [min(self.rates(kind)) for kind in range(RESOURCES)]
        if any(held >= best[kind] for kind, held in enumerate(counts(self.hand))):
            self.add("supply_empty", "TRADE-7", "all")
            return
        kinds = {RESOURCE_NAMES[kind]: [held, best[kind]] for kind, held in enumerate(counts(self.hand)) if held}
        self.add("cannot_afford", "TRADE-6", "rates", kinds=kinds)
