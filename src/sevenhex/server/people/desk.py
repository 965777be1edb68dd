"""The operator's desk: what goes on here, who plays where, what players complain about, who is shut out, what is kept for how long.

Only accounts that somebody with access to the store has named operators (`sevenhex admin operator NAME`) are let in.
"""

from __future__ import annotations

import gzip
import json
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from ..base.refusal import Refused
from ..cluster import orders
from ..review import jobs, pairs
from ..review.played import Played
from ..review.turns import Rank
from ..store import bans, complaints, schema
from ..store.errors import Damaged, refusing
from ..store.store import ABORTED, OVER, PAGE, PLAYING, WAITING
from . import complaints as making

if TYPE_CHECKING:
    from ..base.settings import Settings
    from ..review.workers import Workers
    from ..store.store import Store, TableRecord
    from ..table.registry import Tables

DAY = 24 * 3600.0
PAIRED = 300  # rated tables that are compared, the latest ones
AT_ONCE = 20  # of them in one question to a worker
SHOWN = 20  # pairs


class Desk:
    def __init__(self, store: Store, tables: Tables, workers: Workers, settings: Settings) -> None:
        self.store, self.tables, self.workers, self.settings = store, tables, workers, settings
        self.started = time.time()

    # --- what goes on

    async def overview(self) -> dict[str, Any]:
        with refusing():
            table, player, account = schema.tables.c, schema.players.c, schema.accounts.c
            counts = dict.fromkeys((WAITING, PLAYING, OVER, ABORTED), 0)
            counts |= dict(await self.store.read(select(table.status, func.count()).group_by(table.status)))  # type: ignore[arg-type]
            people = (await self.store.read(select(func.count(player.id))))[0][0]
            accounts = (await self.store.read(select(func.count(account.player))))[0][0]
            waiting = await complaints.count_open(self.store)
            shut_out = len(await bans.listed(self.store))
        here = [listener for live in self.tables.live.values() for listener in live.listeners]
        return {
            "started": self.started, "tables": counts, "accounts": accounts, "guests": people - accounts,
            "live": len(self.tables.live), "lines": len(here), "open_complaints": waiting, "bans": shut_out, "kept": self.kept(),
        }  # fmt: skip

    def kept(self) -> dict[str, float | None]:
        """Days; None: until somebody deletes it."""
        settings = self.settings
        return {
            "waiting_tables": settings.waiting_hours / 24, "rated_left": settings.rated_hours / 24, "left": settings.playing_days,
            "finished_games": settings.keep_days, "accounts": None, "closed_complaints": making.DAYS_KEPT,
        }  # fmt: skip

    async def tables_of(self, status: str | None, page: int) -> dict[str, Any]:
        with refusing():
            conditions = [schema.tables.c.status == status] if status else []
            records = await self.store.tables(*conditions, limit=PAGE, offset=(page - 1) * PAGE)
        return {"page": page, "tables": [self.row(record) for record in records], "more": len(records) == PAGE}

    def row(self, record: TableRecord) -> dict[str, Any]:
        live = self.tables.live.get(record.code)
        here = {listener.seat for listener in live.listeners} if live is not None else set()
        names = ("code", "name", "edition", "players", "status", "public", "rated", "created", "updated")
        seats = [
            {"colour": seat.colour, "kind": seat.kind, "name": seat.name, "player": seat.player, "guest": not seat.registered,
             "program": seat.program, "here": seat.seat in here}
            for seat in record.seats
        ]  # fmt: skip
        return {name: getattr(record, name) for name in names} | {"seats": seats}

    async def end(self, code: str) -> None:
        with refusing():
            try:
                record = await self.store.table(code)
            except Damaged:
                record = None
            if record is None:
                raise Refused("unknown_table", "no_such_table")
            if record.has_ended:
                raise Refused("over", "over")
            await orders.end(self.store, code)

    # --- complaints

    async def complaints(self, closed: bool, page: int) -> dict[str, Any]:
        with refusing():
            await complaints.drop_old(self.store, time.time() - making.DAYS_KEPT * DAY)
            rows = await complaints.listed(self.store, closed, page)
        return {"page": page, "complaints": [row._asdict() for row in rows], "more": len(rows) == complaints.PAGE}

    async def complaint(self, id: str) -> dict[str, Any]:
        with refusing():
            found = await complaints.find(self.store, id)
        if found is None:
            raise Refused("unknown_table", "no_such_complaint")
        texts = {"chat": json.loads(found.chat), "record": gzip.decompress(found.record).decode()}
        return vars(found) | texts

    async def close(self, id: str, note: str) -> None:
        with refusing():
            if not await complaints.close(self.store, id, note):
                raise Refused("unknown_table", "no_such_complaint")

    # --- bans

    async def bans(self) -> list[dict[str, Any]]:
        with refusing():
            rows = await bans.listed(self.store)
        return [row._asdict() for row in rows]

    async def ban(self, operator: str, subject: str, reason: str, days: float | None, what: str) -> str:
        known = bans.read_subject(subject)
        if known is None:
            raise Refused("malformed", "no_such_subject")
        if known == operator:
            raise Refused("illegal", "own_ban")
        if what == bans.CHAT and not bans.PLAYER.fullmatch(known):
            raise Refused("malformed", "silence_player")
        with refusing():
            await orders.ban(self.store, known, reason, None if days is None else days * DAY, what)
        return known

    async def lift(self, subject: str) -> None:
        with refusing():
            if not await orders.lift(self.store, subject):
                raise Refused("unknown_table", "not_banned")

    # --- pairs

    async def pairs(self, least: int) -> list[dict[str, Any]]:
        """How the same two people treat each other at the latest rated tables, worked out by workers when nobody else waits."""
        with refusing():
            rated = (schema.tables.c.rated.is_(True), schema.tables.c.status == OVER)
            records = [record for record in await self.store.tables(*rated, limit=PAIRED) if pairs.tells(record)]
            games = []
            for record in records:
                log = await pairs.stored_log(self.store, record.code)
                if log is not None:
                    games.append(jobs.PairedGame(record.code, pairs.people_of(record), Played(record.opening or {}, log)))
        found: pairs.Treatments = {}
        for start in range(0, len(games), AT_ONCE):
            counted = await self.workers.compute(jobs.Pairs(games[start : start + AT_ONCE]), rank=Rank.BACKGROUND)
            pairs.join(found, json.loads(counted))
        names = {seat.player: seat.name for record in reversed(records) for seat in record.seats if seat.player}
        shown = pairs.ranked(found.values(), least)[:SHOWN]
        return [
            each.to_json() | {"one_name": names.get(each.one, ""), "other_name": names.get(each.other, ""), "tables": each.games[-5:]}
            for each in shown
        ]
