"""Taking back one's last action: at once when nothing was revealed and nobody acted since, else when all other people agree.

A trade that was completed with a person needs that person's consent even then, for it changed their hand too.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from sevenhex.game.fairdice import CHANCE
from sevenhex.rules.actions import KIND_MASK, typed
from sevenhex.rules.ids import Kind, Phase

from ..base import forms
from ..base.refusal import Refused
from . import log_limit, pausing
from .encoding import reason

if TYPE_CHECKING:
    from sevenhex.game.game import Game
    from sevenhex.protocol.reasons import Reason

    from .table import Table

log = logging.getLogger("sevenhex.undo")

COMPLETES_TRADE = frozenset({Kind.CONFIRM, Kind.TAKE})
NOT_RATED, NOTHING_DONE = "rated_undo", "nothing"
NOT_RATED_REASON, NOTHING_DONE_REASON = reason(NOT_RATED), reason(NOTHING_DONE)


@dataclass
class UndoRequest:
    """Somebody asks the others to take back."""

    seat: int
    length: int  # of the log, afterwards
    needed: list[int]
    agreed: list[int] = field(default_factory=list)
    command: str | None = None  # by which it was asked

    def to_json(self, game: Game, seat: int | None) -> forms.Undo:
        """With what would be taken back, as far as this seat (None: a spectator) may know it."""
        events = [cast(forms.GameEvent, event.to_json(seat)) for n in shown_entries(game, self.length) for event in game.events_at(n)]
        actions = sum(who != CHANCE for who, _ in game.log[self.length :])
        return {"seat": self.seat, "agreed": self.agreed, "needed": self.needed, "actions": actions, "events": events}


class Undo:
    """Who asks to take back at a table, if somebody does."""

    def __init__(self) -> None:
        self.request: UndoRequest | None = None

    def open(self, request: UndoRequest) -> None:
        self.request = request

    def drop(self) -> None:
        self.request = None

    def drop_if_asked(self, seat: int) -> None:
        """The seat changes hands: what its player asks, or is asked, is over."""
        if self.request is not None and seat in (self.request.seat, *self.request.needed):
            self.request = None


def last_done(game: Game, seat: int) -> int | None:
    """The place in the log of the seat's last own action."""
    for back, (who, _) in enumerate(reversed(game.log), 1):
        if who == seat:
            return len(game.log) - back
    return None


def last_revealed(game: Game) -> bool:
    """Did the last action show somebody what was hidden? Chance aside, which is an entry of its own."""
    kind = game.log[-1][1] & KIND_MASK
    ended_discards = kind == Kind.DISCARD and game.phase != Phase.DISCARD
    return bool(kind == Kind.MONOPOLY or ended_discards or game.is_over)


def trade_partner(action: int) -> int | None:
    """The seat with which this action completes a trade; None for every other action."""
    return typed(action).arguments[0] if action & KIND_MASK in COMPLETES_TRADE else None


def shown_entries(game: Game, length: int) -> list[int]:
    """Of the log entries from this length on, those that a request names: the action with its chance, and all trades since."""
    shown = [length]
    while shown[-1] + 1 < len(game.log) and game.log[shown[-1] + 1][0] == CHANCE:
        shown.append(shown[-1] + 1)
    since = range(shown[-1] + 1, len(game.log))
    return shown + [n for n in since if trade_partner(game.log[n][1]) is not None]


def consent_needed(table: Table, game: Game, who: int, length: int) -> list[int]:
    """The people without whom the log does not go back to this length."""
    others = [other for other in table.humans if other != who]
    if length < len(game.log) - 1 or last_revealed(game):
        return others
    partner = trade_partner(game.log[-1][1])
    return [other for other in others if other == partner]


def button(table: Table, seat: int) -> Reason | None:
    """Why the button is of no use to this seat; None when it may ask."""
    assert table.game is not None
    if table.record.rated:
        return NOT_RATED_REASON
    return NOTHING_DONE_REASON if last_done(table.game, seat) is None else None


async def ask(table: Table, seat: int | None, command: str, version: int | None) -> int:
    """Returns the version that answers the command."""
    who = table.seated(seat)
    return await table.once(who, command, lambda: attempt(table, who, command, version))


async def attempt(table: Table, who: int, command: str, version: int | None) -> int:
    await table.ready()
    answered = table.answers.version_of(who, command)
    if answered is not None:
        return answered
    if table.answers.since and (done := await table.done_before(who, command)):
        return done
    game = table.running()
    pausing.check(table)
    if table.record.rated:
        raise Refused("illegal", NOT_RATED)
    if version is not None and version != table.version:
        raise Refused("stale", "stale", version=table.version, given=version)
    log_limit.check(table, None)
    length = last_done(game, who)
    if length is None:
        raise Refused("illegal", NOTHING_DONE)
    needed = consent_needed(table, game, who, length)
    if not needed:
        await table.take_back(who, length, command)
        return table.version
    if table.undo.request is not None:
        if (table.undo.request.seat, table.undo.request.command) == (who, command):
            return table.version  # asked before the server was killed, and sent again because nobody had answered
        raise Refused("illegal", "undo_asked", name=table.seats[table.undo.request.seat].name or "?")
    table.undo.open(UndoRequest(who, length, needed, command=command))
    await table.announce()
    table.answers.add(who, command, table.version)
    log.debug("undo asked", extra={"table": table.code, "back": len(game.log) - length})
    return table.version


async def answer(table: Table, seat: int | None, agrees: bool) -> None:
    """Agree to what somebody asks, or not; the asker may withdraw the request."""
    who = table.seated(seat)
    async with table.lock:
        await table.ready()
        table.running()
        pausing.check(table)
        request = table.undo.request
        if request is None:
            raise Refused("illegal", "undo_not_asked")
        if who not in request.needed and who != request.seat:
            raise Refused("illegal", "undo_not_you")
        if not agrees:
            table.undo.drop()
        elif who not in request.agreed and who in request.needed:
            request.agreed.append(who)
        if agrees and set(request.needed) <= set(request.agreed):
            await table.take_back(request.seat, request.length, request.command)
        else:
            await table.announce()
