"""Pieces of text that remember where they stood, so that every complaint names line and column."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import NotationError

BYTE_ORDER_MARK = "\ufeff"  # some editors begin a file with it


class Scrap(NamedTuple):
    """A piece of text and its place, both counted from 1."""

    text: str
    line: int = 1
    column: int = 1

    def fail(self, message: str, offset: int = 0) -> NotationError:
        where = self.since(offset)
        return NotationError(message, line=where.line, column=where.column)

    def since(self, offset: int) -> Scrap:
        *lines, _ = self.text[:offset].split("\n")
        column = offset - sum(len(line) + 1 for line in lines)  # where the text is shorter than the offset, this counts on
        return Scrap(self.text[offset:], self.line + len(lines), column + (1 if lines else self.column))

    def split(self, separator: str) -> list[Scrap]:
        """The parts between separators; none for an empty text."""
        parts, start = [], 0
        for part in self.text.split(separator) if self.text else ():
            parts.append(Scrap(part, self.line, self.column + start))
            start += len(part) + len(separator)
        return parts

    def words(self) -> list[Scrap]:
        """The parts between blanks."""
        return [part for part in self.split(" ") if part.text]

    def partition(self, separator: str) -> tuple[Scrap, Scrap]:
        """Before and after the first separator, which must be there."""
        before, found, after = self.text.partition(separator)
        if not found:
            raise self.fail(f"Expected {separator!r} in {short(self.text)!r}.")
        return Scrap(before, self.line, self.column), Scrap(after, self.line, self.column + len(before) + len(separator))

    def strip(self) -> Scrap:
        bare = self.since(len(self.text) - len(self.text.lstrip()))
        return bare._replace(text=bare.text.rstrip())

    def number(self, what: str, least: int, most: int) -> int:
        given = self.text
        if not (given.isascii() and given.isdigit() and len(given) <= 10 and least <= int(given) <= most):
            raise self.fail(f"Expected {what} from {least} to {most}, got {short(given)!r}.")
        return int(given)


def short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."
