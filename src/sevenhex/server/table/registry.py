"""All tables of this process: made, found, kept in memory while somebody needs them, and watched for what is due."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from ..base.address import share_of
from ..base.limits import MOST_KEPT
from ..base.metrics import Metrics
from ..base.refusal import Refused
from ..base.settings import Settings
from ..cluster.leases import RENEW_SECONDS, Leases
from ..store.bans import Bans
from ..store.errors import StoreError, refusing
from ..store.holidays import Holidays
from ..store.seats import BOT, hashed, new_id, new_secret
from ..store.store import PLAYING, WAITING, Known, Store, TableRecord
from . import appointment, bot_pool, deadlines, housekeeping, lobby, obeying, sealing, slow, warmup
from .table import Services, Table

log = logging.getLogger("sevenhex.tables")

TICK = 0.2
SWEEP = 15.0
CLEAN = 60.0
TIDY = 600.0
SLOW_LOOK = 30.0
FIRST_TIDY = 3600.0  # while the server was away nobody could come back, so there is an hour for it
COMPILE_SECONDS = 180.0


class Tables:
    """The only way to a live table is `obtain`: where several processes share a store, ownership is decided here."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        settings = replace(settings, began=settings.began or settings.now())
        self.store, self.settings, self.metrics = store, settings, metrics
        self.pool = bot_pool.Pool(settings.bot_threads, settings.bot_seconds)
        self.services = Services(store, self.pool, settings, metrics)
        self.bans = Bans(store)
        self.services.silenced = self.bans.is_silenced
        self.services.holidays = self.holidays = Holidays()
        # slow tables that were looked at and are not due: the version of their log, and until when
        self.not_due: dict[str, tuple[int, float]] = {}
        self.not_soon: dict[str, tuple[int, float]] = {}  # the same for reminders
        self.live: dict[str, Table] = {}
        self.opened: OrderedDict[str, set[str]] = OrderedDict()  # by address: the tables opened from there
        self.opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.watch: asyncio.Task[None] | None = None
        self.obeying: asyncio.Task[None] | None = None
        self.warmed = asyncio.Event()
        self.bots_warmed = False  # they are loaded after the rules, while games may already begin
        self.leases = Leases(store, settings.peer) if settings.peer else None
        self.renewing: asyncio.Task[None] | None = None
        self.releasing: asyncio.Task[None] | None = None
        self.tidying: asyncio.Task[int] | None = None
        self.looking: asyncio.Task[int] | None = None
        self.calendar = housekeeping.Calendar()
        self.dating: asyncio.Task[None] | None = None
        self.when_moved: list[Callable[[str, str], Awaitable[None]]] = []  # called when a guest has become an account

    def start(self) -> None:
        self.watch = asyncio.create_task(self.look_after(), name="tables")
        self.obeying = asyncio.create_task(obeying.watch(self), name="orders")
        self.dating = asyncio.create_task(self.calendar.begin(self.store), name="calendar")  # before anything new is written
        if self.leases is not None:
            self.renewing = asyncio.create_task(self.keep_leases(self.leases), name="leases")

    def warm_up(self) -> None:
        """Compile the rules (or load them compiled) beside the event loop, so that pages come at once and games wait for it."""
        loop = asyncio.get_running_loop()

        def work() -> None:
            try:
                warmup.compile_apart()
                warmup.rules()
                loop.call_soon_threadsafe(self.warmed.set)
                warmup.bots()
                self.bots_warmed = True
                if gc.get_freeze_count():  # `serve` has set aside what it had loaded: so are the rules
                    gc.freeze()
            except RuntimeError:  # the loop is closed: the server stopped meanwhile
                return
            except Exception:
                log.exception("warming up failed")
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(self.warmed.set)

        threading.Thread(target=work, name="warm", daemon=True).start()

    async def rules_are_ready(self) -> None:
        try:
            await asyncio.wait_for(self.warmed.wait(), COMPILE_SECONDS)
        except TimeoutError:
            raise Refused("unavailable", "compiling") from None

    async def close(self) -> None:
        own = [task for table in self.live.values() for task in (table.bots.task, table.recovering, *table.tasks)]
        tasks = [
            task for task in (self.watch, self.obeying, self.renewing, self.tidying, self.looking, self.dating, *own) if task is not None
        ]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        self.pool.close()
        if self.leases is not None:
            with contextlib.suppress(StoreError):
                await self.leases.release(list(self.live))

    # --- owning, where several processes share a store

    async def own(self, code: str) -> int:
        """The fence of this process's lease of a table; raises `Elsewhere` when another process owns it."""
        if self.leases is None:
            return 0
        with refusing():
            return await self.leases.take(code)

    async def keep_leases(self, leases: Leases) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            if not self.live:
                continue
            try:
                for code in await leases.renew(list(self.live)):
                    self.lose(code)
            except StoreError as error:
                log.warning("leases could not be renewed", extra={"problem": str(error)})

    def lose(self, code: str) -> None:
        """Another process owns the table now: clients that are here are sent there."""
        table = self.live.pop(code, None)
        if table is None:
            return
        log.warning("a table has moved to another process", extra={"table": code})
        for task in (table.bots.task, table.recovering, *table.tasks):
            if task is not None:
                task.cancel()
        for listener in list(table.listeners):
            listener.cut()

    # --- finding

    async def obtain(self, code: str, address: str = "") -> Table:
        """The live table, read from the store when it is not in memory. Unknown and malformed codes get the same answer."""
        table = self.live.get(code)
        if table is None:
            async with self.opening_of(code):
                table = self.live.get(code) or await self.fetch(code)
        table.touch()
        table.brought_by(address)
        return table

    def opening_of(self, code: str) -> asyncio.Lock:
        """One at a time reads a table from the store; the lock is there for as long as anybody holds it or waits for it."""
        lock = self.opening.get(code)
        if lock is None:
            lock = self.opening[code] = asyncio.Lock()
        return lock

    async def fetch(self, code: str) -> Table:
        record = None
        if code.isascii() and code.isalnum() and len(code) <= 16:
            with refusing():
                record = await self.store.table(code)
        if record is None:
            raise Refused("unknown_table", "no_such_table")
        if record.opening is not None:
            await self.rules_are_ready()
        record.fence = await self.own(code)
        table = Table(record, self.services)
        async with table.lock:
            await table.ready()
        self.live[code] = table
        self.metrics.tables.set(len(self.live))
        return table

    async def look_after(self) -> None:
        """Call on tables when something is due, and let idle ones leave memory."""
        swept = time.monotonic()
        clean_at, tidy_at, slow_at, left = swept + CLEAN, swept + FIRST_TIDY, swept + SLOW_LOOK, 0
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            for table in list(self.live.values()):
                if self.warmed.is_set() and appointment.begins_now(table):
                    table.spawn(self.begin_appointed(table), "the beginning")
                    continue
                due = deadlines.next_due(table, now)
                if due is not None and due <= now and not table.lock.locked():
                    table.spawn(self.run_due(table, now), "what is due")  # a slow table must not stop the others' clocks
            if now - swept > SWEEP:
                swept = now
                left += self.sweep(now)
            if now > slow_at:
                slow_at = now + SLOW_LOOK
                self.looking = asyncio.create_task(self.look_at_slow(), name="slow tables")
            if now > tidy_at:
                tidy_at = now + TIDY
                self.tidying = asyncio.create_task(housekeeping.tidy(self), name="housekeeping")
            if now > clean_at:
                clean_at = now + CLEAN
                if left and gc.get_freeze_count() and not any(table.listeners for table in self.live.values()):
                    # Circles of objects, which Python's own collector looks for too seldom there. Everything stands still meanwhile,
                    # so it is done when tables have left and nobody is at the others.
                    gc.collect()
                    left = 0

    def forget_due(self) -> None:
        """Somebody's time at slow tables counts differently now."""
        self.not_due.clear()
        self.not_soon.clear()

    async def look_at_slow(self) -> int:
        """What is late; and who is to be reminded, where notices are sent."""
        found = await slow.look(self)
        return found + (await slow.remind(self) if self.services.reminds else 0)

    async def run_due(self, table: Table, now: float) -> None:
        try:
            await deadlines.run_due(table, now)
        except Refused:
            return
        except Exception:
            log.exception("a table stumbled", extra={"table": table.code})

    def sweep(self, now: float) -> int:
        """Idle tables leave memory; their next visitor brings them back."""
        idle = [code for code, table in self.live.items() if table.idle and now - table.touched > self.patience(table)]
        ended = {code for code in idle if self.live[code].status not in (WAITING, PLAYING)}
        for code in idle:
            del self.live[code]
        if ended:
            self.forget_opened(ended)
        if idle and self.leases is not None:
            self.releasing = asyncio.create_task(self.let_go(self.leases, idle))
        self.metrics.tables.set(len(self.live))
        return len(idle)

    def patience(self, table: Table) -> float:
        """How long nobody must have been there; where nothing goes on any more, nobody is expected back."""
        going_on = table.status in (WAITING, PLAYING)
        return self.settings.idle_seconds if going_on else min(SWEEP, self.settings.idle_seconds)

    async def let_go(self, leases: Leases, codes: list[str]) -> None:
        try:
            await leases.release([code for code in codes if code not in self.live])
        except StoreError as error:  # they run out anyway
            log.info("leases could not be released", extra={"problem": str(error)})

    # --- players

    async def player(self, secret: str | None) -> Known | None:
        """Who owns this secret."""
        if not secret or len(secret) > 64:
            return None
        known = await self.store.player(hashed(secret))
        if known is not None:
            self.bans.refuse_player(known.id)
        return known

    async def new_player(self, name: str) -> tuple[str, str]:
        """A fresh player: id and secret."""
        player, secret = new_id(), new_secret()
        await self.store.add_player(player, hashed(secret), name)
        return player, secret

    # --- making

    async def create(
        self, player: str, name: str, wanted: dict[str, Any], address: str = "", registered: bool = False, program: bool = False
    ) -> tuple[Table, int | None, str | None]:
        """A new table. Returns it with the creator's seat and token, if it sits."""
        await self.check_room(player, address)
        record, own, token = lobby.new_table(player, name, wanted, registered, program)
        self.check_bot_tables(record, address)
        with refusing():
            await self.store.save(record)
        record.fence = await self.own(record.code)
        table = Table(record, self.services)
        table.opened_by(player, address)
        self.note_opened(record.code, address)
        self.live[record.code] = table
        self.metrics.tables.set(len(self.live))
        log.info("table opened", extra={"table": record.code, "edition": record.edition, "players": record.players})
        if wanted["start"]:
            await self.rules_are_ready()
            async with table.lock:
                await lobby.begin(table)
        return table, own, token

    async def check_room(self, player: str, address: str) -> None:
        """Refuse a table for which there is no room: in all, for its player, or for the address."""
        limits = self.settings.limits
        if await self.store.count(WAITING, PLAYING) >= limits.open_tables:
            raise Refused("too_many", "too_many_tables")
        if await self.store.made_by(player) >= limits.open_tables_per_player:
            raise Refused("too_many", "too_many_unfinished", most=limits.open_tables_per_player)
        if await self.opened_from(address) >= limits.open_tables_per_address:
            raise Refused("too_many", "too_many_from_address", most=limits.open_tables_per_address)

    async def opened_from(self, address: str) -> int:
        """Unfinished tables that were opened from this address since the start; what has ended is looked up only where it matters."""
        codes = self.opened.get(share_of(address), set())
        if len(codes) >= self.settings.limits.open_tables_per_address:
            codes &= set(await self.store.open_among(codes))
        return len(codes)

    def note_opened(self, code: str, address: str) -> None:
        self.opened.setdefault(share_of(address), set()).add(code)
        self.opened.move_to_end(share_of(address))
        while len(self.opened) > MOST_KEPT:
            self.opened.popitem(last=False)

    def forget_opened(self, ended: set[str]) -> None:
        """These count for nobody any more."""
        for address, codes in list(self.opened.items()):
            codes.difference_update(ended)
            if not codes:
                del self.opened[address]

    def check_bot_tables(self, record: TableRecord, address: str) -> None:
        """Games that bots play among themselves are capped: their thinking is everybody's."""
        if not all(seat.kind == BOT for seat in record.seats):
            return
        limits = self.settings.limits
        among_themselves = [table for table in self.live.values() if table.has_only_bots and appointment.of(table.record) is None]
        own = sum(table.address == share_of(address) for table in among_themselves)
        if own >= limits.bot_tables_per_address or len(among_themselves) >= limits.bot_tables:
            raise Refused("too_many", "too_many_bot_tables", all=len(among_themselves), own=own)

    async def place(self, record: TableRecord, share: str) -> None:
        """A table that nobody opens but the server; its bots think in that share, an address or whatever else has one."""
        async with self.opening_of(record.code):  # a request for it at this moment gets this table, not a second one from the store
            await self.store.add_table(record)
            record.fence = await self.own(record.code)
            table = Table(record, self.services)
            table.opened_by("", share)
            self.live[record.code] = table
        self.metrics.tables.set(len(self.live))

    async def begin_appointed(self, table: Table) -> None:
        """A game that nobody starts, begins; what fails is tried again."""
        try:
            await self.start_game(table, None)
        except Refused as refused:
            log.info("a game could not begin yet", extra={"table": table.code, "problem": str(refused)})

    async def start_game(self, table: Table, player: str | None) -> None:
        """The host begins, or a table by appointment does; first those who sealed a word reveal it."""
        await self.rules_are_ready()
        async with table.lock:
            await table.ready()
            if player is not None:
                if table.record.creator != player:
                    raise Refused("forbidden", "host_only")
                self.check_bot_tables(table.record, table.address)
            lobby.check_ready(table)
            sealing.check_fixed(table)
            revealing = await sealing.ask_for_words(table)
        try:
            await sealing.wait_for_words(table, revealing)
            async with table.lock:
                await table.ready()
                lobby.check_ready(table)
                sealing.mix_in(table, revealing)
                await lobby.begin(table)
        except BaseException:
            table.sealing.close()
            table.spawn(sealing.start_again(table), "a failed start")
            raise
