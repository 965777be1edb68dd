"""What a table tells each seat, put together as text: what never changes once a game, what all share once a version, the rest by hand.

It says what `views.View` and `reasons` say (tests/server/test_wire.py holds it to that), in a twentieth of the time: an action is told to
everybody at the table, and this is what a server does all day.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

import numpy as np
from msgspec import Raw

from sevenhex import reasons, views
from sevenhex.counter import SILENT, Knowledge, counts
from sevenhex.events import Event
from sevenhex.game import Game
from sevenhex.rules import engine
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.board import CITY
from sevenhex.rules.cards import BITS, FIELD
from sevenhex.rules.ids import GENERIC, NEUTRAL, NOBODY, Card, Kind, Part, Phase, Resource
from sevenhex.rules.options import MAX_ACTIONS
from sevenhex.rules.routes import owner
from sevenhex.snapshot import OPTION_BYTES, Snapshot

from ..base.encoder import encoder

Json: TypeAlias = dict[str, Any]
Ranges: TypeAlias = tuple[Sequence[int], Sequence[int]]

SAYINGS_KEPT = 10_000  # a few megabytes
PHASES = {int(phase): phase.name.lower() for phase in Phase}
PARTS = {int(part): part.name.lower() for part in Part}
TRUTH = ("false", "true")
NO_TRADE = '"offer":null,"proposals":[]'
COSTS = {
    int(kind): sum(FIELD << (BITS * each) for each in Resource if cost >> (BITS * each) & FIELD)
    for kind, (_, cost, _) in reasons.COSTS.items()
}
CARDS = {int(kind): BITS * card for kind, card in reasons.CARD_OF.items()}
SILENT_KINDS = frozenset(int(kind) for kind in SILENT)


def text(value: Any) -> str:
    return encoder.encode(value).decode()


def raw(said: str) -> Raw:
    """To be put into a message that is encoded as usual."""
    return Raw(said.encode())


class Wire:
    """One table's outgoing words."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.fixed = ""  # the parts of a view that never change
        self.naming: tuple[int, tuple[str, ...]] = (0, ())
        self.options = b""
        self.version = -1
        self.now: Snapshot
        self.public = ""
        self.rows: list[str] = []
        self.board = (b"", b"", "", "")  # buildings and roads, and how they are told
        self.ranges: dict[int | None, tuple[int, Ranges | None]] = {}  # what a seat knew at a length of the log...
        self.source: Any = None  # ...by these card counters

    # --- what all share

    def look(self, game: Game, version: int) -> None:
        """Take in what all seats share, once a version."""
        if game is not self.game:
            self.game = game
            self.fixed = text(game.view(None).fixed_json())[1:-1]
            self.naming = (game.naming.island, game.colours)
            self.options = game.state.tobytes()[OPTION_BYTES]
            self.ranges = {}
        elif version == self.version:
            return
        self.version = version
        self.now = game.snapshot
        self.public = self.public_text(game, version)
        self.rows = [self.row(game, seat) for seat in range(game.players)]

    def public_text(self, game: Game, version: int) -> str:
        """`View.public_json`."""
        now, players, names = self.now, game.players, game.naming.geometry.hex_names
        buildings, roads = self.pieces(game)
        hidden = now.hidden_supply and now.phase != Phase.OVER
        partner = views.partner_of(now.roller, players, now.pairing)
        return (
            f'"version":{version},"robber":"{names[now.robber]}","buildings":{buildings},"roads":{roads},'
            f'"supply":{"null" if hidden else resources(now.supply)},"deck":{views.size_of(now.deck)},"removed":{removed(now.removed)},'
            f'"phase":"{PHASES[now.phase]}","part":"{PARTS[now.part]}","turn":{now.turn},"round":{views.round_of(now.turn, players)},'
            f'"roller":{now.roller},"actor":{now.actor},"partner":{"null" if partner is None else partner},'
            f'"starter":{"null" if now.starter == NOBODY else now.starter},"to_act":{list(game.to_act)},'
            f'"dice":{f"[{now.die_one},{now.die_two}]" if now.die_one else "null"},"free_roads":{now.free_roads},'
            f'"card_played":{TRUTH[now.card_played != 0]},"built":{TRUTH[now.built != 0]},'
            f'{self.trade(game)},"winner":{"null" if now.winner == NOBODY else now.winner}'
        )

    def pieces(self, game: Game) -> tuple[str, str]:
        """Buildings and roads, told anew only when one was built."""
        now, geometry = self.now, game.naming.geometry
        building, road, buildings, roads = self.board
        if now.building != building or not buildings:
            corners = [
                {
                    "corner": geometry.corner_names[corner],
                    "seat": None if owner(piece) == NEUTRAL else int(owner(piece)),
                    "kind": "city" if piece >= CITY else "settlement",
                }
                for corner, piece in enumerate(now.building)
                if piece
            ]
            buildings = text(corners)
        if now.road != road or not roads:
            roads = text([{"edge": geometry.edge_names[edge], "seat": piece - 1} for edge, piece in enumerate(now.road) if piece])
        self.board = (now.building, now.road, buildings, roads)
        return buildings, roads

    def trade(self, game: Game) -> str:
        """The open offer and proposals."""
        if not self.now.offer and not any(self.now.proposal):
            return NO_TRADE
        told = game.view(None).public_json()
        return f'"offer":{text(told["offer"])},"proposals":{text(told["proposals"])}'

    def row(self, game: Game, seat: int) -> str:
        """`View.seats_json` of one seat, left open for what not all may know."""
        now = self.now
        settlements, cities = now.settlements_left[seat], now.cities_left[seat]
        return (
            f'{{"seat":{seat},"colour":"{game.colours[seat]}","points":{now.points[seat]},"cards":{views.size_of(now.hand[seat])},'
            f'"dev_cards":{views.size_of(now.cards[seat])},"knights":{now.knights[seat]},"route":{now.route[seat]},'
            f'"longest_route":{TRUTH[now.route_holder == seat]},"largest_army":{TRUTH[now.army_holder == seat]},'
            f'"roads_left":{now.roads_left[seat]},"settlements_left":{settlements},"cities_left":{cities},'
            f'"harbors":{harbors(now.rates[seat])},"discard_left":{now.discard_left[seat]},'
            f'"limit_settlements":{TRUTH[settlements == 0]},"limit_cities":{TRUTH[cities == 0]}'
        )

    # --- what one seat may know

    def view(self, game: Game, seat: int | None, version: int) -> str:
        """`View.to_json`."""
        self.look(game, version)
        now, players = self.now, game.players
        if now.phase == Phase.OVER:
            shown = views.open_view(game, seat)
            known = [private(*shown.private_words(place)) for place in range(players)]
        else:
            low, high = self.knowledge(game, seat)
            known = []
            for place in range(players):
                if place == seat:
                    fresh = now.fresh if place == now.actor else 0
                    points = int(engine.total_points(game.state, place))
                    known.append(private(now.hand[place], low[place], high[place], now.cards[place], fresh, points))
                else:
                    known.append(private(now.hand[place] if now.open_hands else None, low[place], high[place], None, None, None))
        rows = ",".join([shared + own for shared, own in zip(self.rows, known, strict=True)])
        return f'{{{self.fixed},{self.public},"seat":{"null" if seat is None else seat},"seats":[{rows}]}}'

    def knowledge(self, game: Game, seat: int | None) -> Ranges:
        """`View.ranges`: least and most of each hand, as words. Nothing new is known after entries that show and move no cards."""
        if self.now.open_hands:
            return self.now.hand, self.now.hand
        log = game.log
        if game.knowledge is not self.source:  # something was taken back
            self.source, self.ranges = game.knowledge, {}
        length, known = self.ranges.get(seat, (0, None))
        if known is None or any(action & KIND_MASK not in SILENT_KINDS for _, action in log[length:]):
            known = ranges_of(views.knowledge_of(game, seat), game.players)
        self.ranges[seat] = (len(log), known)
        return known

    def legal(self, game: Game, seat: int) -> str:
        """`Game.legal_texts`."""
        spoken = speech.setdefault(self.naming, {})
        said = []
        for action in listed(game, seat, menu=False):
            if action not in spoken:
                spoken[action] = text(game.say(action, seat))
            said.append(spoken[action])
        return f"[{','.join(said)}]"

    def buttons(self, game: Game, seat: int, version: int) -> str:
        """For each button null when it can be used, else why not: `reasons.why_none`, without the braces."""
        self.look(game, version)
        possible = frozenset({action & KIND_MASK for action in listed(game, seat, menu=True)})
        known = sayings.at(self.scene(game, seat))
        if seat == self.now.actor:
            return self.each_button(game, seat, possible, known)
        key = (possible, self.depends(seat, Kind.PROPOSE))  # whoever is not in turn has the same few texts again and again
        if key not in known:
            known[key] = self.each_button(game, seat, possible, known)
        return known[key]

    def each_button(self, game: Game, seat: int, possible: frozenset[int], known: dict[Any, str]) -> str:
        asking: Asking | None = None
        parts = []
        for what, kind in BUTTONS:
            if kind in possible:
                parts.append(f"{what}null")
                continue
            key = (kind, self.depends(seat, kind))
            if key not in known:
                asking = asking or Asking(game, seat)
                known[key] = sayings.new(asking.first(kind))
            parts.append(what + known[key])
        return ",".join(parts)

    def scene(self, game: Game, seat: int) -> Any:
        """What every button's reason may depend on, beside the cards that `depends` names."""
        now = self.now
        mine = seat == now.actor
        return (
            (game.configuration.edition.key, game.colours, now.phase, now.part, mine, None if mine else now.actor, self.options),
            (None if now.part == Part.FIRST else now.roller, now.winner, now.discard_left if now.phase == Phase.DISCARD else None),
            (now.answer[seat], not now.hand[seat], not now.deck, now.card_played, now.built, now.free_roads),
            (not now.roads_left[seat], not now.settlements_left[seat], not now.cities_left[seat]),
        )

    def depends(self, seat: int, kind: int) -> Any:
        """The cards that a reason of this kind may speak of."""
        now = self.now
        mine = seat == now.actor
        if kind in CARDS:
            shift = CARDS[kind]
            return (now.cards[seat] >> shift & FIELD, now.fresh >> shift & FIELD) if mine else None
        if now.phase != Phase.MAIN or mine == (kind == Kind.PROPOSE):
            return None
        if kind in COSTS:
            return now.hand[seat] & COSTS[kind]
        return (now.hand[seat], now.rates[seat]) if kind in (Kind.BANK, Kind.OFFER, Kind.PROPOSE) else None


menus = np.empty(MAX_ACTIONS, np.int64)  # for the event loop alone
speech: dict[Any, dict[int, str]] = {}  # every action of an island in words; texts of trade, which have no end, are never listed
BUTTONS = [(f'"{what}":', int(kind)) for what, kind in reasons.WHOLE.items()]


class Asking(reasons.Inquiry):
    """Asks about several buttons of one seat."""

    known_rates: ClassVar[dict[tuple[int, int], list[int]]] = {}  # by harbors and resource

    def first(self, kind: int) -> str:
        """The first reason why nothing of this kind can be done, or null."""
        self.reasons = []
        self.ask_whole(Kind(kind))
        return text(said(self.reasons[0]) if self.reasons else None)

    def rates(self, resource: int) -> list[int]:
        key = (int(self.state["rates"][self.seat]), resource)
        if key not in self.known_rates:
            self.known_rates[key] = super().rates(resource)
        return self.known_rates[key]


class Sayings:
    """Reasons said before, the same at every table; so many are kept, then it begins anew."""

    def __init__(self) -> None:
        self.scenes: dict[Any, dict[Any, str]] = {}
        self.number = 0

    def at(self, scene: Any) -> dict[Any, str]:
        if self.number >= SAYINGS_KEPT:
            self.scenes, self.number = {}, 0
        known = self.scenes.get(scene)
        if known is None:
            known = self.scenes[scene] = {}
            self.number += 1
        return known

    def new(self, said: str) -> str:
        self.number += 1
        return said


sayings = Sayings()


def listed(game: Game, seat: int, menu: bool) -> list[int]:
    """`Game.legal`, without a new array for each call."""
    found: list[int] = menus[: engine.legal_actions(game.state, seat, menu, menus)].tolist()
    return found


def ranges_of(known: Knowledge, players: int) -> Ranges:
    """`views.ranges_of` for all seats in two steps: a word's counts are its bytes."""
    low = [int.from_bytes(bytes(row), "little") for row in known.low[:players]]
    high = [int.from_bytes(bytes(row), "little") for row in known.high[:players]]
    if low != high and known.exact and not any(known.pending):
        numbers = np.ascontiguousarray(known.hands).view(np.uint8).reshape(len(known.hands), -1, 8)
        least: list[int] = numbers.min(axis=0).view(np.int64)[:, 0].tolist()
        most: list[int] = numbers.max(axis=0).view(np.int64)[:, 0].tolist()
        for seat in range(players):
            if low[seat] != high[seat]:
                low[seat], high[seat] = least[seat], most[seat]
    return low, high


def private(hand: int | None, low: int, high: int, cards: int | None, fresh: int | None, points: int | None) -> str:
    """The end of a seat's row, with the names of `View.private_json`."""
    return (
        f',"hand":{"null" if hand is None else resources(hand)},"low":{resources(low)},"high":{resources(high)},'
        f'"dev":{"null" if cards is None else development(cards)},"dev_fresh":{"null" if fresh is None else development(fresh)},'
        f'"total_points":{"null" if points is None else points}}}'
    )


@lru_cache(16384)
def resources(word: int) -> str:
    return text(views.named(word))


@lru_cache(4096)
def development(word: int) -> str:
    return text(views.named(word, views.CARD_NAMES))


@lru_cache(1024)
def removed(word: int) -> str:
    return text({views.CARD_NAMES[card]: counts(word)[card] for card in range(Card.ROAD_BUILDING, len(Card))})


@lru_cache(256)
def harbors(rates: int) -> str:
    return text([views.HARBOR_NAMES[kind] for kind in (GENERIC, *Resource) if rates >> kind & 1])


class Telling:
    """Events on their way to several seats; those that are the same for all are encoded once."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.parts = [text(event.to_json(None)) if event.audience is None else event for event in events]
        self.same = f"[{','.join(self.parts)}]" if all(isinstance(part, str) for part in self.parts) else ""  # type: ignore[arg-type]

    def to(self, seat: int | None) -> str:
        return self.same or f"[{','.join([part if isinstance(part, str) else text(part.to_json(seat)) for part in self.parts])}]"


def said(reason: reasons.Reason) -> dict[str, str]:
    """A reason in its wire form."""
    return {"code": reason.code, "sentence": reason.sentence, "clause": reason.clause, "source": reason.source}


def reason_text(code: str, sentence: str) -> str:
    """The same for a reason that no clause of the rules gives but the table itself, in JSON."""
    return text({"code": code, "sentence": sentence, "clause": "", "source": ""})
