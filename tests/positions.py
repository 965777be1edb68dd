"""Positions set up by hand, and small stories played on them: `Table` lays pieces and cards, then speaks the notation's language.

The cards of a hand come out of the supply, development cards out of the deck, so that a position is always a sound state; `play` asks
whether the action is legal, applies it, and checks the state.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from sevenhex.notation.speech import Naming, read
from sevenhex.rules import apply, board, cards, check, engine, options, score
from sevenhex.rules.ids import CHANCE, DESERT, GENERIC, NOBODY, Card, Island, Kind, Part, Phase, Resource
from sevenhex.rules.jit import rule
from sevenhex.rules.layout import Harbor, Layout
from sevenhex.rules.setup import Pieces, begin
from sevenhex.rules.state import OPTIONS, State
from sevenhex.rules.topology import GEOMETRY

COLOURS = ("red", "blue", "orange", "white", "green", "brown")
TERRAIN = {"Hi": Resource.BRICK, "Fo": Resource.LUMBER, "Pa": Resource.WOOL, "Fi": Resource.GRAIN, "Mo": Resource.ORE, "De": DESERT}
SMALL = "De Fi8 Pa11 / Hi6 Pa3 Fo4 Mo9 / Fo10 Fi5 Hi12 Fo11 Pa5 / Fi2 Hi9 Mo4 Fo8 / Mo6 Fi3 Pa10"
LARGE = (
    "Hi10 Pa6 De / Hi6 Fi2 Mo9 Hi11 / Fo3 Mo11 Fo5 Fi10 Pa4 / De Pa5 Fi4 Mo6 Pa3 Fi8 / "
    "Fo12 Mo10 Pa2 Hi4 Fo11 / Fo8 Fi3 Fo9 Fi5 / Hi9 Pa12 Mo8"
)
# places along the coast, clockwise from A1's north-west side
SMALL_HARBORS = {
    0: GENERIC,
    3: Resource.WOOL,
    7: GENERIC,
    10: GENERIC,
    13: Resource.BRICK,
    17: Resource.LUMBER,
    20: GENERIC,
    23: Resource.GRAIN,
}
SMALL_HARBORS[27] = Resource.ORE
LARGE_HARBORS = {0: GENERIC, 3: Resource.WOOL, 7: GENERIC, 12: GENERIC, 15: Resource.BRICK, 18: Resource.WOOL, 21: Resource.LUMBER}
LARGE_HARBORS |= {24: GENERIC, 27: Resource.GRAIN, 30: GENERIC, 33: Resource.ORE}
DEFAULTS = {name: 0 for name, _ in OPTIONS} | {"target": 10, "discard_limit": 7, "shortage": 1}
BOXES = {Island.SMALL: (19, (14, 5, 2, 2, 2)), Island.LARGE: (24, (20, 5, 3, 3, 3))}


@rule
def _put_settlement(states, seat, corner):
    board.put_settlement(states[0], seat, corner)


@rule
def _put_road(states, seat, edge):
    board.put_road(states[0], seat, edge)
    score.settle_route(states[0], False)


@rule
def _put_city(states, seat, corner):
    board.put_city(states[0], seat, corner)


@rule
def _put_robber(states, tile):
    board.put_robber(states[0], tile)


@rule
def _settle_army(states, seat):
    score.settle_army(states[0], seat)


@rule
def _begin_turn(states, seat):
    apply.begin_turn(states[0], seat)


# all but one of a player's roads on the small island, from the first of these corners to the last
FOURTEEN_ROADS = (
    *("C3.SE", "C3.S", "C3.SW", "C3.NW", "C3.N", "B3.NW"),
    *("B3.N", "B3.NE", "B4.N", "B4.NE", "B4.SE", "C5.NE", "C5.SE", "C5.S", "C5.SW"),
)


def layout_of(rows: str, harbors: dict[int, int], island: Island) -> Layout:
    """An island from rows of terrain and number, as the editions' files write them."""
    hexes = rows.replace("/", " ").split()
    terrain = tuple(int(TERRAIN[word[:2]]) for word in hexes)
    numbers = tuple(int(word[2:] or 0) for word in hexes)
    coast = GEOMETRY[island].coast
    return Layout(
        island, terrain, numbers, tuple(Harbor(coast[place], int(kind)) for place, kind in harbors.items()), terrain.index(DESERT)
    )


def words(counts: dict[str, int], kinds: type[Resource] | type[Card]) -> int:
    """`brick=2, ore=1` as a word of cards."""
    return cards.pack(*[counts.pop(kind.name.lower(), 0) for kind in kinds]) + (0 if not counts else _unknown(counts))


def _unknown(counts: dict[str, int]) -> int:
    raise ValueError(f"unknown kinds {sorted(counts)}")


class Table:
    """A game in the middle: red (seat 0) has rolled and may trade and build, unless said otherwise."""

    def __init__(
        self, players: int = 4, large: bool = False, rows: str = "", harbors: dict[int, int] | None = None, **options: int
    ) -> None:
        island = Island.LARGE if large else Island.SMALL
        self.geometry = GEOMETRY[island]
        self.naming = Naming(int(island), COLOURS[:players])
        self.layout = layout_of(
            rows or (LARGE if large else SMALL), harbors if harbors is not None else LARGE_HARBORS if large else SMALL_HARBORS, island
        )
        self.options = DEFAULTS | options
        self.state: State = self.first_state(0)
        self.state["setup_step"] = 2 * players
        self.turn("red")

    @classmethod
    def new(cls, players: int = 4, large: bool = False, starter: str | None = None, **options: int) -> Table:
        """A game before the first piece: waits for the dice that decide who starts, or for the starting player."""
        table = cls(players, large, **options)
        table.state = table.first_state(None if starter is None else table.seat(starter))
        return table

    def first_state(self, starter: int | None) -> State:
        each, deck = BOXES[self.layout.island]
        return begin(self.layout, self.options, len(self.naming.colours), each, deck, Pieces(15, 5, 4), starter)

    # --- set up

    def turn(self, colour: str, rolled: bool = True) -> Table:
        """Whose turn it is, after the roll or before."""
        players = len(self.naming.colours)
        _begin_turn(self.state, self.seat(colour))
        self.state["turn"] = 2 * players + 1 + self.seat(colour)  # red (seat 0) began
        if rolled:
            self.state["rolled"] = 1
            self.state["die_one"], self.state["die_two"] = 1, 1
            self.state["phase"] = Phase.MAIN
        return self

    def settlement(self, colour: str, corner: str, edge: str = "") -> Table:
        """A settlement, and the road beside it."""
        _put_settlement(self.state, self.seat(colour), self.geometry.corner_ids[corner])
        return self.roads(colour, edge) if edge else self

    def city(self, colour: str, corner: str, edge: str = "") -> Table:
        self.settlement(colour, corner, edge)
        _put_city(self.state, self.seat(colour), self.geometry.corner_ids[corner])
        return self

    def roads(self, colour: str, *edges: str) -> Table:
        for edge in edges:
            _put_road(self.state, self.seat(colour), self.geometry.edge_ids[edge])
        return self

    def way(self, colour: str, *corners: str) -> Table:
        """Roads from corner to corner."""
        ids = [self.geometry.corner_ids[corner] for corner in corners]
        for one, two in pairwise(ids):
            self.roads(colour, self.geometry.edge_names[self.geometry.edge_corners.index((min(one, two), max(one, two)))])
        return self

    def hand(self, colour: str, **counts: int) -> Table:
        """Exactly these resource cards in hand; the difference goes to or comes from the supply."""
        word = words(counts, Resource)
        seat = self.seat(colour)
        self.state["supply"][0] += self.state["hand"][0, seat] - word
        self.state["hand"][0, seat] = word
        return self

    def leave(self, resource: str, left: int, holder: str) -> Table:
        """The supply keeps this many of a resource; a player holds the others."""
        kind = Resource[resource.upper()]
        moved = (int(cards.count(int(self.state["supply"][0]), kind)) - left) << (cards.BITS * kind)
        self.state["supply"][0] -= moved
        self.state["hand"][0, self.seat(holder)] += moved
        return self

    def cards(self, colour: str, **counts: int) -> Table:
        """These development cards in hand, bought in earlier turns."""
        word = words(counts, Card)
        self.state["deck"][0] -= word
        self.state["cards"][0, self.seat(colour)] += word
        return self

    def knights(self, colour: str, count: int) -> Table:
        """Knights face up."""
        seat = self.seat(colour)
        self.state["deck"][0] -= count
        self.state["knights"][0, seat] += count
        _settle_army(self.state, seat)
        return self

    def robber(self, tile: str) -> Table:
        _put_robber(self.state, self.geometry.hex_ids[tile])
        return self

    def set(self, **fields: Any) -> Table:
        for name, value in fields.items():
            self.state[name] = value
        return self

    # --- ask

    def seat(self, colour: str) -> int:
        return NOBODY if colour == "chance" else self.naming.seat(colour)

    def action(self, colour: str, text: str) -> int:
        seat = self.seat(colour)
        return read(text, self.naming, None if seat == CHANCE else seat)

    def may(self, colour: str, text: str) -> bool:
        return bool(engine.is_legal(self.state, self.seat(colour), self.action(colour, text)))

    def actions(self, colour: str, menu: bool = False) -> list[int]:
        out = np.zeros(options.MAX_ACTIONS, np.int64)
        size = engine.legal_actions(self.state, self.seat(colour), menu, out)
        return [int(action) for action in out[:size]]

    def kinds(self, colour: str) -> set[Kind]:
        """The kinds of action that a player has now."""
        return {Kind(action & 63) for action in self.actions(colour)}

    def awaited(self) -> set[str]:
        mask = int(engine.awaited(self.state))
        return {colour for seat, colour in enumerate(self.naming.colours) if mask >> seat & 1}

    def chances(self) -> dict[int, int]:
        """Chance's outcomes and their weights."""
        out, weights = np.zeros(64, np.int64), np.zeros(64, np.int64)
        size = engine.outcomes(self.state, out, weights)
        return dict(zip(out[:size].tolist(), weights[:size].tolist(), strict=True))

    def held(self, colour: str, resource: str = "") -> int:
        word = int(self.state["hand"][0, self.seat(colour)])
        return int(cards.count(word, Resource[resource.upper()])) if resource else int(cards.total(word))

    def holds(self, colour: str) -> dict[str, int]:
        """The kinds in hand with their numbers."""
        return {kind.name.lower(): self.held(colour, kind.name) for kind in Resource if self.held(colour, kind.name)}

    def supply(self, resource: str) -> int:
        return int(cards.count(int(self.state["supply"][0]), Resource[resource.upper()]))

    def card_count(self, colour: str, card: str) -> int:
        return int(cards.count(int(self.state["cards"][0, self.seat(colour)]), Card[card.upper()]))

    def points(self, colour: str) -> int:
        """Visible points."""
        return int(self.state["points"][0, self.seat(colour)])

    def total(self, colour: str) -> int:
        return int(engine.total_points(self.state, self.seat(colour)))

    def route(self, colour: str) -> int:
        return int(self.state["route"][0, self.seat(colour)])

    def number(self, name: str) -> int:
        """A plain field of the state."""
        return int(self.state[name][0])

    def holder(self, award: str) -> str | None:
        seat = self.number(f"{award}_holder")
        return None if seat == NOBODY else self.naming.colour(seat)

    @property
    def phase(self) -> Phase:
        return Phase(self.number("phase"))

    @property
    def part(self) -> Part:
        return Part(self.number("part"))

    @property
    def actor(self) -> str:
        return self.naming.colour(self.number("actor"))

    @property
    def winner(self) -> str | None:
        return None if self.number("winner") == NOBODY else self.naming.colour(self.number("winner"))

    # --- play

    def sound(self) -> Table:
        found = check.check(self.state)
        assert not found, found
        return self

    def play(self, colour: str, *texts: str) -> Table:
        """Actions that must be legal; the state is checked after each. `chance` throws dice, steals and draws."""
        for text in texts:
            action = self.action(colour, text)
            assert engine.is_legal(self.state, self.seat(colour), action), f"{colour} may not {text}"
            if colour != "chance" and action & 63 not in (Kind.OFFER, Kind.COUNTER, Kind.PROPOSE):
                assert action in self.actions(colour), f"{text} is legal but not listed"
            engine.apply(self.state, self.seat(colour), action)
            self.sound()
        return self

    def roll(self, colour: str, one: int, two: int) -> Table:
        return self.play(colour, "roll").play("chance", f"dice {one} {two}")
