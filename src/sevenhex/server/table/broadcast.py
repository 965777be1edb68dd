"""What a table tells those who sit or watch there, each with own knowledge only; and how the lobby sees it."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Protocol

from sevenhex.errors import SevenhexError
from sevenhex.fairdice import commit

from ..base.encoder import encode
from ..store.seats import BOT
from . import encoding, hints, hosting, undo
from .catalogue import configuration

if TYPE_CHECKING:
    from ..store.store import ChatLine, TableRecord
    from .table import Table

log = logging.getLogger("sevenhex.broadcast")


class Listener(Protocol):
    """Somebody connected to the table; `seat` is None for a spectator."""

    seat: int | None
    player: str | None
    address: str

    def send(self, text: bytes) -> None: ...

    def cut(self) -> None: ...


# --- to everybody


def broadcast(table: Table, message: dict[str, Any]) -> None:
    text = encode(message)
    for listener in list(table.listeners):
        listener.send(text)


def tell_table(table: Table) -> None:
    """Seats, clock, who is away, what is asked: everything about the table but the game."""
    for listener in list(table.listeners):
        listener.send(encode({"type": "table", "table": table_json(table, listener.player, listener.seat)}))


def publish(table: Table, since: int, undone: dict[str, Any] | None = None) -> None:
    """Tell everybody what happened from this log entry on, each with own knowledge only."""
    game = table.game
    assert game is not None
    table.told = table.version
    texts: dict[int | None, bytes] = {}
    try:
        telling = encoding.Telling(game.events_since(since) if table.listeners and not undone else [])
        for listener in list(table.listeners):
            seat = listener.seat
            if seat not in texts:
                told = encoding.text([undone]) if undone else telling.to(seat)
                view, legal, can = outlook(table, seat)
                texts[seat] = (
                    f'{{"type":"update","version":{table.version},"events":{told},"view":{view},"legal":{legal},"can":{can}}}'.encode()
                )
            listener.send(texts[seat])
    except Exception:
        # what happened is on disk: a fault in telling it must not undo that, and a fresh hello can repair it
        log.exception("telling failed", extra={"table": table.code, "version": table.version})


# --- to one


def outlook(table: Table, seat: int | None) -> tuple[str, str, str]:
    """The present as a seat may know it, in JSON: view, legal actions, buttons."""
    game = table.game
    if game is None:
        return "null", "[]", "{}"
    view = table.wire.view(game, seat, table.version)
    if seat is None or not table.is_playing:
        return view, "[]", "{}"
    own = f'"hint":{hints.told(table, seat)},"undo":{undo.told(table, seat)}'
    return view, table.wire.legal(game, seat), f"{{{table.wire.buttons(game, seat, table.version)},{own}}}"


def missed_from(table: Table, seen: int | None) -> int:
    """The log entry from which on somebody who has seen a version must be told again."""
    if seen is not None and seen <= table.version and min(table.lengths[seen:]) == table.lengths[seen]:
        return table.lengths[seen]
    return 0


def welcome(table: Table, listener: Listener, seen: int | None, past: tuple[int, bytes] | None = None) -> dict[str, Any]:
    """Everything a newcomer needs, or what a returning one has missed; `past` is what a worker has told of so many entries already.

    The lock is held.
    """
    seat = listener.seat
    since = 0 if past else missed_from(table, seen)
    told, texts = past if past else (since, b"")
    more = [encode(event.to_json(seat)) for event in table.game.events_since(told)] if table.game else []
    events = encoding.raw(f"[{','.join(text.decode() for text in (texts, *more) if text)}]")
    view, legal, can = map(encoding.raw, outlook(table, seat))
    return {
        "type": "welcome",
        "table": table_json(table, listener.player, seat),
        "seat": seat,
        "version": table.version,
        "since": since,
        "events": events,
        "view": view,
        "legal": legal,
        "can": can,
        "chat": [line_json(line) for line in table.chat],
    }


def table_json(table: Table, player: str | None, seat: int | None) -> dict[str, Any]:
    """TABLE of the protocol, for one asker."""
    now = time.monotonic()
    away = table.presence.away(table.humans) if table.is_playing else []
    return {
        **describe(table.record, player, seat, table.revealing is not None),
        "seats": [place.to_json(table.presence.is_here(place.seat)) for place in table.seats],
        "clock": table.clock.to_json(now) if table.clock else None,
        "away": table.presence.to_json(now, away),
        "undo": table.undo_request.to_json() if table.undo_request else None,
        "muted": hosting.muted(table),
        "spectators": sum(listener.seat is None for listener in table.listeners),
        "version": table.version,
    }


def describe(record: TableRecord, player: str | None, seat: int | None = None, revealing: bool = False) -> dict[str, Any]:
    """A stored table as anybody may see it."""
    try:
        agreed = configuration(record.edition, record.players, record.options)
        edition_name, changes = agreed.edition.name, agreed.changes
    except SevenhexError:  # a damaged table is listed, but cannot be opened
        edition_name, changes = record.edition, []
    own = seat if seat is not None else next((place.seat for place in record.seats if place.belongs_to(player)), None)
    return {
        "code": record.code,
        "name": record.name,
        "edition": record.edition,
        "edition_name": edition_name,
        "players": record.players,
        "options": record.options,
        "changes": changes,
        "status": record.status,
        "public": record.public,
        "rated": record.rated,
        "locked": record.house.get("locked") is True,
        "seats": [place.to_json(place.kind == BOT) for place in record.seats],
        "creator": bool(player) and record.creator == player,
        "your_seat": own,
        "turn_seconds": record.turn_seconds,
        "created": record.created,
        "updated": record.updated,
        "result": record.result,
        "fair": {
            "commit": commit(bytes.fromhex(record.seed)),
            "words": {str(n): word for n, word in record.words.items()},
            "seals": {str(n): seal for n, seal in record.seals.items()},
            "revealing": revealing,
        },
    }


def line_json(line: ChatLine) -> dict[str, Any]:
    """A line of chat."""
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(line.time))
    return {"n": line.n, "seat": line.seat, "name": line.name, "text": line.text, "time": when}
