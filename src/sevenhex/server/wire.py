"""Views as JSON, encoded as seldom as possible: what never changes once a game, what all seats share once a version."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Raw

from sevenhex import reasons, views
from sevenhex.rules import legal
from sevenhex.rules.ids import LAST_CHANCE_PHASE, Phase

from .lean import LeanGame
from .messages import encoder

Json = dict[str, Any]
IDLE_KEPT = 4096
NULL = b"null"


class Wire:
    """One table's outgoing words."""

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
            self.seats = [encoder.encode(shared)[:-1] for shared in view.seats_json()]
        rows = [Raw(shared + private(*view.private_words(place))) for place, shared in enumerate(self.seats)]
        return {**self.fixed, **self.public, "seat": seat, "seats": rows}


def encoded(parts: Json) -> dict[str, Raw]:
    return {name: Raw(encoder.encode(value)) for name, value in parts.items()}


def private(hand: int | None, low: int, high: int, cards: int | None, fresh: int | None, points: int | None) -> bytes:
    """The end of a seat's row, with the names of `View.private_json`."""
    return b',"hand":%b,"low":%b,"high":%b,"dev":%b,"dev_fresh":%b,"total_points":%b}' % (
        NULL if hand is None else resources(hand),
        resources(low),
        resources(high),
        NULL if cards is None else development(cards),
        NULL if fresh is None else development(fresh),
        NULL if points is None else b"%d" % points,
    )


@lru_cache(65536)
def resources(word: int) -> bytes:
    return encoder.encode(views.named(word))


@lru_cache(4096)
def development(word: int) -> bytes:
    return encoder.encode(views.named(word, views.CARD_NAMES))


# --- buttons

idle: dict[Any, dict[str, Raw]] = {}  # the buttons of those who are not in turn: few cases, the same at every table


def buttons(game: LeanGame, seat: int) -> dict[str, Raw]:
    """For each button null when it can be used, else why not."""
    inquiry = reasons.Inquiry(game, seat)
    if seat == inquiry.actor or inquiry.phase <= LAST_CHANCE_PHASE or inquiry.phase in (Phase.DISCARD, Phase.OVER):
        return said_of(inquiry)
    state = inquiry.state
    key = (
        (
            inquiry.edition.key,
            inquiry.colours,
            seat,
            inquiry.actor,
            inquiry.phase,
            inquiry.part,
            int(state["roller"]),
        ),
        (bool(legal.domestic_trade_is_open(state)), int(state["answer"][seat]), inquiry.hand > 0, inquiry.possible),
    )
    found = idle.get(key)
    if found is None:
        if len(idle) >= IDLE_KEPT:
            idle.clear()
        found = idle[key] = said_of(inquiry)
    return found


def said_of(inquiry: reasons.Inquiry) -> dict[str, Raw]:
    return {what: Raw(encoder.encode(said(reason) if reason else None)) for what, reason in inquiry.buttons().items()}


def said(reason: reasons.Reason) -> dict[str, str]:
    """A reason in its wire form."""
    return {"code": reason.code, "sentence": reason.sentence, "clause": reason.clause, "source": reason.source}
