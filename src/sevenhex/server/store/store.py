"""The store: SQLite by default, PostgreSQL by URL. A write returns only when it is on disk; writes of many tables share a commit."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from weakref import WeakSet

from alembic.util import CommandError
from sqlalchemy import ColumnElement, Row, Table, and_, case, delete, event, func, insert, or_, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from . import schema
from .batch import PRAGMAS
from .errors import Damaged, StoreError
from .seats import Seat
from .writer import Writer

log = logging.getLogger("sevenhex.store")

OWN_URLS = ("sqlite+aiosqlite:", "postgresql+asyncpg:")  # as `address` makes them
WAITING, PLAYING, OVER, ABORTED = "waiting", "playing", "over", "aborted"
PAGE = 20
SLOW, ABSENT = 3600.0, 3.0  # seconds for a move that are many; and how many such times nobody comes before a table is abandoned
USED_EVERY = 3600.0  # seconds: a review that is read more often is not noted each time
PRIVATE = 0o600
ENTRIES_AT_ONCE = 500  # read from the store in one piece
FAREWELL = 2.0  # seconds for a connection that ends
CHANCES = 8  # more than the outcomes of chance that one action brings


class Known(NamedTuple):
    """Who a secret belongs to."""

    id: str
    name: str
    device: str | None = None  # that is signed in, or a program's token; None: a guest
    program: bool = False  # it is no person

    @property
    def registered(self) -> bool:
        return self.device is not None


@dataclass
class TableRecord:
    """A table as it is stored, without its log."""

    code: str
    name: str
    edition: str
    players: int
    options: dict[str, Any]
    public: bool
    turn_seconds: float | None
    creator: str | None
    seed: str
    status: str = WAITING
    words: dict[int, str] = field(default_factory=dict)
    seals: dict[int, str] = field(default_factory=dict)  # of words that are revealed at the start
    starts: list[list[str]] = field(default_factory=list)  # of each start that asked for words: the seals that were to be opened
    opening: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    created: float = field(default_factory=time.time)
    updated: float = field(default_factory=time.time)
    fence: int = 0
    rated: bool = False
    reserve_seconds: float | None = None
    increment_seconds: float | None = None
    clock: dict[str, Any] = field(default_factory=dict)  # what is left of the reserves, as of the last entry (table/clock.py)
    pending: dict[str, Any] | None = None  # as they were when the table was read; written by `Store.set_pending`
    ended: float | None = None  # when it was over or aborted
    house: dict[str, Any] = field(default_factory=dict)  # what the host has decided (table/hosting.py)
    advance: dict[str, Any] = field(default_factory=dict)  # by seat: what its player has answered beforehand (table/slow.py)
    seats: list[Seat] = field(default_factory=list)

    @property
    def has_ended(self) -> bool:
        return self.status in (OVER, ABORTED)

    def row(self) -> dict[str, Any]:
        columns = {
            name: getattr(self, name)
            for name in (
                *("code", "name", "edition", "players", "public", "turn_seconds", "reserve_seconds", "increment_seconds", "creator"),
                *("seed", "status", "created", "updated", "fence", "rated", "ended"),
            )
        }  # fmt: skip
        texts = {
            "options": self.options, "words": self.words, "opening": self.opening, "result": self.result, "house": self.house or None,
            "advance": self.advance or None, "clock": self.clock or None,
            "seals": self.seals or None, "starts": self.starts or None,
        }  # fmt: skip
        return columns | {name: None if value is None else json.dumps(value) for name, value in texts.items()}


@dataclass(frozen=True)
class LogEntry:
    """One line of a table's log: an action, or an undo back to a length."""

    version: int
    seat: int
    action: int | None
    undo_to: int | None = None
    command: str | None = None
    time: float = 0.0

    def row(self, code: str) -> dict[str, Any]:
        return {
            "code": code, "version": self.version, "seat": self.seat, "action": self.action, "undo_to": self.undo_to,
            "command": self.command, "time": self.time,
        }  # fmt: skip


@dataclass(frozen=True)
class ChatLine:
    """One line of chat."""

    n: int
    seat: int | None
    player: str | None
    name: str
    text: str
    command: str | None
    time: float


def first_line(error: Exception) -> str:
    """What is wrong, without the statement and the advice that the database adds."""
    return str(getattr(error, "orig", None) or error).partition("\n")[0].rstrip(".")


def file_of(given: str) -> Path | None:
    """Where SQLite keeps the store that a person names; None for a URL."""
    if "://" in given:
        return None
    path = Path(given).expanduser()
    return path if path.suffix in (".db", ".sqlite", ".sqlite3") else path / "sevenhex.db"


def address(given: str | Path) -> str:
    """A store's URL from what a person writes: a file or folder (SQLite), or a URL."""
    url = str(given)
    if url.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + url.split("://", 1)[1]
    if url.startswith(OWN_URLS):
        return url
    if "://" in url:
        raise StoreError(f"Expected a store that is a file, a folder or postgresql://..., got {url.partition('://')[0]}://....")
    path = file_of(url)
    assert path is not None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The folder {path.parent} for the games cannot be made: {error.strerror}.") from None
    return f"sqlite+aiosqlite:///{path}"


def keep_private(file: str | None) -> None:
    """A new database is its owner's alone, for it holds the seeds of running games; SQLite's own further files follow it."""
    if file and file != ":memory:":
        with contextlib.suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))


def connect(url: str, threads: WeakSet[Thread] | None = None) -> AsyncEngine:
    """An engine with the settings that make a commit durable. Each connection to SQLite has a thread, which is added to `threads`."""
    if not url.startswith("sqlite"):
        try:
            return create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise StoreError(f"A PostgreSQL store needs {error.name}: pip install 'sevenhex[postgres]'.") from None
        except (SQLAlchemyError, ValueError) as error:
            raise StoreError(f"This is no address of a store: {first_line(error)}.") from None
    engine = create_async_engine(url)

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        thread = getattr(connection.driver_connection, "_thread", None)  # aiosqlite has no public name for it
        if threads is not None and thread is not None:
            threads.add(thread)

    return engine


class Store:
    """Reads go straight to the database; writes queue for the one writer, which commits all that wait together."""

    def __init__(self, url: str, patience: float = 10.0) -> None:
        self.url = address(url)
        self.patience = patience
        self.threads: WeakSet[Thread] = WeakSet()
        self.engine = connect(self.url, self.threads)
        self.writer = Writer(self.engine, patience)

    @property
    def file(self) -> str | None:
        """Where SQLite keeps it; none for a database of another kind."""
        return self.engine.url.database if self.engine.dialect.name == "sqlite" else None

    async def open(self) -> None:
        """Create or upgrade the schema, then start the writer."""
        from .migrations import upgrade

        try:
            keep_private(self.file)
            await upgrade(self.engine)
        except (SQLAlchemyError, CommandError, OSError) as error:
            await self.engine.dispose()
            raise StoreError(f"The store {self.engine.url} cannot be opened: {first_line(error)}.") from error  # it hides the password
        self.writer.start()

    async def close(self) -> None:
        await self.writer.stop()
        await self.engine.dispose()
        # A request that was cut off leaves its connection to end alone; it must not answer to a loop that is closed.
        for thread in list(self.threads):
            await asyncio.to_thread(thread.join, FAREWELL)

    # --- writing

    async def append(self, code: str, fence: int, entries: Sequence[LogEntry], clock: dict[str, Any] | None = None) -> None:
        """Add to a table's log, with what its clock says where it has reserves. The primary key (table, version) makes a second writer's
        attempt a `Conflict`."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(clock=json.dumps(clock)))

        await self.writer.write(work if clock else None, [entry.row(code) for entry in entries], (code, fence))

    async def add_player(self, player: str, secret_hash: str, name: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.players).values(id=player, secret_hash=secret_hash, name=name, created=time.time()))

        await self.writer.write(work)

    async def rename_player(self, player: str, name: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(update(schema.players).where(schema.players.c.id == player).values(name=name))

        await self.writer.write(work)

    async def save(self, record: TableRecord, lines: Sequence[LogEntry] = ()) -> None:
        """A table with its seats, new or changed, and with the log lines that belong to the change."""
        record.updated = time.time()
        if record.has_ended and record.ended is None:
            record.ended = record.updated
        row = record.row()
        places = [{"code": record.code, **asdict(seat)} for seat in record.seats]

        async def work(connection: AsyncConnection) -> None:
            same = {name: value for name, value in row.items() if name not in ("fence", "created")}
            changed = await connection.execute(update(schema.tables).where(schema.tables.c.code == record.code).values(**same))
            if changed.rowcount == 0:
                await connection.execute(insert(schema.tables).values(**row))
            await connection.execute(delete(schema.seats).where(schema.seats.c.code == record.code))
            await connection.execute(insert(schema.seats), places)

        await self.writer.write(work, [entry.row(record.code) for entry in lines], (record.code, record.fence))

    async def add_table(self, record: TableRecord) -> None:
        """A new table; a `Conflict` where there is one with this code."""
        row, places = record.row(), [{"code": record.code, **asdict(seat)} for seat in record.seats]

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.tables).values(**row))
            await connection.execute(insert(schema.seats), places)

        await self.writer.write(work)

    async def set_pending(self, code: str, fence: int, pending: dict[str, Any] | None) -> None:
        """What is open at a table."""

        async def work(connection: AsyncConnection) -> None:
            text = None if pending is None else json.dumps(pending)
            await connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(pending=text))

        await self.writer.write(work, fence=(code, fence))

    async def add_line(self, code: str, line: ChatLine, fence: int = 0) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.chat).values(code=code, **asdict(line)))

        await self.writer.write(work, fence=(code, fence))

    async def delete_table(self, code: str) -> None:
        """A table with its seats, log and chat."""

        async def work(connection: AsyncConnection) -> None:
            for part in (schema.seats, schema.entries, schema.checkpoints, schema.reviews, schema.digests, schema.chat, schema.tables):
                await connection.execute(delete(part).where(part.c.code == code))

        await self.writer.write(work)

    async def set_checkpoint(self, code: str, fence: int, version: int, game: bytes) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.checkpoints).where(schema.checkpoints.c.code == code))
            await connection.execute(insert(schema.checkpoints).values(code=code, version=version, game=game))

        await self.writer.write(work, fence=(code, fence))

    async def set_review(self, content: str, code: str | None, body: bytes, most: int) -> None:
        """Keep a review by what its game is. Of those that belong to no table the longest unused go, down to `most` bytes."""
        kept = schema.reviews.c

        async def work(connection: AsyncConnection) -> None:
            owner = code
            if code is not None:  # it may have been deleted meanwhile
                found = await connection.execute(select(schema.tables.c.code).where(schema.tables.c.code == code))
                owner = code if found.first() is not None else None
            await connection.execute(delete(schema.reviews).where(kept.content == content))
            row = {"content": content, "code": owner, "body": body, "size": len(body), "used": time.time()}
            await connection.execute(insert(schema.reviews).values(**row))
            sizes = (await connection.execute(select(kept.content, kept.size).where(kept.code.is_(None)).order_by(kept.used.desc()))).all()
            total = list(itertools.accumulate(size for _, size in sizes))
            gone = [old for (old, _), sum_ in zip(sizes, total, strict=True) if sum_ > most]
            if gone:
                await connection.execute(delete(schema.reviews).where(kept.content.in_(gone)))

        await self.writer.write(work)

    async def review(self, content: str) -> bytes | None:
        """The review of this game, if there is one."""
        kept = schema.reviews.c
        rows = await self.read(select(kept.body, kept.used).where(kept.content == content))
        if not rows:
            return None
        if rows[0].used < time.time() - USED_EVERY:

            async def work(connection: AsyncConnection) -> None:
                await connection.execute(update(schema.reviews).where(kept.content == content).values(used=time.time()))

            with contextlib.suppress(StoreError):  # only the order of forgetting depends on it
                await self.writer.write(work)
        return bytes(rows[0].body)

    async def delete_player(self, player: str) -> int:
        """Forget a player: name, secrets, account, chat. Games stay, with an empty name at that seat. Returns the seats changed."""
        from . import relations, tournaments  # they know this module

        changed = 0

        async def work(connection: AsyncConnection) -> None:
            nonlocal changed
            gone = {"player": None, "name": "", "token_hash": None, "registered": False, "program": False}
            names = select(schema.seats.c.name).where(schema.seats.c.player == player).distinct()
            for name in filter(None, (await connection.execute(names)).scalars().all()):  # "Ann's table"
                named = and_(schema.tables.c.creator == player, schema.tables.c.name.contains(name, autoescape=True))
                await connection.execute(update(schema.tables).where(named).values(name=""))
            about = schema.complaints.c.about == player
            await connection.execute(update(schema.complaints).where(about).values(about=None, about_name="", chat="[]"))
            await tournaments.forget(connection, player)
            await relations.forget(connection, player)
            for part in (
                schema.drills,
                schema.practice,
                schema.logins,
                schema.complaints,
                schema.notices,
                schema.feeds,
                schema.holidays,
                schema.challenges,
                schema.tokens,
                schema.passkeys,
                schema.devices,
                schema.names,
                schema.accounts,
            ):
                await connection.execute(delete(part).where(part.c.player == player))
            changed = (await connection.execute(update(schema.seats).where(schema.seats.c.player == player).values(**gone))).rowcount
            await connection.execute(delete(schema.chat).where(schema.chat.c.player == player))
            await connection.execute(update(schema.tables).where(schema.tables.c.creator == player).values(creator=None))
            await connection.execute(delete(schema.players).where(schema.players.c.id == player))

        await self.writer.write(work)
        return changed

    # --- orders (orders.py)

    async def give_order(self, what: str, subject: str) -> str:
        order = secrets.token_hex(16)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.orders).values(id=order, what=what, subject=subject, time=time.time()))

        await self.writer.write(work)
        return order

    async def drop_order(self, order: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.orders).where(schema.orders.c.id == order))

        await self.writer.write(work)

    async def orders(self) -> Sequence[Row[Any]]:
        return await self.read(select(schema.orders).order_by(schema.orders.c.time))

    # --- reading

    async def read(self, query: Any) -> Sequence[Row[Any]]:
        try:
            async with asyncio.timeout(self.patience), self.engine.connect() as connection:
                return (await connection.execute(query)).all()
        except TimeoutError:
            raise StoreError("The store does not answer. Try again in a moment.") from None
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"The store could not be read: {error}") from error

    async def player(self, secret_hash: str) -> Known | None:
        """The player with this secret: a guest's only one, or that of a device which is signed in."""
        found = await self.read(select(schema.players.c.id, schema.players.c.name).where(schema.players.c.secret_hash == secret_hash))
        if found:
            return Known(found[0].id, found[0].name)
        device, account = schema.devices.c, schema.accounts.c
        signed_in = select(device.id, account.player, account.name, account.program).join_from(schema.devices, schema.accounts)
        rows = await self.read(signed_in.where(device.secret_hash == secret_hash))
        return Known(rows[0].player, rows[0].name, rows[0].id, rows[0].program) if rows else None

    async def table(self, code: str) -> TableRecord | None:
        """One table, or None; `Damaged` when it is there but cannot be read."""
        found = await self.tables(schema.tables.c.code == code, limit=1, strict=True)
        if not found:
            return None
        record = found[0]
        if [seat.seat for seat in record.seats] != list(range(record.players)):
            raise Damaged(code, f"its seats are {[seat.seat for seat in record.seats]}")
        return record

    async def tables(self, *conditions: ColumnElement[bool], limit: int = 100, offset: int = 0, strict: bool = False) -> list[TableRecord]:
        """Tables with their seats, latest first; those that cannot be read are left out, or with `strict` raise `Damaged`."""
        wanted = schema.tables
        query = select(wanted).where(and_(True, *conditions)).order_by(wanted.c.updated.desc()).limit(limit).offset(offset)
        records = []
        for row in await self.read(query):
            try:
                records.append(unpack(row._asdict()))
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                if strict:
                    raise Damaged(row.code, f"{type(error).__name__}: {error}") from error
                log.warning("a damaged table is left out", extra={"table": row.code})
        by_code = {record.code: record for record in records}
        if by_code:
            places = select(schema.seats).where(schema.seats.c.code.in_(list(by_code))).order_by(schema.seats.c.seat)
            for row in await self.read(places):
                values = row._asdict()
                by_code[values.pop("code")].seats.append(Seat(**values))
        return records

    async def public_tables(self) -> list[TableRecord]:
        return await self.tables(schema.tables.c.public.is_(True), schema.tables.c.status.in_([WAITING, PLAYING]))

    async def tables_of(self, player: str) -> list[TableRecord]:
        """A player's tables, running ones first."""
        found = await self.tables(self.seated(player))
        return sorted(found, key=lambda record: record.status not in (WAITING, PLAYING))

    async def past(self, player: str | None, page: int) -> list[TableRecord]:
        """Finished games: public ones and the player's own."""
        mine = or_(schema.tables.c.public.is_(True), self.seated(player)) if player else schema.tables.c.public.is_(True)
        return await self.tables(schema.tables.c.status == OVER, mine, limit=PAGE, offset=(page - 1) * PAGE)

    async def rated_games(self, since: float, after: str, limit: int) -> list[TableRecord]:
        """Rated games that have a result, in the order in which they ended: those after a time, and after a code at that very time."""
        table = schema.tables.c
        later = or_(table.ended > since, and_(table.ended == since, table.code > after))
        query = (
            select(table.code).where(table.rated.is_(True), table.result.is_not(None), later).order_by(table.ended, table.code).limit(limit)
        )
        order = [row.code for row in await self.read(query)]
        found = {record.code: record for record in await self.tables(table.code.in_(order), limit=limit)} if order else {}
        return [found[code] for code in order if code in found]

    async def last_change(self) -> float | None:
        """When a table was last written, games' entries left aside; None in an empty store."""
        found = (await self.read(select(func.max(schema.tables.c.updated))))[0][0]
        return None if found is None else float(found)

    async def rated_running(self) -> list[str]:
        """The tables at which a rated game is being played."""
        table = schema.tables.c
        return [row.code for row in await self.read(select(table.code).where(table.status == PLAYING, table.rated.is_(True)))]

    async def abandoned(self, status: str, rated: bool | None, before: float, limit: int) -> list[str]:
        """Unfinished tables (rated, not rated, or both) at which nothing was written since a time."""
        table, entry = schema.tables.c, schema.entries.c
        slow = ABSENT * table.turn_seconds + func.coalesce(table.reserve_seconds, 0.0)
        slack = case((table.turn_seconds > SLOW, slow), else_=0.0)  # who plays slowly is not gone so soon
        moved = select(entry.code).where(entry.code == table.code, entry.time >= before - slack).exists()
        query = select(table.code).where(table.status == status, table.updated < before - slack, ~moved)
        if rated is not None:
            query = query.where(table.rated.is_(rated))
        query = query.order_by(table.updated).limit(limit)
        return [row.code for row in await self.read(query)]

    async def overdue(self, slow: float, now: float, limit: int) -> list[tuple[str, int]]:
        """Running tables with more than so many seconds for a move, at which nothing has happened for longer than that; their versions."""
        table, entry = schema.tables.c, schema.entries.c
        moved = select(entry.code).where(entry.code == table.code, entry.time > now - table.turn_seconds).exists()
        query = select(table.code, version_of()).where(table.status == PLAYING, table.turn_seconds > slow, ~moved)
        return [(row.code, row.version or 0) for row in await self.read(query.order_by(table.updated).limit(limit))]

    async def late_soon(self, slow: float, now: float, lead: float, limit: int) -> list[tuple[str, int]]:
        """The same so long before that, or at the last quarter; without those where somebody was reminded since."""
        table, entry, version = schema.tables.c, schema.entries.c, version_of()
        quarter = table.turn_seconds / 4
        soon = table.turn_seconds - case((quarter < lead, quarter), else_=lead)
        moved = select(entry.code).where(entry.code == table.code, entry.time > now - soon).exists()
        query = select(table.code, version).where(
            table.status == PLAYING, table.turn_seconds > slow, ~moved, func.coalesce(table.reminded, -1) < func.coalesce(version, 0)
        )
        return [(row.code, row.version or 0) for row in await self.read(query.order_by(table.updated).limit(limit))]

    async def agreed_waiting(self, slow: float, before: float, mark: str, limit: int) -> list[str]:
        """Slow tables that wait since a time, with such a mark in what is stored of the house."""
        table = schema.tables.c
        query = select(table.code).where(
            table.status == WAITING, table.turn_seconds > slow, table.created <= before, table.house.contains(mark, autoescape=True)
        )
        return [row.code for row in await self.read(query.order_by(table.created.desc()).limit(limit))]

    async def note_reminded(self, code: str, version: int, fence: int) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(reminded=version))

        await self.writer.write(work, fence=(code, fence))

    async def drop_finished(self, before: float, limit: int) -> int:
        """Delete tables that ended before a time, with log and chat; rated ones with a result stay, for ratings are computed from them."""
        table = schema.tables.c
        counts = and_(table.rated.is_(True), table.result.is_not(None))
        query = select(table.code).where(table.status.in_([OVER, ABORTED]), table.ended < before, ~counts).limit(limit)
        codes = [row.code for row in await self.read(query)]

        async def work(connection: AsyncConnection) -> None:
            for part in (schema.chat, schema.entries, schema.checkpoints, schema.reviews, schema.digests, schema.seats, schema.tables):
                await connection.execute(delete(part).where(part.c.code.in_(codes)))

        if codes:
            await self.writer.write(work)
        return len(codes)

    def seated(self, player: str) -> ColumnElement[bool]:
        return schema.tables.c.code.in_(select(schema.seats.c.code).where(schema.seats.c.player == player))

    async def last_entry(self, code: str) -> tuple[int, float]:
        """Version and time of a log's last entry."""
        entry = schema.entries.c
        query = select(entry.version, entry.time).where(entry.code == code).order_by(entry.version.desc()).limit(1)
        rows = await self.read(query)
        return (rows[0].version, rows[0].time) if rows else (0, 0.0)

    async def entries(self, code: str, after: int = 0) -> list[LogEntry]:
        """A table's log after a version, read in parts so that a long one stops nobody."""
        entry, found = schema.entries.c, list[LogEntry]()
        while True:
            query = select(schema.entries).where(entry.code == code, entry.version > after).order_by(entry.version).limit(ENTRIES_AT_ONCE)
            rows = await self.read(query)
            found += [LogEntry(row.version, row.seat, row.action, row.undo_to, row.command, row.time) for row in rows]
            if len(rows) < ENTRIES_AT_ONCE:
                return found
            after = rows[-1].version

    async def checkpoint(self, code: str) -> bytes | None:
        """The last one of a table's game, if there is one."""
        rows = await self.read(select(schema.checkpoints.c.game).where(schema.checkpoints.c.code == code))
        return bytes(rows[0].game) if rows else None

    async def answer_of(self, code: str, seat: int, command: str) -> int | None:
        """The version that answers a command done before, however long ago: its own entry's, or that of the chance which followed."""
        entry = schema.entries.c
        here = entry.code == code
        found = await self.read(select(entry.version).where(here, entry.seat == seat, entry.command == command))
        if not found:
            return None
        first = int(found[0].version)
        after = await self.read(select(entry.version, entry.seat).where(here, entry.version > first).order_by(entry.version).limit(CHANCES))
        return first + len(list(itertools.takewhile(lambda row: row.seat < 0, after)))

    async def chat(self, code: str, last: int = 200) -> list[ChatLine]:
        query = select(schema.chat).where(schema.chat.c.code == code).order_by(schema.chat.c.n.desc()).limit(last)
        rows = reversed(await self.read(query))
        return [ChatLine(row.n, row.seat, row.player, row.name, row.text, row.command, row.time) for row in rows]

    async def has_line(self, code: str, seat: int, command: str) -> bool:
        """Was this line of chat written before?"""
        line = schema.chat.c
        return bool(await self.read(select(line.n).where(line.code == code, line.seat == seat, line.command == command)))

    async def count(self, *statuses: str) -> int:
        query = select(func.count()).select_from(schema.tables)
        if statuses:
            query = query.where(schema.tables.c.status.in_(statuses))
        return int((await self.read(query))[0][0])

    async def made_by(self, player: str) -> int:
        """Unfinished tables that this player has opened."""
        wanted = schema.tables.c
        query = select(func.count()).select_from(schema.tables).where(wanted.creator == player, wanted.status.in_([WAITING, PLAYING]))
        return int((await self.read(query))[0][0])

    async def open_among(self, codes: Iterable[str]) -> list[str]:
        """Those of these tables that wait or play."""
        wanted = schema.tables.c
        query = select(wanted.code).where(wanted.code.in_(list(codes)), wanted.status.in_((WAITING, PLAYING)))
        return [row.code for row in await self.read(query)]

    async def refuses(self) -> str:
        """Why nothing can be written now, or nothing: a write that changes nothing goes to the disk as every other one does."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))

        try:
            await self.writer.write(work)
        except StoreError as error:
            return first_line(error)
        return ""

    async def export(self, player: str) -> dict[str, Any]:
        """Everything that is kept about a player, as JSON."""
        own = await self.read(
            select(schema.players.c.id, schema.players.c.name, schema.players.c.created).where(schema.players.c.id == player)
        )
        if not own:
            raise StoreError(f"There is no player {player!r}.")
        account = await self.read(
            select(schema.accounts.c.name, schema.accounts.c.created, schema.accounts.c.shown).where(schema.accounts.c.player == player)
        )
        parts: dict[str, list[dict[str, Any]]] = {}
        login = schema.logins.c
        parts["logins"] = [row._asdict() for row in await self.read(select(login.created).where(login.player == player))]
        feed = schema.feeds.c
        parts["feeds"] = [row._asdict() for row in await self.read(select(feed.created).where(feed.player == player))]
        for part in (schema.devices, schema.passkeys, schema.tokens):
            rows = await self.read(select(part.c.name, part.c.created, part.c.used).where(part.c.player == player).order_by(part.c.created))
            parts[part.name] = [row._asdict() for row in rows]
        tables = await self.tables(self.seated(player), limit=100_000)
        lines = await self.read(select(schema.chat).where(schema.chat.c.player == player).order_by(schema.chat.c.time))
        deck = await self.read(select(schema.drills).where(schema.drills.c.player == player).order_by(schema.drills.c.created))
        days = await self.read(select(schema.practice).where(schema.practice.c.player == player).order_by(schema.practice.c.day))
        complaint = schema.complaints.c
        complained = select(complaint.code, complaint.about_name, complaint.kind, complaint.text, complaint.time)
        complaints = await self.read(complained.where(complaint.player == player).order_by(complaint.time))
        entrant = schema.entrants.c
        entered = await self.read(
            select(entrant.tournament, entrant.name, entrant.joined, entrant.gone).where(entrant.player == player).order_by(entrant.joined)
        )
        invitation, tournament = schema.invitations.c, schema.tournaments.c
        invited = await self.read(select(invitation.code, invitation.name, invitation.created).where(invitation.other == player))
        made = await self.read(select(tournament.id, tournament.name, tournament.created).where(tournament.creator == player))
        return {
            "player": dict(own[0]._asdict()),
            "account": {**account[0]._asdict(), **parts} if account else None,
            "tables": [
                {
                    "code": record.code,
                    "name": record.name,
                    "edition": record.edition,
                    "status": record.status,
                    "created": record.created,
                    "seats": [seat.seat for seat in record.seats if seat.player == player],
                    "actions": [
                        asdict(entry)
                        for entry in await self.entries(record.code)
                        if any(seat.player == player and seat.seat == entry.seat for seat in record.seats)
                    ],
                    "words": {n: lines for n, lines in record.words.items() if record.seats[n].player == player},
                }
                for record in tables
            ],
            "chat": [{"table": row.code, "text": row.text, "time": row.time} for row in lines],
            "drills": [
                {
                    **{name: getattr(row, name) for name in ("id", "own", "state", "theme", "due", "times", "created")},
                    "memory": json.loads(row.memory) if row.memory else None,
                    "body": json.loads(row.body) if row.body else None,
                }
                for row in deck
            ],
            "practice": [{name: getattr(row, name) for name in ("day", "seconds", "answered", "found")} for row in days],
            "complaints": [row._asdict() for row in complaints],
            "people": await self.own_rows(schema.relations, player, "kind", "name", "created"),
            "invitations": await self.own_rows(schema.invitations, player, "code", "created"),
            "invited": [row._asdict() for row in invited],
            "seeks": await self.own_rows(schema.seeks, player, "name", "wish", "created"),
            "tournaments_made": [row._asdict() for row in made],
            "tournaments": [row._asdict() for row in entered],
            "notices": await self.own_rows(schema.notices, player, "kind", "address", "created"),
            "holidays": await self.own_rows(schema.holidays, player, "since", "until"),
        }

    async def own_rows(self, part: Table, player: str, *names: str) -> list[dict[str, Any]]:
        query = select(*(part.c[name] for name in names)).where(part.c.player == player).order_by(part.c[names[-1]])
        return [row._asdict() for row in await self.read(query)]


def version_of() -> Any:
    """Of the table that is asked for: how often its log has changed."""
    entry = schema.entries.c
    return select(func.max(entry.version)).where(entry.code == schema.tables.c.code).scalar_subquery().label("version")


def unpack(row: dict[str, Any]) -> TableRecord:
    """A stored row as a record."""
    for name in ("options", "words", "opening", "result", "pending", "house", "advance", "clock", "seals", "starts"):
        row[name] = json.loads(row[name]) if row[name] else None
    row["house"] = row["house"] if isinstance(row["house"], dict) else {}
    row["clock"] = row["clock"] if isinstance(row["clock"], dict) else {}
    row["advance"] = row["advance"] if isinstance(row["advance"], dict) else {}
    for name in ("words", "seals"):
        row[name] = {int(seat): word for seat, word in (row[name] or {}).items()}
    row["options"] = row["options"] or {}
    row["starts"] = [[str(seal) for seal in seals] for seals in row["starts"] or []]
    bytes.fromhex(row["seed"])
    for name in ("owner", "lease", "reminded"):
        row.pop(name)
    return TableRecord(**row)
