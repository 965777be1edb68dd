"""Views as JSON, encoded as seldom as possible: what never changes once a game, what all seats share once a version."""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from sevenhex import reasons, views

from .lean import LeanGame
from .messages import encoder

Json = dict[str, Any]


class Wire:
    """One table's outgoing words. Belongs to one game object; an undo only changes the version."""

    def __init__(self) -> None:
        self.game: LeanGame | None = None
        self.fixed: dict[str, Raw] = {}
        self.version = -1
        self.public: dict[str, Raw] = {}
        self.seats: list[bytes] = []

    def view(self, game: LeanGame, seat: int | None, version: int) -> Json:
        """What `View.to_json` says, ready to be encoded into a message."""
        view = views.open_view(game, seat) if game.is_over else game.view(seat)
        if game is not self.game:
            self.game, self.version = game, -1
            self.fixed = encoded(view.fixed_json())
        if version != self.version:
            self.version = version
            self.public = encoded(view.public_json() | {"version": version})
            self.seats = [encoder.encode(shared) for shared in view.seats_json()]
        rows = [joined(shared, encoder.encode(view.private_json(place))) for place, shared in enumerate(self.seats)]
        return {**self.fixed, **self.public, "seat": seat, "seats": rows}


def encoded(parts: Json) -> dict[str, Raw]:
    return {name: Raw(encoder.encode(value)) for name, value in parts.items()}


def joined(one: bytes, other: bytes) -> Raw:
    """Two JSON objects, neither empty, as one."""
    return Raw(one[:-1] + b"," + other[1:])


def buttons(game: LeanGame, seat: int) -> dict[str, Any]:
    """For each button null when it can be used, else why not."""
    return {what: said(reason) if reason else None for what, reason in reasons.why_none(game, seat).items()}


def said(reason: reasons.Reason) -> dict[str, str]:
    """A reason in its wire form."""
    return {"code": reason.code, "sentence": reason.sentence, "clause": reason.clause, "source": reason.source}
