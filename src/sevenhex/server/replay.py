"""Games after the fact: frames to step through, records to keep, and the numbers behind the dice."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

from starlette.responses import Response, StreamingResponse

from sevenhex import fairdice, views
from sevenhex.errors import SevenhexError
from sevenhex.events import EVERYBODY
from sevenhex.game import Game
from sevenhex.rules.ids import CHANCE, Kind

from . import messages
from .lean import KIND, LeanGame
from .messages import Refused
from .store import OVER
from .table import Table

HIDDEN = {Kind.STEAL: "steal ?", Kind.DRAW: "draw ?", Kind.DISCARD: "discard ?"}
MOST_FRAMES = 20_000


def game_of(table: Table) -> LeanGame:
    if table.game is None:
        raise Refused("illegal", "The game has not begun.")
    return table.game


def frames(game: Game, seat: int | None, everything: bool, first: int, last: int | None) -> Iterator[dict[str, Any]]:
    """Frame 0 is the beginning; frame n is the game after its n-th entry, as the seat knew it then."""
    knowledge: dict[int | None, Any] = {}
    for n in range(len(game.log) + 1):
        if last is not None and n > last:
            return
        moment = game.until(n)
        moment.knowledge = knowledge  # the card counter goes along instead of beginning anew in each frame
        if n < first:
            continue
        told = [] if n == 0 else [event.to_json(EVERYBODY if everything else seat) for event in game._tell(n - 1)]
        view = (views.open_view(moment, seat) if everything else moment.view(seat)).to_json()
        who, action = game.log[n - 1] if n else (None, None)
        text = None if action is None else say(game, who, action, seat, everything)
        yield {"n": n, "seat": who, "action": text, "events": told, "view": view}


def say(game: Game, who: int | None, action: int, seat: int | None, everything: bool) -> str:
    """An entry as text, without what the asker may not know."""
    kind = action & KIND
    if everything or kind not in HIDDEN or (who == seat and seat is not None):
        return game.say(action, who if who != CHANCE else None)
    return HIDDEN[Kind(kind)]


def response(game: Game, seat: int | None, everything: bool, first: int, last: int | None) -> Response:
    total = len(game.log)

    def chunks() -> Iterator[bytes]:
        yield b'{"total":%d,"frames":[' % total
        for place, frame in enumerate(frames(game, seat, everything, first, last)):
            yield (b"," if place else b"") + messages.encoder.encode(frame)
        yield b"]}"

    return StreamingResponse(chunks(), media_type="application/json")


def of_text(text: str, first: int, last: int | None) -> Response:
    try:
        game = Game.load(text)
    except SevenhexError as error:
        raise Refused("malformed", str(error)) from None
    if len(game.log) > MOST_FRAMES:
        raise Refused("too_large", f"A record may have at most {MOST_FRAMES} entries; this one has {len(game.log)}.")
    return response(game, None, True, first, last)


# --- records


def record_of(table: Table, seat: int | None) -> str:
    """The whole record once the game is over; before, the log as the asker may know it."""
    game = game_of(table)
    if table.status == OVER:
        full = game.until(len(game.log))
        full.headers |= headers_of(table)
        return full.record()
    lines = [f"# A running game of {table.record.edition}; what you may not know is written as ?, so it cannot be loaded yet."]
    for who, action in game.log:
        speaker = "chance" if who == CHANCE else game.colours[who]
        lines.append(f"{speaker}: {known_text(game, who, action, seat)}")
    return "\n".join(lines) + "\n"


def known_text(game: Game, who: int, action: int, seat: int | None) -> str:
    return say(game, who, action, seat, everything=False)


def headers_of(table: Table) -> dict[str, str]:
    """What a record says about the table, the fair dice included."""
    record = table.record
    headers = {"Table": record.code, "Date": time.strftime("%Y-%m-%d", time.gmtime(record.created))}
    for seat in record.seats:
        if seat.name:
            headers[seat.colour.capitalize()] = one_line(seat.name)
    return headers | fair_headers(table)


def fair_headers(table: Table) -> dict[str, str]:
    words = {f"Word{n}": one_line(word) for n, word in table.record.words.items()}
    return {"Commit": fairdice.commit(bytes.fromhex(table.record.seed)), "Seed": table.record.seed, **words}


def one_line(text: str) -> str:
    return re.sub(r"[\s\x00-\x1f]+", " ", text).strip()


def fairness(table: Table) -> dict[str, Any]:
    """What anybody may check: before the end the promise, afterwards everything."""
    record = table.record
    seed = bytes.fromhex(record.seed)
    words = {str(n): word for n, word in record.words.items()}
    shown: dict[str, Any] = {
        "commit": fairdice.commit(seed), "words": words, "edition": record.edition, "players": record.players, "options": record.options
    }  # fmt: skip
    if table.status != OVER or table.game is None:
        return shown | {"seed": None, "numbers": None}
    game = table.game
    chain = table.chain
    opening = game.until(0)
    checks = fairdice.check(opening, game.log, chain)
    return shown | {
        "seed": record.seed,
        "mixed": chain.words.decode(),
        "island": {"counters": [0, 1], "seed": str(chain.island)},
        "numbers": [check.to_json() for check in checks],
        "log": [[who, game.say(action)] for who, action in game.log],
        "opening": record.opening,
    }
