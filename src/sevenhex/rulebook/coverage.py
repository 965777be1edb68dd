"""How complete the rulebook is: clauses with text, example and translation, for each edition and language."""

from __future__ import annotations

from msgspec import Struct

from sevenhex.clauses import clauses
from sevenhex.editions import load, names

from . import examples
from .book import book
from .facts import of_edition
from .texts import LANGUAGES, language, missing


class Covered(Struct):
    """One edition: its clauses, those with an example, and for each language how many of its texts are there."""

    edition: str
    clauses: int
    with_example: int
    examples: int
    almanac: int
    texts: dict[str, int]


class Coverage(Struct):
    clauses: int
    texts: dict[str, int]  # by language, of all clauses
    with_example: int
    without_example: list[str]
    examples: int
    missing: dict[str, list[str]]
    editions: list[Covered]


def covered(key: str) -> Covered:
    edition = load(key)
    found = book(edition)
    shown = {given.example.clause for given in examples.of(edition)}
    texts = {code: sum(clause in language(code).clauses for clause in found.clauses) for code in LANGUAGES}
    return Covered(key, len(found.clauses), len(shown), len(found.examples), len(found.almanac), texts)


def coverage() -> Coverage:
    shown = {
        example.clause for example in examples.examples().values() for key in names() if examples.applies(example, of_edition(load(key)))
    }
    texts = {code: sum(clause in language(code).clauses for clause in clauses()) for code in LANGUAGES}
    lacking = {code: missing(code) for code in LANGUAGES}
    without = [clause for clause in clauses() if clause not in shown]
    rows = [covered(key) for key in names()]
    return Coverage(len(clauses()), texts, len(shown), without, len(examples.examples()), lacking, rows)
