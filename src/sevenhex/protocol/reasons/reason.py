"""One reason for a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs, to_builtins

from ..wording import Facts, reason_sentence


class Reason(Struct, frozen=True, omit_defaults=True):
    """One reason for a refusal; `code` never changes its meaning, `source` names the rulebook and its section.

    Which sentence it is say code, variant and facts (`wording.py`); the sentence itself is made for those who ask for it.
    """

    code: str
    sentence: str = ""
    clause: str = ""
    source: str = ""
    variant: str = ""
    facts: Facts = {}

    def __hash__(self) -> int:
        return hash((self.code, self.variant, self.clause))

    @property
    def key(self) -> str:
        """Under which its sentence is found."""
        return f"{self.code}_{self.variant}" if self.variant else self.code

    def with_sentence(self, words: Mapping[str, str]) -> Reason:
        """The same with its sentence."""
        return structs.replace(self, sentence=reason_sentence(self.key, self.facts, words))

    def to_json(self) -> dict[str, Any]:
        fields: dict[str, Any] = to_builtins(self)
        return fields
