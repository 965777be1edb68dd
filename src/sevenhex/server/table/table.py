"""One live table. Its lock makes everything that happens at it one after the other; what is accepted is on disk before anyone hears of it.

Here stands how an action is accepted. What else happens at a table has modules of its own, whose functions take the table: `lobby` (seats,
the beginning), `attendance` (people come and go), `undo`, `chat`, `hints`, `bot_driver`, `deadlines` (what becomes due), `loading`
(reading it from the store), `broadcast` (sending what happened).

Each part owns its data (`listeners`, `answers`, `chat`, `presence`, `clock`, `undo`, `sealing`, `bots`, `encoder`): others call its
methods, and nobody but this module changes a field of the table itself. What they change together is the stored `record` with its seats,
under the lock and before `save` (`tests/server/test_parts.py` looks).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from array import array
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sevenhex.errors import ActionError
from sevenhex.game.events import Event
from sevenhex.game.fairdice import CHANCE, Chain
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from ..base.address import share_of
from ..base.refusal import Refused
from ..store.errors import Conflict, StoreError, refusing
from ..store.holidays import Holidays
from ..store.seats import HUMAN, Seat
from ..store.store import ABORTED, OVER, PLAYING, WAITING, LogEntry, Store, TableRecord
from . import bot_driver, broadcast, chat, encoding, leaving, loading, log_limit, pausing, pending, sealing, slow
from .answers import Answers
from .clock import Clock, part_began, part_key
from .listeners import Listeners
from .presence import Presence
from .undo import Undo

if TYPE_CHECKING:
    from sevenhex.game.game import Game

    from ..base.metrics import Metrics
    from ..base.settings import Settings
    from .bot_pool import Pool
    from .loading import Replayed

log = logging.getLogger("sevenhex.table")

LEAST_SECONDS = 10.0  # on a clock after a restart: the log's times are those of a clock that may have jumped
SIMULTANEOUS = frozenset({Kind.DISCARD, Kind.ACCEPT, Kind.REFUSE, Kind.COUNTER, Kind.PROPOSE})  # said by several at once


class Overtaken(Refused):
    """The log has grown behind our back: another process wrote, or a write that was given up arrived after all."""


@dataclass
class Services:
    """What all tables of a process share."""

    store: Store
    pool: Pool
    settings: Settings
    metrics: Metrics
    # called when a slow table waits for people, and again when so many seconds are left
    awaited: Callable[[Table, list[int], float | None], None] = lambda _table, _seats, _left: None
    reminds: bool = False  # are notices sent at all?
    silenced: Callable[[str | None], bool] = lambda _player: False  # has the operator taken the chat from this player?
    holidays: Holidays = field(default_factory=Holidays)
    replays: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))  # logs that are replayed at a time


class Table:
    """A table in memory; everything but presence is in the store."""

    def __init__(self, record: TableRecord, services: Services) -> None:
        self.record = record
        self.store, self.pool, self.settings, self.metrics = services.store, services.pool, services.settings, services.metrics
        self.replays, self.services = services.replays, services
        self.awaited: frozenset[int] = frozenset()  # of a slow table: those who have been notified
        self.lock = asyncio.Lock()
        self.listeners = Listeners()
        self.touched = time.monotonic()
        self.encoder = encoding.Encoder()
        # the game, and the log that led to it
        self.game: Game | None = None
        self.version = 0
        self.moved_at = self.settings.now()  # when the log grew last
        self.lengths = array("i", [0])  # the log's length after each version
        self.answers = Answers()
        self.checkpointed = 0  # the version of the last checkpoint
        self.published = 0  # the version that listeners know
        # people
        self.chat = chat.Chat()
        self.presence = Presence(self.settings.grace_seconds)
        self._clock: Clock | None = None
        self.undo = Undo()
        self.sealing = sealing.Sealing()
        self._addresses: dict[str, str] = {}  # of the players who sit here, as they last came
        # bots
        self.address = ""  # the share of the person who opened it, or brought it back into memory: its bots think in it
        self.bots = bot_driver.Bots()
        self.offer_since: float | None = None
        # what of it is in the store
        self.fence = record.fence  # of the lease under which this process owns the table; 0 where there is only one process
        self.stored_pending: dict[str, Any] | None = None  # what the store knows of what is open
        self.loaded = False  # memory is as the store
        self.was_read = False  # it was so once
        self.deleted = False  # who waited for the lock meanwhile finds no table
        self.recovering: asyncio.Task[None] | None = None
        self.tasks: set[asyncio.Task[None]] = set()  # whatever else is under way

    # --- what it is

    @property
    def code(self) -> str:
        return self.record.code

    @property
    def seats(self) -> list[Seat]:
        return self.record.seats

    @property
    def status(self) -> str:
        return self.record.status

    @property
    def is_playing(self) -> bool:
        return self.record.status == PLAYING

    @property
    def chain(self) -> Chain:
        return chain_of(self.record.seed, tuple(sorted(self.record.words.items())))

    @property
    def humans(self) -> list[int]:
        """Seats of people, those excepted for whom a bot plays on."""
        return [seat.seat for seat in self.seats if seat.kind == HUMAN and not seat.bot_plays]

    @property
    def has_only_bots(self) -> bool:
        return self.is_playing and not any(seat.kind == HUMAN for seat in self.seats)

    @property
    def idle(self) -> bool:
        return not self.listeners and not self.bots.busy and not self.lock.locked()

    def seat_of(self, player: str | None) -> int | None:
        return next((seat.seat for seat in self.seats if seat.belongs_to(player)), None)

    # --- who came

    def touch(self) -> None:
        """Somebody was here just now."""
        self.touched = time.monotonic()

    def opened_by(self, player: str, address: str) -> None:
        """It is new: there is nothing to read."""
        self.loaded = True
        self.brought_by(address)
        self.came_from(player, address)

    def brought_by(self, address: str) -> None:
        """The person who opened it, or brought it back into memory first."""
        self.address = self.address or share_of(address)

    def came_from(self, player: str, address: str) -> None:
        self._addresses[player] = address

    def left_table(self, player: str) -> None:
        self._addresses.pop(player, None)

    def address_of(self, player: str) -> str | None:
        return self._addresses.get(player)

    # --- what every command asks first

    async def ready(self) -> None:
        """Read the table (again), when memory may differ from the store. Call with the lock held."""
        if self.deleted:
            raise Refused("unknown_table", "no_such_table")
        if not self.loaded:
            await loading.read(self)
        if sealing.start_failed(self):
            await sealing.renew(self)

    def seated(self, seat: int | None) -> int:
        if seat is None:
            raise Refused("not_seated", "watching")
        return seat

    def running(self) -> Game:
        if self.status == WAITING:
            raise Refused("illegal", "not_begun")
        if not self.is_playing or self.game is None:
            raise Refused("over", "over" if self.status == OVER else "aborted")
        return self.game

    # --- commands, each answered exactly once

    async def once(self, who: int, command: str | None, attempt: Callable[[], Awaitable[int]]) -> int:
        """Do a command, however often it is sent. Returns the version that answers it."""
        async with self.lock:
            try:
                return await attempt()
            except Overtaken:
                # the log has grown behind our back, perhaps by this very command, sent before: look again
                return await self.done_before(who, command) or await attempt()

    async def done_before(self, who: int, command: str | None) -> int:
        """The version that answered a command of long ago, 0 for one that was never done."""
        if command is None:
            return 0
        with refusing():
            return await self.store.answer_of(self.code, who, command) or 0

    # --- an action

    async def act(self, seat: int | None, command: str | None, version: int, text: str) -> int:
        """Play an action said as text. Returns the version that answers the command."""
        who = self.seated(seat)
        return await self.once(who, command, lambda: self.try_to_act(who, command, version, text))

    async def try_to_act(self, who: int, command: str | None, version: int, text: str) -> int:
        await self.ready()
        answered = self.answers.version_of(who, command)
        if answered is not None:
            return answered
        game = self.running()
        pausing.check(self)
        if self.seats[who].bot_plays:
            raise Refused("illegal", "bot_plays_for_you")
        try:
            action = game.read(text, who)
        except ActionError as error:
            raise Refused("illegal" if error.code != "malformed" else "malformed", "unreadable_action", detail=str(error)) from None
        try:
            self.check_version(game, who, version, action)
        except Refused:
            done = await self.done_before(who, command) if version < self.answers.since else 0
            if done:
                return done
            raise
        if not game.is_legal(action, who):
            reasons = game.why_not(action, who)
            raise Refused("illegal", "not_allowed", [reason.to_json() for reason in reasons], action=text)
        log_limit.check(self, action)
        await self.commit_action(who, action, command)
        return self.version

    def check_version(self, game: Game, seat: int, version: int, action: int) -> None:
        """A command made for an older state is refused, except where several speak at once and nothing it rests on has changed."""
        if version == self.version:
            return
        if version < self.version:
            since = self.lengths[version]
            forward = all(self.lengths[v] < self.lengths[v + 1] for v in range(version, self.version))
            others = forward and all(who != seat and done & KIND_MASK in SIMULTANEOUS for who, done in game.log[since:])
            if others and action & KIND_MASK in SIMULTANEOUS:
                return
        raise Refused("stale", "stale", version=self.version, given=version)

    async def why(self, seat: int | None, text: str) -> list[dict[str, Any]]:
        """Why an action is not allowed; empty when it is."""
        who = self.seated(seat)
        async with self.lock:
            await self.ready()
            game = self.running()
            try:
                return [reason.to_json() for reason in game.why_not(text, who)]
            except ActionError as error:
                raise Refused("malformed", "unreadable_action", detail=str(error)) from None

    # --- the log grows; the lock is held

    async def commit_action(self, seat: int, action: int, command: str | None) -> None:
        """Apply a legal action and the chance that follows, write both, then tell."""
        game = self.game
        assert game is not None
        before, now, version = len(game.log), self.settings.now(), self.version
        self.book_time()
        game.push(action, seat)
        entries = [LogEntry(self.version + 1, seat, action, None, command, now), *self.take_chances(game, self.version + 1, now)]
        await self.write(entries)
        had_request = self.undo.request is not None
        self.advance(range(before + 1, len(game.log) + 1), seat, command)
        self.metrics.actions.inc()
        broadcast.publish(self, before)
        if had_request or self.clock:
            broadcast.notify_table(self)
        if game.is_over:
            log.info("game over", extra={"table": self.code, "edition": self.record.edition, "entries": self.version})
            self.metrics.games_finished.inc()
            broadcast.notify_table(self)
        await self.after_growth(version)
        bot_driver.drive(self)

    async def after_growth(self, before: int) -> None:
        """The log has grown from this version on; it does not do so for ever."""
        notice = log_limit.notice(self, before)
        if notice is not None:
            await chat.announce(self, notice)
        if self.is_playing and log_limit.is_full(self):
            await self.abort()
        slow.begin_answering(self)
        self.tell_awaited()

    def tell_awaited(self) -> None:
        """At a slow table, a player who is newly waited for gets a notice, connected or not."""
        if slow.is_slow(self.record):
            now = frozenset(slow.awaited(self))
            fresh = sorted(now - self.awaited)
            self.awaited = now
            if fresh:
                self.services.awaited(self, fresh, None)

    def take_chances(self, game: Game, version: int, now: float) -> list[LogEntry]:
        """Let chance decide for as long as it is awaited. Returns what the log says of it, after this version."""
        entries: list[LogEntry] = []
        chain = self.chain
        while game.awaits_chance:
            outcome = game.pick(chain.outcome(game.chance_count))
            game.push(outcome, CHANCE)
            entries.append(LogEntry(version + len(entries) + 1, CHANCE, outcome, time=now))
        return entries

    async def take_back(self, seat: int, length: int, command: str | None) -> None:
        """Go back to the length that the log had before the seat's last action."""
        game = self.game
        assert game is not None
        self.book_time()
        await self.write([LogEntry(self.version + 1, seat, None, length, command, self.settings.now())])
        game.undo(len(game.log) - length)
        version = self.version
        self.advance([length], seat, command)
        broadcast.publish(self, length, undone=Event(length, "undone", seat, {"to": length}, colours=game.colours, words=game.words))
        broadcast.notify_table(self)
        await self.after_growth(version)
        bot_driver.drive(self)

    async def write(self, entries: list[LogEntry]) -> None:
        started = time.perf_counter()
        if slow.is_slow(self.record):
            self.record.clock = slow.with_awaited(self, entries)
        outcome = self.game.outcome if self.game is not None and entries[-1].undo_to is None else None
        try:
            if outcome is not None:
                result = {
                    "winner": outcome.winner, "points": list(outcome.points), "turns": outcome.turns, **leaving.forfeits(self.record)
                }  # fmt: skip
                ended = replace(self.record, status=OVER, result=result)
                await self.store.save(ended, entries)
                self.record = ended
            else:
                await self.store.append(self.code, self.record.fence, entries, self.record.clock)
        except StoreError as error:
            self.forget()
            self.metrics.store_errors.inc()
            log.warning("store refused a write", extra={"table": self.code, "problem": str(error)})
            if isinstance(error, Conflict):
                raise Overtaken("stale", "overtaken") from error
            raise Refused("unavailable", "store", detail=str(error)) from error
        except BaseException:
            self.forget()
            raise
        self.metrics.commit_seconds.observe(time.perf_counter() - started)

    def advance(self, lengths: Iterable[int], seat: int, command: str | None) -> None:
        """What was written holds: one more version for each of the lengths that the log has had."""
        self.lengths.extend(lengths)
        self.version = len(self.lengths) - 1
        if command is not None:
            self.answers.add(seat, command, self.version)
        self.undo.drop()
        self.moved_at = self.settings.now()
        self.touch()
        self.set_clocks()
        loading.keep_checkpoint(self)

    @property
    def missing(self) -> list[int]:
        """The seats of people who are waited for because they are away; at a slow table, or in a pause, nobody need be there."""
        return [] if slow.is_slow(self.record) or pausing.is_paused(self) else self.presence.away(self.humans)

    @property
    def clock(self) -> Clock | None:
        """The turn clock that the record asks for: the room may choose another, or none, until the game begins."""
        record = self.record
        seconds = None if slow.is_slow(record) else record.turn_seconds or None
        wanted = (seconds, record.reserve_seconds or 0.0, record.increment_seconds or 0.0) if seconds else None
        if wanted != (self._clock and (self._clock.seconds, self._clock.reserve, self._clock.increment)):
            self._clock = Clock(*wanted) if wanted else None
        return self._clock

    def set_clocks(self, restart: list[LogEntry] | None = None) -> None:
        """Set the clock and the watch over a bot's offer to the present state."""
        now, game = time.monotonic(), self.game
        self.offer_since = (self.offer_since or now) if game is not None and game.snapshot.offer else None
        clock = self.clock
        if clock is None:
            return
        awaited = [seat for seat in game.to_act if seat in self.humans] if game is not None and self.is_playing else []
        key = part_key(game.state) if game is not None else None
        if clock.key is None and self.record.clock:
            clock.restore(self.record.clock)  # as of the last action; the time without a server is nobody's
        elif restart and awaited and clock.key is None and game is not None:
            # after a restart: what the turn had used up by its last action; the time without a server is nobody's
            clock.key = key
            begun = part_began(game)
            times = [entry.time for entry, length in zip(restart, self.lengths[-len(restart) :], strict=True) if length > begun]
            if times:
                used = min(max(0.0, times[-1] - times[0]), max(0.0, clock.seconds - LEAST_SECONDS))
                clock.spent = dict.fromkeys(awaited, used)
        mover = int(game.state["actor"][0]) if game is not None else None
        clock.set(now, key, awaited, pausing.is_paused(self) or any(not self.presence.is_here(seat) for seat in awaited), mover)

    def book_time(self) -> None:
        """What the clock says before the log grows is stored with it."""
        if self.record.reserve_seconds or self.record.increment_seconds:
            if self.clock is not None:
                self.clock.charge(time.monotonic())
                self.record.clock = self.clock.to_stored()
            elif slow.is_slow(self.record):
                self.record.clock = slow.booked(self)

    # --- what was read or begun; the lock is held

    def begin(self, record: TableRecord, game: Game, entries: int) -> None:
        """The game has begun, with so many entries."""
        self.record, self.game = record, game
        self.version = entries
        self.lengths = array("i", range(entries + 1))
        self.moved_at = self.settings.now()
        self.presence.expect(time.monotonic(), self.humans)
        self.set_clocks()
        self.tell_awaited()

    def take_over(self, record: TableRecord, replayed: Replayed | None, moved_at: float | None = None) -> None:
        """Memory is as the store from now on."""
        self.record, self.stored_pending = record, record.pending
        self.game = replayed.game if replayed else None
        self.lengths = replayed.lengths if replayed else array("i", [0])
        self.version = len(self.lengths) - 1
        self.answers.restore(replayed.answered if replayed else (), replayed.since if replayed else 0)
        self.moved_at = moved_at or self.moved_at
        self.awaited = frozenset(slow.awaited(self))  # they were notified when it happened
        self.loaded = self.was_read = True

    def mark_published(self) -> None:
        """Listeners know the present version."""
        self.published = self.version

    def checkpoint_made(self, version: int) -> None:
        self.checkpointed = version

    # --- what else is stored; the lock is held

    async def save(self) -> None:
        """Write the table's own row and its seats, then notify."""
        with self.storing():
            await self.store.save(self.record)
        broadcast.notify_table(self)

    async def store_pending(self) -> None:
        """Store what is open, if it has changed, before anybody hears of it."""
        found = pending.collect(self)
        if found == self.stored_pending:
            return
        with self.storing():
            await self.store.set_pending(self.code, self.fence, found)
        self.stored_pending = found

    async def announce(self) -> None:
        """Store what is open, then notify."""
        await self.store_pending()
        broadcast.notify_table(self)

    async def delete(self) -> None:
        """Take it out of the store, for good. Call with the lock held."""
        with self.storing():
            await self.store.delete_table(self.code)
        self.deleted = True

    async def abort(self) -> None:
        """End without a result."""
        self.record.status = ABORTED
        await self.save()
        self.set_clocks()

    @contextlib.contextmanager
    def storing(self) -> Iterator[None]:
        """Around a write: when it fails or is given up, memory is read again."""
        try:
            yield
        except StoreError as error:
            self.forget()
            raise Refused("unavailable", "store", detail=str(error)) from error
        except BaseException:
            self.forget()
            raise

    def spawn(self, work: Coroutine[Any, Any, None], what: str) -> None:
        """Do something beside what is going on now."""
        task = asyncio.create_task(work, name=f"{what} at {self.code}")
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def forget(self) -> None:
        """What is in memory may differ from the store: read it again before the next command."""
        self.loaded = False
        if self.listeners and (self.recovering is None or self.recovering.done()):
            self.recovering = asyncio.create_task(loading.recover(self), name=f"recovery of {self.code}")


@lru_cache(1024)
def chain_of(seed: str, words: tuple[tuple[int, str], ...]) -> Chain:
    return Chain.of(bytes.fromhex(seed), dict(words))
