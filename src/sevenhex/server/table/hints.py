"""Advice for somebody who plays against bots alone: a hint for the move, the coach for the opening. Never at a table of several people."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sevenhex.rules.ids import Phase

from ..base.refusal import Refused
from ..store.seats import HUMAN
from . import bot_driver, bot_pool
from .encoding import reason

if TYPE_CHECKING:
    from sevenhex.knowledge.views import View
    from sevenhex.protocol.reasons import Reason

    from .table import Table

ADVISER = "master"
coached: WeakKeyDictionary[Table, tuple[int, int, asyncio.Task[Any]]] = WeakKeyDictionary()  # version, seat, and the corners' ranking
REASONS = {key: reason(key) for key in ("several_people", "rated", "not_awaited")}


def why_none(table: Table, seat: int) -> str:
    """Why this seat gets no hint now; empty when it may ask."""
    assert table.game is not None
    if table.record.rated:
        return "rated"
    if sum(place.kind == HUMAN for place in table.seats) > 1:
        return "several_people"
    return "" if seat in table.game.to_act else "not_awaited"


def button(table: Table, seat: int) -> Reason | None:
    """The same as a reason; None when it may ask."""
    return REASONS.get(why_none(table, seat))


def refuse(table: Table, seat: int) -> None:
    key = why_none(table, seat)
    if key:
        raise Refused("illegal", key)


class Adviser:
    """The strongest bot; where a settlement of the set-up is due it says what the coach says."""

    def choose(self, view: View, legal: list[int], limit: Any) -> int:
        if view.phase == Phase.SETUP_SETTLEMENT:
            from sevenhex.study import openings

            return openings.best(view)
        return bot_pool.make(ADVISER, None, 1).choose(view, legal, limit)


async def hint(table: Table, seat: int | None) -> dict[str, Any]:
    """What a bot would do with this seat's knowledge, and why."""
    from sevenhex.bots import hints

    who = table.seated(seat)
    async with table.lock:
        await table.ready()
        game = table.running()
        refuse(table, who)
        view = game.view(who)
        chosen = bot_driver.ask(table, Adviser(), game, who)
    try:
        action = await chosen
    except TimeoutError:
        raise Refused("unavailable", "adviser_busy") from None
    return {"action": game.say(action, who), **hints.reason(view, action)}


async def coach(table: Table, seat: int | None) -> dict[str, Any]:
    """The free corners for the settlement that this seat places now, the best first, with reasons."""
    from sevenhex.study import openings

    who = table.seated(seat)
    async with table.lock:
        await table.ready()
        game = table.running()
        refuse(table, who)
        if game.phase != Phase.SETUP_SETTLEMENT:
            raise Refused("illegal", "coach_only_setup")
        version = table.version
        asked = coached.get(table)
        if asked is None or asked[:2] != (version, who):  # one who asks again and again costs no more than the first time
            ranking = asyncio.create_task(asyncio.to_thread(openings.ranked, game.view(who)), name="coach")
            asked = coached[table] = (version, who, ranking)
    return {"version": version, "corners": await asyncio.shield(asked[2])}
