"""What a table sends to those who sit or watch there, to each only what that seat may know; and how the lobby sees it."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, cast

from msgspec import Raw

from sevenhex.errors import SevenhexError
from sevenhex.game.fairdice import commit

from ..base import forms
from ..base.encoder import encode
from ..store.seats import BOT
from . import encoding, hints, hosting, pausing, slow, undo
from .catalogue import configuration
from .presence import choices_of

if TYPE_CHECKING:
    from sevenhex.game.events import Event
    from sevenhex.protocol.patch import Can

    from ..store.store import TableRecord
    from .listeners import Listener
    from .table import Table

log = logging.getLogger("sevenhex.broadcast")
Json = forms.Json


# --- to everybody


def broadcast(table: Table, message: dict[str, Any]) -> None:
    text = encode(message)
    for listener in table.listeners:
        listener.send(text)


def notify_table(table: Table) -> None:
    """Seats, clock, who is away, what is asked: everything about the table but the game."""
    for listener in table.listeners:
        listener.send(encode({"type": "table", "table": table_json(table, listener.player, listener.seat)}))


def publish(table: Table, since: int, undone: Event | None = None) -> None:
    """Tell everybody what happened from this log entry on, each with own knowledge only."""
    game = table.game
    assert game is not None
    table.mark_published()
    changes: dict[int | None, encoding.Change] = {}
    texts: dict[tuple[int | None, bool, bool], bytes] = {}
    encoders: dict[bool, encoding.EventsEncoder] = {}
    try:
        happened = [undone] if undone else game.events_since(since) if table.listeners else []
        for listener in table.listeners:
            seat, sentences = listener.seat, listener.sentences
            if seat not in changes:
                changes[seat] = table.encoder.update(game, seat, table.version, own_buttons(table, seat))
            form = (seat, listener.whole or listener.has != (seat, changes[seat].since), sentences)
            if form not in texts:
                if sentences not in encoders:
                    encoders[sentences] = encoding.EventsEncoder(happened, sentences)
                texts[form] = changes[seat].encode(encoders[sentences].to(seat), form[1], game.words if sentences else None)
            listener.has = (seat, table.version)
            listener.send(texts[form])
    except Exception:
        # what happened is on disk: a fault in sending it must not undo that, and a fresh hello can repair it
        table.encoder.forget()
        log.exception("broadcast failed", extra={"table": table.code, "version": table.version})


# --- to one


def own_buttons(table: Table, seat: int | None) -> Can | None:
    """The buttons that are the table's own affair; None for those who have none."""
    if seat is None or not table.is_playing:
        return None
    return {"hint": hints.button(table, seat), "undo": undo.button(table, seat)}


def situation(table: Table, seat: int | None) -> encoding.Situation:
    """The present as a seat may know it."""
    if table.game is None:
        return encoding.NOTHING
    return table.encoder.situation(table.game, seat, table.version, own_buttons(table, seat))


def missed_from(table: Table, seen: int | None) -> int:
    """The log entry from which on a listener that has seen a version must receive again."""
    if seen is not None and seen <= table.version and min(table.lengths[seen:]) == table.lengths[seen]:
        return table.lengths[seen]
    return 0


def welcome(table: Table, listener: Listener, seen: int | None, past: tuple[int, bytes] | None = None) -> Json:
    """Everything a newcomer needs, or what a returning one has missed; `past` is what a worker has made of so many entries already.

    The lock is held.
    """
    seat = listener.seat
    listener.has = (seat, table.version)
    since = 0 if past else missed_from(table, seen)
    encoded, texts = past if past else (since, b"")
    more = [encode(event.to_json(seat, listener.sentences)) for event in table.game.events_since(encoded)] if table.game else []
    events = Raw(b"[%b]" % b",".join([text for text in (texts, *more) if text]))
    now = situation(table, seat)
    message: forms.Welcome = {
        "type": "welcome",
        "table": table_json(table, listener.player, seat),
        "seat": seat,
        "version": table.version,
        "since": since,
        "events": events,
        "view": Raw(now.view.encode()) if now.view else None,
        "legal": now.legal,
        "can": encoding.with_sentences(now.can, table.game.words if table.game and listener.sentences else None),
        "chat": table.chat.to_json(),
    }
    return cast(Json, message)


def table_json(table: Table, player: str | None, seat: int | None) -> forms.TableInfo:
    """TABLE of the protocol, for one asker."""
    now = time.monotonic()
    away = table.missing if table.is_playing else []
    return {
        **summary(table.record, player, seat, table.sealing.reveal is not None),
        "seats": [
            {**place.to_json(table.presence.is_here(place.seat)), "holiday": slow.on_holiday(table, place.seat)} for place in table.seats
        ],
        "clock": table.clock.to_json(now, table.humans) if table.clock else slow.clock_json(table),
        "away": table.presence.to_json(now, away, choices_of(table.record)),
        "undo": table.undo.request.to_json(table.game, seat) if table.undo.request and table.game else None,
        "pause": pausing.to_json(table),
        "advance": slow.orders_of(table, seat),
        "muted": hosting.muted(table),
        "spectators": table.listeners.spectators,
        "version": table.version,
    }


def summary(record: TableRecord, player: str | None, seat: int | None = None, revealing: bool = False) -> forms.TableSummary:
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
        "reserve_seconds": record.reserve_seconds,
        "increment_seconds": record.increment_seconds,
        "created": record.created,
        "updated": record.updated,
        "result": record.result,
        "tournament": record.house.get("appointment", {}).get("tournament"),
        "fair": {
            "commit": commit(bytes.fromhex(record.seed)),
            "words": {str(n): word for n, word in record.words.items()},
            "seals": {str(n): seal for n, seal in record.seals.items()},
            "revealing": revealing,
            "starts": len(record.starts),
        },
    }
