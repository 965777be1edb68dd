"""The wire form of what one seat may know: every field of a view is named here and nowhere else.

A view has four parts: what never changes in a game (`Island`), what everybody sees now (`Public`), and for each seat what everybody sees of
it (`PublicSeat`) and what the viewer knows beyond that (`Private`). They are filled from a snapshot, of which only what the viewer may know
is read, so it may be that of the true state. `scripts/make_types.py` makes the page's types from them, `patch.py` says what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from msgspec import Struct, json

from sevenhex.editions.edition import Pieces
from sevenhex.rules.actions import get_of, give_of
from sevenhex.rules.apply import TO_PLAYER_TWO
from sevenhex.rules.board import CITY
from sevenhex.rules.cards import FIELD, counts
from sevenhex.rules.ids import (
    CARD_NAMES,
    DESERT,
    GENERIC,
    HARBOR_NAMES,
    NEUTRAL,
    NOBODY,
    PART_NAMES,
    PHASE_NAMES,
    RESOURCE_NAMES,
    TERRAIN_NAMES,
    Answer,
    Card,
    Pairing,
    Resource,
)
from sevenhex.rules.ids import Island as IslandId
from sevenhex.rules.legal import GENERIC_RATE, SPECIAL_RATE
from sevenhex.rules.routes import owner
from sevenhex.rules.score import AWARD
from sevenhex.rules.snapshot import Snapshot
from sevenhex.rules.state import State
from sevenhex.rules.topology import GEOMETRY

from .schema import OneOf

# --- names


ANSWER_NAMES = {int(answer): answer.name.lower() for answer in Answer if answer != Answer.NOT_ASKED}
ISLAND_NAMES = {int(island): island.name.lower() for island in IslandId}
PROGRESS_CARDS = range(Card.ROAD_BUILDING, len(Card))  # they leave the game when they are played
COLOUR_NAMES = ("red", "blue", "orange", "white", "green", "brown", "black")


ResourceName = Annotated[str, OneOf(RESOURCE_NAMES)]
CardName = Annotated[str, OneOf(CARD_NAMES)]
Colour = Annotated[str, OneOf(COLOUR_NAMES)]
Terrain = Annotated[str, OneOf(TERRAIN_NAMES)]
HarborName = Annotated[str, OneOf(HARBOR_NAMES)]
PhaseName = Annotated[str, OneOf(PHASE_NAMES)]
PartName = Annotated[str, OneOf(PART_NAMES)]
AnswerName = Annotated[str, OneOf(tuple(ANSWER_NAMES.values()))]
IslandName = Annotated[str, OneOf(tuple(ISLAND_NAMES.values()))]
PieceName = Annotated[str, OneOf(("settlement", "city"))]
Bundle = dict[ResourceName, int]  # without noughts

# --- structures


class Hex(Struct, frozen=True, gc=False):
    name: str
    terrain: Terrain
    resource: ResourceName | None
    number: int | None


class Harbor(Struct, frozen=True, gc=False):
    edge: str
    corners: tuple[str, str]
    resource: ResourceName | None
    rate: int


class Building(Struct, frozen=True, gc=False):
    corner: str
    seat: int | None
    kind: PieceName


class Road(Struct, frozen=True, gc=False):
    edge: str
    seat: int


class Resources(Struct, frozen=True, gc=False):
    brick: int
    lumber: int
    wool: int
    grain: int
    ore: int


class Cards(Struct, frozen=True, gc=False):
    knight: int
    victory_point: int
    road_building: int
    year_of_plenty: int
    monopoly: int


class Offer(Struct, frozen=True):
    seat: int
    give: Bundle
    get: Bundle
    answers: dict[str, AnswerName]  # by seat


class Proposal(Struct, frozen=True):
    seat: int
    give: Bundle
    get: Bundle


class PublicSeat(Struct, frozen=True):
    """What everybody sees of a seat."""

    seat: int
    colour: Colour
    points: int
    cards: int
    dev_cards: int
    knights: int
    route: int
    longest_route: bool
    largest_army: bool
    roads_left: int | None  # None: no limit (COMP-5)
    settlements_left: int
    cities_left: int
    harbors: list[HarborName]
    discard_left: int
    limit_settlements: bool
    limit_cities: bool
    track: int | None  # points of settlements and cities, where the edition has such a track (COMP-5)


class Private(Struct, frozen=True, gc=False):
    """What one viewer knows of a seat beyond that."""

    hand: Resources | None
    low: Resources
    high: Resources
    dev: Cards | None
    dev_fresh: Cards | None
    total_points: int | None


class Island(Struct, frozen=True):
    """What stays the same for the whole game."""

    edition: str
    players: int
    island: IslandName
    rows: list[int]
    hexes: list[Hex]
    harbors: list[Harbor]
    options: dict[str, Any]
    words: dict[str, str]


class Public(Struct, frozen=True):
    """What everybody sees now, without the seats."""

    version: int
    robber: str
    buildings: list[Building]
    roads: list[Road]
    supply: Resources | None
    deck: int
    removed: dict[CardName, int]
    phase: PhaseName
    part: PartName
    turn: int
    round: int
    roller: int
    actor: int
    partner: int | None
    starter: int | None
    to_act: list[int]
    dice: tuple[int, int] | None
    free_roads: int
    card_played: bool
    built: bool
    offer: Offer | None
    proposals: list[Proposal]
    winner: int | None


class ViewData(NamedTuple):
    """What one viewer sees."""

    island: Island
    public: Public
    seat: int | None
    seats: list[tuple[PublicSeat, Private]]

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        data: dict[str, Any] = json.decode(self.encode())
        return data

    def encode(self) -> bytes:
        """JSON, the parts side by side."""
        seats = b",".join([b"{%b,%b}" % (inside(public), inside(private)) for public, private in self.seats])
        seat = encoder.encode(self.seat)
        return b'{%b,%b,"seat":%b,"seats":[%b]}' % (inside(self.island), inside(self.public), seat, seats)


encoder = json.Encoder()


def inside(part: Struct) -> bytes:
    """The fields of a part, without the braces."""
    return encoder.encode(part)[1:-1]


# --- from a snapshot


class Sizes(NamedTuple):
    """How many cards lie where; known to all, while the cards are not."""

    hands: tuple[int, ...]
    cards: tuple[int, ...]
    deck: int


def sizes_of(now: Snapshot) -> Sizes:
    """From the snapshot of a true state."""
    return Sizes(tuple(map(size_of, now.hand)), tuple(map(size_of, now.cards)), size_of(now.deck))


def size_of(word: int) -> int:
    """`cards.total` for Python's own numbers, without the way into compiled code."""
    return word % FIELD  # eight bits a count: a word is the sum of its counts modulo 255


@lru_cache(16384)
def resources(word: int) -> Resources:
    return Resources(*counts(word))


@lru_cache(4096)
def development(word: int) -> Cards:
    return Cards(*counts(word))


@lru_cache(1024)
def removed_cards(word: int) -> dict[str, int]:
    held = counts(word)
    return {CARD_NAMES[card]: held[card] for card in PROGRESS_CARDS}


@lru_cache(256)
def harbors_of(rates: int) -> list[str]:
    return [HARBOR_NAMES[kind] for kind in (GENERIC, *Resource) if rates >> kind & 1]


def bundle(word: int) -> dict[str, int]:
    """The counts of a word by name, without the noughts."""
    return {name: number for name, number in zip(RESOURCE_NAMES, counts(word), strict=True) if number}


def round_of(turn: int, players: int) -> int:
    return (turn + players - 1) // players


def partner_of(roller: int, players: int, pairing: int) -> int | None:
    """Who is player 2 of this turn, where turns are paired."""
    return int(roller + TO_PLAYER_TWO) % players if pairing == Pairing.PAIRED else None


def island_data(state: State, now: Snapshot, configuration: Any, words: Mapping[str, str]) -> Island:
    geometry = GEOMETRY[IslandId(now.island)]
    return Island(
        edition=configuration.edition.key,
        players=now.players,
        island=ISLAND_NAMES[now.island],
        rows=list(geometry.rows),
        hexes=[
            Hex(name, TERRAIN_NAMES[terrain], RESOURCE_NAMES[terrain] if terrain != DESERT else None, number or None)
            for name, terrain, number in zip(geometry.hex_names, now.terrain, now.number, strict=False)
        ],
        harbors=[
            Harbor(
                geometry.edge_names[edge],
                tuple(geometry.corner_names[corner] for corner in geometry.edge_corners[edge]),
                RESOURCE_NAMES[kind] if kind != GENERIC else None,
                GENERIC_RATE if kind == GENERIC else SPECIAL_RATE,
            )
            for edge, kind in zip(state["harbor_edge"][0].tolist(), state["harbor_kind"][0].tolist(), strict=True)
            if edge != NOBODY
        ],
        options=configuration.options.chosen(),
        words=dict(words),
    )


def buildings_on(now: Snapshot) -> list[Building]:
    names = GEOMETRY[IslandId(now.island)].corner_names
    return [
        Building(names[corner], None if owner(piece) == NEUTRAL else int(owner(piece)), "city" if piece >= CITY else "settlement")
        for corner, piece in enumerate(now.building)
        if piece
    ]


def roads_on(now: Snapshot) -> list[Road]:
    names = GEOMETRY[IslandId(now.island)].edge_names
    return [Road(names[edge], piece - 1) for edge, piece in enumerate(now.road) if piece]


def offer_data(now: Snapshot) -> Offer | None:
    trade = now.offer
    if not trade:
        return None
    answers = {str(seat): ANSWER_NAMES[answer] for seat, answer in enumerate(now.answer[: now.players]) if answer != Answer.NOT_ASKED}
    return Offer(now.actor, bundle(int(give_of(trade))), bundle(int(get_of(trade))), answers)


def proposals_data(now: Snapshot) -> list[Proposal]:
    return [Proposal(seat, bundle(int(give_of(trade))), bundle(int(get_of(trade)))) for seat, trade in enumerate(now.proposal) if trade]


def public_data(
    now: Snapshot,
    version: int,
    to_act: list[int],
    sizes: Sizes,
    everything: bool,
    board: tuple[list[Building], list[Road]],
) -> Public:
    players = now.players
    return Public(
        version=version,
        robber=GEOMETRY[IslandId(now.island)].hex_names[now.robber],
        buildings=board[0],
        roads=board[1],
        supply=None if now.hidden_supply and not everything else resources(now.supply),
        deck=sizes.deck,
        removed=removed_cards(now.removed),
        phase=PHASE_NAMES[now.phase],
        part=PART_NAMES[now.part],
        turn=now.turn,
        round=round_of(now.turn, players),
        roller=now.roller,
        actor=now.actor,
        partner=partner_of(now.roller, players, now.pairing),
        starter=None if now.starter == NOBODY else now.starter,
        to_act=to_act,
        dice=(now.die_one, now.die_two) if now.die_one else None,
        free_roads=now.free_roads,
        card_played=bool(now.card_played),
        built=bool(now.built),
        offer=offer_data(now),
        proposals=proposals_data(now),
        winner=None if now.winner == NOBODY else now.winner,
    )


def public_seat(now: Snapshot, seat: int, colour: str, sizes: Sizes, pieces: Pieces) -> PublicSeat:
    settlements, cities = now.settlements_left[seat], now.cities_left[seat]
    return PublicSeat(
        seat=seat,
        colour=colour,
        points=now.points[seat],
        cards=sizes.hands[seat],
        dev_cards=sizes.cards[seat],
        knights=now.knights[seat],
        route=now.route[seat],
        longest_route=now.route_holder == seat,
        largest_army=now.army_holder == seat,
        roads_left=None if pieces.roads is None else now.roads_left[seat],
        settlements_left=settlements,
        cities_left=cities,
        harbors=harbors_of(now.rates[seat]),
        discard_left=now.discard_left[seat],
        limit_settlements=settlements == 0,
        limit_cities=cities == 0,
        track=now.points[seat] - AWARD * ((now.route_holder == seat) + (now.army_holder == seat)) if pieces.drawn else None,
    )


class PrivateWords(NamedTuple):
    """`Private` as the words of a state: quick to make and to compare."""

    hand: int | None
    low: int
    high: int
    dev: int | None
    dev_fresh: int | None
    total_points: int | None

    def data(self) -> Private:
        values: list[Any] = [None if word is None else form(word) for form, word in zip(PRIVATE_FORMS, self, strict=True)]
        return Private(*values)

    def changed(self, before: PrivateWords) -> dict[str, Any]:
        """The fields that are different from before, as they travel."""
        if self == before:
            return {}
        both = zip(Private.__struct_fields__, PRIVATE_FORMS, self, before, strict=True)
        return {name: None if word is None else form(word) for name, form, word, was in both if word != was}


PRIVATE_FORMS: tuple[Callable[[int], Any], ...] = (resources, resources, resources, development, development, int)


def private_words(now: Snapshot, seat: int, viewer: int | None, everything: bool, low: int, high: int, points: int) -> PrivateWords:
    """What the viewer knows of a seat; `low` and `high` are what the card counter is sure of, as words, `points` are all it has."""
    if everything or seat == viewer:
        return PrivateWords(now.hand[seat], low, high, now.cards[seat], now.fresh if seat == now.actor else 0, points)
    return PrivateWords(now.hand[seat] if now.open_hands else None, low, high, None, None, None)


# --- put together


class Shared(NamedTuple):
    """What all viewers see at one moment."""

    island: Island
    public: Public
    seats: list[PublicSeat]

    def view(self, viewer: int | None, known: Sequence[PrivateWords]) -> ViewData:
        """With what one viewer knows of each seat."""
        return ViewData(self.island, self.public, viewer, [(row, words.data()) for row, words in zip(self.seats, known, strict=True)])


def shared_data(
    now: Snapshot, island: Island, configuration: Any, colours: Sequence[str], version: int, to_act: list[int], sizes: Sizes,
    everything: bool, board: tuple[list[Building], list[Road]] | None = None,
) -> Shared:  # fmt: skip
    """`sizes` are those of the true state, of which the snapshot may be a masked copy; `board` where it is known already."""
    pieces = configuration.edition.pieces
    public = public_data(now, version, to_act, sizes, everything, board or (buildings_on(now), roads_on(now)))
    return Shared(island, public, [public_seat(now, seat, colours[seat], sizes, pieces) for seat in range(now.players)])


def known_words(
    now: Snapshot, viewer: int | None, everything: bool, low: Sequence[int], high: Sequence[int], points: Sequence[int]
) -> list[PrivateWords]:
    """What one viewer knows of every seat."""
    return [private_words(now, seat, viewer, everything, low[seat], high[seat], points[seat]) for seat in range(now.players)]
