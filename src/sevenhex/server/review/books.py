"""The rulebooks, their comparisons, a table's own rules and islands for a real table: made by a worker, small, the same for everybody."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

import msgspec

from sevenhex import editions, rulebook
from sevenhex.errors import SevenhexError
from sevenhex.rulebook import compare, table
from sevenhex.rulebook.texts import LANGUAGES
from sevenhex.rulebook.texts import language as spoken
from sevenhex.study import dealing

from ..base.encoder import encode
from ..base.refusal import Refused
from .lessons import Lessons


class Rulebook(msgspec.Struct, tag=True, frozen=True):
    """The rulebook of an edition in a language (docs/rulebook.md); its examples are played for it, which takes seconds."""

    edition: str
    language: str

    def answer(self) -> bytes:
        return encode(rulebook.to_json(self.edition, self.language))


class Comparison(msgspec.Struct, tag=True, frozen=True):
    """What is new in an edition for people who know another one."""

    known: str
    edition: str
    language: str

    def answer(self) -> bytes:
        return encode(compare.to_json(self.known, self.edition, self.language))


class TableRules(msgspec.Struct, tag=True):
    """The rules of a table with these options."""

    edition: str
    language: str
    players: int
    options: dict[str, editions.options.Value | None]

    def answer(self) -> bytes:
        try:
            configuration = editions.load(self.edition).configure(self.players, **self.options)
        except SevenhexError as error:
            raise Refused("malformed", "unsuitable", detail=str(error)) from None
        return encode(table.table_rules(configuration, self.language))


class Island(msgspec.Struct, tag=True):
    """An island for a real table, with its figures."""

    seed: str
    edition: str
    players: int
    setup: str

    def answer(self) -> bytes:
        try:
            return encode(dealing.deal(self.seed, self.edition, self.players, self.setup))
        except SevenhexError as error:
            raise Refused("malformed", "unsuitable", detail=str(error)) from None


Kept = Rulebook | Comparison | Lessons
Job = Kept | TableRules | Island


def known_edition(edition: str) -> str:
    try:
        editions.load(edition)
    except SevenhexError as error:
        raise Refused("unknown_table", "no_such_edition", detail=str(error)) from None
    return edition


def known_language(language: str) -> str:
    try:
        spoken(language)
    except SevenhexError as error:
        raise Refused("unknown_table", "no_such_language", detail=str(error)) from None
    return language


def wanted(edition: str, language: str) -> Rulebook:
    """What is asked for, or a refusal that names the nearest."""
    return Rulebook(known_edition(edition), known_language(language))


def compared(edition: str, language: str, known: str) -> Comparison:
    return Comparison(known_edition(known), known_edition(edition), known_language(language))


class Shelf:
    """What was asked for: a book for each edition and language, about 50 KB, and a quarter or less for lessons and a comparison of two."""

    def __init__(self) -> None:
        self.kept: dict[Kept, bytes] = {}

    async def find(self, job: Kept, compute: Callable[[Kept], Awaitable[bytes]]) -> bytes:
        if job not in self.kept:
            self.kept[job] = await compute(job)
        return self.kept[job]

    async def fill(self, compute: Callable[[Kept], Awaitable[bytes]]) -> None:
        """All rulebooks, one after the other: the first reader does not wait either. One that fails is made when it is asked for."""
        for edition in editions.names():
            for language in LANGUAGES:
                with contextlib.suppress(Refused):
                    await self.find(Rulebook(edition, language), compute)
