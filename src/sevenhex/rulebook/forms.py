"""What a rulebook is made of: the forms that the page, the printed book and the search read, and that the REST description shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from sevenhex.editions.options import Value
from sevenhex.protocol.schema import Described, ShownAs

ISLANDS = 'Record<string, Pick<View, "island" | "rows" | "hexes" | "harbors" | "words">>'


@dataclass
class RulebookClause:
    """A clause in this edition's words."""

    id: str
    subject: str
    title: str
    text: str
    holds: Literal["holds", "may be chosen"]
    origin: Annotated[Literal["own book", "another book", "house rule"], Described("Whose rule it is.")]
    book: Annotated[str, Described("Where the edition's own book or another says it; empty for a house rule.")]
    examples: list[str]
    entries: Annotated[list[str], Described("Keywords of the almanac that lead here.")]


@dataclass
class RulebookSubject:
    id: str
    title: str
    clauses: list[str]


@dataclass
class RulebookEntry:
    """A keyword of the almanac, or a step of the course."""

    id: str
    title: str
    text: str
    clauses: list[str]
    see: list[str]
    example: Annotated[str, Described("Its picture, in the course.")] = ""


@dataclass
class RulebookTry:
    """An action of an example. Allowed: what is different in the view afterwards. Refused: the clause, and the reason."""

    seat: int
    colour: str
    action: str
    view: Annotated[dict[str, Any], ShownAs("Partial<View>")] = field(default_factory=dict)
    clause: str = ""
    reason: Annotated[dict[str, Any] | None, ShownAs("Reason | null")] = None


@dataclass
class RulebookExample:
    """`view` has the moving parts of a view (docs/protocol.md) with all hands open; `Rulebook.islands[island]` has the island itself.

    `show` are the actions of "show me", each with what it changes; `after` is what the example claims of the end.
    """

    id: str
    clause: str
    text: str
    players: int
    island: str
    position: str
    options: dict[str, Any]
    view: Annotated[dict[str, Any], ShownAs("Partial<View>")]
    allowed: list[RulebookTry]
    refused: list[RulebookTry]
    show: list[RulebookTry]
    after: dict[str, Any]


@dataclass
class Box:
    """What lies on a real table, as counts by name; `roads` is null where they are drawn."""

    island: str
    colours: list[str]
    terrain: dict[str, int]
    tokens: Annotated[list[int], Described("In the order of their letters.")]
    cards_each: int
    deck: dict[str, int]
    harbors: dict[str, int]
    settlements: int
    cities: int
    roads: int | None
    drawn: bool
    setups: list[str]
    maps: int
    costs: dict[str, dict[str, int]]
    points: int
    limit: int
    award: int
    route: Annotated[int, Described("The least that brings the award.")]
    army: int
    aside: Annotated[bool, Described("After a break a tie sets the award aside (ROUTE-5).")]
    second: Annotated[int, Described("So many seats to the left sits player 2 (PAIR-1); 0 where nobody shares a turn.")]


@dataclass
class Rulebook:
    """The rulebook of one edition in one language; `format` changes when a reader of an older one would fail."""

    format: int
    edition: str
    language: str
    name: str
    rulebook: str
    players: list[int]
    labels: dict[str, str]
    words: dict[str, str]
    colours: dict[str, str]
    subjects: list[RulebookSubject]
    clauses: dict[str, RulebookClause]
    course: list[RulebookEntry]
    almanac: list[RulebookEntry]
    islands: Annotated[dict[str, Any], ShownAs(ISLANDS)]
    examples: dict[str, RulebookExample]
    synonyms: Annotated[dict[str, list[str]], Described("What people also say, and the keywords and clauses that are meant.")]
    ignored: Annotated[list[str], Described("Words that say nothing about the matter of a question.")]
    table: Annotated[list[str], Described("Of a table's own rules: the clauses that it has changed.")]
    boxes: Annotated[dict[str, Box], Described("What lies on a real table, by the number of players.")]


# --- two editions


@dataclass
class Contrast:
    """One action of an example in two editions: what it leads to, each with an island on which it alone can be tried."""

    example: str
    colour: str
    action: str
    left: str
    right: str
    left_position: str
    right_position: str
    left_page: RulebookExample
    right_page: RulebookExample


@dataclass
class Difference:
    """A rule that differs; a side that has no such rule is empty."""

    subject: str
    clause: str
    title: str
    left: str
    right: str
    contrast: Contrast | None
    left_page: Annotated[RulebookExample | None, Described("Where no action has two results: an example of its own rule.")] = None
    right_page: RulebookExample | None = None


@dataclass
class Comparison:
    """Two editions side by side, only where they differ; of what has two parts, the left one comes first."""

    left: str
    right: str
    left_name: str
    right_name: str
    title: str
    rows: list[Difference]
    words: Annotated[list[list[str]], Described("The same thing, as either edition calls it.")]
    players: list[list[int]]
    labels: dict[str, str]
    colours: dict[str, str]
    own_words: list[dict[str, str]]
    islands: Annotated[list[dict[str, Any]], ShownAs(f"{ISLANDS}[]")]


# --- a table's own rules


@dataclass
class TableRule:
    id: str
    subject: str
    title: str
    text: str


@dataclass
class TableChange:
    """An option that is not the edition's own, and the rules behind it."""

    option: str
    value: Value
    usual: Value | None
    clauses: list[str]


@dataclass
class TableRules:
    """The rules of one table, the changed ones first."""

    edition: str
    language: str
    name: str
    players: int
    changes: list[TableChange]
    rules: list[TableRule]
    labels: dict[str, str]
