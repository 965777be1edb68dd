"""A command that changed nothing: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any, Literal

from sevenhex.errors import SevenhexError

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


class Refused(SevenhexError):
    """A command that changed nothing, with a code for programs and a sentence for people."""

    def __init__(self, code: Code, sentence: str, reasons: list[dict[str, Any]] | None = None, retry_after: float | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.reasons = reasons or []
        self.retry_after = retry_after  # seconds

    def to_json(self) -> dict[str, Any]:
        later = {} if self.retry_after is None else {"retry_after": self.retry_after}
        return {"code": self.code, "sentence": self.sentence, "reasons": self.reasons, **later}
