"""The whole rulebook of one edition in one language, as one typed document: what the page, the printed forms and the search read."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct, to_builtins

from sevenhex.clauses import clauses
from sevenhex.editions import load
from sevenhex.errors import SevenhexError
from sevenhex.protocol.encoding import PrivateWords, buildings_on, island_data, public_data, public_seat, roads_on, sizes_of

from . import examples
from .examples import Refused, Staged, Step, seat_of
from .facts import Facts, of_edition, of_table
from .standing import ABSENT, OPTION, standing
from .template import render
from .texts import Language, language, outline

if TYPE_CHECKING:
    from sevenhex.editions import Configuration, Edition
    from sevenhex.game.game import Game

FORMAT = 1
STATIC = ("island", "rows", "hexes", "harbors", "words")  # of a view: the same for all examples on one island


class ClausePage(Struct):
    """A clause in this edition's words. `holds` is "holds" or "may be chosen"; `book` names the rulebook's section."""

    id: str
    subject: str
    title: str
    text: str
    holds: str
    book: str
    examples: list[str]
    entries: list[str]  # keywords of the almanac that lead here


class Subject(Struct):
    id: str
    title: str
    clauses: list[str]


class Keyword(Struct):
    """An entry of the almanac, or a step of the course."""

    id: str
    title: str
    text: str
    clauses: list[str]
    see: list[str] = []


class Try(Struct, omit_defaults=True):
    """One action of an example. Allowed: `view` tells what is different afterwards. Refused: clause and reason."""

    seat: int
    colour: str
    action: str
    view: dict[str, Any] = {}
    clause: str = ""
    reason: dict[str, Any] = {}


class ExamplePage(Struct):
    """`view` has the moving parts of a view (docs/protocol.md) with all hands open; `Book.islands[island]` has the island itself.

    `show` are the actions of "show me", each with what it changes; `after` is what the example claims of the end.
    """

    id: str
    clause: str
    text: str
    players: int
    island: str
    position: str
    options: dict[str, Any]
    view: dict[str, Any]
    allowed: list[Try]
    refused: list[Try]
    show: list[Try]
    after: dict[str, Any]


class Book(Struct):
    """One document; `format` changes when a reader of an older one would fail."""

    format: int
    edition: str
    language: str
    name: str
    rulebook: str
    players: list[int]
    labels: dict[str, str]
    words: dict[str, str]
    colours: dict[str, str]
    subjects: list[Subject]
    clauses: dict[str, ClausePage]
    course: list[Keyword]
    almanac: list[Keyword]
    islands: dict[str, dict[str, Any]]
    examples: dict[str, ExamplePage]
    synonyms: dict[str, str]
    table: list[str] = []  # of a table's own rules: the clauses that it has changed


def nearest(given: str, known: Iterable[str]) -> str:
    """The end of a refusal: the names most like the one that was given, for there are too many to list."""
    names = {name.casefold(): name for name in known}
    near = get_close_matches(given.casefold(), list(names), n=3, cutoff=0.3)
    return f"the nearest are {', '.join(names[each] for each in near)}." if near else "`sevenhex rules` lists them all."


def known_clause(given: str) -> str:
    """A clause by its number, in any case."""
    found = given.strip().upper()
    if found not in clauses():
        raise SevenhexError(f"There is no clause {given!r}; {nearest(found, clauses())}")
    return found


# --- examples


def moving(game: Game) -> dict[str, Any]:
    """The parts of a view that actions change, as the page knows them (`protocol.encoding`), with all hands open."""
    now = game.snapshot
    pieces = game.configuration.edition.pieces
    sizes = sizes_of(now)
    seen: dict[str, Any] = to_builtins(public_data(now, 0, list(game.to_act), sizes, True, (buildings_on(now), roads_on(now))))
    seats = []
    for seat, row in enumerate(game.score_table()):
        hand = int(now.hand[seat])
        fresh = int(now.fresh) if seat == now.actor else 0
        known = PrivateWords(hand, hand, hand, int(now.cards[seat]), fresh, row.total).data()
        seats.append(to_builtins(public_seat(now, seat, row.colour, sizes, pieces)) | to_builtins(known))
    return {**seen, "seats": seats}


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if before[name] != value}


def tried(game: Game, step: Step, before: dict[str, Any]) -> Try:
    """An allowed action and what it changes; the game itself stays."""
    seat = seat_of(game, step.colour)
    twin = game.copy()
    twin.play(step.action, seat)
    return Try(seat, step.colour, step.action, changes(before, moving(twin)))


def refusal(game: Game, refused: Refused) -> Try:
    seat = seat_of(game, refused.step.colour)
    reasons = game.why_not(refused.step.action, seat)
    reason = reasons[0].with_sentence(game.words).to_json() if reasons else {}
    return Try(seat, refused.step.colour, refused.step.action, clause=refused.clause, reason=reason)


def shown(game: Game, steps: tuple[Step, ...], before: dict[str, Any]) -> list[Try]:
    found = []
    for step in steps:
        found.append(tried(game, step, before))
        game.play(step.action, seat_of(game, step.colour))
        before = moving(game)
    return found


@cache
def played(edition: Edition) -> tuple[dict[str, dict[str, Any]], dict[str, ExamplePage]]:
    """The islands and the examples of an edition, without their sentences: every language shares them."""
    islands: dict[str, dict[str, Any]] = {}
    pages: dict[str, ExamplePage] = {}
    for given in examples.of(edition):
        game = given.game()
        ground = to_builtins(island_data(game.state, game.snapshot, game.configuration, game.words))
        still = {name: ground[name] for name in STATIC}
        island = next((name for name, known in islands.items() if known == still), f"{ground['island']}-{len(islands) + 1}")
        islands.setdefault(island, still)
        before = moving(game)
        pages[given.example.id] = ExamplePage(
            given.example.id,
            given.example.clause,
            "",
            given.players,
            island,
            given.position,
            ground["options"],
            before,
            [tried(game, step, before) for step in given.allowed],
            [refusal(game, refused) for refused in given.refused],
            shown(game, given.show, before),
            dict(given.after),
        )
    return islands, pages


def sentence(given: Staged, facts: Facts, spoken: Language) -> str:
    """What an example shows, in one sentence; its colours are the edition's."""
    names = {name: spoken.colours[own] for name, own in given.colours.items()}
    return render(given.example.text[spoken.code], facts, spoken, names)


# --- the book


def keywords(facts: Facts, spoken: Language, course: bool, held: set[str]) -> list[Keyword]:
    plan = outline().course if course else outline().almanac
    texts = spoken.course if course else spoken.almanac
    kept = {entry.id: entry for entry in plan.values() if not entry.when or facts.holds(entry.when)}
    return [
        Keyword(
            entry.id,
            render(texts[entry.id][0], facts, spoken),
            render(texts[entry.id][1], facts, spoken),
            [clause for clause in entry.clauses if clause in held],
            [other for other in entry.see if other in kept],
        )
        for entry in kept.values()
    ]


def assemble(facts: Facts, spoken: Language, changed: list[str]) -> Book:
    edition = facts.edition
    held = [clause for clause in clauses() if standing(edition, clause) != ABSENT]
    islands, played_pages = played(edition)
    pages = {
        given.example.id: ExamplePage(**{**_fields(played_pages[given.example.id]), "text": sentence(given, of_edition(edition), spoken)})
        for given in examples.of(edition)
    }
    course = keywords(facts, spoken, True, set(held))
    almanac = sorted(keywords(facts, spoken, False, set(held)), key=lambda entry: sort_key(entry.title))
    found = {
        clause: ClausePage(
            clause,
            clause.split("-")[0],
            render(spoken.clauses[clause][0], facts, spoken),
            render(spoken.clauses[clause][1], facts, spoken),
            standing(edition, clause),
            edition.cite(clause),
            [page.id for page in pages.values() if page.clause == clause],
            [entry.id for entry in almanac if clause in entry.clauses],
        )
        for clause in held
    }
    subjects: dict[str, list[str]] = {}
    for clause in held:
        subjects.setdefault(clause.split("-")[0], []).append(clause)
    return Book(
        FORMAT,
        edition.key,
        spoken.code,
        spoken.terms.get(edition.name, edition.name),
        edition.rulebook,
        list(edition.players),
        dict(spoken.labels),
        {key: spoken.terms.get(word, word) for key, word in edition.words.items()},
        dict(spoken.colours),
        [Subject(key, spoken.subjects[key], rows) for key, rows in subjects.items()],
        found,
        course,
        almanac,
        islands,
        pages,
        dict(spoken.synonyms),
        changed,
    )


def sort_key(text: str) -> str:
    """Letters without their accents, so that é stands beside e."""
    from unicodedata import combining, normalize

    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))


def _fields(given: Struct) -> dict[str, Any]:
    return {name: getattr(given, name) for name in given.__struct_fields__}


@cache
def _book(edition: Edition, code: str) -> Book:
    return assemble(of_edition(edition), language(code), [])


def book(edition: str | Edition, code: str = "en") -> Book:
    """The rulebook of an edition in a language. Treat it as read-only: it is kept."""
    return _book(load(edition) if isinstance(edition, str) else edition, code)


def table_book(configuration: Configuration, code: str = "en") -> Book:
    """The rules of one table: its options decide the texts, and the changed clauses are named."""
    from sevenhex.editions.options import clause_of

    usual = configuration.edition.standard(configuration.players).chosen()
    changed: list[str] = []
    for name, value in configuration.options.chosen().items():
        if value != usual.get(name):
            changed += [clause for clause in clause_of(name, value).split(", ") if clause in clauses() and clause not in changed]
    return assemble(of_table(configuration), language(code), changed)


def to_json(edition: str | Edition, code: str = "en") -> dict[str, Any]:
    """The document as plain data (`Book` says what is in it)."""
    data: dict[str, Any] = to_builtins(book(edition, code))
    return data


def is_option(page: ClausePage) -> bool:
    return page.holds == OPTION
