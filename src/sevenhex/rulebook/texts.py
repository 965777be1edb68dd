"""The texts of the rulebook by language: one file each under `texts/`, and `outline.toml` for what belongs to what."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

from sevenhex.clauses import clauses
from sevenhex.errors import SevenhexError, one_of

FOLDER = Path(__file__).with_name("texts")
OUTLINE = Path(__file__).with_name("outline.toml")
LANGUAGES = ("en", "de", "fr", "es")

Titled = tuple[str, str]  # a title and a text


@dataclass(frozen=True)
class Language:
    """Everything that the rulebook says in one language."""

    code: str
    name: str
    terms: Mapping[str, str]  # an edition's word, translated
    forms: Mapping[str, Mapping[str, Mapping[str, str]]]  # key of the word, the edition's word, form
    colours: Mapping[str, str]
    subjects: Mapping[str, str]
    labels: Mapping[str, str]
    clauses: Mapping[str, Titled]
    course: Mapping[str, Titled]
    almanac: Mapping[str, Titled]
    synonyms: Mapping[str, tuple[str, ...]]  # what people also say, for the search: the keywords and clauses that are meant
    ignored: tuple[str, ...]  # words that say nothing about the matter of a question

    def __hash__(self) -> int:
        return hash(self.code)


@dataclass(frozen=True)
class Entry:
    """An entry of the almanac or a step of the course: what it belongs to, and where it holds."""

    id: str
    clauses: tuple[str, ...]
    see: tuple[str, ...] = ()
    when: str = ""
    shown: tuple[str, ...] = ()  # clauses; the first example of the first that holds is its picture


@dataclass(frozen=True)
class Outline:
    course: Mapping[str, Entry]
    almanac: Mapping[str, Entry]


def titled(data: Mapping[str, Any]) -> dict[str, Titled]:
    return {key: (str(value[0]), str(value[1])) for key, value in data.items()}


def sayings(meanings: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """By what is said; one saying may mean several things."""
    found: dict[str, tuple[str, ...]] = {}
    for meant, many in meanings.items():
        for said in many:
            found[said] = (*found.get(said, ()), meant)
    return found


@cache
def language(code: str) -> Language:
    if code not in LANGUAGES:
        raise SevenhexError(f"There is no rulebook in {code!r}; {one_of(code, LANGUAGES)}.")
    data = tomllib.loads((FOLDER / f"{code}.toml").read_text(encoding="utf-8"))
    return Language(
        code,
        data["name"],
        data.get("terms", {}),
        data.get("forms", {}),
        data["colours"],
        data["subjects"],
        data["labels"],
        titled(data["clauses"]),
        titled(data["course"]),
        titled(data["almanac"]),
        sayings(data["synonyms"]),
        tuple(data["ignored"].split()),
    )


@cache
def outline() -> Outline:
    data = tomllib.loads(OUTLINE.read_text(encoding="utf-8"))

    def entries(rows: list[dict[str, Any]]) -> dict[str, Entry]:
        return {
            row["id"]: Entry(row["id"], tuple(row["clauses"]), tuple(row.get("see", ())), row.get("when", ""), tuple(row.get("shown", ())))
            for row in rows
        }

    return Outline(entries(data["course"]), entries(data["almanac"]))


def missing(code: str) -> list[str]:
    """Names of texts that a language lacks, or has too many."""
    found, base, plan = language(code), language("en"), outline()
    wanted: dict[str, tuple[Mapping[str, Any], set[str]]] = {
        "clauses": (found.clauses, set(clauses())),
        "course": (found.course, set(plan.course)),
        "almanac": (found.almanac, set(plan.almanac)),
        "subjects": (found.subjects, {clause.split("-")[0] for clause in clauses()}),
        "labels": (found.labels, set(base.labels)),
        "colours": (found.colours, set(base.colours)),
    }
    return [f"{part}.{key}" for part, (texts, keys) in wanted.items() for key in sorted(keys ^ set(texts))]


def fold(text: str) -> str:
    """Small letters without accents."""
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter)).replace("œ", "oe")
