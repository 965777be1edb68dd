"""Reads the line that position.py writes, field by field. Every complaint names what was expected and where."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import numpy as np

from ..editions import Configuration, Edition, load
from ..editions.loader import read as read_edition
from ..editions.options import OPTIONS, Value
from ..editions.start import begin_with
from ..errors import SevenhexError, one_of
from ..rules.actions import Action
from ..rules.board import CITY, refresh
from ..rules.cards import BITS, FIELD, KINDS, pack
from ..rules.chance import ALL_ROLLS
from ..rules.check import violated
from ..rules.defect import Defect
from ..rules.ids import DESERT, GENERIC, HARBOR_NAMES, NEUTRAL, NOBODY, PART_NAMES, PHASE_NAMES, Card, Kind, Part, Phase
from ..rules.layout import Harbor, Layout
from ..rules.state import copy
from .fault import Faults
from .position import ANSWERS, CARD_LETTERS, FLAG_WORDS, FLAGS, MOST_TURNS, NONE, RESOURCE_LETTERS, TERRAINS, Position
from .scrap import BYTE_ORDER_MARK, Scrap, short
from .speech import RESOURCE_ALIASES, Naming

PHASES = dict(zip(PHASE_NAMES, Phase, strict=True))
PARTS = dict(zip(PART_NAMES, Part, strict=True))
LONGEST = 8000  # characters; the fullest position has about 2500
MOST_CARDS = 120
# What a phase cannot be without, and why, where the field is not always there.
AFTER_SETUP = (*(phase for phase in Phase if phase >= Phase.ROLL), Phase.DICE, Phase.STEAL, Phase.DRAW)
NEEDED: dict[str, tuple[tuple[Phase, ...], str]] = {
    "starter": ((*AFTER_SETUP, Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD), "it is decided who began (SETUP-9)"),
    "setup": ((*AFTER_SETUP, Phase.SETUP_ROAD), "it tells how many settlements of the set-up stand (SETUP-10)"),
    "dice": ((Phase.MAIN, Phase.DISCARD, Phase.DRAW), "the dice have been rolled (TURN-1)"),
    "flags": (
        (Phase.MAIN, Phase.DISCARD, Phase.DRAW, Phase.ROBBER, Phase.STEAL, Phase.FREE_ROADS),
        "it tells what was done in this turn: rolled, built, played",
    ),
    "order": ((Phase.ORDER_DICE,), "it tells who rolls for the start (SETUP-9)"),
    "discard": ((Phase.DISCARD,), "it tells who returns how many cards (SEVEN-1)"),
    "victim": ((Phase.STEAL,), "it tells who is robbed (ROB-2)"),
    "free": ((Phase.FREE_ROADS,), "it tells how many free roads are left (DEV-4)"),
    "winner": ((Phase.OVER,), "it tells who has won (WIN-2)"),
}
FIELD_NAMES = (
    *("island", "map", "harbors", "robber", "neutral", "fresh", "removed", "supply", "deck", "route", "army", "phase", "part", "turn"),
    *("starter", "roller", "actor", "dice", "flags", "setup", "order", "free", "victim", "discard", "aside", "rolls", "winner"),
    *("offer", "proposals"),
)
HARBOR_KINDS = {**{word: int(kind) for word, kind in RESOURCE_ALIASES.items()}, HARBOR_NAMES[GENERIC]: GENERIC}  # wood is lumber too
COUNT = re.compile(r"(\d{1,3})([a-z])")


def read(text: str) -> Position:
    """What a position text says; NotationError with line 1 and the column where it goes wrong."""
    return read_scrap(Scrap(text.removeprefix(BYTE_ORDER_MARK)))


def read_scrap(scrap: Scrap) -> Position:
    """The same for a text that stands within another one."""
    if len(scrap.text) > LONGEST:
        raise scrap.fail(f"No position is longer than {LONGEST} characters; this text has {len(scrap.text)}.", LONGEST)
    if "\n" in scrap.text.strip() or not scrap.text.isascii():
        bad = next(place for place, sign in enumerate(scrap.text) if sign == "\n" or not sign.isascii())
        raise scrap.fail("A position is one line of plain letters, digits and signs.", bad)
    words = scrap.strip().words()
    if not words:
        raise scrap.fail("Expected a position, got nothing; it begins like `sixth/4 island=...`.")
    return _Reader(words).position()


def _own_edition(text: str) -> Edition:
    source = json.loads(unquote(text))
    return read_edition(source, key=str(source.get("key", "custom")), file="position")


def read_option(name: str, value: Scrap) -> Value:
    """An option's value as it is written: yes or no, a number, or words joined by `_`."""
    kind = OPTIONS[name].values
    if kind is bool:
        if value.text not in ("yes", "no"):
            raise value.fail(f"Expected yes or no, got {short(value.text)!r}.")
        return value.text == "yes"
    if isinstance(kind, range):
        return value.number(name, kind[0], kind[-1])
    return value.text.replace("_", " ")


class _Reader:
    """Collects the fields, then fills a fresh state of the configuration."""

    def __init__(self, words: Sequence[Scrap]) -> None:
        self.first = words[0]
        self.options: dict[str, tuple[Scrap, Scrap]] = {}
        self.fields: dict[str, Scrap] = {}
        self.names: dict[str, Scrap] = {}
        self.corners: dict[int, Scrap] = {}  # the texts that named a building's or a road's place
        self.edges: dict[int, Scrap] = {}
        for word in words[1:]:
            name, value = word.partition("=")
            if name.text.startswith("+"):
                if name.text[1:] in self.options:
                    raise name.fail(f"The option {short(name.text)!r} is given twice.")
                self.options[name.text[1:]] = (name, value)
                continue
            if name.text in self.fields:
                raise name.fail(f"The field {short(name.text)!r} is given twice.")
            self.fields[name.text], self.names[name.text] = value, name
        self.said = dict(self.fields)
        self.end = words[-1].since(len(words[-1].text))

    def take(self, name: str) -> Scrap | None:
        self.names.pop(name, None)
        return self.fields.pop(name, None)

    def need(self, name: str) -> Scrap:
        value = self.take(name)
        if value is None:
            raise self.end.fail(f"The position lacks the field `{name}=`.")
        return value

    def require(self, phase: Scrap, at: Phase) -> None:
        """Refuse a phase that lacks a field of its own."""
        for name, (phases, why) in NEEDED.items():
            if at in phases and name not in self.fields:
                raise self.end.fail(f"The position lacks the field `{name}=`: with phase={phase.text} {why}.")

    def position(self) -> Position:
        self.configuration = self.read_configuration()
        players = self.configuration.players
        self.geometry = Naming(self.configuration.island, self.configuration.colours).geometry
        layout = self.read_layout()
        try:
            self.states = begin_with(self.configuration, replace(layout, start=()), None)
        except SevenhexError as error:
            raise self.first.fail(str(error)) from None
        self.state = self.states[0]
        self.blank_course()
        self.hand_sizes: list[int | None] = [None] * players
        self.card_sizes: list[int | None] = [None] * players
        for seat, colour in enumerate(self.colours):
            self.read_seat(seat, self.need(colour))
        layout = self.read_neutral(layout)
        self.read_course()
        self.read_trade()
        unknown = self.read_stocks()
        if self.fields:
            name, place = next(iter(self.names.items()))
            raise place.fail(f"There is no field {short(name)!r} in a position of {len(self.colours)} players ({', '.join(self.colours)}).")
        refresh(self.state)
        self.judge(unknown)
        sizes: dict[str, Any] = {}
        if unknown["hands"]:
            sizes["hand_sizes"] = tuple(self.hand_sizes)
            sizes["aside_sizes"] = tuple(self.aside_sizes)
        if unknown["cards"]:
            sizes["card_sizes"] = tuple(self.card_sizes)
        return Position(
            self.configuration,
            layout,
            self.states,
            **sizes,
            fresh_size=self.fresh_size,
            deck_size=self.deck_size,
            supply_hidden=self.supply_hidden,
        )

    # --- edition and island

    def read_configuration(self) -> Configuration:
        key, players = self.first.partition("/")
        count = players.number("a number of players", 2, 6)
        try:
            edition = _own_edition(key.text) if key.text.startswith("%7B") else load(key.text)
        except SevenhexError as error:
            raise key.fail(str(error)) from None
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError) as error:
            raise key.fail(f"This is no edition: {short(str(error), 100)}.") from None
        chosen: dict[str, Value] = {}
        for name, (place, value) in self.options.items():
            if name not in OPTIONS:
                raise place.fail(f"There is no option {short(name)!r}; {one_of(short(name), OPTIONS)}.", 1)
            chosen[name] = read_option(name, value)
        try:
            return edition.configure(count, **chosen)
        except SevenhexError as error:
            at = self.options.get(getattr(error, "option", ""), (players,))[0]
            raise at.fail(str(error)) from None

    def read_layout(self) -> Layout:
        terrain: list[int] = []
        numbers: list[int] = []
        island = self.need("island")
        rows = island.split("/")
        lengths = self.geometry.rows
        if len(rows) != len(lengths):
            raise island.fail(f"Expected {len(lengths)} rows of hexes, got {len(rows)}.")
        for row, length in zip(rows, lengths, strict=True):
            hexes = row.split(",")
            if len(hexes) != length:
                raise row.fail(f"Expected {length} hexes in this row, got {len(hexes)}.")
            for each in hexes:
                if each.text[:2] not in TERRAINS:
                    raise each.fail(f"{short(each.text)!r} is no hex; expected one of {', '.join(TERRAINS)} and a number, like Fo8.")
                terrain.append(TERRAINS.index(each.text[:2]))
                numbers.append(each.since(2).number("a number", 2, 12) if each.text[2:] else 0)
                if numbers[-1] and terrain[-1] == DESERT:
                    raise each.fail("The desert has no number.", 2)
                if numbers[-1] == 7:
                    raise each.fail("No hex has the number 7.", 2)
        self.judge_island(island, terrain, numbers)
        robber = self.place(self.need("robber"), self.geometry.hex_ids, "hex", "B2")
        harbors = self.read_harbors()
        number = self.read_map(island, tuple(terrain), tuple(numbers), harbors)
        colours = self.read_colours()
        return Layout(self.configuration.island, tuple(terrain), tuple(numbers), harbors, robber, colours=colours, map=number)

    def read_map(self, island: Scrap, terrain: tuple[int, ...], numbers: tuple[int, ...], harbors: tuple[Harbor, ...]) -> int:
        """SETUP-7: a map that is named has the pad's island; 0 where none is."""
        given, chosen = self.take("map"), self.configuration.options.map
        pad, name = self.configuration.edition.pad, self.configuration.edition.name
        if given is not None and not pad:
            raise given.fail(f"{name} has no pad of maps: leave out `map=` (SETUP-7).")
        number = given.number("a map", 1, len(pad)) if given is not None else 0
        if given is not None and chosen is not None and number != chosen:
            raise given.fail(f"This game's map is {chosen} by its options, not {number} (SETUP-7).")
        if number or chosen:
            printed = pad[(number or chosen or 1) - 1]
            same = (terrain, numbers, {*harbors}) == (printed.terrain, printed.numbers, {*printed.harbors})
            if not same:
                known = next((n for n, each in enumerate(pad, 1) if (each.terrain, each.numbers) == (terrain, numbers)), None)
                other = f"; this is the island of map {known}" if known and known != (number or chosen) else ""
                what = f"The hexes, numbers or harbors are not those of map {number or chosen}{other} (SETUP-7)."
                raise (given or island).fail(what)
        return number

    def judge_island(self, island: Scrap, terrain: list[int], numbers: list[int]) -> None:
        """COMP-1, COMP-2, COMP-7: hexes and number tokens are those of the box."""
        stock, box = self.configuration.stock, f"the box of {short(self.first.text)}"
        for code, (name, known) in enumerate(zip(TERRAINS, stock.terrain, strict=True)):
            if terrain.count(code) != known:
                raise island.fail(f"The island has {terrain.count(code)} hexes {name}; {box} has {known} (COMP-1, COMP-7).")
        for token in sorted({*numbers, *stock.tokens} - {0}):
            found, known = numbers.count(token), stock.tokens.count(token)
            if found != known:
                raise island.fail(f"The number {token} lies on {found} hexes; {box} has {known} of them (COMP-2, COMP-7).")

    def read_harbors(self) -> tuple[Harbor, ...]:
        harbors: list[Harbor] = []
        places = self.need("harbors")
        for each in [] if places.text == NONE else places.split(","):
            edge, kind = each.partition(":")
            if kind.text not in HARBOR_KINDS:
                raise kind.fail(f"{short(kind.text)!r} is no harbor; {one_of(short(kind.text), HARBOR_NAMES)}.")
            place = self.place(edge, self.geometry.edge_ids, "edge", "A1.NW")
            if place not in self.geometry.coast or any(place == other.edge for other in harbors):
                raise edge.fail("A harbor lies on the coast, and one on each place only.")
            corners = self.geometry.edge_corners[place]
            other = next((other for other in harbors if set(corners) & set(self.geometry.edge_corners[other.edge])), None)
            if other is not None:
                raise edge.fail(f"This harbor and the one on {self.geometry.edge_names[other.edge]} share a corner.")
            harbors.append(Harbor(place, HARBOR_KINDS[kind.text]))
        for code, (name, count) in enumerate(zip(HARBOR_NAMES, self.configuration.stock.harbors, strict=True)):
            found = sum(harbor.kind == code for harbor in harbors)
            if found > count:  # fewer make an island of one's own
                raise places.fail(
                    f"The island has {found} harbors {name}; the box of {short(self.first.text)} has {count} (COMP-6, COMP-7)."
                )
        return tuple(harbors)

    def read_colours(self) -> tuple[str, ...]:
        """The seats' colours: the edition's; those that were drawn by lot, or are others of its colours, in the order of the fields."""
        usual = self.configuration.colours
        if all(colour in self.fields for colour in usual) and not self.configuration.colours_by_lot:
            self.colours = usual
        else:
            every = max(self.configuration.edition.colour_table.values(), key=len)
            self.colours = tuple(name for name in self.fields if name in every)
            if len(self.colours) != len(usual):
                strange = next((name for name in self.names if name not in (*every, *FIELD_NAMES)), None)
                if strange is not None:
                    message = f"There is no field and no colour {short(strange)!r} here; {one_of(short(strange), every)}."
                    raise self.names[strange].fail(message)
                missing = next((colour for colour in usual if colour not in self.fields), usual[0])
                raise self.end.fail(f"The position lacks the field `{missing}=`; it needs {len(usual)} colours.")
        self.seats = {colour: seat for seat, colour in enumerate(self.colours)}
        return self.colours

    def place(self, scrap: Scrap, known: dict[str, int], what: str, example: str) -> int:
        if scrap.text not in known:
            raise scrap.fail(f"{short(scrap.text)!r} is no {what} of this island; it is named like {example}.")
        return known[scrap.text]

    def seat_of(self, scrap: Scrap) -> int:
        if scrap.text not in self.seats:
            raise scrap.fail(f"Nobody here plays {short(scrap.text)!r}; {one_of(short(scrap.text), self.colours)}.")
        return self.seats[scrap.text]

    def counts(self, scrap: Scrap, letters: str) -> int:
        """`2b1o` as a word of cards, kinds in any order."""
        if scrap.text == NONE:
            return 0
        stock = self.configuration.stock
        most = [stock.cards_each] * KINDS if letters == RESOURCE_LETTERS else stock.deck
        word, at = 0, 0
        while at < len(scrap.text):
            match = COUNT.match(scrap.text, at)
            kind = letters.find(match[2]) if match else -1
            if match is None or kind < 0:
                raise scrap.fail(f"Expected cards like 2{letters[0]}1{letters[4]} (of {letters}), or -.", at)
            if word >> (BITS * kind) & FIELD:
                raise scrap.fail(f"The cards {letters[kind]} are given twice.", at)
            if not 1 <= int(match[1]) <= most[kind]:
                raise scrap.fail(f"Expected 1 to {most[kind]} cards {letters[kind]}, as many as there are, got {match[1]}.", at)
            word += int(match[1]) << (BITS * kind)
            at = match.end()
        if not scrap.text:
            raise scrap.fail("Expected cards, or - for none.")
        return word

    def maybe(self, scrap: Scrap, letters: str) -> tuple[int, int | None]:
        """Known cards as a word, or unknown ones as a number."""
        if scrap.text.startswith("?"):
            return 0, scrap.since(1).number("a number of cards", 0, MOST_CARDS)
        return self.counts(scrap, letters), None

    # --- players

    def read_seat(self, seat: int, value: Scrap) -> None:
        pieces = self.configuration.edition.pieces
        seen: set[str] = set()
        for part in [] if value.text == NONE else value.split(";"):
            key, what = part.partition(":")
            if key.text not in "scrhdk" or len(key.text) != 1 or key.text in seen:
                raise key.fail(f"Expected s:, c:, r:, h:, d: or k:, each once, got {short(key.text)!r}.")
            seen.add(key.text)
            match key.text:
                case "s":
                    self.put(what, 1 + seat, pieces.settlements)
                    self.state.settlements_left[seat] -= len(what.split(","))
                case "c":
                    self.put(what, CITY + seat, pieces.cities)
                    self.state.cities_left[seat] -= len(what.split(","))
                case "r":
                    self.put_roads(what, seat)
                case "h":
                    self.state.hand[seat], self.hand_sizes[seat] = self.maybe(what, RESOURCE_LETTERS)
                case "d":
                    self.state.cards[seat], self.card_sizes[seat] = self.maybe(what, CARD_LETTERS)
                case _:
                    self.state.knights[seat] = what.number("a number of knights", 0, self.configuration.stock.deck[Card.KNIGHT])

    def put(self, places: Scrap, piece: int, most: int) -> None:
        corners = places.split(",")
        if len(corners) > most:
            raise places.fail(f"At most {most} of these can stand, got {len(corners)}.")
        for each in corners or [places]:
            corner = self.place(each, self.geometry.corner_ids, "corner", "B2.SE")
            if self.state.building[corner]:
                raise each.fail(f"There is already a building at {each.text}.")
            self.state.building[corner] = piece
            self.corners[corner] = each

    def put_roads(self, places: Scrap, seat: int) -> None:
        edges = places.split(",")
        if len(edges) > self.state.roads_left[seat]:
            raise places.fail(f"A player has {self.state.roads_left[seat]} roads, got {len(edges)}.")
        for each in edges or [places]:
            edge = self.place(each, self.geometry.edge_ids, "edge", "B2.E")
            if self.state.road[edge]:
                raise each.fail(f"There is already a road at {each.text}.")
            self.state.road[edge] = 1 + seat
            self.edges[edge] = each
            self.state.roads_left[seat] -= 1

    def read_neutral(self, layout: Layout) -> Layout:
        value = self.take("neutral")
        if value is None:
            return layout
        colour, places = value.partition(":")
        every = max(self.configuration.edition.colour_table.values(), key=len)
        if colour.text in self.colours or colour.text not in (*every, "nobody"):
            raise colour.fail(f"Expected a colour that nobody plays, got {short(colour.text)!r}.")
        self.put(places, 1 + NEUTRAL, self.configuration.edition.pieces.settlements)
        return replace(layout, inactive="" if colour.text == "nobody" else colour.text)

    # --- the course of the game

    def blank_course(self) -> None:
        """Undo what `begin_with` said about the beginning."""
        state = self.state
        state.contenders = state.placed_start = state.setup_step = state.turn = 0
        state.starter = state.roller = state.actor = NOBODY
        state.phase = Phase.ROLL

    def read_course(self) -> None:
        state = self.state
        phase = self.need("phase")
        named = phase.text.replace("-", "_")  # older positions write setup-road
        if named not in PHASES:
            raise phase.fail(f"{short(phase.text)!r} is no phase; {one_of(short(named), PHASES)}.")
        state.phase = PHASES[named]
        self.require(phase, PHASES[named])
        part = self.take("part")
        if part is not None and part.text not in PARTS:
            raise part.fail(f"{short(part.text)!r} is no part of a turn; {one_of(short(part.text), PARTS)}.")
        state.part = PARTS[part.text] if part else Part.FIRST
        state.turn = self.need("turn").number("a turn", 0, MOST_TURNS)
        for name, field in (
            ("route", "route_holder"),
            ("army", "army_holder"),
            ("starter", "starter"),
            ("victim", "victim"),
            ("winner", "winner"),
        ):
            value = self.take(name)
            state[field] = NOBODY if value is None else self.seat_of(value)
        for name in ("roller", "actor"):
            value = self.need(name)
            state[name] = NOBODY if value.text == NONE else self.seat_of(value)
        dice = self.take("dice")
        if dice is not None:
            one, two = dice.partition("+")
            state.die_one, state.die_two = one.number("a die", 1, 6), two.number("a die", 1, 6)
        flags = self.take("flags")
        for flag in flags.split(",") if flags is not None else []:
            if flag.text not in FLAG_WORDS:
                raise flag.fail(f"{short(flag.text)!r} is no flag; {one_of(short(flag.text), FLAG_WORDS)}.")
            state[FLAGS[FLAG_WORDS.index(flag.text)]] = 1
        free = self.take("free")
        state.free_roads = free.number("free roads", 1, 2) if free is not None else 0
        self.read_beginning()
        discard = self.take("discard")
        for each in discard.split(",") if discard is not None else []:
            who, count = each.partition(":")
            state.discard_left[self.seat_of(who)] = count.number("cards to discard", 1, MOST_CARDS)
        rolls = self.take("rolls")
        if state.dice_deck and rolls is None:
            raise self.end.fail("The position lacks the field `rolls=`: its dice come from a deck.")
        if rolls is not None:
            if not state.dice_deck or not re.fullmatch(r"[0-9a-f]{1,9}", rolls.text) or not 0 < int(rolls.text, 16) <= ALL_ROLLS:
                raise rolls.fail("Expected the rolls left in the dice deck as a number in hexadecimal digits, and dice from a deck.")
            state.dice_left = int(rolls.text, 16)

    def read_beginning(self) -> None:
        setup = self.take("setup")
        if setup is not None:
            step, _, corner = setup.text.partition("@")
            self.state.setup_step = Scrap(step, setup.line, setup.column).number("a step of the set-up", 0, 2 * len(self.colours))
            if corner:
                self.state.setup_corner = self.place(setup.since(len(step) + 1), self.geometry.corner_ids, "corner", "B2.SE")
        order = self.take("order")
        for each in order.split(",") if order is not None else []:
            who, thrown = each.partition(":")
            seat = self.seat_of(who)
            self.state.contenders |= 1 << seat
            self.state.order_roll[seat] = thrown.number("a roll, or 0 for none yet,", 0, 12)
        if order is not None:
            self.judge_order(order)

    def judge_order(self, order: Scrap) -> None:
        """SETUP-9: who has rolled stands before who has not, somebody has not, and the set-up has not begun."""
        state = self.state
        rolls = [int(state.order_roll[seat]) for seat in range(len(self.colours)) if int(state.contenders) >> seat & 1]
        if state.phase != Phase.ORDER_DICE:
            raise order.fail("Nobody rolls for the start any more: leave out `order=`, or write phase=order_dice (SETUP-9).")
        if len(rolls) < 2:
            raise order.fail("Two or more roll for the start; a single one has won it (SETUP-9).")
        if 0 not in rolls:
            raise order.fail("Everybody has rolled for the start: then it is decided, or those who tie roll again with 0 (SETUP-9).")
        if any(rolls[rolls.index(0) :]):
            raise order.fail("The start is rolled for in the order of the seats: nobody has rolled after one who has not (SETUP-9).")
        if 1 in rolls:
            raise order.fail("Two dice bring 2 to 12 (SETUP-9).")
        if not state.placed_start and (state.setup_step or (state.building != 0).any() or (state.road != 0).any()):
            raise order.fail("The start is rolled for before the first piece is placed (SETUP-9).")

    # --- trade and stocks

    def read_trade(self) -> None:
        offer = self.take("offer")
        signs = {sign: answer for answer, sign in ANSWERS.items()}
        if offer is not None:
            deal, asked = offer.partition(":")
            recipients = 0
            for each in asked.split(","):
                sign = signs.get(each.text[-1:])
                if sign is None:
                    raise each.fail(f"Expected a colour and ?, + or -, got {short(each.text)!r}.")
                seat = self.seat_of(Scrap(each.text[:-1], each.line, each.column))
                self.state.answer[seat] = sign
                recipients |= 1 << seat
            self.state.offer = self.read_deal(Kind.OFFER, deal, (recipients,))
        proposals = self.take("proposals")
        for each in proposals.split(",") if proposals is not None else []:
            who, rest = each.partition(":")
            kind, deal = rest.partition(":")
            if kind.text not in ("counter", "propose"):
                raise kind.fail(f"Expected counter or propose, got {short(kind.text)!r}.")
            self.state.proposal[self.seat_of(who)] = self.read_deal(Kind[kind.text.upper()], deal, ())

    def read_deal(self, kind: Kind, deal: Scrap, arguments: tuple[int, ...]) -> int:
        give, get = (self.counts(side, RESOURCE_LETTERS) for side in deal.partition(">"))
        bundles = [tuple(word >> (BITS * each) & FIELD for each in range(KINDS)) for word in (give, get)]
        return int(Action(kind, arguments, *bundles))

    def read_stocks(self) -> dict[str, bool]:
        """What is in no hand: supply and deck follow from the box when every hand is known, and are given otherwise."""
        state = self.state
        fresh, aside, removed = self.take("fresh"), self.take("aside"), self.take("removed")
        word, self.fresh_size = self.maybe(fresh, CARD_LETTERS) if fresh is not None else (0, None)
        state.fresh = word
        self.aside_sizes: list[int | None] = [None] * len(self.colours)
        for each in aside.split(",") if aside is not None else []:
            who, cards_aside = each.partition(":")
            seat = self.seat_of(who)
            state.set_aside[seat], self.aside_sizes[seat] = self.maybe(cards_aside, RESOURCE_LETTERS)
        state.removed = self.counts(removed, CARD_LETTERS) if removed is not None else 0
        hands = any(size is not None for size in (*self.hand_sizes, *self.aside_sizes))
        cards = any(size is not None for size in (*self.card_sizes, self.fresh_size))
        self.supply_hidden, self.deck_size = False, None
        supply, deck = self.take("supply"), self.take("deck")
        if not (hands or cards) and (supply is not None or deck is not None):
            raise (supply or deck or self.end).fail(
                "The supply and the deck follow from the rest when every card is known; leave them out."
            )
        if hands or cards:
            if supply is None or deck is None:
                raise self.end.fail("With unknown cards a position needs the fields `supply=` and `deck=`.")
            self.supply_hidden = supply.text == "?"
            state.supply = 0 if self.supply_hidden else self.counts(supply, RESOURCE_LETTERS)
            word, self.deck_size = self.maybe(deck, CARD_LETTERS)
            state.deck = word
        else:
            state.supply = self.rest(int(state.supply), [*state.hand.tolist(), *state.set_aside.tolist()], "resource")
            knights = pack(sum(state.knights.tolist()), 0, 0, 0, 0)
            state.deck = self.rest(int(state.deck), [*state.cards.tolist(), knights, int(state.removed)], "development")
        return {"hands": hands, "cards": cards}

    def rest(self, box: int, taken: Sequence[int], what: str) -> int:
        counts = [(box >> (BITS * kind) & FIELD) - sum(word >> (BITS * kind) & FIELD for word in taken) for kind in range(KINDS)]
        if min(counts) < 0:
            raise self.end.fail(f"There are more {what} cards in this position than in the game.")
        return pack(*counts)

    def judge(self, unknown: dict[str, bool]) -> None:
        """Refuse what could not arise. With unknown cards only their own sums are left unjudged."""
        stock, pieces, island = self.configuration.stock, self.configuration.edition.pieces, self.configuration.island
        box = [pack(*[stock.cards_each] * KINDS), pack(*stock.deck), pieces.roads_on(island), pieces.settlements, pieces.cities]
        judged = copy(self.states)
        if unknown["cards"]:
            judged["deck"] = pack(*stock.deck)  # a draw needs a card to draw
        wrong = violated(judged, np.array(box, np.int64))
        if unknown["hands"] or unknown["cards"]:
            wrong = [defect for defect in wrong if defect not in HIDDEN_DEFECTS]
        if wrong:
            faults = Faults(self.states, Naming(int(island), self.colours), self.said, self.corners, self.edges)
            found = [faults.tell(defect) for defect in wrong]
            place = next((place for _, place in found if place is not None), self.first)
            raise place.fail(f"This position cannot arise: {'; '.join(sentence for sentence, _ in found)}.")


# Defects that hidden cards alone may cause.
HIDDEN_DEFECTS = {Defect.RESOURCES, Defect.CARDS, Defect.FRESH, Defect.DISCARD, Defect.ROBBERY, Defect.VICTORY, Defect.TRADE}
