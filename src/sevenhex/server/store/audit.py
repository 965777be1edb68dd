"""Checks that everything in a store is sound, and copies one store into another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

from sqlalchemy import func, insert, select

from sevenhex.editions import load
from sevenhex.editions.deal import deal
from sevenhex.editions.start import generator
from sevenhex.errors import SevenhexError
from sevenhex.game.fairdice import CHANCE, Chain
from sevenhex.game.game import Game
from sevenhex.rules.check import check

from . import schema
from .errors import Damaged, StoreError
from .store import OVER, PLAYING, Store

ORDER = (
    *(schema.players, schema.accounts, schema.names, schema.devices, schema.passkeys, schema.logins, schema.tokens),
    *(schema.notices, schema.own_keys, schema.feeds, schema.holidays),
    *(schema.drills, schema.practice),
    *(schema.tables, schema.seats, schema.entries, schema.chat, schema.bans, schema.complaints),
    *(schema.tournaments, schema.entrants, schema.pairings, schema.relations, schema.invitations, schema.club_texts),
)
FORMAT = "sevenhex-store"
MANY = 500
ISLAND = ("island", "terrain", "numbers", "harbors", "robber")  # how the opening is written may change with a release; these do not


async def codes(store: Store) -> list[str]:
    return [row.code for row in await store.read(select(schema.tables.c.code).order_by(schema.tables.c.code))]


async def audit_table(store: Store, code: str) -> list[str]:
    """Everything that is wrong with a table: gaps, illegal actions, dice that do not follow from the seed."""
    try:
        record = await store.table(code)
    except Damaged as error:
        return [str(error)]
    if record is None:
        return ["vanished"]
    faults: list[str] = []
    entries = await store.entries(code)
    if record.opening is None:
        return ["has a log but no opening"] if entries else []
    try:
        game = Game.from_json(record.opening)
        chain = Chain.of(bytes.fromhex(record.seed), record.words)
        if (game.configuration.edition, game.players) != (load(record.edition), record.players):
            faults.append("has an opening of another edition or number of players")
        dealt = deal(game.configuration, generator(chain.island))
        if any(getattr(dealt, part) != getattr(game.layout, part) for part in ISLAND):
            faults.append("has an island that does not follow from the seed")
        faults += [f"opening: {defect}" for defect in check(game.state)]
    except (SevenhexError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        return [f"opening: {error}"]
    commands: set[tuple[int, str]] = set()
    for place, entry in enumerate(entries, 1):
        if entry.version != place:
            return [*faults, f"version {entry.version} stands where {place} should"]
        if entry.command is not None:
            if (entry.seat, entry.command) in commands:
                faults.append(f"version {place}: command {entry.command!r} of seat {entry.seat} was applied twice")
            commands.add((entry.seat, entry.command))
        if entry.undo_to is not None:
            if entry.action is not None or not 0 <= entry.undo_to < len(game.log):
                return [*faults, f"version {place}: undo to {entry.undo_to} of {len(game.log)}"]
            game.undo(len(game.log) - entry.undo_to)
            continue
        if entry.action is None or not CHANCE <= entry.seat < record.players or not game.is_legal(entry.action, entry.seat):
            return [*faults, f"version {place}: action {entry.action} of seat {entry.seat} is not legal"]
        if entry.seat == CHANCE and game.pick(chain.outcome(game.chance_count)) != entry.action:
            faults.append(f"version {place}: {game.say(entry.action)} does not follow from the seed")
        game.push(entry.action, entry.seat)
    faults += [f"state: {defect}" for defect in check(game.state)]
    if game.awaits_chance:
        faults.append("ends before an outcome of chance")
    if game.is_over != (record.status == OVER) and record.status in (OVER, PLAYING):
        faults.append(f"is {record.status}, but its log says otherwise")
    return faults


async def dump(store: Store) -> AsyncIterator[dict[str, Any]]:
    """Every row, tables in the order in which they can be written back; one transaction, so a running server does no harm."""
    async with store.engine.connect() as connection:
        yield {"format": FORMAT, "version": 1}
        for table in ORDER:
            result = await connection.stream(select(table))
            async for row in result:
                yield {"table": table.name, "row": dict(row._mapping)}


async def fill(store: Store, rows: Iterable[dict[str, Any]]) -> int:
    """All or nothing."""
    tables = {table.name: table for table in ORDER}
    count = 0
    for table in ORDER:
        if (await store.read(select(func.count()).select_from(table)))[0][0]:
            raise StoreError(f"The store is not empty ({table.name} has rows); restore into a new one.")
    async with store.engine.begin() as connection:
        waiting: list[dict[str, Any]] = []
        name = ""
        for place, row in enumerate(rows):
            if place == 0:
                if row.get("format") != FORMAT:
                    raise StoreError("This is no backup of a store; expected a file that `sevenhex store backup` wrote.")
                continue
            if row.get("table") not in tables:
                raise StoreError(f"Line {place + 1} names no table of the store: {str(row.get('table'))[:40]!r}.")
            if row["table"] != name or len(waiting) >= MANY:
                if waiting:
                    await connection.execute(insert(tables[name]), waiting)
                waiting, name = [], row["table"]
            waiting.append(row["row"])
            count += 1
        if waiting:
            await connection.execute(insert(tables[name]), waiting)
    return count
