"""Games after the fact: frames to step through, records to keep, and the numbers behind the dice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sevenhex.game import fairdice
from sevenhex.game.game import Game
from sevenhex.knowledge import views
from sevenhex.notation.record import say
from sevenhex.notation.speech import EVERYBODY

from ..base.encoder import encode
from ..store.store import OVER

if TYPE_CHECKING:
    from ..store.store import TableRecord
    from ..table.table import Table


def frames(game: Game, seat: int | None, everything: bool, first: int, last: int | None, sentences: bool) -> Iterator[dict[str, Any]]:
    """Frame 0 is the beginning; frame n is the game after its n-th entry, as the seat knew it then."""
    moment = game.until(0)
    for n in range(len(game.log) + 1):
        if last is not None and n > last:
            return
        if n > 0:
            # one game that goes along: its card counters need not begin anew in each frame
            done, action = game.log[n - 1]
            moment.push(action, done)
        if n < first:
            continue
        reader = EVERYBODY if everything else seat
        events = [] if n == 0 else [event.to_json(reader, sentences) for event in game.events_at(n - 1)]
        view = (views.open_view(moment, seat) if everything else moment.view(seat)).to_json()
        who = game.log[n - 1][0] if n else None
        yield {
            "n": n,
            "seat": who,
            "action": say(game, n - 1, reader) if n else None,
            "events": events,
            "view": view,
        }


def frames_json(game: Game, seat: int | None, everything: bool, first: int, last: int | None, sentences: bool) -> bytes:
    """All frames as one JSON object."""
    parts = b",".join(encode(frame) for frame in frames(game, seat, everything, first, last, sentences))
    return b'{"total":%d,"frames":[%b]}' % (len(game.log), parts)


# --- what a table adds; the lock is held


def headers_of(record: TableRecord) -> dict[str, str]:
    """What a record says about the table, the fair dice included."""
    headers = {"Table": record.code, "Date": time.strftime("%Y-%m-%d", time.gmtime(record.created))}
    for seat in record.seats:
        if seat.name:
            headers[seat.colour.capitalize()] = seat.name
    return headers | fair_headers(record)


def fair_headers(record: TableRecord) -> dict[str, str]:
    words = {f"Word{n}": word for n, word in record.words.items()}
    seals = {f"Seal{n}": seal for n, seal in record.seals.items()}
    return {"Commit": fairdice.commit(bytes.fromhex(record.seed)), "Seed": record.seed, **words, **seals}


def fairness(table: Table) -> dict[str, Any]:
    """What anybody may check: before the end the promise; afterwards the seed too, to which a worker adds every number."""
    record = table.record
    seed = bytes.fromhex(record.seed)
    words = {str(n): word for n, word in record.words.items()}
    shown: dict[str, Any] = {
        "commit": fairdice.commit(seed), "words": words, "seals": {str(n): seal for n, seal in record.seals.items()},
        "edition": record.edition, "players": record.players, "options": record.options,
    }  # fmt: skip
    if table.status != OVER or table.game is None:
        return shown | {"seed": None, "numbers": None}
    chain = table.chain
    return shown | {
        "seed": record.seed,
        "mixed": chain.words.decode(),
        "island": {"counters": [0, 1], "seed": str(chain.island)},
        "opening": record.opening,
    }
