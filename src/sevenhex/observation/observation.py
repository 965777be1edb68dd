"""What the acting seat sees, as a row of bytes (version 2): the board, everybody's public counts, the own hand, the card counter.

Everything is seen from the seat that acts: seat 0 is the observer, the others follow clockwise. `sections` names the parts of the row;
`expand` turns rows into numbers for a network. Nothing is read that the seat may not know: of others' cards only how many, and the
bounds that `bounds.ranges` works out from what everybody has seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenhex.knowledge.bounds import ranges
from sevenhex.rules.actions import get_of, give_of
from sevenhex.rules.board import CITY
from sevenhex.rules.cards import count, total
from sevenhex.rules.chance import FACES
from sevenhex.rules.ids import CARDS, GENERIC, MAX_SEATS, NEUTRAL, NOBODY, RESOURCES, Island
from sevenhex.rules.jit import exact, rule
from sevenhex.rules.record import StateRecord
from sevenhex.rules.score import total_points
from sevenhex.rules.state import OPTIONS, SUMS
from sevenhex.rules.topology import CORNERS, EDGES, HEXES

from .notes import Notes

VERSION = 2

NEUTRAL_CODE = 1 + 2 * MAX_SEATS
LONGEST_TURN = 255
MANY_ROADS = 15  # left of a full box; more, or any number of them, is shown alike
SMALL, BYTE, LONG = 7, 127, 1023  # a number "and" one of these is itself, and the compiler sees that it is not negative


class Section(NamedTuple):
    """A stretch of the observation: `rows` places of `columns` bytes, each either one of `categories` or a count up to `scale`."""

    name: str
    rows: int
    columns: int
    categories: int  # 0 for a count
    scale: int
    meaning: str

    @property
    def size(self) -> int:
        return self.rows * self.columns


def sections(island: int, players: int) -> list[Section]:
    """The parts of an observation in their order."""
    hexes, corners, edges = int(HEXES[island]), int(CORNERS[island]), int(EDGES[island])

    def seat(name: str, columns: int, scale: int, meaning: str) -> Section:
        return Section(f"seats.{name}", players, columns, 0, scale, meaning)

    return [
        Section("hex.terrain", hexes, 1, 6, 1, "resource 0-4 (brick, lumber, wool, grain, ore), 5 desert"),
        Section("hex.number", hexes, 1, 13, 1, "number token, 0 for none"),
        Section("hex.robber", hexes, 1, 2, 1, "1 where the robber stands"),
        Section("corner.building", corners, 1, NEUTRAL_CODE + 1, 1, "0 empty, 1 + seat settlement, 7 + seat city, 13 nobody's settlement"),
        Section("corner.harbor", corners, 1, 7, 1, "0 none, 1 + resource for 2:1, 6 for 3:1"),
        Section("edge.road", edges, 1, 1 + MAX_SEATS, 1, "0 empty, 1 + seat"),
        seat("hand", 1, 20, "resource cards"),
        seat("low", RESOURCES, 10, "certainly at least so many of each resource (own: the hand)"),
        seat("high", RESOURCES, 10, "certainly at most so many"),
        seat("development", 1, 5, "development cards in hand"),
        seat("knights", 1, 5, "knights played"),
        seat("pieces", 3, MANY_ROADS, "roads (15 for as many or more, and where they have no limit), settlements, cities left"),
        seat("route", 1, 15, "length of the longest route"),
        seat("points", 1, 10, "points that everybody sees"),
        seat("awards", 2, 1, "holds the longest route, the largest army"),
        seat("harbors", GENERIC + 1, 1, "2:1 for each resource, 3:1"),
        seat("discard", 1, 10, "cards still to give back"),
        seat("answer", 1, 3, "to the open offer: 0 not asked, 1 asked, 2 accepted, 3 refused"),
        seat("roles", 3, 1, "acts now, has the dice, began"),
        seat("proposal", 2 * RESOURCES, 4, "would give, wants (to and from the player in turn)"),
        Section("own.cards", 1, CARDS, 0, 5, "own knights, victory points, Road Building, Year of Plenty, Monopoly"),
        Section("own.fresh", 1, CARDS, 0, 2, "of these bought in this turn"),
        Section("own.points", 1, 1, 0, 10, "own points, hidden ones too"),
        Section("supply", 1, RESOURCES, 0, 19, "cards in the supply (0 when hidden)"),
        Section("deck", 1, 1, 0, 25, "development cards left"),
        Section("removed", 1, CARDS, 0, 3, "development cards out of the game"),
        Section("phase", 1, 1, 12, 1, "see rules/ids.py"),
        Section("part", 1, 1, 3, 1, "0 the dice holder's part, 1 the paired player's, 2 special building"),
        Section("turn", 1, 1, 0, 100, "turns begun, 255 for more"),
        Section("dice", 2, 1, 7, 1, "the roll, 0 before it"),
        Section("flags", 1, 3, 0, 1, "rolled, built, card played"),
        Section("free_roads", 1, 1, 0, 2, "roads still free by Road Building"),
        Section("offer", 1, 2 * RESOURCES, 0, 4, "the open offer of the player in turn: gives, wants"),
        Section("dice_left", 1, SUMS, 0, 6, "rolls of each sum left in a dice deck (0 without one)"),
        Section("options", 1, len(OPTIONS), 0, 10, ", ".join(name for name, _ in OPTIONS)),
    ]


@lru_cache
def size(island: int, players: int) -> int:
    """How many bytes an observation has."""
    return sum(section.size for section in sections(island, players))


def places(island: int, players: int) -> dict[str, slice]:
    """Where each section lies in the row."""
    found, start = {}, 0
    for section in sections(island, players):
        found[section.name] = slice(start, start + section.size)
        start += section.size
    return found


def expand(observation: NDArray[np.uint8], island: int, players: int) -> NDArray[np.float32]:
    """Rows of bytes as rows of float32; `encoding.expand` knows other types and orders."""
    from .encoding import expand as fill

    found: NDArray[np.float32] = fill(observation, island, players)
    return found


# --- where each section lies, for the compiled functions: all of it follows from `sections`


def _columns_before() -> dict[str, int]:
    """For each table of the seats, how many columns the ones before it have: it begins that many times the players further on."""
    found, before = {}, 0
    for section in sections(0, 1):
        if section.name.startswith("seats."):
            found[section.name.removeprefix("seats.")] = before
            before += section.columns
    return found | {"": before}


def _bytes_before() -> dict[str, int]:
    """For each section after the seats, where it begins there."""
    parts = sections(0, 1)
    rest = parts[max(place for place, part in enumerate(parts) if part.name.startswith("seats.")) + 1 :]
    return {part.name: sum(other.size for other in rest[:place]) for place, part in enumerate(rest)}


BOARD = ("hex.terrain", "hex.number", "hex.robber", "corner.building", "corner.harbor", "edge.road")
BOARD_STARTS = np.array([[places(island, 2)[name].start for name in BOARD] for island in Island], np.int64)
BOARD_SIZE = np.array([places(island, 2)["seats.hand"].start for island in Island], np.int64)

_SEATS, _REST = _columns_before(), _bytes_before()
HAND, LOW, HIGH, DEVELOPMENT, KNIGHTS = (_SEATS[name] for name in ("hand", "low", "high", "development", "knights"))
PIECES, ROUTE, POINTS, AWARDS, HARBORS = (_SEATS[name] for name in ("pieces", "route", "points", "awards", "harbors"))
DISCARD, ANSWER, ROLES, PROPOSAL = (_SEATS[name] for name in ("discard", "answer", "roles", "proposal"))
SEAT_COLUMNS = _SEATS[""]
OWN_CARDS, OWN_FRESH, OWN_POINTS, SUPPLY, DECK, REMOVED = (
    _REST[name] for name in ("own.cards", "own.fresh", "own.points", "supply", "deck", "removed")
)
PHASE, PART, TURN, DICE, FLAGS, FREE_ROADS = (_REST[name] for name in ("phase", "part", "turn", "dice", "flags", "free_roads"))
OFFER, DICE_LEFT, OPTIONS_AT = (_REST[name] for name in ("offer", "dice_left", "options"))
_PLACES = {name: OPTIONS_AT + place for place, (name, _) in enumerate(OPTIONS)}
TARGET, DISCARD_LIMIT, SHORTAGE, TIE_AFTER_BREAK = (_PLACES[name] for name in ("target", "discard_limit", "shortage", "tie_after_break"))
SEPARATE_PHASES, PAIRING, FRIENDLY_ROBBER = (_PLACES[name] for name in ("separate_phases", "pairing", "friendly_robber"))
DICE_DECK, NO_SEVEN_ROUNDS, OPEN_HANDS = (_PLACES[name] for name in ("dice_deck", "no_seven_rounds", "open_hands"))
HIDDEN_SUPPLY, OPTIONAL_ROADS, HIDDEN_DISCARDS = (_PLACES[name] for name in ("hidden_supply", "optional_roads", "hidden_discards"))


@exact
def code_of(piece: int, seat: int, players: int) -> int:
    """What a seat calls a piece: settlements (and roads, which have the same numbers), then cities. Arithmetic becomes vector code."""
    owner = (piece - 1) & 7
    steps = owner - seat
    steps += players if steps < 0 else 0
    code = 1 + steps + (MAX_SEATS if piece >= CITY else 0)
    code = NEUTRAL_CODE if owner == NEUTRAL else code
    return 0 if piece == 0 else code


@rule
def put_word(word: int, out: NDArray[np.uint8], at: int) -> None:
    """Five counts."""
    for kind in range(RESOURCES):
        out[at + kind] = count(word, kind)


@exact
def write_board(state: StateRecord, seat: int, out: NDArray[np.uint8], lane: int, lanes: int) -> None:
    """This lane's share of the board; alone, a caller is lane 0 of 1.

    Slices begin at 0, so that the loops over them need no look at negative indices and become vector code.
    """
    island = int(state.island) & SMALL
    players = int(state.players) & SMALL
    hexes, corners, edges = int(HEXES[island]) & BYTE, int(CORNERS[island]) & BYTE, int(EDGES[island]) & BYTE
    starts = BOARD_STARTS[island]
    terrain, numbers, robber = out[starts[0] :][:hexes], out[starts[1] :][:hexes], out[starts[2] :][:hexes]
    buildings, harbors, roads = out[starts[3] :][:corners], out[starts[4] :][:corners], out[starts[5] :][:edges]
    for place in range(lane, hexes, lanes):
        terrain[place] = state.terrain[place]
    for place in range(lane, hexes, lanes):
        numbers[place] = state.number[place]
    for place in range(lane, hexes, lanes):
        robber[place] = 1 if state.robber == place else 0
    for corner in range(lane, corners, lanes):
        buildings[corner] = code_of(state.building[corner], seat, players)
    for corner in range(lane, corners, lanes):
        harbors[corner] = state.corner_harbor[corner] + np.int8(1)
    for edge in range(lane, edges, lanes):
        roads[edge] = code_of(state.road[edge], seat, players)


@rule
def write_seats(state: StateRecord, notes: Notes, seat: int, out: NDArray[np.uint8], at: int) -> None:
    """A table for each section, a row for each seat, clockwise from the one that looks."""
    players = int(state.players) & SMALL
    seat &= SMALL
    at &= LONG
    for steps in range(players):
        other = seat + steps
        other -= players if other >= players else 0
        out[at + players * HAND + steps] = total(state.hand[other])
        put_word(notes.low[other], out, at + players * LOW + RESOURCES * steps)
        put_word(notes.high[other], out, at + players * HIGH + RESOURCES * steps)
        out[at + players * DEVELOPMENT + steps] = total(state.cards[other])
        out[at + players * KNIGHTS + steps] = state.knights[other]
        pieces = at + players * PIECES + 3 * steps
        out[pieces] = state.roads_left[other] if state.roads_left[other] < MANY_ROADS else MANY_ROADS
        out[pieces + 1] = state.settlements_left[other]
        out[pieces + 2] = state.cities_left[other]
        out[at + players * ROUTE + steps] = state.route[other]
        out[at + players * POINTS + steps] = state.points[other]
        awards = at + players * AWARDS + 2 * steps
        out[awards] = 1 if state.route_holder == other else 0
        out[awards + 1] = 1 if state.army_holder == other else 0
        harbors = at + players * HARBORS + (GENERIC + 1) * steps
        for kind in range(GENERIC + 1):
            out[harbors + kind] = (int(state.rates[other]) >> kind) & 1
        out[at + players * DISCARD + steps] = state.discard_left[other]
        out[at + players * ANSWER + steps] = state.answer[other]
        roles = at + players * ROLES + 3 * steps
        out[roles] = 1 if state.actor == other else 0
        out[roles + 1] = 1 if state.roller == other else 0
        out[roles + 2] = 1 if state.starter == other else 0
        said = state.proposal[other]
        proposal = at + players * PROPOSAL + 2 * RESOURCES * steps
        put_word(give_of(said) if said != 0 else 0, out, proposal)
        put_word(get_of(said) if said != 0 else 0, out, proposal + RESOURCES)


@rule
def write_table(state: StateRecord, seat: int, out: NDArray[np.uint8], at: int) -> None:
    """The own cards, the supply, the course of the turn."""
    seat &= SMALL
    at &= LONG
    put_word(state.cards[seat], out, at + OWN_CARDS)
    put_word(state.fresh if state.actor == seat else 0, out, at + OWN_FRESH)
    out[at + OWN_POINTS] = total_points(state, seat)
    put_word(state.supply if state.hidden_supply == 0 else 0, out, at + SUPPLY)
    out[at + DECK] = total(state.deck)
    put_word(state.removed, out, at + REMOVED)
    out[at + PHASE] = state.phase
    out[at + PART] = state.part
    out[at + TURN] = state.turn if state.turn < LONGEST_TURN else LONGEST_TURN
    out[at + DICE] = state.die_one
    out[at + DICE + 1] = state.die_two
    out[at + FLAGS] = state.rolled
    out[at + FLAGS + 1] = state.built
    out[at + FLAGS + 2] = state.card_played
    out[at + FREE_ROADS] = state.free_roads
    put_word(give_of(state.offer) if state.offer != 0 else 0, out, at + OFFER)
    put_word(get_of(state.offer) if state.offer != 0 else 0, out, at + OFFER + RESOURCES)
    for sum_ in range(SUMS):
        out[at + DICE_LEFT + sum_] = 0
    if state.dice_deck > 0:
        for one in range(FACES):
            for two in range(FACES):
                out[at + DICE_LEFT + one + two] += (state.dice_left >> (one * FACES + two)) & 1


@rule
def write_options(state: StateRecord, out: NDArray[np.uint8], at: int) -> None:
    at &= LONG
    out[at + TARGET] = state.target
    out[at + DISCARD_LIMIT] = state.discard_limit
    out[at + SHORTAGE] = state.shortage
    out[at + TIE_AFTER_BREAK] = state.tie_after_break
    out[at + SEPARATE_PHASES] = state.separate_phases
    out[at + PAIRING] = state.pairing
    out[at + FRIENDLY_ROBBER] = state.friendly_robber
    out[at + DICE_DECK] = state.dice_deck
    out[at + NO_SEVEN_ROUNDS] = state.no_seven_rounds
    out[at + OPEN_HANDS] = state.open_hands
    out[at + HIDDEN_SUPPLY] = state.hidden_supply
    out[at + OPTIONAL_ROADS] = state.optional_roads
    out[at + HIDDEN_DISCARDS] = state.hidden_discards


@rule
def write_people(state: StateRecord, notes: Notes, seat: int, out: NDArray[np.uint8]) -> None:
    """Everything but the board."""
    at = BOARD_SIZE[int(state.island) & SMALL]
    write_seats(state, notes, seat, out, at)
    at += SEAT_COLUMNS * int(state.players)
    write_table(state, seat, out, at)
    write_options(state, out, at)


@rule
def observe(state: StateRecord, notes: Notes, seat: int, out: NDArray[np.uint8]) -> None:
    """Write the observation of a seat."""
    ranges(state, notes, seat, seat)
    write_board(state, seat, out, 0, 1)
    write_people(state, notes, seat, out)


assert NOBODY == -1  # "no harbor" becomes 0 by adding one
assert len(_PLACES) == 13  # `write_options` tells them one by one
