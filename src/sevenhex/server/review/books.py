"""The rulebooks: made once by a worker, kept packed, the same for everybody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from sevenhex import editions, rulebook
from sevenhex.errors import SevenhexError
from sevenhex.rulebook.texts import language as spoken

from ..base.encoder import encode
from ..base.refusal import Refused


class Rulebook(msgspec.Struct, tag=True):
    """The rulebook of an edition in a language (docs/rulebook.md); its examples are played for it, which takes seconds."""

    edition: str
    language: str

    def answer(self) -> bytes:
        return encode(rulebook.to_json(self.edition, self.language))


def wanted(edition: str, language: str) -> Rulebook:
    """What is asked for, or a refusal that names the nearest."""
    try:
        editions.load(edition)
    except SevenhexError as error:
        raise Refused("unknown_table", "no_such_edition", detail=str(error)) from None
    try:
        spoken(language)
    except SevenhexError as error:
        raise Refused("unknown_table", "no_such_language", detail=str(error)) from None
    return Rulebook(edition, language)


class Shelf:
    """The books that were asked for: as many as there are editions and languages, about 50 KB each."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    async def find(self, job: Rulebook, compute: Callable[[Rulebook], Awaitable[bytes]]) -> bytes:
        key = (job.edition, job.language)
        if key not in self.kept:
            self.kept[key] = await compute(job)
        return self.kept[key]
