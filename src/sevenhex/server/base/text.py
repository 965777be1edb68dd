"""Texts of strangers that others are shown: on one line, without characters that hide, turn round or pile up."""

from __future__ import annotations

import unicodedata

MOST_MARKS = 2  # combining marks on one letter: more than any language piles up that is written so
JOINER = "\u200d"  # between two pictures it makes one
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and a sign that show nothing: fillers, and the empty Braille cell


def clean(text: str) -> str:
    """The same text, composed; controls, marks of direction and of no width are gone, and so are stacks of combining marks."""
    kept: list[str] = []
    marks = 0
    letters = unicodedata.normalize("NFC", text)
    for place, letter in enumerate(letters):
        if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me"):
            marks += 1
            if marks <= MOST_MARKS and kept:
                kept.append(letter)
            continue
        joins = letter == JOINER and kept and is_picture(letters[place - 1]) and is_picture(letters[place + 1 : place + 2])
        if letter.isspace():
            kept.append(" ")
        elif letter not in BLANK and (letter.isprintable() or joins):
            kept.append(letter)
        else:
            continue
        marks = 0
    return " ".join("".join(kept).split())


def is_picture(letter: str) -> bool:
    """An emoji, its colour, or the sign that shows one in colour."""
    return bool(letter) and (unicodedata.category(letter) in ("So", "Sk") or letter == "\ufe0f")


def visible(text: str) -> str:
    """The cleaned text; a text that is there but shows nothing is no name."""
    cleaned = clean(text)
    if text.strip() and not cleaned:
        raise ValueError("nothing of it can be seen; write letters, or leave it empty")
    return cleaned
