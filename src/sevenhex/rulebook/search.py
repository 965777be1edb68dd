"""Questions in people's own words: a small index over clauses, almanac and examples, in four languages.

Words are compared by their stems, weighted by how rare they are; what is misspelt is read as the nearest known word, and synonyms lead to
their keyword or rule. Nothing leaves the process. `web/src/rules/search.ts` answers alike in the page, without a network:
`tests/web/test_rules_search.py` asks both the same questions.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
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
TITLE_WEIGHT, SYNONYM_WEIGHT, NUMBER_WEIGHT = 2.5, 4.0, 100.0
LEAD = {CLAUSE: 1.15, ENTRY: 1.0, EXAMPLE: 0.75}  # of two equally good answers the rule itself comes first
SHOWN = 0.3  # of an example's score, for the rule that it shows
# what a known word counts that begins alike (when the one asked for is known too), is only spelt alike, means the same
BEGUN, RELATED, MISSPELT, SAME = 0.8, 0.5, 0.6, 0.9
ALIKE = 0.65  # of the longer of two words: so much of their beginning is the same
SHORTEST = 3  # letters; shorter words are neither begun nor misspelt
LONG = 6  # letters from which two of them may be wrong
OTHER_LANGUAGE = 0.8
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


def words_of(text: str) -> list[str]:
    found: list[str] = WORDS.findall(fold(text))
    return found


def stems(text: str) -> list[str]:
    return [stem(word) for word in words_of(text)]


def mistakes(one: str, other: str, most: int) -> int:
    """Letters to change, add, drop or exchange with the next to make one word of the other; more than `most` are not counted."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, compared in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != compared))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == compared:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def begun_alike(one: str, other: str) -> int:
    """How many letters two words share at their beginning, when that is most of the longer one or all of a shorter one; else 0."""
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    enough = shared > SHORTEST and shared >= ALIKE * max(len(one), len(other))
    return shared if enough or (shared >= SHORTEST and shared == len(one)) else 0


Key = tuple[str, str]


@dataclass
class Index:
    """One language of one edition."""

    book: Rulebook
    weights: dict[str, dict[Key, float]] = field(default_factory=lambda: defaultdict(dict))
    rarity: dict[str, float] = field(default_factory=dict)
    synonyms: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    ignored: set[str] = field(default_factory=set)
    other_words: dict[str, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))  # single words, and those that the texts use
    known: dict[str, None] = field(default_factory=dict)  # every stem of texts and synonyms, in their order

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
        titles = {entry.id: entry.title for entry in self.book.almanac}
        meant = titles.keys() | self.book.clauses.keys()
        for said, names in self.book.synonyms.items():  # two sayings with the same stems are one
            read = tuple(stems(said))
            self.synonyms.setdefault(read, []).extend(name for name in names if name in meant)
            for name in names if len(read) == 1 else []:
                self.other_words[read[0]].update(dict.fromkeys(stems(titles.get(name) or self.book.words.get(name, ""))))
        self.ignored = set(self.book.ignored)
        self.known = dict.fromkeys([*self.weights, *(each for said in self.synonyms for each in said)])

    def texts(self) -> list[tuple[Key, str, str]]:
        found = [((CLAUSE, page.id), page.title, page.text) for page in self.book.clauses.values()]
        found += [((ENTRY, entry.id), entry.title, entry.text) for entry in self.book.almanac]
        return found + [((EXAMPLE, page.id), "", page.text) for page in self.book.examples.values()]

    def read(self, given: str) -> dict[str, float]:
        """What one stem of a question may mean among those of the texts, the most likely first."""
        found = self.nearest(given)
        for each, likeness in list(found.items()):
            for other in self.other_words.get(each, ()):
                found.setdefault(other, likeness * SAME)
        return found

    def nearest(self, given: str) -> dict[str, float]:
        """Known stems for one of a question: itself, those that begin alike, or those spelt nearly so."""
        known = {given: 1.0} if given in self.known else {}
        if len(given) < SHORTEST:
            return known
        begun = {each: shared for each in self.known if (shared := begun_alike(given, each)) and each != given}
        if known or begun:
            return known | dict.fromkeys(sorted(begun, key=lambda each: -begun[each])[:5], RELATED if known else BEGUN)
        most = 0 if len(given) <= SHORTEST else 1 if len(given) < LONG else 2
        near = {each: wrong for each in self.known if (wrong := mistakes(given, each, most)) <= most}
        return dict.fromkeys(sorted(near, key=lambda each: near[each])[:3], MISSPELT)

    def familiar(self, question: str) -> float:
        """The share of a question's words that this language has: its small words tell most."""
        said = words_of(question)
        return sum(word in self.ignored or stem(word) in self.known for word in said) / max(1, len(said))

    def scores(self, question: str) -> dict[Key, float]:
        said = words_of(question)
        asked = [stem(word) for word in said]
        meant = {each: self.read(each) for word, each in zip(said, asked, strict=True) if word not in self.ignored}
        found: dict[Key, float] = defaultdict(float)
        had: Counter[Key] = Counter()
        for near in meant.values():
            best: dict[Key, float] = {}
            for known, likeness in near.items():
                for key, weight in self.weights.get(known, {}).items():
                    best[key] = max(best.get(key, 0.0), weight * likeness)
            for key, weight in best.items():
                found[key] += weight * LEAD[key[0]]
            had.update(best.keys())
        for key in found:
            found[key] *= math.sqrt(had[key] / len(meant))
        for example in self.book.examples.values():
            if (EXAMPLE, example.id) in found:
                found[CLAUSE, example.clause] += found[EXAMPLE, example.id] * SHOWN
        for entry in self.book.almanac:
            if (ENTRY, entry.id) in found:
                for clause in entry.clauses[:2]:
                    found[CLAUSE, clause] += found[ENTRY, entry.id] * SHOWN
        self.add_synonyms([next(iter(meant.get(each, {})), each) for each in asked], found)
        return found

    def add_synonyms(self, asked: list[str], found: dict[Key, float]) -> None:
        """What people also say leads to its keyword and the rules behind it, or to its rule."""
        rarest = max(self.rarity.values())
        clauses_of = {entry.id: entry.clauses for entry in self.book.almanac}
        for said, names in self.synonyms.items():
            if not any(tuple(asked[at : at + len(said)]) == said for at in range(len(asked) - len(said) + 1)):
                continue
            # a word that many texts have says less than one that no text has, and several words say more than one
            weight = SYNONYM_WEIGHT * sum(self.rarity.get(each, rarest) for each in said) / (rarest * math.sqrt(len(said)))
            for name in dict.fromkeys(names):
                found[(CLAUSE if name in self.book.clauses else ENTRY), name] += weight
                for clause in clauses_of.get(name, [])[:2]:
                    found[CLAUSE, clause] += weight / 2

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
    found = re.findall(r"\b([A-Za-z]{3,5})-(\d{1,2})\b", question)
    found += re.findall(r"^\s*([A-Za-z]{3,5}) ?(\d{1,2})\s*$", question)  # but "trade 3 sheep" names none
    return [f"{subject.upper()}-{number}" for subject, number in found if f"{subject.upper()}-{number}" in clauses()]


def ask(question: str, edition: str | Edition = "sixth", code: str | None = None, most: int = 5) -> list[Answer]:
    """The best answers to a question in any of the languages; they are given in `code`, or in the language that fits the question."""
    if not question.strip():
        raise SevenhexError('The question is empty; ask something like: sevenhex rules ask "may I build next to a harbor?"')
    if len(question) > LONGEST:
        raise SevenhexError(f"The question has {len(question)} characters; expected at most {LONGEST}.")
    found = load(edition) if isinstance(edition, str) else edition
    familiar = {each: index(found, each).familiar(question) for each in LANGUAGES}
    asked_in = max(LANGUAGES, key=lambda each: familiar[each])
    best: dict[Key, float] = defaultdict(float, index(found, asked_in).scores(question))
    home = index(found, code or asked_in)
    for clause in numbers(question):
        if clause in home.book.clauses:
            best[CLAUSE, clause] += NUMBER_WEIGHT
    ranked = sorted(best, key=lambda key: -best[key])
    answered: set[str] = set()
    answers: list[Answer] = []
    for key in ranked:
        answer = home.answer(key, round(best[key], 2))
        if key[0] == EXAMPLE and answer.clauses[0] in answered:  # its rule stands there already
            continue
        answers.append(answer)
        answered |= {key[1]} if key[0] == CLAUSE else set()
        if len(answers) == most:
            break
    return answers
