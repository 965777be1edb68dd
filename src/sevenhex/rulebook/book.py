"""The whole rulebook of one edition in one language, as one typed document: what the page, the printed forms and the search read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from sevenhex.clauses import clauses
from sevenhex.editions import load
from sevenhex.editions.edition import HOUSE
from sevenhex.errors import SevenhexError
from sevenhex.protocol.encoding import PrivateWords, buildings_on, island_data, public_data, public_seat, roads_on, sizes_of

from . import examples
from .box import contents
from .examples import Refused, Staged, Step, seat_of
from .facts import Facts, of_edition, of_table
from .forms import Rulebook, RulebookClause, RulebookEntry, RulebookExample, RulebookSubject, RulebookTry
from .standing import ABSENT, OPTION, standing
from .template import render
from .texts import Language, fold, language, outline

if TYPE_CHECKING:
    from sevenhex.editions import Configuration, Edition
    from sevenhex.game.game import Game

FORMAT = 1
STATIC = ("island", "rows", "hexes", "harbors", "words")  # of a view: the same for all examples on one island


def nearest(given: str, known: Iterable[str] | Mapping[str, str]) -> str:
    """The end of a refusal: the names most like the one that was given, for there are too many to list.

    Of a mapping the keys are compared, other words for the same thing among them, and the values named.
    """
    names = known if isinstance(known, Mapping) else {name.casefold(): name for name in known}
    near = dict.fromkeys(names[each] for each in get_close_matches(given.casefold(), list(names), n=9, cutoff=0.3))
    return f"the nearest are {', '.join(list(near)[:3])}." if near else "`sevenhex rules` lists them all."


def known_clause(given: str) -> str:
    """A clause by its number, in any case."""
    found = given.strip().upper()
    if found not in clauses():
        raise SevenhexError(f"There is no clause {given!r}; {nearest(found, list(clauses()))}")
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


def tried(game: Game, step: Step, before: dict[str, Any]) -> RulebookTry:
    """An allowed action and what it changes; the game itself stays."""
    seat = seat_of(game, step.colour)
    twin = game.copy()
    twin.play(step.action, seat)
    return RulebookTry(seat, step.colour, step.action, changes(before, moving(twin)))


def refusal(game: Game, refused: Refused) -> RulebookTry:
    seat = seat_of(game, refused.step.colour)
    reasons = game.why_not(refused.step.action, seat)
    reason = reasons[0].with_sentence(game.words).to_json() if reasons else None
    return RulebookTry(seat, refused.step.colour, refused.step.action, clause=refused.clause, reason=reason)


def shown(game: Game, steps: tuple[Step, ...], before: dict[str, Any]) -> list[RulebookTry]:
    found = []
    for step in steps:
        found.append(tried(game, step, before))
        game.play(step.action, seat_of(game, step.colour))
        before = moving(game)
    return found


def page_of(given: Staged, islands: dict[str, dict[str, Any]]) -> RulebookExample:
    """An example as it is played, without its sentence; its island joins the others."""
    game = given.game()
    shown_island = to_builtins(island_data(game.state, game.snapshot, game.configuration, game.words))
    ground = {name: shown_island[name] for name in STATIC}
    island = next((name for name, known in islands.items() if known == ground), f"{shown_island['island']}-{len(islands) + 1}")
    islands.setdefault(island, ground)
    before = moving(game)
    return RulebookExample(
        given.example.id,
        given.example.clause,
        "",
        given.players,
        island,
        given.position,
        shown_island["options"],
        before,
        [tried(game, step, before) for step in given.allowed],
        [refusal(game, refused) for refused in given.refused],
        shown(game, given.show, before),
        dict(given.after),
    )


@cache
def played(edition: Edition) -> tuple[dict[str, dict[str, Any]], dict[str, RulebookExample]]:
    """The islands and the examples of an edition, without their sentences: every language shares them."""
    islands: dict[str, dict[str, Any]] = {}
    return islands, {given.example.id: page_of(given, islands) for given in examples.of(edition)}


def sentence(given: Staged, facts: Facts, spoken: Language) -> str:
    """What an example shows, in one sentence; its colours are the edition's."""
    names = {name: spoken.colours[own] for name, own in given.colours.items()}
    return render(given.example.text[spoken.code], facts, spoken, names)


# --- the book


def keywords(facts: Facts, spoken: Language, course: bool, held: set[str]) -> list[RulebookEntry]:
    plan = outline().course if course else outline().almanac
    texts = spoken.course if course else spoken.almanac
    kept = {entry.id: entry for entry in plan.values() if not entry.when or facts.holds(entry.when)}
    return [
        RulebookEntry(
            entry.id,
            render(texts[entry.id][0], facts, spoken),
            render(texts[entry.id][1], facts, spoken),
            [clause for clause in entry.clauses if clause in held],
            [other for other in entry.see if other in kept],
        )
        for entry in kept.values()
    ]


def words_of(edition: Edition, spoken: Language) -> dict[str, str]:
    """The edition's words, translated."""
    return {key: spoken.terms.get(word, word) for key, word in edition.words.items()}


def ruled(clause: str, facts: Facts, spoken: Language) -> RulebookClause | None:
    """One rule in the edition's words, without examples and keywords; None where it does not hold."""
    edition, (title, text) = facts.edition, spoken.clauses[clause]
    stands = standing(edition, clause)
    if stands == ABSENT:
        return None
    origin = edition.origin(clause)
    source = "" if origin == HOUSE else edition.cite(clause)
    said = (render(title, facts, spoken), render(text, facts, spoken))
    return RulebookClause(clause, clause.split("-", maxsplit=1)[0], *said, stands, origin, source, [], [])


def rules(edition: Edition, code: str = "en") -> dict[str, RulebookClause]:
    """The rules of an edition by number, for those who ask for no examples: these take time to be played."""
    facts, spoken = of_edition(edition), language(code)
    return {clause: found for clause in clauses() if (found := ruled(clause, facts, spoken))}


def assemble(facts: Facts, spoken: Language, changed: list[str], shown: bool = True) -> Rulebook:
    """`shown`: with its examples."""
    edition = facts.edition
    found = {clause: page for clause in clauses() if (page := ruled(clause, facts, spoken))}
    islands, played_pages = played(edition) if shown else ({}, {})
    pages = {
        given.example.id: replace(played_pages[given.example.id], text=sentence(given, of_edition(edition), spoken))
        for given in (examples.of(edition) if shown else ())
    }
    held = set(found)
    course = keywords(facts, spoken, True, held)
    almanac = sorted(keywords(facts, spoken, False, held), key=lambda entry: fold(entry.title))
    for example in pages.values():
        found[example.clause].examples.append(example.id)
    for entry in almanac:
        for clause in entry.clauses:
            found[clause].entries.append(entry.id)
    for step in course:
        pictures = [found[clause].examples for clause in outline().course[step.id].shown if clause in found]
        step.example = pictures[0][0] if pictures and pictures[0] else ""
    subjects: dict[str, list[str]] = {}
    for clause in found:
        subjects.setdefault(clause.split("-")[0], []).append(clause)
    return Rulebook(
        FORMAT,
        edition.key,
        spoken.code,
        spoken.terms.get(edition.name, edition.name),
        edition.rulebook,
        list(edition.players),
        dict(spoken.labels),
        words_of(edition, spoken),
        dict(spoken.colours),
        [RulebookSubject(key, spoken.subjects[key], rows) for key, rows in subjects.items()],
        found,
        course,
        almanac,
        islands,
        pages,
        {said: list(meant) for said, meant in spoken.synonyms.items()},
        list(spoken.ignored),
        changed,
        {str(players): contents(edition, players) for players in edition.players},
    )


@cache
def _book(edition: Edition, code: str, shown: bool) -> Rulebook:
    return assemble(of_edition(edition), language(code), [], shown)


def book(edition: str | Edition, code: str = "en", examples: bool = True) -> Rulebook:
    """The rulebook of an edition in a language. Treat it as read-only: it is kept. Without examples it is there at once."""
    return _book(load(edition) if isinstance(edition, str) else edition, code, examples)


def table_book(configuration: Configuration, code: str = "en") -> Rulebook:
    """The rules of one table: its options decide the texts, and the changed clauses are named."""
    from sevenhex.editions.options import clause_of

    usual = configuration.edition.standard(configuration.players).chosen()
    changed: list[str] = []
    for name, value in configuration.options.chosen().items():
        if value != usual.get(name):
            changed += [clause for clause in clause_of(name, value).split(", ") if clause in clauses() and clause not in changed]
    return assemble(of_table(configuration), language(code), changed)


def to_json(edition: str | Edition, code: str = "en") -> dict[str, Any]:
    """The document as plain data (`Rulebook` says what is in it)."""
    data: dict[str, Any] = to_builtins(book(edition, code))
    return data


def is_option(page: RulebookClause) -> bool:
    return page.holds == OPTION
