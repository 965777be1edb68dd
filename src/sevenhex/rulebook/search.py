"""Questions in people's own words: a small index over clauses, almanac and examples, in four languages at once.

Words are compared by their stems, weighted by how rare they are; what is misspelt is compared with the nearest known words, and synonyms
lead to their keyword. Nothing leaves the process.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sevenhex.clauses import clauses
from sevenhex.editions import load
from sevenhex.errors import SevenhexError

from .book import book
from .forms import Rulebook
from .texts import LANGUAGES, fold

if TYPE_CHECKING:
    from sevenhex.editions import Edition

CLAUSE, ENTRY, EXAMPLE = "clause", "almanac", "example"
LONGEST = 400  # characters of a question: more is no question
TITLE_WEIGHT, SYNONYM_WEIGHT, NUMBER_WEIGHT = 2.5, 6.0, 100.0
LEAD = {CLAUSE: 1.15, ENTRY: 1.0, EXAMPLE: 0.75}  # of two equally good answers the rule itself comes first
SPELLING = 0.74  # how like a known word a misspelt one must be
SHORTEST = 3
ENDINGS = ("ungen", "ing", "ung", "ies", "es", "en", "er", "ed", "s", "e", "n")
WORDS = re.compile(r"[a-z0-9]+")


class Answer(NamedTuple):
    """One find: `kind` is clause, almanac or example; `clauses` are the numbers to quote."""

    kind: str
    id: str
    title: str
    text: str
    clauses: tuple[str, ...]
    score: float


def stem(word: str) -> str:
    """A word without its ending, the same way in all languages."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST + 1:
            return word[: -len(ending)]
    return word


def stems(text: str) -> list[str]:
    return [stem(word) for word in WORDS.findall(fold(text))]


Key = tuple[str, str]


@dataclass
class Index:
    """One language of one edition."""

    book: Rulebook
    weights: dict[str, dict[Key, float]] = field(default_factory=lambda: defaultdict(dict))
    rarity: dict[str, float] = field(default_factory=dict)
    synonyms: dict[tuple[str, ...], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        documents: dict[Key, dict[str, float]] = {}
        for key, title, text in self.texts():
            documents[key] = dict(Counter(stems(text)))
            for each in stems(title):
                documents[key][each] = documents[key].get(each, 0) + TITLE_WEIGHT
        spread: Counter[str] = Counter(each for found in documents.values() for each in found)
        self.rarity = {each: math.log(1 + len(documents) / number) for each, number in spread.items()}
        for key, found in documents.items():
            length = math.sqrt(sum(found.values()))
            for each, number in found.items():
                self.weights[each][key] = self.rarity[each] * math.sqrt(number) / math.sqrt(length)
        known = {entry.id for entry in self.book.almanac}
        self.synonyms = {tuple(stems(said)): meant for said, meant in self.book.synonyms.items() if meant in known}

    def texts(self) -> list[tuple[Key, str, str]]:
        found = [((CLAUSE, page.id), page.title, page.text) for page in self.book.clauses.values()]
        found += [((ENTRY, entry.id), entry.title, entry.text) for entry in self.book.almanac]
        return found + [((EXAMPLE, page.id), "", page.text) for page in self.book.examples.values()]

    def nearest(self, given: str) -> dict[str, float]:
        """Known stems for one of a question: itself, those that begin so, or those spelt nearly so."""
        if given in self.weights:
            return {given: 1.0}
        if len(given) <= SHORTEST:
            return {}
        begun = [each for each in self.weights if each.startswith(given) or (len(each) > SHORTEST and given.startswith(each))]
        if begun:
            return dict.fromkeys(begun[:5], 0.8)
        return dict.fromkeys(get_close_matches(given, list(self.weights), n=3, cutoff=SPELLING), 0.6)

    def scores(self, question: str) -> dict[Key, float]:
        asked, rarest = stems(question), max(self.rarity.values())
        found: dict[Key, float] = defaultdict(float)
        for each in dict.fromkeys(asked):
            for known, likeness in self.nearest(each).items():
                for key, weight in self.weights[known].items():
                    found[key] += weight * likeness * LEAD[key[0]]
        clauses_of = {entry.id: entry.clauses for entry in self.book.almanac}
        for said, meant in self.synonyms.items():
            if any(tuple(asked[at : at + len(said)]) == said for at in range(len(asked) - len(said) + 1)):
                # a word that many texts have says less than one that no text has
                weight = SYNONYM_WEIGHT * sum(self.rarity.get(each, rarest) for each in said) / (rarest * len(said))
                found[ENTRY, meant] += weight
                for clause in clauses_of[meant][:2]:
                    found[CLAUSE, clause] += weight / 2
        return found

    def answer(self, key: Key, score: float) -> Answer:
        kind, name = key
        if kind == CLAUSE:
            page = self.book.clauses[name]
            return Answer(kind, name, page.title, page.text, (name,), score)
        if kind == ENTRY:
            entry = next(each for each in self.book.almanac if each.id == name)
            return Answer(kind, name, entry.title, entry.text, tuple(entry.clauses), score)
        example = self.book.examples[name]
        title = self.book.clauses[example.clause].title
        return Answer(kind, name, title, example.text, (example.clause,), score)


@cache
def index(edition: Edition, code: str) -> Index:
    return Index(book(edition, code))


def numbers(question: str) -> list[str]:
    """Clauses that a question names by number: `rob-1`, `ROB 1`."""
    found = re.findall(r"\b([A-Za-z]{3,5})[- ]?(\d{1,2})\b", question)
    return [f"{subject.upper()}-{number}" for subject, number in found if f"{subject.upper()}-{number}" in clauses()]


def ask(question: str, edition: str | Edition = "sixth", code: str | None = None, most: int = 5) -> list[Answer]:
    """The best answers to a question in any of the languages; they are given in `code`, or in the language that fits the question."""
    if not question.strip():
        raise SevenhexError('The question is empty; ask something like: sevenhex rules ask "may I build next to a harbor?"')
    if len(question) > LONGEST:
        raise SevenhexError(f"The question has {len(question)} characters; expected at most {LONGEST}.")
    found = load(edition) if isinstance(edition, str) else edition
    by_language = {each: index(found, each).scores(question) for each in LANGUAGES}
    spoken = code or max(LANGUAGES, key=lambda each: (sum(sorted(by_language[each].values())[-3:]), each == "en"))
    best: dict[Key, float] = defaultdict(float)
    for each, scores in by_language.items():
        for key, score in scores.items():
            best[key] = max(best[key], score * (1.0 if each == spoken else 0.8))
    home = index(found, spoken)
    for clause in numbers(question):
        if clause in home.book.clauses:
            best[CLAUSE, clause] += NUMBER_WEIGHT
    ranked = sorted(best, key=lambda key: -best[key])[:most]
    return [home.answer(key, round(best[key], 2)) for key in ranked]
