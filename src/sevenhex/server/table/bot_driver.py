"""Lets a table's bots act, one action after the other, for as long as one is awaited."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from ..base.refusal import Refused
from . import bot_pool, broadcast, log_limit, pausing

if TYPE_CHECKING:
    from sevenhex.game.game import Game

    from ..store.seats import Seat
    from .table import Table

log = logging.getLogger("sevenhex.bots")

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds before a bot tries again after a failure
SMALL_STEPS = (Kind.DISCARD, Kind.ROAD, Kind.BANK)


class Bots:
    """The bots of a table, made when they are first asked, and the task in which they act."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None
        self._partners: dict[int, bot_pool.Partner] = {}

    @property
    def busy(self) -> bool:
        return self.task is not None and not self.task.done()

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        self.task = asyncio.create_task(work, name=name)

    def at(self, place: Seat) -> bot_pool.Partner:
        """The seat's bot, or the one that plays on for somebody."""
        if place.seat not in self._partners:
            self._partners[place.seat] = bot_pool.seated(bot_pool.here(place.bot), place.level, random.getrandbits(32))
        return self._partners[place.seat]

    def drop(self, seat: int) -> None:
        """Another one takes the seat when it is asked next."""
        self._partners.pop(seat, None)


def drive(table: Table) -> None:
    """Let the bots act, if it is theirs to act and none is thinking already."""
    if next_bot(table) is not None and not table.bots.busy:
        table.bots.start(let_bots_play(table), f"bots of {table.code}")


def next_bot(table: Table) -> int | None:
    """The seat of a bot that is awaited."""
    if table.game is None or not table.is_playing or pausing.is_paused(table):
        return None
    return next((seat for seat in table.game.to_act if table.seats[seat].played_by_bot), None)


async def let_bots_play(table: Table) -> None:
    """One action after the other until no bot is awaited; a store that fails is asked again later."""
    pause = FIRST_PAUSE
    while True:
        try:
            if not await act(table):
                return
            pause = FIRST_PAUSE
            continue
        except Refused as refused:
            if refused.code == "stale":  # somebody was quicker; whatever else it is will not be better at once
                continue
        except Exception:
            log.exception("a bot stumbled", extra={"table": table.code})
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE, pause * 2)


async def act(table: Table) -> bool:
    """One action of one bot, unless the table goes on meanwhile; False when no bot is awaited."""
    async with table.lock:
        await table.ready()
        seat, version, game = next_bot(table), table.version, table.game
        if seat is None or game is None:
            return False
        partner = table.bots.at(table.seats[seat])
        choice = ask(table, partner, game, seat)
    low, high = table.settings.bot_pause
    if high > 0:
        await asyncio.sleep(random.uniform(low, high) * tempo(table, game))
    try:
        action = await choice
    except TimeoutError as error:
        log.warning("a bot thought for too long", extra={"table": table.code, "seat": seat, "problem": str(error)})
        table.bots.drop(seat)  # it may think on for a while
        action = 0
    except Exception:
        log.exception("a bot could not choose", extra={"table": table.code, "seat": seat})
        action = 0
    async with table.lock:
        await table.ready()
        if table.version != version or next_bot(table) is None or table.game is None or not table.seats[seat].played_by_bot:
            return True
        if not table.game.is_legal(action, seat) or log_limit.refuses(table, action):
            action = bot_pool.Fallback(random.getrandbits(32)).choose(None, table.game.legal(seat), None)
        await table.commit_action(seat, action, None)
        remark: str = getattr(partner, "remark", "")
        if remark and action & KIND_MASK == Kind.REFUSE:
            broadcast.broadcast(table, {"type": "remark", "seat": seat, "key": remark})
    return True


def ask(table: Table, partner: bot_pool.Partner, game: Game, seat: int) -> asyncio.Future[int]:
    """What a bot would do, in its fair turn; a table at which a person sits comes before those where nobody waits."""
    return table.pool.ask(partner, game, seat, table.code, table.address or table.code, table.presence.anybody)


def tempo(table: Table, game: Game) -> float:
    """Small steps follow quickly on one another, and a table without people does not dawdle."""
    if not table.humans or not table.listeners:
        return 0.1
    return 0.4 if game.log and game.log[-1][1] & KIND_MASK in SMALL_STEPS else 1.0
