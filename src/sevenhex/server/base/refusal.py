"""A command that changed nothing: a code and a key for programs, a sentence for people."""

from __future__ import annotations

from typing import Any, Literal

from sevenhex.errors import SevenhexError

from .sentences import SENTENCES

Code = Literal[
    "stale", "illegal", "malformed", "not_seated", "over", "too_large", "too_many", "unknown_table", "unavailable", "forbidden", "damaged"
]

STATUS: dict[str, int] = {
    "stale": 409,
    "illegal": 409,
    "malformed": 400,
    "not_seated": 403,
    "forbidden": 403,
    "over": 409,
    "too_large": 413,
    "too_many": 429,
    "unknown_table": 404,
    "unavailable": 503,
    "damaged": 500,
}


def sentence(key: str, facts: dict[str, str | int]) -> str:
    text = SENTENCES[key].format(**facts)
    return text if "detail" in facts else text[:1].upper() + text[1:]  # a colour may stand in front


class Refused(SevenhexError):
    """A command that changed nothing. `code` says what kind of refusal it is, `key` and `facts` which sentence (`sentences`)."""

    def __init__(
        self, code: Code, key: str, reasons: list[dict[str, Any]] | None = None, retry_after: float | None = None, **facts: str | int
    ) -> None:
        self.reasons = reasons or []
        self.sentence = " ".join(reason["sentence"] for reason in self.reasons) or sentence(key, facts)
        super().__init__(self.sentence)
        self.code = code
        self.key = key
        self.facts = facts
        self.retry_after = retry_after  # seconds

    def to_json(self) -> dict[str, Any]:
        later = {} if self.retry_after is None else {"retry_after": self.retry_after}
        return {"code": self.code, "key": self.key, "facts": self.facts, "sentence": self.sentence, "reasons": self.reasons, **later}
