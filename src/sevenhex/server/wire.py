"""Views as JSON, encoded as seldom as possible: what never changes once a game, what all seats share once a version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Raw

from sevenhex import reasons, views
from sevenhex.events import Event
from sevenhex.rules import engine, legal
from sevenhex.rules.ids import LAST_CHANCE_PHASE, Phase

from .lean import LeanGame
from .messages import encoder

Json: TypeAlias = dict[str, Any]
Words: TypeAlias = tuple[int | None, int, int, int | None, int | None, int | None]
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
        self.table = Glance()

    def view(self, game: LeanGame, seat: int | None, version: int) -> Json:
        """What `View.to_json` says, ready to be encoded into a message."""
        self.look(game, seat, version)
        if game.is_over:
            view = views.open_view(game, seat)
            private = [view.private_words(place) for place in range(len(self.seats))]
        else:
            private = list(self.table.private(game, seat))
        rows = [Raw(shared + row(*words)) for shared, words in zip(self.seats, private, strict=True)]
        return {**self.fixed, **self.public, "seat": seat, "seats": rows}

    def look(self, game: LeanGame, seat: int | None, version: int) -> None:
        """Take in what all seats share, once a version."""
        if game is self.game and version == self.version:
            return
        view = views.open_view(game, seat) if game.is_over else game.view(seat)
        if game is not self.game:
            self.game = game
            self.fixed = encoded(view.fixed_json())
        self.version = version
        self.public = encoded(view.public_json() | {"version": version})
        self.seats = [encoder.encode(shared)[:-1] for shared in view.seats_json()]
        self.table.take(game)

    def buttons(self, game: LeanGame, seat: int, version: int) -> dict[str, Raw]:
        """For each button null when it can be used, else why not."""
        self.look(game, seat, version)
        key = self.table.idle_key(game, seat)
        if key is None:
            return said_of(reasons.Inquiry(game, seat))
        found = idle.get(key)
        if found is None:
            if len(idle) >= IDLE_KEPT:
                idle.clear()
            found = idle[key] = said_of(reasons.Inquiry(game, seat))
        return found


class Glance:
    """The few fields of a state that every seat's update needs, as plain numbers."""

    def take(self, game: LeanGame) -> None:
        state = game.state
        self.state = state
        self.players = game.players
        self.hands: list[int] = state["hand"][0].tolist()
        self.cards: list[int] = state["cards"][0].tolist()
        self.answers: list[int] = state["answer"][0].tolist()
        self.proposals: list[int] = state["proposal"][0].tolist()
        self.fresh, self.actor = int(state["fresh"][0]), int(state["actor"][0])
        self.phase, self.part, self.roller = int(state["phase"][0]), int(state["part"][0]), int(state["roller"][0])
        self.open_hands = bool(state["open_hands"][0])
        self.trade_is_open = bool(legal.domestic_trade_is_open(state[0]))

    def private(self, game: LeanGame, viewer: int | None) -> Iterator[Words]:
        """`View.private_words` of each seat of a running game, without making a view: what is not the viewer's own is not looked at."""
        if self.open_hands:
            low = high = tuple(self.hands)
        else:
            low, high = views.ranges_of(views.knowledge_of(game, viewer), self.players)
        for seat in range(self.players):
            if seat == viewer:
                fresh = self.fresh if seat == self.actor else 0
                yield self.hands[seat], low[seat], high[seat], self.cards[seat], fresh, int(engine.total_points(self.state, seat))
            else:
                yield self.hands[seat] if self.open_hands else None, low[seat], high[seat], None, None, None

    def idle_key(self, game: LeanGame, seat: int) -> Any:
        """Everything that the buttons of a seat out of turn depend on; None for those whose buttons are their own."""
        if seat == self.actor or self.phase <= LAST_CHANCE_PHASE or self.phase in (Phase.DISCARD, Phase.OVER):
            return None
        answer = self.answers[seat]
        possible: frozenset[int] = frozenset()
        if self.trade_is_open or answer or self.proposals[seat]:
            possible = reasons.Inquiry(game, seat).possible
        return (
            (game.configuration.edition.key, game.colours, seat, self.actor, self.phase, self.part, self.roller),
            (self.trade_is_open, answer, self.hands[seat] > 0, possible),
        )


def encoded(parts: Json) -> dict[str, Raw]:
    return {name: Raw(encoder.encode(value)) for name, value in parts.items()}


def row(hand: int | None, low: int, high: int, cards: int | None, fresh: int | None, points: int | None) -> bytes:
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


class Telling:
    """Events on their way to several seats; those that are the same for all are encoded once."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.parts = [Raw(encoder.encode(event.to_json(None))) if event.audience is None else event for event in events]

    def to(self, seat: int | None) -> list[Any]:
        return [part if isinstance(part, Raw) else part.to_json(seat) for part in self.parts]


def said_of(inquiry: reasons.Inquiry) -> dict[str, Raw]:
    return {what: Raw(encoder.encode(said(reason) if reason else None)) for what, reason in inquiry.buttons().items()}


def said(reason: reasons.Reason) -> dict[str, str]:
    """A reason in its wire form."""
    return {"code": reason.code, "sentence": reason.sentence, "clause": reason.clause, "source": reason.source}
