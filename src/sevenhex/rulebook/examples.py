"""Examples that can be played: a position, what may be done there, what is refused with which clause, and what follows.

The data stands in `examples/`, one file a subject. An example uses the upper half of the island only, whose places have the same names on
both islands, so one text serves every edition in which its condition holds; `stages.toml` says what lies around it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sevenhex.clauses import clauses
from sevenhex.errors import SevenhexError, one_of
from sevenhex.game.game import Game
from sevenhex.rules.cards import counts
from sevenhex.rules.ids import CHANCE, HARBOR_NAMES, NEUTRAL, NOBODY, RESOURCE_NAMES, TERRAIN_NAMES, Island

from .facts import Facts, of_edition
from .standing import ABSENT, OPTION, standing
from .texts import LANGUAGES

if TYPE_CHECKING:
    from sevenhex.editions import Edition

FOLDER = Path(__file__).with_name("examples")
STAGES = Path(__file__).with_name("stages.toml")
COLOURS = ("red", "blue", "orange", "white", "green", "brown")  # as the examples call the seats
FIELD = re.compile(r"(?:^| )([a-z]+)=")
COLOUR = re.compile(rf"\b({'|'.join(COLOURS)})\b")
CARD_LETTERS = "blwgo"
GAP = re.compile(r"\{([\w-]+)\}")
WORD = re.compile(r"\[(\w+)\]")  # an edition's word in an action
DICE = "1+1"  # of a turn whose roll does not matter
SMALL_MOST = 4  # players on the small island


class Step(NamedTuple):
    """An action and who does it: a colour, or `chance`."""

    colour: str
    action: str


class Refused(NamedTuple):
    step: Step
    clause: str


@dataclass(frozen=True)
class Example:
    """As the file writes it, for all editions."""

    id: str
    clause: str
    text: Mapping[str, str]
    position: str = ""
    allowed: tuple[Step, ...] = ()
    refused: tuple[Refused, ...] = ()
    show: tuple[Step, ...] = ()
    after: Mapping[str, Any] | None = None
    when: str = ""
    stage: str = ""  # "small" or "large"; empty: the edition's first island
    players: int = 0
    options: str = ""  # of the table, as a position writes them
    choose: str = ""  # one option that the example needs; written only where it is not the island's standard
    start: str = ""  # instead of a position: the beginning of a game with this set-up

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass(frozen=True)
class Staged:
    """An example in one edition."""

    example: Example
    edition: Edition
    players: int
    position: str
    allowed: tuple[Step, ...]
    refused: tuple[Refused, ...]
    show: tuple[Step, ...]
    after: Mapping[str, Any]
    colours: Mapping[str, str]  # the examples' names to the edition's

    def game(self) -> Game:
        return Game.at(self.position)


def step(text: str) -> Step:
    colour, given, action = text.partition(": ")
    if not given:
        raise SevenhexError(f"{text!r} is no step of an example; expected a colour, a colon and an action, as in 'red: road A1.E'.")
    return Step(colour, action)


@cache
def examples() -> Mapping[str, Example]:
    """All examples by name, in the order of the files."""
    found: dict[str, Example] = {}
    for source in sorted(FOLDER.glob("*.toml")):
        for row in tomllib.loads(source.read_text(encoding="utf-8"))["example"]:
            made = Example(
                row["id"],
                row["clause"],
                {code: row[code] for code in LANGUAGES if code in row},
                row.get("position", ""),
                tuple(step(text) for text in row.get("allowed", ())),
                tuple(Refused(step(text), clause) for text, clause in row.get("refused", ())),
                tuple(step(text) for text in row.get("show", row.get("allowed", [])[:1])),
                row.get("after"),
                row.get("when", ""),
                row.get("stage", ""),
                row.get("players", 0),
                row.get("options", ""),
                row.get("choose", ""),
                row.get("start", ""),
            )
            if made.id in found:
                raise SevenhexError(f"{source.name}: there are two examples {made.id!r}.")
            found[made.id] = made
    return found


@cache
def stages() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(STAGES.read_text(encoding="utf-8"))


def island_of(example: Example, edition: Edition) -> Island | None:
    """Where the example is played in this edition; None where it cannot be."""
    wanted = {"small": Island.SMALL, "large": Island.LARGE}.get(example.stage, edition.islands[0])
    return wanted if wanted in edition.islands else None


def applies(example: Example, facts: Facts) -> bool:
    """Does the edition have what the example shows? A clause that may only be chosen needs the option in the example."""
    held = standing(facts.edition, example.clause)
    island = island_of(example, facts.edition)
    if held == ABSENT or island is None:
        return False
    name, value = wanted(example)
    if name and not is_standard(example, facts.edition) and value not in facts.edition.choices[island].get(name, ()):
        return False
    if held == OPTION and not (example.options or example.choose or example.start):
        return False
    return facts.holds(example.when) if example.when else True


def table_options(example: Example, edition: Edition) -> str:
    chosen = "" if is_standard(example, edition) else example.choose
    return " ".join(part for part in (example.options, chosen) if part)


def wanted(example: Example) -> tuple[str, str]:
    """The option that `choose` names, and its value."""
    name, _, value = example.choose.removeprefix("+").partition("=")
    return name, value.replace("_", " ")


def is_standard(example: Example, edition: Edition) -> bool:
    """Is what the example needs the edition's own way on that island?"""
    island = island_of(example, edition)
    name, value = wanted(example)
    return not name or (island is not None and edition.rules[island].get(name) == value)


def beginning(example: Example, edition: Edition, players: int) -> str:
    """The first position of a game with a set-up of the edition's."""
    given = dict(part.removeprefix("+").split("=") for part in table_options(example, edition).split())
    setup = {} if example.start == "standard" else {"setup": example.start}
    options = {name: value.replace("_", " ") for name, value in given.items()}
    return Game.new(edition, players, seed=example.id, starter=0, **setup, **options).position()


def staged(example: Example, edition: Edition) -> Staged:
    """The example as a position of one edition."""
    island = island_of(example, edition)
    assert island is not None
    stage = stages()[island.name.lower()]
    players = example.players or int(stage["players"])
    colours = dict(zip(COLOURS, edition.colours(players), strict=False))
    if example.start:
        whole = beginning(example, edition, players)
        colours = dict(zip(COLOURS, Game.at(whole).colours, strict=False))
    else:
        whole = position_of(example, edition, stage, players)

    def own(text: str) -> str:
        said = WORD.sub(lambda found: edition.words[found[1]], text)
        return COLOUR.sub(lambda found: colours.get(found[1], found[1]), said)

    def own_step(given: Step) -> Step:
        return Step(own(given.colour), own(given.action))

    return Staged(
        example,
        edition,
        players,
        whole if example.start else own(whole),
        tuple(own_step(each) for each in example.allowed),
        tuple(Refused(own_step(each.step), each.clause) for each in example.refused),
        tuple(own_step(each) for each in example.show),
        {own(name): own(value) if isinstance(value, str) else value for name, value in (example.after or {}).items()},
        colours,
    )


def position_of(example: Example, edition: Edition, stage: Mapping[str, Any], players: int) -> str:
    """The example's pieces on the stage, in the colours of the examples."""
    fields = set(FIELD.findall(example.position))
    roller = re.search(r"roller=(\w+)", example.position)
    seat = COLOURS.index(roller[1]) if roller else 0
    head = f"{edition.key}/{players} {table_options(example, edition)}"
    parts = [f"island={stage['island']}"]
    parts += ["map=1"] if edition.pad else []
    parts.append(f"harbors={stage['harbors']}")
    parts += [] if "robber" in fields else [f"robber={stage['robber']}"]
    body = example.position
    for colour in COLOURS[:players]:  # seats must stand in their order
        given = re.search(rf"(?:^| ){colour}=(\S+)", body)
        pieces = given[1] if given else "-" if "turn=0" in body else "{home}"
        parts.append(f"{colour}={pieces.replace('{home}', stage['homes'][colour])}")
    defaults = {"phase": "main", "turn": 2 * players + 1 + seat, "starter": "red", "roller": "red"}
    defaults["actor"] = roller[1] if roller else "red"
    if "phase=order_dice" in example.position:
        del defaults["starter"]
    parts += [f"{name}={value}" for name, value in defaults.items() if name not in fields]
    if "phase" not in fields:
        parts += [f"dice={DICE}"] if "dice" not in fields else []
        parts += ["flags=rolled"] if "flags" not in fields else []
    parts += [] if "setup" in fields or "turn=0" in body else [f"setup={2 * players}"]
    each = edition.stock[Island.SMALL if players <= SMALL_MOST else Island.LARGE].cards_each
    numbers: dict[str, object] = {"all": each, "all-1": each - 1, "all-2": each - 2, "last": 2 * players - 1}
    numbers["nobody"] = ",".join(f"{colour}:0" for colour in COLOURS[:players])
    rest = [part for part in body.split() if part.split("=")[0] not in COLOURS]
    whole = " ".join([*head.split(), *parts, *rest])
    return GAP.sub(lambda found: str(numbers[found[1]]), whole)


def of(edition: Edition) -> Iterator[Staged]:
    """All examples that an edition has, in the order of the clauses. Editions of one's own have none: their box may be another."""
    if edition.source:
        return
    facts, order = of_edition(edition), list(clauses())
    chosen = [example for example in examples().values() if applies(example, facts)]
    for example in sorted(chosen, key=lambda each: order.index(each.clause)):
        yield staged(example, edition)


def find(name: str) -> Example:
    if name not in examples():
        raise SevenhexError(f"There is no example {name!r}; {one_of(name, examples())}.")
    return examples()[name]


# --- playing them


def seat_of(game: Game, colour: str) -> int:
    return CHANCE if colour == "chance" else game.seat(colour)


def cards(word: int) -> str:
    """`2b1o`, or `-`."""
    return "".join(f"{number}{letter}" for number, letter in zip(counts(word), CARD_LETTERS, strict=True) if number) or "-"


def terrain(game: Game) -> list[int]:
    return [int(each) for each in game.state[0].terrain[: len(game.naming.geometry.hex_names)]]


def reds_apart(game: Game) -> bool:
    """No 6 or 8 lies beside another (SETUP-5)."""
    geometry, numbers = game.naming.geometry, game.state[0].number
    red = [place for tile, place in enumerate(geometry.hex_points) if int(numbers[tile]) in (6, 8)]
    return all(one == two or (abs(one[0] - two[0]), abs(one[1] - two[1])) not in ((2, 0), (1, 3)) for one in red for two in red)


def fact(game: Game, name: str) -> Any:
    """One fact of a position: `red.points`, `route`, `supply.ore`."""
    now = game.snapshot
    whose, _, what = name.partition(".")
    if what and whose not in ("supply", "token", "harbor"):
        seat = game.seat(whose)
        own: dict[str, Callable[[], Any]] = {
            "points": lambda: int(now.points[seat]),
            "total": lambda: next(row.total for row in game.score_table() if row.seat == seat),
            "hand": lambda: cards(now.hand[seat]),
            "route": lambda: int(now.route[seat]),
            "knights": lambda: int(now.knights[seat]),
            "cards": lambda: sum(counts(now.cards[seat])),
            "settlements": lambda: int(now.settlements_left[seat]),
            "due": lambda: int(now.discard_left[seat]),
        }
        return own[what]()
    if whose == "token":
        return game.state[0].number.tolist()[: len(terrain(game))].count(int(what))
    if whose == "harbor":
        kinds = [
            kind
            for edge, kind in zip(*(game.state[0][f"harbor_{part}"].tolist() for part in ("edge", "kind")), strict=True)
            if edge != NOBODY
        ]
        return kinds.count(HARBOR_NAMES.index(what))
    if whose == "supply":
        return int(counts(now.supply)[RESOURCE_NAMES.index(what)])

    def named(seat: int) -> str:
        return "nobody" if seat == NOBODY else game.colours[seat]

    found: dict[str, Callable[[], Any]] = {
        "route": lambda: named(int(now.route_holder)),
        "army": lambda: named(int(now.army_holder)),
        "winner": lambda: named(int(now.winner)),
        "actor": lambda: named(int(now.actor)),
        "phase": game.phase.name.lower,
        "robber": lambda: game.naming.geometry.hex_names[int(now.robber)],
        "deck": lambda: sum(counts(now.deck)),
        "hexes": lambda: len(terrain(game)),
        "harbors": lambda: sum(edge != NOBODY for edge in game.state[0].harbor_edge.tolist()),
        "bare": lambda: " ".join(
            sorted({TERRAIN_NAMES[land] for land, number in zip(terrain(game), game.state[0].number.tolist(), strict=False) if not number})
        ),
        "reds_apart": lambda: reds_apart(game),
        "robber_on": lambda: TERRAIN_NAMES[terrain(game)[int(now.robber)]],
        "buildings": lambda: sum(owner > 0 for owner in now.building),
        "nobodys": lambda: sum(owner in (1 + NEUTRAL, 9 + NEUTRAL) for owner in now.building),
        "colours": lambda: " ".join(game.colours),
    }
    if name in TERRAIN_NAMES:
        return terrain(game).count(TERRAIN_NAMES.index(name))
    return found[name]()


def problems(given: Staged) -> list[str]:
    """Everything in which the engine and the example disagree; each sentence names the clause."""
    where = f"{given.example.clause}, example {given.example.id!r} in {given.edition.key!r}"
    try:
        game = given.game()
    except SevenhexError as error:
        return [f"{where}: the position cannot be read: {error} [{given.position}]"]
    found = []
    for colour, action in given.allowed:
        reasons = [f"{reason.clause}: {reason.sentence}" for reason in game.why_not(action, seat_of(game, colour))]
        if reasons or not game.is_legal(action, seat_of(game, colour)):
            found.append(f"{where}: {colour} should be allowed to {action!r}, but: {' '.join(reasons)}")
    for (colour, action), clause in given.refused:
        reasons = [reason.clause for reason in game.why_not(action, seat_of(game, colour))]
        if not reasons or game.is_legal(action, seat_of(game, colour)):  # the engine itself, not only what explains it
            found.append(f"{where}: {action!r} by {colour} should be refused with {clause}, but it is allowed")
        elif reasons[0] != clause:
            found.append(f"{where}: {action!r} by {colour} should be refused with {clause}, but is with {', '.join(reasons)}")
    for colour, action in given.show:
        try:
            game.play(action, seat_of(game, colour))
        except SevenhexError as error:
            return [*found, f"{where}: {colour} cannot show {action!r}: {error}"]
    for name, expected in given.after.items():
        seen = fact(game, name)
        if seen != expected:
            found.append(f"{where}: afterwards {name} should be {expected!r}, but is {seen!r}")
    return found
