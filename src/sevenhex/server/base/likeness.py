"""Names that look alike: the skeleton of Unicode's UTS #39, with the data of `confusable_homoglyphs`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from confusable_homoglyphs.confusables import confusables_data

LONGEST = 40  # letters of a name at a table
MARK = "\u200e"  # stands around letters that are written from right to left, in those data


def prototypes(data: Mapping[str, Iterable[Mapping[str, str]]]) -> dict[str, str]:
    """What each confusable letter stands for. The data say which are alike; the one that most are like is the prototype."""
    alike = {key.strip(MARK): {other["c"].strip(MARK) for other in others} for key, others in data.items()}
    found = {}
    for letter, others in alike.items():
        if len(letter) == 1:
            best = max(others, key=lambda other: (len(alike.get(other, ())), len(other), other))
            own = (len(others), len(letter), letter)
            found[letter] = best if (len(alike.get(best, ())), len(best), best) > own else letter
    return found


PROTOTYPES = prototypes(confusables_data)


def skeleton(text: str) -> str:
    """Two texts that look alike have the same skeleton."""
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(PROTOTYPES.get(letter, letter) for letter in letters))


def folded(text: str) -> str:
    """Without case, width, marks and spaces."""
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in decomposed if unicodedata.category(letter)[0] not in "MZC")


def looks(name: str) -> frozenset[str]:
    """How a name may be read. Letters are compared as they are and in lower case: I is like l, but i is not."""
    return frozenset(folded(skeleton(written)) for written in (name, folded(name)))


def alike(one: str, other: str) -> bool:
    return not looks(one).isdisjoint(looks(other))


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it where it looks like one of the others: where nobody can be asked for another name."""
    taken = [other for other in others if other]
    found, number = name[:LONGEST], 2
    while any(alike(found, other) for other in taken):
        found = f"{name[: LONGEST - 3]} {number}"
        number += 1
    return found
