"""A clause in an edition's own words, with what this edition does and nothing of the others (COMP-9)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..clauses import Clause
from ..rules.ids import Island
from .edition import HOUSE, OTHER, Edition
from .options import OPTIONS, Value, format_value

WORD = re.compile(r"\[(\w+)\]")
AND = " and "  # between the conditions of a variant


def in_words(text: str, words: Mapping[str, str]) -> str:
    """`[harbor]` as the edition says it; `[Harbor]` with a capital, and so is the first letter of the whole."""

    def word(found: re.Match[str]) -> str:
        key = found[1]
        term = words.get(key.lower(), key.lower().replace("_", " "))
        return term if key.islower() else term[:1].upper() + term[1:]

    filled = WORD.sub(word, text)
    return filled[:1].upper() + filled[1:]


def conditions(edition: Edition) -> set[str]:
    """What a text may depend on: values of options (`free_roads=both`), the islands, the colour left in the box, drawn pieces."""
    found = {f"{name}={value}" for rules in edition.rules.values() for name, value in rules.items()}
    found |= {{Island.SMALL: "small", Island.LARGE: "large"}[island] for island in edition.islands}
    if edition.pieces.drawn:
        found.add("drawn")
    if edition.beginner_first_player == "oldest":
        found.add("oldest")
    three, four = (set(edition.colour_table.get(count, ())) for count in (3, 4))
    return found | {f"boxed={colour}" for colour in four - three if three}


def title_of(clause: Clause, edition: Edition) -> str:
    return in_words(clause.title, edition.words)


def text_of(clause: Clause, edition: Edition) -> str:
    """The clause as it holds in this edition, and what else may be chosen."""
    holds = conditions(edition)
    variant = next((text for key, text in clause.by.items() if holds.issuperset(key.split(AND))), clause.text)
    others = [format_choice(edition, name, value) for name, value in choices_of(clause, edition)]
    chosen = f" May be chosen instead: {', '.join(others)}." if others else ""
    return in_words(variant, edition.words) + chosen


def choices_of(clause: Clause, edition: Edition) -> list[tuple[str, Value]]:
    """Other values of an option whose every value is a matter of this one clause."""
    names = [
        name for name, option in OPTIONS.items() if option.clause == clause.id and not option.house and isinstance(option.values, tuple)
    ]
    return list(dict.fromkeys((name, value) for name in names for choices in edition.choices.values() for value in choices.get(name, ())))


def format_choice(edition: Edition, name: str, value: Value) -> str:
    """A choice with where it comes from, if not from the edition's own book."""
    origin = edition.origin_of_choice(name, value)
    return format_value(value) + {HOUSE: " by house rule", OTHER: " by another book"}.get(origin, "")
