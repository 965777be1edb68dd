"""One live table. Its lock makes everything that happens at it one after the other; what is accepted is on disk before anyone is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from array import array
from collections import OrderedDict, deque
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from sevenhex.errors import ActionError, SevenhexError
from sevenhex.fairdice import CHANCE, Chain, commit
from sevenhex.rules.actions import KIND_MASK
from sevenhex.rules.ids import Kind

from . import advice, matters, messages, partners, wire
from .catalogue import configuration
from .clock import Clock
from .lean import LeanGame
from .matters import UndoRequest
from .messages import Refused
from .presence import Presence
from .seats import BOT, HUMAN, Seat, clean
from .store import ABORTED, OVER, PLAYING, WAITING, Conflict, Damaged, Entry, Line, Record, Store, StoreError

if TYPE_CHECKING:
    from .metrics import Metrics
    from .settings import Settings

log = logging.getLogger("sevenhex.table")

SIMULTANEOUS = frozenset({Kind.DISCARD, Kind.ACCEPT, Kind.REFUSE, Kind.COUNTER, Kind.PROPOSE})  # said by several at once
REMEMBERED = 64  # commands whose answers are kept in memory; older ones are known by the store, which does none twice
CHAT_LINES = 200
NO_UNDO = "Nothing is taken back at a rated table."
RATED = wire.text({"code": "rated_undo", "sentence": NO_UNDO, "clause": "", "source": ""})
NOTHING_TO_UNDO = wire.text(
    {"code": "nothing", "sentence": "You have done nothing yet that could be taken back.", "clause": "", "source": ""}
)


class Overtaken(Refused):
    """The log has grown behind our back: another process wrote, or a write that was given up arrived after all."""


class Listener(Protocol):
    """Somebody connected to the table; `seat` is None for a spectator."""

    seat: int | None
    player: str | None

    def send(self, text: bytes) -> None: ...

    def cut(self) -> None: ...


class Table:
    """A table in memory; everything but presence is in the store."""

    def __init__(self, record: Record, store: Store, pool: partners.Pool, settings: Settings, metrics: Metrics) -> None:
        self.record = record
        self.store, self.pool, self.settings, self.metrics = store, pool, settings, metrics
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.game: LeanGame | None = None
        self.version = 0
        self.lengths = array("i", [0])  # the log's length after each version
        self.answered: OrderedDict[tuple[int, str], int] = OrderedDict()  # seat and command -> version
        self.chat: deque[Line] = deque(maxlen=CHAT_LINES)
        self.lines = 0
        self.presence = Presence(settings.grace_seconds)
        self.clock = Clock(record.turn_seconds) if record.turn_seconds else None
        self.undo_request: UndoRequest | None = None
        self.noted: dict[str, Any] | None = None  # of what is open, in the store
        self.recalled = False
        self.loaded = False
        self.fence = record.fence  # of the lease under which this process owns the table; 0 where there is only one process
        self.told = 0  # the version that listeners know
        self.recovering: asyncio.Task[None] | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.bots: dict[int, partners.Partner] = {}
        self.offer_since: float | None = None
        self.touched = time.monotonic()
        self.wire = wire.Wire()

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
    def idle(self) -> bool:
        busy = self.thinking is not None and not self.thinking.done()
        return not self.listeners and not busy and not self.lock.locked()

    def seat_of(self, player: str | None) -> int | None:
        if player is None:
            return None
        return next((seat.seat for seat in self.seats if seat.kind == HUMAN and seat.player == player), None)

    # --- from the store

    async def ready(self) -> None:
        """Read the table (again), when memory may differ from the store. Call with the lock held."""
        if self.loaded:
            return
        try:
            record = await self.store.table(self.code)
            if record is None:
                raise Refused("unknown_table", "There is no such table.")
            if self.fence and record.fence != self.fence:
                raise Refused("unavailable", "This table has moved to another server process; connect again.")
            record.fence = self.fence
            entries = await self.store.entries(self.code)
            chat = await self.store.chat(self.code)
            missed, self.record = self.lines, record
            self.answered.clear()
            self.rebuild(entries)
        except StoreError as error:
            raise Refused(error.code, str(error)) from error
        self.chat = deque(chat, CHAT_LINES)
        self.lines = chat[-1].n if chat else 0
        self.noted = record.matters
        matters.recall(self, record.matters, presence_too=not self.recalled and not self.listeners)
        self.loaded = self.recalled = True
        if self.status == PLAYING:
            self.presence.expect(time.monotonic(), self.humans)
        self.wind(restart=entries)
        if self.listeners and (self.version != self.told or self.lines != missed):
            # a write that was given up arrived after all, or somebody else wrote: nobody may stay behind
            for listener in list(self.listeners):
                listener.send(messages.write(self.welcome(listener, self.told)))
        self.told = self.version
        self.drive()

    def rebuild(self, entries: list[Entry]) -> None:
        """The game from its opening and log. The store is not believed: compiled rules trust their caller, so each action is checked."""
        self.version = 0
        self.lengths = array("i", [0])
        self.game = None
        if self.record.opening is None:
            return
        try:
            configuration(self.record.edition, self.record.players, self.record.options)
            game = LeanGame.begun(self.record.opening)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
            raise Damaged(self.code, f"its opening: {error}") from error
        speaker, command = CHANCE, None
        for entry in entries:
            if entry.version != self.version + 1:
                raise Damaged(self.code, f"entry {entry.version} follows entry {self.version}")
            back, action = entry.undo_to, entry.action
            if action is None and back is not None and 0 <= back < len(game.log):
                game.undo(len(game.log) - back)
            elif action is not None and back is None and CHANCE <= entry.seat < self.record.players and game.is_legal(action, entry.seat):
                game.push(action, entry.seat)
            else:
                raise Damaged(self.code, f"entry {entry.version} cannot be")
            self.version = entry.version
            self.lengths.append(len(game.log))
            if entry.seat != CHANCE:
                command = entry.command
                speaker = entry.seat
            if command:
                self.remember(speaker, command, entry.version)  # the chance that follows belongs to the answer
        self.game = game

    def wind(self, restart: list[Entry] | None = None) -> None:
        """Set the clock and the watch over a bot's offer to the present state."""
        now = time.monotonic()
        playing = self.status == PLAYING and self.game is not None
        if self.game is not None and self.game.offer_is_open:
            self.offer_since = self.offer_since or now
        else:
            self.offer_since = None
        if self.clock is None:
            return
        awaited = [seat for seat in self.game.to_act if seat in self.humans] if playing and self.game else []
        key = self.game.part_key if self.game else None
        if restart and awaited and self.clock.key is None and self.game:
            # after a restart: what the turn had used up by its last action; the time without a server is nobody's
            self.clock.key = key
            begun = self.game.part_began
            times = [entry.time for entry, length in zip(restart, self.lengths[1:], strict=True) if length > begun]
            if times:
                self.clock.spent = {seat: max(0.0, times[-1] - times[0]) for seat in awaited}
        self.clock.set(now, key, awaited, paused=any(not self.presence.is_here(seat) for seat in awaited))

    # --- commands, each answered exactly once

    def remember(self, who: int, command: str, version: int) -> None:
        self.answered[who, command] = version
        while len(self.answered) > REMEMBERED:
            self.answered.popitem(last=False)

    def seated(self, seat: int | None) -> int:
        if seat is None:
            raise Refused("not_seated", "Only players at this table may do this; you are watching.")
        return seat

    def running(self) -> LeanGame:
        if self.status == WAITING:
            raise Refused("illegal", "The game has not begun.")
        if self.status != PLAYING or self.game is None:
            raise Refused("over", "The game is over." if self.status == OVER else "The game was aborted.")
        return self.game

    async def act(self, seat: int | None, command: str | None, version: int, text: str) -> int:
        """Play an action said as text. Returns the version that answers the command."""
        who = self.seated(seat)
        async with self.lock:
            try:
                return await self.try_to_act(who, command, version, text)
            except Overtaken:
                # the log has grown behind our back, perhaps by this very command, sent before: look again
                return await self.done_before(who, command) or await self.try_to_act(who, command, version, text)

    async def try_to_act(self, who: int, command: str | None, version: int, text: str) -> int:
        await self.ready()
        if command is not None and (who, command) in self.answered:
            return self.answered[who, command]
        game = self.running()
        try:
            action = game.read(text, who)
        except ActionError as error:
            raise Refused("illegal" if error.code != "malformed" else "malformed", str(error)) from None
        try:
            self.check_version(who, version, action)
        except Refused:
            done = await self.done_before(who, command) if version < self.remembered_since else 0
            if done:
                return done
            raise
        if not game.is_legal(action, who):
            reasons = game.why_not(action, who)
            sentence = " ".join(reason.sentence for reason in reasons) or f"{text!r} is not allowed now."
            raise Refused("illegal", sentence, [wire.said(reason) for reason in reasons])
        await self.commit_action(who, action, command)
        return self.version

    @property
    def remembered_since(self) -> int:
        """Commands made for an older version may have been answered and forgotten."""
        return next(iter(self.answered.values())) if len(self.answered) >= REMEMBERED else 0

    async def done_before(self, who: int, command: str | None) -> int:
        """The version that answered a command of long ago, 0 for one that was never done."""
        if command is None:
            return 0
        try:
            return await self.store.answer_of(self.code, who, command) or 0
        except StoreError as error:
            raise Refused(error.code, str(error)) from error

    def check_version(self, seat: int, version: int, action: int) -> None:
        """A command made for an older state is refused, except where several speak at once and nothing it rests on has changed."""
        if version == self.version:
            return
        game = self.game
        assert game is not None
        if version < self.version:
            since = self.lengths[version]
            forward = all(self.lengths[v] < self.lengths[v + 1] for v in range(version, self.version))
            others = forward and all(who != seat and done & KIND_MASK in SIMULTANEOUS for who, done in game.log[since:])
            if others and action & KIND_MASK in SIMULTANEOUS:
                return
        raise Refused("stale", f"The table has gone on: it is at version {self.version}, your command was made for {version}.")

    async def commit_action(self, seat: int, action: int, command: str | None) -> None:
        """Apply a legal action and the chance that follows, write both, then tell. The lock is held."""
        game = self.game
        assert game is not None
        now = time.time()
        before, version = len(game.log), self.version
        chain = self.chain
        entries = [Entry(version + 1, seat, action, None, command, now)]
        game.push(action, seat)
        while game.awaits_chance:
            outcome = game.pick(chain.outcome(game.outcomes))
            game.push(outcome, CHANCE)
            entries.append(Entry(version + len(entries) + 1, CHANCE, outcome, None, None, now))
        await self.write(entries)
        for length in range(before + 1, len(game.log) + 1):
            self.lengths.append(length)
        self.version += len(entries)
        if command is not None:
            self.remember(seat, command, self.version)
        self.metrics.actions.inc()
        had_request = self.undo_request is not None
        self.undo_request = None
        self.touched = time.monotonic()
        self.wind()
        self.publish(before)
        if had_request or self.clock:
            self.tell_table()
        if game.is_over:
            await self.finish()
        self.drive()

    async def write(self, entries: list[Entry]) -> None:
        started = time.perf_counter()
        outcome = self.game.outcome if self.game is not None and entries[-1].undo_to is None else None
        try:
            if outcome is not None:
                result = {"winner": outcome.winner, "points": list(outcome.points), "turns": outcome.turns}
                ended = replace(self.record, status=OVER, result=result)
                await self.store.save(ended, entries)
                self.record = ended
            else:
                await self.store.append(self.code, self.record.fence, entries)
        except StoreError as error:
            self.forget()
            self.metrics.store_errors.inc()
            log.warning("store refused a write", extra={"table": self.code, "problem": str(error)})
            if isinstance(error, Conflict):
                raise Overtaken("stale", "The table has gone on; look again.") from error
            raise Refused("unavailable", str(error)) from error
        except BaseException:
            self.forget()
            raise
        self.metrics.commit_seconds.observe(time.perf_counter() - started)

    def forget(self) -> None:
        """What is in memory may differ from the store: read it again before the next command."""
        self.loaded = False
        if self.listeners and (self.recovering is None or self.recovering.done()):
            self.recovering = asyncio.create_task(self.recover(), name=f"recovery of {self.code}")

    async def recover(self) -> None:
        """Read the table again as soon as the store answers, so that nobody waits for news that is already written."""
        pause = 0.25
        while not self.loaded and self.listeners:
            await asyncio.sleep(pause)
            pause = min(10.0, 2 * pause)
            try:
                async with self.lock:
                    await self.ready()
            except Refused:
                continue
            except Exception:
                log.exception("a table could not be read again", extra={"table": self.code})

    async def finish(self) -> None:
        log.info("game over", extra={"table": self.code, "edition": self.record.edition, "entries": self.version})
        self.metrics.games_finished.inc()
        self.tell_table()

    async def say(self, seat: int | None, player: str | None, command: str, text: str) -> None:
        """Chat. The text is kept as it is; whoever shows it escapes it."""
        who = self.seated(seat)
        async with self.lock:
            await self.ready()
            if any(said.command == command and said.seat == who for said in self.chat):
                return
            line = Line(self.lines + 1, who, player, self.seats[who].name, text, command, time.time())
            try:
                await self.store.add_line(self.code, line, self.fence)
            except StoreError as error:
                self.forget()
                if isinstance(error, Conflict) and await self.was_said(who, command):
                    return
                raise Refused("unavailable", str(error)) from error
            self.lines += 1
            self.chat.append(line)
            self.broadcast({"type": "chat", **chat_json(line)})

    async def was_said(self, seat: int, command: str) -> bool:
        """Is this a line of long ago, sent again?"""
        try:
            return await self.store.has_said(self.code, seat, command)
        except StoreError as error:
            raise Refused(error.code, str(error)) from error

    async def word(self, seat: int | None, text: str) -> None:
        """A player's word for the dice, until the island is laid out."""
        who = self.seated(seat)
        async with self.lock:
            await self.ready()
            if self.status != WAITING:
                raise Refused("illegal", "The island is laid out with the words given before the start; it is too late for more.")
            self.record.words[who] = clean(text)
            await self.save()

    async def save(self) -> None:
        """Write the table's own row and its seats; on failure memory is read again."""
        try:
            await self.store.save(self.record)
        except StoreError as error:
            self.forget()
            raise Refused("unavailable", str(error)) from error
        self.tell_table()

    # --- beginning

    async def start(self) -> None:
        """Lay out the island and let chance find who begins. The lock is held."""
        if self.status != WAITING:
            raise Refused("illegal", "The game has already begun.")
        open_seats = [seat.colour for seat in self.seats if not seat.taken]
        if open_seats:
            raise Refused("illegal", f"Somebody must sit at {', '.join(open_seats)} first, or a bot.")
        record = self.record
        game = LeanGame.fresh(record.edition, record.players, self.chain.island, record.options)
        opening = game.to_json()
        entries: list[Entry] = []
        chain, now = self.chain, time.time()
        while game.awaits_chance:
            outcome = game.pick(chain.outcome(game.outcomes))
            game.push(outcome, CHANCE)
            entries.append(Entry(len(entries) + 1, CHANCE, outcome, time=now))
        seats = [replace(seat, colour=colour) for seat, colour in zip(self.seats, game.colours, strict=True)]
        begun = replace(record, opening=opening, status=PLAYING, seats=seats)
        try:
            await self.store.save(begun, entries)
        except StoreError as error:
            self.forget()
            raise Refused("unavailable", str(error)) from error
        self.record, self.game = begun, game
        self.version = len(entries)
        self.lengths = array("i", range(len(entries) + 1))
        self.presence.expect(time.monotonic(), self.humans)
        self.wind()
        self.metrics.games_started.inc()
        self.tell_table()
        self.publish(0)
        self.drive()

    # --- undo

    def undo_length(self, seat: int) -> tuple[int, bool] | None:
        """How far back the seat's last own action is, and whether it may be taken back freely; None when there is none."""
        game = self.game
        if game is None or self.status != PLAYING:
            return None
        place = next((n for n in range(len(game.log) - 1, -1, -1) if game.log[n][0] == seat), None)
        if place is None:
            return None
        return place, place == len(game.log) - 1 and not game.last_revealed

    async def undo(self, seat: int | None, command: str, version: int | None) -> int:
        """Take back one's last action: at once when nothing was revealed and nobody acted since, else when all other people agree."""
        who = self.seated(seat)
        async with self.lock:
            try:
                return await self.try_to_undo(who, command, version)
            except Overtaken:
                return await self.done_before(who, command) or await self.try_to_undo(who, command, version)

    async def try_to_undo(self, who: int, command: str, version: int | None) -> int:
        await self.ready()
        if (who, command) in self.answered:
            return self.answered[who, command]
        if self.remembered_since and (done := await self.done_before(who, command)):
            return done
        game = self.running()
        if self.record.rated:
            raise Refused("illegal", NO_UNDO)
        if version is not None and version != self.version:
            raise Refused("stale", f"The table has gone on: it is at version {self.version}, not {version}.")
        found = self.undo_length(who)
        if found is None:
            raise Refused("illegal", "You have done nothing yet that could be taken back.")
        length, free = found
        needed = [] if free else [other for other in self.humans if other != who]
        if not needed:
            await self.take_back(who, length, command)
            return self.version
        if self.undo_request is not None:
            raise Refused("illegal", f"{self.seats[self.undo_request.seat].name or 'Somebody'} has already asked to take something back.")
        self.undo_request = UndoRequest(who, length, needed, command=command)
        await self.note()
        self.remember(who, command, self.version)
        self.tell_table()
        log.debug("undo asked", extra={"table": self.code, "back": len(game.log) - length})
        return self.version

    async def agree(self, seat: int | None, agrees: bool) -> None:
        who = self.seated(seat)
        async with self.lock:
            await self.ready()
            self.running()
            request = self.undo_request
            if request is None:
                raise Refused("illegal", "Nobody asks to take anything back.")
            if who not in request.needed and who != request.seat:
                raise Refused("illegal", "You are not asked about this.")
            if not agrees:
                self.undo_request = None
                await self.note()
                self.tell_table()
                return
            if who not in request.agreed and who in request.needed:
                request.agreed.append(who)
            if set(request.needed) <= set(request.agreed):
                await self.take_back(request.seat, request.length, request.command)
            else:
                await self.note()
                self.tell_table()

    async def take_back(self, seat: int, length: int, command: str | None) -> None:
        game = self.game
        assert game is not None
        await self.write([Entry(self.version + 1, seat, None, length, command, time.time())])
        game.undo(len(game.log) - length)
        self.version += 1
        self.lengths.append(length)
        if command is not None:
            self.remember(seat, command, self.version)
        self.undo_request = None
        self.touched = time.monotonic()
        self.wind()
        name = game.colours[seat].capitalize()
        self.publish(length, undone={"n": length, "kind": "undone", "seat": seat, "text": f"{name} takes back.", "data": {"to": length}})
        self.tell_table()
        self.drive()

    # --- people come and go

    async def arrive(self, listener: Listener) -> None:
        """A connection has said hello. The lock is held."""
        self.listeners.add(listener)
        self.touched = time.monotonic()
        seat = listener.seat
        if seat is None:
            return
        self.presence.arrive(seat)
        with contextlib.suppress(Refused):  # a vote that is over because everybody is here
            await self.note()
        if self.seats[seat].bot_plays:
            # the returning player takes the seat back
            self.seats[seat].bot_plays = False
            await self.save()
        self.wind()
        self.tell_table()

    def depart(self, listener: Listener) -> None:
        if listener not in self.listeners:
            return
        self.listeners.discard(listener)
        self.touched = time.monotonic()
        if listener.seat is not None:
            self.presence.leave(time.monotonic(), listener.seat)
            self.wind()
            self.tell_table()

    async def vote(self, seat: int | None, choice: str) -> None:
        """What to do about those who are away."""
        who = self.seated(seat)
        async with self.lock:
            await self.ready()
            self.running()
            now = time.monotonic()
            away = self.presence.away(self.humans)
            if not away:
                raise Refused("illegal", "Everybody is here; there is nothing to vote on.")
            if not self.presence.voting(now, away):
                raise Refused("illegal", f"The table waits {self.presence.grace:g} seconds before it votes.")
            self.presence.votes[who] = choice
            await self.count_votes(now)

    async def count_votes(self, now: float) -> None:
        """Do what the table has decided, if all who are here have voted; keep the votes else."""
        late = self.presence.late(now, self.humans)
        decision = self.presence.decide([other for other in self.humans if other not in late]) if late else None
        if decision == "bot":
            for other in late:
                self.seats[other].bot_plays = True
            self.presence.votes = {}
            await self.save()
            self.wind()
            self.drive()
        elif decision == "abort":
            await self.abort()
        elif decision == "wait":
            self.presence.wait_again(now)
        await self.note()
        self.tell_table()

    async def note(self) -> None:
        """Store what is open, if it has changed, before anybody is told."""
        found = matters.noted(self)
        if found == self.noted:
            return
        try:
            await self.store.note(self.code, self.fence, found)
        except StoreError as error:
            self.forget()
            raise Refused("unavailable", str(error)) from error
        self.noted = found

    async def abort(self) -> None:
        """End without a result. The lock is held."""
        self.record.status = ABORTED
        await self.save()
        self.wind()

    # --- bots

    def bot(self, seat: int) -> partners.Partner:
        if seat not in self.bots:
            place = self.seats[seat]
            name = place.bot or partners.default()
            self.bots[seat] = partners.make(name, place.level, random.getrandbits(32))
        return self.bots[seat]

    def drive(self) -> None:
        """Let the bots act, if it is theirs to act and none is thinking already."""
        if self.status == PLAYING and self.next_bot() is not None and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self.let_bots_play(), name=f"bots of {self.code}")

    def next_bot(self) -> int | None:
        if self.game is None or self.status != PLAYING:
            return None
        return next((seat for seat in self.game.to_act if self.seats[seat].played_by_bot), None)

    async def let_bots_play(self) -> None:
        """One action after the other until no bot is awaited; a store that fails is asked again later."""
        pause = 1.0
        while True:
            try:
                if not await self.bot_acts():
                    return
                pause = 1.0
            except Refused as refused:
                if refused.code != "unavailable":
                    continue
                await asyncio.sleep(pause)
                pause = min(30.0, pause * 2)
            except Exception:
                log.exception("a bot stumbled", extra={"table": self.code})
                await asyncio.sleep(pause)
                pause = min(30.0, pause * 2)

    async def bot_acts(self) -> bool:
        async with self.lock:
            await self.ready()
            seat, version, game = self.next_bot(), self.version, self.game
            if seat is None or game is None:
                return False
            thought = self.pool.ask(self.bot(seat), game, seat)
        low, high = self.settings.bot_pause
        if high > 0:
            await asyncio.sleep(random.uniform(low, high) * self.tempo(game))
        try:
            action = await thought
        except Exception:
            log.exception("a bot could not choose", extra={"table": self.code, "seat": seat})
            action = 0
        async with self.lock:
            await self.ready()
            if self.version != version or self.next_bot() is None or self.game is None or not self.seats[seat].played_by_bot:
                return True
            if not self.game.is_legal(action, seat):
                listed = self.game.legal(seat)
                action = random.choice(partners.quiet(listed) or listed)
            await self.commit_action(seat, action, None)
        return True

    def tempo(self, game: LeanGame) -> float:
        """Small steps follow quickly on one another, and a table without people does not dawdle."""
        if not self.humans or not self.listeners:
            return 0.1
        return 0.4 if game.log and game.log[-1][1] & KIND_MASK in (Kind.DISCARD, Kind.ROAD, Kind.BANK) else 1.0

    # --- time

    def deadline(self, now: float) -> float | None:
        """When something is due by itself."""
        if self.status != PLAYING:
            return None
        due = [self.clock.deadline(now)] if self.clock else []
        away = self.presence.away(self.humans)
        since = self.presence.since(away)
        if since is not None and len(away) < len(self.humans):
            went = (since, *(self.presence.gone.get(seat, since) for seat in away))
            due += [moment + self.presence.grace for moment in went if moment + self.presence.grace > now - 1]
        if self.offer_since is not None and self.game and self.seats[self.game.actor].played_by_bot:
            due.append(self.offer_since + self.settings.offer_seconds)
        return min((time for time in due if time is not None), default=None)

    async def tick(self, now: float) -> None:
        """Something is due: a player's time is up, the vote opens, or a bot takes back an offer that nobody answers."""
        async with self.lock:
            await self.ready()
            if self.status != PLAYING or self.game is None:
                return
            game = self.game
            if self.clock:
                late = self.clock.expired(now)
                if late:
                    await self.play_for(late[0])
                    return
            if (
                self.offer_since is not None
                and now >= self.offer_since + self.settings.offer_seconds
                and self.seats[game.actor].played_by_bot
            ):
                withdraw = [action for action in game.legal(game.actor) if action & KIND_MASK == Kind.WITHDRAW]
                if withdraw:
                    await self.commit_action(game.actor, withdraw[0], None)
                    return
            if self.presence.voting(now, self.presence.away(self.humans)):
                await self.count_votes(now)

    async def play_for(self, seat: int) -> None:
        """The player's time is up: end what can be ended, else let a bot decide the one thing that is due."""
        game = self.game
        assert game is not None
        listed = game.legal(seat)
        if not listed:
            return
        action = next(iter(partners.quiet(listed)), 0)
        if not action or action & KIND_MASK == Kind.DISCARD:
            action = await self.pool.ask(partners.Plain(random.getrandbits(32)), game, seat)
        await self.commit_action(seat, action if game.is_legal(action, seat) else listed[0], None)

    # --- hints

    async def hint(self, seat: int | None) -> dict[str, Any]:
        """What a bot would do. Only for somebody who plays against bots alone."""
        return await advice.hint(self, seat)

    async def why(self, seat: int | None, text: str) -> list[dict[str, Any]]:
        who = self.seated(seat)
        async with self.lock:
            await self.ready()
            game = self.running()
            try:
                return [wire.said(reason) for reason in game.why_not(text, who)]
            except ActionError as error:
                raise Refused("malformed", str(error)) from None

    # --- telling

    def broadcast(self, message: dict[str, Any]) -> None:
        text = messages.write(message)
        for listener in list(self.listeners):
            listener.send(text)

    def tell_table(self) -> None:
        for listener in list(self.listeners):
            listener.send(messages.write({"type": "table", "table": self.to_json(listener.player, listener.seat)}))

    def publish(self, since: int, undone: dict[str, Any] | None = None) -> None:
        """Tell everybody what happened from this log entry on, each with own knowledge only."""
        game = self.game
        assert game is not None
        self.told = self.version
        texts: dict[int | None, bytes] = {}
        try:
            telling = wire.Telling(game.events_since(since) if self.listeners and not undone else [])
            for listener in list(self.listeners):
                seat = listener.seat
                if seat not in texts:
                    told = wire.text([undone]) if undone else telling.to(seat)
                    view, legal, can = self.outlook(seat)
                    texts[seat] = (
                        f'{{"type":"update","version":{self.version},"events":{told},"view":{view},"legal":{legal},"can":{can}}}'.encode()
                    )
                listener.send(texts[seat])
        except Exception:
            # what happened is on disk: a fault in telling it must not undo that, and a fresh hello can repair it
            log.exception("telling failed", extra={"table": self.code, "version": self.version})

    def outlook(self, seat: int | None) -> tuple[str, str, str]:
        """The present as a seat may know it, in JSON: view, legal actions, buttons."""
        game = self.game
        if game is None:
            return "null", "[]", "{}"
        view = self.wire.view(game, seat, self.version)
        if seat is None or self.status != PLAYING:
            return view, "[]", "{}"
        acted = any(who == seat for who, _ in reversed(game.log))
        own = f'"hint":{advice.told(self, seat)},"undo":{RATED if self.record.rated else "null" if acted else NOTHING_TO_UNDO}'
        return view, self.wire.legal(game, seat), f"{{{self.wire.buttons(game, seat, self.version)},{own}}}"

    def welcome(self, listener: Listener, seen: int | None) -> dict[str, Any]:
        """Everything a newcomer needs, or what a returning one has missed. The lock is held."""
        seat = listener.seat
        since = 0
        if seen is not None and seen <= self.version and min(self.lengths[seen:]) == self.lengths[seen]:
            since = self.lengths[seen]
        events = [event.to_json(seat) for event in self.game.events_since(since)] if self.game else []
        view, legal, can = map(wire.raw, self.outlook(seat))
        return {
            "type": "welcome",
            "table": self.to_json(listener.player, seat),
            "seat": seat,
            "version": self.version,
            "since": since,
            "events": events,
            "view": view,
            "legal": legal,
            "can": can,
            "chat": [chat_json(line) for line in self.chat],
        }

    def to_json(self, player: str | None, seat: int | None) -> dict[str, Any]:
        """TABLE of the protocol, for one asker."""
        now = time.monotonic()
        away = self.presence.away(self.humans) if self.status == PLAYING else []
        return {
            **describe(self.record, player, seat),
            "seats": [place.to_json(self.presence.is_here(place.seat)) for place in self.seats],
            "clock": self.clock.to_json(now) if self.clock else None,
            "away": self.presence.to_json(now, away),
            "undo": self.undo_request.to_json() if self.undo_request else None,
            "spectators": sum(listener.seat is None for listener in self.listeners),
            "version": self.version,
        }


@lru_cache(1024)
def chain_of(seed: str, words: tuple[tuple[int, str], ...]) -> Chain:
    return Chain.of(bytes.fromhex(seed), dict(words))


def describe(record: Record, player: str | None, seat: int | None = None) -> dict[str, Any]:
    """A stored table as anybody may see it."""
    try:
        agreed = configuration(record.edition, record.players, record.options)
        edition_name, changes = agreed.edition.name, agreed.changes
    except SevenhexError:  # a damaged table is listed, but cannot be opened
        edition_name, changes = record.edition, []
    own = seat if seat is not None else next((place.seat for place in record.seats if player and place.player == player), None)
    return {
        "code": record.code,
        "name": record.name,
        "edition": record.edition,
        "edition_name": edition_name,
        "players": record.players,
        "options": record.options,
        "changes": changes,
        "status": record.status,
        "public": record.public,
        "rated": record.rated,
        "seats": [place.to_json(place.kind == BOT) for place in record.seats],
        "creator": bool(player) and record.creator == player,
        "your_seat": own,
        "turn_seconds": record.turn_seconds,
        "created": record.created,
        "updated": record.updated,
        "result": record.result,
        "fair": {"commit": commit(bytes.fromhex(record.seed)), "words": {str(n): word for n, word in record.words.items()}},
    }


def chat_json(line: Line) -> dict[str, Any]:
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(line.time))
    return {"n": line.n, "seat": line.seat, "name": line.name, "text": line.text, "time": when}
