"""A position in one line, as FEN is for chess: island, pieces, cards, awards, phase, trade and rule options.

    sixth/4 island=De,Fi8,Pa11/... harbors=A1.NW:any,... robber=A1 red=s:B2.SE;r:B2.E;h:2b1o;d:1k blue=... phase=main turn=9 ...

What a seat may not know is written as a count: `h:?5`. The grammar stands in docs/notation.md. Nothing is believed: a position that could
not arise (by `rules/check.py`) is refused.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np

from ..editions import Configuration
from ..editions.options import implied
from ..errors import NotationError
from ..rules.actions import typed
from ..rules.board import CITY
from ..rules.cards import BITS, FIELD, KINDS, pack
from ..rules.ids import HARBOR_NAMES, KIND_NAMES, NEUTRAL, NOBODY, PART_NAMES, PHASE_NAMES, TERRAIN_NAMES, Answer, Island, Part
from ..rules.layout import Harbor, Layout
from ..rules.state import State, copy
from ..rules.topology import HEXES
from .speech import Naming

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View

TERRAINS = tuple(name[:2].title() for name in TERRAIN_NAMES)
RESOURCE_LETTERS = "blwgo"
CARD_LETTERS = "kvrym"
ANSWERS = {Answer.WAITING: "?", Answer.ACCEPTED: "+", Answer.REFUSED: "-"}
FLAGS = ("rolled", "built", "card_played", "placed_start")
FLAG_WORDS = ("rolled", "built", "played", "pictured")
MOST_TURNS = 1_000_000  # a higher count is written as one about as high, so that what is played on is read again
NONE = "-"


@dataclass(frozen=True, eq=False)
class Position:
    """What a position text says. Where a size is given the cards are unknown, and the state holds none of them."""

    configuration: Configuration
    layout: Layout
    state: State
    hand_sizes: tuple[int | None, ...] = ()  # by seat, None where the hand is known
    card_sizes: tuple[int | None, ...] = ()
    fresh_size: int | None = None
    aside_sizes: tuple[int | None, ...] = ()  # of discards that lie aside unseen
    deck_size: int | None = None  # when development cards are unknown
    supply_hidden: bool = False  # when hands are unknown and the supply's counts too

    @property
    def is_complete(self) -> bool:
        unknown = (*self.hand_sizes, *self.card_sizes, *self.aside_sizes, self.fresh_size, self.deck_size)
        return all(size is None for size in unknown) and not self.supply_hidden

    def complete(self) -> State:
        """The state, if nothing in it is unknown."""
        if not self.is_complete:
            raise NotationError(
                "This position leaves cards unknown (`?`), so it cannot be played on; name them, or read it with `notation.reader.read`."
            )
        return self.state

    def _repr_svg_(self) -> str:
        """The island as notebooks show it."""
        from .picture import island_svg

        colours = self.layout.colours or self.configuration.colours
        return island_svg(self.state, colours=colours, words=self.configuration.words, inactive=self.layout.inactive)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = (
            (p.configuration, p.state.tobytes(), p.layout.colours, p.hand_sizes, p.card_sizes, p.fresh_size, p.aside_sizes, p.deck_size)
            for p in (self, other)
        )
        return mine == theirs and self.supply_hidden == other.supply_hidden

    __hash__ = None  # type: ignore[assignment]


def layout_of(state: State, colours: tuple[str, ...]) -> Layout:
    """The island of a state that came without its layout."""
    record = state[0]
    hexes = int(HEXES[record.island])
    harbors = tuple(Harbor(int(e), int(k)) for e, k in zip(record.harbor_edge, record.harbor_kind, strict=True) if e != NOBODY)
    terrain, numbers = tuple(record.terrain[:hexes].tolist()), tuple(record.number[:hexes].tolist())
    return Layout(Island(int(record.island)), terrain, numbers, harbors, int(record.robber), colours=colours)


def of_view(view: View) -> Position:
    """The position as one seat (or a spectator) knows it."""
    configuration, state = view.configuration, copy(view.state)
    players = range(configuration.players)
    hands = tuple(None if view.sees_hand(seat) or not view.hand_sizes[seat] else view.hand_sizes[seat] for seat in players)
    cards = tuple(None if view.sees_cards(seat) or not view.card_counts[seat] else view.card_counts[seat] for seat in players)
    for seat in players:
        if cards[seat] is not None:
            state["cards"][0, seat] = 0
    fresh = view.fresh_count if view.fresh_count and not state["fresh"][0] else None
    aside = tuple(None if view.sees_hand(seat) or not view.set_aside_sizes[seat] else view.set_aside_sizes[seat] for seat in players)
    hands_known = all(size is None for size in (*hands, *aside))
    cards_known = fresh is None and all(size is None for size in cards)
    if cards_known:
        state["deck"] = view.unseen if not view.everything else state["deck"]
    hidden = bool(state["hidden_supply"][0]) and not hands_known
    if hands_known:
        state["supply"] = pack(*[configuration.stock.cards_each] * KINDS) - state["hand"][0].sum() - state["set_aside"][0].sum()
    return Position(
        configuration,
        layout_of(state, view.colours),
        state,
        hands if not hands_known else (),
        cards if not cards_known else (),
        fresh,
        aside if not hands_known else (),
        None if cards_known else view.deck_size,
        hidden,
    )


# --- writing; `reader.py` reads


def write(position: Position) -> str:
    """The canonical text."""
    return " ".join(_Writer(position).fields())


def format_counts(word: int, letters: str) -> str:
    text = "".join(f"{word >> (BITS * kind) & FIELD}{letters[kind]}" for kind in range(KINDS) if word >> (BITS * kind) & FIELD)
    return text or NONE


def options_text(configuration: Configuration) -> dict[str, str]:
    """The options that differ from the edition's standard, as they are written."""
    edition, options = configuration.edition, configuration.options.chosen()
    usual = edition.standard(configuration.players).chosen()
    changed = {}
    if options["setup"] != usual["setup"]:
        changed["setup"] = options["setup"]
        usual = edition.standard(configuration.players, str(options["setup"])).chosen()
    usual |= implied(options)
    for name, value in options.items():
        if value != usual.get(name) and name != "setup":
            changed[name] = value
    return {
        name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace(" ", "_")
        for name, value in changed.items()
    }


def edition_text(configuration: Configuration) -> str:
    """The edition's key; an edition of one's own travels whole."""
    edition = configuration.edition
    return quote(json.dumps(edition.source, separators=(",", ":")), safe="") if edition.source else edition.key


class _Writer:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.state = position.state[0]
        self.colours = position.layout.colours or position.configuration.colours
        self.geometry = Naming(position.configuration.island, self.colours).geometry

    def fields(self) -> list[str]:
        state, position = self.state, self.position
        parts = [f"{edition_text(position.configuration)}/{len(self.colours)}"]
        parts += [f"+{name}={value}" for name, value in options_text(position.configuration).items()]
        parts.append(f"island={self.island()}")
        if position.layout.map:
            parts.append(f"map={position.layout.map}")
        parts.append(f"harbors={self.harbors()}")
        parts.append(f"robber={self.geometry.hex_names[state.robber]}")
        parts += [f"{colour}={self.seat(seat)}" for seat, colour in enumerate(self.colours)]
        neutral = self.corners(1 + NEUTRAL)
        if neutral:
            parts.append(f"neutral={position.layout.inactive or 'nobody'}:{neutral}")
        parts += self.optional("fresh", self.unknown(position.fresh_size, int(state.fresh), CARD_LETTERS))
        parts += self.optional("removed", format_counts(int(state.removed), CARD_LETTERS))
        if not position.is_complete:
            parts.append(f"supply={'?' if position.supply_hidden else format_counts(int(state.supply), RESOURCE_LETTERS)}")
            parts.append(f"deck={self.unknown(position.deck_size, int(state.deck), CARD_LETTERS)}")
        parts += self.optional("route", self.name(state.route_holder))
        parts += self.optional("army", self.name(state.army_holder))
        parts.append(f"phase={PHASE_NAMES[state.phase]}")
        return [*parts, *self.course(), *self.trade()]

    def course(self) -> list[str]:
        state = self.state
        parts = [] if state.part == Part.FIRST else [f"part={PART_NAMES[state.part]}"]
        turn = min(state.turn, MOST_TURNS - (MOST_TURNS - state.turn) % len(self.colours))  # the player in turn follows from it
        parts.append(f"turn={turn}")
        parts += self.optional("starter", self.name(state.starter))
        parts += [f"roller={self.name(state.roller)}", f"actor={self.name(state.actor)}"]
        if state.die_one:
            parts.append(f"dice={state.die_one}+{state.die_two}")
        parts += self.optional("flags", ",".join(word for flag, word in zip(FLAGS, FLAG_WORDS, strict=True) if state[flag]) or NONE)
        if state.setup_step or state.setup_corner != NOBODY:
            corner = "" if state.setup_corner == NOBODY else f"@{self.geometry.corner_names[state.setup_corner]}"
            parts.append(f"setup={state.setup_step}{corner}")
        if state.contenders:
            rolling = [seat for seat in range(len(self.colours)) if state.contenders >> seat & 1]
            parts.append("order=" + ",".join(f"{self.colours[seat]}:{state.order_roll[seat]}" for seat in rolling))
        if state.free_roads:
            parts.append(f"free={state.free_roads}")
        parts += self.optional("victim", self.name(state.victim))
        due = [f"{colour}:{state.discard_left[seat]}" for seat, colour in enumerate(self.colours) if state.discard_left[seat]]
        parts += self.optional("discard", ",".join(due) or NONE)
        sizes = self.position.aside_sizes or [None] * len(self.colours)
        aside = [self.unknown(sizes[seat], int(state.set_aside[seat]), RESOURCE_LETTERS) for seat in range(len(self.colours))]
        put = [f"{colour}:{cards}" for colour, cards in zip(self.colours, aside, strict=True) if cards != NONE]
        parts += self.optional("aside", ",".join(put) or NONE)
        if state.dice_deck:
            parts.append(f"rolls={int(state.dice_left):x}")
        return [*parts, *self.optional("winner", self.name(state.winner))]

    def trade(self) -> list[str]:
        parts = []
        if self.state.offer:
            answers = [(colour, Answer(int(self.state.answer[seat]))) for seat, colour in enumerate(self.colours)]
            asked = ",".join(f"{colour}{ANSWERS[answer]}" for colour, answer in answers if answer != Answer.NOT_ASKED)
            parts.append(f"offer={self.deal(int(self.state.offer))}:{asked}")
        proposals = [(colour, int(self.state.proposal[seat])) for seat, colour in enumerate(self.colours) if self.state.proposal[seat]]
        if proposals:
            texts = [f"{colour}:{KIND_NAMES[typed(action).kind]}:{self.deal(action)}" for colour, action in proposals]
            parts.append("proposals=" + ",".join(texts))
        return parts

    def deal(self, action: int) -> str:
        value = typed(action)
        return f"{format_counts(pack(*value.give), RESOURCE_LETTERS)}>{format_counts(pack(*value.get), RESOURCE_LETTERS)}"

    def optional(self, name: str, text: str) -> list[str]:
        return [] if text == NONE else [f"{name}={text}"]

    def name(self, seat: int) -> str:
        return NONE if seat == NOBODY else self.colours[seat]

    def unknown(self, size: int | None, word: int, letters: str) -> str:
        return format_counts(word, letters) if size is None else f"?{size}"

    def island(self) -> str:
        hexes = [
            TERRAINS[terrain] + (str(number) if number else "")
            for terrain, number in zip(self.state.terrain.tolist(), self.state.number.tolist(), strict=True)
        ]
        rows, start = [], 0
        for length in self.geometry.rows:
            rows.append(",".join(hexes[start : start + length]))
            start += length
        return "/".join(rows)

    def harbors(self) -> str:
        pairs = zip(self.state.harbor_edge.tolist(), self.state.harbor_kind.tolist(), strict=True)
        return ",".join(f"{self.geometry.edge_names[edge]}:{HARBOR_NAMES[kind]}" for edge, kind in pairs if edge != NOBODY) or NONE

    def corners(self, piece: int) -> str:
        return ",".join(self.geometry.corner_names[corner] for corner in np.flatnonzero(self.state.building == piece))

    def seat(self, seat: int) -> str:
        sizes, card_sizes = self.position.hand_sizes, self.position.card_sizes
        roads = ",".join(self.geometry.edge_names[edge] for edge in np.flatnonzero(self.state.road == 1 + seat))
        parts = {
            "s": self.corners(1 + seat),
            "c": self.corners(CITY + seat),
            "r": roads,
            "h": self.unknown(sizes[seat] if sizes else None, int(self.state.hand[seat]), RESOURCE_LETTERS),
            "d": self.unknown(card_sizes[seat] if card_sizes else None, int(self.state.cards[seat]), CARD_LETTERS),
            "k": str(self.state.knights[seat]) if self.state.knights[seat] else "",
        }
        return ";".join(f"{key}:{value}" for key, value in parts.items() if value not in ("", NONE)) or NONE
