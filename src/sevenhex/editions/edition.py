"""What an edition is: the box's contents, its options, its pictures, its words, its sections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from ..errors import OptionError
from ..rules.ids import Island
from ..rules.layout import Harbor
from ..rules.topology import GEOMETRY
from .options import DICE_DECK_RESHUFFLE, OPTIONS, Options, Value, check_names, clause_of, contradiction, implied

if TYPE_CHECKING:
    from .configuration import Configuration

SMALL_PLAYERS = (2, 3, 4)
TWO = 2  # HOUSE-1
# where a rule or a choice comes from
Origin = Literal["own book", "another book", "house rule"]
OWN: Final = "own book"
OTHER: Final = "another book"
HOUSE: Final = "house rule"


class FramePiece(NamedTuple):
    """A piece of the sea frame; harbors by side, counted clockwise from its start."""

    name: str
    sides: int
    harbors: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Stock:
    """What the box holds for one island (COMP-1..3, COMP-6, COMP-7)."""

    island: Island
    terrain: tuple[int, ...]  # how many hexes of each terrain, the desert last
    tokens: tuple[int, ...]  # in the order of their letters
    cards_each: int
    deck: tuple[int, ...]  # in the order of `Card`
    harbors: tuple[int, ...]  # how many of each kind, the generic ones last
    frame: tuple[FramePiece, ...]  # clockwise from the north-west side of A1


class Placed(NamedTuple):
    """A settlement and a road of a printed start."""

    colour: str
    corner: int
    edge: int
    gives_cards: bool


@dataclass(frozen=True)
class Printed:
    """An island as a picture shows it (SETUP-1, SETUP-7)."""

    island: Island
    terrain: tuple[int, ...]
    numbers: tuple[int, ...]
    harbors: tuple[Harbor, ...]
    start: tuple[Placed, ...] = ()
    inactive_colour: bool = False  # SETUP-2

    @property
    def colours(self) -> tuple[str, ...]:
        """Those that have settlements on the picture."""
        return tuple(dict.fromkeys(placed.colour for placed in self.start))


@dataclass(frozen=True)
class Pieces:
    """What each player builds with (COMP-4, COMP-5)."""

    roads: int | None  # None: as many as the island has room for
    settlements: int
    cities: int
    drawn: bool = False  # drawn on the map: limit markers, a track of points

    def roads_on(self, island: Island) -> int:
        return len(GEOMETRY[island].edge_corners) if self.roads is None else self.roads


@dataclass(frozen=True)
class Edition:
    """One edition of the game, as its file tells it. Made by `load`."""

    key: str
    name: str
    rulebook: str
    citation: str
    year: int
    players: tuple[int, ...]
    islands: tuple[Island, ...]
    stock: Mapping[Island, Stock]
    pieces: Pieces
    rules: Mapping[Island, Mapping[str, Value]]
    choices: Mapping[Island, Mapping[str, tuple[Value, ...]]]
    beginner: Printed | None
    beginner_first_player: str
    pad: tuple[Printed, ...]
    colour_table: Mapping[int, tuple[str, ...]]
    words: Mapping[str, str]
    sections: Mapping[str, str]
    sources: Mapping[str, str]  # of clauses (`PAIR-5`) and choices (`harbors=fixed`) that are not this book's: an edition, or `house`
    other: Edition | None = None  # cited where this book is silent
    source: Mapping[str, Any] = field(default_factory=dict, repr=False)  # the file, for editions that are not ours

    def __hash__(self) -> int:
        return hash((self.key, self.name))

    def __str__(self) -> str:
        return self.name

    @property
    def all_players(self) -> tuple[int, ...]:
        """Every number of players, the house rule for two included (HOUSE-1)."""
        return (TWO, *self.players) if Island.SMALL in self.islands and TWO not in self.players else self.players

    def island_for(self, players: int) -> Island:
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.all_players:
            known = ", ".join(str(count) for count in self.players)
            house = " (and 2 as a house rule)" if self.all_players != self.players else ""
            raise OptionError(f"{self.name} is for {known} players{house}; got {players!r}.", option="players")
        return Island.SMALL if players in SMALL_PLAYERS else Island.LARGE

    def colours(self, players: int) -> tuple[str, ...]:
        """Colours by seat (COMP-8)."""
        self.island_for(players)
        return self.colour_table[players]

    def standard(self, players: int, setup: str | None = None) -> Options:
        """What the book itself says for this many players, with this set-up."""
        options = Options(**self.rules[self.island_for(players)])  # type: ignore[arg-type]
        if setup is not None and setup != options.setup:
            options = replace(options, setup=setup)
            if setup == "beginner":
                options = replace(options, tokens="printed", harbors="printed")
        if options.setup == "beginner":
            options = replace(options, first_player=self.beginner_first_player or options.first_player, map=1 if self.pad else None)
        return options

    def offers(self, players: int, name: str) -> tuple[Value, ...]:
        """All values of an option that this edition allows, its standard first."""
        island = self.island_for(players)
        option = OPTIONS[name]
        if option.house:
            values = option.values
            return (False, True) if isinstance(values, type) else tuple(values)
        if name == "map":
            return tuple(range(1, len(self.pad) + 1))
        standard = self.rules[island].get(name)
        return (*(() if standard is None else (standard,)), *self.choices[island].get(name, ()))

    def configure(self, players: int = 4, **options: Value | None) -> Configuration:
        """A game of this edition: its standard, changed by the options given (None changes nothing)."""
        from .configuration import Configuration  # a configuration knows its edition

        island = self.island_for(players)
        given = {name: value for name, value in options.items() if value is not None}
        check_names(given)
        setup = self._setup(players, given)
        standard = self.standard(players, setup)
        if setup != "variable":
            for name in ("tokens", "harbors"):
                # The printed frame is a fixed one, so asking for it is no contradiction.
                if given.get(name) == "fixed":
                    del given[name]
        usual = standard.chosen()
        chosen = Options(**{**usual, **implied(usual | given), **given, "setup": setup})  # type: ignore[arg-type]
        if chosen.dice == "deck" and chosen.dice_deck_reshuffle is None:
            chosen = replace(chosen, dice_deck_reshuffle=DICE_DECK_RESHUFFLE)
        refused = contradiction(chosen, players, island == Island.LARGE)
        if refused:
            raise refused
        for name, value in given.items():
            printed = name in ("tokens", "harbors") and value == "printed"
            if name != "map" and not printed and value not in self.offers(players, name):
                known = " or ".join(repr(offered) for offered in self.offers(players, name))
                message = f"{self.name} has no {name}={value!r} with {players} players; it offers {known}. A custom edition may mix freely."
                raise OptionError(message, option=name)
        return Configuration(self, players, chosen)

    def _setup(self, players: int, given: Mapping[str, Value]) -> str:
        """Which set-up is meant, and can this edition do it?"""
        setup = str(given.get("setup", self.rules[self.island_for(players)]["setup"]))
        offered = self.offers(players, "setup")
        if setup not in offered:
            known = " or ".join(repr(value) for value in offered)
            raise OptionError(f"{self.name} has no {setup} set-up with {players} players; it offers {known}.", option="setup")
        if "map" in given:
            if not self.pad:
                raise OptionError(f"map={given['map']} needs an edition with a pad of maps (zip); {self.name} has none.", option="map")
            if "setup" in given and setup == "beginner" and given["map"] != 1:
                raise OptionError(f"Only map 1 carries starting positions; map={given['map']} needs setup='map'.", option="map")
            # Map 1 is the beginners' map (SETUP-7).
            setup = "beginner" if given["map"] == 1 else setup
        return setup

    def section(self, clause: str) -> str:
        """The title under which this book tells the rule; empty when it does not."""
        return self.sections.get(clause, self.sections.get(clause.split("-", maxsplit=1)[0], ""))

    def cite(self, clause: str) -> str:
        """Where to read about a clause: book and section."""
        if clause not in self.citations:
            self.citations[clause] = self._find(clause)
        return self.citations[clause]

    @cached_property
    def citations(self) -> dict[str, str]:
        """Those that were asked for."""
        return {}

    def origin(self, clause: str) -> Origin:
        """Does this edition's own book bring the rule, another book, or none?"""
        source = self.sources.get(clause, "")
        if clause.startswith("HOUSE") or source == "house":
            return HOUSE
        return OTHER if source or (self.other and not self.section(clause)) else OWN

    def origin_of_choice(self, name: str, value: Value) -> Origin:
        """The same for a choice beside the standard."""
        source = self.sources.get(f"{name}={value}")
        if source is not None:
            return HOUSE if source == "house" else OTHER
        return self.origin(clause_of(name, value))

    def _find(self, clause: str) -> str:
        from .loader import load  # the loader makes editions

        if self.origin(clause) == HOUSE:
            return HOUSE
        if clause in self.sources:
            return load(self.sources[clause]).cite(clause)
        title = self.section(clause)
        if title:
            return f"{self.citation}, {title}"
        return self.other.cite(clause) if self.other else self.citation
