"""The text of an action: what players say at the table, `settle B2.SE`, `offer 1 wool for 1 brick`, `dice 3 5`.

`say` writes one canonical text for each action, `read` also understands other spellings (wood, wheat, Invention, road-building, any name
of a place).
Neither asks whether the action is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..errors import ActionError, one_of
from ..rules.actions import NONE, Action, typed
from ..rules.ids import CARD_NAMES, KIND_NAMES, RESOURCE_NAMES, Card, Island, Kind, Resource
from ..rules.topology import GEOMETRY, Geometry
from .scrap import short

RESOURCE_ALIASES = {
    **{word: Resource(place) for place, word in enumerate(RESOURCE_NAMES)},
    "clay": Resource.BRICK,
    "bricks": Resource.BRICK,
    "wood": Resource.LUMBER,
    "timber": Resource.LUMBER,
    "sheep": Resource.WOOL,
    "wheat": Resource.GRAIN,
    "hay": Resource.GRAIN,
    "rock": Resource.ORE,
    "stone": Resource.ORE,
}
CARD_ALIASES = {
    **{word: Card(place) for place, word in enumerate(CARD_NAMES)},
    "soldier": Card.KNIGHT,
    "vp": Card.VICTORY_POINT,
    "roads": Card.ROAD_BUILDING,
    "plenty": Card.YEAR_OF_PLENTY,
    "invention": Card.YEAR_OF_PLENTY,
}
VERBS = {
    **{name: kind for kind, name in KIND_NAMES.items()},
    "settles": Kind.SETTLE,
    "settlement": Kind.SETTLE,
    "soldier": Kind.KNIGHT,
    "year_of_plenty": Kind.PLENTY,
    "invention": Kind.PLENTY,
}
MOST_IN_BUNDLE = 31  # five bits
MOST_WORDS = 40  # longer than any action
EVERYBODY = -2  # in place of a seat: a reader who may know all
WORD = re.compile(r"\S+")


class SpeechError(ActionError):
    """Text that is no action; `offset` counts the characters before the word at fault."""

    def __init__(self, message: str, *, action: object = None, offset: int = 0) -> None:
        super().__init__(message, action=action, code="malformed")
        self.offset = offset


@dataclass(frozen=True)
class Naming:
    """What hexes, corners, edges and seats are called in a game."""

    island: int
    colours: tuple[str, ...]
    geometry: Geometry = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "geometry", GEOMETRY[Island(self.island)])

    def colour(self, seat: int) -> str:
        """The colour of a seat."""
        return self.colours[self.known_seat(seat)]

    def seat(self, colour: str) -> int:
        """The seat of a colour."""
        try:
            return self.seats[colour.lower()]
        except KeyError:
            raise ActionError(f"Nobody here plays {colour!r}; {one_of(colour.lower(), self.colours)}.") from None

    def known_seat(self, who: int | str) -> int:
        """A seat given as number or colour, refused when nobody sits there."""
        if isinstance(who, str):
            return self.seat(who)
        if isinstance(who, bool) or not 0 <= who < len(self.colours):
            raise ActionError(
                f"There is no seat {who!r}; the seats are 0 to {len(self.colours) - 1} ({', '.join(self.colours)}).", code="seat"
            )
        return int(who)

    @cached_property
    def seats(self) -> Mapping[str, int]:
        return {colour: seat for seat, colour in enumerate(self.colours)}

    def others(self, seat: int) -> int:
        """Everybody but this seat, one bit each."""
        return ((1 << len(self.colours)) - 1) & ~(1 << seat)


# --- writing


def say(action: int, naming: Naming, seat: int | None = None) -> str:
    """The canonical text. With the speaker's seat given, an offer to everybody else does not list the recipients."""
    try:
        value = typed(action)
    except ValueError as error:
        raise ActionError(f"{error}.", action=action, code="malformed") from None
    try:
        return " ".join([KIND_NAMES[value.kind], *_spoken(value, naming, seat)])
    except IndexError:
        raise ActionError(
            f"{action} encodes no action of this island: {KIND_NAMES[value.kind]} {value.arguments}.", action=action
        ) from None


def _spoken(value: Action, naming: Naming, seat: int | None) -> Iterable[str]:
    kind, arguments = value.kind, value.arguments
    match kind:
        case Kind.DICE:
            return [str(face) for face in arguments]
        case Kind.DRAW:
            return [CARD_NAMES[arguments[0]]]
        case Kind.STEAL | Kind.MONOPOLY | Kind.DISCARD:
            return [RESOURCE_NAMES[arguments[0]]]
        case Kind.PLENTY:
            return [RESOURCE_NAMES[resource] for resource in arguments if resource != NONE or resource == arguments[0]]
        case Kind.SETTLE | Kind.CITY:
            return [naming.geometry.corner_names[arguments[0]]]
        case Kind.ROAD:
            return [naming.geometry.edge_names[arguments[0]]]
        case Kind.ROBBER:
            place = naming.geometry.hex_names[arguments[0]]
            return [place] if arguments[1] == NONE else [place, "rob", naming.colours[arguments[1]]]
        case Kind.BANK:
            return [str(arguments[2]), RESOURCE_NAMES[arguments[0]], "for", "1", RESOURCE_NAMES[arguments[1]]]
        case Kind.OFFER | Kind.COUNTER | Kind.PROPOSE:
            parts = [*say_bundle(value.give), "for", *say_bundle(value.get)]
            if kind == Kind.OFFER and (seat is None or seat < 0 or arguments[0] != naming.others(seat)):
                parts += ["to", *[naming.colours[other] for other in range(6) if arguments[0] >> other & 1]]
            return parts
        case Kind.CONFIRM | Kind.TAKE | Kind.DECLINE:
            return [naming.colours[arguments[0]]]
    return []


def say_bundle(counts: Sequence[int]) -> list[str]:
    """`2 wool 1 ore` as words; `nothing` for an empty bundle."""
    parts = [word for resource, count in enumerate(counts) if count for word in (str(count), RESOURCE_NAMES[resource])]
    return parts or ["nothing"]


# --- reading


class Words:
    """The words of a text, taken one by one; every complaint names the place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = [(match.group(), match.start()) for match in WORD.finditer(text)][: MOST_WORDS + 1]
        self.next = 0

    def fail(self, message: str, *, back: int = 0) -> SpeechError:
        """A refusal that points at the next word (or one before it)."""
        place = self.next - back
        offset = self.found[place][1] if place < len(self.found) else len(self.text)
        return SpeechError(message, action=self.text[:200], offset=offset)

    def peek(self) -> str:
        return self.found[self.next][0].lower() if self.next < len(self.found) else ""

    def take(self, what: str) -> str:
        word = self.peek()
        if not word:
            raise self.fail(f"{short(self.text)!r} ends too early: expected {what}.")
        self.next += 1
        return word

    def expect(self, word: str) -> None:
        given = self.take(repr(word))
        if given != word:
            raise self.fail(f"Expected {word!r}, got {short(given)!r}.", back=1)

    def number(self, what: str, least: int, most: int) -> int:
        given = self.take(what)
        if not (given.isascii() and given.isdigit() and len(given) <= 3 and least <= int(given) <= most):
            raise self.fail(f"Expected {what} from {least} to {most}, got {short(given)!r}.", back=1)
        return int(given)

    def name(self, what: str, known: Mapping[str, int], listed: Iterable[str]) -> int:
        given = self.take(what).replace("-", "_")  # older records write road-building
        if given not in known:
            raise self.fail(f"{short(given)!r} is no {what}; {one_of(short(given), listed)}.", back=1)
        return int(known[given])

    def place(self, what: str, known: Mapping[str, int], example: str) -> int:
        given = self.take(what).upper()
        if given not in known:
            raise self.fail(f"{short(given)!r} is no {what} of this island; it is named like {example}.", back=1)
        return known[given]

    def resource(self) -> int:
        return self.name("resource", RESOURCE_ALIASES, RESOURCE_NAMES)

    def seat(self, naming: Naming) -> int:
        return self.name("player here", naming.seats, naming.colours)

    def bundle(self) -> tuple[int, ...]:
        counts = [0] * len(Resource)
        if self.peek() == "nothing":
            self.next += 1
            return tuple(counts)
        while True:
            number = self.number("a number of cards", 1, MOST_IN_BUNDLE)
            resource = self.resource()
            if counts[resource]:
                raise self.fail(f"{RESOURCE_NAMES[resource]} is named twice.", back=1)
            counts[resource] = number
            if self.peek() in ("for", "to", ""):
                return tuple(counts)


def read(text: str, naming: Naming, seat: int | None = None) -> int:
    """The action that a text says. An offer without `to` is for everybody but the speaker, whose seat must then be given."""
    words = Words(text)
    kind = Kind(words.name("action", VERBS, KIND_NAMES.values()))
    value = READERS.get(kind, _read_nothing)(words, kind, naming, seat)
    if words.peek():
        raise words.fail(f"Nothing may follow {short(text[: words.found[words.next][1]].strip())!r}, got {short(words.peek())!r}.")
    return int(value)


def _read_nothing(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    return Action(kind)


def _read_dice(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    return Action(kind, (words.number("a die", 1, 6), words.number("a die", 1, 6)))


def _read_resource(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    return Action(kind, (words.resource(),))


def _read_draw(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    return Action(kind, (words.name("development card", CARD_ALIASES, CARD_NAMES),))


def _read_plenty(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    one = words.resource()
    other = words.resource() if words.peek() else NONE
    return Action(kind, (min(one, other), max(one, other)))


def _read_corner(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    return Action(kind, (words.place("corner", naming.geometry.corner_ids, "B2.SE"),))


def _read_edge(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    return Action(kind, (words.place("edge", naming.geometry.edge_ids, "B2.E"),))


def _read_robber(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    place = words.place("hex", naming.geometry.hex_ids, "B2")
    if not words.peek():
        return Action(kind, (place, NONE))
    words.expect("rob")
    return Action(kind, (place, words.seat(naming)))


def _read_bank(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    rate = words.number("a rate", 1, 9)
    give = words.resource()
    words.expect("for")
    if words.peek()[:1].isdigit():  # the 1 may be left out
        count = words.take("a resource")
        if count != "1":
            raise words.fail(f"The supply gives one card for each trade: expected `1` or the resource, got {short(count)!r}.", back=1)
    return Action(kind, (give, words.resource(), rate))


def _read_trade(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    give = words.bundle()
    words.expect("for")
    get = words.bundle()
    if kind != Kind.OFFER:
        return Action(kind, (), give, get)
    if not words.peek():
        if seat is None or seat < 0:
            raise words.fail("Say to whom the offer goes (`to blue red`), or who speaks.")
        return Action(kind, (naming.others(seat),), give, get)
    words.expect("to")
    recipients = 1 << words.seat(naming)
    while words.peek():
        recipients |= 1 << words.seat(naming)
    return Action(kind, (recipients,), give, get)


def _read_seat(words: Words, kind: Kind, naming: Naming, seat: int | None) -> Action:
    return Action(kind, (words.seat(naming),))


READERS: dict[Kind, Callable[[Words, Kind, Naming, int | None], Action]] = {
    Kind.DICE: _read_dice,
    Kind.STEAL: _read_resource,
    Kind.DRAW: _read_draw,
    Kind.SETTLE: _read_corner,
    Kind.ROAD: _read_edge,
    Kind.CITY: _read_corner,
    Kind.PLENTY: _read_plenty,
    Kind.MONOPOLY: _read_resource,
    Kind.ROBBER: _read_robber,
    Kind.DISCARD: _read_resource,
    Kind.BANK: _read_bank,
    Kind.OFFER: _read_trade,
    Kind.COUNTER: _read_trade,
    Kind.PROPOSE: _read_trade,
    Kind.CONFIRM: _read_seat,
    Kind.TAKE: _read_seat,
    Kind.DECLINE: _read_seat,
}
