"""What can go wrong, said to people: what was given, what was expected, what to do.

All are `ValueError`s, so that a caller who knows nothing of Sevenhex can still catch them.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class SevenhexError(ValueError):
    """Any refusal of this package."""


class EditionError(SevenhexError):
    """An edition that is not known, or a file that does not describe one."""


class OptionError(SevenhexError):
    """An option that does not exist, has no such value, or contradicts another one."""

    def __init__(self, message: str, *, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class ActionError(SevenhexError):
    """An action that is malformed or not allowed now, with the clause that forbids it."""

    def __init__(self, message: str, *, action: object = None, clause: str = "", code: str = "") -> None:
        super().__init__(message)
        self.action = action
        self.clause = clause
        self.code = code


class StateError(SevenhexError):
    """Bytes or values that are no sound state of a game."""


class NotationError(SevenhexError):
    """Text that could not be read, and where."""

    def __init__(self, message: str, *, line: int = 0, column: int = 0) -> None:
        place = f"line {line}, column {column}: " if line and column else f"line {line}: " if line else ""
        super().__init__(place + message)
        self.line = line
        self.column = column


class SeatError(SevenhexError):
    """A seat that does not exist or may not do this."""


def one_of(given: object, known: Iterable[object]) -> str:
    """The end of a sentence about an unknown name: what is known, and the likeliest meant."""
    names = [str(name) for name in known]
    near = get_close_matches(str(given), names, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"expected one of {', '.join(repr(name) for name in names)}{hint}"


def printable(text: str) -> str:
    """For a terminal: every character that could steer it is spelt out, line breaks excepted."""
    return "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text)
